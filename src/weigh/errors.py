"""All errors that Weigh raises on purpose.

    WeighError
    ├── BadInput                 the caller's words or numbers do not fit
    │   ├── BadQuery             a keyword query that cannot be read
    │   └── BadSetting           a setting with a value that does not fit
    ├── IndexProblem             something about an index on disk or on a cluster
    │   ├── IndexMissing         there is none where one was expected
    │   ├── IndexExists          there is one where none was expected
    │   ├── IndexFormat          written by another format version, or damaged
    │   ├── IndexLocked          a second writer came
    │   └── DocumentMissing      the index has no such document
    ├── SourceProblem            text to ingest cannot be read
    ├── ModelMissing             a shipped model's files are absent or broken
    ├── ExtraMissing             an optional dependency is not installed
    ├── ServiceProblem           a service that a setting names (language model, search cluster) failed
    └── Cancelled                the caller asked to stop

Every message says what arrived, what was expected and what to do. `code` is the stable name used by the JSON
error shape and `exit_code` the command line's exit status.
"""

from __future__ import annotations


class WeighError(Exception):
    """Base of all errors raised on purpose."""

    code = "error"
    exit_code = 1


class BadInput(WeighError):
    code = "bad_input"
    exit_code = 2


class BadQuery(BadInput):
    code = "bad_query"


class BadSetting(BadInput):
    code = "bad_setting"


class IndexProblem(WeighError):
    code = "index_problem"
    exit_code = 3


class IndexMissing(IndexProblem):
    code = "index_missing"


class IndexExists(IndexProblem):
    code = "index_exists"


class IndexFormat(IndexProblem):
    code = "index_format"


class IndexLocked(IndexProblem):
    code = "index_locked"


class DocumentMissing(IndexProblem):
    code = "document_missing"


class SourceProblem(WeighError):
    code = "source_problem"
    exit_code = 4


class ModelMissing(WeighError):
    code = "model_missing"
    exit_code = 5


class ExtraMissing(WeighError):
    """An optional dependency is not installed; the message carries the command that installs it."""

    code = "extra_missing"
    exit_code = 5

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} needs the extra '{extra}', which is not installed. Run: pip install 'weigh[{extra}]'")
        self.extra = extra


class ServiceProblem(WeighError):
    code = "service_problem"
    exit_code = 6


class Cancelled(WeighError):
    code = "cancelled"
    exit_code = 130
