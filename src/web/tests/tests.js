// The tests of the package, in a browser.
import { check as selfTest, checks, report } from "./brooklet/check.js";
import { Device } from "./brooklet/index.js";
import { COUNTS, check, equal, noise, rejects, tests } from "./support.js";

tests["sorts of all sizes"] = async () => {
  const device = await Device.create();
  for (const count of COUNTS) {
    const data = noise(count);
    const keys = device.stream(data);
    const sorted = Float32Array.from(data).sort();
    equal(await keys.sort().read(), sorted, `sort of ${count}`);
    equal(keys.sort({ descending: true }).readSync(), sorted.reverse(), `descending sort of ${count}`);
  }
  device.dispose();
};

tests["argsorts of all sizes, by few bits and by all"] = async () => {
  const device = await Device.create();
  for (const count of COUNTS) {
    const data = noise(count).map((x) => Math.floor((x + 1) * 2 ** 15));
    const order = (sign) => Float32Array.from(data.keys()).sort((a, b) => sign * (data[a] - data[b]) || a - b);
    const keys = device.stream(data);
    equal(await keys.argsort({ bits: 16, range: "integers" }).read(), order(1), `argsort of ${count} by 16 bits`);
    equal(await keys.argsort({ descending: true }).read(), order(-1), `descending argsort of ${count}`);
  }
  device.dispose();
};

tests["an own context may be drawn with, too"] = async () => {
  const device = await Device.create();
  const data = noise(1000);
  const sorted = Float32Array.from(data).sort();
  device.stream(data);
  disturb(device.gl);
  const stream = device.stream(data);
  equal(stream.sort().readSync(), sorted, "a sort after state that would spoil it");
  disturb(device.gl);
  equal(await stream.sort().read(), sorted, "a read after such state");
  device.dispose();
  check(device.gl.isContextLost(), "the context goes with its device");
};

tests["scan, reduce, filter and map"] = async () => {
  const device = await Device.create();
  const data = Float32Array.from({ length: 5000 }, (_, i) => i % 17);
  const x = device.stream(data);
  let sum = 0;
  equal(await x.scan().read(), data.map((v) => (sum += v)), "scan");
  equal([x.reduce("max"), x.reduce("sum")], [16, sum], "reduce");
  equal(await x.filter("x > 8.0").read(), data.filter((v) => v > 8), "filter");
  equal(await x.map("2.0 * x + 1.0").read(), data.map((v) => 2 * v + 1), "map");
  equal(await device.map("a - b", { a: x, b: x }).read(), data.map(() => 0), "map of two");
  equal(await x.filter("x > 99.0").read(), new Float32Array(0), "filter that keeps nothing");
  const ints = Int32Array.from([5, -(2 ** 31), 2 ** 31 - 1, 5]);
  equal(device.stream(ints).sort().readSync(), ints.slice().sort(), "sort of integers");
  equal(await device.stream(ints).sort().read(), ints.slice().sort(), "a read of integers");
  await rejects(() => device.stream(ints).glsl("f", "s"), "type");
  await rejects(() => x.argsort({ range: [0, 1] }), "option");
  check(device.stream(data, { shape: [50, 100] }).shape.join() === "50,100", "a shape of two extents");
  device.dispose();
};

