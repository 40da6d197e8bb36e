"""Could a sentence be evidence in a comparison? The optional filter `--keep comparative`, which shrinks a crawl.

It looks for cue words and comparatives from a list; it knows no objects. What it loses is measured by `measure_loss`,
against sentences that people labelled as comparative.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from weigh.ingest.words import entries

_ENTRIES = entries("comparative_cues.txt")
_PHRASES = tuple(entry.removeprefix("phrase: ") for entry in _ENTRIES if entry.startswith("phrase: "))
_WORDS = frozenset(word for entry in _ENTRIES if not entry.startswith("phrase: ") for word in entry.split())
_WORD = re.compile(r"[^\W\d_]+")


def could_be_evidence(sentence: str) -> bool:
    """Has the sentence a cue of comparison, and is it no question?"""
    if sentence.endswith("?"):
        return False
    text = sentence.lower()
    words = _WORD.findall(text)
    if not _WORDS.isdisjoint(words):
        return True
    return any(phrase in text for phrase in _PHRASES)


def measure_loss(evidence: Iterable[str], corpus: Iterable[str]) -> dict[str, float]:
    """What the filter loses of sentences known to be evidence, and what it keeps of any text."""
    known = [could_be_evidence(sentence) for sentence in evidence]
    any_text = [could_be_evidence(sentence) for sentence in corpus]
    return {
        "evidence": len(known),
        "lost": 1 - sum(known) / max(1, len(known)),
        "corpus": len(any_text),
        "kept": sum(any_text) / max(1, len(any_text)),
    }
