"""brooklet for Python: stream computing on the fragment pipeline, on the C interface of libbrooklet.

    cargo rustc --release --lib --features capi --crate-type cdylib
    python3 demos/python/example.py

The library is looked for in the folder that BROOKLET_LIB names, else in target/release of the repository that this file is in,
else where the loader looks.

Arrays go in through the buffer protocol: NumPy's, array.array, memoryview, and others. Those of C-contiguous float32 are passed as
they are: no copy is made. Others are converted to float32 first: numbers and lists of them, and arrays of other types or orders.
Arrays come out where `out` says, again without a copy, else as a new array: NumPy's where there is NumPy, else array.array.

A device, and all that is made on it, belongs to the thread that opened it. Used on another it is an Error of WRONG_THREAD; what the
collector frees there stays until its thread ends, so free by `with` or close().
"""

import array
import ctypes
import json
import os
import sys

try:
    import numpy
except ImportError:
    numpy = None

VERSION = 1
STATUS = ["OK", "HANDLE", "WRONG_THREAD", "NULL", "ARGUMENT", "COMPILE", "CALL", "DEVICE", "INTERNAL"]
DESCENDING, STABLE = 1, 2


class Error(Exception):
    """What the library refuses: `status` is the code's name, and the text says what, where and why."""

    def __init__(self, status, text):
        super().__init__(text)
        self.status = STATUS[status] if status < len(STATUS) else str(status)


class _Input(ctypes.Structure):
    _fields_ = [
        ("name", ctypes.c_char_p),
        ("stream", ctypes.c_uint64),
        ("components", ctypes.c_uint32),
        ("value", ctypes.c_float * 4),
    ]


class _Argument(ctypes.Structure):
    _fields_ = [
        ("stream", ctypes.c_uint64),
        ("is_domain", ctypes.c_uint32),
        ("reserved", ctypes.c_uint32),
        ("low", ctypes.c_uint64 * 4),
        ("high", ctypes.c_uint64 * 4),
        ("constant", ctypes.c_void_p),
        ("bytes", ctypes.c_uint64),
    ]


class _Description(ctypes.Structure):
    _fields_ = [
        ("largest_side", ctypes.c_uint64),
        ("exact_integer", ctypes.c_uint64),
        ("inputs", ctypes.c_uint32),
        ("outputs", ctypes.c_uint32),
        ("is_gpu", ctypes.c_uint32),
        ("has_integers", ctypes.c_uint32),
        ("renderer", ctypes.c_char * 128),
        ("interface", ctypes.c_char * 64),
    ]


_u32, _u64, _text, _place = ctypes.c_uint32, ctypes.c_uint64, ctypes.c_char_p, ctypes.c_void_p
_FUNCTIONS = {
    "device_open": [_text, _place],
    "device_describe": [_u64, _place, _u64],
    "device_finish": [_u64],
    "device_free": [_u64],
    "stream_of": [_u64, _u32, _place, _u32, _place],
    "stream_write": [_u64, _place, _place, _place, _u64],
    "stream_read": [_u64, _place, _place, _place, _u64],
    "stream_shape": [_u64, _place, _place],
    "stream_element": [_u64, _place, _place],
    "stream_free": [_u64],
    "program_new": [_u64, _text, _text, _place],
    "program_describe": [_u64, _place, _u64, _place],
    "program_run": [_u64, _text, _place, _u32],
    "program_reduce": [_u64, _text, _place, _u32, _place, _u64],
    "program_free": [_u64],
    "map": [_text, _place, _u32, _place],
    "reduce": [_u64, _text, _place, _u32],
    "scan": [_u64, _text, _u32, _place],
    "filter": [_u64, _text, _place],
    "sort": [_u64, _u64, _u32, _place, _place],
    "search": [_u64, _u64, _u32, _place],
}


def _load():
    name = {"win32": "brooklet.dll", "darwin": "libbrooklet.dylib"}.get(sys.platform, "libbrooklet.so")
    built = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "target", "release")
    folder = os.environ.get("BROOKLET_LIB", built)
    path = os.path.join(folder, name)
    # A folder that is named has to have it.
    library = ctypes.CDLL(path if "BROOKLET_LIB" in os.environ or os.path.exists(path) else name)
    library.brooklet_error_text.restype = _text
    library.brooklet_version.restype = _u32
    if library.brooklet_version() != VERSION:
        raise ImportError(f"{path} has version {library.brooklet_version()} of the interface, and this module {VERSION}")
    for function, types in _FUNCTIONS.items():
        getattr(library, "brooklet_" + function).argtypes = types
    return library


_library = _load()


def _call(function, *arguments):
    status = getattr(_library, "brooklet_" + function)(*arguments)
    if status:
        raise Error(status, _library.brooklet_error_text().decode("utf-8", "replace"))


def _made(function, *arguments):
    """Calls a function whose last argument gets a handle."""
    handle = _u64()
    _call(function, *arguments, ctypes.byref(handle))
    return handle.value


