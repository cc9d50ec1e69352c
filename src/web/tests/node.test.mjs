// Tests of the package in Node, without WebGL: `node --test`.
import assert from "node:assert/strict";
import test from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { wrongCalls } from "./random.js";
import { checkUnits } from "./units.js";

const folder = new URL(`file://${process.env.BROOKLET_PACKAGE}/`);
const { Device, BrookletError } = await import(new URL("full/index.js", folder));
const { Device: Small } = await import(new URL("index.js", folder));
const { Device: Inlined } = await import(new URL("inline/index.js", folder));

const rejects = (work, code, part) =>
  assert.rejects(async () => work(), (error) => error.code === code && error.message.includes(part));

test("the plain machine runs the toolkit", async () => {
  const device = await Device.create({ chip: "none" });
  const x = device.stream([3, 1, 2, 5, 4]);
  assert.deepEqual([...await x.sort().read()], [1, 2, 3, 4, 5]);
  assert.deepEqual([...await x.argsort({ bits: 16 }).read()], [1, 2, 0, 4, 3]);
  assert.deepEqual([...await x.scan().read()], [3, 4, 6, 11, 15]);
  assert.equal(x.reduce(), 15);
  assert.deepEqual([...await x.filter("x > 2.0").read()], [3, 5, 4]);
  assert.deepEqual([...await device.map("a * x", { x, a: 2 }).read()], [6, 2, 4, 10, 8]);
  const { y } = device.kernel("input float x;\noutput float y;\nvoid main() { y = fetch(x, count(x) - 1 - here()); }").run({ x });
  assert.deepEqual([...await y.read()], [4, 5, 2, 1, 3]);
  assert.deepEqual([...device.stream(Int32Array.from([5, -7])).sort().readSync()], [-7, 5]);
  await device.warmUp(100, (zeros) => zeros.sort());
  await rejects(() => x.texture, "chip", "no context");
  device.dispose();
});

test("chips of 2002 to 2006 compute as they did", async () => {
  const device = await Device.create({ chip: "r300" });
  assert.ok(device.info.renderer.includes("r300"), JSON.stringify(device.info));
  // A mantissa of 17 bits.
  assert.deepEqual([...await device.stream([1]).map("x + 1.0 / 131072.0").read()], [1]);
  assert.deepEqual([...await device.stream([3, 1, 2]).sort().read()], [1, 2, 3]);
  device.dispose();
  await rejects(() => Device.create({ chip: "r100" }), "chip", "r300");
});

test("fixed units do what they did", async () => {
  const all = ["blending", "rectangles", "write masks", "depth tests", "occlusion queries", "stencil tests", "points", "half floats", "errors"];
  for (const [chip, units] of [["none", all], ["nv40", all.slice(1)], ["g80", all]]) {
    const device = await Device.create({ chip });
    assert.deepEqual(await checkUnits(device, BrookletError), units, chip);
    device.dispose();
  }
  const [one, other] = [await Device.create({ chip: "none" }), await Device.create({ chip: "none" })];
  const y = one.stream([1], { layout: "plain" });
  const copy = one.kernel("input float x; output float y; void main() { y = fetch(x, here()); }");
  const depthStencil = other.depthStencil(other.stream([1]));
  await rejects(() => copy.run({ x: one.stream([1]) }, { outputs: { y }, depthStencil }), "device", "another device");
  // What belongs to a device is freed with it, and may be disposed of before and after.
  depthStencil.dispose();
  depthStencil.dispose();
  const [query, kernel] = [other.occlusionQuery(), other.kernel("output float y; void main() { y = 1.0; }")];
  const waiting = query.any();
  other.dispose();
  query.dispose();
  kernel.dispose();
  await rejects(() => waiting, "disposed", "the device");
  const before = one.memory.bytes;
  for (let number = 0; number < 20; number++) {
    const device = await Device.create({ chip: "none" });
    const x = device.stream(new Float32Array(1 << 18), { layout: "plain" });
    device.kept = [device.depthStencil(x), device.occlusionQuery()];
    device.dispose();
  }
  assert.ok(one.memory.bytes - before < 32 << 20, `${one.memory.bytes - before} bytes more`);
});

