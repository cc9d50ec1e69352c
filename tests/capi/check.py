"""What the Python package promises of arrays, operators, errors, threads and forks."""

import array
import base64
import os
import pickle
import signal
import sys
import threading

import brooklet
import numpy
from brooklet import _arrays


def raises(kind, words, work):
    try:
        work()
    except kind as error:
        assert words in str(error), f"no `{words}` in: {error}"
        return error
    raise AssertionError(f"nothing was raised where `{words}` was due")


def same(stream, wanted):
    values = numpy.asarray(stream)
    assert values.shape == numpy.shape(wanted) and (values == wanted).all(), f"{values} and not {wanted}"


def arrays(device):
    # float32 is passed as it is: where it lies is what the library is told.
    own = array.array("f", [1, 2, 3, 4, 5, 6])
    assert _arrays.address(_arrays.converted(own, "f")) == own.buffer_info()[0]
    same(device.stream(own), own)
    # Others are converted.
    for other in [array.array("d", own), array.array("i", map(int, own)), [1, 2, 3, 4, 5, 6], memoryview(bytes([1, 2, 3, 4, 5, 6]))]:
        same(device.stream(other), own)
    # Of several dimensions, and vectors.
    rows = memoryview(own).cast("B").cast("f", (3, 2))
    assert device.stream(rows).shape == (3, 2)
    vectors = device.stream(rows, vectors=True)
    assert (vectors.shape, vectors.components) == ((3,), 2)
    assert vectors.reduce("sum") == (9.0, 12.0)
    raises(ValueError, "a last axis of 2 to 4", lambda: device.stream(own, vectors=True))
    # What cannot be written may be read.
    same(device.stream(memoryview(own).toreadonly()), own)
    # Results go where they are wanted, and nowhere else.
    stream, out = device.stream(own), array.array("f", [0] * 6)
    assert stream.read(out=out) is out and out == own
    raises(TypeError, "C-contiguous float32", lambda: stream.read(out=array.array("d", [0] * 6)))
    raises(TypeError, "C-contiguous float32", lambda: stream.read(out=memoryview(own).toreadonly()))
    raises(ValueError, "out has shape (5,), and the stream (6,)", lambda: stream.read(out=array.array("f", [0] * 5)))
    # No elements.
    empty = stream.filter("x > 9.0")
    assert empty.shape == (0,) and len(empty.read()) == 0 and device.stream(array.array("f")).shape == (0,)
    assert len(empty) == 0 and empty[:].shape == (0,) and "shape=(0,)" in repr(empty) and empty._repr_html_()


