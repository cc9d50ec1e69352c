"""Times what NumPy takes for the tasks of `brooklet bench`, on the same kind of data: python3 numpy_times.py [elements].

The guide's page on speed shows these medians beside ours. A median of 15 runs, in milliseconds. With SciPy, also those of its tasks.
"""

import statistics
import sys
import time

import numpy

try:
    import scipy.fft
    import scipy.ndimage
    import scipy.signal
    import scipy.sparse
except ImportError:
    scipy = None


def tasks(count):
    """Returns the tasks by name, as functions without arguments."""
    rng = numpy.random.default_rng(1)
    noise = rng.uniform(-1, 1, count).astype("f4")
    twelve = rng.integers(0, 1 << 12, count).astype("f4")
    sixteen = rng.integers(0, 1 << 16, count).astype("u2")
    whole = rng.integers(-4, 5, count).astype("f4")
    places = rng.integers(0, count, count)
    ordered, other = numpy.sort(noise), numpy.sort(rng.uniform(-1, 1, count).astype("f4"))
    keys = numpy.sort(twelve)
    line = (noise + 1j * other).astype("c8")
    matrix = noise[: 1 << (count.bit_length() - 1) // 2 * 2].reshape(1 << (count.bit_length() - 1) // 2, -1)

    def group():
        starts = numpy.flatnonzero(numpy.concatenate(([True], keys[1:] != keys[:-1])))
        return keys[starts], numpy.add.reduceat(whole, starts)

    def put():
        into = noise.copy()
        into[places] = whole
        return into

    return {
        "reduce, max": lambda: noise.max(),
        "scan, sum": lambda: whole.cumsum(),
        "sort": lambda: numpy.sort(noise),
        "argsort": lambda: numpy.argsort(noise, kind="stable"),
        "argsort, 16 bits": lambda: numpy.argsort(sixteen, kind="stable"),
        "histogram, 256 bins": lambda: numpy.histogram(noise, 256, (-1, 1)),
        "top 10": lambda: numpy.argpartition(noise, -10)[-10:],
        "quantile, 0.5": lambda: numpy.quantile(noise, 0.5),
        "unique, counts": lambda: numpy.unique(twelve, return_counts=True),
        "group, keys sorted": group,
        "take": lambda: noise[places],
        "put": put,
        "merge": lambda: numpy.sort(numpy.concatenate((ordered, other)), kind="stable"),
        "filter, half kept": lambda: noise[noise > 0],
        "random": lambda: rng.random(count, "f4"),
        "sort of rows": lambda: numpy.sort(matrix, axis=1),
        "transpose": lambda: numpy.ascontiguousarray(matrix.T),
        "matmul": lambda: matrix @ matrix,
        "sat": lambda: matrix.cumsum(axis=0).cumsum(axis=1),
        "rfft of rows": lambda: numpy.fft.rfft(matrix),
        "fft of a complex line": lambda: numpy.fft.fft(line),
    }


def tasks_of_scipy(count):
    """Returns the tasks of SciPy. Pictures and matrices have as many elements as are given, rounded down to a power of four."""
    rng = numpy.random.default_rng(1)
    side = 1 << (count.bit_length() - 1) // 2
    picture = rng.uniform(-1, 1, (side, side)).astype("f4")
    small, large = (rng.uniform(-1, 1, (size, size)).astype("f4") for size in (5, 15))
    column = numpy.ones(5, "f4")
    sparse_seeds, half = picture > 0.998, picture > 0
    # The five-point stencil.
    second = scipy.sparse.diags([1.0, -2.0, 1.0], [-1, 0, 1], (side, side))
    eye = scipy.sparse.identity(side)
    stencil = (scipy.sparse.kron(eye, second) + scipy.sparse.kron(second, eye)).tocsr().astype("f4")
    vector = picture.ravel()
    line = (vector + 1j * vector[::-1]).astype("c8")

    def separable():
        return scipy.ndimage.convolve1d(scipy.ndimage.convolve1d(picture, column, 0), column, 1)

    return {
        "rfft of rows, scipy": lambda: scipy.fft.rfft(picture),
        "fft of a complex line, scipy": lambda: scipy.fft.fft(line),
        "convolve, 5 x 5": lambda: scipy.ndimage.convolve(picture, small),
        "convolve, 5 x 5 product": separable,
        "convolve, 15 x 15": lambda: scipy.signal.fftconvolve(picture, large, mode="same"),
        "median, 5 x 5": lambda: scipy.ndimage.median_filter(picture, 5),
        "distance": lambda: scipy.ndimage.distance_transform_edt(~sparse_seeds),
        "label": lambda: scipy.ndimage.label(half),
        "spmv, stencil": lambda: stencil @ vector,
    }


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1 << 20
    print(f"NumPy {numpy.__version__}, {count} elements, medians of 15 runs in ms")
    all_tasks = tasks(count) | (tasks_of_scipy(count) if scipy else {})
    for name, task in all_tasks.items():
        times = []
        for _ in range(15):
            start = time.perf_counter()
            task()
            times.append(1000 * (time.perf_counter() - start))
        print(f"{name:30}{statistics.median(times):9.3f}")


if __name__ == "__main__":
    main()
