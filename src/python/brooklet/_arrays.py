"""Arrays of the host: what goes to the library as it is, what is converted, and what is refused since numbers would change."""

from __future__ import annotations

from typing import Any

import numpy
import numpy.typing

Array = numpy.typing.NDArray[Any]

# The types of a stream's numbers, in the order of their codes, and the dtype of each. A type has four codes: itself and its vectors.
TYPES: dict[str, Any] = {
    "float": numpy.float32,
    "int": numpy.int32,
    "uint": numpy.uint32,
    "char": numpy.int8,
    "uchar": numpy.uint8,
    "short": numpy.int16,
    "ushort": numpy.uint16,
    "fixed": numpy.uint8,
    "shortfixed": numpy.uint16,
}
# The types of integers that are exact, in the order of their codes from 1.
INTEGERS = ("int32", "uint32", "int64", "uint64")
# Floats hold all integers up to this one.
_EXACT = 1 << 24


def type_of(type: str | None, dtype: Any) -> str:
    """Returns the type of a stream, from its name in Brook or from a dtype."""
    if type is not None:
        if dtype is not None:
            raise TypeError("give a type or a dtype, not both")
        if type not in TYPES:
            raise TypeError(f"there is no type {type!r}: there are {', '.join(TYPES)}")
        return type
    wanted = numpy.dtype(numpy.float32 if dtype is None else dtype)
    for name, own in TYPES.items():
        if wanted == own:
            return name
    wide = "; device.integers() has exact integers of 64 bits" if wanted.kind in "iu" else ""
    raise TypeError(f"streams have no {wanted}: their dtypes are float32, int32, uint32, int16, uint16, int8 and uint8{wide}")


def host(data: Any) -> Array:
    """Returns data as an array, without a copy where NumPy needs none; refuses what has no numbers."""
    if not hasattr(data, "__array__") and not hasattr(data, "__array_interface__") and hasattr(data, "__dlpack__"):
        data = numpy.from_dlpack(data)
    if isinstance(data, numpy.ma.MaskedArray) and numpy.ma.is_masked(data):
        raise TypeError("the array has masked elements: fill them first, with .filled(..)")
    array = numpy.asarray(data)
    if array.dtype.kind in "fiub":
        return array
    if array.dtype.kind == "c":
        raise TypeError(f"streams have no complex numbers ({array.dtype}): device.complex() makes vectors of two of them, or pass .real and .imag")
    if array.dtype.kind in "mM":
        raise TypeError(f"the array has dates or times ({array.dtype}): pass numbers, such as .astype('int64') to device.integers()")
    if array.dtype.kind == "O":
        flat = array.ravel()
        odd = next((at for at, one in enumerate(flat) if not isinstance(one, (int, float, numpy.number))), None)
        if odd is not None:
            raise TypeError(f"element {odd} is {flat[odd]!r}, and not a number")
        if all(isinstance(one, (int, numpy.integer)) for one in flat):
            raise OverflowError(f"{max(flat, key=abs)} is beyond 64 bits")
        return array.astype(numpy.float64)
    raise TypeError(f"the array has {array.dtype}, and not numbers")


def converted(data: Any, wanted: Any) -> Array:
    """Returns data as a C-contiguous array of a dtype. Numbers that the dtype does not hold are an error; fractions are rounded to floats."""
    array, dtype = host(data), numpy.dtype(wanted)
    if array.dtype != dtype and array.size:
        if dtype.kind == "f":
            _check_floats(array, dtype)
        else:
            _check_integers(array, dtype)
    # ascontiguousarray makes one dimension of none.
    with numpy.errstate(over="ignore"):
        return numpy.ascontiguousarray(array, dtype).reshape(array.shape)


def _check_floats(array: Array, dtype: Any) -> None:
    if array.dtype.kind in "iu" and array.dtype.itemsize >= 4:
        low, high = int(array.min()), int(array.max())
        if low < -_EXACT or high > _EXACT:
            # A float has 24 bits from its highest one: an integer is exact if those below are 0.
            low_bits = numpy.frexp(numpy.abs(array.astype(numpy.float64)))[1].astype(numpy.int64) - 24
            mask = (numpy.uint64(1) << numpy.maximum(low_bits, 0).astype(numpy.uint64)) - numpy.uint64(1)
            lost = numpy.flatnonzero((array.astype(numpy.uint64) & mask).ravel())
            if lost.size:
                number = array.ravel()[lost[0]]
                raise OverflowError(
                    f"element {lost[0]} is {number}, which float32 does not hold exactly: use device.integers(), or .astype('float32') to round"
                )
    if array.dtype.kind == "f" and array.dtype.itemsize > dtype.itemsize:
        with numpy.errstate(over="ignore"):
            lost = numpy.flatnonzero((numpy.isfinite(array) & ~numpy.isfinite(array.astype(dtype))).ravel())
        if lost.size:
            raise OverflowError(f"element {lost[0]} is {array.ravel()[lost[0]]}, beyond what float32 holds")


def _check_integers(array: Array, dtype: Any) -> None:
    if array.dtype.kind == "f":
        raise TypeError(f"the data is {array.dtype}, and the stream {dtype}: round it as you want it, with .astype('{dtype}')")
    low, high, range = int(array.min()), int(array.max()), numpy.iinfo(dtype)
    for number in (low, high):
        if not range.min <= number <= range.max:
            raise OverflowError(f"{number} is beyond {dtype}, which holds {range.min} to {range.max}")


def address(array: Array) -> int | None:
    """Returns where an array lies, or None if it has no elements."""
    return array.ctypes.data if array.size else None


def check_out(out: Any, dtype: Any) -> Array:
    """Returns the array that results are written to: one in whose own memory they go."""
    array = numpy.asarray(out)
    if array.dtype != dtype or not array.flags.c_contiguous or not array.flags.writeable:
        raise TypeError(f"out has to be C-contiguous {numpy.dtype(dtype)} that can be written: results are not converted")
    return array


def extents(shape: Any) -> tuple[int, ...]:
    """Returns a shape as a tuple, from a number or several."""
    try:
        own = (shape,) if isinstance(shape, (int, numpy.integer)) else tuple(shape)
    except TypeError:
        raise TypeError(f"a shape is a whole number, or 1 to 4 of them, and not {type(shape).__name__}") from None
    if not 1 <= len(own) <= 4:
        raise ValueError(f"a stream has 1 to 4 dimensions, and the shape {own} has {len(own)}")
    for extent in own:
        if not isinstance(extent, (int, numpy.integer)):
            raise TypeError(f"a shape has whole numbers, and {extent!r} is none")
        if extent < 0:
            raise ValueError(f"the shape {own} has a negative extent")
    return tuple(int(extent) for extent in own)
