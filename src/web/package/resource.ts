/// <reference lib="esnext.disposable" preserve="true" />
import { BrookletError } from "./errors.js";
import type { Device } from "./device.js";

/** What a device has made, and frees on request: it has a part on the WebAssembly side. */
export abstract class Resource<R extends { free(): void }> {
  /** What it is called in messages. */
  private readonly what: string;
  private part: R | null;

  /** @internal */
  protected constructor(readonly device: Device, what: string, part: R) {
    this.what = what;
    this.part = part;
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
    const { part, device } = this;
    this.part = null;
    if (part && !device.isDisposed) {
      device.raw(() => part.free());
    }
  }

  [Symbol.dispose](): void {
    this.dispose();
  }
}
