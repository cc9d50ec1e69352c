"""What a stream looks like: as text, and as a small picture in a notebook."""

from __future__ import annotations

import base64
import html
import struct
import zlib
from typing import TYPE_CHECKING

import numpy

from ._arrays import Array

if TYPE_CHECKING:
    from .stream import Stream

# Up to so many numbers all are shown; of more, the ends of the first axis.
_ALL = 1000
_EDGE = 3
# The cells of a picture along a side, and the colours between which it fades, from the smallest number to the largest.
_CELLS = 64
_COLORS = [(68, 1, 84), (59, 82, 139), (33, 145, 140), (94, 201, 98), (253, 231, 37)]


def text(stream: Stream) -> str:
    """Returns the values, with the shape and the dtype."""
    about = f"shape={stream.shape}, dtype={stream.dtype}"
    if stream.components > 1:
        about += f", components={stream.components}"
    name = type(stream).__name__
    prefix = f"{name}("
    if stream.size * stream.components <= _ALL:
        values = numpy.array2string(stream.read(), separator=", ", prefix=prefix, threshold=2 * _ALL)
    elif stream.shape[0] <= 2 * _EDGE:
        values = numpy.array2string(stream.read(), separator=", ", prefix=prefix, threshold=8, edgeitems=_EDGE)
    else:
        ends = [stream[:_EDGE].read(), stream[-_EDGE:].read()]
        # One more between them, in whose place are the dots.
        shown = numpy.concatenate([ends[0], ends[0][:1], ends[1]])
        values = numpy.array2string(shown, separator=", ", prefix=prefix, threshold=1, edgeitems=_EDGE)
    return f"{prefix}{values}, {about})"


def page(stream: Stream) -> str:
    """Returns HTML: the values as a small heat map, and as text."""
    shown = f"<pre>{html.escape(text(stream))}</pre>"
    if not stream.size:
        return shown
    values = _grid(stream)
    finite = values[numpy.isfinite(values)]
    low, high = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 0.0)
    picture = base64.b64encode(_png(_colored(values, low, high))).decode()
    rows, columns = values.shape
    style = f"width:{max(4 * columns, 64)}px;height:{max(4 * rows, 12)}px;image-rendering:pixelated"
    about = html.escape(f"{low:g} to {high:g}")
    return f'<img alt="heat map, {about}" title="{about}" style="{style}" src="data:image/png;base64,{picture}">{shown}'


def _grid(stream: Stream) -> Array:
    """Returns rows and columns of numbers: all, or of larger streams some at equal distances."""
    values = numpy.asarray(stream.read(), dtype=numpy.float64)
    if stream.components > 1:
        values = numpy.sqrt((values**2).sum(axis=-1))
    values = values.reshape(1, -1) if values.ndim == 1 else values.reshape(-1, values.shape[-1])
    rows, columns = (numpy.unique(numpy.linspace(0, extent - 1, min(extent, _CELLS)).astype(int)) for extent in values.shape)
    cells: Array = values[numpy.ix_(rows, columns)]
    return cells


def _colored(values: Array, low: float, high: float) -> Array:
    """Returns a byte of red, green and blue a cell; what is not finite is grey."""
    finite = numpy.isfinite(values)
    with numpy.errstate(over="ignore", invalid="ignore"):
        place = (numpy.where(finite, values, low) - low) / ((high - low) or 1.0)
    stops = numpy.linspace(0, 1, len(_COLORS))
    channels = [numpy.interp(place, stops, [color[k] for color in _COLORS]) for k in range(3)]
    colors = numpy.stack(channels, axis=-1)
    colors[~finite] = 128
    bytes: Array = colors.astype(numpy.uint8)
    return bytes


def _png(pixels: Array) -> bytes:
    rows, columns, _ = pixels.shape

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    lines = b"".join(b"\0" + row.tobytes() for row in pixels)
    header = struct.pack(">IIBBBBB", columns, rows, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(lines)) + chunk(b"IEND", b"")
