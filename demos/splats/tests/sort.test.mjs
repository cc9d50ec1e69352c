// Tests of the worker's sort, of half floats, of the camera and of the island, in Node. SPLATS is the folder of the compiled modules.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";

const load = (module) => import(`${process.env.SPLATS}/${module}.js`);
const { CountingSort } = await load("sort/counting");
const { Box, STEPS, sameView } = await load("sort/view");
const { half } = await load("half");
const { Camera } = await load("view/camera");
const { makeIsland } = await load("scene/index");

const island = makeIsland(0.05);

/** The depths of splats in a view, in doubles, and their range. */
function depthsOf({ x, y, z }, { a, b, c, near }) {
  const depths = [...x.keys()].map((at) => Math.max(a * x[at] + b * y[at] + c * z[at], near));
  const [from, to] = depths.reduce(([low, high], depth) => [Math.min(low, depth), Math.max(high, depth)], [Infinity, -Infinity]);
  return { depths, from, to };
}

test("the counting sort is the stable sort of the steps, the farthest first", () => {
  const sort = new CountingSort(island.x, island.y, island.z);
  const order = new Float32Array(island.count);
  for (const turn of [0, 1, 2]) {
    const seen = new Box(island).view([Math.sin(turn), -0.5, -Math.cos(turn)], turn === 2 ? 0 : -20);
    sort.sort(seen, order);
    const { depths, from, to } = depthsOf(island, seen);
    const step = (at) => Math.min(((depths[at] - from) * STEPS) / (to - from), STEPS - 1);
    assert.deepEqual([...order].sort((a, b) => a - b), [...order.keys()], "each splat is there once");
    for (let i = 1; i < order.length; i++) {
      const [a, b] = [sort.key(order[i - 1]), sort.key(order[i])];
      assert.ok(a < b || (a === b && order[i - 1] < order[i]), `splats ${i - 1} and ${i} of the order`);
      // Rounding decides at the border of two steps.
      assert.ok(Math.abs(STEPS - 1 - sort.key(order[i]) - Math.floor(step(order[i]))) <= 1);
    }
    assert.equal(sort.wrongNeighbours(seen, order), 0);
  }
});

test("wrong neighbours are counted", () => {
  const sort = new CountingSort(Float32Array.of(0, 1, 2, 3), new Float32Array(4), new Float32Array(4));
  const along = { a: 1, b: 0, c: 0, near: 0 };
  assert.equal(sort.wrongNeighbours(along, Float32Array.of(3, 2, 1, 0)), 0);
  assert.equal(sort.wrongNeighbours(along, Float32Array.of(2, 3, 1, 0)), 1);
  assert.equal(sort.wrongNeighbours(along, Float32Array.of(0, 1, 2, 3)), 3);
  // Less than a step apart, both orders are right.
  const close = new CountingSort(Float32Array.of(0, 3, 1, 1 + 1 / STEPS), new Float32Array(4), new Float32Array(4));
  assert.equal(close.wrongNeighbours(along, Float32Array.of(1, 2, 3, 0)), 0);
  // Behind the viewer, too.
  assert.equal(sort.wrongNeighbours({ ...along, near: 2 }, Float32Array.of(3, 0, 1, 2)), 0);
});

test("steps are those of the depths' own range, not of the box around the centres", () => {
  // A thousand splats in a plane that the viewer looks at from above, with a little relief. The plane is oblique, and its box is wide.
  const count = 1000;
  const relief = Float64Array.from({ length: count }, (_, at) => ((at * 617) % count) * 1e-5);
  const x = Float32Array.from(relief, (_, at) => Math.fround(at / 8));
  const flat = { x, y: new Float32Array(count), z: Float32Array.from(relief, (height, at) => height - x[at]) };
  const seen = new Box(flat).view([-Math.SQRT1_2, 0, -Math.SQRT1_2], -1000);
  const { from, to } = depthsOf(flat, seen);
  assert.ok(to - from < 0.01, "the box is 176 deep");
  const order = new Float32Array(count);
  const sort = new CountingSort(flat.x, flat.y, flat.z);
  sort.sort(seen, order);
  assert.ok(new Set(Array.from(order, (splat) => sort.key(splat))).size > 500, "most splats have steps of their own");
  assert.ok(sort.key(order[0]) === 0 && sort.key(order[count - 1]) === STEPS - 1, "from the first one to the last");
});

