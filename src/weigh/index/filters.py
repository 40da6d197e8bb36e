"""Which documents a filter lets through: by collection, by site with its subdomains, by date.

The same rules in two forms: as terms for the postings (`domain_terms`, `date_number`, `date_bounds`) and as a plain
test of one document (`passes`).
"""

from __future__ import annotations

import re

from weigh.errors import BadInput
from weigh.index.meta import DocumentMeta
from weigh.ingest.clean import host as full_host
from weigh.types import Filters

_DATE = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?(?!\d)")
_EARLIEST, _LATEST = 0, 99_999_999


def host(url: str | None) -> str:
    """The host of a web address in lower case without `www.`, or nothing."""
    name = full_host(url) or ""
    return name.removeprefix("www.").strip(".") if name.split() == [name] else ""


def domain_terms(site: str) -> list[str]:
    """A host and the domains above it: `en.wikipedia.org`, `wikipedia.org`."""
    labels = site.split(".")
    if labels == [""]:
        return []
    return [".".join(labels[i:]) for i in range(max(1, len(labels) - 1))]


def wanted_domain(text: str) -> str:
    """A domain as a user may write it: `https://www.Example.org/` → `example.org`."""
    text = text.strip().lower()
    return host(text if "://" in text else f"http://{text}") or text


def date_number(date: str | None) -> int | None:
    """A date as a number that sorts like it: `2019-05` → 20190500. None where it is no ISO date."""
    match = _DATE.match(date.strip()) if date else None
    if match is None:
        return None
    year, month, day = (int(part or 0) for part in match.groups())
    return year * 10_000 + month * 100 + day


def date_bounds(filters: Filters) -> tuple[int, int] | None:
    """The dates that the filter lets through, both ends included; None where it does not ask for a date."""
    if not filters.since and not filters.until:
        return None
    low, high = _EARLIEST, _LATEST
    if filters.since:
        low = _asked(filters.since, "since")
    if filters.until:
        high = _asked(filters.until, "until")
        # "until 2019-05" means to the end of May.
        high += 9999 if high % 10_000 == 0 else 99 if high % 100 == 0 else 0
    return low, high


def _asked(text: str, name: str) -> int:
    number = date_number(text)
    if number is None:
        raise BadInput(f"The filter '{name}' got {text!r}; expected a date such as 2019, 2019-05 or 2019-05-31.")
    return number


def passes(filters: Filters, meta: DocumentMeta) -> bool:
    if filters.collections and meta.collection not in filters.collections:
        return False
    if filters.domains and not {wanted_domain(item) for item in filters.domains} & set(domain_terms(host(meta.url))):
        return False
    bounds = date_bounds(filters)
    if bounds is None:
        return True
    number = date_number(meta.date)
    return number is not None and bounds[0] <= number <= bounds[1]
