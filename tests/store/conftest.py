"""A real SQLite file and, where Debian's package is installed, a real PostgreSQL server on a socket of its own."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from weigh.store import Store


def _bin() -> Path | None:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return found[-1].parent if found else None


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a server, without a database name. WEIGH_TEST_POSTGRES names one that runs already."""
    if given := os.environ.get("WEIGH_TEST_POSTGRES"):
        yield given.rstrip("/")
        return
    binaries = _bin()
    if binaries is None:
        pytest.skip("PostgreSQL is not installed (apt-get install postgresql), and WEIGH_TEST_POSTGRES is empty")
    as_user: list[str] = []
    if os.geteuid() == 0:
        # The server refuses to run as root; Debian's package brings the user postgres.
        try:
            pwd.getpwnam("postgres")
        except KeyError:
            pytest.skip("PostgreSQL does not run as root and there is no user 'postgres'")
        as_user = ["runuser", "-u", "postgres", "--"]
    folder = Path(tempfile.mkdtemp(prefix="weigh-pg-", dir="/tmp"))
    if as_user:
        shutil.chown(folder, "postgres", "postgres")
    data = folder / "data"
    run = [*as_user, str(binaries / "pg_ctl"), "-D", str(data)]
    quiet = {"check": True, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": "/tmp"}
    initdb = [*as_user, str(binaries / "initdb"), "-D", str(data), "-U", "postgres", "-A", "trust", "-E", "UTF8", "-N"]
    options = f"-c listen_addresses='' -c unix_socket_directories={folder} -c fsync=off"
    try:
        subprocess.run(initdb, **quiet)  # type: ignore[call-overload]
        subprocess.run([*run, "-w", "-l", str(folder / "log"), "-o", options, "start"], **quiet)  # type: ignore[call-overload]
        yield f"postgresql://postgres@/{{name}}?host={folder}"
    finally:
        subprocess.run(
            [*run, "-m", "immediate", "stop"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/tmp"
        )
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of an empty database, once for each of the two systems."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'weigh.db'}"
        return
    import psycopg

    server: str = request.getfixturevalue("postgres")
    if "{name}" not in server:
        server += "/{name}"
    name = f"weigh_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(server.format(name="postgres"), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    yield server.format(name=name)
    with psycopg.connect(server.format(name="postgres"), autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    opened = Store(database)
    yield opened
    opened.close()
