"""A document as read → a clean one: language, control characters, sentences, and what is no sentence left out.

Every rule has a name, and the report counts by it. The order of rules is the order of cost.

Cleaning has two steps. `Cleaner.draft` looks at one document alone, so that many processes can do it at once.
`Finisher.finish` knows the documents of the file before it, must see them in their order, and costs next to nothing.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Protocol, Self, TypeVar
from urllib.parse import urlsplit

from weigh.ingest.dates import iso_date
from weigh.ingest.documents import CleanDocument, Document, Options, Report
from weigh.ingest.keep import could_be_evidence
from weigh.ingest.language import is_language
from weigh.ingest.split import split, without_controls
from weigh.ingest.words import entries, word_set

_WORD = re.compile(r"[^\W\d_]+")
_FUNCTION_WORDS = word_set("function_words.txt")
_PHRASES = entries("boilerplate.txt")
_BOILERPLATE = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, _PHRASES))})")
# The longest word of each phrase, also with the punctuation that may follow: a cheap sign that the phrase may be there.
_BOILERPLATE_WORDS = frozenset(
    max(phrase.split(), key=len) + mark for phrase in _PHRASES for mark in ("", ".", ",", "!", ":", ";", ")")
)
_NO_LETTERS = bytes(byte for byte in range(128) if not chr(byte).isalpha())
_LAST = frozenset(".!?…:”")
_ENDS = (".", "!", "?", "…", '."', '!"', '?"', ".”", "!”", "?”", ".'", ".)", ":", "”")
_MAX_ID, _MAX_URL, _MAX_TITLE, _MAX_COLLECTION = 400, 2_000, 300, 100


@dataclass(frozen=True, slots=True)
class Draft:
    """A document as clean as it can be without a look at other documents."""

    document: CleanDocument
    marks: tuple[int, ...]
    """For each sentence what tells it from others of its site; empty where no site can repeat it."""

    @property
    def sentences(self) -> tuple[str, ...]:
        return self.document.sentences

    def without(self, positions: Collection[int]) -> Self:
        kept = tuple(text for i, text in enumerate(self.sentences) if i not in positions)
        return replace(self, document=replace(self.document, sentences=kept), marks=())


class Cleaner:
    """Cleans documents one by one."""

    def __init__(self, options: Options, report: Report) -> None:
        self._options = options
        self._report = report

    def draft(self, document: Document, name: str) -> Draft | None:
        """The document with the sentences that pass every rule about themselves; None (counted) without any."""
        options, report = self._options, self._report
        text, removed = without_controls(document.text)
        if removed:
            report.repaired["control characters"] += removed
        if options.language is not None and not is_language(text, options.language):
            report.documents_out["other language"] += 1
            return None
        comparative = options.keep == "comparative"
        against = self._reason_against
        kept: list[str] = []
        for sentence in split(text):
            reason = against(sentence)
            if reason is None and comparative and not could_be_evidence(sentence):
                reason = "not comparative"
            if reason is None:
                kept.append(sentence)
            else:
                report.sentences_out[reason] += 1
        if not kept:
            report.documents_out["no sentence left"] += 1
            return None
        site = _site(document.url) if options.spam else None
        return Draft(
            CleanDocument(
                id=_id(document, name),
                url=_field(document.url, _MAX_URL),
                title=_field(document.title, _MAX_TITLE),
                date=iso_date(document.date),
                collection=_field(document.collection, _MAX_COLLECTION) or options.collection,
                sentences=tuple(kept),
            ),
            tuple(mark(site, sentence) for sentence in kept) if site is not None else (),
        )

    def _reason_against(self, sentence: str) -> str | None:
        """Why this is no sentence to keep, or None. Called for every sentence, so written for speed."""
        options = self._options
        size = len(sentence)
        if size > options.max_sentence:
            return "too long"
        count = sentence.count(" ") + 1
        if count < options.min_words:
            return "too short"
        if not options.spam:
            return None
        if len(sentence.encode().translate(None, _NO_LETTERS)) * 2 < size:
            return "mostly digits and symbols"
        ended = sentence[-1] in _LAST or sentence.endswith(_ENDS)
        lowered = sentence.lower()
        words = lowered.split(" ")
        if _FUNCTION_WORDS.isdisjoint(words) and _FUNCTION_WORDS.isdisjoint(_WORD.findall(lowered)):
            return "no sentence structure"
        if count >= 8:
            if len(set(words)) * 5 < count * 2:
                return "repeats its own words"
            if not ended and (sentence.count(",") + sentence.count("|") + sentence.count("•")) * 2 > count:
                return "list of keywords"
        elif count < 5 and not ended:
            return "heading or menu"
        if not _BOILERPLATE_WORDS.isdisjoint(words) and _BOILERPLATE.search(lowered):
            return "boilerplate"
        return None


class Drafted(Protocol):
    """A draft, or what an engine has made of one."""

    @property
    def marks(self) -> tuple[int, ...]: ...

    @property
    def sentences(self) -> tuple[str, ...]: ...

    def without(self, positions: Collection[int]) -> Self: ...


D = TypeVar("D", bound=Drafted)


class Finisher:
    """Takes out what a site repeats, over the documents of one file in their order, and counts what is kept."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._templates = TemplateFilter()

    def finish(self, draft: D) -> D | None:
        """The draft with the sentences that stay, or None (counted) where there is none."""
        report = self._report
        if repeated := self._templates.repeated(draft.marks):
            report.sentences_out["template repeated across a site"] += len(repeated)
            if len(repeated) == len(draft.sentences):
                report.documents_out["no sentence left"] += 1
                return None
            draft = draft.without(repeated)
        report.documents += 1
        report.sentences += len(draft.sentences)
        report.questions += sum([sentence[-1:] == "?" for sentence in draft.sentences])
        return draft