def refusals(device):
    """Nothing lossy in silence."""
    for kind, words, data in [
        (TypeError, "element 1 is None", [1.0, None]),
        (TypeError, "dates or times (datetime64[D])", numpy.array(["2020-01-01"], "M8[D]")),
        (TypeError, "no complex numbers (complex128)", [1j]),
        (TypeError, "<U1, and not numbers", ["a"]),
        (TypeError, "masked elements", numpy.ma.masked_array([1, 2], [0, 1])),
        (OverflowError, "element 1 is 16777217, which float32 does not hold exactly", [0, (1 << 24) + 1]),
        (OverflowError, "element 0 is -9223372036854775807", [-(1 << 63) + 1]),
        (OverflowError, "element 0 is 18446744073709551615", numpy.array([(1 << 64) - 1], "u8")),
        (OverflowError, "1180591620717411303424 is beyond 64 bits", [1 << 70]),
        (OverflowError, "element 0 is 1e+300", [1e300]),
    ]:
        raises(kind, words, lambda: device.stream(data))
    same(device.stream([-(1 << 63), 1 << 62, 3 << 40]), [-float(1 << 63), float(1 << 62), float(3 << 40)])
    same(device.stream([float("inf")]), [numpy.inf])
    raises(OverflowError, "1099511627776 is beyond int32", lambda: device.stream([1 << 40], type="int"))
    raises(OverflowError, "-1 is beyond uint8", lambda: device.stream([-1], dtype="u1"))
    raises(TypeError, "the data is float64, and the stream int32", lambda: device.stream([1.5], dtype=numpy.int32))
    raises(TypeError, "streams have no float64", lambda: device.stream([1.0], dtype=float))
    raises(TypeError, "device.integers() has exact integers of 64 bits", lambda: device.stream([1], dtype="i8"))
    raises(TypeError, "there is no type 'half'", lambda: device.stream([1.0], type="half"))
    raises(ValueError, "negative extent", lambda: device.zeros(-1))
    raises(ValueError, "1 to 4 dimensions", lambda: device.zeros((1, 1, 1, 1, 1)))
    nan = device.stream([0.0, float("nan")])
    for work in (nan.sort, nan.argsort, nan.unique, nan.median, nan.argmax, lambda: nan.group([1.0, 2.0]), lambda: nan.search([1.0])):
        raises(ValueError, "the element at 1 is NaN", work)
    raises(ValueError, "the element at 0 is NaN", lambda: (device.stream([0.0, 1.0]) / 0.0).sort())
    raises(ValueError, "the element at 2 is 1.0, less than 3.0 before it", lambda: device.stream([2.0, 3.0, 1.0]).search([1.0]))
    raises(ValueError, "is not sorted", lambda: device.stream([1.0]).merge([3.0, 1.0]))
    raises(ValueError, "is not sorted", lambda: device.integers([3, 1]).search([1]))
    raises(TypeError, "cannot be pickled or copied", lambda: pickle.dumps(nan))
    raises(ValueError, "neither true nor false", lambda: bool(nan == nan))
    raises(TypeError, "numpy.hypot is not for streams", lambda: numpy.hypot(nan, nan))
    raises(ValueError, "`add` of shapes (2,) and (3,)", lambda: nan + [1.0, 2.0, 3.0])
    raises(IndexError, "index 2 is beyond", lambda: nan[2])
    raises(TypeError, "the elements are vectors of 2", lambda: device.zeros(2, 2) < 1)
    raises(TypeError, "is for streams of float", lambda: device.stream([1], type="int") + 1)
    for work in (lambda own: own + 1, lambda own: own.scan(), lambda own: own.sum(), lambda own: own.median(), lambda own: own.cumsum()):
        raises(TypeError, "computes with floats", lambda: work(device.integers([1])))


def operators(device):
    rng = numpy.random.default_rng(1)
    a, b = rng.normal(size=(2, 60)).astype("f4")
    x, y = device.stream(a), device.stream(b)

    def near(stream, wanted):
        numpy.testing.assert_allclose(numpy.asarray(stream), wanted, rtol=2e-5, atol=1e-6)

    for work in [
        lambda x, y: x + y * 2 - 1,
        lambda x, y: 3 / (abs(x) + 1) - -y,
        lambda x, y: x // 0.25 + y % 0.75,
        lambda x, y: abs(x) ** 1.5 + x**2 + y**3 + 2.0**x,
        lambda x, y: numpy.sqrt(abs(x)) + numpy.exp(y) * numpy.sin(x),
        lambda x, y: numpy.maximum(x, y) - numpy.minimum(x, 0.5),
        lambda x, y: numpy.floor(x * 10) + numpy.sign(y),
        lambda x, y: numpy.float32(2) * x + y * numpy.arange(60, dtype="f4"),
    ]:
        near(work(x, y), work(a, b))
    for work in [
        lambda x, y: (x > 0) & ~(y >= x) | (x == y) ^ (x != y),
        lambda x, y: (x < y) & (x <= 0.5),
    ]:
        same(work(x, y), work(a, b).astype("f4"))
    same(brooklet.where(x < y, x, 0.0), numpy.where(a < b, a, numpy.float32(0)))
    # One pass for an expression, and more where it is large.
    x.device.finish()
    z, wanted = x, a
    for _ in range(60):
        z, wanted = z * 0.5 + y * z, wanted * numpy.float32(0.5) + b * wanted
    numpy.testing.assert_allclose(z.read(), wanted, rtol=1e-4, atol=1e-5)
    # What was computed from old values stays so.
    later = x + 1
    x.write(numpy.zeros(60, "f4"))
    near(later, a + 1)
    later = x + 2
    program = device.program("kernel void fill(out float a<>) { a = 9; }")
    program.run("fill", x)
    same(later, numpy.full(60, 2, "f4"))
    same(x, numpy.full(60, 9, "f4"))
    later = x - 1
    x.close()
    same(later, numpy.full(60, 8, "f4"))
    assert repr(x) == "<closed brooklet.Stream>"
    raises(brooklet.Error, "this stream was closed", lambda: x + 1 + later)
    # The functions of NumPy that have a method here.
    assert numpy.isclose(numpy.sum(y), b.sum(), rtol=1e-4) and numpy.max(y) == b.max() and float(numpy.mean(y)) == y.mean()


