// The fixed units of the pipeline against plain JavaScript, on any device: in the browser, and on chips in Node.

const FACTORS = {
  "zero": () => 0,
  "one": () => 1,
  "source": (s, d, at) => s[at],
  "one-minus-source": (s, d, at) => 1 - s[at],
  "destination": (s, d, at) => d[at],
  "one-minus-destination": (s, d, at) => 1 - d[at],
  "source-alpha": (s) => s[3],
  "one-minus-source-alpha": (s) => 1 - s[3],
  "destination-alpha": (s, d) => d[3],
  "one-minus-destination-alpha": (s, d) => 1 - d[3],
  "constant": (s, d, at, constant) => constant[at],
  "one-minus-constant": (s, d, at, constant) => 1 - constant[at],
};
const OPERATIONS = {
  "add": (s, d, fs, fd) => s * fs + d * fd,
  "subtract": (s, d, fs, fd) => s * fs - d * fd,
  "reverse-subtract": (s, d, fs, fd) => d * fd - s * fs,
  "min": (s, d) => Math.min(s, d),
  "max": (s, d) => Math.max(s, d),
};
const COMPARISONS = {
  "never": () => false,
  "less": (a, b) => a < b,
  "equal": (a, b) => a === b,
  "less-or-equal": (a, b) => a <= b,
  "greater": (a, b) => a > b,
  "not-equal": (a, b) => a !== b,
  "greater-or-equal": (a, b) => a >= b,
  "always": () => true,
};
const STENCILS = {
  "keep": (stored) => stored,
  "zero": () => 0,
  "replace": (stored, reference) => reference,
  "increment": (stored) => Math.min(stored + 1, 255),
  "increment-wrap": (stored) => (stored + 1) % 256,
  "decrement": (stored) => Math.max(stored - 1, 0),
  "decrement-wrap": (stored) => (stored + 255) % 256,
  "invert": (stored) => 255 - stored,
};
const COPY = "input float x; output float y; void main() { y = fetch(x, here()); }";

