// Every primitive at sizes around powers of two and the ends of rows. The expected elements are exact: sums of whole numbers stay small.
import { Device } from "./brooklet/index.js";
import { COUNTS, check, equal, noise, rejects, tests } from "./support.js";

const each = async (work) => {
  const device = await Device.create();
  for (const count of COUNTS) await work(device, count);
  device.dispose();
};
const floats = (count, of) => Float32Array.from({ length: count }, (_, i) => of(i));
const small = (i) => (i % 17) - 8;
/** All positions, in an order of their own. */
const shuffled = (count) => {
  let step = 7919;
  while (count % step === 0) step += 2;
  return floats(count, (i) => (i * step) % count);
};

tests["scans and reductions of all sizes"] = () => each(async (device, count) => {
  const data = floats(count, small);
  const x = device.stream(data);
  let [sum, most] = [0, -Infinity];
  equal(await x.scan().read(), data.map((v) => (sum += v)), `scan of ${count}`);
  sum = 0;
  equal(await x.scan("sum", { exclusive: true }).read(), data.map((v) => (sum += v) - v), `exclusive scan of ${count}`);
  equal(await x.scan("max").read(), data.map((v) => (most = Math.max(most, v))), `scan by max of ${count}`);
  const least = data.reduce((a, b) => Math.min(a, b));
  equal([x.reduce(), x.reduce("max"), x.reduce("min")], [sum, most, least], `reductions of ${count}`);
  equal([x.argmax(), x.argmin()], [data.indexOf(most), data.indexOf(least)], `places of the extremes of ${count}`);
  const heads = floats(count, (i) => Number(i % 100 === 0));
  equal(await x.scan("sum", { heads: device.stream(heads) }).read(), data.map((v, i) => (sum = i % 100 === 0 ? v : sum + v)),
    `segmented scan of ${count}`);
});

tests["filters and partitions of all sizes"] = () => each(async (device, count) => {
  const data = noise(count);
  const x = device.stream(data);
  const [kept, others] = [data.filter((v) => v > 0.25), data.filter((v) => !(v > 0.25))];
  equal(await x.filter("x > 0.25").read(), kept, `filter of ${count}`);
  const { stream, kept: number } = x.partition("x > 0.25");
  equal(await stream.read(), [...kept, ...others], `partition of ${count}`);
  check(number === kept.length, `${number} of ${count} are kept instead of ${kept.length}`);
});

tests["groups and counts of all sizes"] = () => each(async (device, count) => {
  const keys = floats(count, (i) => (i * 7) % 101);
  const [counts, sums] = [new Map(), new Map()];
  keys.forEach((key, i) => {
    counts.set(key, (counts.get(key) ?? 0) + 1);
    sums.set(key, (sums.get(key) ?? 0) + small(i));
  });
  const distinct = [...counts.keys()].sort((a, b) => a - b);
  const x = device.stream(keys);
  const unique = x.unique();
  equal(await unique.values.read(), distinct, `distinct elements of ${count}`);
  equal(await unique.counts.read(), distinct.map((key) => counts.get(key)), `their counts of ${count}`);
  const groups = x.group(device.stream(floats(count, small)));
  equal(await groups.keys.read(), distinct, `keys of ${count}`);
  equal(await groups.values.read(), distinct.map((key) => sums.get(key)), `sums by key of ${count}`);
  equal(await x.histogram(101, { range: [-0.5, 100.5] }).read(), floats(101, (key) => counts.get(key) ?? 0), `histogram of ${count}`);
  const runs = device.stream(floats(count, (i) => Math.floor(i / 3) % 5)).runLengths();
  const lengths = floats(Math.ceil(count / 3), (i) => Math.min(3, count - 3 * i));
  equal(await runs.lengths.read(), lengths, `lengths of runs of ${count}`);
  equal(await runs.values.read(), lengths.map((_, i) => i % 5), `elements of runs of ${count}`);
});

tests["elements are taken, put, merged and searched at all sizes"] = () => each(async (device, count) => {
  const data = noise(count);
  const x = device.stream(data);
  const positions = shuffled(count);
  const at = device.stream(positions);
  equal(await x.take(at).read(), positions.map((i) => data[i]), `take of ${count}`);
  equal(await x.map("0.0 * x").put(at, x.take(at)).read(), data, `put of ${count}`);
  const ints = Int32Array.from(data, (v) => v * 2 ** 31);
  equal(await device.stream(ints).take(at).read(), Int32Array.from(positions, (i) => ints[i]), `take of ${count} integers`);
  const sorted = data.slice().sort();
  equal(await device.stream(sorted).merge(device.stream(sorted)).read(), floats(2 * count, (i) => sorted[i >> 1]), `merge of ${count}`);
  const places = floats(count, (i) => i - Number(i > 0 && i % 2 === 1));
  const steps = device.stream(floats(count, (i) => Math.floor(i / 2)));
  equal(await steps.search(steps).read(), places, `search of ${count}`);
  const best = x.top(Math.min(10, count));
  const order = Array.from(data.keys()).sort((a, b) => data[b] - data[a] || a - b).slice(0, 10);
  equal(await best.positions.read(), order, `places of the largest of ${count}`);
  equal(await best.values.read(), order.map((i) => data[i]), `the largest of ${count}`);
  equal(await x.quantile(0, 1).read(), [sorted[0], sorted[count - 1]], `quantiles of ${count}`);
});

