"""A document as read → a clean one: language, control characters, sentences, and what is no sentence left out.

Every rule has a name, and the report counts by it. The order of rules is the order of cost.
"""

from __future__ import annotations

import re
from hashlib import blake2b
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
_ENDS = (".", "!", "?", "…", '."', '!"', '?"', ".”", "!”", "?”", ".'", ".)", ":", "”")
_MAX_ID, _MAX_URL, _MAX_TITLE, _MAX_COLLECTION = 400, 2_000, 300, 100


class Cleaner:
    """Cleans the documents of one file in their order; it remembers what a site repeats."""

    def __init__(self, options: Options, report: Report) -> None:
        self._options = options
        self._report = report
        self._templates = TemplateFilter()

    def clean(self, document: Document, name: str) -> CleanDocument | None:
        """The document with its kept sentences, or None (counted) where it has none."""
        options, report = self._options, self._report
        text, removed = without_controls(document.text)
        if removed:
            report.repaired["control characters"] += removed
        if options.language is not None and not is_language(text, options.language):
            report.documents_out["other language"] += 1
            return None
        site = _site(document.url) if options.spam else None
        seen: dict[int, bool] = {}
        kept: list[str] = []
        questions = 0
        for sentence in split(text):
            reason = self._reason_against(sentence)
            if reason is None and site is not None and self._templates.repeated(site, sentence, seen):
                reason = "template repeated across a site"
            if reason is None and options.keep == "comparative" and not could_be_evidence(sentence):
                reason = "not comparative"
            if reason is not None:
                report.sentences_out[reason] += 1
                continue
            kept.append(sentence)
            questions += sentence.endswith("?")
        if not kept:
            report.documents_out["no sentence left"] += 1
            return None
        report.documents += 1
        report.sentences += len(kept)
        report.questions += questions
        return CleanDocument(
            id=_id(document, name),
            url=_field(document.url, _MAX_URL),
            title=_field(document.title, _MAX_TITLE),
            date=iso_date(document.date),
            collection=_field(document.collection, _MAX_COLLECTION) or options.collection,
            sentences=tuple(kept),
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
        lowered = sentence.lower()
        words = lowered.split(" ")
        if _FUNCTION_WORDS.isdisjoint(words) and _FUNCTION_WORDS.isdisjoint(_WORD.findall(lowered)):
            return "no sentence structure"
        if count >= 8:
            if len(set(words)) * 5 < count * 2:
                return "repeats its own words"
            marks = sentence.count(",") + sentence.count("|") + sentence.count("•")
            if marks * 2 > count and not sentence.endswith(_ENDS):
                return "list of keywords"
        elif count < 5 and not sentence.endswith(_ENDS):
            return "heading or menu"
        if not _BOILERPLATE_WORDS.isdisjoint(words) and _BOILERPLATE.search(lowered):
            return "boilerplate"
        return None


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

    def repeated(self, site: str, sentence: str, seen: dict[int, bool]) -> bool:
        """Count the sentence for this document (`seen` is the document's own memory): was it there too often before?"""
        content = f"{site}\n{sentence}".encode("utf-8", "replace")
        digest = int.from_bytes(blake2b(content, digest_size=5).digest(), "little")
        if digest in seen:
            return seen[digest]
        if not self._entries:
            self._first, self._second = bytearray(self.SLOTS), bytearray(self.SLOTS)
        self._entries = (self._entries + 1) % self.ROOM
        one, two = digest & (self.SLOTS - 1), digest >> 20
        before = self._first[one]
        if before > self._second[two]:
            before = self._second[two]
        if before < self.KEPT:
            self._first[one] += self._first[one] < 255
            self._second[two] += self._second[two] < 255
        seen[digest] = before >= self.KEPT
        return seen[digest]


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
    return " ".join(without_controls(text[: most * 2])[0].split())[:most].strip() or None
