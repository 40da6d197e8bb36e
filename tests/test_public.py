"""The public surface: the list of names, what importing costs, the tree of errors, settings."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import weigh
from weigh import errors
from weigh.settings import Settings, described


def test_exported_names_are_these() -> None:
    assert weigh.__all__ == [
        "Answer", "Argument", "Aspect", "BadInput", "BadQuery", "BadSetting", "Claim", "Comparison", "Direction",
        "DocumentMissing", "Event", "ExtraMissing", "Filters", "FoundAspect", "IndexExists", "IndexFormat", "IndexLocked",
        "IndexMissing", "IndexProblem", "ModelMissing", "Object", "Ranking", "Sentence", "ServiceProblem", "Settings",
        "Share", "Shares", "Source", "SourceProblem", "Stance", "Summary", "Understanding", "Verdict", "VerdictKind",
        "Weigh", "WeighError", "__version__", "ask", "compare",
    ]  # fmt: skip
    for name in weigh.__all__:
        assert getattr(weigh, name) is not None


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'oracle'"):
        weigh.oracle  # noqa: B018


def test_importing_weigh_loads_nothing_heavy() -> None:
    heavy = "numpy tantivy onnxruntime tokenizers pydantic fastapi sqlalchemy rich typer"
    code = f"import sys, weigh; print([m for m in '{heavy}'.split() if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys\nfrom weigh.cli import main\nsys.argv = ['weigh', '--help']\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print([m for m in 'numpy tantivy onnxruntime tokenizers pydantic fastapi sqlalchemy torch sklearn'.split() if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip().splitlines()[-1] == "[]"


def test_every_error_has_its_own_code_and_an_exit_code() -> None:
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, errors.WeighError)]
    assert len({kind.code for kind in kinds}) == len(kinds)
    assert all(kind.exit_code > 0 for kind in kinds)
    drawn = errors.__doc__ or ""
    assert all(kind.__name__ in drawn for kind in kinds)


def test_a_missing_extra_tells_the_command() -> None:
    assert "pip install 'weigh[web]'" in str(errors.ExtraMissing("The web app", "web"))


def test_settings_come_from_file_environment_and_argument_in_that_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = tmp_path / "weigh.toml"
    config.write_text('classifier = "bow"\nport = 1\nfast = true\n')
    monkeypatch.setenv("WEIGH_PORT", "2")
    monkeypatch.setenv("WEIGH_FAST", "no")
    settings = Settings.load({"scoring": "cam", "index": None}, config=config)
    assert (settings.classifier, settings.port, settings.fast, settings.scoring) == ("bow", 2, False, "cam")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("colour = 'blue'", "no setting 'colour'"),
        ("port = 'http'", "'port' got 'http'"),
        ("classifier = 'tarot'", "expected one of transformer, bow, markers"),
        ("port = ", "no readable TOML"),
    ],
)
def test_bad_settings_are_named(tmp_path: Path, text: str, said: str) -> None:
    config = tmp_path / "weigh.toml"
    config.write_text(text)
    with pytest.raises(weigh.BadSetting, match=said):
        Settings.load(config=config)


@given(st.sampled_from(sorted(described())), st.text(max_size=20))
def test_any_text_for_a_setting_fits_or_is_refused(name: str, value: str) -> None:
    with contextlib.suppress(weigh.BadSetting):
        Settings.load({name: value}, config=Path("no-such-file.toml"))
