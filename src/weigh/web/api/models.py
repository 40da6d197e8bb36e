"""What the API takes and gives, as pydantic models with their limits. Weigh's own types appear as they are."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from weigh.settings import Settings
from weigh.types import (
    Answer,
    Aspect,
    Comparison,
    Direction,
    Filters,
    Object,
    Stance,
    Suggestion,
)

Question = Annotated[str, Field(min_length=1, max_length=1000, examples=["Is tea healthier than coffee?"])]
Name = Annotated[str, StringConstraints(min_length=1, max_length=100, strip_whitespace=True)]
Date = Annotated[str, StringConstraints(pattern=r"^[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?$")]
Names = Annotated[list[Annotated[str, StringConstraints(min_length=1, max_length=200)]], Field(max_length=20)]
ClassifierName = Literal["transformer", "bow", "markers"]


class Strict(BaseModel):
    """A misspelt field is an error, not silence."""

    model_config = ConfigDict(extra="forbid")


class FiltersIn(Strict):
    """Which documents may serve as evidence; empty means all."""

    collections: Names = []
    domains: Names = []
    since: Date | None = None
    until: Date | None = None

    def made(self) -> Filters:
        return Filters(tuple(self.collections), tuple(self.domains), self.since, self.until)


class Options(Strict):
    filters: FiltersIn = FiltersIn()
    fast: bool | None = Field(None, description="Look at 500 general sentences only.")
    classifier: ClassifierName | None = Field(None, description="How the stance of a sentence is found.")
    keep: bool = Field(True, description="Store the answer, so that it gets a permalink.")


class AskRequest(Options):
    question: Question
    overrule: bool | None = Field(None, description="Your own word on whether the question is comparative.")


class ObjectIn(Strict):
    name: Name
    aliases: Annotated[list[Name], Field(max_length=10)] = []


class AspectIn(Strict):
    name: Name
    weight: Annotated[int, Field(ge=1, le=5)] = 3
    direction: Direction | None = Field(None, description="Whether more or less is better; found by itself if empty.")


class CompareRequest(Options):
    objects: Annotated[list[Name | ObjectIn], Field(min_length=2, max_length=8)]
    aspects: Annotated[list[Name | AspectIn], Field(max_length=20)] = []
    context: Annotated[str, StringConstraints(max_length=200)] | None = None

    def made(self, settings: Settings) -> Comparison:
        from weigh.given import given_comparison
        from weigh.text import lexicon

        objects = [Object(o.name, tuple(o.aliases)) if isinstance(o, ObjectIn) else o for o in self.objects]
        aspects = [
            Aspect(a.name, a.weight, a.direction or lexicon.direction_of(a.name)) if isinstance(a, AspectIn) else a
            for a in self.aspects
        ]
        return given_comparison(objects, aspects, self.context, settings)


class ParseRequest(Strict):
    question: Question
    overrule: bool | None = None


class ReviseRequest(Strict):
    """`drop` and `flip` are the whole change: an argument named in neither counts as it was found."""

    drop: Annotated[list[int], Field(max_length=1000)] = []
    flip: Annotated[list[int], Field(max_length=1000)] = []


class AnswerResponse(BaseModel):
    id: str | None = Field(description="The permalink's id; null where the answer was not stored.")
    url: str | None = Field(description="The permalink's path.")
    answer: Answer


class SuggestResponse(BaseModel):
    suggestions: list[Suggestion]
    meant: list[str] = Field(description="Where there is nothing for `object`: known names one typing slip away.")


class VerdictIn(Strict):
    """This is, or is not, a comparative question."""

    kind: Literal["verdict"]
    question: Question
    comparative: bool


class LabelsIn(Strict):
    """These are the objects and aspects of the question."""

    kind: Literal["labels"]
    question: Question
    objects: Annotated[list[Name], Field(min_length=1, max_length=8)]
    aspects: Annotated[list[Name], Field(max_length=20)] = []


class ArgumentIn(Strict):
    """What an argument of a stored answer really says of its pair."""

    kind: Literal["argument"]
    answer: Annotated[str, StringConstraints(max_length=24)]
    argument: int
    stance: Stance


class SummaryIn(Strict):
    """Whether the summary of a stored answer is useful and fluent."""

    kind: Literal["summary"]
    answer: Annotated[str, StringConstraints(max_length=24)]
    useful: bool | None = None
    fluent: bool | None = None


FeedbackIn = Annotated[VerdictIn | LabelsIn | ArgumentIn | SummaryIn, Field(discriminator="kind")]


class Stored(BaseModel):
    id: int = Field(description="The number under which it is kept.")
