"""Heat in a square plate, by conjugate gradients: a sparse matrix times a vector, and two sums, in each step.

    pip install ./src/python
    python3 demos/python/conjugate_gradients.py
    python3 demos/python/conjugate_gradients.py cpu 64

With words, on that device, and on a grid of so many places a side. The plate is kept at 0 along its edges, and heated in a corner. Bolz et al.
and Krüger and Westermann solved such systems on GPUs in 2003, with the same three operations.
"""

from __future__ import annotations

import sys
from typing import Any

import brooklet
import numpy


def laplacian(side: int) -> tuple[Any, Any, Any]:
    """The matrix of the five-point stencil: the values, columns and offsets of compressed sparse rows."""
    y, x = numpy.divmod(numpy.arange(side * side), side)
    neighbours = [(y > 0, -side, -1.0), (x > 0, -1, -1.0), (y >= 0, 0, 4.0), (x + 1 < side, 1, -1.0), (y + 1 < side, side, -1.0)]
    inside = numpy.stack([own for own, _, _ in neighbours], axis=1)
    columns = numpy.arange(side * side)[:, None] + numpy.array([step for _, step, _ in neighbours])
    values = numpy.broadcast_to(numpy.array([value for _, _, value in neighbours], numpy.float32), inside.shape)
    return values[inside], columns[inside], numpy.append(0, inside.sum(axis=1).cumsum())


def solve(matrix: brooklet.SparseMatrix, b: brooklet.Stream, within: float) -> tuple[brooklet.Stream, int]:
    """Solves matrix @ x = b, for a matrix that is symmetric and positive, until what is left of b is a small part of it."""
    x, rest, direction = b * 0, b, b
    left = float((rest * rest).sum())
    first, steps = left, 0
    while left > within**2 * first and steps < b.size:
        product = matrix @ direction
        length = left / float((direction * product).sum())
        x = (x + length * direction).evaluate()
        rest = (rest - length * product).evaluate()
        before, left = left, float((rest * rest).sum())
        direction = (rest + (left / before) * direction).evaluate()
        steps += 1
    return x, steps


def main() -> None:
    words = sys.argv[1:]
    side = next((int(word) for word in words if word.isdigit()), 256)
    heat = numpy.zeros((side, side), numpy.float32)
    heat[: side // 4, : side // 4] = 1
    with brooklet.Device(next((word for word in words if not word.isdigit()), "ogl")) as device:
        values, columns, offsets = laplacian(side)
        matrix = device.sparse((values, columns, offsets), shape=(side * side, side * side))
        x, steps = solve(matrix, device.stream(heat.ravel()), 1e-4)
        plate = x.read().reshape(side, side)
        print(f"{matrix.shape[0]} unknowns, {matrix.nnz} entries, {steps} steps on {device.describe()['renderer']}")
        # The same stencil by NumPy, in double precision, says what is left.
        outer = numpy.pad(plate.astype(float), 1)
        own = 4 * outer[1:-1, 1:-1] - outer[:-2, 1:-1] - outer[2:, 1:-1] - outer[1:-1, :-2] - outer[1:-1, 2:]
        left = numpy.linalg.norm(heat - own) / numpy.linalg.norm(heat)
        hottest = numpy.unravel_index(plate.argmax(), plate.shape)
        print(f"hottest at row {hottest[0]}, column {hottest[1]}; {left:.1e} of the heat is left unexplained")
        assert left < 1e-2, "it has not converged"


if __name__ == "__main__":
    main()
