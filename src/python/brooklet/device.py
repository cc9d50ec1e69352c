"""Devices: where streams are, and what computes them."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy

from ._arrays import INTEGERS, TYPES, address, converted, extents, host, type_of
from ._expression import mapped
from ._given import text as own_text
from ._given import text_or_none, whole
from ._library import Argument, Description, Owner, call, made, made_two, u64
from .cg import CgProgram
from .integers import Integers, integer_type
from .program import Program
from .sparse import SparseMatrix
from .stream import Stream
from .trace import Trace


class Device(Owner):
    """A device of this thread, on which streams are made.

    `runtime` is "ogl" (OpenGL), "gles" (OpenGL ES), "gl2" (OpenGL 2.1), "arb" (OpenGL 2.1 by fragment programs), "cpu", an emulated machine
    that needs no driver, or the name of an emulated chip of the time, such as "nv40". "ogl:1" is OpenGL on adapter 1, of those that
    `brooklet info` lists: a GPU, or a driver on the CPU. It is freed by `with`, by `close()`, or when nothing
    refers to it; streams that it has made live on.

    `checks` says whether orders look for NaN, and searches for elements that are not sorted, where that is not known.

    >>> import brooklet
    >>> with brooklet.Device("cpu") as device:
    ...     device.stream([1.0, 2.0]).sum()
    3.0
    """

    _free, _noun = "device_free", "device"

    def __init__(self, runtime: str = "ogl", checks: bool = True) -> None:
        super().__init__(0)
        self.checks = checks
        self._copiers: dict[str, Program] = {}
        self._handle = made("device_open", own_text("the runtime", runtime))

    def __enter__(self) -> Device:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Frees the device; once more does nothing."""
        for program in self.__dict__.get("_copiers", {}).values():
            program.close()
        super().close()

    def describe(self) -> dict[str, Any]:
        """What it is, and its limits."""
        own = Description()
        call("device_describe", self.handle, ctypes.byref(own), ctypes.sizeof(own))
        values = {name: getattr(own, name) for name, *_ in own._fields_}
        return {name: v.decode("utf-8", "replace") if isinstance(v, bytes) else v for name, v in values.items()}

    def trace(self) -> Trace:
        """Records what the device does within a `with`: `with device.trace() as trace: ..`."""
        return Trace(self)

    def __repr__(self) -> str:
        if not self._handle:
            return "<closed brooklet.Device>"
        own = self.describe()
        return f"<brooklet.Device: {own['renderer']}, {own['api']}>"

    def finish(self) -> None:
        """Waits until all that was asked of it is done."""
        call("device_finish", self.handle)

    def stream(self, data: Any, vectors: bool = False, type: str | None = None, dtype: Any = None) -> Stream:
        """Makes a stream of an array's numbers, of 1 to 4 dimensions. With `vectors` the last axis, of 2 to 4, is that of vectors.

        The data is anything that NumPy takes: arrays, lists, buffers, and tensors and columns of other libraries on the CPU. C-contiguous
        arrays of the stream's dtype are passed without a copy. The dtype is float32, unless `dtype` says otherwise, or `type` a type of Brook
        ("int", "uchar", ..). A number that the dtype does not hold is an `OverflowError`; fractions are rounded to float32.

        >>> import brooklet
        >>> device = brooklet.Device("cpu")
        >>> device.stream([[1, 2], [3, 4]])
        Stream([[1., 2.],
                [3., 4.]], shape=(2, 2), dtype=float32)
        >>> device.stream([1 << 24, (1 << 24) + 1])
        Traceback (most recent call last):
        OverflowError: element 1 is 16777217, which float32 does not hold exactly: use device.integers(), or .astype('float32') to round
        """
        type = type_of(type, dtype)
        array = converted(data, TYPES[type])
        shape, components = array.shape or (1,), 1
        if vectors:
            if len(shape) < 2 or not 2 <= shape[-1] <= 4:
                raise ValueError(f"vectors have a last axis of 2 to 4 behind others, and the shape is {shape}")
            shape, components = shape[:-1], shape[-1]
        stream = self.zeros(shape, components, type)
        call("stream_write", stream.handle, None, None, address(array), array.nbytes)
        if type == "float" and self.checks:
            stream._known = {"no_nan": not bool(numpy.isnan(array).any())}
        return stream

    def complex(self, data: Any) -> Stream:
        """Makes a stream of complex numbers, for `Stream.fft`: vectors of a real and an imaginary part, in float32.

        >>> import brooklet
        >>> brooklet.Device("cpu").complex([1 + 2j, 3]).read().tolist()
        [[1.0, 2.0], [3.0, 0.0]]
        """
        array = numpy.asarray(data)
        if array.dtype.kind not in "fiubc":
            raise TypeError(f"the array has {array.dtype}, and not complex numbers")
        parts = numpy.stack([array.real, array.imag], axis=-1) if array.shape else numpy.array([[array.real, array.imag]])
        return self.stream(parts, vectors=True)

    def sparse(self, matrix: Any, shape: Any = None) -> SparseMatrix:
        """Makes a sparse matrix for products with vectors: of one of SciPy's, in any format, or of three arrays in compressed sparse rows.

        The three are as `scipy.sparse.csr_matrix` takes them: `(values, indices, offsets)`, with the shape of rows and columns.

        >>> import brooklet
        >>> matrix = brooklet.Device("cpu").sparse(([5.0, 6.0, 7.0], [0, 2, 1], [0, 2, 3]), shape=(2, 3))
        >>> (matrix @ [1.0, 10.0, 100.0]).read()
        array([605.,  70.], dtype=float32)
        """
        return SparseMatrix.of(self, matrix, shape)

    def zeros(self, shape: Any, components: int = 1, type: str | None = None, dtype: Any = None) -> Stream:
        """Makes a stream of zeros, for kernels to write."""
        if components not in (1, 2, 3, 4):
            raise ValueError(f"an element has 1 to 4 components, and not {components}")
        own = extents(shape)
        code = 4 * list(TYPES).index(type_of(type, dtype)) + components
        return Stream(made("stream_of", self.handle, code, (u64 * len(own))(*own), len(own)), self)

    def integers(self, data: Any, type: Any = None) -> Integers:
        """Makes a stream of integers that are exact, of "int32", "uint32", "int64" or "uint64": for orders, searches and groups.

        >>> import brooklet
        >>> brooklet.Device("cpu").integers([1 << 40, 3, -1]).sort().read()
        array([           -1,             3, 1099511627776])
        """
        array = host(data)
        name = integer_type(array) if type is None else numpy.dtype(type).name
        if name not in INTEGERS:
            raise TypeError(f"integers are of {', '.join(INTEGERS)}, and not of {name}")
        array = converted(array, name)
        shape = array.shape or (1,)
        code = INTEGERS.index(name) + 1
        own = (u64 * len(shape))(*shape)
        return Integers(made("integers_new", self.handle, code, own, len(shape), address(array), array.nbytes), self, name)

    def random(self, shape: Any, seed: int = 0, normal: bool = False) -> Stream:
        """Makes random numbers: uniform from 0 to 1, without 1; or normal, of mean 0 and standard deviation 1. A seed gives the same ones."""
        own = extents(shape)
        stream = Stream(made("random", self.handle, (u64 * len(own))(*own), len(own), _seed(seed), 1 if normal else 0), self)
        stream._known = {"no_nan": True}
        return stream

    def random_bits(self, shape: Any, seed: int = 0) -> tuple[Stream, Stream]:
        """Makes random words of 32 bits, as their upper and lower halves. A word is 65536 * upper + lower."""
        own = extents(shape)
        upper, lower = made_two("random_bits", self.handle, (u64 * len(own))(*own), len(own), _seed(seed))
        return Stream(upper, self), Stream(lower, self)

    def program(self, text: str, name: str = "program.br") -> Program:
        """Compiles the kernels of a Brook program. `name` is for messages."""
        return Program(made("program_new", self.handle, own_text("the name", name), own_text("the program", text)))

    def cg(self, text: str, entry: str = "main", profile: str | None = None, name: str = "program.cg") -> CgProgram:
        """Compiles a fragment program in Cg. The profile is "arbfp1", "fp30" or "fp40"; without one, `half` and `fixed` are floats."""
        names = own_text("the name", name), own_text("the program", text), own_text("the entry", entry)
        return CgProgram(made("cg_new", self.handle, *names, text_or_none("the profile", profile)))

    def _map(self, expression: str, **inputs: Any) -> int:
        return mapped(expression, inputs)

    def _copy(self, of: Stream, low: tuple[int, ...], high: tuple[int, ...], to: Stream) -> None:
        """Copies a part of a stream to another one."""
        ty = of.type + (str(of.components) if of.components > 1 else "")
        if ty not in self._copiers:
            self._copiers[ty] = self.program(f"kernel void copy({ty} a<>, out {ty} b<>) {{ b = a; }}", "slice.br")
        arguments = (Argument * 2)()
        arguments[0].stream, arguments[0].is_domain, arguments[1].stream = of.handle, 1, to.handle
        arguments[0].low[: len(low)], arguments[0].high[: len(high)] = low, high
        call("program_run", self._copiers[ty].handle, b"copy", arguments, 2)


def _seed(seed: int) -> int:
    return whole("a seed", seed)


def map(expression: str, **inputs: Any) -> Stream:
    """Makes a stream of an expression of GLSL for every element: inputs are streams, and numbers or sequences of 2 to 4 for constants.

    >>> import brooklet
    >>> x = brooklet.Device("cpu").stream([1.0, 2.0, 4.0])
    >>> brooklet.map("alpha * log2(x)", alpha=3.0, x=x).read()
    array([0., 3., 6.], dtype=float32)
    """
    streams = [own for own in inputs.values() if isinstance(own, Stream)]
    if not streams:
        raise TypeError("map computes an expression of streams, and none is given")
    return Stream(mapped(expression, inputs), streams[0].device)
