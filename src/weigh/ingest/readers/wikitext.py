"""Wikitext → plain text: templates, tables, references and files removed, links as their text. Linear in the input."""

from __future__ import annotations

import re
from html import unescape

from weigh.ingest.words import entries

_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.S)
# An element whose content is no prose. A closing tag that never comes must not eat the article, hence the limit.
_DROPPED = ("ref", "math", "gallery", "timeline", "syntaxhighlight", "source", "code", "score", "imagemap", "table")
_OPEN = re.compile(rf"<({'|'.join(_DROPPED)})\b([^<>]{{0,1000}})>", re.I)
_CLOSE = {tag: re.compile(rf"</{tag}\s*>", re.I) for tag in _DROPPED}
_TAG = re.compile(r"</?[A-Za-z][^<>]{0,1000}>")
_BRACES = re.compile(r"\{\{|\}\}|^[ \t:]*\{\||^[ \t]*\|\}(?!\})", re.M)
_BRACKETS = re.compile(r"\[\[|\]\]")
_EXTERNAL = re.compile(r"\[(?:https?:)?//[^\s\[\]]{1,2000}(?:[ \t]([^\[\]\n]{0,1000}))?\]")
_NAMESPACED = re.compile(r"\s*:?\s*(?:file|image|media|category|[a-z]{2,3}(?:-[a-z]+)?)\s*:", re.I)
_HEADING = re.compile(r"^(={2,6})(.*)$", re.M)
_LIST = re.compile(r"^[*#:;]+[ \t]*", re.M)
_MARKS = re.compile(r"'{2,5}|__[A-Z]{3,20}__")
_LAST_PARTS = frozenset(entries("last_parts.txt", "weigh.ingest.readers"))


def plain(markup: str) -> str:
    """The prose of an article, a paragraph a line."""
    text = _COMMENT.sub("", markup)
    text = _without_elements(text)
    text = _without_braces(text)
    text = _links(text)
    text = _EXTERNAL.sub(lambda match: match[1] or "", text)
    text = _TAG.sub(" ", text)
    text = _without_last_parts(text)
    text = _LIST.sub("", text)
    return unescape(_MARKS.sub("", text))


def _without_elements(text: str) -> str:
    parts: list[str] = []
    at = 0
    hopeless: set[str] = set()  # tags that are never closed again from here on
    for match in _OPEN.finditer(text):
        tag = match[1].lower()
        if match.start() < at or match[2].endswith("/") or tag in hopeless:
            continue
        close = _CLOSE[tag].search(text, match.end())
        if close is None:
            hopeless.add(tag)
            continue
        parts.append(text[at : match.start()])
        at = close.end()
    parts.append(text[at:])
    return "".join(parts)


def _without_braces(text: str) -> str:
    """Without `{{templates}}` and `{| tables |}`, however they nest; unmatched braces are left as they are."""
    stack: list[tuple[str, int]] = []
    spans: list[tuple[int, int]] = []
    for match in _BRACES.finditer(text):
        mark = match.group().strip(" \t:")
        if mark in ("{{", "{|"):
            stack.append((mark, match.start()))
            continue
        opening = "{{" if mark == "}}" else "{|"
        if stack and stack[-1][0] != opening and len(stack) > 1 and stack[-2][0] == opening:
            stack.pop()  # one unmatched opening inside does not spoil the rest
        if stack and stack[-1][0] == opening:
            start = stack.pop()[1]
            while spans and spans[-1][0] >= start:
                spans.pop()
            spans.append((start, match.end()))
    parts: list[str] = []
    at = 0
    for start, end in spans:
        parts.append(text[at:start])
        at = end
    parts.append(text[at:])
    return "".join(parts)


def _links(text: str) -> str:
    """`[[target|words]]` → words, `[[target]]` → target; files, categories and other languages vanish with captions."""
    frames: list[list[str]] = [[]]
    at = 0
    for match in _BRACKETS.finditer(text):
        frames[-1].append(text[at : match.start()])
        at = match.end()
        if match.group() == "[[":
            if len(frames) < 50:
                frames.append([])
        elif len(frames) > 1:
            frames_text = "".join(frames.pop())
            frames[-1].append(_link_text(frames_text))
    frames[-1].append(text[at:])
    return "".join("".join(frame) for frame in frames)


def _link_text(inner: str) -> str:
    if _NAMESPACED.match(inner):
        return ""
    target, bar, words = inner.partition("|")
    return words.rpartition("|")[2] if bar else target.lstrip(":")


def _without_last_parts(text: str) -> str:
    """Headings as lines of their own; the parts after the article proper (references, links …) left out."""
    parts: list[str] = []
    at, keep = 0, True
    for match in _HEADING.finditer(text):
        if keep:
            parts.append(text[at : match.start()])
        keep = match[2].strip(" =\t").lower() not in _LAST_PARTS if len(match[1]) == 2 or not keep else keep
        at = match.end()
    if keep:
        parts.append(text[at:])
    return "\n".join(parts)
