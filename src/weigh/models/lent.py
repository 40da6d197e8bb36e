"""A model whose layers are another's: weights that both have are stored once, and lent when a model is loaded.

Its own file names these weights without holding them (`weigh.train.graph`). ONNX files are protocol buffers, and two of
these written one after the other read as one in which lists are joined: so the lenders' weights are written behind the
model, without a library to take it apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from weigh.errors import ModelMissing

_GRAPH = 7  # of a model
_NODE, _WEIGHT = 1, 5  # of a graph
_INPUT = 1  # of a node
_NAME = 8  # of a weight
_BYTES = 2  # how a field is written that has a length: 0 is a number, 1 and 5 have eight and four bytes


def completed(model: bytes, lenders: Sequence[bytes]) -> bytes:
    """The model with all weights that its nodes name and the lenders have."""
    try:
        graph = _graph(model)
        own = {_name(field) for kind, field in _fields(graph) if kind == _WEIGHT}
        nodes = [field for kind, field in _fields(graph) if kind == _NODE]
        wanted = {bytes(field) for node in nodes for kind, field in _fields(node) if kind == _INPUT} - own
        found = [
            field
            for lender in lenders
            for kind, field in _fields(_graph(lender))
            if kind == _WEIGHT and _name(field) in wanted
        ]
    except (IndexError, StopIteration, ValueError) as error:
        raise ModelMissing(f"A model file is damaged ({error!r}). Reinstall weigh.") from error
    weights = [piece for field in found for piece in (_head(_WEIGHT, len(field)), field)]
    return b"".join([model, _head(_GRAPH, sum(map(len, weights))), *weights])


def _graph(model: bytes) -> memoryview:
    return next(field for kind, field in _fields(memoryview(model)) if kind == _GRAPH)


def _name(weight: memoryview) -> bytes:
    return bytes(next(field for kind, field in _fields(weight) if kind == _NAME))


def _fields(message: memoryview) -> Iterator[tuple[int, memoryview]]:
    """The fields of a message that have a length."""
    at = 0
    while at < len(message):
        key, at = _number(message, at)
        match key & 7:
            case 0:
                _, at = _number(message, at)
            case 1:
                at += 8
            case 5:
                at += 4
            case 2:
                size, at = _number(message, at)
                if at + size > len(message):
                    raise ValueError("it ends too early")
                yield key >> 3, message[at : at + size]
                at += size
            case other:
                raise ValueError(f"there is no kind {other} of field")


def _number(message: memoryview, at: int) -> tuple[int, int]:
    """A whole number, seven bits a byte, the lowest first; and where it ends."""
    found = shift = 0
    while True:
        byte = message[at]
        at += 1
        found |= (byte & 127) << shift
        if byte < 128:
            return found, at
        shift += 7


def _head(kind: int, size: int) -> bytes:
    """How a field of so many bytes begins."""
    found = bytearray([kind << 3 | _BYTES])
    while size > 127:
        found.append(size & 127 | 128)
        size >>= 7
    found.append(size)
    return bytes(found)
