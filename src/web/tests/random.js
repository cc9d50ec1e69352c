// Wrong calls at random of all that the package has: each returns, or throws a `BrookletError` that is not `internal`, and what is right
// works afterwards.

/** Calls methods of a device, and of what is made on it, with values of all kinds. Returns how many calls ended how. */
export async function wrongCalls(device, BrookletError, count, seed) {
  let state = seed;
  const below = (end) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * end);
  };
  const pick = (list) => list[below(list.length)];
  const x = device.stream([3, 1, 2]);
  const whole = device.stream(Int32Array.of(3, 1, 2));
  const vectors = device.stream([1, 2, 3, 4], { components: 2 });
  const disposed = device.stream([1]);
  disposed.dispose();
  const kernel = device.kernel("input float x; output float y; void main() { y = fetch(x, here()); }", "copy");
  const objects = { device, x, whole, vectors, disposed, kernel };
  try {
    objects.program = device.brook("kernel void twice(float a<>, out float b<>) { b = 2 * a; } reduce void sum(float a<>, reduce float r<>) { r += a; }");
  } catch {
    // This build of the package has no Brook.
  }
  // What ends the device, or what the declarations do not show.
  const left = new Set([
    "constructor", "dispose", "warmUp", "raw", "enter", "lend", "own", "watch", "forget", "free", "hold", "release", "freePart", "textureOf", "readTexture", "done", "requireFloats",
    "lendTo", "array", "isFloats", "several", "make", "number", "conflict",
  ]);
  const table = Object.entries(objects).flatMap(([name, object]) =>
    Object.entries(Object.getOwnPropertyDescriptors(Object.getPrototypeOf(object)))
      .filter(([method, { value }]) => typeof value === "function" && !left.has(method))
      .map(([method]) => [name, method]));
  const values = [
    undefined, null, true, 0, 1, 2, -1, 1.5, NaN, Infinity, 2 ** 31, 2 ** 32, 2 ** 53, -(2 ** 53), 5n, 2n ** 70n, "", "x", "sum", "max", "x > 1.0", "((((",
    "a".repeat(100000), "\0", "\ud800", [], [1], [1, 2, 3], [[1]], [null], ["a"], {}, { axis: 0 }, { axis: -9 }, { axis: "x" }, { bits: 99 }, { range: [0, NaN] },
    { shape: [2 ** 40, 2 ** 40] }, { components: 7 }, { k: -1 }, { x }, { x: disposed }, { x: 1 }, { x: {} }, { method: "bitonic" }, { stable: "x" }, { descending: true },
    { expression: "a + b", apply: (a, b) => a + b, identity: 0 }, { expression: "((", apply: () => NaN }, { toString() { return "x"; } }, Object.create(null),
    new Float32Array(3), new Float64Array(3), new Uint8Array(3), new ArrayBuffer(8), new Date(0), /x/, Symbol.iterator, () => 1, x, whole, vectors, disposed, kernel, device,
  ];
  const outcomes = {};
  const odd = [];
  for (let number = 0; number < count; number++) {
    const [name, method] = pick(table);
    const given = Array.from({ length: below(4) }, () => pick(values));
    let outcome = "returned";
    try {
      const result = objects[name][method](...given);
      await result;
      // What is made is not kept: browsers do not collect textures in time.
      for (const made of [result, ...Object.values(Object(result))]) {
        if (made?.dispose && !Object.values(objects).includes(made)) made.dispose();
      }
    } catch (error) {
      outcome = error.code;
      if (!(error instanceof BrookletError) || error.code === "internal" || !error.message) {
        const shown = given.map((one) => (typeof one === "symbol" ? "a symbol" : typeof one === "bigint" ? `${one}n` : JSON.stringify(one)?.slice(0, 60)));
        odd.push(`call ${number}, ${name}.${method}(${shown.join(", ")}): ${error?.stack ?? error}`);
      }
    }
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    if (number % 100 === 0) {
      const sorted = await x.sort().read();
      if (`${sorted}` !== "1,2,3") throw new Error(`after call ${number}, a sort returns ${sorted}`);
    }
  }
  if (odd.length > 0) throw new Error(`${odd.length} of ${count} calls:\n${odd.slice(0, 20).join("\n")}`);
  return outcomes;
}