def slices(device):
    own = numpy.arange(24, dtype="f4").reshape(6, 4)
    for stream, wanted in [
        (device.stream(own), own),
        (device.stream(own, vectors=True), own),
        (device.stream(own.astype("i2"), dtype="i2"), own.astype("i2")),
        (device.stream(own[:, 0]), own[:, 0]),
    ]:
        for part in (slice(None), slice(1, 4), slice(-2, None), slice(4, 2), slice(100)):
            assert stream[part].dtype == wanted.dtype
            same(stream[part], wanted[part])
        assert (stream[2] == wanted[2]).all() and (stream[-1] == wanted[-1]).all()
        assert len(stream) == 6 and len(list(stream)) == 6
    stream = device.stream(own)
    same(stream[::2], own[::2])
    same(stream[::-1], own[::-1])
    line = stream.scan()
    assert line.shape == (6, 4) and device.stream(own[0])[2] == 2.0
    row = device.stream(own[:, 1])
    same(row[row > 6], own[:, 1][own[:, 1] > 6])
    same(row[device.stream([5, 0])], own[[5, 0], 1])
    whole = device.integers([5, 1 << 50, 7])
    assert whole[1] == 1 << 50 and whole[1:].read().tolist() == [1 << 50, 7] and whole.max() == 1 << 50


def shows(device):
    assert repr(device.stream([[1.5]])) == "Stream([[1.5]], shape=(1, 1), dtype=float32)"
    assert repr(device.integers([1, 2])) == "Integers([1, 2], shape=(2,), dtype=int64)"
    large = device.random(100_000)
    assert ", ..., " in repr(large) and len(repr(large)) < 200 and "shape=(100000,)" in repr(large)
    page = device.stream(numpy.arange(10_000).reshape(100, 100))._repr_html_()
    assert page.startswith('<img alt="heat map, 0 to 9999"') and len(page) < 20_000
    png = base64.b64decode(page.split("base64,")[1].split('"')[0])
    assert png.startswith(b"\x89PNG\r\n")
    assert repr(device).startswith("<brooklet.Device: ")


def other_numbers(device):
    text = """kernel void more(uint n, ushort a<>, out int2 b<>) { b = int2(a, n); }
        reduce void total(int2 a<>, reduce int2 r<>) { r += a; }"""
    program = device.program(text)
    short = array.array("H", [1, 65535])
    assert _arrays.address(_arrays.converted(short, "H")) == short.buffer_info()[0]
    result = device.zeros(2, 2, type="int")
    program.run("more", 7, device.stream(short, type="ushort"), result)
    assert result.read().tolist() == [[1, 7], [65535, 7]] and (result.type, result.components) == ("int", 2)
    assert program.reduce("total", result) == (65536, 14)
    raises(brooklet.Error, "a stream of int2", lambda: result.reduce("sum"))
    raises(TypeError, "C-contiguous int32", lambda: result.read(out=array.array("f", [0] * 4)))
    raises(ValueError, "1 to 4 components, and not 5", lambda: device.zeros(2, 5))


def random_numbers(device):
    numbers = device.random((20, 50), seed=7)
    assert numbers.shape == (20, 50) and 0.0 <= numbers.reduce("min") and numbers.reduce("max") < 1.0
    assert abs(numbers.reduce("mean") - 0.5) < 0.05 and abs(device.random(1000, normal=True).reduce("mean")) < 0.15
    upper, lower = device.random_bits(1000, seed=7)
    assert 60000.0 < upper.reduce("max") < 65536.0 and 60000.0 < lower.reduce("max") < 65536.0


