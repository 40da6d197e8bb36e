"""The store: answers for permalinks, history per browser, feedback. One object, safe to share between threads."""

from __future__ import annotations

import hashlib
import json
import secrets
import zlib
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa

from weigh.schema import from_dict, to_dict
from weigh.settings import Settings
from weigh.store import tables
from weigh.store.database import connect, migrate
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
from weigh.types import Answer

_KINDS: dict[str, type[Feedback]] = {
    "verdict": VerdictFeedback,
    "labels": LabelFeedback,
    "argument": ArgumentFeedback,
    "summary": SummaryFeedback,
}
# PostgreSQL's text holds no NUL; a question is free text and may carry one.
_NUL = "\x00"


class Store:
    """Opens (and migrates) the database of the settings, or the SQLite file in the data folder."""

    def __init__(self, url: str) -> None:
        self.engine = connect(url)
        migrate(self.engine)

    @classmethod
    def open(cls, settings: Settings) -> Store:
        return cls(settings.database or f"sqlite:///{settings.data_folder(writable=True) / 'weigh.db'}")

    def close(self) -> None:
        self.engine.dispose()

    def ping(self) -> None:
        """Raises where the database does not answer."""
        with self.engine.connect() as connection:
            connection.execute(sa.text("SELECT 1"))

    # --- answers ----------------------------------------------------------------------------------------------------

    def save(self, answer: Answer) -> str:
        """Keeps the answer and returns the id of its permalink; an equal answer keeps the id it has."""
        content = to_dict(answer)
        fingerprint = _fingerprint(content)
        with self.engine.begin() as connection:
            if found := self._by_fingerprint(connection, fingerprint):
                return found
        row = {
            "id": secrets.token_urlsafe(9),
            "fingerprint": fingerprint,
            "created": _now(),
            "question": _clean(answer.understanding.question),
            "title": _clean(_title(answer)),
            "verdict": _clean(_said(answer)),
            "content": zlib.compress(json.dumps(content, ensure_ascii=False).encode("utf-8", "surrogatepass"), 6),
            **_columns(versions_of(answer)),
        }
        try:
            with self.engine.begin() as connection:
                connection.execute(sa.insert(tables.answers).values(row))
            return str(row["id"])
        except sa.exc.IntegrityError:
            # Another request stored the same answer in the meantime.
            with self.engine.begin() as connection:
                if found := self._by_fingerprint(connection, fingerprint):
                    return found
            raise

    @staticmethod
    def _by_fingerprint(connection: sa.Connection, fingerprint: str) -> str | None:
        query = sa.select(tables.answers.c.id).where(tables.answers.c.fingerprint == fingerprint)
        found: str | None = connection.execute(query).scalar()
        return found

    def answer(self, id: str) -> StoredAnswer | None:
        """The answer as it was given, or None."""
        query = sa.select(tables.answers).where(tables.answers.c.id == _clean(id))
        with self.engine.connect() as connection:
            row = connection.execute(query).one_or_none()
        if row is None:
            return None
        content = json.loads(zlib.decompress(row.content).decode("utf-8", "surrogatepass"))
        return StoredAnswer(row.id, _aware(row.created), Answer.from_dict(content))

    # --- history ----------------------------------------------------------------------------------------------------

    def remember(self, browser: str, answer_id: str) -> None:
        """Puts an answer at the top of a browser's history; each answer stands there once."""
        mine = (tables.history.c.browser == _hashed(browser)) & (tables.history.c.answer_id == answer_id)
        with self.engine.begin() as connection:
            connection.execute(sa.delete(tables.history).where(mine))
            connection.execute(
                sa.insert(tables.history).values(browser=_hashed(browser), answer_id=answer_id, asked=_now())
            )

    def history(self, browser: str, *, offset: int = 0, limit: int = 50) -> tuple[HistoryEntry, ...]:
        """What this browser asked, newest first."""
        h, a = tables.history.c, tables.answers.c
        query = (
            sa.select(h.id, h.answer_id, a.question, a.title, a.verdict, h.asked)
            .join_from(tables.history, tables.answers)
            .where(h.browser == _hashed(browser))
            .order_by(h.asked.desc(), h.id.desc())
            .offset(offset)
            .limit(limit)
        )
        with self.engine.connect() as connection:
            rows = connection.execute(query).all()
        return tuple(HistoryEntry(r.id, r.answer_id, r.question, r.title, r.verdict, _aware(r.asked)) for r in rows)

    def forget(self, browser: str, entry: int | None = None) -> int:
        """Removes one entry of a browser's history, or all of it. Permalinks keep working."""
        mine = tables.history.c.browser == _hashed(browser)
        query = sa.delete(tables.history).where(mine if entry is None else mine & (tables.history.c.id == entry))
        with self.engine.begin() as connection:
            return connection.execute(query).rowcount

    # --- feedback ---------------------------------------------------------------------------------------------------

    def add_feedback(
        self, feedback: Feedback, *, question: str = "", answer_id: str | None = None, versions: Versions | None = None
    ) -> int:
        """Keeps one judgement and returns its number."""
        values = {
            "kind": feedback.kind,
            "created": _now(),
            "answer_id": answer_id,
            "question": _clean(question),
            "content": _clean_tree(to_dict(feedback)),
            **_columns(versions or Versions()),
        }
        with self.engine.begin() as connection:
            result = connection.execute(sa.insert(tables.feedback).values(values))
            return int((result.inserted_primary_key or (0,))[0])

    def feedback(self, kind: str | None = None, since: datetime | None = None) -> Iterator[StoredFeedback]:
        """All judgements in the order they came; read in pages, so that the memory stays flat."""
        last = 0
        while True:
            number = tables.feedback.c.id
            query = sa.select(tables.feedback).where(number > last).order_by(number).limit(500)
            if kind:
                query = query.where(tables.feedback.c.kind == kind)
            if since:
                query = query.where(tables.feedback.c.created >= since)
            with self.engine.connect() as connection:
                rows = connection.execute(query).all()
            if not rows:
                return
            for r in rows:
                content: Feedback = from_dict(_KINDS[r.kind], r.content)
                versions = Versions(r.weigh_version, r.index_version, r.models)
                yield StoredFeedback(r.id, _aware(r.created), r.question, r.answer_id, content, versions)
            last = rows[-1].id