test("the examples compute what they show", async () => {
  const [{ blurred }, { signedDistance }, { palette }] =
    await Promise.all(["blur", "distance", "kmeans"].map((name) => import(`../../../demos/web/${name}.js`)));
  const device = await Device.create({ chip: "none" });
  const picture = (width, height, pixel) =>
    ({ width, height, data: Uint8ClampedArray.from({ length: 4 * width * height }, (_, i) => pixel(Math.floor(i / 4) % width, Math.floor(i / 4 / width), i % 4)) });
  // A blur leaves what is the same everywhere, and turns an edge into a slope.
  const flat = picture(9, 5, (x, y, channel) => 40 * channel);
  assert.deepEqual([...await blurred(device, flat, 2)], [...flat.data]);
  const edge = await blurred(device, picture(16, 3, (x) => (x < 8 ? 0 : 200)), 1);
  assert.ok(edge[4 * 7] > 20 && edge[4 * 7] < edge[4 * 8] && edge[4 * 8] < 180 && edge[0] === 0, [...edge].join());
  // Of a square of 4 pixels, those inside are as far from the edge as they are from the next pixel outside, less a half.
  const square = picture(8, 8, (x, y, channel) => (channel < 3 || (x >= 2 && x < 6 && y >= 2 && y < 6) ? 255 : 0));
  const distances = await signedDistance(device, square);
  assert.deepEqual([distances[8 * 3], distances[8 * 3 + 1], distances[8 * 3 + 2], distances[8 * 3 + 3]], [1.5, 0.5, -0.5, -1.5]);
  // Three colours are found as they are.
  const three = [[10, 20, 30], [200, 20, 30], [90, 220, 130]];
  const { centres, owners } = await palette(device, picture(6, 6, (x, y, channel) => [...three[(x + y) % 3], 255][channel]), 3, 3);
  assert.deepEqual([...centres].sort((a, b) => a[0] - b[0] || a[1] - b[1]), [three[0], three[2], three[1]]);
  owners.forEach((owner, i) => assert.deepEqual(centres[owner], three[(i % 6 + Math.floor(i / 6)) % 3]));
  const memory = device.memory.streams;
  await blurred(device, flat, 1);
  assert.equal(device.memory.streams, memory, "streams are disposed of");
  device.dispose();
});

test("wrong calls are errors", async () => {
  for (const seed of [1, 2, 3]) {
    const device = await Device.create({ chip: "none" });
    const outcomes = await wrongCalls(device, BrookletError, Number(process.env.BROOKLET_CALLS ?? 3000), seed);
    assert.ok(outcomes.returned > 0 && outcomes.type > 0 && outcomes.disposed > 0, JSON.stringify(outcomes));
    console.log(JSON.stringify(outcomes));
    device.dispose();
  }
});

test("devices and streams that are forgotten are freed", async () => {
  setFlagsFromString("--expose_gc");
  const collect = runInNewContext("gc");
  const kept = await Device.create({ chip: "none" });
  const before = kept.memory.streams;
  const forgotten = async () => {
    const device = await Device.create({ chip: "none" });
    device.stream([1, 2, 3]).sort();
    return new WeakRef(device);
  };
  const devices = [await forgotten(), await forgotten(), await forgotten()];
  for (let i = 0; i < 20; i++) kept.stream([1, 2, 3]);
  // Nobody may look meanwhile, which keeps what is looked at.
  for (let i = 0; i < 10; i++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    collect();
  }
  assert.deepEqual(devices.map((device) => device.deref()), [undefined, undefined, undefined]);
  assert.equal(kept.memory.streams, before);
  kept.dispose();
});

test("Brook runs", async () => {
  const device = await Device.create({ chip: "none" });
  const program = device.brook(`
    kernel void saxpy(float a, float x<>, float y<>, out float r<>) { r = a * x + y; }
    kernel void turn(float2 p<>, out float2 q<>) { q = p.yx; }
    kernel void pick(float a[], float place<>, float by, int more, out float b<>) { b = by * a[place] + more; }
    reduce void sum(float a<>, reduce float r<>) { r += a; }`);
  assert.deepEqual([program.kernels, program.reductions], [["saxpy", "turn", "pick"], ["sum"]]);
  const [x, y] = [device.stream([1, 2, 3]), device.stream([10, 20, 30])];
  const { r } = program.run("saxpy", { a: 2, x, y });
  assert.deepEqual([...await r.read()], [12, 24, 36]);
  assert.equal(program.reduce("sum", { a: r }), 72);
  const p = device.stream([1, 2, 3, 4], { components: 2 });
  assert.deepEqual([...await program.run("turn", { p }).q.read()], [2, 1, 4, 3]);
  // The results have the shape of what the kernel goes through, and not of what it gathers from.
  const { b } = program.run("pick", { a: x, place: device.stream([2, 0]), by: 10, more: 1 });
  assert.deepEqual([...await b.read()], [31, 11]);
  await rejects(() => program.run("pick", { a: x, place: x, by: 10, more: 0.5 }), "type", "more");
  await rejects(() => program.run("saxpi", { x }), "brook", "saxpy");
  await rejects(() => program.run("saxpy", { a: 2, x }), "brook", "y");
  try {
    device.brook("kernel void f(float a<>, out float b<>) {\n  b = c;\n}");
    assert.fail("it compiles");
  } catch (error) {
    assert.ok(error instanceof BrookletError, String(error));
    assert.deepEqual([error.code, error.place?.line, error.place?.column], ["brook", 2, 7]);
  }
  program.dispose();
  device.dispose();
});

test("what a build does not have is said", async () => {
  await rejects(() => Small.create({ chip: "none" }), "chip", "brooklet/full");
  await rejects(() => Small.create(), "driver", "brooklet/full");
  await rejects(() => Inlined.create({ chip: "none" }), "chip", "brooklet/full");
});