def axes(device):
    own = device.zeros((2, 3))
    own.write([3, 1, 2, 5, 6, 4])

    def read(stream, shape):
        assert stream.shape == shape
        values = stream.read()
        return [*map(float, getattr(values, "flat", values))]

    assert read(own.reduce("sum", axis=1), (2,)) == [6, 15] and read(own.reduce("mean", axis=-2), (3,)) == [4, 3.5, 3]
    assert read(own.scan("max", axis=0), (2, 3)) == [3, 1, 2, 5, 6, 4]
    assert read(own.scan(exclusive=True, axis=1), (2, 3)) == [0, 3, 4, 0, 5, 11]
    assert read(own.sort(axis=1), (2, 3)) == [1, 2, 3, 4, 5, 6]
    assert read(own.sort(axis=1, descending=True, stable=True), (2, 3)) == [3, 2, 1, 6, 5, 4]
    order = own.argsort(axis=-1)
    assert read(order, (2, 3)) == [1, 2, 0, 2, 0, 1]
    assert read(own.sort(payload=order, axis=1)[1], (2, 3)) == [2, 0, 1, 1, 2, 0]
    assert read(own.take(device.stream([2, 0]), axis=1), (2, 2)) == [2, 3, 4, 5]
    assert read(own.filter(device.stream([0, 1]), axis=0), (1, 3)) == [5, 6, 4]
    values, places = own.top(2, axis=1)
    assert read(values, (2, 2)) == [3, 2, 6, 5] and read(places, (2, 2)) == [0, 2, 1, 0]
    assert read(own.top(1, smallest=True, axis=0)[0], (1, 3)) == [3, 1, 2]
    assert read(own.argmax(axis=1), (2,)) == [0, 1] and read(own.argmin(axis=-2), (3,)) == [0, 0, 0]
    assert read(own.median(axis=1), (2,)) == [2, 5] and read(own.quantile(0.25, axis=0), (3,)) == [3.5, 2.25, 2.5]
    assert read(own.quantile([1, 0.5], axis=1), (2, 2)) == [3, 6, 2, 5]
    raises(brooklet.Error, "the top 4 of 3 elements", lambda: own.top(4, axis=1))
    raises(brooklet.Error, "there is no axis 2: a stream of 2 × 3 has 2 axes, 0 to 1 or -2 to -1", lambda: own.sort(axis=2))
    raises(TypeError, "a stream of flags", lambda: own.filter("x > 0", axis=0))
    raises(TypeError, "all their bits", lambda: own.argsort(bits=8, axis=0))


def numpy_arrays(device):
    own = numpy.arange(12, dtype=numpy.float32).reshape(3, 4)
    assert _arrays.address(_arrays.converted(own, "f")) == own.ctypes.data
    stream = device.stream(own)
    assert stream.shape == (3, 4) and (stream.read() == own).all()
    for other in [own.astype(">f4"), own.astype(int), own.T.copy().T, own[:, ::-1][:, ::-1], own.astype(numpy.float64), own.astype("f2")]:
        assert (device.stream(other).read() == own).all()
    own.flags.writeable = False
    assert _arrays.address(_arrays.converted(own, "f")) == own.ctypes.data
    out = numpy.zeros((4, 3), numpy.float32)
    raises(TypeError, "C-contiguous float32", lambda: stream.read(out=out.T))
    assert stream.read(out=out) is out and (out.ravel() == own.ravel()).all()
    assert device.stream(own, vectors=True).read().shape == (3, 4)
    assert device.stream(numpy.float32(3)).shape == (1,)
    assert numpy.asarray(stream, dtype=float).dtype == float
    if numpy.lib.NumpyVersion(numpy.__version__) >= "2.0.0":
        raises(ValueError, "an array of them is a copy", lambda: numpy.array(stream, copy=False))

    class Tensor:
        """What has DLPack alone, as tensors of other libraries."""

        def __dlpack__(self, **given):
            return own.copy().__dlpack__(**given)

        def __dlpack_device__(self):
            return own.__dlpack_device__()

    same(device.stream(Tensor()), own)


def selections(device):
    own = [float(i * 37 % 101) for i in range(300)]
    stream = device.stream(own)
    values, positions = stream.top(7)
    first = sorted(range(300), key=lambda at: (-own[at], at))[:7]
    assert [int(at) for at in positions.read()] == first and list(values.read()) == [own[at] for at in first]
    assert list(stream.top(2, smallest=True)[0].read()) == [0.0, 0.0]
    assert stream.argmax() == own.index(100.0) and stream.argmin() == own.index(0.0)
    middle = sorted(own)[149:151]
    assert stream.median() == sum(middle) / 2
    assert stream.quantile(1) == 100.0 and len(stream.quantile([0.0, 1.0]).read()) == 2
    raises(brooklet.Error, "the top 301 of 300 elements", lambda: stream.top(301))
    raises(brooklet.Error, "1.5 is not a quantile", lambda: stream.quantile(1.5))
    parts = [0.0, 0.1, 0.25, 0.5, 0.99]
    assert numpy.allclose(stream.quantile(parts).read(), numpy.quantile(own, parts), rtol=1e-6)