/** Checks all units that a device has. `Wrong` is the class of errors. Returns the names of those that were checked. */
export async function checkUnits(device, Wrong) {
  const { features } = device.info;
  const copy = device.kernel(COPY, "copy");
  const done = [];
  const plain = (data, shape) => device.stream(data, { layout: "plain", ...(shape ? { shape } : {}) });
  const same = (got, wanted, what) => {
    // 0 and -0 are the same here.
    const [all, expected] = [Array.from(got, (v) => v + 0), Array.from(wanted, (v) => v + 0)];
    if (`${all}` !== `${expected}`) throw new Error(`${what}: ${all} instead of ${expected}`);
  };
  const fails = async (work, code, part) => {
    try {
      await work();
    } catch (error) {
      if (error instanceof Wrong && error.code === code && error.message.includes(part)) return;
      throw new Error(`${error.code}: ${error.message}, instead of ${code}: ${part}`);
    }
    throw new Error(`nothing is thrown, instead of ${code}: ${part}`);
  };

  if (features.blending === "floats") {
    const vectors = device.kernel("input vec4 x; output vec4 y; void main() { y = fetch(x, here()); }", "vectors");
    // Products and sums of these are exact.
    const [s, d, constant] = [[0.5, -2, 3, 0.25], [4, 1.5, -1, 0.75], [0.5, 2, -1, 0.125]];
    const x = device.stream(s, { components: 4 });
    const blended = async (blend, wanted, what) => {
      const y = device.stream(d, { components: 4 });
      vectors.run({ x }, { outputs: { y }, blend });
      same(await y.read(), wanted, what);
      y.dispose();
    };
    for (const [operation, apply] of Object.entries(OPERATIONS)) {
      for (const [source, of] of Object.entries(FACTORS)) {
        for (const [destination, to] of Object.entries(FACTORS)) {
          // What does not look at factors is tried with a few.
          if (/m.n|max/.test(operation) && source !== "zero") continue;
          const wanted = s.map((v, at) => apply(v, d[at], of(s, d, at, constant), to(s, d, at, constant)));
          await blended({ operation, source, destination, constant }, wanted, `${operation}, ${source} and ${destination}`);
        }
      }
      await blended(operation, s.map((v, at) => apply(v, d[at], 1, 1)), operation);
    }
    await fails(() => copy.run({ x: plain([1]) }, { outputs: { y: plain([1]) }, blend: { operation: "add", source: "source-alpha" } }), "pass", "y");
    done.push("blending");
  } else {
    await fails(() => copy.run({ x: plain([1]) }, { outputs: { y: plain([1]) }, blend: "add" }), "driver", "blending of 32-bit floats");
  }

  {
    const data = Float32Array.from({ length: 24 }, (_, i) => i + 1);
    const x = device.stream(data, { layout: "plain", shape: [4, 6] });
    const inside = ({ x: left, y: top, width, height }) => (i) =>
      i % 6 >= left && i % 6 < left + width && Math.floor(i / 6) >= top && Math.floor(i / 6) < top + height;
    const [first, second] = [{ x: 1, y: 1, width: 3, height: 2 }, { x: 3, y: 0, width: 2, height: 4 }];
    for (const options of [{ rectangle: first }, { scissor: second }, { rectangle: first, scissor: second }]) {
      const y = plain(new Float32Array(24), [4, 6]);
      copy.run({ x }, { outputs: { y }, ...options });
      const tests = Object.values(options).map(inside);
      same(await y.read(), data.map((v, i) => (tests.every((test) => test(i)) ? v : 0)), Object.keys(options).join(" and "));
    }
    const quads = device.stream(new Float32Array(24));
    copy.run({ x: device.stream(data) }, { outputs: { y: quads }, writeMask: [true, false, false, true] });
    same(await quads.read(), data.map((v, i) => (i % 4 === 0 || i % 4 === 3 ? v : 0)), "a write mask of a packed stream");
    await fails(() => copy.run({ x }, { outputs: { y: plain([0, 0], [1, 2]) }, rectangle: first }), "pass", "rectangle");
    done.push("rectangles", "write masks");
  }

  {
    const near = device.kernel("input float x; output depth z; void main() { z = fetch(x, here()); }", "near");
    const [stored, fragments] = [[0, 0.25, 0.5, 0.75, 1, 0.5], [0.5, 0.25, 0.25, 0.75, 0.5, 1]];
    const x = plain([1, 2, 3, 4, 5, 6]);
    for (const [compare, holds] of Object.entries(COMPARISONS)) {
      const [y, z] = [plain(new Float32Array(6)), plain(stored)];
      const buffer = device.depthStencil(y);
      const [query, none] = [device.occlusionQuery(), device.occlusionQuery()];
      near.run({ x: z }, { depthStencil: buffer, depthTest: { compare: "always", write: true } });
      const passed = stored.filter((depth) => holds(0.5, depth)).length;
      copy.run({ x }, { outputs: { y }, depthStencil: buffer, depthTest: { compare, at: 0.5 }, count: query });
      same(await y.read(), stored.map((depth, i) => (holds(0.5, depth) ? i + 1 : 0)), `a depth that is ${compare}`);
      if (await query.any() !== passed > 0) throw new Error(`a query of depths that are ${compare}`);
      if (features.fragment_counts) {
        same([await query.count()], [passed], `a count of depths that are ${compare}`);
      } else {
        await fails(() => query.count(), "driver", "count");
      }
      // Depths of fragments, which replace those that they pass.
      near.run({ x: plain(fragments) }, { depthStencil: buffer, depthTest: { compare, write: true } });
      const left = stored.map((depth, i) => (holds(fragments[i], depth) ? fragments[i] : depth));
      near.run({ x: plain(left) }, { depthStencil: buffer, depthTest: { compare: "not-equal" }, count: none });
      if (await none.any()) throw new Error(`depths that were written where ${compare}`);
      if (features.reads_depth_stencil) {
        same(Array.from(buffer.readSync().depths.slice(0, 6), (depth) => Math.round(depth * 4) / 4), left, `depths that are read where ${compare}`);
      }
      [buffer, query, none].forEach((own) => own.dispose());
    }
    done.push("depth tests", "occlusion queries");
  }

  {
    // In one row of texels.
    const x = plain([1, 2, 3], [1, 3]);
    const y = plain([0, 0, 0], [1, 3]);
    const buffer = device.depthStencil(y);
    const stored = [0, 90, 255];
    const set = () => stored.forEach((stencil, at) => {
      const stencilTest = { compare: "always", reference: stencil, pass: "replace" };
      copy.run({ x }, { outputs: { y }, rectangle: { x: at, y: 0, width: 1, height: 1 }, depthStencil: buffer, stencilTest });
    });
    const left = async (wanted, what) => {
      for (const [at, reference] of wanted.entries()) {
        const out = plain([0, 0, 0], [1, 3]);
        copy.run({ x }, { outputs: { y: out }, depthStencil: buffer, stencilTest: { compare: "equal", reference } });
        if ((await out.read())[at] !== at + 1) throw new Error(`${what}: stencil ${at} is not ${reference}`);
        out.dispose();
      }
      if (features.reads_depth_stencil) same(buffer.readSync().stencils.slice(0, 3), wanted, what);
    };
    for (const [operation, apply] of Object.entries(STENCILS)) {
      for (const [compare, holds] of [["never", false], ["always", true]]) {
        set();
        // The depth test fails beside, and passes.
        for (const behind of [true, false]) {
          set();
          const name = holds ? (behind ? "depthFail" : "pass") : "fail";
          const stencilTest = { compare, reference: 37, [name]: operation, readMask: 255, writeMask: 255 };
          copy.run({ x }, { outputs: { y }, depthStencil: buffer, depthTest: { compare: behind ? "greater" : "less", at: 0.5 }, stencilTest });
          await left(stored.map((stencil) => apply(stencil, 37)), `${name}: ${operation}`);
        }
      }
    }
    for (const [compare, holds] of Object.entries(COMPARISONS)) {
      set();
      const out = plain([0, 0, 0], [1, 3]);
      copy.run({ x }, { outputs: { y: out }, depthStencil: buffer, stencilTest: { compare, reference: 90, readMask: 0x7f } });
      same(await out.read(), stored.map((stencil, i) => (holds(90, stencil & 0x7f) ? i + 1 : 0)), `a stencil that is ${compare}`);
    }
    set();
    copy.run({ x }, { outputs: { y }, depthStencil: buffer, stencilTest: { compare: "always", reference: 0x33, writeMask: 0x0f, pass: "replace" } });
    await left(stored.map((stencil) => (stencil & 0xf0) | 3), "a mask of what is written");
    buffer.clear(0.25, 7);
    await left([7, 7, 7], "what is cleared");
    await fails(() => buffer.clear(2), "option", "0 to 1");
    await fails(() => buffer.clear(0, 256), "option", "255");
    buffer.dispose();
    await fails(() => buffer.clear(), "disposed", "depth and stencil buffer");
    done.push("stencil tests");
  }

  if (features.points) {
    const [x, y] = [plain([10, 20, 30, 40, 50, 60]), plain([1, 2, 3, 4])];
    // Beyond the ends nothing is drawn, and of several the last stays.
    copy.run({ x }, { outputs: { y }, points: plain([2, -1, 0, 4, 2, 99]) });
    same(await y.read(), [30, 2, 50, 4], "points");
    const grid = plain(new Float32Array(12), [3, 4]);
    copy.run({ x: plain([7, 8]) }, { outputs: { y: grid }, points: device.stream([2, 1, 0, 0], { components: 2 }), pointSize: 2 });
    same(await grid.read(), [8, 8, 0, 0, 8, 8, 7, 7, 0, 0, 7, 7], "points of 2 by 2");
    await fails(() => copy.run({ x }, { outputs: { y }, points: device.stream([0, 1]) }), "pass", "toLayout(\"plain\")");
    const turned = device.stream([3, 2, 1, 0]).toLayout("plain");
    copy.run({ x }, { outputs: { y }, points: turned });
    same(await y.read(), [40, 30, 20, 10], "places that were packed");
    await fails(() => copy.run({ x }, { outputs: { y }, points: device.stream(Int32Array.of(0)) }), "type", "integers");
    await fails(() => copy.run({ x }, { outputs: { y }, pointSize: 2 }), "option", "points");
    const many = plain(new Float32Array(5000));
    await fails(() => copy.run({ x }, { outputs: { y: many }, points: device.stream([1], { half: true, layout: "plain" }) }), "pass", "half floats tell 2048 apart");
    done.push("points");
  }

  {
    // Rounded to the nearest half float, of two equally near to the even one.
    const half = (v) => {
      const step = 2 ** (Math.max(Math.floor(Math.log2(Math.abs(v))), -14) - 10);
      const [below, rest] = [Math.floor(v / step), v / step - Math.floor(v / step)];
      const whole = below + Number(rest > 0.5 || (rest === 0.5 && below % 2 !== 0));
      return Math.abs(whole * step) >= 65520 ? Math.sign(v) * Infinity : whole * step;
    };
    const data = Float32Array.from([1, 1 / 3, -2.1, 1 + 2 ** -11, 1 + 3 * 2 ** -11, 65504, 65519, 2 ** -24, 3 * 2 ** -26, 6.1e-5, -1000.7]);
    const rounded = data.map(half);
    for (const layout of ["packed", "plain"]) {
      const x = device.stream(data, { half: true, layout });
      if (!x.isHalf || x.toFloats().isHalf) throw new Error("what is half is not said");
      same(await x.read(), rounded, `halves, ${layout}`);
      same(x.readSync(), rounded, `halves that are read at once, ${layout}`);
      same(await x.toFloats().sort().read(), rounded.slice().sort(), `sorted halves, ${layout}`);
      same(await x.toFloats().toHalves().read(), rounded, `halves of floats, ${layout}`);
      same(await x.map("2.0 * x").read(), rounded.map((v) => 2 * v), `twice the halves, ${layout}`);
      const y = device.stream(new Float32Array(data.length), { half: true, layout });
      copy.run({ x }, { outputs: { y } });
      same(await y.read(), rounded, `halves that a kernel writes, ${layout}`);
      await fails(() => x.sort(), "type", "half floats: toFloats() makes floats of them");
    }
    for (const components of [2, 3, 4]) {
      const x = device.stream([...rounded, 5], { half: true, components });
      same(await x.read(), [...rounded, 5], `vectors of ${components} halves`);
      same(await device.map("x + x", { x }).read(), [...rounded, 5].map((v) => 2 * v), `twice vectors of ${components} halves`);
    }
    if (features.blending !== "none") {
      const y = device.stream([0.5, 0.25], { half: true });
      copy.run({ x: device.stream([1, 2]) }, { outputs: { y }, blend: "add" });
      same(await y.read(), [1.5, 2.25], "blended halves");
    }
    await fails(() => device.stream(Int32Array.of(1), { half: true }), "type", "half floats");
    done.push("half floats");
  }

  {
    const [x, y] = [plain([1, 2]), plain([0, 0])];
    const given = copy.run({ x }, { outputs: { y } });
    if (given.y !== y) throw new Error("a given output is another stream");
    same(await y.read(), [1, 2], "a given output");
    await fails(() => copy.run({ x }, { blend: "add" }), "pass", "give outputs: { y: ");
    await fails(() => copy.run({ x }, { outputs: { y: x } }), "pass", "output y and input x are one stream");
    await fails(() => copy.run({ x }, { outputs: { z: y } }), "pass", "no output z");
    await fails(() => copy.run({ x }, { outputs: { y: 5 } }), "type", "stream");
    await fails(() => copy.run({ x }, { outputs: { y }, blnd: "add" }), "option", "there is no \"blnd\"");
    await fails(() => copy.run({ x }, { outputs: { y }, blend: "plus" }), "option", "operation of blend is one of add");
    await fails(() => copy.run({ x }, { outputs: { y }, blend: { operation: "add", constant: [1] } }), "type", "four numbers");
    await fails(() => copy.run({ x }, { outputs: { y }, depthTest: { compare: "<" } }), "option", "compare of depthTest is one of never");
    await fails(() => copy.run({ x }, { outputs: { y }, depthTest: { compare: "less" } }), "pass", "give depthStencil");
    const depths = device.kernel("input float x; output float y; output depth z; void main() { y = 0.0; z = fetch(x, here()); }");
    await fails(() => depths.run({ x }, { outputs: { y } }), "pass", "give depthTest");
    await fails(() => copy.run({ x }, { outputs: { y }, depthTest: { compare: "less" }, depthStencil: device.depthStencil(plain(new Float32Array(99))) }),
      "pass", "device.depthStencil(output)");
    const two = device.kernel("input float x; output float y; output vec2 z; void main() { y = fetch(x, here()); z = vec2(y); }");
    await fails(() => two.run({ x }, { outputs: { y: device.stream([1, 2]) } }), "pass", "output z is a vector, so y has to be plain");
    same(await two.run({ x }, { outputs: { y } }).z.read(), [1, 1, 2, 2], "an output beside a given one");
    await fails(() => copy.run({ x }, { outputs: { y }, shape: [2, 1] }), "shape", "output y has the shape");
    await fails(() => copy.run({ x }, { outputs: { y }, rectangle: { left: 1, top: 0, width: 1, height: 1 } }), "option", "there is no \"left\"");
    await fails(() => device.map("x", { x }, { blend: "add" }), "option", "there is no \"blend\"");
    await fails(() => device.stream([1], { hlaf: true }), "option", "there is no \"hlaf\"");
    await fails(() => device.stream([1], { half: 1 }), "type", "half is true or false");
    await fails(() => device.stream([1, 2], { components: 2, layout: "packed" }), "option", "a texel each");
    await fails(() => copy.run({ x }, { outputs: { y }, stencilTest: { compare: "less", reference: 256 } }), "option", "255");
    await fails(() => copy.run({ x }, { outputs: { y }, depthStencil: {} }), "type", "device.depthStencil(..)");
    await fails(() => copy.run({ x }, { outputs: { y }, writeMask: [1, 2] }), "type", "four flags");
    await fails(() => copy.run({ x }, { outputs: { y }, rectangle: { x: -1, y: 0, width: 1, height: 1 } }), "option", "x of rectangle");
    const query = device.occlusionQuery();
    query.dispose();
    await fails(() => query.any(), "disposed", "occlusion query");
    await fails(() => copy.run({ x }, { outputs: { y }, count: query }), "disposed", "occlusion query");
    done.push("errors");
  }
  return done;
}
