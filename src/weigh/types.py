"""The words of the domain as frozen data: what a question, a sentence, an argument and an answer are.

Everything that passes between stages is defined here, so that the way of a question can be read off the types:
question → Understanding → Comparison → Retrieved → Judgement → Argument → Shares, Verdict → FoundAspect → Summary →
Answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Literal
from urllib.parse import urlsplit

GENERAL = "general comparison"
"""The category of an argument that contains no wanted aspect."""
MULTIPLE = "multiple aspects"
"""The category of an argument that contains more than one wanted aspect."""
OVERALL = "overall"
"""The key of the share over all categories."""


class Stance(StrEnum):
    """What a sentence says of an ordered pair of objects."""

    FIRST = "FIRST"
    SECOND = "SECOND"
    EQUAL = "EQUAL"
    NONE = "NONE"

    def swapped(self) -> Stance:
        """The same stance, told of the pair in the other order."""
        return {Stance.FIRST: Stance.SECOND, Stance.SECOND: Stance.FIRST}.get(self, self)


class Direction(StrEnum):
    """Whether more or less of an aspect is better."""

    MORE = "more"
    LESS = "less"


class VerdictKind(StrEnum):
    """The six things that evidence can say."""

    CLEAR = "clear winner"
    LEANING = "leaning"
    CLOSE = "too close to call"
    EQUAL = "equal"
    DEPENDS = "depends on the aspect"
    INSUFFICIENT = "not enough evidence"


# --- what was asked -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Object:
    """One of the things compared, with other names under which text may mention it."""

    name: str
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Aspect:
    """What the objects are compared by; `words` are further words that count as naming it.

    Without a direction the lexicon's holds: less is better for price, more for speed.
    """

    name: str
    weight: int = 3
    direction: Direction | None = None
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Comparison:
    """What was understood: two or more objects, by which aspects, under which circumstances."""

    objects: tuple[Object, ...]
    aspects: tuple[Aspect, ...] = ()
    predicate: str | None = None
    context: str | None = None

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(item.name for item in self.objects)

    def pairs(self) -> Iterator[tuple[Object, Object]]:
        """All pairs of objects, each once, in the order given."""
        for i, first in enumerate(self.objects):
            for second in self.objects[i + 1 :]:
                yield first, second


Outcome = Literal["comparison", "not comparative", "offensive", "sensitive", "too few objects", "superlative"]


@dataclass(frozen=True, slots=True)
class Understanding:
    """The parse of a question: is it comparative and why, of which kinds, and the comparison in it.

    `outcome` says how the pipeline goes on: only "comparison" and "superlative" lead to an answer with evidence;
    with every other outcome `message` tells the user why there is none.
    """

    question: str
    outcome: Outcome
    comparative: bool
    probability: float
    reason: str
    kinds: tuple[str, ...] = ()
    intent: Literal["factual", "method", "argumentative"] | None = None
    comparison: Comparison | None = None
    message: str | None = None


# --- what was found -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Filters:
    """Which documents may serve as evidence. Empty means all. Dates are ISO prefixes and inclusive ("2019-05")."""

    collections: tuple[str, ...] = ()
    domains: tuple[str, ...] = ()
    since: str | None = None
    until: str | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """One document that contains the sentence, and the sentence's position in it."""

    document: str
    position: int
    url: str | None = None
    title: str | None = None
    date: str | None = None
    collection: str = ""

    @property
    def site(self) -> str:
        """Who says it: the host of the URL, or the document itself where there is no web address."""
        try:
            host = urlsplit(self.url).hostname if self.url and self.url.startswith(("http://", "https://")) else None
        except ValueError:  # "https://[bad" is no address
            host = None
        return host.removeprefix("www.") if host else self.document


@dataclass(frozen=True, slots=True)
class Sentence:
    """The unit of the index. Equal sentences are one; `sources` may be capped, `source_count` is the true number."""

    id: int
    text: str
    sources: tuple[Source, ...]
    source_count: int = 1


@dataclass(frozen=True, slots=True)
class Hit:
    """A retrieved sentence with its retrieval score (BM25) and the wanted aspects that it contains."""

    sentence: Sentence
    score: float
    aspects: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Retrieved:
    """What the index has on one pair: best first, at most the limits of the product page, and how many there are."""

    hits: tuple[Hit, ...]
    total: int

    @property
    def best_score(self) -> float:
        return max((hit.score for hit in self.hits), default=0.0)


