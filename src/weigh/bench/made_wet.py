"""Makes WET files of a given size for speed measurements: pages with menus, prose, footers and some other languages.

Nine sentences in ten are plain prose with a changing number, the tenth compares (the starter library's, with a changing
beginning), so that nearly all sentences differ; a fifth of the pages is not English, every site repeats its footer, and
one sentence in fifty is everywhere.
The same seed makes the same bytes.
"""

from __future__ import annotations

import json
import random
import zlib
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

_OPENINGS = (
    "In test {}, it was noted that", "According to page {} of the handbook,", "As reader {} wrote to us,",
    "After {} days of use we found this:", "For customer {} it was clear that", "In the year {} people said that",
    "Of {} buyers most agree on one thing:", "As in case {},", "On day {} of the trip we saw that",
)  # fmt: skip
_FOREIGN = (
    "Der Hund Nummer {} braucht mehr Zeit als die Katze, weil er mehrmals am Tag hinaus muss.",
    "Le chien numéro {} demande plus de temps que le chat, parce qu'il faut le promener tous les jours.",
    "El perro número {} necesita más tiempo que el gato porque hay que sacarlo varias veces al día.",
    "Il cane numero {} ha bisogno di più tempo del gatto, perché deve uscire più volte al giorno.",
    "Собака номер {} требует больше времени, чем кошка, потому что с ней нужно гулять каждый день.",
)
_PLAIN = tuple(
    line
    for line in files("weigh.bench").joinpath("made_sentences.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
)
_MENU = "Home\nProducts\nAbout us\nContact\nLogin / Register\nShopping cart (0)\n"
_FOOTER = "All rights reserved by the owners of {site}.\nThis page of {site} was made with care for our readers.\n"


def write_wet(path: Path, megabytes: float, *, seed: int = 1, sites: int = 2_000) -> int:
    """Write a .wet.gz of so many megabytes of raw text; the number of pages."""
    written = pages = 0
    chance = random.Random(seed)
    sentences = list(_sentences())
    with path.open("wb") as out:
        while written < megabytes * 1e6:
            record = _record(_page(chance, sentences), pages, seed, chance.randrange(sites))
            packer = zlib.compressobj(1, wbits=31)
            out.write(packer.compress(record) + packer.flush())
            written += len(record)
            pages += 1
    return pages


def _sentences() -> Iterator[str]:
    library = files("weigh.starter").joinpath("library")
    for file in sorted(library.iterdir(), key=lambda item: item.name):
        if file.name.endswith(".jsonl"):
            for line in file.read_text(encoding="utf-8").splitlines():
                for part in json.loads(line)["text"].replace("\n", " ").split(". "):
                    if len(part) > 20:
                        yield part.strip().rstrip(".") + "."


def _page(chance: random.Random, sentences: list[str]) -> str:
    foreign = chance.random() < 0.2
    text = [_MENU]
    for _ in range(chance.randint(3, 9)):
        for _ in range(chance.randint(2, 6)):
            number = chance.randrange(1_000_000)
            if foreign:
                text.append(chance.choice(_FOREIGN).format(number) + " ")
            elif (kind := chance.random()) < 0.02:
                text.append(chance.choice(sentences) + " ")
            elif kind < 0.9:
                text.append(chance.choice(_PLAIN).format(number) + " ")
            else:
                sentence = chance.choice(sentences)
                text.append(f"{chance.choice(_OPENINGS).format(number)} {sentence[0].lower()}{sentence[1:]} ")
        text.append("\n")
    return "".join(text)


def _record(text: str, number: int, seed: int, place: int) -> bytes:
    site = f"site{place}.example"
    payload = (text + _FOOTER.format(site=site)).encode()
    head = (
        f"WARC/1.0\r\nWARC-Type: conversion\r\nWARC-Target-URI: https://{site}/{seed}/{number}\r\n"
        f"WARC-Date: 2024-05-{number % 28 + 1:02}T10:00:00Z\r\nWARC-Record-ID: <urn:uuid:made-{seed}-{number}>\r\n"
        f"Content-Type: text/plain\r\nContent-Length: {len(payload)}\r\n\r\n"
    )
    return head.encode() + payload + b"\r\n\r\n"
