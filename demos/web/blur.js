// Blurs pixels, as a canvas has them, with a Gaussian of this standard deviation in pixels.
export async function blurred(device, { data, width, height }, sigma) {
  const picture = device.stream(Float32Array.from(data), { shape: [height, width], components: 4 });
  const result = picture.blur(sigma, { border: "clamp" });
  const pixels = Uint8ClampedArray.from(await result.read());
  picture.dispose();
  result.dispose();
  return pixels;
}
