"""What brooklet.py promises of arrays, errors and threads; with --plain as if there were no NumPy."""

import array
import os
import signal
import sys
import threading

sys.path.insert(0, os.getcwd())
if "--plain" in sys.argv:
    sys.modules["numpy"] = None

import brooklet
import libbrooklet

numpy = brooklet.numpy


def raises(kind, words, work):
    try:
        work()
    except kind as error:
        assert words in str(error), f"no `{words}` in: {error}"
        return error
    raise AssertionError(f"nothing was raised where `{words}` was due")


def arrays(device):
    # float32 is passed as it is: where it lies is what the library is told.
    own = array.array("f", [1, 2, 3, 4, 5, 6])
    assert libbrooklet.readable(own).address == own.buffer_info()[0]
    assert libbrooklet.writable(own).address == own.buffer_info()[0]
    assert list(device.stream(own).read()) == list(own)
    # Others are converted.
    for other in [array.array("d", own), array.array("i", map(int, own)), [1, 2, 3, 4, 5, 6], bytes([1, 2, 3, 4, 5, 6])]:
        if isinstance(other, bytes) and numpy is not None:
            continue  # A text to NumPy.
        assert list(device.stream(other).read()) == list(own), other
    # Of several dimensions, and vectors.
    rows = memoryview(own).cast("B").cast("f", (3, 2))
    assert device.stream(rows).shape == (3, 2)
    vectors = device.stream(rows, vectors=True)
    assert (vectors.shape, vectors.components) == ((3,), 2)
    assert vectors.reduce("sum") == (9.0, 12.0)
    raises(ValueError, "a last axis of 2 to 4", lambda: device.stream(own, vectors=True))
    # What cannot be written may be read.
    assert list(device.stream(memoryview(own).toreadonly()).read()) == list(own)
    # Results go where they are wanted, and nowhere else.
    stream, out = device.stream(own), array.array("f", [0] * 6)
    assert stream.read(out=out) is out and out == own
    raises(TypeError, "C-contiguous 'f'", lambda: stream.read(out=array.array("d", [0] * 6)))
    raises(TypeError, "C-contiguous 'f'", lambda: stream.read(out=memoryview(own).toreadonly()))
    error = raises(brooklet.Error, "20 bytes are given", lambda: stream.read(out=array.array("f", [0] * 5)))
    assert error.status == "ARGUMENT"
    # No elements.
    empty = stream.filter("x > 9.0")
    assert empty.shape == (0,) and len(empty.read()) == 0 and device.stream(array.array("f")).shape == (0,)


