"""What measures teaches nothing, however it is written: the one notion of when two texts are the same."""

from __future__ import annotations

from collections.abc import Iterable


def same_text(text: str) -> str:
    """What a text has in common with itself in other sets, which differ in case, spaces and punctuation.

    Letters beyond ASCII are garbled in some of the sets, so they count only where a text has no others.

    >>> same_text("What's Beyoncé's M.D.?") == same_text("what s beyonc s md")
    True
    """
    letters = "".join(filter(str.isalnum, text.lower()))
    return "".join(filter(str.isascii, letters)) or letters


class Held:
    """Texts that are held out, each in whatever writing.

    >>> "tea or coffee" in Held(["Tea, or coffee?"])
    True
    """

    def __init__(self, texts: Iterable[str]) -> None:
        self._texts = {same_text(text) for text in texts}

    def __contains__(self, text: str) -> bool:
        return same_text(text) in self._texts
