"""Text → sentences, by sentencex. A line break always ends a sentence; readers join the lines that belong together."""

from __future__ import annotations

import re

# Control characters, soft hyphens, zero-width and direction marks, non-characters, lone surrogates.
_CONTROL = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\xad\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\uffff\ud800-\udfff]"
)
_BREAKS = str.maketrans({"\r": "\n", "\x85": "\n", "\u2028": "\n", "\u2029": "\n", "\x0b": "\n", "\x0c": "\n"})
_ASCII_CONTROL = bytes(i for i in range(128) if (i < 32 and chr(i) not in "\t\n\x0b\x0c\r") or i == 127)
_LEADING_DOT = re.compile(r"(?<![\w.])\.(?=[A-Za-z])")
_HIDDEN_DOT = "\ue000"
"""Stands for the dot of ".NET" while splitting, since the splitter would end a sentence there."""
_SPACES = re.compile(r"[^\S\n]{2,}|[^\S\n ]")
_OTHER_SPACES = "".join(c for c in map(chr, range(128, 0x3001)) if c.isspace())
_NO_INITIAL = re.compile(
    r"(?<=[a-z,] [A-Z]\.) (?=(?:The|An?|It|Its|This|That|These|Those|They|Their|There|We|You|He|She|In|On|At|For|If|"
    r"When|While|With|But|And|So|As|Both|Neither|Most|Some|Many|However|Use|Prefer) )|(?<= than [A-Z]\.) (?=[A-Z])"
)
"""Where a single letter ends a sentence: "simpler than R. Prefer …". The splitter takes any for an initial."""
_LONGEST = 20_000
"""A line longer than this is cut before splitting: prose has no such paragraphs, and costs stay linear."""


def without_controls(text: str) -> tuple[str, int]:
    """The text without control and invisible formatting characters, and how many those were."""
    # Looking for single characters takes a tenth of the time of the expressions, and most texts need no more.
    plain = text.isascii()
    if (
        "\r" in text
        or "\x0b" in text
        or "\x0c" in text
        or not (plain or ("\x85" not in text and "\u2028" not in text and "\u2029" not in text))
    ):
        text = text.translate(_BREAKS)
    if plain:
        rest = text.encode().translate(None, _ASCII_CONTROL)
        removed = len(text) - len(rest)
        return (rest.decode(), removed) if removed else (text, 0)
    if text.replace("\n", "").isprintable():
        return text, 0
    return _CONTROL.subn("", text)


def split(text: str) -> list[str]:
    """The sentences of a text without control characters, spaces normalised."""
    from sentencex import segment

    found: list[str] = []
    if "  " in text or "\t" in text or not (text.isascii() or all(c not in text for c in _OTHER_SPACES)):
        text = _SPACES.sub(" ", text)
    for line in text.split("\n"):
        line = line.strip()
        body = line[:-1]
        if "." not in body and "!" not in body and "?" not in body:
            if line:
                found.append(line)
            continue
        for start in range(0, len(line), _LONGEST):
            part = line[start : start + _LONGEST]
            if " ." in part or "(." in part or part[0] == ".":  # a cheap look before the costly one
                part = _LEADING_DOT.sub(_HIDDEN_DOT, part)
            sentences = segment("en", part)
            if _HIDDEN_DOT in part:
                sentences = [sentence.replace(_HIDDEN_DOT, ".") for sentence in sentences]
            for item in sentences:
                if sentence := item.strip():
                    found += _NO_INITIAL.split(sentence) if ". " in sentence else (sentence,)
    return found
