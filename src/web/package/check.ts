import { Device } from "./device.js";
import type { Data, Stream } from "./stream.js";

/** What one check finds. */
export interface Finding {
  name: string;
  /** What is wrong, if anything is. */
  wrong?: string;
  milliseconds: number;
}

type Check = (device: Device, count: number) => Promise<void>;

/** The hash of the first 1000 numbers of seed 7, as OpenGL on other devices generates them. */
const RANDOM = 651053615;
const COUNTS = [1, 257, 4097, 100000];

/** The same numbers on every device, from -1 to 1. */
function noise(count: number): Float32Array {
  let state = 1;
  return Float32Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) / 2 ** 23 - 1;
  });
}

/** Compares elements bit for bit. */
async function expect(stream: Stream<Data>, wanted: ArrayLike<number>): Promise<void> {
  const got: Data = await stream.read();
  if (got.length !== wanted.length) {
    throw new Error(`${got.length} elements instead of ${wanted.length}`);
  }
  for (let i = 0; i < wanted.length; i++) {
    if (!Object.is(got[i], wanted[i])) {
      throw new Error(`element ${i} of ${wanted.length} is ${got[i]} instead of ${wanted[i]}`);
    }
  }
}

const equal = (got: number, wanted: number, what: string) => {
  if (got !== wanted) {
    throw new Error(`${what} is ${got} instead of ${wanted}`);
  }
};

const by = (data: ArrayLike<number>) => (a: number, b: number) => data[a]! - data[b]! || a - b;
const order = (data: Float32Array) => Float32Array.from(data.keys()).sort(by(data));
const whole = (count: number) => noise(count).map((x) => Math.floor(x * 50));

/** What is checked, in order: copies first, because all others build on them. */
const CHECKS: Record<string, Check> = {
  "copies keep all bits": async (device) => {
    const bits = Uint32Array.of(0, 0x80000000, 1, 0x807fffff, 0x7f7fffff, 0x7f800000, 0xff800000, 0x3f800001, 0x4b7fffff);
    const data = new Float32Array(bits.buffer);
    await expect(device.stream(data), data);
    await expect(device.stream(data).take(device.stream([...data.keys()])), data);
  },
  "arithmetic is that of 32 bits": async (device) => {
    const data = Float32Array.from({ length: 1000 }, (_, i) => i + 2 ** 23);
    await expect(device.stream(data).map("x + 1.0"), data.map((x) => x + 1));
    await expect(device.stream(noise(1000)).map("x * 3.0"), noise(1000).map((x) => x * 3));
  },
  "sort": (device, count) => expect(device.stream(noise(count)).sort(), noise(count).sort()),
  "sort of integers": (device, count) => {
    const data = Int32Array.from(noise(count), (x) => x * 2 ** 31);
    return expect(device.stream(data).sort(), data.slice().sort());
  },
  "argsort": (device, count) => expect(device.stream(noise(count)).argsort(), order(noise(count))),
  "argsort by 16 bits": (device, count) => {
    const data = noise(count).map((x) => Math.floor((x + 1) * 2 ** 15));
    return expect(device.stream(data).argsort({ bits: 16, range: "integers" }), order(data));
  },
  "bitonic sort": (device, count) => expect(device.stream(noise(count)).sort({ method: "bitonic" }), noise(count).sort()),
  "scan": (device, count) => {
    let sum = 0;
    return expect(device.stream(whole(count)).scan(), whole(count).map((x) => (sum += x)));
  },
  "scan by segments": (device, count) => {
    let sum = 0;
    const heads = Float32Array.from({ length: count }, (_, i) => Number(i % 100 === 0));
    const wanted = whole(count).map((x, i) => (sum = heads[i] ? x : sum + x));
    return expect(device.stream(whole(count)).scan("sum", { heads: device.stream(heads) }), wanted);
  },
  "reduce": async (device, count) => {
    const x = device.stream(whole(count));
    equal(x.reduce("sum"), whole(count).reduce((a, b) => a + b), "the sum");
    equal(x.reduce("max"), whole(count).reduce((a, b) => Math.max(a, b)), "the maximum");
  },
  "filter": (device, count) => expect(device.stream(noise(count)).filter("x > 0.25"), noise(count).filter((x) => x > 0.25)),
  "search": (device, count) => {
    const sorted = noise(count).sort();
    return expect(device.stream(sorted).search(device.stream(noise(count))), noise(count).map((x) => sorted.indexOf(x)));
  },
  "merge": (device, count) => {
    const [a, b] = [noise(count).sort(), whole(count).sort()];
    return expect(device.stream(a).merge(device.stream(b)), Float32Array.from([...a, ...b]).sort());
  },
  "the largest": async (device, count) => {
    const { values } = device.stream(noise(count)).top(Math.min(10, count));
    await expect(values, noise(count).sort().reverse().slice(0, 10));
  },
  "the median": (device, count) => {
    // Of an odd number of elements, it is one of them.
    const odd = noise(count - (count + 1) % 2);
    return expect(device.stream(odd).quantile(0.5), [odd.slice().sort()[(odd.length - 1) / 2]!]);
  },
  "histogram": (device, count) => {
    const counts = new Float32Array(16);
    noise(count).forEach((x) => { counts[Math.floor((x + 1) * 8)]! += 1; });
    return expect(device.stream(noise(count)).histogram(16, { range: [-1, 1] }), counts);
  },
  "groups": async (device, count) => {
    const sums = new Map<number, number>();
    whole(count).map((x) => x + 50).forEach((key, i) => sums.set(key, (sums.get(key) ?? 0) + (i % 5)));
    const keys = [...sums.keys()].sort((a, b) => a - b);
    const values = device.stream(Float32Array.from({ length: count }, (_, i) => i % 5));
    const found = device.stream(whole(count).map((x) => x + 50)).group(values);
    await expect(found.keys, keys);
    await expect(found.values, keys.map((key) => sums.get(key)!));
  },
  "points that add up": async (device, count) => {
    // A histogram by blending, where floats blend.
    if (device.info.features.blending !== "floats") return;
    const bins = whole(count).map((x) => Math.floor((x + 50) / 10));
    const counts = new Float32Array(10);
    bins.forEach((bin) => { counts[bin]! += 1; });
    const one = device.kernel("output float counted; void main() { counted = 1.0; }");
    const counted = device.stream(new Float32Array(10), { layout: "plain" });
    one.run({}, { outputs: { counted }, points: device.stream(bins, { layout: "plain" }), blend: "add" });
    await expect(counted, counts);
  },
  "depth and stencil tests": async (device, count) => {
    const depths = noise(count).map(Math.abs);
    const [x, y] = [depths, new Float32Array(count)].map((data) => device.stream(data, { layout: "plain" })) as [Stream, Stream];
    const near = device.kernel("input float x; output depth z; void main() { z = fetch(x, here()); }");
    const copy = device.kernel("input float x; output float y; void main() { y = fetch(x, here()); }");
    const [depthStencil, query] = [device.depthStencil(y), device.occlusionQuery()];
    near.run({ x }, { depthStencil, depthTest: { compare: "always", write: true } });
    copy.run({ x }, {
      outputs: { y }, depthStencil, depthTest: { compare: "less", at: 0.25 }, stencilTest: { compare: "equal", reference: 0, pass: "increment" }, count: query,
    });
    await expect(y, depths.map((depth) => (depth > 0.25 ? depth : 0)));
    equal(Number(await query.any()), Number(depths.some((depth) => depth > 0.25)), "whether any fragments passed");
    // What was drawn once is not drawn again.
    copy.run({ x: device.stream(new Float32Array(count)) }, { outputs: { y }, depthStencil, stencilTest: { compare: "equal", reference: 1 } });
    await expect(y, new Float32Array(count));
    [depthStencil, query].forEach((own) => own.dispose());
  },
  "half floats": async (device, count) => {
    const x = device.stream(whole(count), { half: true });
    await expect(x, whole(count));
    await expect(x.map("x + x").toHalves(), whole(count).map((v) => 2 * v));
  },
  "random numbers": async (device) => {
    const words = new Uint32Array(((await device.random(1000, { seed: 7 }).read()) as Float32Array).buffer);
    equal(words.reduce((hash, word) => Math.imul(hash ^ word, 16777619) >>> 0, 2166136261), RANDOM, "their hash");
  },
};
/** The number of checks. */
export const checks = Object.keys(CHECKS).length;

