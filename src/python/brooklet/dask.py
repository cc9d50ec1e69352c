"""Arrays that are larger than a stream may be: maps, histograms and sorts of Dask's arrays, with a device on each worker thread.

>>> import brooklet.dask                                        # doctest: +SKIP
>>> import dask.array
>>> x = dask.array.random.random(100_000_000, chunks=10_000_000)
>>> brooklet.dask.sort(x)[:10].compute()

Each chunk becomes a stream on the worker that has it. Chunks have one dimension, and at most as many elements as a stream: 2^24 for histograms.
Dask moves the data between workers, and computes again what is lost with one. `runtime` is that of `brooklet.Device`, for all workers.
"""

from __future__ import annotations

import threading
from typing import Any

import dask
import dask.array
import numpy

from . import device as _device
from ._arrays import Array
from .device import Device
from .stream import Stream

_local = threading.local()

# The number of samples of a chunk from which the borders of partitions are chosen, for each partition.
_SAMPLES = 32


def worker_device(runtime: str = "ogl") -> Device:
    """Returns the device of this thread, which is opened when it is first asked for."""
    devices: dict[str, Device] = _local.__dict__.setdefault("devices", {})
    if runtime not in devices:
        devices[runtime] = Device(runtime)
    return devices[runtime]


def map(expression: str, runtime: str = "ogl", **inputs: Any) -> Any:
    """Evaluates an expression of GLSL for every element, as `brooklet.map`: inputs are Dask's arrays of one shape, and numbers."""
    arrays = {name: own for name, own in inputs.items() if isinstance(own, dask.array.Array)}
    constants = {name: own for name, own in inputs.items() if name not in arrays}
    if not arrays:
        raise TypeError("map computes an expression of dask arrays, and none is given")
    names = list(arrays)
    own = list(arrays.values())
    if any(one.shape != own[0].shape for one in own):
        raise ValueError(f"the arrays have the shapes {', '.join(str(one.shape) for one in own)}: they have to be equal")
    own = [one.rechunk(own[0].chunks) for one in own]
    return dask.array.map_blocks(_map_chunk, *own, expression=expression, names=names, constants=constants, runtime=runtime, dtype="f4")


def _map_chunk(*chunks: Array, expression: str, names: list[str], constants: dict[str, Any], runtime: str) -> Array:
    device = worker_device(runtime)
    streams: dict[str, Any] = {name: device.stream(chunk) for name, chunk in zip(names, chunks)}
    with _device.map(expression, **streams, **constants) as result:
        values = result.read()
    _close(streams)
    return values


def histogram(x: Any, bins: int, range: tuple[float, float] | None = None, runtime: str = "ogl") -> tuple[Any, Array]:
    """Counts the elements in bins of equal width, as `Stream.histogram`; returns the counts, which are computed later, and the edges.

    Without a range, that of the elements is computed first.
    """
    _check(x)
    if range is None:
        low, high = dask.compute(x.min(), x.max())
        range = (float(low), float(high))
    ends = numpy.asarray(range, numpy.float32)
    parts = [dask.delayed(_count_chunk)(chunk, bins, ends, runtime) for chunk in x.to_delayed().ravel()]
    total = dask.delayed(sum)(parts)
    return dask.array.from_delayed(total, (bins,), numpy.int64), numpy.linspace(ends[0], ends[1], bins + 1)


def _count_chunk(chunk: Array, bins: int, ends: Array, runtime: str) -> Array:
    with worker_device(runtime).stream(chunk) as stream:
        found, _ = stream.histogram(bins, range=[float(end) for end in ends])
        counts: Array = found.read().astype(numpy.int64)
        return counts


