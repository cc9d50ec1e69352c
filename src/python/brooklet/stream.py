"""Streams: numbers, or vectors of them, on a device."""

from __future__ import annotations

import ctypes
import math
import weakref
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy

from . import _show
from ._arrays import TYPES, Array, address, check_out, converted
from ._expression import MASKS, Node
from ._library import Owner, call, u32, u64
from ._operators import Operators
from ._primitives import Primitives

if TYPE_CHECKING:
    from .device import Device


class Stream(Operators, Primitives, Owner):
    """Numbers of 1 to 4 dimensions on a device, or vectors of 2 to 4 numbers. `Device.stream` makes one of an array.

    It works as an array of NumPy does: with operators, functions such as `numpy.sqrt`, slices of the first axis, and
    `numpy.asarray(stream)`. What operators compute is computed when numbers are needed, in one pass:

    >>> import brooklet
    >>> device = brooklet.Device("cpu")
    >>> x = device.stream([1.0, 2.0, 3.0, 4.0])
    >>> y = 2 * x + 1
    >>> y
    Stream([3., 5., 7., 9.], shape=(4,), dtype=float32)
    >>> y[y > 4].sort(descending=True).read()
    array([9., 7., 5.], dtype=float32)
    >>> float(y.sum())
    24.0

    A stream is used on the thread that made it. Its memory is freed by `with`, by `close()`, or when nothing refers to it.
    """

    _free, _noun = "stream_free", "stream"

    def __init__(self, handle: int, device: Device) -> None:
        super().__init__(handle)
        self.device = device
        self._node: Node | None = None
        self._shape: tuple[int, ...] | None = None
        # The streams that are computed from this one, and have not been yet.
        self._dependents: list[weakref.ref[Stream]] = []
        # What is known of the elements: whether there is no NaN, and whether they are sorted.
        self._known: dict[str, bool] = {}
        self._is_mask = False
        if handle:
            code = u32()
            call("stream_element", handle, ctypes.byref(code), None)
            self.type, self.components = list(TYPES)[(code.value - 1) // 4], (code.value - 1) % 4 + 1

    @classmethod
    def _of_node(cls, device: Device, node: Node, shape: tuple[int, ...], components: int) -> Stream:
        made = Stream(0, device)
        made._node, made._shape, made.type, made.components = node, shape, "float", components
        made._is_mask = node.name in MASKS
        reference = weakref.ref(made)
        for own in node.inputs.values():
            if own._dependents:
                own._dependents = [one for one in own._dependents if one() is not None]
            own._dependents.append(reference)
        return made

    def pending(self) -> Node | None:
        """The expression that this is, if it has not been computed yet."""
        return self._node

    def evaluate(self) -> Stream:
        """Computes the stream now, if it has not been computed yet."""
        if self._node is not None:
            self._handle, self._node = self._node.evaluate(), None
        return self

    def _ready(self) -> None:
        self.evaluate()

    def close(self) -> None:
        """Frees the memory on the device; once more does nothing."""
        self._changes()
        self._node = None
        super().close()

    def _changes(self) -> None:
        """Computes what depends on the elements, before they change."""
        for one in self.__dict__.get("_dependents", ()):
            dependent = one()
            if dependent is not None:
                dependent.evaluate()
        self._dependents, self._known = [], {}

    def __enter__(self) -> Stream:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def shape(self) -> tuple[int, ...]:
        """The extents, slowest first, without the axis of vectors."""
        if self._shape is None:
            extents, rank = (u64 * 4)(), u32()
            call("stream_shape", self.handle, extents, ctypes.byref(rank))
            self._shape = tuple(extents[: rank.value])
        return self._shape

    @property
    def dtype(self) -> numpy.dtype[Any]:
        """The dtype of the numbers in arrays."""
        own: numpy.dtype[Any] = numpy.dtype(TYPES[self.type])
        return own

    @property
    def ndim(self) -> int:
        """The number of dimensions, without the axis of vectors."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """The number of elements."""
        return math.prod(self.shape)

    def __len__(self) -> int:
        return self.shape[0]

    def __bool__(self) -> bool:
        if self.size == 1 and self.components == 1:
            return bool(self.read().item())
        raise ValueError(f"a stream of {self.size} elements is neither true nor false: use .min() or .max() of comparisons")

    def __float__(self) -> float:
        if self.size * self.components != 1:
            raise TypeError(f"only a stream of one number is a number, and this one has shape {self.shape}")
        return float(self.read().item())

    def check_operand(self, name: str) -> None:
        """Refuses what an operator cannot take: other types than float, and streams that were closed."""
        if self.type != "float":
            self.check_floats(f"`{name}`")
        if self._node is None and not self._handle:
            self._refuse_closed()

    def check_floats(self, what: str) -> None:
        """Refuses streams of other types than float."""
        if self.type != "float":
            raise TypeError(f"{what} is for streams of float, and this one is of {self.type}: Brook programs compute with others")

    def _array_shape(self) -> tuple[int, ...]:
        return self.shape + ((self.components,) if self.components > 1 else ())

    def write(self, data: Any) -> None:
        """Replaces all elements. The data has as many, and the same rules hold as for `Device.stream`."""
        array = converted(data, self.dtype)
        if array.size != self.size * self.components:
            raise ValueError(f"the data has shape {array.shape}, and the stream {self._array_shape()}")
        handle = self.handle
        self._changes()
        call("stream_write", handle, None, None, address(array), array.nbytes)

    def read(self, out: Any = None) -> Array:
        """Returns all elements as an array: `out`, which is C-contiguous, of the stream's dtype and has as many numbers, or a new one.

        >>> import brooklet, numpy
        >>> out = numpy.empty((2, 2), numpy.float32)
        >>> brooklet.Device("cpu").stream([[1.0, 2.0], [3.0, 4.0]]).read(out) is out
        True
        """
        shape = self._array_shape()
        array = numpy.empty(shape, self.dtype) if out is None else check_out(out, self.dtype)
        if array.size != math.prod(shape):
            raise ValueError(f"out has shape {array.shape}, and the stream {shape}")
        self._read_to(array)
        return array if out is None else out

    def _read_to(self, array: Array, low: tuple[int, ...] | None = None, high: tuple[int, ...] | None = None) -> None:
        ends = [None if end is None else (u64 * len(end))(*end) for end in (low, high)]
        call("stream_read", self.handle, *ends, address(array), array.nbytes)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        if copy is False:
            raise ValueError("the numbers of a stream are on a device: an array of them is a copy")
        return self.read().astype(dtype or self.dtype, copy=False)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.read())

    def __getitem__(self, key: Any) -> Any:
        """Part of the first axis: a number or row of an array for an integer, a stream for a slice.

        A stream of positions takes these elements, and one of comparisons keeps those for which they hold.
        """
        count = self.shape[0]
        if isinstance(key, (int, numpy.integer)):
            at = int(key) + (count if key < 0 else 0)
            if not 0 <= at < count:
                raise IndexError(f"index {key} is beyond the first axis, which has {count} elements")
            array = numpy.empty(self._array_shape()[1:], self.dtype)
            rest = self.shape[1:]
            self._read_to(array, (at, *(0 for _ in rest)), (at + 1, *rest))
            return array if array.ndim else array.item()
        if isinstance(key, slice):
            return self._slice(*key.indices(count))
        if isinstance(key, Stream):
            if key._is_mask:
                if key.shape != self.shape or self.ndim != 1:
                    raise IndexError(f"a mask of shape {key.shape} does not go with a stream of shape {self.shape}")
                return self.filter(key, axis=0)
            return self.take(key)
        raise TypeError(f"a stream is indexed by an integer, a slice, a comparison or a stream of positions, and not by {type(key).__name__}")

    def _slice(self, start: int, stop: int, step: int) -> Stream:
        count = len(range(start, stop, step))
        shape = (count, *self.shape[1:])
        if step != 1 and count > 1:
            return self.take(self.device.stream(numpy.arange(start, stop, step, dtype=numpy.float32)), axis=0)
        made = self.device.zeros(shape, self.components, self.type)
        if made.size:
            low, high = (start, *(0 for _ in self.shape[1:])), (start + count, *self.shape[1:])
            self.device._copy(self, low, high, made)
        return made

    def __repr__(self) -> str:
        if not self._handle and self._node is None:
            return "<closed brooklet.Stream>"
        return _show.text(self)

    def _repr_html_(self) -> str:
        return _show.page(self)
