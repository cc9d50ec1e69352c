"""Integers of 32 and 64 bits, which orders, searches and groups keep exact."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy

from ._arrays import INTEGERS, Array, address, check_out
from ._given import text, whole
from ._library import call, made, made_two, u64
from ._primitives import DESCENDING, SMALLEST, STABLE
from .stream import Stream

if TYPE_CHECKING:
    from .device import Device


def integer_type(array: Array) -> str:
    """Returns the type of integers that holds those of an array."""
    if array.dtype.kind not in "iub":
        raise TypeError(f"the data is {array.dtype}, and not integers: name their type, or round them with .astype(..)")
    if array.dtype.itemsize < 4:
        return "uint32" if array.dtype.kind == "u" else "int32"
    return array.dtype.name


class Integers(Stream):
    """Integers of 32 or 64 bits on a device, which are exact. `Device.integers` makes them.

    They are for orders, searches and groups: `sort`, `argsort`, `search`, `unique`, `group`, `take`, `put`, `merge` and `top`. On the device
    they are vectors of digits of 16 bits.

    >>> import brooklet
    >>> whole = brooklet.Device("cpu").integers([7, 1 << 60, 7])
    >>> distinct, counts = whole.unique()
    >>> distinct.read(), counts.read()
    (array([                  7, 1152921504606846976]), array([2., 1.], dtype=float32))
    """

    def __init__(self, handle: int, device: Device, type: str) -> None:
        super().__init__(handle, device)
        self.integer_type = type
        self._code = INTEGERS.index(type) + 1
        # For callers each is one number; the digits are the device's.
        self.components = 1

    @property
    def dtype(self) -> numpy.dtype[Any]:
        """The dtype of the integers."""
        return numpy.dtype(self.integer_type)

    def check_floats(self, what: str) -> None:
        """Refuses what computes with floats."""
        raise TypeError(f"{what} computes with floats, and these are {self.integer_type}: read them, and make a stream of floats")

    def check_operand(self, name: str) -> None:
        """Refuses operators."""
        self.check_floats(f"`{name}`")

    def _array_shape(self) -> tuple[int, ...]:
        return self.shape

    def write(self, data: Any) -> None:
        """Integers are not replaced."""
        raise TypeError("integers are not replaced: make new ones by Device.integers")

    def read(self, out: Any = None) -> Array:
        """Returns all integers as an array: `out`, which is C-contiguous, of their dtype and has as many, or a new one."""
        array = numpy.empty(self.shape, self.dtype) if out is None else check_out(out, self.dtype)
        if array.size != self.size:
            raise ValueError(f"out has shape {array.shape}, and the integers {self.shape}")
        call("integers_read", self.handle, self._code, address(array), array.nbytes)
        return array if out is None else out

    def __getitem__(self, key: Any) -> Any:
        """An integer of the first axis, or those of a slice or of positions."""
        if isinstance(key, Stream):
            return self.take(key)
        values = self.read()[key]
        return self.device.integers(values, self.integer_type) if isinstance(key, slice) else values

    def _like(self, handle: int) -> Integers:
        return Integers(handle, self.device, self.integer_type)

    def _same(self, other: Any, what: str) -> Integers:
        if not isinstance(other, Stream):
            other = self.device.integers(other, self.integer_type)
        if not isinstance(other, Integers) or other.integer_type != self.integer_type:
            raise TypeError(f"{what} has to be integers of {self.integer_type}")
        return other

    def sort(self, payload: Any = None, descending: bool = False, stable: bool = False, axis: int | None = None) -> Any:
        """Returns the integers in order; with a payload, a pair of both. Equals keep their order in any case."""
        self._whole(axis)
        flags = (DESCENDING if descending else 0) | (STABLE if stable else 0)
        if payload is None:
            keys_alone = u64()
            call("sort_integers", self.handle, self._code, 0, flags, _reference(keys_alone), None)
            return self._like(keys_alone.value)
        own = self._given(payload)
        keys, values = made_two("sort_integers", self.handle, self._code, own, flags)
        return self._like(keys), own._like(values) if isinstance(own, Integers) else self._new(values)

    def argsort(self, descending: bool = False, bits: int = 0, range: Any = None, axis: int | None = None) -> Stream:
        """Returns the positions of the integers in order; equals keep theirs."""
        self._whole(axis)
        if bits or range is not None:
            raise TypeError("integers are compared by all their bits")
        return self._new(made("argsort_integers", self.handle, self._code, DESCENDING if descending else 0))

    def search(self, queries: Any, upper: bool = False) -> Stream:
        """Returns where integers of the same type belong among these, which are sorted."""
        self._refuse_unsorted()
        wanted = self._same(queries, "what is searched for")
        return self._new(made("search_integers", self.handle, wanted, self._code, 1 if upper else 0))

    def unique(self) -> tuple[Stream, Stream]:
        """Returns the distinct integers, the smallest first, and how many times each occurs."""
        distinct, counts = made_two("unique_integers", self.handle, self._code)
        return self._like(distinct), self._new(counts)

    def run_lengths(self) -> tuple[Stream, Stream]:
        raise TypeError("runs are of floats; unique() counts integers")

    def transpose(self) -> Stream:
        """Exchanges the last two axes, rows and columns."""
        return self._like(made("transpose", self.handle))

    def group(self, values: Any, operator: str = "sum") -> tuple[Stream, Stream]:
        """Returns the distinct integers, as keys, and the combination of the values of each, which are floats."""
        given = self._given(values)
        distinct, combined = made_two("group_integers", self.handle, self._code, given, text("the operator", operator))
        return self._like(distinct), self._new(combined)

    def take(self, positions: Any, axis: int | None = None) -> Integers:
        """Gathers the integers at positions that count from 0."""
        self._whole(axis)
        return self._like(made("take", self.handle, self._given(positions)))

    def put(self, positions: Any, values: Any, operator: str | None = None) -> Integers:
        """Scatters: returns a copy with integers of the same type at positions; of several for one position the last stays."""
        if operator is not None:
            raise TypeError("integers are not combined: leave the operator out")
        given = self._same(values, "what is put")
        return self._like(made("put", self.handle, self._given(positions), given, None))

    def merge(self, other: Any) -> Integers:
        """Merges two sorted streams of integers of the same type, the smallest first."""
        given = self._same(other, "what is merged")
        self._refuse_unsorted()
        given._refuse_unsorted()
        return self._like(made("merge_integers", self.handle, given, self._code))

    def top(self, k: int, smallest: bool = False, axis: int | None = None) -> tuple[Stream, Stream]:
        """Returns the k largest integers, the largest first, and their positions. Equals keep their order."""
        self._whole(axis)
        k = whole("the number of elements that top selects", k)
        values, positions = made_two("top_integers", self.handle, self._code, k, SMALLEST if smallest else 0)
        return self._like(values), self._new(positions)

    def reduce(self, operator: str, axis: int | None = None) -> Any:
        """The smallest or largest integer: by "min" or "max"."""
        if operator not in ("min", "max") or axis is not None:
            self.check_floats(f"reduce({operator!r})")
        return int(self.top(1, smallest=operator == "min")[0].read()[0])

    def _whole(self, axis: int | None) -> None:
        if axis is not None:
            raise TypeError("integers have no methods along an axis: leave it out")

    def _refuse_nan(self) -> None:
        pass


def _refused(name: str) -> Any:
    def refuse(self: Integers, *_: Any, **__: Any) -> Any:
        self.check_floats(f"{name}()")

    return refuse


# What would work on the digits.
for _name in ("scan", "filter", "partition", "quantile", "segmented_scan", "take_along_axis", "histogram", "matmul", "convolve", "blur", "median_filter", "sat", "distance", "nearest", "label", "fft", "ifft", "rfft", "irfft"):
    setattr(Integers, _name, _refused(_name))


def _reference(value: Any) -> Any:
    import ctypes

    return ctypes.byref(value)
