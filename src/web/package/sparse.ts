import type { RawSparse } from "./raw.js";
import type { Device } from "./device.js";
import { Resource } from "./resource.js";
import { Stream } from "./stream.js";

type Numbers = readonly number[] | Float32Array | Int32Array | Uint32Array;

/** A sparse matrix in compressed sparse rows (CSR): the entries of row `i` are those from `offsets[i]` up to `offsets[i + 1]`. */
export interface SparseRows {
  /** The first entry of each row, and the number of entries. */
  offsets: Numbers;
  /** The column of each entry. */
  indices: Numbers;
  /** The value of each entry. */
  values: Numbers;
  /** The number of columns. */
  columns: number;
}

/** A sparse matrix on the device, prepared for products with vectors: `device.sparse(..)` makes one. */
export class SparseMatrix extends Resource<RawSparse> {
  /** @internal */
  constructor(device: Device, readonly rows: number, readonly columns: number, raw: RawSparse) {
    super(device, "the sparse matrix", raw);
  }

  /** Multiplies it by a vector of as many elements as it has columns. */
  multiply(x: Stream): Stream {
    const { device } = this;
    return new Stream(device, device.raw((own) => own.spmv(this.raw, device.own(x))));
  }
}