tests["order, counts and groups"] = async () => {
  const device = await Device.create();
  const data = noise(5000);
  const x = device.stream(data);
  const sorted = data.slice().sort();
  const order = Float32Array.from(data.keys()).sort((a, b) => data[b] - data[a] || a - b);
  const top = x.top(10);
  equal(await top.positions.read(), order.slice(0, 10), "positions of the largest");
  equal(await top.values.read(), order.slice(0, 10).map((at) => data[at]), "the largest");
  equal(await x.quantile(0, 1).read(), [sorted[0], sorted[4999]], "quantiles");
  const keys = data.map((v) => Math.round(4 * v));
  const k = device.stream(keys);
  const counts = new Map();
  const sums = new Map();
  keys.forEach((key, i) => {
    counts.set(key + 0, (counts.get(key + 0) ?? 0) + 1);
    sums.set(key + 0, (sums.get(key + 0) ?? 0) + (i % 3));
  });
  const distinct = [...counts.keys()].sort((a, b) => a - b);
  const unique = k.map("x + 0.0").unique();
  equal((await unique.values.read()).map((v) => v + 0), distinct, "distinct elements");
  equal(await unique.counts.read(), distinct.map((key) => counts.get(key)), "their counts");
  const groups = k.group(device.stream(keys.map((_, i) => i % 3)));
  equal(await groups.values.read(), distinct.map((key) => sums.get(key)), "sums by key");
  equal(await k.histogram(9, { range: [-4.5, 4.5] }).read(), distinct.map((key) => counts.get(key)), "a histogram");
  const runs = device.stream([1, 1, 2, 1]).runLengths();
  equal([...(await runs.values.read()), ...(await runs.lengths.read())], [1, 2, 1, 2, 1, 1], "runs");
  const positions = x.argsort();
  equal(await x.take(positions).read(), sorted, "elements in order");
  equal(await x.map("0.0 * x").put(positions, x.sort()).read(), data, "elements where they were");
  equal(await device.stream([1, 1]).put(device.stream([0, 0, 1]), device.stream([2, 3, 4]), "sum").read(), [6, 5], "sums of several");
  equal(await x.sort().merge(x.sort()).read(), Float32Array.from([...data, ...data]).sort(), "a merge");
  equal(await device.stream(sorted).search(x).read(), data.map((v) => sorted.indexOf(v)), "a search");
  const { stream, kept } = x.partition("x > 0.0");
  equal(await stream.read(), [...data.filter((v) => v > 0), ...data.filter((v) => !(v > 0))], "a partition");
  check(kept === data.filter((v) => v > 0).length, "the number that is kept");
  const heads = device.stream([1, 0, 1, 0]);
  equal(await device.stream([1, 2, 3, 4]).scan("sum", { heads }).read(), [1, 3, 3, 7], "a segmented scan");
  const rows = device.stream([3, 1, 2, 6, 5, 4], { shape: [2, 3] });
  equal(await rows.sort({ axis: 1 }).read(), [1, 2, 3, 4, 5, 6], "sorted rows");
  equal(await rows.argsort({ axis: -1 }).read(), [1, 2, 0, 2, 1, 0], "orders of rows");
  equal(await rows.reduceAxis("max", 0).read(), [6, 5, 4], "maxima of columns");
  equal(await rows.scan("sum", { axis: 0 }).read(), [3, 1, 2, 9, 6, 6], "scans of columns");
  equal(await rows.reduceAxis("mean", 1).read(), [2, 5], "means of rows");
  equal(await rows.argmaxAxis(1).read(), [0, 0], "places of the largest");
  equal(await rows.argminAxis(0).read(), [0, 0, 0], "places of the smallest");
  const best = rows.top(2, { axis: 1 });
  equal([...await best.values.read(), ...await best.positions.read()], [3, 2, 6, 5, 0, 2, 0, 1], "the largest of rows");
  equal(await rows.quantileAxis(1, 0.5).read(), [2, 5], "medians of rows");
  equal([x.argmax(), x.argmin()], [data.indexOf(sorted[4999]), data.indexOf(sorted[0])], "the places of the extremes");
  const random = await device.random(1000, { seed: 7 }).read();
  equal(await device.random(1000, { seed: 7n }).read(), random, "the same seed");
  check(random.every((v) => v >= 0 && v < 1), "random numbers in [0, 1)");
  await rejects(() => rows.sort({ axis: 1, method: "merge" }), "option");
  await rejects(() => rows.sort({ axis: 2 }), "shape");
  device.dispose();
};

