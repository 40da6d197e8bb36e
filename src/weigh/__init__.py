"""Weigh answers comparative questions with arguments.

    >>> import weigh
    >>> answer = weigh.ask("Is Python better than Java for web development?")
    >>> print(answer.verdict.text)

Names are loaded on first use, so that `import weigh` stays cheap.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

_HOMES = {
    "weigh.pipeline": ("Weigh", "ask", "compare"),
    "weigh.settings": ("Settings",),
    "weigh.types": (
        "Answer",
        "Argument",
        "Aspect",
        "Claim",
        "Comparison",
        "Direction",
        "Event",
        "Filters",
        "FoundAspect",
        "Object",
        "Ranking",
        "Sentence",
        "Share",
        "Shares",
        "Source",
        "Stance",
        "Summary",
        "Understanding",
        "Verdict",
        "VerdictKind",
    ),
    "weigh.errors": (
        "BadInput",
        "BadQuery",
        "BadSetting",
        "DocumentMissing",
        "ExtraMissing",
        "IndexExists",
        "IndexFormat",
        "IndexLocked",
        "IndexMissing",
        "IndexProblem",
        "ModelMissing",
        "ServiceProblem",
        "SourceProblem",
        "WeighError",
    ),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = sorted([*_HOME_OF, "__version__"])

if TYPE_CHECKING:
    from weigh.errors import *  # noqa: F403
    from weigh.pipeline import Weigh as Weigh
    from weigh.pipeline import ask as ask
    from weigh.pipeline import compare as compare
    from weigh.settings import Settings as Settings
    from weigh.types import *  # noqa: F403


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'weigh' has no attribute {name!r}")
    return getattr(import_module(_HOME_OF[name]), name)


def __dir__() -> list[str]:
    return __all__