CG = """void main(float2 at : TEXCOORD0, float4 tint : COLOR0, uniform samplerRECT image, uniform float4 scale = 1,
    uniform sampler2D other, out float4 all : COLOR0, out float2 part : COLOR1) {
    all = scale * texRECT(image, at) + tint;
    part = tex2D(other, 0.5).xy;
}
float main2(float2 at : TEXCOORD0, uniform float more) : COLOR { return floor(at.x * 4) + more; }"""


def fragment_programs(device):
    program = device.cg(CG, profile="arbfp1", name="check.cg")
    assert [p["kind"] for p in program.parameters] == ["varying", "varying", "texture", "uniform", "texture", "color", "color"]
    assert program.listing.startswith("!!ARBfp1.0\n") and program.profile == "arbfp1"
    image = memoryview(array.array("f", [1, 2, 3, 4, 5, 6, 7, 8])).cast("B").cast("f", (1, 2, 4))
    other = memoryview(array.array("f", [10, 20])).cast("B").cast("f", (1, 2))
    tint = memoryview(array.array("f", [0] * 4 + [2] * 4 + [0] * 4)).cast("B").cast("f", (3, 4))
    drawn = program.draw((1, 2), {"image": image, "scale": [10, 1, 1, 1]}, {"other": "linear"}, other=other, COLOR0=tint)
    assert list(drawn) == ["all", "part"]
    numbers = [own.ravel().tolist() for own in drawn.values()]
    # The tint is linear: 0.5 and 1.5 in the middles of the two fragments.
    assert numbers == [[10.5, 2.5, 3.5, 4.5, 51.5, 7.5, 8.5, 9.5], [15, 0, 15, 0]], numbers
    second = device.cg(CG, entry="main2")
    drawn = second.draw((2, 2), more=100)
    assert drawn.tolist() == [[101, 103], [101, 103]]
    assert raises(brooklet.Error, "`image` is not given", lambda: program.draw((1, 2))).status == "ARGUMENT"
    assert raises(brooklet.Error, "`scale` has 4 numbers", lambda: program.draw((1, 2), scale=[1, 2])).status == "ARGUMENT"
    raises(brooklet.Error, "no parameter `imag`: did you mean `image`?", lambda: program.draw((1, 2), imag=1))
    raises(ValueError, "texture `image` has 1 axes", lambda: program.draw((1, 2), image=[1]))
    raises(brooklet.Error, "is not a way of reading", lambda: program.draw((1, 2), {"image": image}, {"image": "smooth"}))
    assert raises(brooklet.Error, "error[C1008]", lambda: device.cg("float4 main() : COLOR { return x; }")).status == "COMPILE"
    raises(brooklet.Error, "there is no function `main`", lambda: device.cg("float f;"))
    assert raises(brooklet.Error, "profile", lambda: device.cg(CG, profile="fp50")).status == "ARGUMENT"
    program.close()
    assert raises(brooklet.Error, "this Cg program was closed", lambda: program.draw((1, 2))).status == "HANDLE"


def handles(device):
    stream = device.stream([1.0])
    stream.close()
    stream.close()
    error = raises(brooklet.Error, "this stream was closed", stream.read)
    assert error.status == "HANDLE"
    raises(brooklet.Error, "no operator `mul`", lambda: device.stream([1.0]).reduce("mul"))
    program = device.program("kernel void twice(float a<>, out float b<>) { b = 2 * a; }")
    raises(TypeError, "still needs `b`", lambda: program.run("twice", device.zeros(1)))
    raises(TypeError, "has no parameter `c`", lambda: program.run("twice", device.zeros(1), c=1))
    raises(TypeError, "input stream `a`", lambda: program.run("twice", 1.0, device.zeros(1)))
    raises(brooklet.Error, "no kernel `thrice`", lambda: program.run("thrice"))
    assert raises(brooklet.Error, "error[B", lambda: device.program("kernel void f(")).status == "COMPILE"
    seen = []
    other = device.stream([1.0, 2.0])
    thread = threading.Thread(target=lambda: seen.append(raises(brooklet.Error, "another thread", other.read).status))
    thread.start()
    thread.join()
    assert seen == ["WRONG_THREAD"] and list(other.read()) == [1.0, 2.0]
    thread = threading.Thread(target=lambda: seen.append(raises(brooklet.Error, "another thread", other.close).status))
    thread.start()
    thread.join()
    other.close()
    raises(brooklet.Error, "this stream was closed", other.read)


