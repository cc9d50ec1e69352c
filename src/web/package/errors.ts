/** A place in the text of a kernel or an expression. Lines and columns count from 1. */
export interface Place {
  line: number;
  column: number;
  /** The number of bytes that the error is about. */
  length: number;
}

/** What went wrong: a code for programs, and a message for people. */
export class BrookletError extends Error {
  /** The part that reports it, such as `compile`, `shape`, `driver` or `context-lost`. */
  readonly code: string;
  /** The kernel that it is about, if it is about one. */
  readonly kernel?: string;
  /** Where the first error is in the text of the kernel, if it does not compile. */
  readonly place?: Place;

  constructor(code: string, message: string, about: { kernel?: string; place?: Place } = {}) {
    super(message);
    this.name = "BrookletError";
    this.code = code;
    if (about.kernel !== undefined) {
      this.kernel = about.kernel;
    }
    if (about.place) {
      this.place = about.place;
    }
  }
}

/** Runs a call of the WebAssembly side, whose errors become `BrookletError`s. Calls `broken` if it ends by any other exception. */
export function calling<T>(call: () => T, broken: (thrown: unknown) => void = () => {}): T {
  try {
    return call();
  } catch (thrown) {
    if (thrown instanceof BrookletError) {
      throw thrown;
    }
    if (typeof thrown !== "object" || thrown === null || thrown instanceof Error) {
      broken(thrown);
      const message = `brooklet has failed by a mistake of its own (${thrown}): please report it, and open a device again`;
      throw new BrookletError("internal", message);
    }
    const { code, message, kernel, place } = thrown as { code: string; message: string; kernel?: string; place?: number[] };
    const [line, column, length] = place ?? [];
    throw new BrookletError(code, message, {
      ...(kernel === undefined ? {} : { kernel }),
      ...(place ? { place: { line: line!, column: column!, length: length! } } : {}),
    });
  }
}
