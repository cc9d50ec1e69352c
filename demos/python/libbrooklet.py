"""libbrooklet by ctypes: its structs, its functions, and arrays as addresses. What is for callers is in brooklet.py."""

import array
import ctypes
import os
import sys

try:
    import numpy
except ImportError:
    numpy = None

VERSION = 1
# The types of a stream's numbers, and what array.array and NumPy call them. A type has four codes: itself and its vectors.
TYPES = dict(float="f", int="i", uint="I", char="b", uchar="B", short="h", ushort="H", fixed="B", shortfixed="H")
# The types of integers that are exact, and what array.array and NumPy call them, in the order of their codes from 1.
INTEGERS = dict(int32="i", uint32="I", int64="q", uint64="Q")
STATUS = ["OK", "HANDLE", "WRONG_THREAD", "NULL", "ARGUMENT", "COMPILE", "CALL", "DEVICE", "INTERNAL", "FORKED"]


class Error(Exception):
    """What the library refuses: `status` is the code's name, and the text says what, where and why."""

    def __init__(self, status, text):
        super().__init__(text)
        self.status = STATUS[status] if status < len(STATUS) else str(status)


class Input(ctypes.Structure):
    _fields_ = [
        ("name", ctypes.c_char_p),
        ("stream", ctypes.c_uint64),
        ("components", ctypes.c_uint32),
        ("value", ctypes.c_float * 4),
    ]


class Argument(ctypes.Structure):
    _fields_ = [
        ("stream", ctypes.c_uint64),
        ("is_domain", ctypes.c_uint32),
        ("reserved", ctypes.c_uint32),
        ("low", ctypes.c_uint64 * 4),
        ("high", ctypes.c_uint64 * 4),
        ("constant", ctypes.c_void_p),
        ("bytes", ctypes.c_uint64),
    ]


class CgArgument(ctypes.Structure):
    _fields_ = [
        ("name", ctypes.c_char_p),
        ("kind", ctypes.c_uint32),
        ("channels", ctypes.c_uint32),
        ("width", ctypes.c_uint64),
        ("height", ctypes.c_uint64),
        ("layers", ctypes.c_uint64),
        ("numbers", ctypes.c_void_p),
        ("count", ctypes.c_uint64),
        ("sampling", ctypes.c_char_p),
    ]


class CgResult(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("numbers", ctypes.c_void_p), ("count", ctypes.c_uint64)]


class Description(ctypes.Structure):
    _fields_ = [
        ("largest_side", ctypes.c_uint64),
        ("exact_integer", ctypes.c_uint64),
        ("inputs", ctypes.c_uint32),
        ("outputs", ctypes.c_uint32),
        ("is_gpu", ctypes.c_uint32),
        ("has_integers", ctypes.c_uint32),
        ("renderer", ctypes.c_char * 128),
        ("api", ctypes.c_char * 64),
    ]


i32, u32, u64 = ctypes.c_int32, ctypes.c_uint32, ctypes.c_uint64
_text, _place = ctypes.c_char_p, ctypes.c_void_p
_counts, _floats = ctypes.POINTER(ctypes.c_uint32), ctypes.POINTER(ctypes.c_float)
_FUNCTIONS = {
    "device_open": [_text, _place],
    "device_describe": [u64, _place, u64],
    "device_finish": [u64],
    "device_free": [u64],
    "stream_of": [u64, u32, _place, u32, _place],
    "stream_write": [u64, _place, _place, _place, u64],
    "stream_read": [u64, _place, _place, _place, u64],
    "stream_shape": [u64, _place, _place],
    "stream_element": [u64, _place, _place],
    "stream_free": [u64],
    "program_new": [u64, _text, _text, _place],
    "program_describe": [u64, _place, u64, _place],
    "program_run": [u64, _text, _place, u32],
    "program_reduce": [u64, _text, _place, u32, _place, u64],
    "program_free": [u64],
    "cg_new": [u64, _text, _text, _text, _text, _place],
    "cg_describe": [u64, _place, u64, _place],
    "cg_draw": [u64, u64, u64, _place, u32, _place, u32],
    "cg_free": [u64],
    "map": [_text, _place, u32, _place],
    "reduce": [u64, _text, _place, u32],
    "scan": [u64, _text, u32, _place],
    "filter": [u64, _text, _place],
    "partition": [u64, _text, _place, _place],
    "sort": [u64, u64, u32, _place, _place],
    "argsort": [u64, u32, u32, ctypes.c_float, ctypes.c_float, _place],
    "search": [u64, u64, u32, _place],
    "unique": [u64, _place, _place],
    "group": [u64, u64, _text, _place, _place],
    "segmented_scan": [u64, u64, _text, _place],
    "take": [u64, u64, _place],
    "put": [u64, u64, u64, _text, _place],
    "merge": [u64, u64, _place],
    "random": [u64, _place, u32, u64, u32, _place],
    "random_bits": [u64, _place, u32, u64, _place, _place],
    "reduce_axis": [u64, _text, i32, _place],
    "scan_axis": [u64, _text, i32, u32, _place],
    "sort_axis": [u64, i32, u32, _place],
    "argsort_axis": [u64, i32, u32, _place],
    "take_axis": [u64, u64, i32, _place],
    "take_along_axis": [u64, u64, i32, _place],
    "filter_axis": [u64, u64, i32, _place],
    "integers_new": [u64, u32, _place, u32, _place, u64, _place],
    "integers_read": [u64, u32, _place, u64],
    "sort_integers": [u64, u32, u64, u32, _place, _place],
    "argsort_integers": [u64, u32, u32, _place],
    "search_integers": [u64, u64, u32, u32, _place],
    "unique_integers": [u64, u32, _place, _place],
    "group_integers": [u64, u32, u64, _text, _place, _place],
    "merge_integers": [u64, u64, u32, _place],
    "top_integers": [u64, u32, u64, u32, _place, _place],
    "histogram": [u64, u64, u64, _counts, _floats, _floats, u32, _place],
    "top": [u64, u64, u32, _place, _place],
    "quantile": [u64, ctypes.POINTER(ctypes.c_double), u32, _place],
    "top_axis": [u64, u64, i32, u32, _place, _place],
    "argmax_axis": [u64, i32, u32, _place],
    "quantile_axis": [u64, ctypes.POINTER(ctypes.c_double), u32, i32, _place],
}


