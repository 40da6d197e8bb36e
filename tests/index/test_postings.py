"""The postings alone: what a killed writer leaves behind never stops the next one."""

from __future__ import annotations

from pathlib import Path

import tantivy

from weigh.index.postings import PostingsWriter, create, open_index


def test_a_rollback_killed_half_way_is_done_again(tmp_path: Path) -> None:
    folder = tmp_path / "postings"
    create(folder)
    writer = PostingsWriter(folder)
    for number in range(3):
        writer._writer.add_document(tantivy.Document(words=["tea"], sentence=[number], occurrence=[number]))
    writer.commit()
    writer.finish()
    before = (folder / "meta.json").read_bytes()
    writer = PostingsWriter(folder)
    writer.rollback_to(1, 1)
    writer.finish()
    assert list(folder.glob("*.del"))
    # Killed after the list of deleted entries was written, and before the commit that names it.
    (folder / "meta.json").write_bytes(before)
    assert open_index(folder).searcher().num_docs == 3
    writer = PostingsWriter(folder)
    writer.rollback_to(1, 1)
    writer.finish()
    assert open_index(folder).searcher().num_docs == 1