def other_numbers(device):
    text = """kernel void more(uint n, ushort a<>, out int2 b<>) { b = int2(a, n); }
        reduce void total(int2 a<>, reduce int2 r<>) { r += a; }"""
    program = device.program(text)
    short = array.array("H", [1, 65535])
    assert libbrooklet.readable(short, "H").address == short.buffer_info()[0]
    result = device.zeros(2, 2, type="int")
    program.run("more", 7, device.stream(short, type="ushort"), result)
    read = result.read()
    assert [*getattr(read, "flat", read)] == [1, 7, 65535, 7] and (result.type, result.components) == ("int", 2)
    assert program.reduce("total", result) == (65536, 14)
    raises(brooklet.Error, "a stream of int2", lambda: result.reduce("sum"))
    raises(TypeError, "C-contiguous 'i'", lambda: result.read(out=array.array("f", [0] * 4)))
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
    assert libbrooklet.readable(own).address == own.ctypes.data
    stream = device.stream(own)
    assert stream.shape == (3, 4) and (stream.read() == own).all()
    for other in [own.astype(">f4"), own.astype(int), own.T.copy().T, own[:, ::-1][:, ::-1], own.astype(numpy.float64)]:
        assert (device.stream(other).read() == own).all()
    own.flags.writeable = False
    assert libbrooklet.readable(own).address == own.ctypes.data
    out = numpy.zeros((4, 3), numpy.float32)
    raises(TypeError, "C-contiguous 'f'", lambda: stream.read(out=out.T))
    assert stream.read(out=out) is out and (out.ravel() == own.ravel()).all()
    assert device.stream(own, vectors=True).read().shape == (3, 4)
    assert device.stream(numpy.float32(3)).shape == (1,)
    raises(ValueError, "could not convert", lambda: device.stream(["a"]))


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
    if numpy is not None:
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
    numbers = [list(memoryview(own).cast("B").cast("f")) if numpy is None else own.ravel().tolist() for own in drawn.values()]
    # The tint is linear: 0.5 and 1.5 in the middles of the two fragments.
    assert numbers == [[10.5, 2.5, 3.5, 4.5, 51.5, 7.5, 8.5, 9.5], [15, 0, 15, 0]], numbers
    second = device.cg(CG, entry="main2")
    drawn = second.draw((2, 2), more=100)
    assert getattr(drawn, "shape", (4,)) in ((2, 2), (4,))
    assert [float(x) for x in (drawn.ravel() if numpy is not None else drawn)] == [101, 103, 101, 103]
    assert raises(brooklet.Error, "`image` is not given", lambda: program.draw((1, 2))).status == "ARGUMENT"
    assert raises(brooklet.Error, "`scale` has 4 numbers", lambda: program.draw((1, 2), scale=[1, 2])).status == "ARGUMENT"
    raises(brooklet.Error, "no parameter `imag`: did you mean `image`?", lambda: program.draw((1, 2), imag=1))
    raises(ValueError, "texture `image` has 1 axes", lambda: program.draw((1, 2), image=[1]))
    raises(brooklet.Error, "is not a way of reading", lambda: program.draw((1, 2), {"image": image}, {"image": "smooth"}))
    assert raises(brooklet.Error, "error[C1008]", lambda: device.cg("float4 main() : COLOR { return x; }")).status == "COMPILE"
    raises(brooklet.Error, "there is no function `main`", lambda: device.cg("float f;"))
    assert raises(brooklet.Error, "profile", lambda: device.cg(CG, profile="fp50")).status == "ARGUMENT"
    program.close()
    assert raises(brooklet.Error, "the handle is 0", lambda: program.draw((1, 2))).status == "HANDLE"


def handles(device):
    stream = device.stream([1.0])
    stream.close()
    stream.close()
    error = raises(brooklet.Error, "the handle is 0", stream.read)
    assert error.status == "HANDLE"
    raises(brooklet.Error, "no operator `mul`", lambda: device.stream([1.0]).reduce("mul"))
    program = device.program("kernel void twice(float a<>, out float b<>) { b = 2 * a; }")
    raises(TypeError, "is given 1 values", lambda: program.run("twice", device.zeros(1)))
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
    raises(brooklet.Error, "the handle is 0", other.read)


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
    assert "FORKED: stream" in in_child(stream.read) and "forked from" in in_child(lambda: stream.sort())
    assert "FORKED: device" in in_child(lambda: device.stream([1.0]))
    assert in_child(computed) == "100000.0"
    assert in_child(lambda: (stream.close(), device.close(), computed())[2]) == "100000.0"
    # Of a driver: a device of its own is refused, and the child ends all the same. The parent goes on.
    with brooklet.Device() as own:
        other = own.stream([1.0, 3.0])
        assert other.reduce("max") == 3.0
        assert "FORKED: stream" in in_child(other.read)
        assert "DEVICE: this process was forked" in in_child(brooklet.Device)
        assert in_child(computed) == "100000.0"
        assert other.reduce("sum") == 4.0 and stream.reduce("max") == 99999


with brooklet.Device("cpu") as device:
    # A child may open a device of a driver where its parent has none.
    assert in_child(lambda: brooklet.Device().stream([2.0]).reduce("sum")) == "2.0"
    forks(device)
    arrays(device)
    other_numbers(device)
    random_numbers(device)
    axes(device)
    selections(device)
    fragment_programs(device)
    if numpy is not None:
        numpy_arrays(device)
    handles(device)
print("all is well,", "with NumPy" if numpy else "without NumPy")
