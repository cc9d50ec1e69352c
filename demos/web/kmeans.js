// The `count` colours that stand best for those of a picture: k-means (Lloyd 1982). It begins with pixels that are far from each other.
export async function palette(device, { data, width, height }, count, rounds = 10) {
  const n = width * height;
  const colours = Float32Array.from({ length: 3 * n }, (_, i) => data[4 * Math.floor(i / 3) + (i % 3)]);
  const pixels = device.stream(colours, { components: 3 });
  const channels = [0, 1, 2].map((channel) => pixels.map(["x.x", "x.y", "x.z"][channel]));
  const ones = pixels.map("1.0");
  let centres = [[...colours.subarray(0, 3)]];
  while (centres.length < count) {
    const far = squared(device, pixels, centres);
    const at = far.argmax();
    far.dispose();
    centres.push([...colours.subarray(3 * at, 3 * at + 3)]);
  }
  for (let round = 0; round < rounds; round++) {
    // Each pixel's nearest centre is a key, and its colour is summed up by key.
    const keys = nearest(device, pixels, centres);
    const sums = [...channels, ones].map((values) => keys.group(values));
    const found = await sums[0].keys.read();
    const [red, green, blue, own] = await Promise.all(sums.map((sum) => sum.values.read()));
    centres = centres.map((centre, k) => {
      const at = found.indexOf(k);
      return at < 0 ? centre : [red[at] / own[at], green[at] / own[at], blue[at] / own[at]];
    });
    for (const stream of [keys, ...sums.flatMap((sum) => [sum.keys, sum.values])]) stream.dispose();
  }
  const keys = nearest(device, pixels, centres);
  const owners = await keys.read();
  for (const stream of [keys, pixels, ones, ...channels]) stream.dispose();
  return { centres, owners };
}

// The squared distance of each pixel from the nearest centre.
function squared(device, pixels, centres) {
  const terms = centres.map((_, k) => `dot(x - c${k}, x - c${k})`);
  return device.map(terms.reduce((least, term) => `min(${least}, ${term})`), { x: pixels, ...named(centres) });
}

// The number of each pixel's nearest centre.
function nearest(device, pixels, centres) {
  const tests = centres.map((_, k) => `
    d = dot(x - c${k}, x - c${k});
    if (d < least) { least = d; own = ${k}.0; }`);
  const kernel = device.kernel(`
    input vec3 colours;
    ${centres.map((_, k) => `constant vec3 c${k};`).join("\n")}
    output float own;
    void main() {
      vec3 x = fetch(colours, here());
      float least = 1e30;
      float d;
      own = 0.0;
      ${tests.join("\n")}
    }`);
  return kernel.run({ colours: pixels, ...named(centres) }).own;
}

const named = (centres) => Object.fromEntries(centres.map((centre, k) => [`c${k}`, centre]));
