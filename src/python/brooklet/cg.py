"""Fragment programs in Cg."""

from __future__ import annotations

import json
from typing import Any

import numpy

from ._arrays import Array, address, converted
from ._given import text, whole
from ._library import CgArgument, CgResult, Owner, call, described_by


class CgProgram(Owner):
    """A fragment program in Cg: what it reads and writes is in `parameters`, what it becomes in `listing`. `Device.cg` compiles one.

    >>> import brooklet
    >>> program = brooklet.Device("cpu").cg('''
    ...     float main(float2 at : TEXCOORD0, uniform samplerRECT image, uniform float factor) : COLOR {
    ...         return factor * texRECT(image, at).x;
    ...     }''')
    >>> program.draw((2, 2), image=[[1.0, 2.0], [3.0, 4.0]], factor=10)
    array([[10., 20.],
           [30., 40.]], dtype=float32)
    """

    _free, _noun = "cg_free", "Cg program"

    def __init__(self, handle: int) -> None:
        super().__init__(handle)
        own = json.loads(described_by("cg_describe", handle))
        self.profile: str = own["profile"]
        self.entry: str = own["entry"]
        self.listing: str | None = own["listing"]
        self.parameters: list[dict[str, Any]] = own["parameters"]

    def __enter__(self) -> CgProgram:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def draw(self, shape: tuple[int, int], given: Any = None, sampling: dict[str, str] | None = None, **named: Any) -> Any:
        """Draws rows and columns of fragments; returns the result as an array, or several as a dict by name.

        What the program reads is given by name, in a dict or with `=`: a texture as an array of rows and columns, with a last axis where a
        texel has 1 to 4 numbers, and a first one where it has layers; a uniform as numbers; texture coordinates and colours as four numbers,
        or as three rows of them: those at the start of the first row, at its end, and at the start of the last. `sampling` says how
        textures are read: {"image": "linear,repeat"}.
        """
        if not isinstance(shape, (tuple, list)) or len(shape) != 2:
            raise TypeError(f"a program draws rows and columns, such as (480, 640), and not {shape!r}")
        rows, columns = (whole(f"the number of {what}", own, 1) for what, own in zip(("rows", "columns"), shape))
        for what, own in (("what the program reads", given), ("sampling", sampling)):
            if own is not None and not isinstance(own, dict):
                raise TypeError(f"{what} is a dict by the names of parameters, and not {type(own).__name__}")
        values, keep = {**(given or {}), **named}, []
        arguments = (CgArgument * len(values))()
        for argument, (parameter, value) in zip(arguments, values.items()):
            array = converted(value, numpy.float32)
            keep.append(array)
            argument.name, argument.numbers, argument.count = text("a parameter's name", parameter), address(array), array.size
            argument.kind = self._kind(parameter)
            if argument.kind == 1:
                argument.layers, argument.height, argument.width, argument.channels = _texture(parameter, array.shape)
                if sampling and parameter in sampling:
                    argument.sampling = text("the sampling", sampling[parameter])
        written = [p for p in self.parameters if p["kind"] in ("color", "depth")]
        results = (CgResult * len(written))()
        drawn: dict[str, Array] = {}
        for result, parameter in zip(results, written):
            own = drawn[parameter["name"]] = numpy.zeros((rows, columns, 4), numpy.float32)
            result.name, result.count, result.numbers = parameter["name"].encode(), own.size, address(own)
        call("cg_draw", self.handle, columns, rows, arguments, len(arguments), results, len(results))
        made = {p["name"]: _components(drawn[p["name"]], p) for p in written}
        return made if len(made) > 1 else next(iter(made.values()))

    def _kind(self, name: str) -> int:
        kinds = {p["name"]: p["kind"] for p in self.parameters}
        if name in kinds:
            return {"texture": 1, "varying": 2}.get(kinds[name], 0)
        semantics = {(p["semantic"] or "").upper() for p in self.parameters if p["kind"] == "varying"}
        return 2 if name.upper() in semantics else 1 if name.isdigit() else 0


def _texture(name: str, shape: tuple[int, ...]) -> tuple[int, ...]:
    """Returns layers, rows, columns and numbers a texel of a texture's array."""
    if not 2 <= len(shape) <= 4:
        raise ValueError(f"texture `{name}` has {len(shape)} axes: it has rows and columns, and may have layers before and numbers behind")
    if len(shape) == 2:
        return (1, *shape, 1)
    return shape if len(shape) == 4 else (1, *shape)


def _components(numbers: Array, parameter: dict[str, Any]) -> Array:
    """Returns the numbers of a result: as many a fragment as its type has, one of a depth."""
    last = parameter["type"][-1]
    first, count = (2, 1) if parameter["kind"] == "depth" else (0, int(last) if last.isdigit() else 1)
    own = numbers[..., first : first + count]
    return numpy.ascontiguousarray(own[..., 0] if count == 1 else own)
