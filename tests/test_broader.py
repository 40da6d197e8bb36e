"""Comparisons that nothing in the index speaks of."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from weigh.pipeline import Weigh
from weigh.settings import Settings

TEXTS = (
    "Toyota is more reliable than BMW.",
    "BMW is faster than Toyota.",
    "BMW is more expensive than Toyota.",
    "Green is prettier than Black, and Black is calmer than Green.",
)


@pytest.fixture(scope="module")
def weigh(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Weigh]:
    from weigh.index import create
    from weigh.index.build import add_files

    folder = tmp_path_factory.mktemp("index")
    source = folder / "texts.txt"
    source.write_text("\n\n".join(TEXTS), encoding="utf-8")
    create(folder / "index")
    add_files(folder / "index", [source])
    with Weigh(Settings(index=str(folder / "index"), classifier="markers", data_dir=str(folder))) as made:
        yield made


def test_models_nobody_compares_become_their_makers_and_the_answer_says_so(weigh: Weigh) -> None:
    answer = weigh.compare("BMW M Series", "Toyota SUV")
    assert answer.comparison is not None
    assert answer.comparison.names == ("BMW", "Toyota")
    assert answer.arguments
    told = "Nothing in the index names both BMW M Series and Toyota SUV; this compares BMW and Toyota."
    assert answer.verdict.text.endswith(told)
    assert weigh.revise(answer, drop=[1]).verdict.text.endswith(told)


def test_what_is_compared_stays_as_it_was_asked(weigh: Weigh) -> None:
    answer = weigh.compare("BMW", "Toyota")
    assert answer.comparison is not None
    assert answer.comparison.names == ("BMW", "Toyota")
    assert "Nothing in the index" not in answer.verdict.text


@pytest.mark.parametrize(
    "objects", [("green tea", "black tea"), ("BMW X1", "BMW X3"), ("BMW M Series", "fast food"), ("tea", "coffee")]
)
def test_common_words_one_maker_and_uneven_pairs_are_left_alone(weigh: Weigh, objects: tuple[str, str]) -> None:
    answer = weigh.compare(*objects)
    assert answer.comparison is not None
    assert answer.comparison.names == objects
    assert not answer.arguments
