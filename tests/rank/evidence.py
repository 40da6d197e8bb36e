"""Arguments made for the tests of ranking: hypothesis strategies and a short way to write one down."""

from __future__ import annotations

from hypothesis import strategies as st

from weigh.types import GENERAL, Argument, Aspect, Breakdown, Comparison, Object, Sentence, Source, Stance

PAIR = Comparison((Object("Python"), Object("Java")), (Aspect("price"), Aspect("speed")))
SWAPPED = Comparison((Object("Java"), Object("Python")), PAIR.aspects)
_CATEGORIES = (GENERAL, "price", "speed")


def argument(
    number: int, stance: Stance, score: float, *, site: str = "a.org", category: str = GENERAL, text: str = ""
) -> Argument:
    source = Source(f"{site}/{number}", 0, url=f"https://{site}/{number}")
    aspects = () if category == GENERAL else (category,)
    sentence = Sentence(number, text or f"Sentence {number} on Python and Java.", (source,))
    ingredients = Breakdown(score, 1.0, 1.0, 1.0)
    return Argument(number, sentence, ("Python", "Java"), stance, 0.9, score, category, aspects, (), ingredients)


@st.composite
def arguments(draw: st.DrawFn, least: int = 0) -> list[Argument]:
    """Any set of arguments on Python and Java."""
    rows = draw(
        st.lists(
            st.tuples(
                st.sampled_from([Stance.FIRST, Stance.SECOND, Stance.EQUAL]),
                st.floats(0.001, 5.0),
                st.sampled_from(["a.org", "b.org", "c.org", "d.org", "e.org"]),
                st.sampled_from(_CATEGORIES),
                st.booleans(),
            ),
            min_size=least,
            max_size=25,
        )
    )
    made = []
    for number, (stance, score, site, category, dropped) in enumerate(rows, start=1):
        item = argument(number, stance, score, site=site, category=category)
        made.append(item if not dropped else _dropped(item))
    return made


def _dropped(item: Argument) -> Argument:
    from dataclasses import replace

    return replace(item, dropped=True)


def mirrored(items: list[Argument]) -> list[Argument]:
    """The same evidence, told of the pair in the other order."""
    from dataclasses import replace

    return [replace(item, objects=("Java", "Python"), stance=item.stance.swapped()) for item in items]