def _load():
    name = {"win32": "brooklet.dll", "darwin": "libbrooklet.dylib"}.get(sys.platform, "libbrooklet.so")
    built = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "target", "release")
    folder = os.environ.get("BROOKLET_LIB", built)
    path = os.path.join(folder, name)
    # A folder that is named has to have it.
    library = ctypes.CDLL(path if "BROOKLET_LIB" in os.environ or os.path.exists(path) else name)
    library.brooklet_error_text.restype = _text
    library.brooklet_version.restype = u32
    if library.brooklet_version() != VERSION:
        raise ImportError(f"{path} has version {library.brooklet_version()} of the interface, and this module {VERSION}")
    for function, types in _FUNCTIONS.items():
        getattr(library, "brooklet_" + function).argtypes = types
    return library


_library = _load()


def call(function, *arguments):
    status = getattr(_library, "brooklet_" + function)(*arguments)
    if status:
        raise Error(status, _library.brooklet_error_text().decode("utf-8", "replace"))


def made(function, *arguments):
    """Calls a function whose last argument gets a handle."""
    handle = u64()
    call(function, *arguments, ctypes.byref(handle))
    return handle.value


class Memory:
    """Numbers of the host: their address, bytes and shape. It keeps what they belong to."""

    def __init__(self, keep, address, size, shape):
        self.keep, self.address, self.bytes, self.shape = keep, address, size, tuple(shape)


def _is(view, code):
    return view.format.lstrip("@=") == code and view.c_contiguous


def writable(data, code="f"):
    """Memory that can be written, as it is; None where that is not so, or it has other numbers than those of the code."""
    view = memoryview(data)
    if not _is(view, code) or view.readonly:
        return None
    # The address of an object that exports a buffer; of none, there is nothing to point at.
    address = ctypes.addressof((ctypes.c_char * view.nbytes).from_buffer(view)) if view.nbytes else None
    return Memory(view, address, view.nbytes, view.shape)


def readable(data, code="f"):
    """Numbers to be read: as they are where they are C-contiguous and of the code's type, else converted."""
    if numpy is not None:
        own = numpy.ascontiguousarray(data, dtype=code).reshape(numpy.shape(data))
        return Memory(own, own.ctypes.data if own.size else None, own.nbytes, own.shape)
    try:
        view = memoryview(data)
    except TypeError:
        data = [data] if isinstance(data, (int, float)) else data
        return writable(array.array(code, data), code)
    if _is(view, code) and not view.readonly:
        return writable(view, code)
    if _is(view, code):
        # Of what cannot be written Python tells no address: it is copied.
        own = array.array(code, view.tobytes())
        return writable(memoryview(own).cast("B").cast(code, view.shape) if view.ndim > 1 else own, code)
    if view.ndim != 1:
        raise TypeError(f"an array of {view.ndim} dimensions and format '{view.format}' needs NumPy to become '{code}'")
    return writable(array.array(code, view.tolist()), code)


def integer_type(data):
    """The type of integers that holds those of an array or a list."""
    if numpy is not None:
        own = numpy.asarray(data).dtype
        small = own.kind in "iu" and own.itemsize < 4
        return {"i": "int32", "u": "uint32"}[own.kind] if small else own.name
    return {code: name for name, code in INTEGERS.items()}.get(getattr(data, "typecode", None), "int64")


def whole(data, type):
    """The data, unless an integer of the type does not hold one of the numbers: nothing is rounded, and nothing wraps."""
    if numpy is None:
        return data  # array.array refuses what it does not hold.
    own = numpy.asarray(data)
    if own.size and own.dtype != type and not (own.dtype.kind in "iu" and _fits(own, numpy.iinfo(type))):
        raise TypeError(f"the data is {own.dtype}, and has numbers that {type} does not hold")
    return own


def _fits(own, range):
    return range.min <= int(own.min()) and int(own.max()) <= range.max