class _Memory:
    """Floats of the host: their address and shape. It keeps what they belong to."""

    def __init__(self, keep, address, shape):
        self.keep, self.address, self.shape = keep, address, tuple(shape)


def _is_floats(view):
    return view.format in ("f", "=f", "@f") and view.c_contiguous


def _writable(data):
    """Memory that can be written, as it is; None where that is not so."""
    view = memoryview(data)
    if not _is_floats(view) or view.readonly:
        return None
    # The address of an object that exports a buffer; of none, there is nothing to point at.
    address = ctypes.addressof((ctypes.c_char * view.nbytes).from_buffer(view)) if view.nbytes else None
    return _Memory(view, address, view.shape)


def _readable(data):
    """Floats to be read: as they are where they are C-contiguous float32, else converted."""
    if numpy is not None:
        own = numpy.ascontiguousarray(data, dtype=numpy.float32).reshape(numpy.shape(data))
        return _Memory(own, own.ctypes.data if own.size else None, own.shape)
    try:
        view = memoryview(data)
    except TypeError:
        data = [data] if isinstance(data, (int, float)) else data
        return _writable(array.array("f", data))
    if _is_floats(view) and not view.readonly:
        return _writable(view)
    if view.format in ("f", "=f", "@f"):
        # Of what cannot be written Python tells no address: it is copied.
        own = array.array("f", view.tobytes())
        return _writable(memoryview(own).cast("B").cast("f", view.shape) if view.ndim > 1 else own)
    if view.ndim != 1:
        raise TypeError(f"an array of {view.ndim} dimensions and format '{view.format}' needs NumPy to become float32")
    return _writable(array.array("f", view.tolist()))


class _Owner:
    """What holds a handle, and frees it."""

    _free = None

    def __init__(self, handle):
        self.handle = handle

    def close(self):
        """Frees it; once more does nothing."""
        handle, self.handle = self.handle, 0
        if handle:
            _call(self._free, handle)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __del__(self):
        try:
            self.close()
        except (Error, AttributeError, TypeError):
            pass  # The wrong thread, or the end of the process.


class Device(_Owner):
    """A device of this thread: "ogl" (OpenGL), "gles", "gl2", or "cpu", an emulated machine that needs no driver."""

    _free = "device_free"

    def __init__(self, runtime="ogl"):
        super().__init__(0)
        self.handle = _made("device_open", runtime.encode())

    def describe(self):
        """What it is, and its limits, as a dict."""
        own = _Description()
        _call("device_describe", self.handle, ctypes.byref(own), ctypes.sizeof(own))
        values = {name: getattr(own, name) for name, _ in own._fields_}
        return {name: v.decode("utf-8", "replace") if isinstance(v, bytes) else v for name, v in values.items()}

    def finish(self):
        """Waits until all that was asked of it is done."""
        _call("device_finish", self.handle)

    def stream(self, data, vectors=False):
        """A stream of an array's floats, of 1 to 4 dimensions. With `vectors` the last axis, of 2 to 4, is that of vectors."""
        memory = _readable(data)
        shape, components = memory.shape or (1,), 1
        if vectors:
            if len(shape) < 2 or not 2 <= shape[-1] <= 4:
                raise ValueError(f"vectors have a last axis of 2 to 4 behind others, and the shape is {shape}")
            shape, components = shape[:-1], shape[-1]
        made = self.zeros(shape, components)
        made._write(memory)
        return made

    def zeros(self, shape, components=1):
        """A stream of zeros: where a kernel writes."""
        shape = (shape,) if isinstance(shape, int) else tuple(shape)
        return Stream(_made("stream_of", self.handle, components, (_u64 * len(shape))(*shape), len(shape)))

    def program(self, text, name="program.br"):
        """The kernels of a Brook program."""
        return Program(_made("program_new", self.handle, name.encode(), text.encode()))


