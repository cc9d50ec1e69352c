"""The shared library by ctypes: its structs and functions, and its errors as exceptions."""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path
from typing import Any

_VERSION = 1
STATUS = ("OK", "HANDLE", "WRONG_THREAD", "NULL", "ARGUMENT", "COMPILE", "CALL", "DEVICE", "INTERNAL", "FORKED")


class Error(Exception):
    """What the library refuses. `status` is the name of its code, and the text says what, where and why.

    | status | what it means |
    |---|---|
    | `ARGUMENT` | an argument that cannot be: a size, a name, a type |
    | `COMPILE` | an expression or program that does not compile |
    | `CALL` | a call that a kernel or primitive refuses, or that the device cannot do |
    | `DEVICE` | no device, or one that refuses |
    | `HANDLE` | something that was closed |
    | `WRONG_THREAD` | something that another thread has made |
    | `FORKED` | something that the process has made from which this one was forked |
    | `INTERNAL`, `NULL` | a mistake of brooklet's own |
    """

    def __init__(self, status: str, text: str) -> None:
        super().__init__(text)
        self.status = status

    def __reduce__(self) -> tuple[Any, ...]:
        return (Error, (self.status, str(self)))


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
_f32, _floats, _doubles = ctypes.c_float, ctypes.POINTER(ctypes.c_float), ctypes.POINTER(ctypes.c_double)
_FUNCTIONS: dict[str, list[Any]] = {
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
    "argsort": [u64, u32, u32, _f32, _f32, _place],
    "search": [u64, u64, u32, _place],
    "unique": [u64, _place, _place],
    "run_lengths": [u64, _place, _place],
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
    "histogram": [u64, u64, u64, ctypes.POINTER(u32), _floats, _floats, u32, _place],
    "top": [u64, u64, u32, _place, _place],
    "quantile": [u64, _doubles, u32, _place],
    "top_axis": [u64, u64, i32, u32, _place, _place],
    "argmax_axis": [u64, i32, u32, _place],
    "quantile_axis": [u64, _doubles, u32, i32, _place],
    "transpose": [u64, _place],
    "matmul": [u64, u64, _place],
    "sat": [u64, _place],
    "distance": [u64, _place],
    "nearest": [u64, _place],
    "label": [u64, u32, _place, _place],
    "convolve": [u64, _floats, u32, u32, u32, _place],
    "blur": [u64, _f32, u32, _place],
    "median_filter": [u64, u32, u32, _place],
    "fft": [u64, ctypes.POINTER(i32), u32, u32, _place],
    "rfft": [u64, ctypes.POINTER(i32), u32, _place],
    "irfft": [u64, u64, ctypes.POINTER(i32), u32, _place],
    "sparse_new": [u64, u64, u64, u64, _place],
    "sparse_free": [u64],
    "spmv": [u64, u64, _place],
    "catalog_describe": [_place, u64, _place],
    "catalog_run": [_text, _text, _place, u32, _text, _place, u32, _place],
    "trace_start": [u64],
    "trace_read": [u64, _place, u64, _place],
    "trace_stop": [u64],
}


def _places() -> list[Path]:
    """Returns the files in which the library may be, the first one first."""
    name = {"win32": "brooklet.dll", "darwin": "libbrooklet.dylib"}.get(sys.platform, "libbrooklet.so")
    if "BROOKLET_LIB" in os.environ:
        return [Path(os.environ["BROOKLET_LIB"]) / name]
    package = Path(__file__).resolve().parent
    # In an installed package: as maturin names it.
    found = sorted((package / "_native").glob("*native.*[dlos]")) or [package / "_native" / name]
    if len(package.parents) > 2 and (package.parents[2] / "src" / "capi").is_dir():
        # In a clone: where cargo builds it.
        target = package.parents[2] / os.environ.get("CARGO_TARGET_DIR", "target")
        found += [target / "release" / name, target / "debug" / name]
    return found


