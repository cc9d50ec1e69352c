/// <reference lib="esnext.disposable" preserve="true" />
import { BrookletError } from "./errors.js";
import type { Device } from "./device.js";

/** What a resource has on the WebAssembly side. */
export interface Part {
  free(): void;
}

/** What a device has made, and frees on request: it has a part on the WebAssembly side. */
export abstract class Resource<R extends Part> {
  /** What it is called in messages. */
  private readonly what: string;
  private part: R | null;

  /** @internal */
  protected constructor(readonly device: Device, what: string, part: R) {
    this.what = what;
    this.part = part;
    device.hold(this, part);
  }

  /** The part on the WebAssembly side. @internal */
  get raw(): R {
    if (!this.part) {
      throw new BrookletError("disposed", `${this.what} is disposed of`);
    }
    return this.part;
  }

  /** Frees it. */
  dispose(): void {
    const { part } = this;
    this.part = null;
    if (part) {
      this.device.release(this, part);
    }
  }

  [Symbol.dispose](): void {
    this.dispose();
  }
}
