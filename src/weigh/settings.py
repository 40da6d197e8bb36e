"""Every setting once: name, default, help. Precedence: argument > environment WEIGH_* > weigh.toml > default."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, get_type_hints

from weigh.errors import BadSetting


def _setting(default: Any, help: str, choices: tuple[str, ...] = ()) -> Any:
    return field(default=default, metadata={"help": help, "choices": choices})


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """All settings of Weigh. `Settings.load()` reads environment and weigh.toml; `Settings()` is the defaults."""

    # what is asked
    index: str | None = _setting(None, "Index to answer from: a folder, or the URL of an OpenSearch cluster.")
    operating_point: str = _setting(
        "balanced", "How sure to be that a question is comparative.", choices=("balanced", "precise")
    )
    classifier: str = _setting(
        "transformer", "How the stance of a sentence is found.", choices=("transformer", "bow", "markers")
    )
    scoring: str = _setting("weigh", "How arguments are scored.", choices=("weigh", "cam"))
    summarizer: str = _setting(
        "extractive", "How the summary is made.", choices=("extractive", "llm", "bullets", "template")
    )
    fast: bool = _setting(False, "Look at 500 general sentences only.")
    max_sentences: int = _setting(10_000, "Most sentences looked at per pair and kind of query.")
    max_objects: int = _setting(
        8, "Most objects in one comparison; all pairs are compared, so cost grows as the square."
    )
    max_question_length: int = _setting(1_000, "Longest question in characters.")
    max_arguments: int = _setting(1_000, "Arguments that count per pair, best first; an answer carries all of them.")
    seed: int = _setting(13, "Seed of the bootstrap, so that the same evidence gives the same interval.")

    # the language model, only used by the summarizer 'llm'
    llm_base_url: str | None = _setting(None, "OpenAI-compatible endpoint for the summarizer 'llm'.")
    llm_model: str = _setting("gpt-4o-mini", "Model name sent to that endpoint.")
    llm_api_key: str | None = _setting(None, "Key for that endpoint; OPENAI_API_KEY is read where this is empty.")
    llm_timeout: float = _setting(
        30.0, "Seconds to wait for the language model before the extractive summary is shown."
    )
    llm_max_tokens: int = _setting(600, "Longest reply of the language model in tokens.")

    # the web app
    host: str = _setting("127.0.0.1", "Address that `weigh serve` listens on.")
    port: int = _setting(8000, "Port that `weigh serve` listens on.")
    database: str | None = _setting(
        None, "Database URL for feedback, history and permalinks; SQLite in the data folder if empty."
    )
    admin_token: str | None = _setting(None, "Token for the admin routes; they are off where this is empty.")
    compat_writes: bool = _setting(False, "Let the GET routes of CAM and CAM 2.0 that write do so.")
    rate_limit: int = _setting(60, "Questions a client may ask per minute; 0 means no limit.")
    max_concurrent: int = _setting(4, "Questions answered at the same time.")
    max_queue: int = _setting(32, "Questions that may wait; further ones get 503 with Retry-After.")
    request_timeout: float = _setting(60.0, "Seconds that one question may take.")
    trusted_proxies: int = _setting(0, "How many proxies in front may be believed for the client's address.")

    # places
    data_dir: str | None = _setting(
        None, "Folder for the user's index, database and caches; the platform's own place if empty."
    )

    @classmethod
    def load(cls, overrides: Mapping[str, Any] | None = None, *, config: Path | None = None) -> Settings:
        """Settings from weigh.toml (in the working folder, or `config`), the environment, then `overrides`."""
        path = config or Path("weigh.toml")
        values: dict[str, Any] = {}
        try:
            values.update(tomllib.loads(path.read_text(encoding="utf-8")))
        except FileNotFoundError:
            pass
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise BadSetting(f"{path} is no readable TOML: {error}. Mend or remove it.") from None
        except OSError as error:
            what = "is a folder" if path.is_dir() else f"cannot be read: {error.strerror or error}"
            raise BadSetting(f"{path} {what}; expected a file with settings. Mend, move or remove it.") from None
        for name in (item.name for item in fields(cls)):
            if (text := os.environ.get(f"WEIGH_{name.upper()}")) is not None:
                values[name] = text
        values.update({key: value for key, value in (overrides or {}).items() if value is not None})
        return cls(**{key: _fitting(key, value) for key, value in values.items()})

    def data_folder(self, *, writable: bool = False) -> Path:
        """Where the user's own index, the database and the caches live; made when first needed.

        Raises BadSetting where it cannot be made or, if `writable`, where nothing can be written into it.
        """
        if self.data_dir:
            folder = Path(self.data_dir).expanduser()
        else:
            import platformdirs

            folder = Path(platformdirs.user_data_dir("weigh", appauthor=False))
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            problem = "it is no folder" if isinstance(error, FileExistsError) else error.strerror or str(error)
            raise BadSetting(f"The data folder {folder} cannot be made: {problem}. {_ELSEWHERE}") from None
        if writable and not os.access(folder, os.W_OK | os.X_OK):
            raise BadSetting(f"The data folder {folder} cannot be written to: its rights forbid it. {_ELSEWHERE}")
        return folder


_ELSEWHERE = "Name another with the setting data_dir (WEIGH_DATA_DIR, or data_dir in weigh.toml)."


def described() -> dict[str, tuple[Any, str, tuple[str, ...]]]:
    """Name → (default, help, choices): what the docs and --help are made from."""
    return {item.name: (item.default, item.metadata["help"], item.metadata["choices"]) for item in fields(Settings)}


def _fitting(name: str, value: Any) -> Any:
    """The value in the setting's type, or an error that names the setting."""
    known = described()
    if name not in known:
        raise BadSetting(f"There is no setting '{name}'. Known: {', '.join(known)}.")
    kind = str(get_type_hints(Settings)[name])
    choices = known[name][2]
    try:
        if "bool" in kind:
            if isinstance(value, str):
                value = {
                    "1": True,
                    "true": True,
                    "yes": True,
                    "on": True,
                    "0": False,
                    "false": False,
                    "no": False,
                    "off": False,
                    "": False,
                }[value.lower()]
            value = bool(value)
        elif "int" in kind:
            value = int(value)
        elif "float" in kind:
            value = float(value)
        elif value is not None:
            value = str(value)
    except (ValueError, TypeError, KeyError):
        raise BadSetting(
            f"Setting '{name}' got {value!r}; expected {kind.replace('<class ', '').strip('>')}."
        ) from None
    if choices and value not in choices:
        raise BadSetting(f"Setting '{name}' got {value!r}; expected one of {', '.join(choices)}.")
    return value