tests["lines along axes of all sizes"] = async () => {
  const device = await Device.create();
  for (const [rows, columns] of [[1, 1], [1, 5], [3, 2], [64, 65], [257, 33], [1001, 1000]]) {
    const what = `${rows} by ${columns}`;
    const at = (row, column) => (row * 31 + column * 17) % 23 - 11;
    const x = device.stream(floats(rows * columns, (i) => at(Math.floor(i / columns), i % columns)), { shape: [rows, columns] });
    const line = (row) => floats(columns, (column) => at(row, column));
    const column = (number) => floats(rows, (row) => at(row, number));
    const lines = floats(rows, (row) => row);
    const columnsOf = floats(columns, (number) => number);
    const total = (values) => values.reduce((a, b) => a + b, 0);
    equal(await x.reduceAxis("sum", 1).read(), lines.map((row) => total(line(row))), `sums of rows, ${what}`);
    equal(await x.reduceAxis("max", 0).read(), columnsOf.map((number) => Math.max(...column(number))), `maxima of columns, ${what}`);
    equal(await x.sort({ axis: 1 }).read(), Array.from(lines, (row) => Array.from(line(row).sort())).flat(), `sorted rows, ${what}`);
    const order = (values) => Array.from(values.keys()).sort((a, b) => values[a] - values[b] || a - b);
    equal(await x.argsort({ axis: 1 }).read(), Array.from(lines, (row) => order(line(row))).flat(), `orders of rows, ${what}`);
    let sum = 0;
    const sums = Array.from(lines, (row) => Array.from(line(row), (v, i) => (sum = i === 0 ? v : sum + v))).flat();
    equal(await x.scan("sum", { axis: 1 }).read(), sums, `scans of rows, ${what}`);
    const places = columnsOf.map((number) => column(number).indexOf(Math.max(...column(number))));
    equal(await x.argmaxAxis(0).read(), places, `places of maxima of columns, ${what}`);
    equal(await x.quantileAxis(1, 0).read(), lines.map((row) => Math.min(...line(row))), `minima of rows, ${what}`);
    const best = x.top(1, { axis: 1 });
    equal(await best.values.read(), lines.map((row) => Math.max(...line(row))), `the largest of rows, ${what}`);
  }
  device.dispose();
};

tests["sparse matrices"] = async () => {
  const device = await Device.create();
  for (const lengths of [[1], [0, 2, 0], [3, 40, 0, 7, 1], Array.from({ length: 50 }, (_, row) => row % 9)]) {
    const offsets = [0];
    for (const length of lengths) offsets.push(offsets.at(-1) + length);
    const indices = Array.from({ length: offsets.at(-1) }, (_, k) => (k * 7) % 12);
    const values = Float32Array.from(indices, (_, k) => (k % 5) - 2);
    const x = Array.from({ length: 12 }, (_, k) => k - 4);
    const wanted = lengths.map((length, row) => {
      const entries = Array.from({ length }, (_, k) => offsets[row] + k);
      return entries.reduce((sum, k) => sum + values[k] * x[indices[k]], 0);
    });
    const matrix = device.sparse({ offsets, indices, values, columns: 12 });
    equal([matrix.rows, matrix.columns], [lengths.length, 12], "its size");
    equal(await matrix.multiply(device.stream(x)).read(), wanted, `a product of ${lengths.length} rows`);
    matrix.dispose();
    await rejects(() => matrix.multiply(device.stream(x)), "disposed");
  }
  const wrong = await rejects(() => device.sparse({ offsets: [0, 1], indices: [3], values: [1], columns: 3 }), "primitive");
  check(wrong.includes("columns are whole numbers from 0 to 2"), wrong);
  await rejects(() => device.sparse({ offsets: "0", indices: [], values: [], columns: 3 }), "type");
  device.dispose();
};

