"""The starter library keeps the rules of its README."""

from __future__ import annotations

import json
from collections import Counter
from importlib.resources import files
from typing import Any

import pytest

from weigh.ingest.split import split
from weigh.text.mentions import names_all
from weigh.types import Object

REGISTERS = {"buyer's guide", "technical note", "encyclopedic note", "how to choose"}


@pytest.fixture(scope="module")
def documents() -> list[dict[str, Any]]:
    folder = files("weigh").joinpath("starter/library")
    paths = sorted((path for path in folder.iterdir() if path.name.endswith(".jsonl")), key=lambda path: path.name)
    return [json.loads(line) for path in paths for line in path.read_text(encoding="utf-8").splitlines()]


def test_covers_at_least_150_pairs_in_12_areas(documents: list[dict[str, Any]]) -> None:
    pairs = {frozenset(name.lower() for name in document["objects"]) for document in documents if document["objects"]}
    assert len(pairs) >= 150
    assert len({document["area"] for document in documents}) >= 12
    assert {document["register"] for document in documents} == REGISTERS


def test_popular_pairs_are_seen_from_several_angles(documents: list[dict[str, Any]]) -> None:
    angles = Counter(frozenset(document["objects"]) for document in documents if document["objects"])
    assert sum(count >= 2 for count in angles.values()) >= 20


def test_ids_and_sentences_are_unique(documents: list[dict[str, Any]]) -> None:
    ids = Counter(document["id"] for document in documents)
    assert not [name for name, count in ids.items() if count > 1]
    sentences = Counter(s.strip() for document in documents for s in split(document["text"]) if s.strip())
    assert not [sentence for sentence, count in sentences.items() if count > 1]


def test_every_document_is_short_and_its_sentences_stand_alone(documents: list[dict[str, Any]]) -> None:
    for document in documents:
        if not document["objects"]:
            continue  # the notes on what is what compare nothing
        sentences = [s.strip() for s in split(document["text"]) if s.strip()]
        assert 12 <= len(sentences) <= 25, document["id"]
        assert "?" not in document["text"], document["id"]
        objects = [Object(name) for name in document["objects"]]
        both = sum(names_all(sentence, objects) for sentence in sentences)
        assert both / len(sentences) >= 0.7, (document["id"], both, len(sentences))
