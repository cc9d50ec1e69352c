/** What went wrong: a code for programs, and a message for people. */
export class BrookletError extends Error {
  /** The part that reports it, such as `compile`, `shape`, `driver` or `context-lost`. */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = "BrookletError";
    this.code = code;
  }
}

/** Runs a call of the WebAssembly side, whose errors become `BrookletError`s. */
export function calling<T>(call: () => T): T {
  try {
    return call();
  } catch (thrown) {
    if (thrown instanceof Error || typeof thrown !== "object" || thrown === null) {
      throw thrown;
    }
    const { code, message } = thrown as { code: string; message: string };
    throw new BrookletError(code, message);
  }
}
