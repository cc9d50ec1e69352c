// Draws the frames of a scene without brooklet and with it, and compares all pixels.
import { BrookletError } from "brooklet";

export const SIZE = { width: 160, height: 120 };
const FRAMES = 4;

export const check = (condition, what) => { if (!condition) throw new Error(what); };
export const equal = (got, wanted, what) => {
  check(got.length === wanted.length, `${what}: ${got.length} elements instead of ${wanted.length}`);
  for (let i = 0; i < wanted.length; i++) check(got[i] === wanted[i], `${what}: element ${i} is ${got[i]} instead of ${wanted[i]}`);
};
/** Whole numbers below 256, the same in every browser. */
export const noise = (count, seed = 1) => {
  let state = seed;
  return Float32Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 24;
  });
};
const ascending = (data) => data.slice().sort();

/** A canvas with a picture that is not the same upside down, or from behind. */
export const picture = (size = 32, hue = 0) => {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = size;
  const context = canvas.getContext("2d");
  for (let y = 0; y < 4; y++) {
    for (let x = 0; x < 4; x++) {
      context.fillStyle = `hsl(${hue + 20 * x + 70 * y} 80% ${25 + 12 * x}%)`;
      context.fillRect((x * size) / 4, (y * size) / 4, size / 4, size / 4);
    }
  }
  return canvas;
};

/** The context's own functions, without what an engine or brooklet wrapped around them. */
const bare = (gl, name, ...all) => WebGL2RenderingContext.prototype[name].apply(gl, all);

/** All pixels of the canvas, whatever is bound. */
export const pixelsOf = (gl) => {
  const ask = (name) => bare(gl, "getParameter", gl[name]);
  const stores = ["PACK_ALIGNMENT", "PACK_ROW_LENGTH", "PACK_SKIP_ROWS", "PACK_SKIP_PIXELS"].map((name) => [gl[name], ask(name)]);
  const [framebuffer, buffer] = [ask("READ_FRAMEBUFFER_BINDING"), ask("PIXEL_PACK_BUFFER_BINDING")];
  bare(gl, "bindFramebuffer", gl.READ_FRAMEBUFFER, null);
  bare(gl, "bindBuffer", gl.PIXEL_PACK_BUFFER, null);
  stores.forEach(([name], at) => bare(gl, "pixelStorei", name, at === 0 ? 4 : 0));
  const pixels = new Uint8Array(gl.drawingBufferWidth * gl.drawingBufferHeight * 4);
  bare(gl, "readPixels", 0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  stores.forEach(([name, value]) => bare(gl, "pixelStorei", name, value));
  bare(gl, "bindBuffer", gl.PIXEL_PACK_BUFFER, buffer);
  bare(gl, "bindFramebuffer", gl.READ_FRAMEBUFFER, framebuffer);
  return pixels;
};

/** The calls before which something happens: those that draw, and those that use what is bound. */
const DRAWS = ["drawArrays", "drawElements", "drawArraysInstanced", "drawElementsInstanced", "drawRangeElements"];
const USES = ["clear", "clearBufferfv", "clearBufferfi", "blitFramebuffer", "readPixels", "generateMipmap", "copyTexSubImage2D", "copyTexImage2D"];
const UPLOADS = ["texImage2D", "texSubImage2D", "texImage3D", "texSubImage3D", "bufferData", "bufferSubData"];
const SETS = [
  "texStorage2D", "texStorage3D", "texParameteri", "vertexAttribPointer", "bindTexture", "bindSampler", "framebufferTexture2D", "uniform4fv",
  "uniformMatrix4fv", "uniform1i", "bindBufferBase", "bindBufferRange", "drawBuffers", "viewport", "blendFuncSeparate", "depthMask",
];

/** Has `before(count)` called before the calls of a context, unless transform feedback is active, or it is `busy` itself. */
const intercept = (gl, names, before, busy = () => false) => {
  let feedback = false;
  let count = 0;
  for (const name of ["beginTransformFeedback", "endTransformFeedback"]) {
    const original = gl[name];
    gl[name] = function (...all) { feedback = name.startsWith("begin"); return original.apply(gl, all); };
  }
  for (const name of names) {
    const original = gl[name];
    gl[name] = function (...all) {
      if (!feedback && !busy()) before(count++);
      return original.apply(gl, all);
    };
  }
  return () => count;
};

/** What brooklet does between two calls of an engine, one after the other. Each checks its own result. */
const work = (device, failures) => {
  const data = noise(700, 7);
  const few = noise(33, 3);
  const sorted = ascending(data);
  const order = Float32Array.from(data.keys()).sort((a, b) => data[a] - data[b] || a - b);
  const kept = device.stream(data);
  const reads = [];
  const later = (promise, wanted, what) => reads.push(promise.then((got) => equal(got, wanted, what)));
  const own = (stream, then) => { const result = then(stream); stream.dispose(); return result; };
  const actions = [
    () => own(device.stream(data), (x) => own(x.sort(), (y) => equal(y.readSync(), sorted, "a sort"))),
    () => own(kept.argsort({ bits: 8, range: "integers" }), (y) => later(y.read(), order, "an argsort")),
    () => own(device.stream(few), (x) => own(x.map("2.0 * x + 1.0"), (y) => later(y.read(), few.map((v) => 2 * v + 1), "a map"))),
    () => own(kept.filter("x > 99.0"), (y) => equal(y.readSync(), data.filter((v) => v > 99), "a filter")),
    () => own(device.stream(few), (x) => own(x.scan(), (y) => {
      let sum = 0;
      equal(y.readSync(), few.map((v) => (sum += v)), "a scan");
    })),
    () => check(kept.reduce("max") === Math.max(...data), "a maximum"),
    () => { void kept.texture; void kept.layout(); },
  ];
  let next = 0;
  let busy = false;
  return {
    step: () => {
      busy = true;
      try {
        actions[next++ % actions.length]();
      } catch (error) {
        failures.push(error);
      }
      busy = false;
    },
    finish: async () => {
      await Promise.all(reads);
      kept.dispose();
    },
    steps: () => next,
    busy: () => busy,
  };
};

const pause = () => new Promise((resolve) => setTimeout(resolve, 5));
export const canvasOf = () => {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, SIZE);
  document.body.append(canvas);
  return canvas;
};