@dataclass(frozen=True, slots=True)
class SearchPage:
    """One page of a keyword search."""

    query: str
    hits: tuple[Hit, ...]
    total: int
    offset: int


@dataclass(frozen=True, slots=True)
class Passage:
    """Consecutive sentences of one document, starting at position `start`; `focus` is the position asked about."""

    source: Source
    sentences: tuple[str, ...]
    start: int
    focus: int | None
    document_length: int


@dataclass(frozen=True, slots=True)
class CollectionInfo:
    name: str
    documents: int
    sentences: int


@dataclass(frozen=True, slots=True)
class IndexInfo:
    """What an index holds. `version` changes with every commit, so that cached work can be told apart."""

    location: str
    engine: str
    documents: int
    sentences: int
    size_bytes: int
    format: int
    version: str
    collections: tuple[CollectionInfo, ...] = ()

    def public(self) -> IndexInfo:
        """The same without the way to the index: answers are shared, and a machine's folders are its own business."""
        names = (part.rstrip("/\\").replace("\\", "/").rsplit("/", 1)[-1] for part in self.location.split(", "))
        return replace(self, location=", ".join(names))


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A comparable thing, and how often (and with what) text compares it."""

    name: str
    count: int
    compared_with: tuple[str, ...] = ()


# --- what it means --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Span:
    """A part of a sentence worth showing: character offsets, what it is, and which one."""

    start: int
    end: int
    kind: Literal["object", "aspect", "cue"]
    name: str


@dataclass(frozen=True, slots=True)
class Judgement:
    """A classifier's word on one sentence and one ordered pair."""

    stance: Stance
    confidence: float
    cues: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Breakdown:
    """Why an argument has its score: each ingredient, so that the product can be followed by hand."""

    fit: float
    stance: float
    aspect: float
    sites: float


@dataclass(frozen=True, slots=True)
class Argument:
    """A sentence that takes a stance, with all that is shown of it. `id` is the number that citations use."""

    id: int
    sentence: Sentence
    objects: tuple[str, str]
    stance: Stance
    confidence: float
    score: float
    category: str
    aspects: tuple[str, ...]
    spans: tuple[Span, ...]
    breakdown: Breakdown
    variants: tuple[str, ...] = ()
    """Near-duplicates of the sentence that were grouped under it."""
    dropped: bool = False
    flipped: bool = False
    """What the user did to it; a dropped argument stays visible and counts nothing."""
    turned: bool = False
    """Whether its stance was turned round, since the asker wants the contrary of what is usual of its aspect."""

    @property
    def winner(self) -> str | None:
        """The object that the argument speaks for; None where it calls them equal."""
        return {Stance.FIRST: self.objects[0], Stance.SECOND: self.objects[1]}.get(self.stance)

    @property
    def loser(self) -> str | None:
        return {Stance.FIRST: self.objects[1], Stance.SECOND: self.objects[0]}.get(self.stance)


@dataclass(frozen=True, slots=True)
class Share:
    """How the evidence of one category divides among the objects. Values sum to one; without evidence all are zero."""

    values: Mapping[str, float]
    points: Mapping[str, float]
    counts: Mapping[str, int]
    equal_count: int = 0
    interval: Mapping[str, tuple[float, float]] = field(default_factory=dict)

    @property
    def leader(self) -> str | None:
        """The object with the largest share; None on a tie or without evidence."""
        ordered = sorted(self.values.items(), key=lambda item: -item[1])
        if not ordered or ordered[0][1] <= 0 or (len(ordered) > 1 and ordered[0][1] - ordered[1][1] < 1e-9):
            return None
        return ordered[0][0]


@dataclass(frozen=True, slots=True)
class Shares:
    """The shares overall and per category: `answer.shares["price"].values["java"]`."""

    overall: Share
    categories: Mapping[str, Share] = field(default_factory=dict)

    def __getitem__(self, category: str) -> Share:
        return self.overall if category == OVERALL else self.categories[category]

    def __iter__(self) -> Iterator[str]:
        return iter((OVERALL, *self.categories))