class Stream(_Owner):
    """Floats, or vectors of 2 to 4 of them, on a device."""

    _free = "stream_free"

    def __init__(self, handle):
        super().__init__(handle)
        ty = _u32()
        _call("stream_element", handle, ctypes.byref(ty), None)
        self.components = ty.value

    @property
    def shape(self):
        """The extents, slowest first, without the axis of vectors."""
        extents, rank = (_u64 * 4)(), _u32()
        _call("stream_shape", self.handle, extents, ctypes.byref(rank))
        return tuple(extents[: rank.value])

    def _array_shape(self):
        return self.shape + ((self.components,) if self.components > 1 else ())

    def _write(self, memory):
        _call("stream_write", self.handle, None, None, memory.address, 4 * _product(memory.shape))

    def write(self, data):
        """Replaces all elements."""
        self._write(_readable(data))

    def read(self, out=None):
        """All elements, in C order: in `out`, which is C-contiguous float32 and has as many; or in a new array."""
        shape = self._array_shape()
        if out is None:
            flat = numpy is None
            out = array.array("f", bytes(4 * _product(shape))) if flat else numpy.empty(shape, numpy.float32)
        memory = _writable(out)
        if memory is None:
            raise TypeError("out has to be C-contiguous float32 that can be written: nothing is converted behind it")
        _call("stream_read", self.handle, None, None, memory.address, 4 * _product(memory.shape))
        return out

    def reduce(self, operator):
        """One value: by "sum", "product", "min", "max" or "mean". A tuple of a stream of vectors."""
        value = (ctypes.c_float * max(self.components, 1))()
        _call("reduce", self.handle, operator.encode(), value, len(value))
        return value[0] if len(value) == 1 else tuple(value)

    def scan(self, operator="sum", exclusive=False):
        """Each element combined with all before it."""
        return Stream(_made("scan", self.handle, operator.encode(), int(exclusive)))

    def filter(self, keep=None):
        """The elements for which an expression in x is true; or those that are not infinity."""
        return Stream(_made("filter", self.handle, None if keep is None else keep.encode()))

    def sort(self, payload=None, descending=False, stable=False):
        """The elements in order; with a payload, a pair of both."""
        flags = (DESCENDING if descending else 0) | (STABLE if stable else 0)
        if payload is None:
            keys = _u64()
            _call("sort", self.handle, 0, flags, ctypes.byref(keys), None)
            return Stream(keys.value)
        keys, values = _u64(), _u64()
        _call("sort", self.handle, payload.handle, flags, ctypes.byref(keys), ctypes.byref(values))
        return Stream(keys.value), Stream(values.value)

    def search(self, queries, upper=False):
        """Where queries belong among these elements, which are sorted."""
        return Stream(_made("search", self.handle, queries.handle, int(upper)))


class Program(_Owner):
    """Kernels and reductions of a Brook program. Arguments are streams, and numbers or sequences of them for constants."""

    _free = "program_free"

    def __init__(self, handle):
        super().__init__(handle)
        needed = _u64()
        _call("program_describe", handle, None, 0, ctypes.byref(needed))
        text = ctypes.create_string_buffer(needed.value)
        _call("program_describe", handle, text, needed.value, None)
        self.kernels = {kernel["name"]: kernel for kernel in json.loads(text.value.decode())["kernels"]}

    def _arguments(self, name, given, named):
        if name not in self.kernels:
            raise Error(STATUS.index("ARGUMENT"), f"the program has no kernel `{name}`: it has {', '.join(self.kernels)}")
        # The accumulator of a reduction is not given.
        parameters = [p for p in self.kernels[name]["parameters"] if p["role"] != "accumulator"]
        values = {**dict(zip((p["name"] for p in parameters), given)), **named}
        if len(given) > len(parameters) or set(values) != {p["name"] for p in parameters}:
            raise TypeError(f"`{self.kernels[name]['signature']}` is given {len(given)} values and {', '.join(named) or 'no names'}")
        arguments, keep = (_Argument * len(self.kernels[name]["parameters"]))(), []
        for argument, parameter in zip(arguments, self.kernels[name]["parameters"]):
            value = values.get(parameter["name"])
            if isinstance(value, Stream):
                argument.stream = value.handle
            elif parameter["role"] == "constant":
                whole = parameter["type"] == "int"
                numbers = value if hasattr(value, "__len__") else [value]
                own = array.array("i" if whole else "f", [int(n) if whole else n for n in numbers])
                argument.constant, argument.bytes = own.buffer_info()[0], own.itemsize * len(own)
                keep.append(own)
        return arguments, keep

    def run(self, kernel, *arguments, **named):
        """Runs a kernel: arguments in the order of its parameters, or by their names."""
        given, _keep = self._arguments(kernel, arguments, named)
        _call("program_run", self.handle, kernel.encode(), given, len(given))

    def reduce(self, reduction, *arguments, **named):
        """Reduces a stream to a value: a number, or a tuple of them."""
        given, _keep = self._arguments(reduction, arguments, named)
        parameters = self.kernels[reduction]["parameters"]
        count = next((p["bytes"] for p in parameters if p["role"] == "accumulator"), 4) // 4
        value = (ctypes.c_float * count)()
        _call("program_reduce", self.handle, reduction.encode(), given, len(given), value, 4 * count)
        return value[0] if count == 1 else tuple(value)


def map(expression, **inputs):
    """A stream of an expression of GLSL for every element: inputs are streams, and numbers or sequences of 2 to 4 for constants."""
    own = (_Input * len(inputs))()
    for place, (name, value) in zip(own, inputs.items()):
        place.name = name.encode()
        if isinstance(value, Stream):
            place.stream = value.handle
        else:
            numbers = value if hasattr(value, "__len__") else [value]
            place.components = len(numbers)
            place.value[: len(numbers)] = [float(number) for number in numbers][:4]
    return Stream(_made("map", expression.encode(), own, len(own)))


def _product(extents):
    product = 1
    for extent in extents:
        product *= extent
    return product
