"""Model files stand compressed, since most of their bytes are whole numbers near nought.

Weights are rounded in steps that follow their spread, so that small numbers are frequent and Huffman's code alone takes
them from 8 bits to about 4 (looking for repetitions, as gzip does by default, finds none and makes them longer). What
runs is the same int8 model as without it. The files are plain gzip: `gunzip` opens them.
"""

from __future__ import annotations

import zlib
from pathlib import Path

from weigh.errors import ModelMissing

SUFFIX = ".gz"
_MOST = 1100  # times its size a file can grow to
_GZIP = 31  # zlib's number for gzip's header with the largest window


def write(file: Path, content: bytes) -> None:
    """Write `content` compressed to `file`."""
    packer = zlib.compressobj(9, zlib.DEFLATED, _GZIP, 9, zlib.Z_HUFFMAN_ONLY)
    file.write_bytes(packer.compress(content) + packer.flush())


def read(file: Path) -> bytes:
    """What `write` was given."""
    try:
        held = file.read_bytes()
        size = int.from_bytes(held[-4:], "little")  # as gzip notes it: room is taken once instead of grown
        return zlib.decompress(held, _GZIP, max(1, min(size, _MOST * len(held))))
    except (OSError, zlib.error) as error:
        raise ModelMissing(f"The model file {file} is damaged ({error}). Reinstall weigh.") from error