@dataclass(frozen=True, slots=True)
class AspectLean:
    """Which object an aspect's evidence favours; None where it is balanced."""

    aspect: str
    winner: str | None
    share: float
    behind: tuple[str, ...] = ()
    """Among three or more objects without a winner: those that all the others compared by the aspect are ahead of."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the evidence says, how sure that is, and the same in one sentence."""

    kind: VerdictKind
    text: str
    winner: str | None = None
    share: float | None = None
    interval: tuple[float, float] | None = None
    leans: tuple[AspectLean, ...] = ()


@dataclass(frozen=True, slots=True)
class PairResult:
    """One pair of a comparison of many objects."""

    objects: tuple[str, str]
    share: float
    """The first object's share."""
    arguments: int


@dataclass(frozen=True, slots=True)
class Ranking:
    """More than two objects in one order (Bradley–Terry), with the pairwise table it rests on."""

    order: tuple[str, ...]
    strengths: Mapping[str, float]
    pairs: tuple[PairResult, ...]
    hardly_compared: tuple[str, ...] = ()
    """Objects of which too few arguments speak to give them a place; they come last in the order."""


@dataclass(frozen=True, slots=True)
class FoundAspect:
    """An aspect that the arguments for one object talk about."""

    name: str
    object: str
    count: int
    weight: float
    words: tuple[str, ...]
    arguments: tuple[int, ...]
    """Ids of the arguments that mention it."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One statement of the summary with what it rests on."""

    text: str
    part: Literal["overall", "aspect", "choice"]
    citations: tuple[int, ...]
    objects: tuple[str, ...]
    winner: str | None = None
    aspect: str | None = None


@dataclass(frozen=True, slots=True)
class Summary:
    """The short text. `note` says where the method asked for could not be kept to; `dropped` counts failed claims."""

    method: str
    claims: tuple[Claim, ...] = ()
    note: str | None = None
    dropped: int = 0

    @property
    def text(self) -> str:
        """The claims as one text with citations: `Python is easier to learn [1][4].`"""
        return " ".join(cited(claim) for claim in self.claims)


def cited(claim: Claim) -> str:
    """A claim's text with its citations before the final full stop."""
    marks = "".join(f"[{number}]" for number in claim.citations)
    body = claim.text.rstrip()
    return f"{body[:-1]} {marks}{body[-1]}" if marks and body.endswith((".", "!")) else f"{body} {marks}".rstrip()


@dataclass(frozen=True, slots=True)
class Timing:
    stage: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Provenance:
    """How an answer came about: enough to see what it rests on and to tell two answers apart."""

    weigh_version: str
    index: IndexInfo
    classifier: str
    scoring: str
    models: Mapping[str, str] = field(default_factory=dict)
    retrieved: int = 0
    classified: int = 0
    timings: tuple[Timing, ...] = ()
    created: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """Everything Weigh says. `to_dict` is the published JSON form, `from_dict` its inverse."""

    understanding: Understanding
    comparison: Comparison | None
    verdict: Verdict
    shares: Shares
    arguments: tuple[Argument, ...]
    aspects: tuple[FoundAspect, ...]
    summary: Summary
    provenance: Provenance
    ranking: Ranking | None = None
    related: tuple[Suggestion, ...] = ()
    notes: tuple[str, ...] = ()
    meant: Mapping[str, str] = field(default_factory=dict)
    """Names of which no argument speaks → the known ones, a typing slip away, that were probably meant."""

    def arguments_for(self, name: str) -> tuple[Argument, ...]:
        """The arguments that this object wins, best first."""
        return tuple(argument for argument in self.arguments if argument.winner == name)

    @property
    def equal_arguments(self) -> tuple[Argument, ...]:
        return tuple(argument for argument in self.arguments if argument.stance is Stance.EQUAL)

    def to_dict(self) -> dict[str, Any]:
        from weigh.schema import to_dict

        return to_dict(self)

    def to_markdown(self) -> str:
        from weigh.markdown import answer_to_markdown

        return answer_to_markdown(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Answer:
        from weigh.schema import from_dict

        return from_dict(cls, data)

    def with_(self, **changes: Any) -> Answer:
        """A copy with some fields changed."""
        return replace(self, **changes)


Stage = Literal["parse", "retrieve", "classify", "rank", "aspects", "summarize", "done"]


@dataclass(frozen=True, slots=True)
class Event:
    """A stage has ended. `answer` is the answer so far, from "rank" on; with "done" it is whole."""

    stage: Stage
    seconds: float
    detail: str
    """What came out, in words: "412 sentences"."""
    understanding: Understanding
    answer: Answer | None = None
