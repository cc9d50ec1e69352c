"""Times what NumPy takes for the tasks of `brooklet bench`, on the same kind of data: python3 numpy_times.py [elements].

The guide's page on speed shows these medians beside ours. A median of 15 runs, in milliseconds.
"""

import statistics
import sys
import time

import numpy


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
    }


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1 << 20
    print(f"NumPy {numpy.__version__}, {count} elements, medians of 15 runs in ms")
    for name, task in tasks(count).items():
        times = []
        for _ in range(15):
            start = time.perf_counter()
            task()
            times.append(1000 * (time.perf_counter() - start))
        print(f"{name:22}{statistics.median(times):9.3f}")


if __name__ == "__main__":
    main()
