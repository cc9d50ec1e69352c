// Measures what the fixed units of the pipeline are good for in a browser: `python3 src/web/tests/run.py TARGET units_speed.html`.
// `BROOKLET_ANGLE=gl-egl` lets Chromium draw by the driver of OpenGL.
import { Device } from "./brooklet/index.js";

const SIDE = 1 << 10;
const COUNT = SIDE * SIDE;
const RUNS = 9;

const device = await Device.create();
const first = device.kernel("input float x; output float y; void main() { y = fetch(x, 0); }", "first");

// Waits for what a stream is drawn by: an element of it is read back. WebGL's `finish` does not wait.
const done = async (stream) => {
  const { y } = first.run({ x: stream }, { shape: 1 });
  await y.read();
  y.dispose();
};

/**
 * Runs ways to compute the same in turns. A way has a name, a function that returns its result, and whether that is a new stream. Returns the
 * median of each, in milliseconds.
 */
const compared = async (ways) => {
  const times = ways.map(() => []);
  for (let round = 0; round <= RUNS; round++) {
    for (const [at, [, work, isNew]] of ways.entries()) {
      const begun = performance.now();
      const result = work();
      await done(result);
      // The first round compiles.
      if (round > 0) times[at].push(performance.now() - begun);
      if (isNew) result.dispose();
    }
  }
  return Object.fromEntries(ways.map(([name], at) => [name, times[at].sort((a, b) => a - b)[RUNS >> 1]]));
};

const same = async (a, b, what) => {
  const [left, right] = [await a.read(), await b.read()];
  if (left.some((number, at) => number !== right[at])) throw new Error(`${what}: the ways differ`);
};

/** Elements of which some need no work, by the depth test, by a branch, and not skipped. */
const skipping = async () => {
  // Discs, of which 56 % of the elements are inside.
  const idle = Float32Array.from({ length: COUNT }, (_, i) => {
    const [x, y] = [((i % SIDE) % 128) - 63.5, ((Math.floor(i / SIDE)) % 128) - 63.5];
    return Math.hypot(x, y) < 54.2 ? 1 : 0;
  });
  const share = idle.reduce((sum, x) => sum + x) / COUNT;
  const plain = (data) => device.stream(data, { layout: "plain", shape: [SIDE, SIDE] });
  const [flags, x] = [plain(idle), plain(Float32Array.from({ length: COUNT }, (_, i) => (i % 1000) / 1000))];
  const work = "float worked(float v) { for (int i = 0; i < 64; i++) v = v * v * 0.5 + 0.25; return v; }";
  const all = device.kernel(`input float x; input float idle; output float y; ${work}
    void main() { float v = worked(fetch(x, here())); y = fetch(idle, here()) == 1.0 ? 0.0 : v; }`, "all");
  const branch = device.kernel(`input float x; input float idle; output float y; ${work}
    void main() { y = 0.0; if (fetch(idle, here()) == 0.0) { y = worked(fetch(x, here())); } }`, "branch");
  const drawn = device.kernel(`input float x; output float y; ${work} void main() { y = worked(fetch(x, here())); }`, "drawn");
  const near = device.kernel("input float idle; output depth z; void main() { z = 1.0 - fetch(idle, here()); }", "near");
  const zeros = new Float32Array(COUNT);
  const ys = [plain(zeros), plain(zeros), plain(zeros)];
  const depthStencil = device.depthStencil(ys[2]);
  near.run({ idle: flags }, { outputs: {}, depthStencil, depthTest: { compare: "always", write: true } });
  const ways = [
    ["not skipped", () => all.run({ x, idle: flags }, { outputs: { y: ys[0] } }).y],
    ["branch", () => branch.run({ x, idle: flags }, { outputs: { y: ys[1] } }).y],
    ["early z", () => drawn.run({ x }, { outputs: { y: ys[2] }, depthStencil, depthTest: { compare: "less", at: 0.5 } }).y],
  ];
  const figures = await compared(ways);
  await same(ys[0], ys[1], "branch");
  await same(ys[0], ys[2], "early z");
  return { what: `64 iterations, which ${(100 * share).toFixed(0)} % of 2^20 elements skip`, ...figures };
};

/** Numbers of bins, counted by points that are blended, and by the primitive. */
const counting = async () => {
  const bins = 256;
  const numbers = Float32Array.from({ length: COUNT }, (_, i) => (i * 7919) % bins);
  const places = device.stream(numbers, { layout: "plain" });
  const packed = device.stream(numbers);
  const one = device.kernel("output float counted; void main() { counted = 1.0; }", "one");
  const zero = device.kernel("output float counted; void main() { counted = 0.0; }", "zero");
  const counted = device.stream(new Float32Array(bins), { layout: "plain" });
  const figures = await compared([
    ["points", () => {
      zero.run({}, { outputs: { counted } });
      return one.run({}, { outputs: { counted }, points: places, blend: "add" }).counted;
    }],
    ["histogram", () => packed.histogram(bins, { range: [0, bins] }), true],
  ]);
  await same(counted, packed.histogram(bins, { range: [0, bins] }), "histogram");
  return { what: "histogram of 2^20 numbers in 256 bins", ...figures };
};

/** A permutation, by points and by the primitive. */
const scattering = async () => {
  const positions = Float32Array.from({ length: COUNT }, (_, i) => (i * 7919) % COUNT);
  const values = Float32Array.from({ length: COUNT }, (_, i) => i % 4096);
  const plain = (data) => device.stream(data, { layout: "plain" });
  const [places, x, y] = [plain(positions), plain(values), plain(new Float32Array(COUNT))];
  const copy = device.kernel("input float x; output float y; void main() { y = fetch(x, here()); }", "copy");
  const [base, at, packed] = [device.stream(new Float32Array(COUNT)), device.stream(positions), device.stream(values)];
  const figures = await compared([
    ["points", () => copy.run({ x }, { outputs: { y }, points: places }).y],
    ["put", () => base.put(at, packed), true],
  ]);
  await same(y, base.put(at, packed), "put");
  return { what: "2^20 elements to places of a permutation", ...figures };
};

const figures = [{ renderer: device.info.renderer, class: device.info.class }];
for (const measure of [skipping, counting, scattering]) {
  try {
    figures.push(await measure());
  } catch (error) {
    figures.push({ error: String(error) });
  }
}
window.figures = figures;
