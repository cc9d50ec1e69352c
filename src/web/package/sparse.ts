/// <reference lib="esnext.disposable" preserve="true" />
import type { RawSparse } from "./raw.js";
import { BrookletError } from "./errors.js";
import type { Device } from "./device.js";
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
export class SparseMatrix {
  /** @internal */
  constructor(readonly device: Device, readonly rows: number, readonly columns: number, private raw: RawSparse | null) {}

  /** Multiplies it by a vector of as many elements as it has columns. */
  multiply(x: Stream): Stream {
    const { raw, device } = this;
    if (!raw) {
      throw new BrookletError("disposed", "the sparse matrix is disposed of");
    }
    return new Stream(device, device.raw((own) => own.spmv(raw, device.own(x))));
  }

  /** Frees it. */
  dispose(): void {
    const { raw, device } = this;
    this.raw = null;
    if (raw && !device.isDisposed) {
      device.raw(() => raw.free());
    }
  }

  [Symbol.dispose](): void {
    this.dispose();
  }
}
