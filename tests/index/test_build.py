"""Building from files: the same index however often it is killed, nothing twice, and a report."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from index.helpers import content
from weigh.bench.made_wet import write_wet
from weigh.index import EmbeddedEngine, create
from weigh.index.build import Progress, add_files, read_only
from weigh.index.commit import read_commit
from weigh.index.store import column_path
from weigh.ingest.documents import Options
from weigh.types import Filters

pytestmark = pytest.mark.timeout(600)
OPTIONS = Options(language=None, spam=False)
KILLS = 20
CHUNK = 4_000


def written(folder: Path, name: str, documents: int, seed: int) -> Path:
    """A JSONL file of documents whose sentences partly repeat within and across files."""
    rng = random.Random(seed)
    things = ("tea", "coffee", "Python", "Java", "a bicycle", "the old car")
    folder.mkdir(exist_ok=True)
    with (folder / name).open("w") as stream:
        for number in range(documents):
            lines = [
                f"In case {rng.randrange(400)} {rng.choice(things)} was better than {rng.choice(things)} by far."
                for _ in range(rng.randrange(1, 30))
            ]
            stream.write(json.dumps({"id": f"{name}-{number}", "text": "\n".join(lines), "collection": name}) + "\n")
    return folder / name


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    return [written(tmp_path / "in", f"f{i}.jsonl", 40, i) for i in range(3)]


def built(path: Path, files: list[Path], **how: Any) -> dict[str, Any]:
    create(path)
    add_files(path, files, OPTIONS, chunk=CHUNK, **how)
    return content(path)


def test_adding_the_same_files_again_changes_nothing(tmp_path: Path, files: list[Path]) -> None:
    before = built(tmp_path / "index", files, workers=0)
    again = add_files(tmp_path / "index", files, OPTIONS, workers=0)
    assert (again.files_known, again.added.documents) == (3, 0)
    os.utime(files[0], (1, 1))  # as if copied anew: read again, and every document recognised
    again = add_files(tmp_path / "index", [files[0]], OPTIONS, workers=0)
    assert (again.files_known, again.added.documents, again.added.known) == (0, 0, 40)
    assert content(tmp_path / "index") == before


def test_worker_processes_and_commit_points_do_not_change_the_index(tmp_path: Path, files: list[Path]) -> None:
    apart = built(tmp_path / "a", files, workers=2)
    often = built(tmp_path / "b", files, workers=2, commit_sentences=200)
    assert apart == often
    assert apart == built(tmp_path / "c", files, workers=0)
    assert apart == built(tmp_path / "d", files, workers=3)


def test_the_report_tells_what_was_added_left_out_and_failed(tmp_path: Path, files: list[Path]) -> None:
    bad = tmp_path / "in" / "bad.jsonl"
    bad.write_text('{"id": "x", "text": "Good sentence in a broken file here."}\n{broken\n')
    missing = tmp_path / "in" / "missing.jsonl"
    create(tmp_path / "index")
    seen = []
    report = add_files(tmp_path / "index", [*files, bad, missing], OPTIONS, workers=0, on_progress=seen.append)
    assert list(report.failed) == [str(missing)]
    assert report.added.documents == 121
    assert report.added.repeated > 0
    assert sum(report.report.documents_out.values()) >= 1
    data = json.loads(json.dumps(report.to_dict()))
    assert data["added"]["documents"] == 121
    assert "121 documents" in report.to_text()
    assert "missing.jsonl" in report.to_text()
    assert seen[-1].documents > 0
    assert 0 < seen[-1].fraction <= 1
    tried = read_only([*files, bad], OPTIONS)
    assert (tried.added.documents, tried.added.sentences) == (121, report.added.sentences)


_CHILD = """
import sys
from weigh.index.build import add_files
from weigh.ingest.documents import Options
options = Options() if sys.argv[3].endswith(".wet.gz") else Options(language=None, spam=False)
add_files(sys.argv[1], sys.argv[3:], options, workers=int(sys.argv[2]), commit_sentences=100, commit_seconds=0.05, chunk=4_000)
"""


@pytest.fixture
def pages(tmp_path: Path) -> list[Path]:
    """WET files of pages that are cleaned by all rules, templates of a site among them."""
    (tmp_path / "wet").mkdir()
    found = [tmp_path / "wet" / f"{i}.wet.gz" for i in range(3)]
    for i, path in enumerate(found):
        write_wet(path, 0.1, seed=i + 1, sites=4)
    return found


def test_a_single_file_is_shared_by_all_workers_and_its_report_is_the_same_after_a_stop(
    tmp_path: Path, pages: list[Path]
) -> None:
    whole = add_files(create(tmp_path / "whole"), pages[:1], workers=0, chunk=CHUNK)
    assert whole.report.sentences_out["template repeated across a site"] > 0
    path = create(tmp_path / "index")

    def stop(progress: Progress) -> None:
        if progress.sentences > 300:
            raise RuntimeError

    with pytest.raises(RuntimeError):
        add_files(path, pages[:1], workers=2, chunk=CHUNK, commit_sentences=100, on_progress=stop)
    assert 0 < len(content(path)["documents"]) < whole.added.documents
    again = add_files(path, pages[:1], workers=3, chunk=CHUNK)
    assert again.resumed
    assert again.report.to_dict() == whole.report.to_dict()
    assert again.added == whole.added
    assert content(path) == content(tmp_path / "whole")


def test_killed_twenty_times_over_web_pages_the_index_equals_an_undisturbed_one(
    tmp_path: Path, pages: list[Path]
) -> None:
    create(tmp_path / "calm")
    add_files(tmp_path / "calm", pages, workers=2, chunk=CHUNK)
    wanted = content(tmp_path / "calm")
    rng = random.Random(20)
    path = create(tmp_path / "index-0")
    for kill in range(KILLS):
        running = subprocess.Popen([sys.executable, "-c", _CHILD, str(path), "2", *map(str, pages)])
        known = read_commit(path).generation
        # A process takes its time to start, so that most moments lie in it; half of the kills wait for a commit.
        while kill % 2 and running.poll() is None and read_commit(path).generation == known:
            time.sleep(0.01)
        time.sleep(rng.uniform(0.0, 0.1))
        running.send_signal(signal.SIGKILL)
        running.wait()
        found = content(path)
        assert found["documents"] == wanted["documents"][: len(found["documents"])]
        if len(found["documents"]) == len(wanted["documents"]):
            add_files(path, pages, workers=2, chunk=CHUNK)
            assert content(path) == wanted
            path = create(tmp_path / f"index-{kill + 1}")
    add_files(path, pages, workers=2, chunk=CHUNK)
    assert content(path) == wanted
    for name in ("text", "occurrence", "first", "meta"):
        size = read_commit(path).columns[name]
        assert column_path(path, name).read_bytes()[:size] == column_path(tmp_path / "calm", name).read_bytes()[:size]


@pytest.mark.parametrize("workers", [0, 2])
def test_killed_at_random_moments_and_resumed_the_index_equals_an_undisturbed_one(
    tmp_path: Path, files: list[Path], workers: int
) -> None:
    wanted = built(tmp_path / "calm", files, workers=workers)
    rng = random.Random(workers)

    def child(path: Path) -> subprocess.Popen[bytes]:
        return subprocess.Popen([sys.executable, "-c", _CHILD, str(path), str(workers), *map(str, files)])

    started = time.monotonic()
    assert child(create(tmp_path / "timed")).wait() == 0
    whole = time.monotonic() - started
    path = create(tmp_path / "index-0")
    kills = 0
    for launch in range(1, 6 * KILLS):
        running = child(path)
        time.sleep(rng.uniform(0.0, whole))
        killed = running.poll() is None
        if killed:
            running.send_signal(signal.SIGKILL)
        running.wait()
        found = content(path)
        assert found["documents"] == wanted["documents"][: len(found["documents"])]
        assert EmbeddedEngine(path).search("case", Filters(), limit=1).total == found["unique"]
        kills += killed
        if kills == KILLS // 2:
            break
        if not killed or len(found["documents"]) == len(wanted["documents"]):
            # It came to its end between the kills: that end must be the right one, and there is a new one to kill.
            assert content(path) == wanted
            path = create(tmp_path / f"index-{launch}")
    assert kills == KILLS // 2
    assert child(path).wait() == 0
    assert content(path) == wanted
    assert EmbeddedEngine(path).search("case", Filters(), limit=1).total == wanted["unique"]
    assert "job" not in read_commit(path).progress


@pytest.mark.parametrize("point", ["columns", "runs", "postings", "commit", "suggestions"])
def test_killed_at_each_step_of_a_commit_the_index_opens_at_the_last_one(
    tmp_path: Path, files: list[Path], point: str
) -> None:
    """The same for the moments that random kills rarely meet: between two steps of one commit."""
    wanted = built(tmp_path / "calm", files, workers=0)
    path = create(tmp_path / "index")
    patch = {
        "columns": "store.Appender.sync",
        "runs": "writer.add_run",
        "postings": "postings.PostingsWriter.commit",
        "commit": "writer.write_commit",
        "suggestions": "suggest.SuggestionsWriter.add",
    }[point]
    module, _, name = patch.partition(".")
    code = (
        f"""
