"""What callers give: texts, whole numbers and pairs, checked before they go to the library, which would take a part of them."""

from __future__ import annotations

import operator
from typing import Any


def text(what: str, given: Any) -> bytes:
    """Returns a text as the library takes it."""
    if not isinstance(given, str):
        raise TypeError(f"{what} is a text, and not {type(given).__name__}")
    if "\0" in given:
        raise ValueError(f"{what} has a zero character in it, at {given.index(chr(0))}")
    try:
        return given.encode()
    except UnicodeEncodeError as error:
        raise ValueError(f"{what} has half a character in it, at {error.start}") from None


def text_or_none(what: str, given: Any) -> bytes | None:
    """Returns a text as the library takes it, or None for None."""
    return None if given is None else text(what, given)


def whole(what: str, given: Any, low: int = 0, high: int = (1 << 64) - 1) -> int:
    """Returns a whole number of this range."""
    try:
        number = operator.index(given)
    except TypeError:
        raise TypeError(f"{what} is a whole number, and not {type(given).__name__}") from None
    if not low <= number <= high:
        raise (ValueError if number < low else OverflowError)(f"{what} is from {low} to {high}, and not {number}")
    return number


def axis_of(given: Any) -> int:
    """Returns the number of an axis. Which ones a stream has is known to the library."""
    return whole("an axis", given, -(1 << 31), (1 << 31) - 1)


def two(what: str, given: Any) -> list[Any]:
    """Returns what is given for the first of two streams, and for the second."""
    both = list(given) if hasattr(given, "__iter__") else []
    if len(both) != 2:
        raise TypeError(f"of two streams, {what} is a pair")
    return both


def pair(what: str, given: Any) -> tuple[float, float]:
    """Returns the two ends of a range."""
    try:
        ends = [float(end) for end in given]
    except (TypeError, ValueError):
        ends = []
    if len(ends) != 2:
        raise TypeError(f"{what} is two numbers, such as (0.0, 1.0)")
    return ends[0], ends[1]
