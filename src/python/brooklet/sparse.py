"""Sparse matrices: products with vectors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._given import whole
from ._library import Owner, made
from .stream import Stream

if TYPE_CHECKING:
    from .device import Device


class SparseMatrix(Owner):
    """A sparse matrix on a device, prepared for products with vectors. `Device.sparse` makes one.

    It has `shape`, the numbers of rows and columns, and `nnz`, the number of entries. Its memory is freed by `with`, by `close()`, or when
    nothing refers to it.
    """

    _free, _noun = "sparse_free", "sparse matrix"

    def __init__(self, handle: int, device: Device, shape: tuple[int, int], nnz: int) -> None:
        super().__init__(handle)
        self.device, self.shape, self.nnz = device, shape, nnz

    @classmethod
    def of(cls, device: Device, matrix: Any, shape: Any) -> SparseMatrix:
        """Makes a matrix of one of SciPy's, or of values, columns and offsets."""
        if hasattr(matrix, "tocsr"):
            if shape is not None:
                raise TypeError("a matrix of SciPy has a shape: leave out `shape`")
            own = matrix.tocsr()
            values, indices, offsets, shape = own.data, own.indices, own.indptr, own.shape
        elif isinstance(matrix, (tuple, list)) and len(matrix) == 3:
            values, indices, offsets = matrix
        else:
            raise TypeError(
                f"a sparse matrix is one of scipy.sparse, or (values, indices, offsets) with a shape, and not {type(matrix).__name__}"
            )
        if not isinstance(shape, (tuple, list)) or len(shape) != 2:
            raise TypeError(f"the shape of a sparse matrix is a pair, rows and columns, such as (480, 640), and not {shape!r}")
        rows, columns = (whole(f"the number of {what}", own, 0) for what, own in zip(("rows", "columns"), shape))
        first, second, third = (own if isinstance(own, Stream) else device.stream(own) for own in (offsets, indices, values))
        if first.size != rows + 1:
            raise ValueError(f"a matrix of {rows} rows has {rows + 1} offsets, and there are {first.size}")
        return SparseMatrix(made("sparse_new", first, second, third, columns), device, (rows, columns), third.size)

    def __enter__(self) -> SparseMatrix:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def multiply(self, x: Any) -> Stream:
        """The product of the matrix and a vector of as many elements as it has columns: `matrix @ x`.

        >>> import brooklet
        >>> device = brooklet.Device("cpu")
        >>> device.sparse(([2.0, 3.0], [1, 0], [0, 1, 2]), shape=(2, 2)).multiply([1.0, 10.0]).read().tolist()
        [20.0, 3.0]
        """
        given = x if isinstance(x, Stream) else self.device.stream(x)
        return Stream(made("spmv", self, given), self.device)

    def __matmul__(self, x: Any) -> Stream:
        return self.multiply(x)

    def __repr__(self) -> str:
        if not self._handle:
            return "<closed brooklet.SparseMatrix>"
        return f"<brooklet.SparseMatrix: {self.shape[0]} × {self.shape[1]}, {self.nnz} entries>"