test("splats behind the viewer take no steps, and those of one depth are sorted by their numbers", () => {
  const line = (...x) => ({ x: Float32Array.from(x), y: new Float32Array(x.length), z: new Float32Array(x.length) });
  const sorted = (splats, viewer) => {
    const sort = new CountingSort(splats.x, splats.y, splats.z);
    const order = new Float32Array(splats.x.length);
    sort.sort(new Box(splats).view([1, 0, 0], viewer), order);
    return { order: [...order], keys: [...order.keys()].map((splat) => STEPS - 1 - sort.key(splat)) };
  };
  const inside = sorted(line(-1e6, 0, 1, 2), 0);
  assert.deepEqual(inside.order, [3, 2, 0, 1]);
  assert.deepEqual(inside.keys, [0, 0, STEPS / 2, STEPS - 1]);
  for (const [x, viewer] of [[[7, 7], 0], [[7, 7], 9], [[0, 0], 0], [[-5, 5], 1e6], [[3], 0]]) {
    assert.deepEqual(sorted(line(...x), viewer), { order: [...x.keys()], keys: x.map(() => 0) });
  }
  const box = new Box(line(1, 2));
  assert.ok(sameView(box.view([1, 0, 0], -5), box.view([1, 0, 0], -6)), "outside the box, the viewer's place does not matter");
  assert.ok(!sameView(box.view([1, 0, 0], 1.5), box.view([1, 0, 0], 1.6)));
});

test("half floats are the nearest", () => {
  const cases = [[0, 0], [1, 0x3c00], [-2, 0xc000], [65504, 0x7bff], [1e6, 0x7c00], [2 ** -24, 1], [0.1, 0x2e66], [2 ** -14, 0x400],
    [1 + 2 ** -11 + 2 ** -20, 0x3c01], [0.99999, 0x3c00]];
  for (const [value, bits] of cases) assert.equal(half(value), bits, `${value}`);
});

test("a camera turns around its target, upside down, too", () => {
  const camera = new Camera({ target: [1, 2, 3], distance: 5, yaw: 0.3, pitch: 0.2 });
  const seen = (point) => {
    const { view: m } = camera.matrices(100, 50);
    return [0, 1, 2].map((row) => m[row] * point[0] + m[row + 4] * point[1] + m[row + 8] * point[2] + m[row + 12]);
  };
  const near = (got, wanted) => got.forEach((value, i) => assert.ok(Math.abs(value - wanted[i]) < 1e-5, `${got} instead of ${wanted}`));
  for (const flips of [0, 1]) {
    if (flips) camera.flip();
    near(seen([1, 2, 3]), [0, 0, -5]);
    near(seen(camera.eye()), [0, 0, 0]);
    const up = seen([1, 3, 3])[1];
    assert.ok(flips ? up < 0 : up > 0);
    const { view: m } = camera.matrices(100, 50);
    // A rotation, not a mirror.
    const det = m[0] * (m[5] * m[10] - m[9] * m[6]) - m[4] * (m[1] * m[10] - m[9] * m[2]) + m[8] * (m[1] * m[6] - m[5] * m[2]);
    assert.ok(Math.abs(det - 1) < 1e-5, `${det}`);
    near(camera.direction(), [-m[2], -m[6], -m[10]]);
  }
  camera.pan(0.1, 0);
  assert.notDeepEqual(camera.target, [1, 2, 3]);
  camera.reset();
  assert.deepEqual(camera.target, [1, 2, 3]);
});

test("the island is the same every time, and has no number that is none", () => {
  const again = makeIsland(0.05);
  const hash = ({ words }) => createHash("sha256").update(words).digest("hex");
  assert.equal(hash(again), hash(island));
  assert.ok(makeIsland(1).count > 250000);
  for (const values of [island.x, island.y, island.z]) assert.ok(values.every(Number.isFinite));
});