/** Draws the frames of a scene. `around` gets its context, and returns what happens between frames. */
export const frames = async (scene, around = async () => () => {}) => {
  const canvas = canvasOf();
  const started = await scene.start(canvas);
  const { gl } = started;
  const between = await around(gl, started);
  const all = [];
  for (let frame = 0; frame < FRAMES; frame++) {
    await between(frame);
    started.draw(frame);
    all.push(pixelsOf(gl));
    await pause();
  }
  await between(FRAMES);
  const error = gl.getError();
  started.stop();
  canvas.remove();
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return { all, error };
};

/** How many pixels differ, by frame. */
const differences = (a, b) => a.map((frame, at) => {
  let count = 0;
  for (let i = 0; i < frame.length; i += 4) {
    count += [0, 1, 2, 3].some((channel) => frame[i + channel] !== b[at][i + channel]) ? 1 : 0;
  }
  return count;
});

/** State that is changed behind an engine's back, and not restored. Pixels have to differ then, or the comparison would be worth nothing. */
const DISTURBANCES = {
  "another program": [DRAWS, (gl, own) => bare(gl, "useProgram", own.program)],
  "another framebuffer": [DRAWS, (gl, own) => bare(gl, "bindFramebuffer", gl.FRAMEBUFFER, own.framebuffer)],
  "another vertex array": [DRAWS, (gl, own) => bare(gl, "bindVertexArray", own.vertexArray)],
  "another viewport": [DRAWS, (gl) => bare(gl, "viewport", 1, 2, 30, 40)],
  "another mask of colours": [DRAWS, (gl) => bare(gl, "colorMask", false, true, true, true)],
  "other textures": [DRAWS, (gl, own) => own.units.forEach((_, unit) => {
    bare(gl, "activeTexture", gl.TEXTURE0 + unit);
    bare(gl, "bindTexture", gl.TEXTURE_2D, own.texture);
  })],
  "samplers": [DRAWS, (gl, own) => own.units.forEach((_, unit) => bare(gl, "bindSampler", unit, own.sampler))],
  "another active unit": [["bindTexture"], (gl) => bare(gl, "activeTexture", gl.TEXTURE13)],
  "no depth test": [DRAWS, (gl) => bare(gl, "disable", gl.DEPTH_TEST)],
  "no blending": [DRAWS, (gl) => bare(gl, "disable", gl.BLEND)],
  "discarded fragments": [DRAWS, (gl) => bare(gl, "enable", gl.RASTERIZER_DISCARD)],
  "flipped uploads": [UPLOADS, (gl) => bare(gl, "pixelStorei", gl.UNPACK_FLIP_Y_WEBGL, !bare(gl, "getParameter", gl.UNPACK_FLIP_Y_WEBGL))],
};
const ownOf = (gl) => {
  const program = bare(gl, "createProgram");
  for (const [type, text] of [["VERTEX_SHADER", "void main() { gl_Position = vec4(0); }"], ["FRAGMENT_SHADER", "void main() {}"]]) {
    const shader = bare(gl, "createShader", gl[type]);
    bare(gl, "shaderSource", shader, text);
    bare(gl, "compileShader", shader);
    bare(gl, "attachShader", program, shader);
  }
  bare(gl, "linkProgram", program);
  const before = bare(gl, "getParameter", gl.TEXTURE_BINDING_2D);
  const texture = bare(gl, "createTexture");
  bare(gl, "bindTexture", gl.TEXTURE_2D, texture);
  bare(gl, "texStorage2D", gl.TEXTURE_2D, 1, gl.RGBA8, 1, 1);
  bare(gl, "bindTexture", gl.TEXTURE_2D, before);
  const sampler = bare(gl, "createSampler");
  bare(gl, "samplerParameteri", sampler, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
  bare(gl, "samplerParameteri", sampler, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
  const [framebuffer, vertexArray] = [bare(gl, "createFramebuffer"), bare(gl, "createVertexArray")];
  return { program, texture, sampler, framebuffer, vertexArray, units: Array(16).fill(0) };
};

/** Runs the tests of a scene, which it adds to `window.results`. `scene.omits` names disturbances that it has no use for. */
export const test = async (name, scene, others) => {
  const results = [];
  const run = async (what, work) => {
    window.progress = `${name}: ${what}`;
    try {
      const note = await work();
      results.push({ name: `${name}: ${what}${note ? ` (${note})` : ""}` });
    } catch (error) {
      results.push({ name: `${name}: ${what}`, error: String(error?.stack ?? error).slice(0, 1500) });
    }
  };
  let plain;
  await run("frames have content, and are the same a second time", async () => {
    plain = await frames(scene);
    check(plain.error === 0, `error ${plain.error} of WebGL without brooklet`);
    const colours = plain.all.map((frame) => new Set(new Uint32Array(frame.buffer)).size);
    check(colours.every((count) => count > 50), `frames have ${colours} colours`);
    const again = differences(plain.all, (await frames(scene)).all);
    check(again.every((count) => count === 0), `${again} pixels differ without brooklet`);
    const moved = differences(plain.all.slice(1), plain.all);
    check(moved.every((count) => count > 10), `only ${moved} pixels differ from frame to frame`);
    return `${colours} colours`;
  });
  for (const [what, names, every] of [["draws", [...DRAWS, ...USES], 1], ["uploads and sets", [...UPLOADS, ...SETS], 3]]) {
    for (const wrap of [true, false]) {
      await run(`frames are the same with brooklet between ${what}, state ${wrap ? "followed" : "asked"}`, async () => {
        const failures = [];
        let calls, steps;
        const { all, error } = await frames(scene, async (gl, started) => {
          const device = await started.adopt({ wrap });
          const own = work(device, failures);
          for (let i = 0; i < 7; i++) own.step();
          calls = intercept(gl, names, (count) => count % every === 0 && own.step(), own.busy);
          started.hook?.(() => own.step());
          steps = own.steps;
          return async (frame) => {
            own.step();
            if (frame === FRAMES) await own.finish();
          };
        });
        if (failures.length > 0) throw failures[0];
        const counts = differences(plain.all, all);
        check(counts.every((count) => count === 0), `${counts} pixels differ, after ${steps()} calls of brooklet`);
        check(error === 0, `error ${error} of WebGL`);
        check(calls() > 20, `only ${calls()} calls`);
        return `${steps()} calls of brooklet among ${calls()} of the engine`;
      });
    }
  }
  for (const [what, [names, disturb]] of Object.entries(DISTURBANCES)) {
    if (scene.omits?.includes(what)) continue;
    await run(`the comparison finds ${what}`, async () => {
      const { all } = await frames(scene, async (gl) => {
        const own = ownOf(gl);
        intercept(gl, names, () => disturb(gl, own));
        return () => {};
      });
      const counts = differences(plain.all, all);
      check(counts.some((count) => count > 0), "no pixel differs");
    });
  }
  for (const [what, work] of Object.entries(others)) await run(what, work);
  window.results = results;
};

export const rejects = async (work, code, part) => {
  try {
    await work();
  } catch (error) {
    check(error instanceof BrookletError && error.code === code, `${error} has code ${error.code} instead of ${code}`);
    check(error.message.includes(part), `"${error.message}" does not say "${part}"`);
    return;
  }
  throw new Error(`nothing is thrown, instead of ${code}`);
};
