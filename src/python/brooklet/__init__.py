"""brooklet: stream computing on the fragment pipeline, on any GPU, in a browser's OpenGL, or without a driver.

Streams are arrays on a device. They work as NumPy's arrays do, and have the primitives of data-parallel programming as methods:

>>> import brooklet
>>> device = brooklet.Device("cpu")     # without a word: OpenGL
>>> x = device.stream([3.0, 1.0, 2.0])
>>> (x * 10 + 1).sort().read()
array([11., 21., 31.], dtype=float32)

Kernels are Brook programs (`Device.program`) or Cg (`Device.cg`); `brooklet.map` evaluates an expression of GLSL. `brooklet.catalog` has every
primitive by every method, `Device.trace` what a device does, and `Device("nv40")` is a chip of 2004. `python -m brooklet` is the command.

A device, and all that is made on it, belongs to the thread that opened it. A child process that was forked cannot use what its parent made.
"""

from . import catalog
from ._library import Error
from .cg import CgProgram
from .device import Device, map
from .integers import Integers
from .program import Program
from .sparse import SparseMatrix
from .stream import Stream
from .trace import Trace

__version__ = "0.1.0"
__all__ = ["CgProgram", "Device", "Error", "Integers", "Program", "SparseMatrix", "Stream", "Trace", "__version__", "catalog", "map", "where"]


def where(condition: Stream, then: object, otherwise: object) -> Stream:
    """Chooses element by element: `then` where the condition is not 0, else `otherwise`; streams or numbers.

    >>> x = Device("cpu").stream([1.0, -2.0])
    >>> where(x < 0, 0.0, x).read()
    array([1., 0.], dtype=float32)
    """
    from ._operators import apply

    return apply("where", condition, then, otherwise)
