import { MAX_SPLATS } from "./splats.js";
import type { Sorter } from "./viewer.js";

/** The largest `detail`: an island of 7 million splats. */
const MAX_DETAIL = 20;

/** What the address of a page asks for, by its parameters. */
export interface Wishes {
  /** The file that is loaded: its whole address and its name. */
  file: { url: string; name: string } | null;
  sorter: Sorter;
  turn: boolean;
  count: boolean;
  detail: number;
  /** The numbers of splats that are sorted in a measurement. */
  bench: number[] | null;
}

/** Says which parameter of a page's address is wrong, and what it may be. */
export class AddressError extends Error {
  constructor(readonly parameter: string, value: string, rule: string) {
    super(`The address of this page has ${parameter}=${value}. ${rule}`);
    this.name = "AddressError";
  }
}

/** Reads the parameters of a page's address. `query` is its part from the question mark on, and files are named in relation to `base`. */
export function readAddress(query: string, base: string): Wishes {
  const parameters = new URLSearchParams(query);
  return {
    file: readFile(parameters, base),
    sorter: readSorter(parameters),
    turn: parameters.has("turn"),
    count: parameters.has("count"),
    detail: readDetail(parameters),
    bench: readBench(parameters),
  };
}

function readFile(parameters: URLSearchParams, base: string): Wishes["file"] {
  const text = parameters.get("url");
  if (text === null) {
    return null;
  }
  const rule = "It may be the path of a file on this site, such as scenes/garden.ply, or a whole address that begins with https://.";
  const url = parse(text, base);
  if (text.trim() === "" || !url || !/^https?:$/.test(url.protocol)) {
    throw new AddressError("url", text, rule);
  }
  const name = url.pathname.split("/").at(-1)!;
  if (name === "" && url.search === "") {
    throw new AddressError("url", text, `That is a folder. ${rule}`);
  }
  return { url: url.href, name: name || url.href };
}

function parse(text: string, base: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

function readSorter(parameters: URLSearchParams): Sorter {
  const text = parameters.get("sorter") ?? "gpu";
  if (text !== "gpu" && text !== "cpu") {
    throw new AddressError("sorter", text, "It may be gpu or cpu.");
  }
  return text;
}

/** Reads how many splats the island has, as a part of those that it has otherwise. */
export function readDetail(parameters: URLSearchParams): number {
  const text = parameters.get("detail") ?? "1";
  const detail = Number(text);
  if (!(text.trim() !== "" && detail > 0 && detail <= MAX_DETAIL)) {
    throw new AddressError("detail", text, `It may be a number above 0 and up to ${MAX_DETAIL}, such as 0.5.`);
  }
  return detail;
}

function readBench(parameters: URLSearchParams): number[] | null {
  const text = parameters.get("bench");
  if (text === null) {
    return null;
  }
  const counts = text.split(",").map(Number);
  if (!counts.every((count) => Number.isInteger(count) && count >= 1 && count <= MAX_SPLATS)) {
    throw new AddressError("bench", text, `It may be numbers of splats from 1 to ${MAX_SPLATS}, such as 262144,1048576.`);
  }
  return counts;
}
