"""Synonyms, antonyms and related word forms from WordNet, as a compact table that ships with the package.

The table keeps the first sense of each word only: an aspect is meant in its everyday sense, and rarer senses bring
words that nobody means. It is made from the files of Debian's package wordnet-base by

    python -m weigh.text.wordnet /usr/share/wordnet src/weigh/text/data/wordnet.tsv.gz

WordNet's licence is in data/WORDNET-LICENSE.txt. A row is: word, part of speech that it mostly is (n, v, a, r),
synonyms, antonyms, related forms.
"""

from __future__ import annotations

import gzip
import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from weigh.text.forms import noun_forms

_TABLE = Path(__file__).parent / "data" / "wordnet.tsv.gz"
_PARTS = {"adj": "a", "noun": "n", "verb": "v"}
_SIMILAR, _ANTONYM, _DERIVED, _ATTRIBUTE = "&", "!", "+", "="


class Related(NamedTuple):
    synonyms: tuple[str, ...] = ()
    antonyms: tuple[str, ...] = ()
    forms: tuple[str, ...] = ()
    part: str = ""


@lru_cache(maxsize=1)
def _table() -> dict[str, str]:
    with gzip.open(_TABLE, "rt", encoding="utf-8") as lines:
        return dict(line.rstrip("\n").split("\t", 1) for line in lines if not line.startswith("#"))


@lru_cache(maxsize=4096)
def related(word: str) -> Related:
    """What WordNet knows of a word (lower case); nothing where it is unknown."""
    row = _table().get(word)
    if row is None:
        return Related()
    part, *lists = row.split("\t")
    synonyms, antonyms, forms = (tuple(listed.split(",")) if listed else () for listed in lists)
    return Related(synonyms, antonyms, forms, part)


def is_noun(word: str) -> bool:
    """Whether a word (singular or plural) is mostly a noun."""
    return any(related(form).part == "n" for form in noun_forms(word))


# --- making the table -----------------------------------------------------------------------------------------------


class _Synset(NamedTuple):
    words: list[str]
    pointers: list[tuple[str, int, str, int, int]]
    """(symbol, offset, part of speech, number of our word, number of their word); number 0 means the whole set."""


def _synsets(path: Path) -> dict[int, _Synset]:
    found = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith(" "):
            continue
        fields = line.split(" | ")[0].split()
        count = int(fields[3], 16)
        names = [fields[4 + 2 * i].split("(")[0].replace("_", " ").lower() for i in range(count)]
        at = 4 + 2 * count
        pointers = []
        for i in range(int(fields[at])):
            symbol, offset, part, numbers = fields[at + 1 + 4 * i : at + 5 + 4 * i]
            pointers.append((symbol, int(offset), part.replace("s", "a"), int(numbers[:2], 16), int(numbers[2:], 16)))
        found[int(fields[0])] = _Synset(names, pointers)
    return found


def _first_senses(path: Path) -> Iterator[tuple[str, int, int]]:
    """(word, offset of its first sense, how many of its senses occur in tagged text)."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith(" "):
            fields = line.split()
            pointers = int(fields[3])
            yield fields[0].replace("_", " "), int(fields[6 + pointers]), int(fields[5 + pointers])


def _main_parts(path: Path) -> dict[str, str]:
    """Word → the part of speech that it mostly is in tagged text."""
    counts: dict[str, dict[str, int]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        key, _, number = line.split()
        word, _, rest = key.partition("%")
        part = "-nvara"[int(rest[0])]
        known = counts.setdefault(word.replace("_", " "), {})
        known[part] = known.get(part, 0) + int(number)
    return {word: max(sorted(known), key=lambda part: known[part]) for word, known in counts.items()}


def build(source: Path, target: Path) -> int:
    """Write the table from WordNet's files; gives the number of rows."""
    sets = {code: _synsets(source / f"data.{name}") for name, code in _PARTS.items()}
    main = _main_parts(source / "cntlist.rev")
    rows: dict[str, tuple[dict[str, None], dict[str, None], dict[str, None]]] = {}
    first_part: dict[str, str] = {}
    for name, code in _PARTS.items():
        for word, offset, tagged in _first_senses(source / f"index.{name}"):
            plain = word.replace(" ", "").replace("-", "").isalpha()
            if word.count(" ") > 1 or (tagged == 0 and code != "a") or not plain:
                continue
            first_part.setdefault(word, code)
            synonyms, antonyms, forms = rows.setdefault(word, ({}, {}, {}))
            own = sets[code][offset]
            synonyms.update(dict.fromkeys(own.words))
            for symbol, there, part, mine, theirs in own.pointers:
                if part not in sets or there not in sets[part] or (mine and own.words[mine - 1] != word):
                    continue
                words = sets[part][there].words
                words = [words[theirs - 1]] if theirs else words
                if symbol == _SIMILAR and code == "a":
                    synonyms.update(dict.fromkeys(words[:1]))
                elif symbol == _ANTONYM:
                    antonyms.update(dict.fromkeys(words))
                elif symbol in (_DERIVED, _ATTRIBUTE):
                    forms.update(dict.fromkeys(words))
    kept = 0
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("wb") as raw, gzip.GzipFile(fileobj=raw, mode="wb", compresslevel=9, mtime=0, filename="") as out:
        out.write(
            b"# From WordNet 3.0 (Debian: wordnet-base), licence in WORDNET-LICENSE.txt; made by weigh.text.wordnet\n"
        )
        for word in sorted(rows):
            parts = [[w for w in part if w != word and w.count(" ") < 2][:8] for part in rows[word]]
            if any(parts) or word in main:
                kept += 1
                part = main.get(word, first_part[word])
                out.write(("\t".join((word, part, *(",".join(listed) for listed in parts))) + "\n").encode())
    return kept


if __name__ == "__main__":
    print(build(Path(sys.argv[1]), Path(sys.argv[2])), "words")
