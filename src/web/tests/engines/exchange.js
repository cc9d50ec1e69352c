// Textures of an engine as streams, and streams as its textures, by an adapter.
import { Device } from "brooklet";
import { canvasOf, check, equal, noise, pixelsOf, rejects, SIZE } from "./harness.js";

const HEAD = "precision highp float; precision highp int; precision highp sampler2D;\nout vec4 colour;\n";
/** A shader that writes element `i` to the pixel of number `i`, from the bottom left. */
const shows = (stream, count) => `${HEAD}uniform sampler2D keys;\n${stream.glsl("key", "keys")}
void main() {
  int at = int(gl_FragCoord.y) * ${SIZE.width} + int(gl_FragCoord.x);
  colour = at < ${count} ? vec4(key(at) / 255.0, 0.0, 1.0, 1.0) : vec4(0.0, 0.0, 0.0, 1.0);
}`;
const GRADIENT = `${HEAD}void main() { colour = vec4(gl_FragCoord.x, gl_FragCoord.y, 7.0, 100.0 - gl_FragCoord.x); }`;

/** The tests of an adapter, for an engine that does the same things by its own means. */
export const exchange = ({ start, example }) => {
  const session = (work) => async () => {
    const canvas = canvasOf();
    const engine = await start(canvas);
    try {
      const device = await engine.adopt();
      await work(engine, device);
      check(engine.gl.getError() === 0, "an error of WebGL");
      device.dispose();
    } finally {
      engine.stop();
      canvas.remove();
      engine.gl.getExtension("WEBGL_lose_context")?.loseContext();
    }
  };
  const red = (gl, count) => pixelsOf(gl).filter((_, at) => at % 4 === 0).subarray(0, count);
  return {
    "its textures are read as streams": session(async (engine, device) => {
      for (const lanes of [4, 1]) {
        const data = noise(16 * 8 * lanes, lanes);
        const texture = engine.floats(data, 16, 8, lanes);
        const stream = engine.streamOf(device, texture);
        equal(stream.readSync(), data, `${lanes} lanes`);
        equal(await stream.sort().read(), data.slice().sort(), `a sort of ${lanes} lanes`);
        const part = 16 * 8 * lanes - 3;
        equal(await engine.streamOf(device, texture, { count: part }).scan("max").read(),
          data.slice(0, part).map((_, i) => Math.max(...data.slice(0, i + 1))), "a part");
      }
    }),
    "what it draws to a texture is a stream": session(async (engine, device) => {
      const stream = engine.streamOf(device, await engine.target(12, 5, GRADIENT));
      const wanted = Float32Array.from({ length: 240 }, (_, i) => {
        const [x, y] = [((i >> 2) % 12) + 0.5, Math.floor((i >> 2) / 12) + 0.5];
        return [x, y, 7, 100 - x][i & 3];
      });
      equal(await stream.read(), wanted, "what was drawn");
      check(stream.reduce("max") === 99.5, "the maximum");
    }),
    "it draws streams, and deletes nothing of them": session(async (engine, device) => {
      const data = noise(1000);
      const sorted = device.stream(data).sort();
      const texture = engine.textureOf(sorted);
      await engine.draw(shows(sorted, 1000), { keys: texture });
      equal(red(engine.gl, 1000), data.slice().sort(), "pixels");
      equal(await sorted.read(), data.slice().sort(), "the stream, after it was drawn");
      // A second one, of another shape, and the first one once more.
      const few = device.stream(noise(9));
      const other = engine.textureOf(few);
      await engine.draw(shows(few, 9), { keys: other });
      equal(red(engine.gl, 9), noise(9), "pixels of another stream");
      await engine.draw(shows(sorted, 1000), { keys: texture });
      equal(red(engine.gl, 1000), data.slice().sort(), "pixels once more");
      engine.release(texture);
      check(engine.gl.isTexture(sorted.texture), "the engine deletes the texture of a stream");
      equal(sorted.readSync(), data.slice().sort(), "the stream, after the engine released it");
      // After the stream, its texture is used again, and an engine that still draws it does no harm.
      few.dispose();
      equal(device.stream(noise(9, 5)).sort().readSync(), noise(9, 5).sort(), "a stream that follows");
      await engine.draw(shows(sorted, 9), { keys: other });
    }),
    "an engine outlives the device": session(async (engine, device) => {
      const stream = device.stream(noise(100));
      const texture = engine.textureOf(stream);
      await engine.draw(shows(stream, 100), { keys: texture });
      device.dispose();
      engine.release(texture);
    }),
    "the guide's example draws sorted bars": async () => {
      const canvas = canvasOf();
      const draw = await example(canvas);
      const gl = canvas.getContext("webgl2");
      const seen = [];
      for (const time of [0, 1, 1.7]) {
        draw(time);
        const pixels = pixelsOf(gl);
        const lit = (x, y) => pixels[4 * (y * SIZE.width + x)] === 255;
        const heights = Array.from({ length: SIZE.width }, (_, x) => {
          const height = Array.from({ length: SIZE.height }, (_, y) => lit(x, y)).lastIndexOf(true) + 1;
          check(Array.from({ length: height }, (_, y) => lit(x, y)).every(Boolean), `bar ${x} has holes`);
          return height;
        });
        // The bars of the 64 numbers, as JavaScript sorts them, to a pixel.
        const values = Array.from({ length: 64 }, (_, i) => 0.5 + 0.4 * Math.sin(2.4 * (i + 0.5) + time)).sort((a, b) => a - b);
        heights.forEach((height, x) => {
          const wanted = values[Math.floor(((x + 0.5) / SIZE.width) * 64)] * SIZE.height;
          check(Math.abs(height - wanted) <= 1, `at time ${time}, bar ${x} is ${height} high instead of ${wanted}`);
        });
        seen.push(String(heights));
      }
      check(new Set(seen).size === 3, "frames are the same");
      check(gl.getError() === 0, "an error of WebGL");
      canvas.remove();
      gl.getExtension("WEBGL_lose_context")?.loseContext();
    },
    "errors name what is wrong": session(async (engine, device) => {
      await rejects(() => engine.streamOf(device, engine.bytes()), "type", "a stream lies in a texture of");
      const own = await Device.create();
      await rejects(() => engine.textureOf(own.stream([1])), "device", "in another context");
      await rejects(() => engine.textureOf(device.stream(Int32Array.of(1))), "type", "integers");
      const texture = engine.floats(noise(16), 2, 2, 4);
      await rejects(() => engine.textureOf(engine.streamOf(device, texture)), "option", "a texture of yours");
      await rejects(() => engine.streamOf(own, texture), "device", "in another context");
      if (engine.without) {
        await rejects(() => engine.without.streamOf(device, texture), "engine", engine.without.part);
      }
      own.dispose();
    }),
  };
};
