"""What is remembered: answers for permalinks, history per browser, feedback; SQLite by default, PostgreSQL by URL."""

from weigh.store.records import (
    ArgumentFeedback,
    Feedback,
    HistoryEntry,
    LabelFeedback,
    StoredAnswer,
    StoredFeedback,
    SummaryFeedback,
    VerdictFeedback,
    Versions,
)
from weigh.store.store import Store, versions_of

__all__ = [
    "ArgumentFeedback",
    "Feedback",
    "HistoryEntry",
    "LabelFeedback",
    "Store",
    "StoredAnswer",
    "StoredFeedback",
    "SummaryFeedback",
    "VerdictFeedback",
    "Versions",
    "versions_of",
]
