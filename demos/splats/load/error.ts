/** What is wrong with a file, and at which byte. */
export class FileError extends Error {
  constructor(what: string, readonly byte: number) {
    super(`${what} (byte ${byte})`);
    this.name = "FileError";
  }
}