def in_child(work):
    """What `work` returns in a child process; an alarm ends one that hangs."""
    sys.stdout.flush()
    end, start = os.pipe()
    child = os.fork()
    if child == 0:
        signal.alarm(60)
        try:
            text = str(work())
        except Exception as error:
            text = f"{getattr(error, 'status', type(error).__name__)}: {error}"
        os.write(start, text.encode())
        # As a program ends, with all its destructors; but what follows here is the parent's.
        sys.stdout = None
        sys.exit(0)
    os.close(start)
    with open(end) as text:
        said = text.read()
    assert os.waitpid(child, 0)[1] == 0, f"a child did not end well; it said: {said}"
    return said


def computed():
    with brooklet.Device("cpu") as own:
        stream = own.stream(array.array("f", range(100000)))
        return stream.reduce("max") + own.stream([1.0]).sort().read()[0]


def forks(device):
    # Of the emulator: what is the parent's is an error at once, and a device of the child's own works, with handles of its own.
    stream = device.stream(array.array("f", range(100000)))
    assert stream.reduce("max") == 99999
    assert "FORKED: this was made by the process" in in_child(stream.read) and "forked" in in_child(lambda: stream.sort())
    assert "FORKED: this was made by the process" in in_child(lambda: device.stream([1.0]))
    assert in_child(computed) == "100000.0"
    assert in_child(lambda: (stream.close(), device.close(), computed())[2]) == "100000.0"
    # Of a driver: a device of its own is refused, and the child ends all the same. The parent goes on.
    with brooklet.Device() as own:
        other = own.stream([1.0, 3.0])
        assert other.reduce("max") == 3.0
        assert "FORKED: this was made by the process" in in_child(other.read)
        assert "DEVICE: this process was forked" in in_child(brooklet.Device)
        assert in_child(computed) == "100000.0"
        assert other.reduce("sum") == 4.0 and stream.reduce("max") == 99999


def methods(device):
    from brooklet import catalog

    x = device.stream([3.0, 1.0, 4.0, 1.0, 5.0])
    for name in ["scan", "sort", "reduce"]:
        results = [catalog.run(name, x, method=own.name)[0].read().tolist() for own in catalog.primitives()[name].methods]
        assert all(own == results[0] for own in results), f"{name}: {results}"
    values, positions = catalog.run("top", x, k=2)
    assert values.read().tolist() == [5.0, 4.0] and positions.read().tolist() == [4.0, 2.0]
    raises(brooklet.Error, "there is no primitive `scam`", lambda: catalog.run("scam", x))
    raises(brooklet.Error, "hillis-steele", lambda: catalog.run("scan", x, method="quick"))
    raises(brooklet.Error, "unknown field `exclusiv`", lambda: catalog.run("scan", x, exclusiv=True))
    raises(TypeError, "none is given", lambda: catalog.run("scan"))
    raises(TypeError, "use device.stream()", lambda: catalog.run("scan", [1.0]))
    runs, lengths = device.stream([2.0, 2.0, 7.0, 2.0]).run_lengths()
    assert runs.read().tolist() == [2.0, 7.0, 2.0] and lengths.read().tolist() == [2.0, 1.0, 1.0]
    raises(TypeError, "runs are of floats", lambda: device.integers([1, 1]).run_lengths())


