"""Text as a reader sees it: without characters that nobody sees, and with letters in their plain dress.

Copied text brings soft hyphens, zero-width spaces, ligatures and accents apart from their letter. What a reader tells
apart (½, ™, m², …) stays as it is; Unicode's own compatibility form (NFKC) would make `iPhoneTM` and `m2` of it.
"""

from __future__ import annotations

import re
import unicodedata

_PICTURE = "\u2190-\u2bff\ufe0f\U0001f000-\U0001faff"
_UNSEEN_JOINER = re.compile(f"(?<![{_PICTURE}])\u200d|\u200d(?![{_PICTURE}])")
"""The zero-width joiner where it makes no picture of several."""
_DRESS = frozenset(("<wide>", "<narrow>", "<font>"))


def plain(text: str) -> str:
    """The text without format characters, each letter in one form.

    >>> plain("co\u00adffee or ｔｅａ, ﬁsh™ or ½ m²")
    'coffee or tea, fish™ or ½ m²'
    >>> plain("👩\u200d💻 or te\u200da") == "👩\u200d💻 or tea"
    True
    """
    if text.isascii():
        return text
    text = _UNSEEN_JOINER.sub("", text)
    seen = (_undressed(sign) for sign in text if sign == "\u200d" or unicodedata.category(sign) != "Cf")
    return unicodedata.normalize("NFC", "".join(seen))


def _undressed(sign: str) -> str:
    """A wide or mathematical letter as the plain one, a ligature as its letters; any other sign as it is."""
    dress = unicodedata.decomposition(sign).partition(" ")[0]
    if dress in _DRESS or (dress == "<compat>" and sign.isalpha()):
        return unicodedata.normalize("NFKC", sign)
    return sign
