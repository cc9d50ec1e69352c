"""NumPy arrays through brooklet: in, computed, and out. Each function is called once.

    pip install ./src/python
    python3 demos/python/example.py

With a word, as cpu or gles, on that device.
"""

from __future__ import annotations

import sys

import brooklet
import numpy

SAXPY = """
kernel void saxpy(float alpha, float x<>, float y<>, out float result<>) { result = alpha * x + y; }
reduce void sum(float a<>, reduce float total<>) { total += a; }
"""


SCALE = """
float main(float2 at : TEXCOORD0, uniform samplerRECT image, uniform float factor) : COLOR { return factor * texRECT(image, at).x; }
"""


def show(name: str, stream: brooklet.Stream) -> None:
    # One after the other, also of rows.
    print(f"{name:8}", *(f"{value:g}" for value in stream.read().ravel()))


def main() -> None:
    runtime = next((word for word in sys.argv[1:] if not word.startswith("-")), "ogl")
    with brooklet.Device(runtime) as device:
        what = device.describe()
        print(f"on {what['renderer']}, {what['api']}")
        # Arrays of float32 are passed without a copy.
        x = device.stream(numpy.arange(1, 9, dtype=numpy.float32))
        y = device.stream(range(10, 90, 10))

        # A Brook program; arguments by place, or by name.
        program = device.program(SAXPY, "saxpy.br")
        result = device.zeros(8)
        program.run("saxpy", 2.0, x, y, result=result)
        show("saxpy", result)
        print(f"{'total':8}", f"{program.reduce('sum', result):g}")

        # Operators, in one pass; slices and masks.
        show("operator", abs(x) + 2 * y)
        show("slice", x[2:5])
        show("mask", y[(y > 25) & (x < 7)])

        # Primitives. An expression sees an element of each stream at a time.
        show("map", brooklet.map("alpha * x + y", alpha=2.0, x=x, y=y))
        print(f"{'max':8}", f"{x.reduce('max'):g}")
        show("scan", x.scan("sum"))
        show("filter", x.filter("x > 5.0"))
        parts, kept = x.partition("mod(x, 2.0) < 0.5")
        show("parts", parts)
        print(f"{'kept':8}", kept)
        keys, places = brooklet.map("mod(x * 3.0, 8.0)", x=x).sort(payload=x, descending=True)
        show("sort", keys)
        show("with it", places)
        order = keys.argsort()
        show("argsort", order)
        show("take", keys.take(order))
        for name, found in zip(("top", "at"), keys.top(3)):
            show(name, found)
        print(f"{'argmin':8}", keys.argmin())
        show("quarters", keys.quantile([0.25, 0.5, 0.75]))
        show("put", x.put(order, keys))
        show("merge", keys.take(order).merge(x))
        digits = brooklet.map("mod(x, 3.0)", x=x)
        for name, found in zip(("unique", "counts"), digits.unique()):
            show(name, found)
        show("sums", digits.group(x)[1])
        table = device.zeros((2, 4))
        table.write(x.read())
        show("rows", table.reduce("sum", axis=1))
        show("columns", table.scan("sum", axis=0))
        large = device.integers(numpy.array([1 << 24, -5, (1 << 24) + 1, 1 << 24], numpy.int32))
        print(f"{'integers':8}", *large.sort().read(), "of", *large.unique()[0].read())
        show("search", x.search(device.stream([0.0, 4.5, 99.0])))

        # A fragment program in Cg: textures and numbers by the names of its parameters.
        with device.cg(SCALE) as scale:
            drawn = scale.draw((2, 2), image=[[1, 2], [3, 4]], factor=10)
            print(f"{'cg':8}", *(f"{value:g}" for value in drawn.ravel()))

        # What is there already is written to: no array is made.
        out = numpy.zeros(8, numpy.float32)
        assert result.read(out=out) is out and out[7] == 96.0

        # What is wrong is an exception with the library's words.
        try:
            brooklet.map("alpha * x", x=x)
        except brooklet.Error as error:
            print(error.status, "-", str(error).splitlines()[1])


if __name__ == "__main__":
    main()
