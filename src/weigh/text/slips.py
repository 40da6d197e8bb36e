"""Typing slips: what somebody who typed a name may have meant."""

from __future__ import annotations

from string import ascii_lowercase, digits

_KEYS = f"{ascii_lowercase}{digits} "


def slips(typed: str) -> set[str]:
    """All texts one slip away: two neighbours swapped, a letter too many, a wrong one, or one left out. Hardly anybody
    gets the first letter wrong: who types "honda" does not mean conda.

    Some 75 for each letter, however many names there are to compare with: they are looked up, not searched for.
    """
    halves = [(typed[:at], typed[at:]) for at in range(len(typed) + 1)]
    swapped = {left + right[1] + right[0] + right[2:] for left, right in halves if len(right) > 1}
    doubled = {left + right[1:] for left, right in halves if right}
    wrong = {left + key + right[1:] for left, right in halves if left and right for key in _KEYS}
    missing = {left + key + right for left, right in halves for key in _KEYS}
    return (swapped | doubled | wrong | missing) - {typed}
