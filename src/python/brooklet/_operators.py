"""Operators on streams, and NumPy's functions of them: nothing is computed until numbers are needed, and then in one pass."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy

from . import stream as _stream
from ._expression import FORMS, SCALAR, Node, Operand

if TYPE_CHECKING:
    from .stream import Stream


class Operators:
    """What a stream has of a NumPy array: arithmetic, comparisons, which give 1 or 0, and functions."""

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **given: Any) -> Any:
        name = {"true_divide": "divide", "fmin": "minimum", "fmax": "maximum", "float_power": "power"}.get(
            ufunc.__name__, ufunc.__name__
        )
        if name == "matmul" and method == "__call__" and not given:
            first, second = inputs
            return first.matmul(second) if isinstance(first, _stream.Stream) else second.__rmatmul__(first)
        if method != "__call__" or given or name not in FORMS:
            text = f"numpy.{ufunc.__name__} is not for streams: write it with brooklet.map(), or take numpy.asarray(stream)"
            raise TypeError(text if method == "__call__" and not given else f"{text} (as it is called here)")
        return apply(name, *inputs)

    def __add__(self, other: Any) -> Stream:
        return apply("add", self, other)

    def __radd__(self, other: Any) -> Stream:
        return apply("add", other, self)

    def __sub__(self, other: Any) -> Stream:
        return apply("subtract", self, other)

    def __rsub__(self, other: Any) -> Stream:
        return apply("subtract", other, self)

    def __mul__(self, other: Any) -> Stream:
        return apply("multiply", self, other)

    def __rmul__(self, other: Any) -> Stream:
        return apply("multiply", other, self)

    def __truediv__(self, other: Any) -> Stream:
        return apply("divide", self, other)

    def __rtruediv__(self, other: Any) -> Stream:
        return apply("divide", other, self)

    def __floordiv__(self, other: Any) -> Stream:
        return apply("floor_divide", self, other)

    def __rfloordiv__(self, other: Any) -> Stream:
        return apply("floor_divide", other, self)

    def __mod__(self, other: Any) -> Stream:
        return apply("remainder", self, other)

    def __rmod__(self, other: Any) -> Stream:
        return apply("remainder", other, self)

    def __pow__(self, other: Any) -> Stream:
        return apply("square", self) if isinstance(other, int) and other == 2 else apply("power", self, other)

    def __rpow__(self, other: Any) -> Stream:
        return apply("power", other, self)

    def __neg__(self) -> Stream:
        return apply("negative", self)

    def __pos__(self) -> Stream:
        return apply("add", self, 0.0)

    def __abs__(self) -> Stream:
        return apply("absolute", self)

    def __lt__(self, other: Any) -> Stream:
        return apply("less", self, other)

    def __le__(self, other: Any) -> Stream:
        return apply("less_equal", self, other)

    def __gt__(self, other: Any) -> Stream:
        return apply("greater", self, other)

    def __ge__(self, other: Any) -> Stream:
        return apply("greater_equal", self, other)

    def __eq__(self, other: Any) -> Stream:  # type: ignore[override]
        return apply("equal", self, other)

    def __ne__(self, other: Any) -> Stream:  # type: ignore[override]
        return apply("not_equal", self, other)

    def __and__(self, other: Any) -> Stream:
        return apply("logical_and", self, other)

    def __or__(self, other: Any) -> Stream:
        return apply("logical_or", self, other)

    def __xor__(self, other: Any) -> Stream:
        return apply("logical_xor", self, other)

    def __invert__(self) -> Stream:
        return apply("logical_not", self)

    # As of NumPy's arrays: equality goes element by element.
    __hash__ = None  # type: ignore[assignment]


def apply(name: str, *given: Any) -> Stream:
    """Returns a stream of an operation on streams, numbers and arrays, of which at least one is a stream."""
    kind = _stream.Stream
    streams = [own for own in given if isinstance(own, kind)]
    first = streams[0]
    operands: list[Stream | float] = []
    for own in given:
        if isinstance(own, kind):
            operands.append(own)
        elif isinstance(own, _NUMBERS):
            operands.append(float(own))
        else:
            made = first.device.stream(own, vectors=first.components > 1)
            operands.append(made)
            streams.append(made)
    components = first.components
    for own in streams:
        own.check_operand(name)
        if own is not first and own.shape != first.shape:
            raise ValueError(f"`{name}` of shapes {first.shape} and {own.shape}: streams of one shape, and numbers, go together")
        if own.components != components:
            raise ValueError(f"elements of {components} and of {own.components} numbers do not go together")
    if components > 1 and name in SCALAR:
        raise TypeError(f"`{name}` is for numbers, and the elements are vectors of {components}: write it with brooklet.map()")
    # Of what is not computed yet, the expression goes on; parts that are too large for a pass are computed first, the largest ones.
    while True:
        parts: list[Operand] = [own if isinstance(own, float) else own.pending() or own for own in operands]
        node = Node(name, tuple(parts))
        if node.fits():
            break
        waiting = [own for own in streams if own.pending()]
        if not waiting:
            break
        max(waiting, key=lambda own: own.pending().nodes).evaluate()  # type: ignore[union-attr]
    return kind._of_node(first.device, node, first.shape, components)


_NUMBERS = (int, float, numpy.number, numpy.bool_)
