"""Weigh: the way of a question, and the only place that knows the order of the stages.

question → parse → comparison → retrieve → classify → rank → aspects → summarize → answer
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from threading import Lock
from typing import Any

from weigh import aspects as aspect_stage
from weigh import broader as broader_stage
from weigh import classify, hints, parse, superlative
from weigh import index as index_stage
from weigh import rank as rank_stage
from weigh import summarize as summarize_stage
from weigh.given import given_comparison, merged_note
from weigh.ledger import Run
from weigh.settings import Settings
from weigh.stages import Classifier
from weigh.text import lexicon
from weigh.text.actions import with_gerunds
from weigh.text.aliases import with_aliases
from weigh.types import (
    Answer,
    Argument,
    Aspect,
    Comparison,
    Event,
    Filters,
    Hit,
    IndexInfo,
    Object,
    Passage,
    Provenance,
    Retrieved,
    SearchPage,
    Sentence,
    Source,
    Suggestion,
    Summary,
    Understanding,
)

_NO_FILTERS = Filters()
_FAST_GENERAL = 500


class Weigh:
    """An index, the models and the settings, ready to answer. Safe to share between threads.

    >>> weigh = Weigh(index="my-index", classifier="markers")
    >>> weigh.ask("Is tea healthier than coffee?").verdict.text
    """

    def __init__(self, settings: Settings | None = None, **overrides: Any) -> None:
        if settings is None:
            settings = Settings.load(overrides)
        elif overrides:
            raise TypeError("give either a Settings object or single settings, not both")
        self.settings = settings
        self.engine = index_stage.open_engine(settings.index, settings)
        self._parser = parse.make_parser(settings)
        self._ranker = rank_stage.make_ranker(settings)
        self._finder = aspect_stage.make_finder(settings)
        self._summarizer = summarize_stage.make_summarizer(settings)
        self._classifiers: dict[str, Classifier] = {}
        self._classifiers_lock = Lock()

    # --- asking -----------------------------------------------------------------------------------------------------

    def parse(self, question: str, *, overrule: bool | None = None) -> Understanding:
        """What is understood of a question, without looking at the index."""
        return self._parser.parse(question, overrule=overrule)

    def ask(self, question: str, *, overrule: bool | None = None, filters: Filters = _NO_FILTERS) -> Answer:
        """The whole answer to a question in natural language."""
        return _last(self.stream(question, overrule=overrule, filters=filters))

    def compare(
        self,
        *objects: str | Object,
        aspects: Sequence[str | Aspect] = (),
        context: str | None = None,
        filters: Filters = _NO_FILTERS,
    ) -> Answer:
        """The whole answer for objects (and aspects) given directly."""
        return _last(self.stream(given_comparison(objects, aspects, context, self.settings), filters=filters))

    def stream(
        self,
        question: str | Comparison,
        *,
        overrule: bool | None = None,
        filters: Filters = _NO_FILTERS,
        fast: bool | None = None,
        classifier: str | None = None,
    ) -> Iterator[Event]:
        """The answer as it comes about: one event per finished stage. Closing the iterator cancels the rest."""
        run = Run(self.engine.info(), self._classifier(classifier), self._ranker.name)
        if isinstance(question, Comparison):
            understanding = Understanding("", "comparison", True, 1.0, "given directly", comparison=question)
        else:
            understanding = self.parse(question, overrule=overrule)
        understanding, related = superlative.resolve(understanding, self.engine, self.settings)
        run.finished("parse")
        yield Event("parse", run.seconds, _heard(understanding), understanding)
        comparison = understanding.comparison
        if comparison is None or understanding.outcome not in ("comparison", "superlative"):
            answer = self._nothing(understanding, related, run)
            answer = answer.with_(meant=hints.meant(comparison or Comparison(()), (), self.engine))
            yield Event("done", 0.0, "no comparison", understanding, answer)
            return

        comparison = replace(
            comparison,
            objects=with_gerunds(with_aliases(comparison.objects[: self.settings.max_objects])),
            aspects=tuple(lexicon.expand(aspect) for aspect in comparison.aspects),
        )
        fast = self.settings.fast if fast is None else fast
        general = min(_FAST_GENERAL, self.settings.max_sentences) if fast else self.settings.max_sentences
        found = self._retrieved(comparison, filters, general)
        if not any(retrieved.hits for *_, retrieved in found) and (
            wider := broader_stage.broader(comparison, self.engine)
        ):
            comparison, found = wider, self._retrieved(wider, filters, general)
        run.retrieved = sum(len(retrieved.hits) for *_, retrieved in found)
        run.finished("retrieve")
        yield Event("retrieve", run.seconds, f"{run.retrieved:,} sentences", understanding)

        judged = []
        for first, second, retrieved in found:
            texts = [hit.sentence.text for hit in retrieved.hits]
            judged.append(run.classifier.classify(texts, first, second))
        run.finished("classify")
        yield Event("classify", run.seconds, f"{run.retrieved:,} sentences read", understanding)

        arguments: list[Argument] = []
        for (first, second, retrieved), judgements in zip(found, judged, strict=True):
            ranked = self._ranker.rank(first, second, retrieved.hits, judgements, comparison)
            arguments.extend(ranked[: self.settings.max_arguments])
        arguments.sort(key=lambda argument: (-argument.score, argument.sentence.text, argument.objects))
        if understanding.outcome == "superlative":
            understanding = superlative.heard(understanding, arguments)
            kept = understanding.comparison or comparison
            comparison = replace(comparison, objects=kept.objects)
            arguments = [argument for argument in arguments if set(argument.objects) <= set(comparison.names)]
        numbered = tuple(replace(argument, id=number) for number, argument in enumerate(arguments, start=1))
        answer = self._weighed(understanding, comparison, numbered, self._nothing(understanding, related, run))
        answer = answer.with_(meant=hints.meant(comparison, numbered, self.engine))
        if not numbered:
            advice = hints.advice(comparison, filters, run.retrieved, self.engine)
            answer = answer.with_(notes=(advice, *answer.notes))
        run.finished("rank")
        yield Event("rank", run.seconds, f"{len(numbered):,} arguments", understanding, answer)

        answer = answer.with_(aspects=self._finder.find(_counted(numbered), comparison))
        run.finished("aspects")
        yield Event("aspects", run.seconds, f"{len(answer.aspects)} aspects", understanding, answer)

        answer = self._summarized(answer, comparison)
        run.finished("summarize")
        yield Event("summarize", run.seconds, f"{len(answer.summary.claims)} claims", understanding, answer)
        answer = answer.with_(provenance=run.provenance())
        yield Event("done", run.total, answer.verdict.text, understanding, answer)

    def revise(self, answer: Answer, *, drop: Collection[int] = (), flip: Collection[int] = ()) -> Answer:
        """The answer as it would be without some arguments, or with their stance turned round. Nothing is retrieved.

        `drop` and `flip` are the whole state: an argument named in neither is as it was found.
        """
        if answer.comparison is None:
            return answer
        arguments = tuple(
            replace(
                argument,
                dropped=argument.id in drop,
                flipped=argument.id in flip,
                stance=argument.stance.swapped() if (argument.id in flip) != argument.flipped else argument.stance,
            )
            for argument in answer.arguments
        )
        comparison = answer.comparison
        answer = self._weighed(answer.understanding, comparison, arguments, answer)
        answer = answer.with_(aspects=self._finder.find(_counted(arguments), comparison))
        return self._summarized(answer, comparison)

    def weigh_sentences(self, sentences: Sequence[str], *objects: str | Object) -> Answer:
        """The answer that given sentences lead to: classified, ranked and summed up; nothing is retrieved."""
        comparison = given_comparison(objects, (), None, self.settings)
        understanding = Understanding("", "comparison", True, 1.0, "given directly", comparison=comparison)
        run = Run(self.engine.info(), self._classifier(None), self._ranker.name)
        arguments: list[Argument] = []
        hits = [Hit(Sentence(n, text, (Source(f"given/{n}", 0),)), 1.0) for n, text in enumerate(sentences, start=1)]
        for first, second in comparison.pairs():
            judgements = run.classifier.classify(sentences, first, second)
            arguments.extend(self._ranker.rank(first, second, hits, judgements, comparison))
        # A citation's number is the place of the sentence in what was given.
        numbered = tuple(replace(argument, id=argument.sentence.id) for argument in arguments)
        answer = self._weighed(understanding, comparison, numbered, self._nothing(understanding, (), run))
        answer = answer.with_(aspects=self._finder.find(_counted(numbered), comparison))
        return self._summarized(answer, comparison)

    # --- the index, for everything beside the answer ----------------------------------------------------------------

    def search(self, query: str, filters: Filters = _NO_FILTERS, *, offset: int = 0, limit: int = 20) -> SearchPage:
        """Keyword search with AND, OR, minus, quotes and brackets."""
        return self.engine.search(query, filters, offset=offset, limit=limit)

    def context(self, document: str, position: int, *, around: int = 3) -> Passage:
        """The sentences around one."""
        return self.engine.context(document, position, around=around)

    def document(self, document: str) -> Passage:
        """A whole document."""
        return self.engine.document(document)

    def complete(self, prefix: str, *, limit: int = 10) -> tuple[Suggestion, ...]:
        """Type-ahead for objects."""
        return self.engine.complete(prefix, limit=limit)

    def candidates(self, name: str, *, limit: int = 10) -> tuple[Suggestion, ...]:
        """What a thing is often compared with."""
        return self.engine.candidates(name, limit=limit)

    def similar(self, name: str, *, limit: int = 3) -> tuple[Suggestion, ...]:
        """What was probably meant by a name that the index does not know."""
        return self.engine.similar(name, limit=limit)

    def info(self) -> IndexInfo:
        return self.engine.info()

    def warm(self) -> None:
        """Load the models now rather than with the first question."""
        self._classifier(None)
        for question in ("Is tea better than coffee?", "Who wrote Hamlet?"):  # the second is left to the last step
            self._parser.parse(question)

    def close(self) -> None:
        self.engine.close()

    def __enter__(self) -> Weigh:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- parts of the way -------------------------------------------------------------------------------------------

    def _classifier(self, name: str | None) -> Classifier:
        name = name or self.settings.classifier
        with self._classifiers_lock:
            if name not in self._classifiers:
                self._classifiers[name] = classify.make_classifier(name)
            return self._classifiers[name]

    def _retrieved(
        self, comparison: Comparison, filters: Filters, general: int
    ) -> list[tuple[Object, Object, Retrieved]]:
        """The sentences of each pair."""
        most = self.settings.max_sentences
        return [
            (one, other, self.engine.retrieve(one, other, comparison.aspects, filters, limit=most, general=general))
            for one, other in comparison.pairs()
        ]

    def _weighed(
        self, understanding: Understanding, comparison: Comparison, arguments: tuple[Argument, ...], base: Answer
    ) -> Answer:
        counted = _counted(arguments)
        shares = self._ranker.shares(counted, comparison)
        verdict = self._ranker.verdict(counted, shares, comparison)
        if arguments and (wider := broader_stage.note(understanding.comparison or comparison, comparison)):
            verdict = replace(verdict, text=f"{verdict.text} {wider}")
        return base.with_(
            understanding=understanding,
            comparison=comparison,
            arguments=arguments,
            shares=shares,
            verdict=verdict,
            ranking=self._ranker.tournament(counted, comparison),
            notes=_notes(understanding, counted, base.provenance, _left_out(understanding, comparison)),
        )

    def _summarized(self, answer: Answer, comparison: Comparison) -> Answer:
        counted = _counted(answer.arguments)
        summary = self._summarizer.summarize(comparison, counted, answer.shares, answer.verdict, answer.aspects)
        return answer.with_(summary=summary)

    def _nothing(self, understanding: Understanding, related: tuple[Suggestion, ...], run: Run) -> Answer:
        """An answer without evidence: where there is no comparison, and the base that others are made from."""
        comparison = understanding.comparison or Comparison(())
        shares = self._ranker.shares((), comparison)
        return Answer(
            understanding=understanding,
            comparison=understanding.comparison,
            verdict=self._ranker.verdict((), shares, comparison),
            shares=shares,
            arguments=(),
            aspects=(),
            summary=Summary(self._summarizer.name),
            provenance=run.provenance(),
            related=related,
            notes=hints.without_models(run.provenance().classifier),
        )


def _heard(understanding: Understanding) -> str:
    """What was understood, in a few words."""
    comparison = understanding.comparison
    return ", ".join(comparison.names) if comparison else understanding.outcome


def _counted(arguments: Sequence[Argument]) -> tuple[Argument, ...]:
    return tuple(argument for argument in arguments if not argument.dropped)


def _last(events: Iterator[Event]) -> Answer:
    answer = None
    for event in events:
        answer = event.answer
    assert answer is not None  # the last event of every stream carries the answer
    return answer


def _left_out(understanding: Understanding, comparison: Comparison) -> tuple[str, ...]:
    """The names of a question beyond those that were compared."""
    named = understanding.comparison.names if understanding.comparison else ()
    return named[len(comparison.objects) :]


def _notes(
    understanding: Understanding, arguments: Sequence[Argument], provenance: Provenance, left_out: Sequence[str]
) -> tuple[str, ...]:
    """What a reader should know before trusting the answer."""
    notes = []
    if arguments and all(source.collection == "starter" for a in arguments for source in a.sentence.sources):
        notes.append(
            "This answer rests on the small starter library only. Add your own text with: weigh index add FILE…"
        )
    if understanding.comparison and any(argument.turned for argument in arguments):
        contrary = [a.name for a in understanding.comparison.aspects if lexicon.is_contrary(a)]
        wishes = " and ".join(lexicon.wish_for(name, contrary=True) for name in contrary)
        notes.append(f"As you want {wishes}, an argument on that counts for the one that it usually speaks against.")
    if understanding.comparison is not None and (merged := merged_note(understanding.comparison)):
        notes.append(merged)
    if left_out:
        notes.append(f"So many things are not compared at once; left out: {', '.join(left_out)}.")
    if understanding.intent == "method":
        notes.append("The question asks for instructions; Weigh compares, it does not explain how to do things.")
    return (*notes, *hints.without_models(provenance.classifier))


_shared: Weigh | None = None
_shared_lock = Lock()


def _default() -> Weigh:
    global _shared
    with _shared_lock:
        if _shared is None:
            _shared = Weigh()
        return _shared


def ask(question: str, **options: Any) -> Answer:
    """Answer a question with the default settings: `weigh.ask("Is tea healthier than coffee?")`."""
    return _default().ask(question, **options)


def compare(*objects: str | Object, **options: Any) -> Answer:
    """Compare objects with the default settings: `weigh.compare("python", "java", aspects=["speed"])`."""
    return _default().compare(*objects, **options)
