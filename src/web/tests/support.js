// What the tests of the package share.
import { BrookletError } from "./brooklet/index.js";

/** The tests by name. */
export const tests = {};
export const equal = (got, wanted, what) => {
  if (got.length !== wanted.length) throw new Error(`${what}: ${got.length} elements instead of ${wanted.length}`);
  for (let i = 0; i < wanted.length; i++) {
    if (!Object.is(got[i], wanted[i])) throw new Error(`${what}: element ${i} is ${got[i]} instead of ${wanted[i]}`);
  }
};
export const check = (condition, what) => { if (!condition) throw new Error(what); };
export const rejects = async (work, code) => {
  try {
    await work();
  } catch (error) {
    check(error instanceof BrookletError && error.code === code, `${error} has code ${error.code} instead of ${code}`);
    return error.message;
  }
  throw new Error(`nothing is thrown, instead of ${code}`);
};
// The same numbers in every browser.
export const noise = (count, seed = 1) => {
  let state = seed;
  return Float32Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) / 2 ** 23 - 1;
  });
};
export const COUNTS = [1, 2, 3, 64, 257, 1000, 4097, 65537, 1001000];
