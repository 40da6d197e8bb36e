"""One small piece of XML → an element, without any way for entities to grow."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element, ParseError, fromstring

_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def element(text: str) -> Element | None:
    """The element, or None where the text is broken XML or brings its own document type."""
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        return None
    try:
        return fromstring(_FORBIDDEN.sub("", text))
    except (ParseError, ValueError, RecursionError):
        return None
