"""Places that settings name: what is said where they cannot be used."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from weigh.errors import BadSetting
from weigh.settings import Settings
from weigh.store import Store


def test_a_config_that_is_a_folder_is_an_error_and_not_silence(tmp_path: Path) -> None:
    (tmp_path / "weigh.toml").mkdir()
    with pytest.raises(BadSetting, match=r"weigh\.toml is a folder; expected a file"):
        Settings.load(config=tmp_path / "weigh.toml")


def test_no_config_is_no_error(tmp_path: Path) -> None:
    assert Settings.load({"port": 1}, config=tmp_path / "weigh.toml").port == 1


@pytest.mark.parametrize("name", ["file", "file/below"])
def test_a_data_folder_that_cannot_be_made_says_which_setting_mends_it(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadSetting, match=r"cannot be made: .*data_dir"):
        Settings(data_dir=str(tmp_path / name)).data_folder()


def test_a_data_folder_is_made_with_its_parents(tmp_path: Path) -> None:
    assert Settings(data_dir=str(tmp_path / "a" / "b")).data_folder().is_dir()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_data_folder_without_write_permission_can_be_read_but_not_hold_a_database(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir(mode=0o500)
    settings = Settings(data_dir=str(folder))
    assert settings.data_folder() == folder
    with pytest.raises(BadSetting, match="cannot be written to"):
        Store.open(settings)