tests["constants, vectors, operators and kernels of one's own"] = async () => {
  const device = await Device.create();
  const data = noise(5000);
  const x = device.stream(data);
  for (const by of [2, 3]) equal(await device.map("by * x", { x, by }).read(), data.map((v) => by * v), "a constant");
  equal(await x.map("flag ? x : -x", { flag: false }).read(), data.map((v) => -v), "a flag");
  equal(await device.map("v.x + v.y", { v: [1, 2] }, { shape: 3 }).read(), [3, 3, 3], "a map without streams");
  await rejects(() => x.map("by * x", { by: "2" }), "type");
  await rejects(() => x.map("by * x", { by: [1] }), "type");
  // Vectors.
  const points = device.stream(data.slice(0, 3999), { components: 3 });
  check(points.shape.join() === "1333" && points.layout().components === 3, "1333 points");
  equal(await points.read(), data.slice(0, 3999), "points");
  equal(points.readSync(), data.slice(0, 3999), "points, at once");
  const depth = device.map("dot(p, vec3(row.x, 0.0, 0.0)) + row.w", { p: points, row: [2, 0, 0, 1] });
  equal(await depth.read(), Float32Array.from({ length: 1333 }, (_, i) => Math.fround(2 * data[3 * i]) + 1), "depths");
  const back = device.map("p.zyx", { p: points }).take(device.stream([1, 0]));
  equal(await back.read(), [5, 4, 3, 2, 1, 0].map((at) => data[at]), "points turned and taken");
  check(points.glsl("point", "points").startsWith("vec3 point(int i)"), "a function that fetches points");
  const message = await rejects(() => points.sort(), "type");
  check(message === "a sort takes numbers, and this stream has vectors of 3 floats", message);
  await rejects(() => device.stream([1, 2, 3], { components: 2 }), "shape");
  await rejects(() => device.stream(new Int32Array(4), { components: 2 }), "type");
  // Operators.
  const farther = { expression: "abs(a) < abs(b) ? b : a", apply: (a, b) => (Math.abs(a) < Math.abs(b) ? b : a), identity: 0 };
  const far = data.reduce(farther.apply);
  check(x.reduce(farther) === far, "a reduction by an operator of one's own");
  let most = 0;
  equal(await x.scan(farther).read(), data.map((v) => (most = farther.apply(most, v))), "a scan by it");
  equal(await device.stream([1, 2]).scan(farther, { exclusive: true }).read(), [0, 1], "an exclusive one");
  await rejects(() => x.scan({ expression: "a +", apply: () => 0 }), "compile");
  await rejects(() => x.scan({ expression: "a + b" }), "operator");
  await rejects(() => x.scan("mean"), "operator");
  // Kernels.
  const smooth = device.kernel(`
    input float x;
    constant index reach;
    output float mean; // of neighbours
    output vec2 ends;
    void main() {
        index first = max(here() - reach, 0), last = min(here() + reach, count(x) - 1);
        float sum = 0.0;
        for (index i = first; i <= last; i++) { sum += fetch(x, i); }
        mean = sum / float(last - first + 1);
        ends = vec2(fetch(x, first), fetch(x, last));
    }`, "smooth");
  const ports = [...smooth.inputs, ...smooth.constants, ...smooth.outputs].map(({ type, name }) => `${type} ${name}`);
  equal(ports, ["float x", "index reach", "float mean", "vec2 ends"], "what it declares");
  const small = device.stream([1, 2, 6, 7]);
  const { mean, ends } = smooth.run({ x: small, reach: 1 });
  equal(await mean.read(), [1.5, 3, 5, 6.5], "means");
  equal(await ends.read(), [1, 2, 1, 6, 2, 7, 6, 7], "ends");
  equal(await smooth.run({ x: small, reach: 0 }, { shape: [2, 2] }).mean.read(), [1, 2, 6, 7], "a shape of one's own");
  check((await rejects(() => smooth.run({ x: small }), "pass")).includes("give { reach: .. }"), "what is missing");
  await rejects(() => smooth.run({ x: small, reach: 0.5 }), "type");
  try {
    device.kernel("input float x;\noutput float y;\nvoid main() {\n    y = z;\n}", "wrong");
    check(false, "it compiles");
  } catch ({ code, kernel, place, message }) {
    equal([code, kernel, place.line, place.column, place.length], ["compile", "wrong", 4, 9, 1], "the place of the error");
    check(message.includes("4 |     y = z;\n  |         ^"), message);
  }
  smooth.dispose();
  smooth.dispose();
  await rejects(() => smooth.run({ x: small, reach: 1 }), "disposed");
  device.dispose();
};

