"""brooklet for Python: stream computing on the fragment pipeline, on the C interface of libbrooklet.

    cargo rustc --release --lib --features capi --crate-type cdylib
    python3 demos/python/example.py

The library is looked for in the folder that BROOKLET_LIB names, else in target/release of the repository that this file is in,
else where the loader looks.

Streams are of float32, or of another type of Brook where it is named ("int", "uint", "char", ..): for Brook programs, since
primitives take floats alone. Streams of structs are for C. Integers of 32 and 64 bits that are to be sorted, searched or grouped exactly
are Integers, of Device.integers.

Arrays go in through the buffer protocol: NumPy's, array.array, memoryview, and others. Those of C-contiguous float32 are passed as
they are: no copy is made. Others are converted to float32 first: numbers and lists of them, and arrays of other types or orders.
Arrays come out where `out` says, again without a copy, else as a new array: NumPy's where there is NumPy, else array.array.

A device, and all that is made on it, belongs to the thread that opened it. Used on another it is an Error of WRONG_THREAD; what the
collector frees there stays until its thread ends, so free by `with` or close().

A child process that was forked cannot use what its parent made: that is an Error of FORKED. It may open devices of its own, but those of a
driver only if its parent has opened none; multiprocessing.get_context("spawn") starts processes that may.
"""

import array
import ctypes
import json
import math

from libbrooklet import INTEGERS, STATUS, TYPES, Argument, CgArgument, CgResult, Description, Error, Input, call, made
from libbrooklet import integer_type, numpy, readable, u32, u64, whole, writable

DESCENDING, STABLE = 1, 2
SMALLEST = 1


class _Owner:
    """What holds a handle, and frees it."""

    _free = None

    def __init__(self, handle):
        self.handle = handle

    def close(self):
        """Frees it; once more does nothing. In a process that was forked, what belongs to its parent stays."""
        handle, self.handle = self.handle, 0
        if handle:
            try:
                call(self._free, handle)
            except Error as error:
                if error.status != "FORKED":
                    self.handle = handle
                    raise

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
        self.handle = made("device_open", runtime.encode())

    def describe(self):
        """What it is, and its limits, as a dict."""
        own = Description()
        call("device_describe", self.handle, ctypes.byref(own), ctypes.sizeof(own))
        values = {name: getattr(own, name) for name, _ in own._fields_}
        return {name: v.decode("utf-8", "replace") if isinstance(v, bytes) else v for name, v in values.items()}

    def finish(self):
        """Waits until all that was asked of it is done."""
        call("device_finish", self.handle)

    def stream(self, data, vectors=False, type="float"):
        """A stream of an array's numbers, of 1 to 4 dimensions. With `vectors` the last axis, of 2 to 4, is that of vectors."""
        memory = readable(data, TYPES[type])
        shape, components = memory.shape or (1,), 1
        if vectors:
            if len(shape) < 2 or not 2 <= shape[-1] <= 4:
                raise ValueError(f"vectors have a last axis of 2 to 4 behind others, and the shape is {shape}")
            shape, components = shape[:-1], shape[-1]
        stream = self.zeros(shape, components, type)
        stream._write(memory)
        return stream

    def zeros(self, shape, components=1, type="float"):
        """A stream of zeros: where a kernel writes."""
        shape = (shape,) if isinstance(shape, int) else tuple(shape)
        if components not in (1, 2, 3, 4):
            raise ValueError(f"an element has 1 to 4 components, and not {components}")
        code = 4 * list(TYPES).index(type) + components
        return Stream(made("stream_of", self.handle, code, (u64 * len(shape))(*shape), len(shape)))

    def integers(self, data, type=None):
        """Integers of 1 to 4 dimensions that are exact: of "int32", "uint32", "int64" or "uint64", else of the type that the data has."""
        if type is None:
            type = integer_type(data)
        if type not in INTEGERS:
            raise TypeError(f"integers are of {', '.join(INTEGERS)}, and not of {type}")
        memory = readable(whole(data, type), INTEGERS[type])
        shape = memory.shape or (1,)
        extents = (u64 * len(shape))(*shape)
        code = list(INTEGERS).index(type) + 1
        handle = made("integers_new", self.handle, code, extents, len(shape), memory.address, memory.bytes)
        return Integers(handle, type)

    def random(self, shape, seed=0, normal=False):
        """A stream of random numbers: uniform from 0 to 1, without 1; or normal, of mean 0 and standard deviation 1."""
        shape = (shape,) if isinstance(shape, int) else tuple(shape)
        return Stream(made("random", self.handle, (u64 * len(shape))(*shape), len(shape), seed, int(normal)))

    def random_bits(self, shape, seed=0):
        """Random words of 32 bits, as a pair of streams: their upper and lower halves. A word is 65536 * upper + lower."""
        shape = (shape,) if isinstance(shape, int) else tuple(shape)
        upper, lower = u64(), u64()
        extents = (u64 * len(shape))(*shape)
        call("random_bits", self.handle, extents, len(shape), seed, ctypes.byref(upper), ctypes.byref(lower))
        return Stream(upper.value), Stream(lower.value)

    def program(self, text, name="program.br"):
        """The kernels of a Brook program."""
        return Program(made("program_new", self.handle, name.encode(), text.encode()))

    def cg(self, text, entry="main", profile=None, name="program.cg"):
        """A fragment program in Cg. The profile is "arbfp1", "fp30" or "fp40"; without one, `half` and `fixed` are floats."""
        profile = profile and profile.encode()
        return CgProgram(made("cg_new", self.handle, name.encode(), text.encode(), entry.encode(), profile))


