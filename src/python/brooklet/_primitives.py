"""The primitives of streams, as methods."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any

import numpy

from ._given import axis_of, pair, text, text_or_none, two, whole
from ._library import call, i32, made, made_two, u32, u64

if TYPE_CHECKING:
    from .device import Device
    from .stream import Stream

DESCENDING, STABLE, SMALLEST = 1, 2, 1
BORDERS = ("reflect", "clamp", "zero", "wrap")


class Primitives:
    """Reductions, scans, orders, selections and histograms. An axis counts from 0, or from the end if it is negative."""

    device: Device
    components: int
    _known: dict[str, bool]

    if TYPE_CHECKING:

        @property
        def handle(self) -> int: ...

        @property
        def size(self) -> int: ...

        @property
        def shape(self) -> tuple[int, ...]: ...

        def read(self, out: Any = None) -> Any: ...

    def _new(self, handle: int, **known: bool) -> Stream:
        from .stream import Stream

        stream = Stream(handle, self.device)
        stream._known = known
        return stream

    def _given(self, other: Any, vectors: bool = False) -> Stream:
        """Returns a stream of what is given beside this one: arrays and numbers too."""
        from .stream import Stream

        return other if isinstance(other, Stream) else self.device.stream(other, vectors=vectors)

    def reduce(self, operator: str, axis: int | None = None) -> Any:
        """Reduces to one number: by "sum", "product", "min", "max" or "mean". Of vectors it is a tuple. With an axis, a stream without it.

        >>> import brooklet
        >>> table = brooklet.Device("cpu").stream([[1.0, 2.0], [3.0, 5.0]])
        >>> table.reduce("max"), table.reduce("sum", axis=0).read()
        (5.0, array([4., 7.], dtype=float32))
        """
        if axis is not None:
            return self._new(made("reduce_axis", self.handle, text("the operator", operator), axis_of(axis)))
        value = (ctypes.c_float * self.components)()
        call("reduce", self.handle, text("the operator", operator), value, len(value))
        return value[0] if len(value) == 1 else tuple(value)

    def sum(self, axis: int | None = None, dtype: Any = None, out: None = None) -> Any:
        """The sum: `reduce("sum")`."""
        _refuse_numpy(dtype, out)
        return self.reduce("sum", axis)

    def prod(self, axis: int | None = None, dtype: Any = None, out: None = None) -> Any:
        """The product: `reduce("product")`."""
        _refuse_numpy(dtype, out)
        return self.reduce("product", axis)

    def min(self, axis: int | None = None, dtype: Any = None, out: None = None) -> Any:
        """The smallest element: `reduce("min")`."""
        _refuse_numpy(dtype, out)
        return self.reduce("min", axis)

    def max(self, axis: int | None = None, dtype: Any = None, out: None = None) -> Any:
        """The largest element: `reduce("max")`."""
        _refuse_numpy(dtype, out)
        return self.reduce("max", axis)

    def mean(self, axis: int | None = None, dtype: Any = None, out: None = None) -> Any:
        """The mean: `reduce("mean")`."""
        _refuse_numpy(dtype, out)
        return self.reduce("mean", axis)

    def scan(self, operator: str = "sum", exclusive: bool = False, axis: int | None = None) -> Stream:
        """Combines each element with all before it, and unless `exclusive` with itself. With an axis, with those of its line.

        >>> import brooklet
        >>> brooklet.Device("cpu").stream([1.0, 2.0, 3.0]).scan().read()
        array([1., 3., 6.], dtype=float32)
        """
        if axis is not None:
            return self._new(made("scan_axis", self.handle, text("the operator", operator), axis_of(axis), 1 if exclusive else 0))
        return self._new(made("scan", self.handle, text("the operator", operator), 1 if exclusive else 0))

    def cumsum(self, axis: int | None = None, dtype: Any = None, out: None = None) -> Stream:
        """The running sum: `scan("sum")`."""
        _refuse_numpy(dtype, out)
        return self.scan("sum", axis=axis)

    def filter(self, keep: Any = None, axis: int | None = None) -> Stream:
        """Keeps the elements for which an expression in x is true; or without one, those that are not infinity.

        With an axis, whole slices along it: `keep` is then a stream of flags, one for each slice, and those that are not 0 keep theirs.

        >>> import brooklet
        >>> brooklet.Device("cpu").stream([3.0, 1.0, 2.0]).filter("x > 1.5").read()
        array([3., 2.], dtype=float32)
        """
        if axis is not None:
            if keep is None or isinstance(keep, str):
                raise TypeError("along an axis, keep is a stream of flags, one for each slice")
            return self._new(made("filter_axis", self.handle, self._given(keep), axis_of(axis)))
        if keep is not None and not isinstance(keep, str):
            raise TypeError("keep is an expression in x, such as 'x > 0.0'; a stream of flags goes with an axis, or in stream[flags]")
        return self._new(made("filter", self.handle, text_or_none("keep", keep)))

    def partition(self, keep: str) -> tuple[Stream, int]:
        """Moves the elements for which an expression in x is true to the front, and all others behind them. Also returns how many the first are."""
        kept = u64()
        return self._new(made("partition", self.handle, text("keep", keep), ctypes.byref(kept))), kept.value

    def sort(self, payload: Any = None, descending: bool = False, stable: bool = False, axis: int | None = None) -> Any:
        """Returns the elements in order; with a payload, a pair of both, in which the payload has moved with its keys.

        With an axis, each line is sorted by itself. NaN is an error: it has no place in an order.

        >>> import brooklet
        >>> device = brooklet.Device("cpu")
        >>> keys, places = device.stream([3.0, 1.0, 2.0]).sort(payload=[0.0, 1.0, 2.0])
        >>> keys.read(), places.read()
        (array([1., 2., 3.], dtype=float32), array([1., 2., 0.], dtype=float32))
        """
        self._refuse_nan()
        if axis is not None:
            if payload is None and not stable:
                return self._new(made("sort_axis", self.handle, axis_of(axis), DESCENDING if descending else 0), no_nan=True)
            order = self.argsort(descending, axis=axis)
            keys = self.take_along_axis(order, axis)
            return keys if payload is None else (keys, self._given(payload).take_along_axis(order, axis))
        flags = (DESCENDING if descending else 0) | (STABLE if stable else 0)
        known = {"no_nan": True, "sorted": not descending}
        if payload is None:
            keys_alone = u64()
            call("sort", self.handle, 0, flags, ctypes.byref(keys_alone), None)
            return self._new(keys_alone.value, **known)
        pair = made_two("sort", self.handle, self._given(payload), flags)
        return self._new(pair[0], **known), self._new(pair[1])

    def argsort(self, descending: bool = False, bits: int = 0, range: Any = None, axis: int | None = None) -> Stream:
        """Returns the positions of the elements in order; equals keep theirs. With bits, of steps of the range (or of that of all elements).

        With an axis, places in each line, compared by all bits.
        """
        self._refuse_nan()
        if axis is not None:
            if bits:
                raise TypeError("along an axis, elements are compared by all their bits")
            return self._new(made("argsort_axis", self.handle, axis_of(axis), DESCENDING if descending else 0), no_nan=True)
        low, high = (0.0, 0.0) if range is None else pair("the range", range)
        bits = whole("bits", bits, 0, 24)
        return self._new(made("argsort", self.handle, DESCENDING if descending else 0, bits, low, high), no_nan=True)

    def top(self, k: int, smallest: bool = False, axis: int | None = None) -> tuple[Stream, Stream]:
        """Returns the k largest elements, the largest first, and their positions. Equals keep their order. With an axis, those of each line."""
        self._refuse_nan()
        k = whole("the number of elements that top selects", k)
        flags = SMALLEST if smallest else 0
        name, axes = ("top", ()) if axis is None else ("top_axis", (axis_of(axis),))
        values, positions = made_two(name, self.handle, k, *axes, flags)
        return self._new(values, no_nan=True), self._new(positions, no_nan=True)

    def argmax(self, axis: int | None = None) -> Any:
        """The position of the largest element; of equals, that of the first. With an axis, a stream of places in the lines."""
        return self._extreme(axis, False)

    def argmin(self, axis: int | None = None) -> Any:
        """The position of the smallest element; of equals, that of the first. With an axis, a stream of places in the lines."""
        return self._extreme(axis, True)

    def _extreme(self, axis: int | None, smallest: bool) -> Any:
        if axis is None:
            return int(self.top(1, smallest)[1].read()[0])
        self._refuse_nan()
        return self._new(made("argmax_axis", self.handle, axis_of(axis), SMALLEST if smallest else 0))

    def quantile(self, quantiles: Any, axis: int | None = None) -> Any:
        """The number that a part of all elements, from 0 to 1, is below, linear between neighbours; of several parts, a stream.

        With an axis, a stream of those of each line; of several parts, with an axis of these first.
        """
        self._refuse_nan()
        one = not hasattr(quantiles, "__iter__")
        wanted = [quantiles] if one else list(quantiles)
        parts = (ctypes.c_double * len(wanted))(*wanted)
        if axis is not None:
            return self._new(made("quantile_axis", self.handle, parts, len(wanted), axis_of(axis)))
        found = self._new(made("quantile", self.handle, parts, len(wanted)))
        return float(found.read()[0]) if one else found

    def median(self, axis: int | None = None) -> Any:
        """The middle element of the sorted ones, or the mean of the two in the middle: `quantile(0.5)`."""
        return self.quantile(0.5, axis)

    def search(self, queries: Any, upper: bool = False) -> Stream:
        """Returns where queries belong among these elements: the first position whose element is not less (`upper`: is greater).

        Elements that are not sorted are an error, and so is NaN.

        >>> import brooklet
        >>> brooklet.Device("cpu").stream([1.0, 3.0, 5.0]).search([0.0, 3.0, 9.0]).read()
        array([0., 1., 3.], dtype=float32)
        """
        self._refuse_unsorted()
        wanted = self._given(queries)
        wanted._refuse_nan()
        return self._new(made("search", self.handle, wanted, 1 if upper else 0))

    def unique(self) -> tuple[Stream, Stream]:
        """Returns the distinct elements, the smallest first, and how many times each occurs. NaN is an error."""
        self._refuse_nan()
        distinct, counts = made_two("unique", self.handle)
        return self._new(distinct, no_nan=True, sorted=True), self._new(counts)

    def run_lengths(self) -> tuple[Stream, Stream]:
        """Returns the element of each run of equal elements, and how long the run is. Elements that are not neighbours are in different runs.

        >>> import brooklet
        >>> x = brooklet.Device("cpu").stream([3.0, 3.0, 1.0, 3.0])
        >>> [own.tolist() for own in map(numpy.asarray, x.run_lengths())]
        [[3.0, 1.0, 3.0], [2.0, 1.0, 1.0]]
        """
        runs, lengths = made_two("run_lengths", self.handle)
        return self._new(runs), self._new(lengths)

    def group(self, values: Any, operator: str = "sum") -> tuple[Stream, Stream]:
        """Returns the distinct elements, as keys, and the combination of the values of each. NaN among the keys is an error."""
        self._refuse_nan()
        distinct, combined = made_two("group", self.handle, self._given(values), text("the operator", operator))
        return self._new(distinct, no_nan=True, sorted=True), self._new(combined)

    def segmented_scan(self, heads: Any, operator: str = "sum") -> Stream:
        """As scan, but starting anew at each element whose flag in heads is not 0."""
        return self._new(made("segmented_scan", self.handle, self._given(heads), text("the operator", operator)))

    def take(self, positions: Any, axis: int | None = None) -> Stream:
        """Gathers the elements at positions that count from 0; with an axis, the slices. Those beyond the ends take the first or last."""
        if axis is not None:
            return self._new(made("take_axis", self.handle, self._given(positions), axis_of(axis)))
        return self._new(made("take", self.handle, self._given(positions)))

    def take_along_axis(self, places: Any, axis: int) -> Stream:
        """Gathers elements of each line along an axis, from the places in the line that `places` has at the same position."""
        return self._new(made("take_along_axis", self.handle, self._given(places), axis_of(axis)))

    def put(self, positions: Any, values: Any, operator: str | None = None) -> Stream:
        """Scatters: returns a copy with values at these positions, the last where there are several; with an operator, all are combined."""
        named = text_or_none("the operator", operator)
        given = self._given(values, vectors=self.components > 1)
        return self._new(made("put", self.handle, self._given(positions), given, named))

    def transpose(self) -> Stream:
        """Exchanges the last two axes, rows and columns; axes before them count matrices. Of two axes, it is NumPy's.

        >>> import brooklet
        >>> brooklet.Device("cpu").stream([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]).transpose().shape
        (3, 2)
        """
        return self._new(made("transpose", self.handle))

    def matmul(self, other: Any) -> Stream:
        """The product of this matrix and another, which has as many rows as this one has columns: `a @ b`.

        >>> import brooklet
        >>> a = brooklet.Device("cpu").stream([[1.0, 2.0], [3.0, 4.0]])
        >>> (a @ [[1.0], [-1.0]]).read().tolist()
        [[-1.0], [-1.0]]
        """
        return self._new(made("matmul", self.handle, self._given(other)))

    def __matmul__(self, other: Any) -> Stream:
        return self.matmul(other)

    def __rmatmul__(self, other: Any) -> Stream:
        return self._given(other).matmul(self)

    def sat(self) -> Stream:
        """Sums for each element all above and to the left of it, and itself: a summed-area table, as `x.cumsum(0).cumsum(1)` in NumPy.

        The last two axes are rows and columns; axes before them count pictures. The sum of any rectangle is then the difference of four
        elements.

        >>> import brooklet
        >>> brooklet.Device("cpu").stream([[1.0, 2.0], [3.0, 4.0]]).sat().read()
        array([[ 1.,  3.],
               [ 4., 10.]], dtype=float32)
        """
        return self._new(made("sat", self.handle))

    def convolve(self, weights: Any, border: str = "reflect") -> Stream:
        """Convolves a picture with a matrix of weights, or a list, which is one row: `scipy.ndimage.convolve`, but for even sizes.

        The centre of R by C weights is in row R // 2 and column C // 2. Past the edges stands the picture reflected, with its edge twice
        ("reflect"), its edge ("clamp"), zeros ("zero") or the picture again ("wrap").

        >>> import brooklet
        >>> brooklet.Device("cpu").stream([[1.0, 2.0, 4.0]]).convolve([1.0, 0.0, -1.0], "zero").read().tolist()
        [[2.0, 3.0, -2.0]]
        """
        given = numpy.ascontiguousarray(weights, numpy.float32)
        if given.ndim not in (1, 2):
            raise ValueError(f"weights are a matrix, or a list, and not {given.ndim} axes")
        rows, columns = given.shape if given.ndim == 2 else (1, given.shape[0])
        numbers = given.ctypes.data_as(ctypes.POINTER(ctypes.c_float))
        return self._new(made("convolve", self.handle, numbers, rows, columns, _border(border)))

    def blur(self, sigma: float, border: str = "reflect") -> Stream:
        """Blurs a picture with a Gaussian of this standard deviation in elements: `scipy.ndimage.gaussian_filter`.

        >>> import brooklet
        >>> brooklet.Device("cpu").stream([[0.0, 0.0, 1.0, 0.0, 0.0]]).blur(0.5).read().round(2)
        array([[0.  , 0.11, 0.79, 0.11, 0.  ]], dtype=float32)
        """
        return self._new(made("blur", self.handle, float(sigma), _border(border)))

    def median_filter(self, size: int = 3, border: str = "reflect") -> Stream:
        """Replaces each element by the median of a square of neighbours: `scipy.ndimage.median_filter`. NaN is an error.

        >>> import brooklet
        >>> brooklet.Device("cpu").stream([[1.0, 9.0, 2.0]]).median_filter(3, "clamp").read().tolist()
        [[1.0, 2.0, 2.0]]
        """
        self._refuse_nan()
        return self._new(made("median_filter", self.handle, whole("the size", size, 0, (1 << 32) - 1), _border(border)))

    def distance(self) -> Stream:
        """The Euclidean distance of each element of a picture from the nearest one that is not 0; infinity where there is none.

        It is the opposite of `scipy.ndimage.distance_transform_edt`, which measures from elements that are 0.

        >>> import brooklet
        >>> brooklet.Device("cpu").stream([[0.0, 0.0, 1.0]]).distance().read()
        array([[2., 1., 0.]], dtype=float32)
        """
        return self._new(made("distance", self.handle))

    def nearest(self) -> Stream:
        """The position of the nearest element of a picture that is not 0, of equally near ones the first; -1 where there is none.

        >>> import brooklet
        >>> brooklet.Device("cpu").stream([[0.0, 0.0, 1.0]]).nearest().read()
        array([[2., 2., 2.]], dtype=float32)
        """
        return self._new(made("nearest", self.handle))

    def label(self, connectivity: int = 4) -> tuple[Stream, int]:
        """Numbers the connected components of a picture: returns the labels, from 1 in reading order and 0 where it is 0, and how many.

        Elements that are not 0 belong together if a path of neighbours leads from one to the other: of the 4 beside, above and below an
        element, or of 8. As `scipy.ndimage.label`.

        >>> import brooklet
        >>> labels, count = brooklet.Device("cpu").stream([[1.0, 0.0], [0.0, 1.0]]).label()
        >>> labels.read().tolist(), count
        ([[1.0, 0.0], [0.0, 2.0]], 2)
        """
        labels, count = made_two("label", self.handle, whole("the connectivity", connectivity, 0, (1 << 32) - 1))
        return self._new(labels), count

    def fft(self, axes: Any = -1, inverse: bool = False) -> Stream:
        """The Fourier transform of a stream of complex numbers, which `Device.complex` makes, along an axis or several: `numpy.fft.fftn`.

        >>> import brooklet
        >>> brooklet.Device("cpu").complex([1, 1j, -1, -1j]).fft().read_complex().round(3)
        array([0.+0.j, 4.+0.j, 0.+0.j, 0.+0.j], dtype=complex64)
        """
        own = _axes(axes)
        return self._new(made("fft", self.handle, (i32 * len(own))(*own), len(own), 1 if inverse else 0))

    def ifft(self, axes: Any = -1) -> Stream:
        """The inverse of `fft`: it divides by the number of elements that are transformed together, as `numpy.fft.ifftn`."""
        return self.fft(axes, inverse=True)

    def rfft(self, axes: Any = -1) -> Stream:
        """The Fourier transform of real numbers: along the last of the axes, a line of n has a spectrum of n // 2 + 1, as `numpy.fft.rfftn`.

        >>> import brooklet
        >>> brooklet.Device("cpu").stream([1.0, 2.0, 3.0]).rfft().read_complex().round(3)
        array([ 6. +0.j   , -1.5+0.866j], dtype=complex64)
        """
        own = _axes(axes)
        return self._new(made("rfft", self.handle, (i32 * len(own))(*own), len(own)))

    def irfft(self, length: int | None = None, axes: Any = -1) -> Stream:
        """The inverse of `rfft`, as `numpy.fft.irfftn`: `length` elements along the last of the axes, or else an even number.

        >>> import brooklet
        >>> brooklet.Device("cpu").stream([1.0, 2.0, 3.0]).rfft().irfft(3).read().round(3)
        array([1., 2., 3.], dtype=float32)
        """
        own = _axes(axes)
        if length is None:
            shape = self.shape
            length = 2 * (shape[own[-1]] - 1) if own and -len(shape) <= own[-1] < len(shape) else 0
        length = whole("the length", length, 0, (1 << 63) - 1)
        return self._new(made("irfft", self.handle, length, (i32 * len(own))(*own), len(own)))

    def read_complex(self) -> Any:
        """Returns a stream of two components as an array of complex64."""
        if self.components != 2:
            raise TypeError(f"complex numbers have 2 components, and the elements have {self.components}")
        return self.read().view(numpy.complex64)[..., 0]

    def merge(self, other: Any) -> Stream:
        """Merges two sorted streams, the smallest first. Elements that are not sorted are an error."""
        others = self._given(other)
        self._refuse_unsorted()
        others._refuse_unsorted()
        return self._new(made("merge", self.handle, others.handle), no_nan=True, sorted=True)

    def histogram(self, bins: Any, range: Any = None, weights: Any = None, second: Any = None) -> Any:
        """Returns the counts of the elements in bins of equal width, or the sums of their weights, and the edges of the bins.

        With a second stream, of pairs: `bins` are two numbers, `range` is two pairs, and the edges are two lists. NaN is an error.
        """
        self._refuse_nan()
        counts = [bins] if second is None else two("the number of bins", bins)
        counts = [whole("the number of bins", count, 1, 65_536) for count in counts]
        ends = None
        if range is not None:
            pairs = [range] if second is None else two("the range", range)
            flat = [end for of in pairs for end in pair("the range", of)]
            ends = (ctypes.c_float * len(flat))(*flat)
        room = sum(counts) + len(counts)
        edges = (ctypes.c_float * room)()
        keep = [None if other is None else self._given(other) for other in (second, weights)]
        if keep[0] is not None:
            keep[0]._refuse_nan()
        others = [0 if other is None else other for other in keep]
        histogram = made("histogram", self.handle, *others, (u32 * len(counts))(*counts), ends, edges, room)
        if second is None:
            return self._new(histogram), list(edges)
        return self._new(histogram), list(edges)[: counts[0] + 1], list(edges)[counts[0] + 1 :]

    def _refuse_nan(self) -> None:
        """Refuses elements that have no place in an order. What is not known of them takes a pass and a reduction, once."""
        if self._known.get("no_nan") or not self.device.checks or self.components > 1 or not self.size:
            return
        odd = self._new(self.device._map("x >= 0.0 || x < 0.0 ? 0.0 : 1.0", x=self), no_nan=True)
        if odd.reduce("max") > 0:
            raise ValueError(f"the element at {odd.argmax()} is NaN, which has no place in an order")
        self._known["no_nan"] = True

    def _refuse_unsorted(self) -> None:
        """Refuses elements that are not sorted."""
        self._refuse_nan()
        if self._known.get("sorted") or not self.device.checks or self.size < 2:
            return
        values = numpy.asarray(self).ravel()
        falls = numpy.flatnonzero(values[1:] < values[:-1])
        if falls.size:
            at = int(falls[0]) + 1
            text = f"the stream is not sorted: the element at {at} is {values[at]}, less than {values[at - 1]} before it; see sort()"
            raise ValueError(text)
        self._known["sorted"] = True


def _axes(given: Any) -> list[int]:
    """Returns the numbers of an axis, or of several."""
    return [axis_of(axis) for axis in given] if hasattr(given, "__iter__") and not isinstance(given, str) else [axis_of(given)]


def _border(given: Any) -> int:
    """Returns the number of what stands past the edges of a picture."""
    if given not in BORDERS:
        raise ValueError(f"the border is one of {', '.join(BORDERS)}, and not {given!r}")
    return BORDERS.index(given)


def _refuse_numpy(dtype: Any, out: Any) -> None:
    """Refuses what NumPy's functions of the same names pass on, and streams do not have."""
    if dtype is not None or out is not None:
        raise TypeError("streams take neither dtype nor out: results are float32, and new")
