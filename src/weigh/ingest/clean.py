"""A document as read → a clean one: language, control characters, sentences, and what is no sentence left out.

Every rule has a name, and the report counts by it. The order of rules is the order of cost.

Cleaning has two steps. `Cleaner.draft` looks at one document alone, so that many processes can do it at once.
`Finisher.finish` knows the documents of the file before it, must see them in their order, and costs next to nothing.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
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
_PLAIN_HOST = re.compile(r"https?://([a-z0-9.-]+)(?:[/?#]|\Z)")
"""Most addresses; reading those with users, ports and capitals takes ten times as long."""
_NO_LETTERS = bytes(byte for byte in range(128) if not chr(byte).isalpha() and byte != ord("\n"))
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
        kept = self._kept(split(text))
        if not kept:
            report.documents_out["no sentence left"] += 1
            return None
        site = host(document.url) if options.spam else None
        return Draft(
            CleanDocument(
                id=_id(document, name),
                url=_field(document.url, _MAX_URL),
                title=_field(document.title, _MAX_TITLE),
                date=iso_date(document.date),
                collection=_field(document.collection, _MAX_COLLECTION) or options.collection,
                sentences=tuple(kept),
            ),
            marks(site, kept) if site is not None else (),
        )

    def _kept(self, sentences: list[str]) -> list[str]:
        """The sentences that no rule leaves out. What can be done for all sentences at once is done so, for speed."""
        if not sentences:
            return []
        options, out = self._options, self._report.sentences_out
        comparative, spam = options.keep == "comparative", options.spam
        joined = "\n".join(sentences)  # none has a line break: that is where they were cut
        letters = joined.encode().translate(None, _NO_LETTERS).split(b"\n")
        kept: list[str] = []
        for sentence, lowered, only_letters in zip(sentences, joined.lower().split("\n"), letters, strict=True):
            words = lowered.split(" ")
            if len(sentence) > options.max_sentence:
                reason: str | None = "too long"
            elif len(words) < options.min_words:
                reason = "too short"
            elif spam and len(only_letters) * 2 < len(sentence):
                reason = "mostly digits and symbols"
            else:
                reason = _spam(sentence, lowered, words) if spam else None
                if reason is None and comparative and not could_be_evidence(sentence):
                    reason = "not comparative"
            if reason is None:
                kept.append(sentence)
            else:
                out[reason] += 1
        return kept


def _spam(sentence: str, lowered: str, words: list[str]) -> str | None:
    """Why the words of this sentence make it spam, or None."""
    if _FUNCTION_WORDS.isdisjoint(words) and _FUNCTION_WORDS.isdisjoint(_WORD.findall(lowered)):
        return "no sentence structure"
    count = len(words)
    if count >= 8:
        # Mostly the first words are enough different ones, and a small set is made in a quarter of the time.
        enough = (count * 2 + 4) // 5
        if len(set(words[:enough])) < enough and len(set(words)) < enough:
            return "repeats its own words"
        if not sentence.endswith(_ENDS) and sum(map(sentence.count, ",|•")) * 2 > count:
            return "list of keywords"
    elif count < 5 and not sentence.endswith(_ENDS):
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
        entries, kept = self._entries, self.KEPT
        firsts, seconds = self._first, self._second
        for digest in dict.fromkeys(marks):
            if not entries % self.ROOM:
                firsts = self._first = bytearray(self.SLOTS)
                seconds = self._second = bytearray(self.SLOTS)
            entries += 1
            one, two = digest & 0xFFFFF, digest >> 20
            first, second = firsts[one], seconds[two]
            if first >= kept and second >= kept:
                often.add(digest)
                continue
            if first < 255:
                firsts[one] = first + 1
            if second < 255:
                seconds[two] = second + 1
        self._entries = entries
        if not often:
            return frozenset()
        return frozenset(position for position, digest in enumerate(marks) if digest in often)


def marks(site: str, sentences: Iterable[str]) -> tuple[int, ...]:
    """For each sentence forty bits that tell it from others of its site."""
    found, new = [], blake2b(f"{site}\n".encode("utf-8", "replace"), digest_size=5).copy
    for text in sentences:
        digest = new()  # a copy is made faster than a new one
        digest.update(text.encode("utf-8", "replace"))
        found.append(int.from_bytes(digest.digest(), "little"))
    return tuple(found)


def host(url: str | None) -> str | None:
    """The host of a web address in lower case, or None."""
    if not url or not url.startswith(("http://", "https://")):
        return None
    if match := _PLAIN_HOST.match(url):
        return match[1]
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