import os, signal
import weigh.index.{module} as home, weigh.index.writer
holder = home
*outer, last = {name!r}.split(".")
for part in outer:
    holder = getattr(holder, part)
real, calls = getattr(holder, last), [0]
def dying(*args, **kwargs):
    calls[0] += 1
    result = real(*args, **kwargs)
    if calls[0] == 4:
        os.kill(os.getpid(), signal.SIGKILL)
    return result
setattr(holder, last, dying)
"""
        + _CHILD
    )
    child = subprocess.run([sys.executable, "-c", code, str(path), "0", *map(str, files)], check=False)
    assert child.returncode == -signal.SIGKILL
    found = content(path)
    assert 0 < len(found["documents"]) < len(wanted["documents"])
    assert found["documents"] == wanted["documents"][: len(found["documents"])]
    assert EmbeddedEngine(path).search("case", Filters(), limit=1).total == found["unique"]
    add_files(path, files, OPTIONS, workers=0, chunk=CHUNK)
    assert content(path) == wanted
    calm, resumed = EmbeddedEngine(tmp_path / "calm"), EmbeddedEngine(path)
    assert [(item.name, item.count) for item in resumed.candidates("tea")] == [
        (item.name, item.count) for item in calm.candidates("tea")
    ]
    assert resumed.candidates("tea")