/**
 * Checks a device: each primitive at a few sizes, against plain JavaScript. `tell` gets each finding as it is there.
 */
export async function check(device: Device, tell: (finding: Finding) => void = () => {}): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [name, run] of Object.entries(CHECKS)) {
    const begun = performance.now();
    const finding: Finding = { name, milliseconds: 0 };
    try {
      for (const count of run.length > 1 ? COUNTS : [1]) {
        await run(device, count);
      }
    } catch (error) {
      finding.wrong = error instanceof Error ? error.message : String(error);
    }
    finding.milliseconds = performance.now() - begun;
    findings.push(finding);
    tell(finding);
    // The page may draw.
    await new Promise((resolve) => setTimeout(resolve));
  }
  return findings;
}

/** Returns a report as text, to paste into an issue. The name of the GPU is in it. */
export function report(device: Device, findings: Finding[]): string {
  const { gl, info } = device;
  const names = gl.getExtension("WEBGL_debug_renderer_info");
  const renderer = names ? gl.getParameter(names.UNMASKED_RENDERER_WEBGL) : info.renderer;
  const wrong = findings.filter((finding) => finding.wrong !== undefined);
  const lines = [
    `brooklet on ${renderer}`,
    `browser: ${navigator.userAgent}`,
    `WebGL: ${info.version}`,
    `limits: textures of ${info.limits.texture}, ${info.limits.targets} render targets`,
    `${findings.length} checks: ${wrong.length === 0 ? "all are right" : `${wrong.length} are wrong`}`,
    ...findings.map(({ name, wrong, milliseconds }) => `${wrong ? "WRONG" : "ok   "} ${name} (${milliseconds.toFixed(0)} ms)${wrong ? `: ${wrong}` : ""}`),
  ];
  return lines.join("\n");
}
