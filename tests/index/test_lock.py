"""One holder at a time, also when the lock file is removed and made anew while somebody waits for it."""

from __future__ import annotations

import fcntl
import threading
from pathlib import Path
from typing import Any

import pytest

from weigh.errors import IndexLocked, IndexProblem
from weigh.index.lock import FileLock


def test_a_second_holder_is_told_who_holds_it(tmp_path: Path) -> None:
    path = tmp_path / "writer.lock"
    with FileLock(path), pytest.raises(IndexLocked, match=r"being written by process \d+ on .* since"):
        FileLock(path)
    FileLock(path).release()


@pytest.mark.timeout(20)
def test_whoever_waited_for_a_removed_file_locks_the_new_one(tmp_path: Path) -> None:
    path = tmp_path / "writer.lock"
    first = FileLock(path)
    held: list[FileLock] = []
    waiting = threading.Thread(target=lambda: held.append(FileLock(path, wait=True)))
    waiting.start()
    waiting.join(0.3)  # long enough that it has opened the file and waits
    path.unlink()
    second = FileLock(path)
    first.release()
    waiting.join(0.3)
    assert not held, "two holders at once"
    second.release()
    waiting.join()
    with pytest.raises(IndexLocked):
        FileLock(path)
    held[0].release()


def test_a_file_replaced_between_opening_and_locking_is_opened_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "writer.lock"
    others: list[Any] = []
    real = fcntl.flock

    def replaced(handle: int, how: int) -> None:
        real(handle, how)
        if not others:
            path.unlink()
            others.append(path.open("w"))
            real(others[0].fileno(), fcntl.LOCK_EX)

    monkeypatch.setattr("fcntl.flock", replaced)
    with pytest.raises(IndexLocked):
        FileLock(path)
    others[0].close()


def test_a_folder_removed_meanwhile_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "index" / "writer.lock"
    path.parent.mkdir()
    real = fcntl.flock

    def removed(handle: int, how: int) -> None:
        real(handle, how)
        path.unlink()
        path.parent.rmdir()

    monkeypatch.setattr("fcntl.flock", removed)
    with pytest.raises(IndexProblem, match="cannot be written to"):
        FileLock(path)