def pictures(device):
    table = numpy.arange(6, dtype=numpy.float32).reshape(2, 3)
    x = device.stream(table)
    assert numpy.array_equal(x.transpose().read(), table.T) and numpy.array_equal(x.sat().read(), table.cumsum(0).cumsum(1))
    product = x.transpose() @ x
    assert numpy.array_equal(product.read(), table.T @ table) and numpy.array_equal((x @ table.T).read(), table @ table.T)
    assert numpy.array_equal((table.T @ x).read(), table.T @ table)
    raises(brooklet.Error, "as many columns as the other has rows; they are 2 × 3 and 2 × 3", lambda: x @ x)
    whole = device.integers([[1 << 60, 2], [3, 4]])
    assert whole.transpose().read().tolist() == [[1 << 60, 3], [2, 4]]
    mask = device.stream([[0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0], [1.0, 0.0, 0.0, 0.0]])
    squares = numpy.square(mask.distance().read()).round()
    assert squares.tolist() == [[4, 1, 0, 1], [1, 2, 1, 0], [0, 1, 2, 1]]
    assert mask.nearest().read().tolist() == [[2, 2, 2, 2], [8, 2, 2, 7], [8, 8, 7, 7]]
    big = numpy.random.default_rng(5).integers(-9, 9, (11, 12)).astype(numpy.float32)
    picture = device.stream(big)
    outer = numpy.pad(big, 1, mode="symmetric")
    sums = sum(outer[1 - v + 1 : 12 - v + 1, 1 - u + 1 : 13 - u + 1] * (3 * v + u) for v in range(3) for u in range(3))
    assert numpy.array_equal(picture.convolve(numpy.arange(9).reshape(3, 3)).read(), sums)
    squares = numpy.stack([outer[v : v + 11, u : u + 12] for v in range(3) for u in range(3)])
    assert numpy.array_equal(picture.median_filter(3).read(), numpy.median(squares, axis=0))
    assert numpy.allclose(picture.blur(1e-3).read(), big) and abs(picture.blur(3, "wrap").mean() - big.mean()) < 1e-3
    raises(ValueError, "the border is one of reflect, clamp, zero, wrap, and not 'mirror'", lambda: picture.blur(1, "mirror"))
    raises(ValueError, "weights are a matrix, or a list, and not 3 axes", lambda: picture.convolve(numpy.ones((1, 1, 1))))
    raises(brooklet.Error, "0 × 3 weights cannot be 0 numbers", lambda: picture.convolve(numpy.ones((0, 3))))
    raises(brooklet.Error, "standard deviation of -1 elements", lambda: picture.blur(-1))
    raises(brooklet.Error, "1 to 255 elements a side, and not of 0", lambda: picture.median_filter(0))
    labels, count = mask.label()
    assert count == 3 and labels.read().tolist() == [[0, 0, 1, 0], [0, 0, 0, 2], [3, 0, 0, 0]]
    assert mask.label(8)[1] == 2 and mask.label(connectivity=8)[0].read().max() == 2
    raises(brooklet.Error, "connectivity is 6: it must be 4 or 8", lambda: mask.label(6))
    raises(TypeError, "the connectivity is a whole number", lambda: mask.label("8"))
    raises(brooklet.Error, "takes one picture, of rows and columns; a stream of 3 has 1 axis", lambda: device.stream([1, 2, 3]).label())
    raises(brooklet.Error, "transpose takes rows and columns", lambda: device.stream([1, 2, 3]).transpose())
    raises(TypeError, "label", lambda: whole.label())


def sparse(device):
    """Sparse matrices, as SciPy's, which need not be there."""
    generator = numpy.random.default_rng(3)
    dense = numpy.where(generator.random((70, 40)) < 0.2, generator.integers(-4, 5, (70, 40)), 0).astype(numpy.float32)
    dense[7] = 1
    rows, columns = numpy.nonzero(dense)
    offsets = numpy.searchsorted(rows, numpy.arange(71))

    class Matrix:
        data, indices, indptr, shape = dense[rows, columns].astype(float), columns, offsets, dense.shape

        def tocsr(self):
            return self

    x = generator.integers(-9, 10, 40).astype(numpy.float32)
    for matrix in (device.sparse(Matrix()), device.sparse((Matrix.data, columns, offsets), shape=dense.shape)):
        assert numpy.array_equal((matrix @ x).read(), dense @ x) and numpy.array_equal(matrix.multiply(device.stream(x)).read(), dense @ x)
        assert (matrix.shape, matrix.nnz) == ((70, 40), len(rows)) and "70 × 40" in repr(matrix)
    none = device.sparse(([], [], [0, 0, 0]), (2, 3))
    assert (none @ [1, 2, 3]).read().tolist() == [0, 0]
    raises(brooklet.Error, "a sparse matrix of 3 columns takes a vector of as many elements, and this one has 2", lambda: none @ [1, 2])
    raises(brooklet.Error, "the column of entry 0 of a sparse matrix is 3", lambda: device.sparse(([1.0], [3], [0, 1]), (1, 3)))
    raises(brooklet.Error, "offset 1 of a sparse matrix of 1 entries is 2", lambda: device.sparse(([1.0], [0], [0, 2]), (1, 3)))
    raises(ValueError, "a matrix of 2 rows has 3 offsets, and there are 2", lambda: device.sparse(([1.0], [0], [0, 1]), (2, 3)))
    raises(TypeError, "a pair, rows and columns", lambda: device.sparse(([1.0], [0], [0, 1])))
    raises(TypeError, "one of scipy.sparse", lambda: device.sparse(dense))
    raises(TypeError, "leave out `shape`", lambda: device.sparse(Matrix(), (2, 3)))
    none.close()
    raises(brooklet.Error, "this sparse matrix was closed", lambda: none @ [1, 2, 3])