tests["what a page will use is compiled before"] = async () => {
  const device = await Device.create();
  const { gl } = device;
  let compiled = 0;
  const compile = gl.compileShader;
  gl.compileShader = (shader) => { compiled += 1; compile.call(gl, shader); };
  const use = (x) => x.map("2.0 * x").argsort({ bits: 16 });
  await device.warmUp(5000, use);
  check(compiled > 2, `${compiled} shaders`);
  check(device.memory.streams === 0, `${device.memory.streams} streams are left`);
  compiled = 0;
  const data = noise(5000);
  const order = await use(device.stream(data.map((v) => Math.round(100 * v)))).read();
  check(compiled === 0, `${compiled} more shaders`);
  equal(order.slice().sort(), data.map((_, i) => i), "all positions");
  // What is made while it waits is not disposed of.
  const later = device.warmUp(10, () => new Promise((resolve) => setTimeout(resolve, 10)));
  const kept = device.stream([2, 1]);
  await later;
  equal(await kept.sort().read(), [1, 2], "a stream that is made meanwhile");
  await rejects(() => device.warmUp(10, (x) => x.map("x +")), "compile");
  device.dispose();
};

const PIXEL_STORE = ["UNPACK_FLIP_Y_WEBGL", "UNPACK_PREMULTIPLY_ALPHA_WEBGL", "UNPACK_ALIGNMENT", "UNPACK_ROW_LENGTH",
  "UNPACK_SKIP_ROWS", "UNPACK_SKIP_PIXELS", "UNPACK_SKIP_IMAGES", "UNPACK_IMAGE_HEIGHT", "PACK_ALIGNMENT", "PACK_ROW_LENGTH",
  "PACK_SKIP_ROWS", "PACK_SKIP_PIXELS"];
const STATES = [...PIXEL_STORE, "CURRENT_PROGRAM", "VERTEX_ARRAY_BINDING", "ARRAY_BUFFER_BINDING", "DRAW_FRAMEBUFFER_BINDING",
  "READ_FRAMEBUFFER_BINDING", "PIXEL_PACK_BUFFER_BINDING", "PIXEL_UNPACK_BUFFER_BINDING", "ACTIVE_TEXTURE", "VIEWPORT",
  "COLOR_WRITEMASK", "BLEND", "CULL_FACE", "DEPTH_TEST", "DITHER", "SCISSOR_TEST", "STENCIL_TEST", "RASTERIZER_DISCARD"];
