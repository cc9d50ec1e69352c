// Measures what the calls of a primitive take, beside those of the same draws in bare WebGL: `python3 src/web/tests/run.py TARGET overhead.html`.
import { Device } from "./brooklet/index.js";

const median = (times) => times.sort((a, b) => a - b)[times.length >> 1];
// What a program by hand would call, too.
const BARE = /^(useProgram|bindFramebuffer|framebufferTexture|viewport|activeTexture|bindTexture|uniform|drawArrays|bindVertexArray|drawBuffers)/;

// Calls, without waiting for the GPU, which is done before and after.
const timed = (gl, work) => {
  gl.finish();
  const begun = performance.now();
  work();
  const taken = performance.now() - begun;
  gl.finish();
  return taken;
};

const measure = async (adopted, name, use) => {
  const gl = document.createElement("canvas").getContext("webgl2");
  const device = await Device.adopt(gl, adopted);
  const x = device.stream(Float32Array.from({ length: 1 << 10 }, (_, i) => (i * 7919) % 1024));
  for (let i = 0; i < 3; i++) use(x).dispose();
  const recorded = [];
  const names = Object.getOwnPropertyNames(WebGL2RenderingContext.prototype).filter((key) => typeof gl[key] === "function");
  const mine = Object.fromEntries(names.map((key) => [key, Object.getOwnPropertyDescriptor(gl, key)]));
  for (const key of names) {
    const original = gl[key];
    gl[key] = function (...args) {
      recorded.push([key, args.map((arg) => (ArrayBuffer.isView(arg) ? arg.slice() : arg))]);
      return original.apply(gl, args);
    };
  }
  use(x).dispose();
  for (const key of names) mine[key] ? Object.defineProperty(gl, key, mine[key]) : delete gl[key];
  const bare = recorded.filter(([key]) => BARE.test(key));
  const passes = recorded.filter(([key]) => key === "drawArrays").length;
  const [own, byHand] = [[], []];
  for (let round = 0; round < 101; round++) {
    own.push(timed(gl, () => use(x).dispose()));
    byHand.push(timed(gl, () => { for (const [key, args] of bare) gl[key](...args); }));
  }
  const [ours, theirs] = [median(own), median(byHand)];
  device.dispose();
  return {
    name, passes, calls: recorded.length, bare: bare.length, brooklet_ms: ours, bare_ms: theirs, above_ms_per_ten_passes: (10 * (ours - theirs)) / passes,
  };
};

const USES = {
  "sort of 2^10": (x) => x.sort(),
  "bitonic sort of 2^10": (x) => x.sort({ method: "bitonic" }),
  "argsort of 2^10 by 16 bits": (x) => x.argsort({ bits: 16 }),
  "scan of 2^10": (x) => x.scan(),
};
const figures = [];
for (const [name, use] of Object.entries(USES)) {
  for (const adopted of [{}, { wrap: false }]) figures.push(await measure(adopted, `${name}${adopted.wrap === false ? ", asked" : ""}`, use));
}
window.figures = figures;
