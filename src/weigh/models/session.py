"""One ONNX session with its tokenizer: texts in, rows of logits out, on all cores.

Every core runs whole batches of its own (one thread inside a batch): that scales better than many threads on one small
batch, and keeps results the same whatever the number of cores.
"""

from __future__ import annotations

import ctypes
import json
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from weigh.errors import ModelMissing
from weigh.models import packed
from weigh.models.batches import batches
from weigh.models.vectors import WordVectors

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from tokenizers import Encoding

PACKAGE = Path(__file__).parent / "shipped"
MODEL, WORDS = "model.onnx" + packed.SUFFIX, "words" + packed.SUFFIX
TRUNK = "trunk"  # folder of the lower layers that the models of sentences and of longer answers have in common
# Larger batches fall out of the cache (measured: see docs/models.md).
BATCH = 16  # texts, so that few of them are shared among the cores
ROOM = 184_320  # numbers in the states of a batch's tokens: 480 tokens of MiniLM's width, 240 of mpnet's


def shipped(name: str) -> Path:
    """The folder of a shipped model, or the user's own of that name in the folder that `WEIGH_MODELS` names.

    First steps ("stance-quick") go with their model: before the user's own, a shipped one would go on saying what the
    shipped model says.
    """
    elsewhere = os.environ.get("WEIGH_MODELS")
    if not elsewhere:
        return PACKAGE / name
    root = Path(elsewhere)
    own = [root / name, root / name.partition("-")[0]]
    return root / name if any(map(Path.exists, own)) or not root.is_dir() else PACKAGE / name


@cache
def _cores() -> int:
    try:
        return max(1, len(os.sched_getaffinity(0)))
    except AttributeError:  # not on this system
        return max(1, os.cpu_count() or 1)


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(_cores(), thread_name_prefix="weigh-model")


def read_config(folder: Path) -> dict[str, Any]:
    """`config.json` of a model folder."""
    try:
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        if not isinstance(config, dict):
            raise ValueError(f"config.json holds {type(config).__name__}, expected an object")
    except (OSError, ValueError, RecursionError) as error:
        raise ModelMissing(
            f"The model in {folder} cannot be read ({error}). Expected config.json and {MODEL}, with {WORDS} and "
            "tokenizer.json there or beside it; reinstall weigh, or train the model with 'weigh train'."
        ) from error
    return config


def _own_or_shared(folder: Path, name: str) -> Path:
    """A file of the model, or the one that all models share."""
    own = folder / name
    return own if own.is_file() else folder.parent / name


@cache
def _words(file: Path) -> WordVectors:
    return WordVectors.load(file)


def give_back() -> None:
    """Return to the system what was taken and freed: glibc holds on to it, which is a third of a busy server's memory.

    Called where much was freed: when a model was unpacked, and by the server when a question was answered. (A fixed
    `M_MMAP_THRESHOLD` would return it at once, but made the stance model take 1.5 to 2.8 times as long.)
    """
    with suppress(OSError, AttributeError, TypeError):  # other systems have no such call, or no need of it
        ctypes.CDLL(None).malloc_trim(0)


def _network(file: Path) -> Any:
    """A network, ready to run."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    options.enable_cpu_mem_arena = False  # as fast without, and nothing is held back
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC  # our graph is fused already
    # Tables that are stored in whole numbers become fractions once, when a model is loaded, not in every run.
    options.add_session_config_entry("session.disable_quant_qdq", "1")
    session = onnxruntime.InferenceSession(packed.read(file), options, providers=["CPUExecutionProvider"])
    session._model_bytes = None  # kept for other providers, which are never asked for: half of the memory
    return session


_trunk = cache(_network)  # several models stand on one: it is loaded once


def forget() -> None:
    """Drop what models have in common: their files may have been exchanged."""
    _trunk.cache_clear()
    _words.cache_clear()


def parts(folder: Path) -> list[Path]:
    """The folders that a model is made of: the trunk whose states it reads, where it has one, and its own."""
    trunk = read_config(folder).get("trunk")
    return [folder.parent / str(trunk), folder] if trunk else [folder]


class Session:
    """A loaded model folder. Safe to use from many threads."""

    def __init__(self, folder: Path) -> None:
        self.config = read_config(folder)
        folders = parts(folder)
        words, tokenizer = _own_or_shared(folders[0], WORDS), _own_or_shared(folder, "tokenizer.json")
        for file in (*(part / MODEL for part in folders), tokenizer, words):
            if not file.is_file():
                raise ModelMissing(
                    f"The model file {file} is missing. Reinstall weigh, or train it with 'weigh train'."
                )
        from tokenizers import Tokenizer

        try:
            self._networks = [*(_trunk(part / MODEL) for part in folders[:-1]), _network(folder / MODEL)]
            self._tokenizer = Tokenizer.from_file(str(tokenizer))
        except Exception as error:  # both libraries raise their own kinds for a damaged file
            raise ModelMissing(f"The model in {folder} is damaged ({error}). Reinstall weigh.") from error
        self._words = _words(words)
        give_back()
        self.start, self.end = int(self.config["start"]), int(self.config["end"])

    def encodings(self, texts: Sequence[str] | Sequence[Sequence[str]], *, words: bool = False) -> list[Encoding]:
        """Word pieces without special tokens; `words` says that the texts are split into words already."""
        given = [list(text) for text in texts] if words else list(texts)
        found: list[Encoding] = self._tokenizer.encode_batch(given, is_pretokenized=words, add_special_tokens=False)
        return found

    def run(
        self, rows: Sequence[Sequence[int]], places: Sequence[Sequence[int]] | None = None
    ) -> list[NDArray[np.float32]]:
        """The logits of every row of token ids."""
        import numpy as np

        found: list[Any] = [None] * len(rows)

        def one(part: list[int]) -> None:
            feed: dict[str, Any] = {"words": self._words.of_ids([rows[at] for at in part])}
            *trunk, own = self._networks
            for network in trunk:
                feed = {"states": network.run(["states"], feed)[0]}
            if places is not None:
                feed["places"] = np.array([places[at] for at in part], np.int64)
            for at, logits in zip(part, own.run(["logits"], feed)[0], strict=True):
                found[at] = logits

        parts = batches([len(row) for row in rows], BATCH, ROOM // self._words.rows.shape[1])
        if len(parts) == 1:
            one(parts[0])
        else:
            list(_pool().map(one, parts))
        return found

    def chances(self, rows: Sequence[Sequence[int]], places: Sequence[Sequence[int]]) -> NDArray[np.float32]:
        """The logits of rows of token ids as probabilities that add up to one."""
        import numpy as np

        logits = np.stack(self.run(rows, places))
        raised = np.exp(logits - logits.max(-1, keepdims=True))
        found: NDArray[np.float32] = (raised / raised.sum(-1, keepdims=True)).astype(np.float32)
        return found