const stateOf = (gl) => {
  const state = STATES.map((name) => [name, gl.getParameter(gl[name])]);
  const active = gl.getParameter(gl.ACTIVE_TEXTURE);
  for (let unit = 0; unit < 8; unit++) {
    gl.activeTexture(gl.TEXTURE0 + unit);
    for (const name of ["TEXTURE_BINDING_2D", "TEXTURE_BINDING_2D_ARRAY", "SAMPLER_BINDING"]) {
      state.push([`${name} ${unit}`, gl.getParameter(gl[name])]);
    }
  }
  gl.activeTexture(active);
  return state;
};
const disturb = (gl) => {
  for (const name of ["BLEND", "CULL_FACE", "DEPTH_TEST", "SCISSOR_TEST", "STENCIL_TEST", "RASTERIZER_DISCARD"]) gl.enable(gl[name]);
  gl.cullFace(gl.FRONT_AND_BACK);
  gl.scissor(0, 0, 0, 0);
  gl.viewport(1, 2, 3, 4);
  gl.colorMask(false, true, false, true);
  const values = [true, true, 8, 77, 1, 2, 1, 99, 8, 77, 1, 2];
  PIXEL_STORE.forEach((name, at) => gl.pixelStorei(gl[name], values[at]));
  const program = gl.createProgram();
  for (const [type, text] of [[gl.VERTEX_SHADER, "void main() { gl_Position = vec4(0); }"], [gl.FRAGMENT_SHADER, "void main() {}"]]) {
    const shader = gl.createShader(type);
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  gl.useProgram(program);
  gl.bindVertexArray(gl.createVertexArray());
  for (const target of ["ARRAY_BUFFER", "PIXEL_PACK_BUFFER", "PIXEL_UNPACK_BUFFER"]) gl.bindBuffer(gl[target], gl.createBuffer());
  gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, gl.createFramebuffer());
  gl.bindFramebuffer(gl.READ_FRAMEBUFFER, gl.createFramebuffer());
  for (let unit = 0; unit < 8; unit++) {
    gl.activeTexture(gl.TEXTURE0 + unit);
    gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
    const sampler = gl.createSampler();
    gl.samplerParameteri(sampler, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
    gl.bindSampler(unit, sampler);
  }
  gl.activeTexture(gl.TEXTURE3);
};

for (const wrap of [true, false]) {
  tests[`the owner of a context finds everything as it was, ${wrap ? "followed" : "asked"}`] = async () => {
    const gl = document.createElement("canvas").getContext("webgl2");
    disturb(gl);
    const before = stateOf(gl);
    const same = (when) => {
      for (const [at, [name, value]] of stateOf(gl).entries()) {
        const [a, b] = [value, before[at][1]];
        check(a === b || (a?.length !== undefined && String(a) === String(b)), `${when}, ${name} is ${a} instead of ${b}`);
      }
    };
    const device = await Device.adopt(gl, { wrap });
    same("after adopting");
    const data = noise(4097);
    const keys = device.stream(data);
    same("after an upload");
    const sorted = keys.sort();
    same("after a sort");
    const result = await sorted.read();
    same("after reading");
    equal(result, Float32Array.from(data).sort(), "a sort in the context of another");
    equal(sorted.readSync(), result, "a read at once");
    same("after reading at once");
    // What the owner sets later is kept, too.
    gl.colorMask(true, false, true, false);
    gl.pixelStorei(gl.UNPACK_ROW_LENGTH, 5);
    before.find(([name]) => name === "COLOR_WRITEMASK")[1] = [true, false, true, false];
    before.find(([name]) => name === "UNPACK_ROW_LENGTH")[1] = 5;
    keys.sort();
    same("after what the owner set");
    device.dispose();
    same("after the end");
    check(gl.getError() === gl.NO_ERROR, "an error of WebGL");
    check(!Object.hasOwn(gl, "colorMask") && !Object.hasOwn(gl, "pixelStorei"), "the context stays wrapped");
  };
}

tests["a result is drawn with"] = async () => {
  const gl = document.createElement("canvas").getContext("webgl2");
  gl.getExtension("EXT_color_buffer_float");
  const device = await Device.adopt(gl);
  const data = noise(1000);
  const sorted = device.stream(data).sort();
  const shader = (type, text) => {
    const made = gl.createShader(type);
    gl.shaderSource(made, "#version 300 es\nprecision highp float;\nprecision highp sampler2D;\n" + text);
    gl.compileShader(made);
    check(gl.getShaderParameter(made, gl.COMPILE_STATUS), gl.getShaderInfoLog(made));
    return made;
  };
  const program = gl.createProgram();
  gl.attachShader(program, shader(gl.VERTEX_SHADER, "void main() { gl_Position = vec4(vec2[](vec2(-1,-1), vec2(3,-1), vec2(-1,3))[gl_VertexID], 0, 1); }"));
  gl.attachShader(program, shader(gl.FRAGMENT_SHADER, `uniform sampler2D keys; out vec4 color;\n${sorted.glsl("key", "keys")}void main() { color = vec4(key(int(gl_FragCoord.x))); }`));
  gl.linkProgram(program);
  gl.useProgram(program);
  gl.bindTexture(gl.TEXTURE_2D, sorted.texture);
  const target = gl.createTexture();
  gl.activeTexture(gl.TEXTURE1);
  gl.bindTexture(gl.TEXTURE_2D, target);
  gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA32F, 1000, 1);
  gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer());
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, target, 0);
  gl.viewport(0, 0, 1000, 1);
  gl.drawArrays(gl.TRIANGLES, 0, 3);
  const pixels = new Float32Array(4000);
  gl.readPixels(0, 0, 1000, 1, gl.RGBA, gl.FLOAT, pixels);
  equal(pixels.filter((_, at) => at % 4 === 0), data.slice().sort(), "what was drawn");
  device.dispose();
};

