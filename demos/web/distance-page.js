import { Device } from "brooklet";
import { signedDistance } from "./distance.js";

const [canvas, input, said] = ["canvas", "#text", "#said"].map((name) => document.querySelector(name));
const context = canvas.getContext("2d", { willReadFrequently: true });
const device = await Device.create().catch((error) => void (said.textContent = error.message));

async function draw() {
  const { width, height } = canvas;
  context.clearRect(0, 0, width, height);
  context.font = `bold ${Math.min(150, 1.5 * width / Math.max(input.value.length, 1))}px serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(input.value, width / 2, height / 2);
  if (!device) return;
  const distances = await signedDistance(device, context.getImageData(0, 0, width, height));
  const pixels = new ImageData(width, height);
  distances.forEach((distance, i) => {
    // Bands of 8 pixels, warm inside and cold outside, and a line at the edge.
    const band = 0.8 + 0.2 * Math.cos((distance * 2 * Math.PI) / 8);
    const fade = Math.exp(-Math.abs(distance) / 60);
    const [red, green, blue] = distance < 0 ? [250, 190, 110] : [60 + 90 * fade, 110 + 80 * fade, 190];
    const line = Math.min(1, Math.abs(distance));
    pixels.data.set([red * band * line, green * band * line, blue * band * line, 255], 4 * i);
  });
  context.putImageData(pixels, 0, 0);
  document.body.dataset.done = input.value;
}
input.addEventListener("input", draw);
draw();
