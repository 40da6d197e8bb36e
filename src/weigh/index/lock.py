"""One writer at a time: a lock of the operating system that dies with its process, and says who holds it."""

from __future__ import annotations

import fcntl
import os
import socket
import time
from pathlib import Path
from types import TracebackType

from weigh.errors import IndexLocked, IndexProblem


class FileLock:
    """An exclusive lock on a file. `wait=False` raises IndexLocked at once where someone else holds it."""

    def __init__(self, path: Path, *, wait: bool = False) -> None:
        self._path = path
        self._handle = self._locked(wait)
        # Between opening and locking, the file may have been removed and another made in its place: then this is a
        # lock on a file that nobody else will ever open, and would keep nobody out.
        while not self._in_place():
            os.close(self._handle)
            self._handle = self._locked(wait)
        os.ftruncate(self._handle, 0)
        os.pwrite(
            self._handle, f"process {os.getpid()} on {socket.gethostname()} since {time.strftime('%F %T')}".encode(), 0
        )

    def _locked(self, wait: bool) -> int:
        """The file, opened and locked."""
        try:
            handle = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as error:
            raise IndexProblem(
                f"{self._path.parent} cannot be written to: {error.strerror}. Check the rights, or use another folder."
            ) from None
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except OSError:
            holder = os.read(handle, 200).decode("utf-8", "replace").strip() or "another process"
            os.close(handle)
            raise IndexLocked(
                f"The index at {self._path.parent} is being written by {holder}. Only one writer may work at a time; "
                "wait until it has finished. Reading goes on meanwhile."
            ) from None
        return handle

    def _in_place(self) -> bool:
        """Is the locked file the one that others find under its name?"""
        try:
            return os.path.samestat(os.fstat(self._handle), self._path.stat())
        except OSError:
            return False

    def release(self) -> None:
        if self._handle >= 0:
            os.ftruncate(self._handle, 0)
            os.close(self._handle)
            self._handle = -1

    def __enter__(self) -> FileLock:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()