tests["a texture of somebody else is a stream"] = async () => {
  const gl = document.createElement("canvas").getContext("webgl2");
  const device = await Device.adopt(gl);
  for (const [format, lanes, width, height, count] of [["RGBA32F", 4, 64, 16, 4096], ["RGBA32F", 4, 10, 7, 245], ["R32F", 1, 7, 5, 30]]) {
    const data = noise(width * height * lanes, 5).fill(-Infinity, count);
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    // As it comes, with filters for which it has no mip levels.
    const of = lanes === 4 ? gl.RGBA : gl.RED;
    gl.texImage2D(gl.TEXTURE_2D, 0, gl[format], width, height, 0, of, gl.FLOAT, data);
    const stream = device.texture(texture, { width, height, count, format });
    check(stream.texture === texture, "the texture is the stream's");
    const wanted = data.slice(0, count).sort();
    equal(await stream.sort().read(), wanted, `a sort of ${format}`);
    equal(stream.readSync(), data.slice(0, count), `a read of ${format}`);
    stream.dispose();
    check(gl.isTexture(texture), "the owner keeps the texture");
    gl.deleteTexture(texture);
    check(!gl.isTexture(texture), "and deletes it");
  }
  const kept = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, kept);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, 1, 1, 0, gl.RGBA, gl.FLOAT, new Float32Array(4));
  device.texture(kept, { width: 1, height: 1, count: 4, format: "RGBA32F" });
  const message = await rejects(() => device.texture(kept, { width: 1, height: 2, count: 4, format: "RGBA32F" }), "shape");
  check(message.includes("take 1 rows") && message.includes("has 2"), message);
  await rejects(() => device.texture(kept, { width: 1, height: 1, count: 4, format: "RGBA8" }), "type");
  device.dispose();
  check(gl.isTexture(kept), "the end of a device keeps it, too");
  check(!Object.hasOwn(gl, "deleteTexture") && !Object.hasOwn(gl, "createTexture"), "the context stays wrapped");
};

tests["a texture that its owner still has bound goes with its device"] = async () => {
  const gl = document.createElement("canvas").getContext("webgl2");
  const device = await Device.adopt(gl);
  const stream = device.stream([3, 1, 2]).sort();
  gl.activeTexture(gl.TEXTURE1);
  gl.bindTexture(gl.TEXTURE_2D, stream.texture);
  device.dispose();
  check(gl.getParameter(gl.TEXTURE_BINDING_2D) === null, "a texture that is deleted stays bound");
  check(gl.getError() === gl.NO_ERROR, "an error of WebGL");
};

for (const wrap of [true, false]) {
  tests[`a call within transform feedback or a query is an error, ${wrap ? "followed" : "asked"}`] = async () => {
    const gl = document.createElement("canvas").getContext("webgl2");
    const device = await Device.adopt(gl, { wrap });
    const keys = device.stream([3, 1, 2]);
    const program = gl.createProgram();
    const texts = ["out float x; void main() { x = 1.0; gl_Position = vec4(0); }", "out highp vec4 y; void main() { y = vec4(1); }"];
    texts.forEach((text, at) => {
      const shader = gl.createShader(at === 0 ? gl.VERTEX_SHADER : gl.FRAGMENT_SHADER);
      gl.shaderSource(shader, `#version 300 es\n${text}`);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    });
    gl.transformFeedbackVaryings(program, ["x"], gl.SEPARATE_ATTRIBS);
    gl.linkProgram(program);
    gl.useProgram(program);
    const buffer = gl.createBuffer();
    gl.bindBuffer(gl.TRANSFORM_FEEDBACK_BUFFER, buffer);
    gl.bufferData(gl.TRANSFORM_FEEDBACK_BUFFER, 16, gl.STATIC_READ);
    gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
    gl.beginTransformFeedback(gl.POINTS);
    await rejects(() => keys.sort(), "state");
    gl.pauseTransformFeedback();
    await rejects(() => keys.sort(), "state");
    gl.resumeTransformFeedback();
    gl.drawArrays(gl.POINTS, 0, 4);
    gl.endTransformFeedback();
    gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, null);
    gl.bindBuffer(gl.TRANSFORM_FEEDBACK_BUFFER, buffer);
    const captured = new Float32Array(4);
    gl.getBufferSubData(gl.TRANSFORM_FEEDBACK_BUFFER, 0, captured);
    equal(captured, [1, 1, 1, 1], "what the owner captures");
    const query = gl.createQuery();
    gl.beginQuery(gl.ANY_SAMPLES_PASSED, query);
    await rejects(() => keys.sort(), "state");
    gl.endQuery(gl.ANY_SAMPLES_PASSED);
    equal(keys.sort().readSync(), [1, 2, 3], "a sort afterwards");
    keys.dispose();
    check(gl.getError() === gl.NO_ERROR, "an error of WebGL");
    device.dispose();
    check(!Object.hasOwn(gl, "beginTransformFeedback"), "the context stays wrapped");
  };
}