tests["pictures of all sizes"] = async () => {
  const device = await Device.create();
  for (const [rows, columns] of [[1, 1], [1, 5], [3, 2], [16, 12], [33, 20]]) {
    const what = `${rows} by ${columns}`;
    const numbers = floats(rows * columns, (i) => (i * 7) % 5);
    const x = device.stream(numbers, { shape: [rows, columns] });
    const place = (i) => [Math.floor(i / columns), i % columns];
    equal(await x.transpose().read(), floats(rows * columns, (i) => numbers[(i % rows) * columns + Math.floor(i / rows)]), `transposed, ${what}`);
    const product = floats(rows * rows, (i) => {
      const [y, x] = [Math.floor(i / rows), i % rows];
      return Array.from({ length: columns }, (_, k) => numbers[y * columns + k] * numbers[x * columns + k]).reduce((a, b) => a + b, 0);
    });
    equal(await x.matmul(x.transpose()).read(), product, `a product, ${what}`);
    const above = (i) => {
      const [y, x] = place(i);
      return numbers.reduce((sum, number, j) => sum + (place(j)[0] <= y && place(j)[1] <= x ? number : 0), 0);
    };
    equal(await x.sat().read(), floats(rows * columns, above), `sums of rectangles, ${what}`);
    const mirrored = (i, n) => { const k = ((i % (2 * n)) + 2 * n) % (2 * n); return Math.min(k, 2 * n - 1 - k); };
    const neighbour = (i, v, u) => numbers[mirrored(place(i)[0] + v, rows) * columns + mirrored(place(i)[1] + u, columns)];
    const nine = Array.from({ length: 9 }, (_, k) => [Math.floor(k / 3) - 1, (k % 3) - 1]);
    const weights = nine.map((_, k) => k * k - 7);
    const convolved = floats(rows * columns, (i) => nine.reduce((sum, [v, u], k) => sum + weights[k] * neighbour(i, -v, -u), 0));
    equal(await x.convolve(weights, [3, 3]).read(), convolved, `convolved, ${what}`);
    const medians = floats(rows * columns, (i) => nine.map(([v, u]) => neighbour(i, v, u)).sort((a, b) => a - b)[4]);
    equal(await x.medianFilter(3).read(), medians, `medians, ${what}`);
    const blurred = await x.blur(0.8, { border: "wrap" }).read();
    const [before, after] = [numbers, blurred].map((list) => list.reduce((sum, number) => sum + number, 0));
    if (Math.abs(before - after) > 1e-3 * (1 + Math.abs(before))) throw new Error(`a blur, ${what}: ${before} became ${after}`);
    const mask = floats(rows * columns, (i) => ((i * 37) % 11 === 3 ? 1 : 0));
    const seeds = Array.from(mask.keys()).filter((i) => mask[i] !== 0);
    const squared = (i, j) => (place(i)[0] - place(j)[0]) ** 2 + (place(i)[1] - place(j)[1]) ** 2;
    const nearest = floats(rows * columns, (i) => seeds.reduce((best, j) => (best < 0 || squared(i, j) < squared(i, best) ? j : best), -1));
    const picture = device.stream(mask, { shape: [rows, columns] });
    equal(await picture.nearest().read(), nearest, `the nearest, ${what}`);
    const distances = await picture.distance().read();
    const wanted = floats(rows * columns, (i) => (nearest[i] < 0 ? Infinity : squared(i, nearest[i])));
    equal(distances.map((d) => (Number.isFinite(d) ? Math.round(d * d) : d)), wanted, `distances, ${what}`);
    for (const connectivity of [4, 8]) {
      const labels = new Float32Array(rows * columns);
      let count = 0;
      for (const first of seeds) {
        if (labels[first]) continue;
        count += 1;
        const open = [first];
        while (open.length) {
          const own = open.pop();
          if (labels[own] || !mask[own]) continue;
          labels[own] = count;
          open.push(...seeds.filter((j) => squared(own, j) <= (connectivity === 8 ? 2 : 1)));
        }
      }
      const found = picture.label({ connectivity });
      equal([found.count], [count], `the number of components, ${what}`);
      equal(await found.labels.read(), labels, `components, ${what}`);
    }
  }
  for (const n of [1, 2, 7, 12, 64]) {
    const numbers = floats(n, (i) => (i * 5) % 7);
    const wanted = (k) => numbers.reduce((sum, x, j) => [sum[0] + x * Math.cos((2 * Math.PI * j * k) / n), sum[1] - x * Math.sin((2 * Math.PI * j * k) / n)], [0, 0]);
    const near = (found, all, what) => {
      const off = all.findIndex((x, i) => !(Math.abs(found[i] - x) < 1e-4 * n));
      if (found.length !== all.length || off >= 0) throw new Error(`${what} of ${n}: ${found[off]} and not ${all[off]}`);
    };
    const half = device.stream(numbers).rfft();
    near(await half.read(), Array.from({ length: Math.floor(n / 2) + 1 }, (_, k) => wanted(k)).flat(), "half a spectrum");
    near(await half.irfft(n).read(), Array.from(numbers), "half a spectrum, back");
    const pairs = device.stream(Float32Array.from(Array.from(numbers, (x) => [x, 0]).flat()), { components: 2 });
    const spectrum = pairs.fft();
    near(await spectrum.read(), Array.from({ length: n }, (_, k) => wanted(k)).flat(), "a spectrum");
    near(await spectrum.fft({ inverse: true }).read(), Array.from(numbers, (x) => [x, 0]).flat(), "a spectrum, back");
  }
  let said = "";
  try {
    device.stream(floats(4, (i) => i), { shape: [2, 2] }).label({ connectivity: 6 });
  } catch (error) {
    said = error.message;
  }
  if (!said.includes("connectivity is 4 or 8")) throw new Error(said);
  device.dispose();
};
