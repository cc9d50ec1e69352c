"""Brook programs: kernels and reductions from text."""

from __future__ import annotations

import ctypes
import json
from typing import Any

import numpy

from ._arrays import TYPES, address, converted
from ._given import text
from ._library import Argument, Error, Owner, call, described_by
from .stream import Stream


class Program(Owner):
    """Kernels and reductions of a Brook program. `Device.program` compiles one.

    Arguments are streams, and numbers or sequences of them for constants, in the order of the kernel's parameters or by their names.

    >>> import brooklet
    >>> device = brooklet.Device("cpu")
    >>> program = device.program('''
    ...     kernel void saxpy(float alpha, float x<>, float y<>, out float result<>) { result = alpha * x + y; }
    ...     reduce void total(float a<>, reduce float r<>) { r += a; }''')
    >>> x, y, result = device.stream([1.0, 2.0]), device.stream([10.0, 20.0]), device.zeros(2)
    >>> program.run("saxpy", 2.0, x, y, result=result)
    >>> result.read(), program.reduce("total", result)
    (array([12., 24.], dtype=float32), 36.0)
    """

    _free, _noun = "program_free", "program"

    def __init__(self, handle: int) -> None:
        super().__init__(handle)
        self.kernels = {kernel["name"]: kernel for kernel in json.loads(described_by("program_describe", handle))["kernels"]}

    def __enter__(self) -> Program:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<brooklet.Program: {', '.join(self.kernels)}>"

    def _arguments(self, name: str, given: tuple[Any, ...], named: dict[str, Any]) -> tuple[Any, list[Any]]:
        if name not in self.kernels:
            raise Error("ARGUMENT", f"the program has no kernel `{name}`: it has {', '.join(self.kernels)}")
        kernel = self.kernels[name]
        # The accumulator of a reduction is not given.
        parameters = [p for p in kernel["parameters"] if p["role"] != "accumulator"]
        names = [p["name"] for p in parameters]
        values = {**dict(zip(names, given)), **named}
        signature = f"`{kernel['signature']}`"
        if len(given) > len(parameters):
            raise TypeError(f"{signature} takes {len(parameters)} arguments, and {len(given)} are given")
        for own in named:
            if own not in names:
                raise TypeError(f"{signature} has no parameter `{own}`")
            if names.index(own) < len(given):
                raise TypeError(f"{signature} is given `{own}` twice")
        missing = [f"`{own}`" for own in names if own not in values]
        if missing:
            raise TypeError(f"{signature} still needs {', '.join(missing)}")
        arguments = (Argument * len(kernel["parameters"]))()
        keep: list[Any] = []
        for argument, parameter in zip(arguments, kernel["parameters"]):
            value = values.get(parameter["name"])
            if isinstance(value, Stream):
                argument.stream = value.handle
                keep.append(value)
            elif parameter["role"] == "constant":
                # That of a struct is its bytes.
                base = TYPES.get(parameter["type"].rstrip("1234"), numpy.uint8)
                array = converted(numpy.frombuffer(value, numpy.uint8) if isinstance(value, (bytes, bytearray)) else value, base)
                argument.constant, argument.bytes = address(array), array.nbytes
                keep.append(array)
            elif parameter["role"] != "accumulator":
                raise TypeError(f"{parameter['role']} `{parameter['name']}` of {signature} is a stream: make one with device.stream()")
        return arguments, keep

    def run(self, kernel: str, *arguments: Any, **named: Any) -> None:
        """Runs a kernel."""
        given, keep = self._arguments(kernel, arguments, named)
        for own in keep:
            if isinstance(own, Stream):
                # A kernel may write it: what depends on it is computed first, and of a variable output the shape changes.
                own._changes()
                own._shape = None
        call("program_run", self.handle, text("the kernel", kernel), given, len(given))

    def reduce(self, reduction: str, *arguments: Any, **named: Any) -> Any:
        """Reduces a stream to a value: a number, a tuple of them, or the bytes of a struct."""
        given, _keep = self._arguments(reduction, arguments, named)
        accumulators = [p for p in self.kernels[reduction]["parameters"] if p["role"] == "accumulator"]
        value = ctypes.create_string_buffer(accumulators[0]["bytes"] if accumulators else 0)
        call("program_reduce", self.handle, text("the reduction", reduction), given, len(given), value, len(value))
        dtype = TYPES.get(accumulators[0]["type"].rstrip("1234"))
        if dtype is None:
            return value.raw
        numbers = numpy.frombuffer(value.raw, dtype).tolist()
        return numbers[0] if len(numbers) == 1 else tuple(numbers)
