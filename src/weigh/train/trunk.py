"""A trained stance model in two files: its lower layers as a trunk for several models, and what stands on it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from weigh.errors import BadInput
from weigh.models.answer_input import LONGEST
from weigh.models.session import TRUNK, shipped
from weigh.train import heads
from weigh.train.export import export
from weigh.train.stance import StanceNet
from weigh.train.teach import read_run


def split(run: Path, layers: int, out: Path) -> None:
    """Leave the lowest `layers` of a finished stance run in `out/trunk`, and what stands on them in `out/stance`.

    The model says the same as before. The trunk reads texts as long as the longest of its models does.
    """
    if not (run / "checkpoint.pt").is_file():
        raise BadInput(f"There is nothing to split in {run}. Expected a folder that 'weigh train stance' wrote.")
    base, recipe, weights = read_run(run)
    network = StanceNet(base, recipe.layers, 0.0)
    network.encoder.round_words(recipe.words_grain)
    network.load_state_dict(weights)
    depth = len(network.encoder.body.encoder.layer)
    if not 0 < layers < depth:
        raise BadInput(f"A model of {depth} layers cannot be split above {layers}. Expected 1 to {depth - 1}.")
    export(network, heads.stance, out / "stance", recipe, above=layers)
    config = json.loads((run / "config.json").read_text(encoding="utf-8")) | {"trunk": TRUNK}
    (out / "stance" / "config.json").write_text(json.dumps(config, indent=1), encoding="utf-8")
    for name in ("metrics.json", "CARD.md"):
        shutil.copy(run / name, out / "stance" / name)
    network.encoder.body.encoder.layer = network.encoder.body.encoder.layer[:layers]
    export(network, heads.trunk, out / TRUNK, recipe, LONGEST)
    config = {"task": TRUNK, "version": run.name, "start": network.encoder.start, "end": network.encoder.end}
    (out / TRUNK / "config.json").write_text(json.dumps(config, indent=1), encoding="utf-8")
    (out / TRUNK / "CARD.md").write_text(card(layers), encoding="utf-8")


def lend(out: Path) -> str:
    """Put the shipped trunk beside a model that stands on it, where a model looks for its own; its folder's name."""
    if not (out.parent / TRUNK).is_dir():
        shutil.copytree(shipped(TRUNK), out.parent / TRUNK)
    return TRUNK


def card(layers: int) -> str:
    """What a trunk is."""
    return (
        f"# trunk\n\nThe lowest {layers} layers of the stance model: vectors of word pieces in, states of tokens out. "
        "`stance` and `answers` stand on it; by itself it says nothing. Made by `weigh train split`.\n"
    )