def versions_of(answer: Answer) -> Versions:
    provenance = answer.provenance
    return Versions(provenance.weigh_version, provenance.index.version, dict(provenance.models))


def _columns(versions: Versions) -> dict[str, Any]:
    return {
        "weigh_version": versions.weigh[:40],
        "index_version": versions.index[:200],
        "models": _clean_tree(versions.models),
    }


def _title(answer: Answer) -> str:
    if answer.comparison is None:
        return answer.understanding.question
    *others, last = answer.comparison.names or ("",)
    return f"{', '.join(others)} or {last}" if others else last


def _said(answer: Answer) -> str:
    """The verdict, or why there is none."""
    message = answer.understanding.message
    return answer.verdict.text if answer.arguments or not message else message.partition(". ")[0].rstrip(".") + "."


def _fingerprint(content: dict[str, Any]) -> str:
    """Equal for answers that differ only in when and how fast they were made."""
    provenance = {k: v for k, v in content["provenance"].items() if k not in ("timings", "created")}
    text = json.dumps({**content, "provenance": provenance}, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _hashed(browser: str) -> str:
    # The token itself is never stored: whoever reads the database cannot become the browser.
    return hashlib.sha256(browser.encode("utf-8", "replace")).hexdigest()


def _clean(text: str) -> str:
    return text.replace(_NUL, "\ufffd").encode("utf-8", "replace").decode("utf-8")


def _clean_tree(value: Any) -> Any:
    if isinstance(value, str):
        return _clean(value)
    if isinstance(value, dict):
        return {_clean(key): _clean_tree(item) for key, item in value.items()}
    return [_clean_tree(item) for item in value] if isinstance(value, list) else value


def _now() -> datetime:
    return datetime.now(UTC)


def _aware(moment: datetime) -> datetime:
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
