"""The catalogue: every primitive, and each by every method that was found for it, the papers' among them.

>>> import brooklet
>>> from brooklet import catalog
>>> [method.name for method in catalog.primitives()["scan"].methods]
['hillis-steele', 'up-down-sweep', 'hybrid', 'pyramid']
>>> device = brooklet.Device("cpu")
>>> x = device.stream([3.0, 1.0, 4.0, 1.0])
>>> with device.trace() as trace:
...     scanned, = catalog.run("scan", x, method="hillis-steele", operator="max")
>>> scanned.read(), len(trace.passes)
(array([3., 3., 4., 4.], dtype=float32), 2)
"""

from __future__ import annotations

import ctypes
import json
from functools import lru_cache
from typing import Any, Mapping, NamedTuple

import numpy

from ._given import text, text_or_none
from ._library import call, described_by, u32, u64
from .stream import Stream


class Method(NamedTuple):
    """A method of a primitive: its name, who described it, how many passes n elements take, and whether it is the fastest somewhere."""

    name: str
    source: str
    passes: str
    default: bool


class Primitive(NamedTuple):
    """A primitive: its name, the names of its inputs, how many of them are needed, and its methods."""

    name: str
    inputs: tuple[str, ...]
    needed: int
    methods: tuple[Method, ...]


@lru_cache(maxsize=1)
def primitives() -> Mapping[str, Primitive]:
    """Returns all primitives by their names."""
    own = json.loads(described_by("catalog_describe"))["primitives"]
    return {
        one["name"]: Primitive(
            one["name"],
            tuple(given["name"] for given in one["inputs"]),
            sum(not given["optional"] for given in one["inputs"]),
            tuple(Method(**method) for method in one["methods"]),
        )
        for one in own
    }


def run(primitive: str, *inputs: Stream, method: str | None = None, **options: Any) -> tuple[Stream, ...]:
    """Runs a primitive on streams of float32 by one of its methods, or without one by the fastest, and returns its results.

    Options are `operator`, `exclusive`, `axis`, `descending`, `stable`, `bits`, `combined`, `upper`, `sorted`, `bins`, `range` (two numbers),
    `k` and `smallest`; a primitive does not look at those that it has no use for. `quantile` is the median, and `filter` keeps what is not
    infinite. A result that is one number is a stream of one element.
    Nothing is looked at before, such as whether an element is NaN.
    """
    if not inputs:
        raise TypeError(f"`{primitive}` is run on streams, and none is given")
    for own in inputs:
        if not isinstance(own, Stream):
            raise TypeError(f"`{primitive}` is run on streams, and not on {type(own).__name__}: use device.stream()")
    handles = (u64 * len(inputs))(*(own.handle for own in inputs))
    results, made = (u64 * 2)(), u32()
    name, by = text("the primitive", primitive), text_or_none("the method", method)
    call("catalog_run", name, by, handles, len(inputs), json.dumps(options, default=_plain).encode(), results, 2, ctypes.byref(made))
    return tuple(Stream(results[place], inputs[0].device) for place in range(made.value))


def _plain(option: Any) -> Any:
    """Returns an option as a number of Python, if it is one of NumPy's."""
    if isinstance(option, (numpy.number, numpy.bool_)):
        return option.item()
    raise TypeError(f"an option is a number, a text or a pair of numbers, and not {type(option).__name__}")
