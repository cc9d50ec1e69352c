// Tests of the loaders, in Node. SPLATS is the folder of the compiled modules.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import { SPLATS, changed, dotSplat, ply, spz, spz4, stored } from "./files.mjs";

const { readSplats } = await import(`${process.env.SPLATS}/load/index.js`);
const { Splats, MAX_SPLATS } = await import(`${process.env.SPLATS}/splats.js`);

const floats = (words) => new Float32Array(words.buffer, words.byteOffset, words.length);
const unhalf = (bits) => {
  const [sign, exponent, fraction] = [bits & 0x8000 ? -1 : 1, (bits >> 10) & 31, bits & 1023];
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15));
};
const covariance = (splats, at) => {
  const words = splats.words.subarray(8 * at, 8 * at + 8);
  return [4, 5, 6].flatMap((i) => [words[i] & 0xffff, words[i] >>> 16]).map((bits) => unhalf(bits) * floats(words)[3]);
};

/** The covariance by matrices, written out: R S S R', where R is the quaternion's rotation of each axis. */
function expectedCovariance({ scale, turn: [w, x, y, z] }) {
  const rotate = ([a, b, c]) => {
    // v + 2w (q × v) + 2 q × (q × v)
    const cross = (p, q) => [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];
    const once = cross([x, y, z], [a, b, c]);
    const twice = cross([x, y, z], once);
    return [a, b, c].map((value, i) => value + 2 * w * once[i] + 2 * twice[i]);
  };
  const axes = [[scale[0], 0, 0], [0, scale[1], 0], [0, 0, scale[2]]].map(rotate);
  const entry = (i, j) => axes.reduce((sum, axis) => sum + axis[i] * axis[j], 0);
  return [entry(0, 0), entry(0, 1), entry(0, 2), entry(1, 1), entry(1, 2), entry(2, 2)];
}

function check(splats, tolerance) {
  assert.equal(splats.count, SPLATS.length);
  SPLATS.forEach((wanted, at) => {
    const near = (got, want, what, within = tolerance) =>
      assert.ok(Math.abs(got - want) <= within, `${what} of splat ${at} is ${got} instead of ${want}`);
    [splats.x, splats.y, splats.z].forEach((values, axis) => {
      near(values[at], wanted.centre[axis], `centre ${axis}`, 1e-3);
      assert.equal(floats(splats.words)[8 * at + axis], values[at]);
    });
    const found = covariance(splats, at);
    const largest = Math.max(...wanted.scale) ** 2;
    expectedCovariance(wanted).forEach((value, i) => near(found[i] / largest, value / largest, `covariance ${i}`));
    [...wanted.colour, wanted.opacity].forEach((value, i) => {
      near(((splats.words[8 * at + 7] >>> (8 * i)) & 255) / 255, value, `colour ${i}`, 0.012);
    });
  });
}

test("a .ply file, with its properties in any order, of any degree and type", async () => {
  for (const options of [{}, { order: (names) => names.reverse() }, { harmonics: 0 }, { harmonics: 9, type: "double" },
    { littleEndian: false }, { before: 3 }]) {
    check(await readSplats(ply(options), "a.ply"), 1e-3);
  }
});

test("a .splat file", async () => check(await readSplats(dotSplat(), "a.SPLAT"), 0.03));

test(".spz files of versions 2, 3 and 4", async () => {
  for (const degree of [0, 1, 2, 3]) {
    check(await readSplats(spz({ version: 2, degree }), "a.spz"), 0.07);
    check(await readSplats(spz({ version: 3, degree }), "a.spz"), 0.07);
    check(await readSplats(spz4({ degree }), "a.spz"), 0.07);
  }
});

test("streams that zstd packs", { skip: spawnSync("zstd", ["--version"]).error && "there is no zstd here" }, async () => {
  const many = Array.from({ length: 5000 }, (_, i) => SPLATS[i % 3]);
  const pack = (bytes) => new Uint8Array(spawnSync("zstd", ["-c", "-19"], { input: bytes, maxBuffer: 2 ** 24 }).stdout);
  const splats = await readSplats(spz4({ splats: many, pack }), "a.spz");
  assert.equal(splats.count, 5000);
  assert.deepEqual(splats.words, (await readSplats(spz4({ splats: many }), "a.spz")).words);
});

