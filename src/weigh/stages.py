"""The Protocols of the stages, all on one screen. A back end is one file that fulfils one of them.

Data flows one way: parse → retrieve → classify → rank → aspects → summarize. No stage knows another;
`pipeline.Weigh` alone knows their order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from weigh.types import (
    Argument,
    Aspect,
    Comparison,
    Filters,
    FoundAspect,
    Hit,
    IndexInfo,
    Judgement,
    Object,
    Passage,
    Ranking,
    Retrieved,
    SearchPage,
    Shares,
    Suggestion,
    Summary,
    Understanding,
    Verdict,
)


class Parser(Protocol):
    """question → what was understood. Never raises on odd text; an empty question is BadInput."""

    def parse(self, question: str, *, overrule: bool | None = None) -> Understanding:
        """`overrule` is the user's own word on whether the question is comparative."""
        ...


class Engine(Protocol):
    """An index to read from. Safe to share between threads."""

    def retrieve(
        self, first: Object, second: Object, aspects: Sequence[Aspect], filters: Filters, *, limit: int, general: int
    ) -> Retrieved:
        """Sentences that name both objects and are no questions: those with a wanted aspect first (at most `limit`),
        then the others (at most `general`), each part best first by BM25."""
        ...

    def search(self, query: str, filters: Filters, *, offset: int = 0, limit: int = 20) -> SearchPage:
        """Keyword search: AND, OR, minus, quotes, brackets. Raises BadQuery."""
        ...

    def context(self, document: str, position: int, *, around: int = 3) -> Passage:
        """The sentences around a position. Raises DocumentMissing."""
        ...

    def document(self, document: str) -> Passage:
        """A whole document. Raises DocumentMissing."""
        ...

    def complete(self, prefix: str, *, limit: int = 10) -> tuple[Suggestion, ...]:
        """Type-ahead for objects, most often compared first."""
        ...

    def candidates(self, name: str, *, limit: int = 10) -> tuple[Suggestion, ...]:
        """What the thing is often compared with; with an empty name, what is compared most of all."""
        ...

    def similar(self, name: str, *, limit: int = 3) -> tuple[Suggestion, ...]:
        """Comparable things one typing slip away from a name that text (all but) never has, best known first."""
        ...

    def info(self) -> IndexInfo: ...

    def close(self) -> None: ...


class Classifier(Protocol):
    """Sentences → stances towards the pair in the order given, whichever way round the sentence names it."""

    name: str

    def classify(self, sentences: Sequence[str], first: Object, second: Object) -> list[Judgement]: ...


class Ranker(Protocol):
    """Judged sentences → scored arguments, and from any set of arguments the shares and the verdict.

    `shares` and `verdict` look at the arguments alone, so that dropping or flipping one needs no retrieval.
    """

    name: str

    def rank(
        self,
        first: Object,
        second: Object,
        hits: Sequence[Hit],
        judgements: Sequence[Judgement],
        comparison: Comparison,
    ) -> tuple[Argument, ...]:
        """Arguments of one pair, best first, near-duplicates grouped. Ids are given by the pipeline later."""
        ...

    def shares(self, arguments: Sequence[Argument], comparison: Comparison) -> Shares: ...

    def verdict(self, arguments: Sequence[Argument], shares: Shares, comparison: Comparison) -> Verdict: ...

    def tournament(self, arguments: Sequence[Argument], comparison: Comparison) -> Ranking | None:
        """The order of three or more objects; None for two."""
        ...


class AspectFinder(Protocol):
    """Arguments → the aspects they talk about, at most ten an object, most telling first."""

    def find(self, arguments: Sequence[Argument], comparison: Comparison) -> tuple[FoundAspect, ...]: ...


class Summarizer(Protocol):
    """Scored arguments → a short text in which every claim passed the citation check."""

    name: str

    def summarize(
        self,
        comparison: Comparison,
        arguments: Sequence[Argument],
        shares: Shares,
        verdict: Verdict,
        aspects: Sequence[FoundAspect],
    ) -> Summary: ...
