"""The shipped models: ONNX sessions and tokenizers, loaded on first use and kept for the process.

    model = models.load("stance")
    model.probabilities([("Go is faster than Ruby.", (0, 2), (18, 22))])

`load` raises `weigh.errors.ModelMissing` where a model's files are absent or damaged; `available` tells beforehand.
Nothing heavy is imported before the first `load`.
"""

from __future__ import annotations

import threading
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal, overload

from weigh.errors import ModelMissing

if TYPE_CHECKING:
    from weigh.models.answers import AnswersModel
    from weigh.models.identify import IdentifyModel
    from weigh.models.kinds import KindsModel
    from weigh.models.label import LabelModel
    from weigh.models.linear import LinearModel
    from weigh.models.stance import StanceModel

# Each has a folder in `shipped`.
TASKS = ("identify", "identify-linear", "identify-quick", "kinds", "label", "stance", "stance-linear", "answers")
LINEAR = ("identify-linear", "stance-linear")
_lock = threading.RLock()
_missing: set[str] = set()


def words(question: str, *, marks: bool = False) -> list[tuple[str, int, int]]:
    """The words of a raw question as the labeller wants them, with where they stand; with `marks` punctuation too."""
    from weigh.models.label import words as split

    return split(question, marks=marks)


def available(task: str) -> bool:
    """Whether the files of a task's model are there (not whether they are sound)."""
    from weigh.models.session import MODEL, parts, shipped

    if task not in TASKS:
        return False
    folder = shipped(task)
    linear = task in LINEAR
    weights = ("weights.npz",) if linear else ("weights.npz", MODEL) if task == "answers" else (MODEL,)
    if not all((folder / name).is_file() for name in ("config.json", *weights)):
        return False
    try:
        known = [] if linear else parts(folder)
    except ModelMissing:
        return False
    return all((part / MODEL).is_file() for part in known) and (task != "answers" or available("stance"))


@overload
def load(task: Literal["identify", "identify-quick"]) -> IdentifyModel: ...
@overload
def load(task: Literal["identify-linear", "stance-linear"]) -> LinearModel: ...
@overload
def load(task: Literal["kinds"]) -> KindsModel: ...
@overload
def load(task: Literal["label"]) -> LabelModel: ...
@overload
def load(task: Literal["stance"]) -> StanceModel: ...
@overload
def load(task: Literal["answers"]) -> AnswersModel: ...


def load(task: str) -> object:
    """The model of a task, loaded once per process."""
    if task not in TASKS:
        raise ModelMissing(f"There is no model for the task {task!r}. Known tasks: {', '.join(TASKS)}.")
    with _lock:
        try:
            return _loaded(task)
        except ModelMissing:
            _missing.add(task)
            raise


def missing() -> list[str]:
    """The models that were asked for and could not be loaded; not first steps ("identify-quick"), which are no loss."""
    return [task for task in TASKS if task in _missing and "-" not in task]


@cache
def _loaded(task: str) -> object:
    from weigh.models.session import shipped

    folder = shipped(task)
    try:
        return _read(task, folder)
    except (ModelMissing, MemoryError):
        raise
    except Exception as error:  # what is read of a damaged file fails in many ways, wherever it is used first
        raise ModelMissing(
            f"The model in {folder} is damaged ({type(error).__name__}: {error}). Reinstall weigh, or train the model "
            "with 'weigh train'."
        ) from error


def _read(task: str, folder: Path) -> object:
    from weigh.models.session import Session, shipped

    if task in ("identify", "identify-quick"):
        from weigh.models.identify import IdentifyModel

        return IdentifyModel(Session(folder))
    if task in LINEAR:
        from weigh.models.linear import LinearModel

        return LinearModel(folder)
    if task == "kinds":
        from weigh.models.kinds import KindsModel

        return KindsModel(Session(folder))
    if task == "label":
        from weigh.models.label import LabelModel

        return LabelModel(Session(folder))
    if task == "stance":
        from weigh.models.stance import StanceModel

        quick = shipped("stance-quick")
        return StanceModel(Session(folder), Session(quick) if quick.is_dir() else None)
    from weigh.models.answers import AnswersModel

    return AnswersModel(folder, load("stance").whole())


def forget() -> None:
    """Drop all loaded models (tests, and after the files of a model were exchanged)."""
    from weigh.models import session

    with _lock:
        _loaded.cache_clear()
        _missing.clear()
        session.forget()
