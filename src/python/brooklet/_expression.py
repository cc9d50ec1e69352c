"""What operators on streams compute: an expression for each element, which one pass evaluates when its numbers are needed."""

from __future__ import annotations

import ctypes
import functools
from typing import TYPE_CHECKING, Any, Union

from ._given import text
from ._library import Input, made

if TYPE_CHECKING:
    from .stream import Stream

# A larger expression is evaluated in parts: shaders grow with it, and so does the time that compilers take.
_MAX_NODES = 48
# The number of streams that one pass reads on every device.
_MAX_INPUTS = 8

Operand = Union["Stream", "Node", float]

# The form of each operation: {0}, {1} and {2} are the operands. Comparisons give 1 or 0. `one_component` are those without a form for vectors.
FORMS = {
    "add": "({0} + {1})",
    "subtract": "({0} - {1})",
    "multiply": "({0} * {1})",
    "divide": "({0} / {1})",
    "floor_divide": "floor({0} / {1})",
    "remainder": "({0} - {1} * floor({0} / {1}))",
    "minimum": "min({0}, {1})",
    "maximum": "max({0}, {1})",
    "negative": "(-{0})",
    "absolute": "abs({0})",
    "floor": "floor({0})",
    "ceil": "ceil({0})",
    "sign": "sign({0})",
    "sqrt": "sqrt({0})",
    "exp": "exp({0})",
    "exp2": "exp2({0})",
    "log": "log({0})",
    "log2": "log2({0})",
    "sin": "sin({0})",
    "cos": "cos({0})",
    "tan": "tan({0})",
    "arcsin": "asin({0})",
    "arccos": "acos({0})",
    "arctan": "atan({0})",
    "reciprocal": "(1.0 / {0})",
    "square": "({0} * {0})",
    "less": "({0} < {1} ? 1.0 : 0.0)",
    "less_equal": "({0} <= {1} ? 1.0 : 0.0)",
    "greater": "({0} > {1} ? 1.0 : 0.0)",
    "greater_equal": "({0} >= {1} ? 1.0 : 0.0)",
    "equal": "({0} == {1} ? 1.0 : 0.0)",
    "not_equal": "({0} != {1} ? 1.0 : 0.0)",
    "logical_and": "({0} != 0.0 && {1} != 0.0 ? 1.0 : 0.0)",
    "logical_or": "({0} != 0.0 || {1} != 0.0 ? 1.0 : 0.0)",
    "logical_xor": "(({0} != 0.0) != ({1} != 0.0) ? 1.0 : 0.0)",
    "logical_not": "({0} != 0.0 ? 0.0 : 1.0)",
    "where": "({0} != 0.0 ? {1} : {2})",
    # The base is not negative, or the exponent is whole.
    "power": "({1} == 0.0 ? 1.0 : {0} == 0.0 && {1} > 0.0 ? 0.0 : pow(abs({0}), {1})"
    " * ({0} < 0.0 && {1} - 2.0 * floor({1} * 0.5) == 1.0 ? -1.0 : 1.0))",
}
# How often each form names its operands.
_COUNTS = {name: tuple(form.count(f"{{{at}}}") for at in range(3)) for name, form in FORMS.items()}
# The operations that give 1 or 0.
MASKS = {name for name, form in FORMS.items() if form.endswith("? 1.0 : 0.0)")} | {"logical_not"}
# Those that have no form for vectors.
SCALAR = {name for name, form in FORMS.items() if "?" in form}


# The names of streams and of constants.
_NAMES = {letter: [f"{letter}{number}".encode() for number in range(_MAX_NODES + 1)] for letter in "xc"}


@functools.cache
def _arrays(count: int) -> Any:
    """Returns the type of an array of inputs: making one takes longer than many a call."""
    return Input * count


class Node:
    """An operation, and what it works on."""

    __slots__ = ("name", "operands", "nodes", "inputs")

    def __init__(self, name: str, operands: tuple[Operand, ...]) -> None:
        self.name, self.operands = name, operands
        # How often a form names its operands counts: they are written that often.
        self.nodes = 1
        self.inputs: dict[int, Stream] = {}
        for own, count in zip(operands, _COUNTS[name]):
            if isinstance(own, float):
                self.nodes += count
            elif isinstance(own, Node):
                self.nodes += count * own.nodes
                self.inputs.update(own.inputs)
            else:
                self.nodes += count
                self.inputs[id(own)] = own

    def fits(self) -> bool:
        """Whether one pass evaluates it."""
        return self.nodes <= _MAX_NODES and len(self.inputs) <= _MAX_INPUTS

    def evaluate(self) -> int:
        """Evaluates it in a pass; returns the handle of the result."""
        names = {key: f"x{number}" for number, key in enumerate(self.inputs)}
        constants: list[float] = []
        text = self._text(names, constants)
        places = _arrays(len(names) + len(constants))()
        for number, own in enumerate(self.inputs.values()):
            place = places[number]
            place.name, place.stream = _NAMES["x"][number], own.handle
        for number, value in enumerate(constants):
            place = places[len(names) + number]
            place.name, place.components, place.value[0] = _NAMES["c"][number], 1, value
        return made("map", text.encode(), places, len(places))

    def _text(self, names: dict[int, str], constants: list[float]) -> str:
        parts = []
        for own in self.operands:
            if isinstance(own, Node):
                parts.append(own._text(names, constants))
            elif isinstance(own, float):
                # Constants are uniforms: with another number it is the same shader.
                constants.append(own)
                parts.append(f"c{len(constants) - 1}")
            else:
                parts.append(names[id(own)])
        return FORMS[self.name].format(*parts)


def mapped(expression: str, inputs: dict[str, Any]) -> int:
    """Evaluates an expression of GLSL; returns the handle of the result."""
    from .stream import Stream

    places = _arrays(len(inputs))()
    keep = []
    for place, (name, value) in zip(places, inputs.items()):
        place.name = text("a name", name)
        if isinstance(value, Stream):
            keep.append(value)
            place.stream = value.handle
        else:
            numbers = list(value) if hasattr(value, "__len__") else [value]
            if not 1 <= len(numbers) <= 4:
                raise ValueError(f"constant `{name}` has {len(numbers)} numbers: it has 1 to 4")
            place.components = len(numbers)
            place.value[: len(numbers)] = [ctypes.c_float(float(number)).value for number in numbers]
    return made("map", text("the expression", expression), places, len(places))