const refuses = async (bytes, name, message, byte) => {
  await assert.rejects(() => readSplats(bytes, name), (error) => {
    assert.equal(error.name, "FileError", error.stack);
    assert.match(error.message, message);
    assert.equal(error.byte, byte, error.message);
    assert.ok(error.message.includes(`byte ${byte}`));
    return true;
  });
};
const text = (bytes) => new TextDecoder("latin1").decode(bytes);
const edited = (from, to) => {
  const file = text(ply());
  assert.ok(file.includes(from));
  return [Uint8Array.from(file.replace(from, to), (letter) => letter.charCodeAt(0)), file.indexOf(from)];
};

test("bad .ply files say what is wrong, and where", async () => {
  const good = ply();
  const end = text(good).indexOf("end_header");
  await refuses(good.subarray(0, 100), "a.ply", /no end_header/, text(good).lastIndexOf("\n", 99) + 1);
  await refuses(good.subarray(0, good.length - 1), "a.ply", /ends in splat 2/, good.length - 1);
  const cases = [
    ["format binary_little_endian", "format ascii", /ascii/], ["property float nx", "property half nx", /"property half nx"/],
    ["property float ny", "property float nx", /nx is there twice/], ["element vertex 3", "element vertex -3", /name and a count/],
    ["comment of the tests", "remark of the tests", /no line "remark/],
  ];
  for (const [from, to, message] of cases) {
    const [bytes, byte] = edited(from, to);
    await refuses(bytes, "a.ply", message, byte);
  }
  const summed = [
    ["float scale_1", "float size_1", /no scale_1/], ["element vertex 3", "element vertex 0", /no vertices/],
    ["element vertex 3", "element vertex 99999999", /99999999 splats, and at most 16777216/],
    ["element vertex", "element face", /no element vertex/], ["property float nx", "property list uchar int nx", /lists/],
  ];
  for (const [from, to, message] of summed) {
    const [bytes] = edited(from, to);
    await refuses(bytes, "a.ply", message, text(bytes).indexOf("end_header"));
  }
  const start = end + "end_header\n".length;
  await refuses(changed(good, start + 248 + 4, 0, 0, 192, 127), "a.ply", /y of splat 1 is NaN/, start + 252);
  const large = /scale_0 of splat 0 is 100, the logarithm of a scale, and scales of at most 1e\+18/;
  await refuses(changed(good, start + 55 * 4, 0, 0, 200, 66), "a.ply", large, start + 220);
});

test("bad .splat files say what is wrong, and where", async () => {
  await refuses(dotSplat().subarray(0, 95), "a.splat", /has only 31/, 64);
  await refuses(changed(dotSplat(), 32 + 12, 0, 0, 128, 127), "a.splat", /the first scale of splat 1 is Infinity, and at most 1e\+18/, 44);
  await refuses(changed(dotSplat(), 28, 128, 128, 128, 128), "a.splat", /rotation of splat 0 is 0/, 28);
  await refuses(new Uint8Array(0), "a.splat", /empty/, 0);
  await refuses(dotSplat(), "a.dat", /no .ply and no .spz/, 0);
});

test("bad .spz files say what is wrong, and where", async () => {
  const plain = new Uint8Array(gunzipSync(spz()));
  const packed = (bytes) => new Uint8Array(gzipSync(bytes));
  await refuses(packed(changed(plain, 4, 1)), "a.spz", /version 1/, 4);
  await refuses(packed(changed(plain, 4, 4)), "a.spz", /version 4 is not packed by gzip/, 4);
  await refuses(packed(changed(plain, 0, 1)), "a.spz", /NGSP/, 0);
  await refuses(packed(changed(plain, 12, 9)), "a.spz", /degree 9/, 12);
  await refuses(packed(changed(plain, 13, 25)), "a.spz", /25 behind the point/, 13);
  await refuses(packed(plain.subarray(0, 50)), "a.spz", /unpacks to 50/, packed(plain.subarray(0, 50)).length);
  await refuses(packed(Buffer.concat([plain, plain])), "a.spz", /unpacks to more/, packed(Buffer.concat([plain, plain])).length);
  await refuses(spz().subarray(0, 40), "a.spz", /gzip cannot unpack/, 40);
  const four = spz4();
  await refuses(changed(four, 40, 26), "a.spz", /take 27 bytes, and the table says 26/, 40);
  await refuses(changed(four, 32, 255, 255), "a.spz", /65535 bytes, and the file ends/, 32);
  await refuses(changed(four, 128, 0), "a.spz", /zstd cannot unpack the stream of positions/, 128);
  await refuses(changed(four, 16, 8), "a.spz", /outside the file/, 16);
  const short = spz4({ pack: (bytes) => stored(bytes.length === 3 ? bytes.subarray(1) : bytes) });
  const frame = text(stored(new Uint8Array(2))).slice(0, 6);
  await refuses(short, "a.spz", /alphas unpacks to 2 bytes instead of 3/, text(short).lastIndexOf(frame));
});

test("coordinates and scales that are too large to be drawn are refused, with the limit", async () => {
  const float = (value) => new Uint8Array(Float32Array.of(value).buffer);
  const start = text(ply()).indexOf("end_header") + "end_header\n".length;
  for (const far of [3e38, -3e38, 2e18]) {
    const shown = new RegExp(`y of splat 1 is ${far.toString().replace("+", "\\+")}, and at most 1e\\+18 can be drawn`);
    await refuses(changed(dotSplat(), 36, ...float(far)), "a.splat", shown, 36);
    await refuses(changed(ply(), start + 252, ...float(far)), "a.ply", shown, start + 252);
  }
  await refuses(changed(dotSplat(), 84, ...float(1e30)), "a.splat", /the third scale of splat 2 is 1e\+30, and at most 1e\+18/, 84);
  const large = await readSplats(changed(dotSplat(), 0, ...float(9e17), ...float(-9e17), ...float(9e17), ...float(9e17)), "a.splat");
  assert.ok(floats(large.words).subarray(0, 4).every(Number.isFinite), "up to the limit, all is finite");
  // Doubles hold more: numbers that are infinite as floats, and rotations whose square is infinite or 0.
  const doubles = ply({ type: "double" });
  const begin = text(doubles).indexOf("end_header") + "end_header\n".length;
  const double = (value) => new Uint8Array(Float64Array.of(value).buffer);
  await refuses(changed(doubles, begin, ...double(1e300)), "a.ply", /x of splat 0 is 1e\+300, and at most 1e\+18/, begin);
  const turn = begin + 8 * 58;
  await refuses(changed(doubles, turn, ...double(1e200)), "a.ply", /rotation of splat 0 has numbers that are too large/, turn);
  const tiny = [1e-200, 0, 0, 0].flatMap((value) => [...double(value)]);
  await refuses(changed(doubles, turn, ...tiny), "a.ply", /rotation of splat 0 is 0/, turn);
});

test("the largest numbers of a .spz file can be drawn", async () => {
  const plain = new Uint8Array(gunzipSync(spz()));
  // No bits behind the point; then all bits of positions, and of scales.
  const [positions, scales] = [16, 16 + 27 + 3 + 9];
  const largest = changed(plain, 13, 0).fill(255, positions, positions + 27).fill(255, scales, scales + 9);
  largest[positions + 2] = 127;
  const splats = await readSplats(new Uint8Array(gzipSync(largest)), "a.spz");
  assert.equal(splats.x[0], 2 ** 23 - 1);
  assert.ok(floats(splats.words)[3] < 1e6);
});

test("what a header claims is bounded before anything is unpacked", async () => {
  const claims = spz({ count: 10000000 });
  await refuses(claims, "a.spz", /packed ones hold at most/, 0);
  const large = new Uint8Array(gunzipSync(spz()));
  new DataView(large.buffer).setUint32(8, MAX_SPLATS + 1, true);
  await refuses(new Uint8Array(gzipSync(large)), "a.spz", /16777217 splats/, 8);
  assert.throws(() => new Splats(MAX_SPLATS + 1), /at most 16777216/);
  // A frame of zstd whose window is 1 GB.
  const window = spz4({ pack: (bytes) => { const frame = stored(bytes); frame[4] = 0; frame[5] = 20 << 3; return frame; } });
  await refuses(window, "a.spz", /window of 1073741824 bytes/, 128);
});