def transforms(device):
    generator = numpy.random.default_rng(7)
    for shape, axes in [((60,), -1), ((7,), 0), ((4, 6), (0, 1)), ((3, 4, 5), 1), ((5000,), 0)]:
        numbers = (generator.normal(size=shape) + 1j * generator.normal(size=shape)).astype(numpy.complex64)
        several = axes if isinstance(axes, tuple) else (axes,)
        wanted = numpy.fft.fftn(numbers, axes=several)
        spectrum = device.complex(numbers).fft(axes)
        assert numpy.allclose(spectrum.read_complex(), wanted, atol=1e-4 * numpy.abs(wanted).max()), shape
        assert numpy.allclose(spectrum.ifft(axes).read_complex(), numbers, atol=1e-4), shape
        real = numbers.real.copy()
        half = device.stream(real).rfft(axes)
        assert half.shape == numpy.fft.rfftn(real, axes=several).shape
        assert numpy.allclose(half.read_complex(), numpy.fft.rfftn(real, axes=several), atol=1e-4 * numpy.abs(wanted).max()), shape
        length = shape[several[-1]]
        assert numpy.allclose(half.irfft(length, axes).read(), real, atol=1e-4), shape
    assert device.stream([1.0, 2.0, 3.0, 4.0]).rfft().irfft().shape == (4,)
    raises(brooklet.Error, "a stream of float2, or of float4 for two signals", lambda: device.stream([1.0, 2.0]).fft())
    raises(brooklet.Error, "is a stream of float2, of real and imaginary parts", lambda: device.stream([1.0, 2.0]).irfft(2))
    raises(brooklet.Error, "the spectrum of 9 real numbers has 5 elements", lambda: device.complex([1, 2]).irfft(9))
    raises(brooklet.Error, "list at least one, and each once", lambda: device.complex([1, 2]).fft([]))
    raises(TypeError, "complex numbers have 2 components", device.stream([1.0]).read_complex)
    raises(TypeError, "device.complex()", lambda: device.stream([1j]))


def traces(device):
    with device.trace() as trace:
        device.stream([1.0] * 64).scan().read()
        raises(brooklet.Error, "the device records already", device.trace().__enter__)
        assert len(trace.readbacks) == 1
    assert len(trace.passes) > 0 and "1 uploads" in repr(trace) and trace.passes[0]["kernel"]
    raises(brooklet.Error, "the device does not record", device.trace().json)
    # An error within leaves the device as it was.
    raises(ZeroDivisionError, "", lambda: divided_within(device))
    with device.trace() as other:
        pass
    assert other.passes == []
    with brooklet.Device("r300") as chip:
        x = chip.stream([3.0, 1.0, 2.0])
        with chip.trace() as trace:
            assert (x + 1).read().tolist() == [4.0, 2.0, 3.0]
        assert trace.passes[0]["predicted_ms"] > 0
    raises(brooklet.Error, "nv40", lambda: brooklet.Device("nv41"))


def divided_within(device):
    with device.trace():
        return 1 / 0


with brooklet.Device("cpu") as device:
    # A child may open a device of a driver where its parent has none.
    assert in_child(lambda: brooklet.Device().stream([2.0]).reduce("sum")) == "2.0"
    forks(device)
    arrays(device)
    refusals(device)
    operators(device)
    slices(device)
    shows(device)
    other_numbers(device)
    random_numbers(device)
    axes(device)
    selections(device)
    fragment_programs(device)
    numpy_arrays(device)
    handles(device)
    methods(device)
    traces(device)
    pictures(device)
    sparse(device)
    transforms(device)
print("all is well")