class TemplateFilter:
    """Tells sentences that a site repeats on many pages, in constant memory.

    Two tables of counters (a count-min sketch) hold, for each site and sentence, on how many documents it stood.
    The first `KEPT` documents keep it, later ones do not. The tables are emptied after `ROOM` entries, so that chance
    collisions stay about one in a million; both depend on the order of the file alone.
    """

    KEPT = 3
    SLOTS = 1 << 20
    ROOM = 200_000

    def __init__(self) -> None:
        self._first = self._second = bytearray()
        self._entries = 0

    def repeated(self, marks: Collection[int]) -> frozenset[int]:
        """Count a document's sentences, given by their marks: the positions of those that were there too often."""
        often: set[int] = set()
        for digest in marks if len(set(marks)) == len(marks) else dict.fromkeys(marks):
            if not self._entries:
                self._first, self._second = bytearray(self.SLOTS), bytearray(self.SLOTS)
            self._entries = (self._entries + 1) % self.ROOM
            one, two = digest & 0xFFFFF, digest >> 20
            first, second = self._first[one], self._second[two]
            if first >= self.KEPT and second >= self.KEPT:
                often.add(digest)
                continue
            if first < 255:
                self._first[one] = first + 1
            if second < 255:
                self._second[two] = second + 1
        if not often:
            return frozenset()
        return frozenset(position for position, digest in enumerate(marks) if digest in often)


def mark(site: str, sentence: str) -> int:
    """Forty bits that tell a sentence of a site from others."""
    content = f"{site}\n{sentence}".encode("utf-8", "replace")
    return int.from_bytes(blake2b(content, digest_size=5).digest(), "little")


def _site(url: str | None) -> str | None:
    """The host of a web address, or None."""
    if not url or not url.startswith(("http://", "https://")):
        return None
    try:
        return urlsplit(url).hostname
    except ValueError:
        return None


def _id(document: Document, name: str) -> str:
    """The given id, or the file's name with a hash of the content: stable across runs, folders and edits elsewhere."""
    given = _field(document.id, _MAX_ID * 10)
    if given and len(given) <= _MAX_ID:
        return given
    content = f"{document.id}\n{document.url}\n{document.title}\n{document.text}"
    digest = blake2b(content.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
    return f"{name}#{digest}"


def _field(text: str | None, most: int) -> str | None:
    """A short text on one line without control characters, cut at `most` characters."""
    if not text:
        return None
    if len(text) <= most and text.isprintable() and "  " not in text:
        return text.strip() or None
    return " ".join(without_controls(text[: most * 2])[0].split())[:most].strip() or None