def _load() -> ctypes.CDLL:
    places = _places()
    path = next((place for place in places if place.exists()), None)
    if path is None:
        looked = "".join(f"\n  {place}" for place in places)
        raise ImportError(
            f"the library of brooklet is not there. Looked for:{looked}\nIn a clone, build it: cargo rustc --release --lib "
            "--features capi --crate-type cdylib; elsewhere, install the package, or set BROOKLET_LIB to its folder"
        )
    library = ctypes.CDLL(str(path))
    library.brooklet_error_text.restype = _text
    library.brooklet_version.restype = u32
    if library.brooklet_version() != _VERSION:
        raise ImportError(f"{path} has version {library.brooklet_version()} of the interface, and this package {_VERSION}")
    for function, types in _FUNCTIONS.items():
        getattr(library, "brooklet_" + function).argtypes = types
    return library


_library = _load()


def command() -> Any:
    """Returns the function that runs the command. The library of C has none."""
    try:
        return _library.brooklet_python_command
    except AttributeError:
        raise SystemExit(
            f"brooklet: {_library._name} has no command, as that of the installed package has: pip install ./src/python, or in a clone "
            "target/release/brooklet"
        ) from None


_CALLS = {name: getattr(_library, "brooklet_" + name) for name in _FUNCTIONS}

# The library speaks of handles, which callers of Python do not see.
_OWN_TEXTS = {
    "WRONG_THREAD": "this was made on another thread: a device, and all that is made on it, belong to the thread that opened it; open a "
    "device on each thread",
    "FORKED": "this was made by the process from which this one was forked: open a device here, or start processes by "
    "multiprocessing.get_context('spawn')",
}


def call(function: str, *arguments: Any) -> None:
    """Calls a function of the interface; raises its error. An owner is passed as its handle, and lives until the call is done."""
    try:
        status = _CALLS[function](*arguments)
    except ctypes.ArgumentError as error:
        # ctypes keeps the text of an error alone. What was closed raises its own here.
        for own in arguments:
            if isinstance(own, Owner):
                own._as_parameter_
        raise TypeError(f"{function}: {error}") from None
    if status:
        name = STATUS[status] if status < len(STATUS) else str(status)
        raise Error(name, _OWN_TEXTS.get(name) or _library.brooklet_error_text().decode("utf-8", "replace"))


def made(function: str, *arguments: Any) -> int:
    """Calls a function whose last argument gets a handle."""
    handle = u64()
    call(function, *arguments, ctypes.byref(handle))
    return handle.value


def made_two(function: str, *arguments: Any) -> tuple[int, int]:
    """Calls a function whose last two arguments get handles."""
    first, second = u64(), u64()
    call(function, *arguments, ctypes.byref(first), ctypes.byref(second))
    return first.value, second.value


def described_by(function: str, *arguments: Any) -> str:
    """Returns a text that a function of the interface writes."""
    needed = u64()
    call(function, *arguments, None, 0, ctypes.byref(needed))
    text = ctypes.create_string_buffer(needed.value)
    call(function, *arguments, text, needed.value, None)
    return text.value.decode()


class Owner:
    """What holds a handle, and frees it: by `with`, by `close()`, or when nothing refers to it any more."""

    _free, _noun = "", ""

    def __init__(self, handle: int) -> None:
        self._handle = handle

    def _ready(self) -> None:
        """Makes what has no handle yet."""

    @property
    def handle(self) -> int:
        """The number by which the C interface knows this."""
        self._ready()
        if not self._handle:
            self._refuse_closed()
        return self._handle

    def _refuse_closed(self) -> None:
        raise Error("HANDLE", f"this {self._noun} was closed: use it before close(), or inside its `with`")

    @property
    def _as_parameter_(self) -> int:
        """What ctypes passes for an owner."""
        return self.handle

    def close(self) -> None:
        """Frees the memory on the device; once more does nothing. In a process that was forked, what belongs to its parent stays."""
        handle, self._handle = self._handle, 0
        if handle:
            try:
                call(self._free, handle)
            except Error as error:
                if error.status != "FORKED":
                    self._handle = handle
                    raise

    def __del__(self) -> None:
        try:
            self.close()
        except (Error, AttributeError, TypeError):
            pass  # Another thread, or the end of the process.

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError(f"a {self._noun} is on a device, and cannot be pickled or copied: use numpy.asarray(stream), and make it anew")