tests["errors say what is wrong"] = async () => {
  const device = await Device.create();
  const x = device.stream([1, 2, 3]);
  check((await rejects(() => x.map("x +"), "compile")).includes("x +"), "the message shows the expression");
  check((await rejects(() => x.sort({ method: "quick" }), "method")).includes("merge"), "the message names the methods");
  await rejects(() => device.stream([1, 2], { shape: [3] }), "shape");
  await rejects(() => device.stream("text"), "type");
  for (const [what, work] of Object.entries({
    k: () => x.top(2.5), bins: () => x.histogram(0), bits: () => x.argsort({ bits: 0 }), axis: () => x.sort({ axis: 0.5 }),
    extent: () => device.random(-1), seed: () => device.random(3, { seed: 1.5 }), components: () => device.stream([1], { components: 5 }),
  })) {
    const message = await rejects(work, "option");
    check(message.includes(what) && message.includes("whole number"), message);
  }
  await rejects(() => x.search([1, 2]), "type");
  await rejects(() => x.map("v.x * x", { v: [1, 2, 3, 4, 5] }), "type");
  await rejects(() => device.stream(null), "type");
  x.dispose();
  x.dispose();
  await rejects(() => x.sort(), "disposed");
  device.dispose();
  await rejects(() => device.stream([1]), "disposed");
};

tests["a lost context is an error, at once and for what waits"] = async () => {
  const gl = document.createElement("canvas").getContext("webgl2");
  const device = await Device.adopt(gl);
  const x = device.stream(noise(1000));
  const waits = rejects(() => x.sort().read(), "context-lost");
  gl.getExtension("WEBGL_lose_context").loseContext();
  await waits;
  await rejects(() => x.sort(), "context-lost");
  await rejects(async () => x.read(), "context-lost");
  device.dispose();
};

tests["two devices, and ten thousand calls without more textures"] = async () => {
  const [a, b] = [await Device.create(), await Device.create()];
  const [x, y] = [a.stream([3, 1, 2]), b.stream([6, 5, 4])];
  equal(await x.sort().read(), [1, 2, 3], "of the first");
  equal(await y.sort().read(), [4, 5, 6], "of the second");
  await rejects(() => a.map("x + y", { x, y }), "device");
  await rejects(() => x.merge(y), "device");
  const create = a.gl.createTexture;
  let made = 0;
  a.gl.createTexture = function () { made += 1; return create.call(this); };
  for (let call = 0; call < 10000; call++) x.map("x + 1.0").dispose();
  check(made < 10, `${made} textures`);
  a.dispose();
  b.dispose();
};

tests["the self-test of check.html"] = async () => {
  const device = await Device.create();
  const findings = await selfTest(device);
  const wrong = findings.filter((finding) => finding.wrong);
  check(wrong.length === 0, wrong.map((finding) => `${finding.name}: ${finding.wrong}`).join("; "));
  check(findings.length === checks && checks > 15, `${findings.length} findings of ${checks}`);
  check(report(device, findings).includes("all are right"), "the report");
  device.dispose();
};

tests["a worker computes, too"] = async () => {
  check(!crossOriginIsolated, "the page needs no cross-origin isolation");
  const worker = new Worker("worker.js", { type: "module" });
  const data = noise(5000);
  const answer = new Promise((resolve, fail) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => fail(new Error(message));
  });
  worker.postMessage(data);
  const { sorted, error } = await answer;
  worker.terminate();
  check(!error, error);
  equal(sorted, data.slice().sort(), "a sort in a worker");
};

tests["ten thousand frames use no more memory"] = async () => {
  const device = await Device.create();
  const data = noise(256);
  const frame = () => {
    const x = device.stream(data);
    const depths = device.map("a * x", { x, a: 2 });
    const order = depths.argsort({ bits: 12 });
    const { texture } = order;
    check(texture, "a texture");
    [x, depths, order].forEach((stream) => stream.dispose());
  };
  for (let i = 0; i < 200; i++) {
    frame();
    if (i % 20 === 0) await new Promise((resolve) => setTimeout(resolve));
  }
  const before = device.memory;
  for (let i = 0; i < 10000; i++) {
    frame();
    // Browsers answer some questions between tasks only.
    if (i % 20 === 0) await new Promise((resolve) => setTimeout(resolve));
  }
  const after = device.memory;
  check(after.bytes === before.bytes && after.streams === before.streams, `${JSON.stringify(before)}, then ${JSON.stringify(after)}`);
  device.dispose();
};