class Stream(_Owner):
    """Numbers, or vectors of 2 to 4 of them, on a device: of `components` of a `type`."""

    _free = "stream_free"

    def __init__(self, handle):
        super().__init__(handle)
        code = u32()
        call("stream_element", handle, ctypes.byref(code), None)
        self.type, self.components = list(TYPES)[(code.value - 1) // 4], (code.value - 1) % 4 + 1

    @property
    def shape(self):
        """The extents, slowest first, without the axis of vectors."""
        extents, rank = (u64 * 4)(), u32()
        call("stream_shape", self.handle, extents, ctypes.byref(rank))
        return tuple(extents[: rank.value])

    def _array_shape(self):
        return self.shape + ((self.components,) if self.components > 1 else ())

    def _write(self, memory):
        call("stream_write", self.handle, None, None, memory.address, memory.bytes)

    def write(self, data):
        """Replaces all elements."""
        self._write(readable(data, TYPES[self.type]))

    def read(self, out=None):
        """All elements, in C order: in `out`, which is C-contiguous, of the type, and has as many; or in a new array."""
        shape, code = self._array_shape(), TYPES[self.type]
        if out is None and numpy is not None:
            out = numpy.empty(shape, code)
        elif out is None:
            out = array.array(code, [0]) * math.prod(shape)
        memory = writable(out, code)
        if memory is None:
            raise TypeError(f"out has to be C-contiguous '{code}' that can be written: nothing is converted behind it")
        call("stream_read", self.handle, None, None, memory.address, memory.bytes)
        return out

    def reduce(self, operator, axis=None):
        """One value: by "sum", "product", "min", "max" or "mean". A tuple of a stream of vectors. With an axis, a stream without it.

        Axes count from 0, or from the end if they are negative; that of vectors is none.
        """
        if axis is not None:
            return Stream(made("reduce_axis", self.handle, operator.encode(), axis))
        value = (ctypes.c_float * self.components)()
        call("reduce", self.handle, operator.encode(), value, len(value))
        return value[0] if len(value) == 1 else tuple(value)

    def scan(self, operator="sum", exclusive=False, axis=None):
        """Each element combined with all before it; with an axis, with those of its line."""
        if axis is not None:
            return Stream(made("scan_axis", self.handle, operator.encode(), axis, int(exclusive)))
        return Stream(made("scan", self.handle, operator.encode(), int(exclusive)))

    def filter(self, keep=None, axis=None):
        """The elements for which an expression in x is true; or those that are not infinity.

        With an axis, whole slices along it: `keep` is then a stream of flags, one for each slice, and those that are not 0 keep theirs.
        """
        if axis is not None:
            if not isinstance(keep, Stream):
                raise TypeError("along an axis, keep is a stream of flags, one for each slice")
            return Stream(made("filter_axis", self.handle, keep.handle, axis))
        return Stream(made("filter", self.handle, None if keep is None else keep.encode()))

    def partition(self, keep):
        """The elements for which an expression in x is true, and behind them all others; and the number of the first."""
        kept = u64()
        return Stream(made("partition", self.handle, keep.encode(), ctypes.byref(kept))), kept.value

    def sort(self, payload=None, descending=False, stable=False, axis=None):
        """The elements in order; with a payload, a pair of both. With an axis, each line by itself."""
        if axis is not None:
            if payload is None and not stable:
                return Stream(made("sort_axis", self.handle, axis, DESCENDING if descending else 0))
            order = self.argsort(descending, axis=axis)
            keys = self.take_along_axis(order, axis)
            return keys if payload is None else (keys, payload.take_along_axis(order, axis))
        flags = (DESCENDING if descending else 0) | (STABLE if stable else 0)
        if payload is None:
            keys = u64()
            call("sort", self.handle, 0, flags, ctypes.byref(keys), None)
            return Stream(keys.value)
        keys, values = u64(), u64()
        call("sort", self.handle, payload.handle, flags, ctypes.byref(keys), ctypes.byref(values))
        return Stream(keys.value), Stream(values.value)

    def argsort(self, descending=False, bits=0, range=None, axis=None):
        """The positions of the elements in order; equals keep theirs. With bits, of steps of the range (or of all elements).

        With an axis, places in each line, compared by all bits.
        """
        if axis is not None:
            if bits:
                raise TypeError("along an axis, elements are compared by all their bits")
            return Stream(made("argsort_axis", self.handle, axis, DESCENDING if descending else 0))
        low, high = range or (0.0, 0.0)
        return Stream(made("argsort", self.handle, DESCENDING if descending else 0, bits, low, high))

    def top(self, k, smallest=False, axis=None):
        """The k largest elements, the largest first, and their positions: a pair of streams. Equals keep their order.

        With an axis, those of each line, and their places in it.
        """
        values, positions = u64(), u64()
        flags = SMALLEST if smallest else 0
        if axis is not None:
            call("top_axis", self.handle, k, axis, flags, ctypes.byref(values), ctypes.byref(positions))
        else:
            call("top", self.handle, k, flags, ctypes.byref(values), ctypes.byref(positions))
        return Stream(values.value), Stream(positions.value)

    def argmax(self, axis=None):
        """The position of the largest element; of equals, that of the first. With an axis, a stream of places in the lines."""
        if axis is not None:
            return Stream(made("argmax_axis", self.handle, axis, 0))
        return int(self.top(1)[1].read()[0])

    def argmin(self, axis=None):
        """The position of the smallest element; of equals, that of the first. With an axis, a stream of places in the lines."""
        if axis is not None:
            return Stream(made("argmax_axis", self.handle, axis, SMALLEST))
        return int(self.top(1, smallest=True)[1].read()[0])

    def quantile(self, quantiles, axis=None):
        """The number that a part of all elements, from 0 to 1, is below, linear between neighbours; of several parts, a stream.

        With an axis, a stream of those of each line: without the axis, and of a list of several parts with an axis of these first.
        """
        one = not hasattr(quantiles, "__iter__")
        wanted = [quantiles] if one else list(quantiles)
        parts = (ctypes.c_double * len(wanted))(*wanted)
        if axis is not None:
            return Stream(made("quantile_axis", self.handle, parts, len(wanted), axis))
        found = Stream(made("quantile", self.handle, parts, len(wanted)))
        return float(found.read()[0]) if one else found

    def median(self, axis=None):
        """The middle element of the sorted ones, or the mean of the two in the middle. With an axis, a stream of those of each line."""
        return self.quantile(0.5, axis)

    def search(self, queries, upper=False):
        """Where queries belong among these elements, which are sorted."""
        return Stream(made("search", self.handle, queries.handle, int(upper)))

    def unique(self):
        """The distinct elements, the smallest first, and how many times each occurs: a pair of streams."""
        distinct, counts = u64(), u64()
        call("unique", self.handle, ctypes.byref(distinct), ctypes.byref(counts))
        return Stream(distinct.value), Stream(counts.value)

    def group(self, values, operator="sum"):
        """The distinct elements, as keys, and the combination of the values of each: a pair of streams."""
        distinct, combined = u64(), u64()
        call("group", self.handle, values.handle, operator.encode(), ctypes.byref(distinct), ctypes.byref(combined))
        return Stream(distinct.value), Stream(combined.value)

    def segmented_scan(self, heads, operator="sum"):
        """As scan, but starting anew at each element whose flag in heads is not 0."""
        return Stream(made("segmented_scan", self.handle, heads.handle, operator.encode()))

    def take(self, positions, axis=None):
        """The elements at these positions; with an axis, the slices."""
        if axis is not None:
            return Stream(made("take_axis", self.handle, positions.handle, axis))
        return Stream(made("take", self.handle, positions.handle))

    def put(self, positions, values, operator=None):
        """A copy with values at these positions, the last where there are several; with an operator, the elements there combined with all."""
        named = None if operator is None else operator.encode()
        return Stream(made("put", self.handle, positions.handle, values.handle, named))

    def merge(self, other):
        """The elements of two sorted streams, the smallest first."""
        return Stream(made("merge", self.handle, other.handle))

    def take_along_axis(self, places, axis):
        """Elements of each line along an axis, from the places in the line that the element of `places` at the same position says."""
        return Stream(made("take_along_axis", self.handle, places.handle, axis))

    def histogram(self, bins, range=None, weights=None, second=None):
        """The counts of these elements in bins of equal width, or the sums of their weights, and the edges of the bins.

        With a second stream, of pairs: `bins` are two numbers, `range` is two pairs, and the edges are two lists.
        """
        counts = [bins] if second is None else list(bins)
        ends = None
        if range is not None:
            ends = list(range) if second is None else [end for pair in range for end in pair]
            if len(ends) != 2 * len(counts):
                raise TypeError(f"the range of {len(counts)} streams has {2 * len(counts)} numbers, not {len(ends)}")
            ends = (ctypes.c_float * len(ends))(*ends)
        room = sum(counts) + len(counts)
        edges = (ctypes.c_float * room)()
        others = [0 if other is None else other.handle for other in (second, weights)]
        histogram = made("histogram", self.handle, *others, (ctypes.c_uint32 * len(counts))(*counts), ends, edges, room)
        if second is None:
            return Stream(histogram), list(edges)
        return Stream(histogram), list(edges)[: counts[0] + 1], list(edges)[counts[0] + 1 :]


class Integers(Stream):
    """Integers of 32 or 64 bits on a device, which are exact: the stream has digits of 16 bits, the highest first."""

    def __init__(self, handle, type):
        super().__init__(handle)
        self.integer_type = type
        self._code = list(INTEGERS).index(type) + 1

    def write(self, data):
        raise TypeError("integers are not replaced: make new ones by Device.integers")

    def read(self, out=None):
        """All integers, in C order: in `out`, which is C-contiguous, of the type, and has as many; or in a new array of the type."""
        shape, code = self.shape, INTEGERS[self.integer_type]
        if out is None and numpy is not None:
            out = numpy.empty(shape, self.integer_type)
        elif out is None:
            out = array.array(code, [0]) * math.prod(shape)
        # NumPy may have another code for integers of the same size.
        same = numpy is not None and isinstance(out, numpy.ndarray) and out.dtype == numpy.dtype(self.integer_type)
        memory = writable(out, memoryview(out).format.lstrip("@=") if same else code)
        if memory is None:
            raise TypeError(f"out has to be C-contiguous '{code}' that can be written: nothing is converted behind it")
        call("integers_read", self.handle, self._code, memory.address, memory.bytes)
        return out

    def _like(self, handle):
        return Integers(handle, self.integer_type)

    def sort(self, payload=None, descending=False, stable=False):
        """The integers in order; with a payload, a pair of both. Equals keep their order in any case."""
        flags = (DESCENDING if descending else 0) | (STABLE if stable else 0)
        keys, values = u64(), u64()
        if payload is None:
            call("sort_integers", self.handle, self._code, 0, flags, ctypes.byref(keys), None)
            return self._like(keys.value)
        places = ctypes.byref(keys), ctypes.byref(values)
        call("sort_integers", self.handle, self._code, payload.handle, flags, *places)
        moved = payload._like(values.value) if isinstance(payload, Integers) else Stream(values.value)
        return self._like(keys.value), moved

    def argsort(self, descending=False):
        """The positions of the integers in order; equals keep theirs."""
        return Stream(made("argsort_integers", self.handle, self._code, DESCENDING if descending else 0))

    def search(self, queries, upper=False):
        """Where integers of the same type belong among these, which are sorted."""
        self._check_type(queries, "what is searched for")
        return Stream(made("search_integers", self.handle, queries.handle, self._code, int(upper)))

    def unique(self):
        """The distinct integers, the smallest first, and how many times each occurs: a pair of streams."""
        distinct, counts = u64(), u64()
        call("unique_integers", self.handle, self._code, ctypes.byref(distinct), ctypes.byref(counts))
        return self._like(distinct.value), Stream(counts.value)

    def group(self, values, operator="sum"):
        """The distinct integers, as keys, and the combination of the values of each, which are floats: a pair of streams."""
        distinct, combined = u64(), u64()
        places = ctypes.byref(distinct), ctypes.byref(combined)
        call("group_integers", self.handle, self._code, values.handle, operator.encode(), *places)
        return self._like(distinct.value), Stream(combined.value)

    def take(self, positions):
        """The integers at positions that count from 0."""
        return self._like(made("take", self.handle, positions.handle))

    def put(self, positions, values, operator=None):
        """A copy with integers of the same type at positions that count from 0; of several for one position the last."""
        if operator is not None:
            raise TypeError("integers are not combined: leave the operator out")
        self._check_type(values, "what is put")
        return self._like(made("put", self.handle, positions.handle, values.handle, None))

    def merge(self, other):
        """The integers of two sorted streams of the same type, the smallest first."""
        self._check_type(other, "what is merged")
        return self._like(made("merge_integers", self.handle, other.handle, self._code))

    def top(self, k, smallest=False):
        """The k largest integers, the largest first, and their positions: a pair of streams. Equals keep their order."""
        values, positions = u64(), u64()
        flags = SMALLEST if smallest else 0
        call("top_integers", self.handle, self._code, k, flags, ctypes.byref(values), ctypes.byref(positions))
        return self._like(values.value), Stream(positions.value)

    def argmax(self):
        """The position of the largest integer; of equals, that of the first."""
        return int(self.top(1)[1].read()[0])

    def argmin(self):
        """The position of the smallest integer; of equals, that of the first."""
        return int(self.top(1, smallest=True)[1].read()[0])

    def _check_type(self, other, what):
        if not isinstance(other, Integers) or other.integer_type != self.integer_type:
            raise TypeError(f"{what} has to be integers of {self.integer_type}")


class Program(_Owner):
    """Kernels and reductions of a Brook program. Arguments are streams, and numbers or sequences of them for constants."""

    _free = "program_free"

    def __init__(self, handle):
        super().__init__(handle)
        self.kernels = {kernel["name"]: kernel for kernel in json.loads(_text("program_describe", handle))["kernels"]}

    def _arguments(self, name, given, named):
        if name not in self.kernels:
            raise Error(STATUS.index("ARGUMENT"), f"the program has no kernel `{name}`: it has {', '.join(self.kernels)}")
        # The accumulator of a reduction is not given.
        parameters = [p for p in self.kernels[name]["parameters"] if p["role"] != "accumulator"]
        values = {**dict(zip((p["name"] for p in parameters), given)), **named}
        if len(given) > len(parameters) or set(values) != {p["name"] for p in parameters}:
            raise TypeError(f"`{self.kernels[name]['signature']}` is given {len(given)} values and {', '.join(named) or 'no names'}")
        arguments, keep = (Argument * len(self.kernels[name]["parameters"]))(), []
        for argument, parameter in zip(arguments, self.kernels[name]["parameters"]):
            value = values.get(parameter["name"])
            if isinstance(value, Stream):
                argument.stream = value.handle
            elif parameter["role"] == "constant":
                # That of a struct is its bytes.
                own = readable(value, TYPES.get(parameter["type"].rstrip("1234"), "B"))
                argument.constant, argument.bytes = own.address, own.bytes
                keep.append(own)
        return arguments, keep

    def run(self, kernel, *arguments, **named):
        """Runs a kernel: arguments in the order of its parameters, or by their names."""
        given, _keep = self._arguments(kernel, arguments, named)
        call("program_run", self.handle, kernel.encode(), given, len(given))

    def reduce(self, reduction, *arguments, **named):
        """Reduces a stream to a value: a number, a tuple of them, or the bytes of a struct."""
        given, _keep = self._arguments(reduction, arguments, named)
        accumulators = [p for p in self.kernels[reduction]["parameters"] if p["role"] == "accumulator"]
        value = ctypes.create_string_buffer(accumulators[0]["bytes"] if accumulators else 0)
        call("program_reduce", self.handle, reduction.encode(), given, len(given), value, len(value))
        code = TYPES.get(accumulators[0]["type"].rstrip("1234"))
        if code is None:
            return value.raw
        numbers = memoryview(value.raw).cast(code).tolist()
        return numbers[0] if len(numbers) == 1 else tuple(numbers)


class CgProgram(_Owner):
    """A fragment program in Cg: what it reads and writes is in `parameters`, what it becomes in `listing`."""

    _free = "cg_free"

    def __init__(self, handle):
        super().__init__(handle)
        own = json.loads(_text("cg_describe", handle))
        self.profile, self.entry, self.listing = own["profile"], own["entry"], own["listing"]
        self.parameters = own["parameters"]

    def draw(self, shape, given={}, sampling={}, **named):
        """Draws rows and columns of fragments; returns the result as an array, or several as a dict by name.

        What the program reads is given by name, in a dict or with `=`: a texture as an array of rows and columns, with a last axis where a
        texel has 1 to 4 numbers, and a first one where it has layers; a uniform as numbers; texture coordinates and colours as four numbers,
        or as three rows of them: those at the start of the first row, at its end, and at the start of the last. `sampling` says how
        textures are read: {"image": "linear,repeat"}."""
        rows, columns = shape
        values, keep = {**given, **named}, []
        arguments = (CgArgument * len(values))()
        for argument, (parameter, value) in zip(arguments, values.items()):
            memory = readable(value)
            keep.append(memory)
            argument.name, argument.numbers, argument.count = parameter.encode(), memory.address, memory.bytes // 4
            argument.kind = self._kind(parameter)
            if argument.kind == 1:
                argument.layers, argument.height, argument.width, argument.channels = _texture(parameter, memory.shape)
                if parameter in sampling:
                    argument.sampling = sampling[parameter].encode()
        written = [p for p in self.parameters if p["kind"] in ("color", "depth")]
        results, drawn = (CgResult * len(written))(), {}
        for result, parameter in zip(results, written):
            own = array.array("f", [0]) * (4 * rows * columns)
            drawn[parameter["name"]] = own
            result.name, result.count = parameter["name"].encode(), len(own)
            result.numbers = writable(own).address
        call("cg_draw", self.handle, columns, rows, arguments, len(arguments), results, len(results))
        drawn = {p["name"]: _components(drawn[p["name"]], p, rows, columns) for p in written}
        return drawn if len(drawn) > 1 else next(iter(drawn.values()))

    def _kind(self, name):
        kinds = {p["name"]: p["kind"] for p in self.parameters}
        if name in kinds:
            return {"texture": 1, "varying": 2}.get(kinds[name], 0)
        semantics = {(p["semantic"] or "").upper() for p in self.parameters if p["kind"] == "varying"}
        return 2 if name.upper() in semantics else 1 if name.isdigit() else 0


def _texture(name, shape):
    """Layers, rows, columns and numbers a texel of a texture's array."""
    if not 2 <= len(shape) <= 4:
        raise ValueError(f"texture `{name}` has {len(shape)} axes: it has rows and columns, and may have layers before and numbers behind")
    if len(shape) == 2:
        return (1, *shape, 1)
    return shape if len(shape) == 4 else (1, *shape)


def _components(numbers, parameter, rows, columns):
    """The numbers of a result: as many a fragment as its type has, one of a depth."""
    last = parameter["type"][-1]
    count = int(last) if last.isdigit() else 1
    first = 2 if parameter["kind"] == "depth" else 0
    count = 1 if first else count
    if numpy is not None:
        own = numpy.frombuffer(numbers, numpy.float32).reshape(rows, columns, 4)[..., first : first + count]
        return numpy.ascontiguousarray(own[..., 0] if count == 1 else own)
    parts = (numbers[at + first : at + first + count] for at in range(0, len(numbers), 4))
    return array.array("f", (number for part in parts for number in part))


def _text(function, handle):
    """A text that a function of the interface writes."""
    needed = u64()
    call(function, handle, None, 0, ctypes.byref(needed))
    text = ctypes.create_string_buffer(needed.value)
    call(function, handle, text, needed.value, None)
    return text.value.decode()


def map(expression, **inputs):
    """A stream of an expression of GLSL for every element: inputs are streams, and numbers or sequences of 2 to 4 for constants."""
    own = (Input * len(inputs))()
    for place, (name, value) in zip(own, inputs.items()):
        place.name = name.encode()
        if isinstance(value, Stream):
            place.stream = value.handle
        else:
            numbers = value if hasattr(value, "__len__") else [value]
            place.components = len(numbers)
            place.value[: len(numbers)] = [float(number) for number in numbers][:4]
    return Stream(made("map", expression.encode(), own, len(own)))
