// The signed distance of each pixel from the edge of a shape, whose pixels have at least half of the opacity: negative inside, positive outside.
export async function signedDistance(device, { data, width, height }) {
  const shape = [height, width];
  const inside = Float32Array.from({ length: width * height }, (_, i) => (data[4 * i + 3] >= 128 ? 1 : 0));
  const mask = device.stream(inside, { shape });
  const toShape = mask.distance();
  const others = mask.map("1.0 - x");
  const toGround = others.distance();
  // A pixel's centre is half a pixel from its edge.
  const signed = device.map("a > 0.0 ? a - 0.5 : 0.5 - b", { a: toShape, b: toGround });
  const distances = await signed.read();
  for (const stream of [mask, toShape, others, toGround, signed]) stream.dispose();
  return distances;
}