def sort(x: Any, partitions: int | None = None, runtime: str = "ogl") -> Any:
    """Returns the elements in order, the smallest first, as an array of `partitions` chunks, by default as many as `x` has.

    It is a sample sort: each chunk is sorted by brooklet and gives samples, from which the borders of the partitions are chosen; Dask moves each
    part of each chunk to its partition, where brooklet merges them. Partitions differ in size, by a few percent as a rule:
    `compute_chunk_sizes()` of the result finds them. NaN is an error.
    """
    _check(x)
    chunks = x.to_delayed().ravel()
    count = partitions or len(chunks)
    if count < 1:
        raise ValueError(f"a sort has 1 or more partitions, and not {count}")
    ordered = [dask.delayed(_sort_chunk)(chunk, runtime) for chunk in chunks]
    samples = [dask.delayed(_sample)(chunk, count * _SAMPLES) for chunk in ordered]
    borders = dask.delayed(_borders)(samples, count)
    cut = [dask.delayed(_cut, nout=count)(chunk, borders, count) for chunk in ordered]
    merged = [dask.delayed(_merge)([parts[at] for parts in cut], runtime) for at in numpy.arange(count)]
    arrays = [dask.array.from_delayed(own, (numpy.nan,), numpy.float32) for own in merged]
    return dask.array.concatenate(arrays, allow_unknown_chunksizes=True)


def _check(x: Any) -> None:
    if not isinstance(x, dask.array.Array):
        raise TypeError(f"a dask array is needed, and this is {type(x).__name__}: dask.array.from_array(x, chunks=..) makes one")
    if x.ndim != 1:
        raise ValueError(f"the array has {x.ndim} dimensions: 1 is needed, as of x.ravel()")


def _sort_chunk(chunk: Array, runtime: str) -> Array:
    with worker_device(runtime).stream(chunk) as stream, stream.sort() as ordered:
        values: Array = ordered.read()
    return values


def _sample(ordered: Array, count: int) -> Array:
    """Returns elements at equal distances, and how many elements one stands for."""
    if not len(ordered):
        return numpy.empty((2, 0))
    places = numpy.linspace(0, len(ordered) - 1, min(count, len(ordered))).astype(numpy.int64)
    return numpy.stack([ordered[places].astype(numpy.float64), numpy.full(len(places), len(ordered) / len(places))])


def _borders(samples: list[Array], count: int) -> Array:
    """Returns the elements between partitions: as many elements are below each as its share."""
    values, weights = numpy.concatenate(samples, axis=1)
    order = numpy.argsort(values, kind="stable")
    below = numpy.cumsum(weights[order])
    if not len(below):
        return numpy.zeros(count - 1, numpy.float32)
    shares = below[-1] * numpy.arange(1, count) / count
    borders: Array = values[order][numpy.minimum(numpy.searchsorted(below, shares), len(below) - 1)].astype(numpy.float32)
    return borders


def _cut(ordered: Array, borders: Array, count: int) -> list[Array]:
    """Cuts sorted elements at the borders. Those that are equal to several borders are spread over the partitions between them."""
    first, last = (numpy.searchsorted(ordered, borders, side) for side in ("left", "right"))
    ends = []
    for at, border in enumerate(borders):
        run = numpy.flatnonzero(borders == border)
        place = (at - run[0] + 1) / (len(run) + 1)
        ends.append(int(first[at] + (last[at] - first[at]) * place))
    parts = numpy.split(ordered, ends)
    assert len(parts) == count
    return parts


def _merge(parts: list[Array], runtime: str) -> Array:
    """Merges sorted parts, in pairs."""
    device = worker_device(runtime)
    streams: list[Stream] = [device.stream(part) for part in parts if len(part)]
    while len(streams) > 1:
        pairs = list(zip(streams[::2], streams[1::2]))
        merged = []
        for a, b in pairs:
            # They are sorted: this has not to be looked at again.
            a._known = b._known = {"no_nan": True, "sorted": True}
            merged.append(a.merge(b))
            _close({"a": a, "b": b})
        streams = merged + streams[2 * len(pairs) :]
    return streams[0].read() if streams else numpy.empty(0, numpy.float32)


def _close(streams: dict[str, Any]) -> None:
    for stream in streams.values():
        stream.close()
