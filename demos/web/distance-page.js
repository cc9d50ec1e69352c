import { signedDistance } from "./distance.js";
import { find, openDevice } from "./page.js";

const [canvas, input] = [find("canvas"), find("#text")];
const context = canvas.getContext("2d", { willReadFrequently: true });
const device = await openDevice();

async function draw() {
  const { width, height } = canvas;
  const text = input.value;
  context.clearRect(0, 0, width, height);
  context.font = `bold ${Math.min(150, 1.5 * width / Math.max(text.length, 1))}px serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(text, width / 2, height / 2);
  if (!device) return;
  const distances = await signedDistance(device, context.getImageData(0, 0, width, height));
  // Another text has been typed meanwhile, and its own field is on the way.
  if (input.value !== text) return;
  const pixels = new ImageData(width, height);
  distances.forEach((distance, i) => {
    // Bands of 8 pixels, warm inside and cold outside, and a line at the edge. Without a letter, all is infinitely far.
    const far = Math.min(Math.abs(distance), 1000);
    const band = 0.8 + 0.2 * Math.cos((far * 2 * Math.PI) / 8);
    const fade = Math.exp(-far / 60);
    const [red, green, blue] = distance < 0 ? [250, 190, 110] : [60 + 90 * fade, 110 + 80 * fade, 190];
    const line = Math.min(1, far);
    pixels.data.set([red * band * line, green * band * line, blue * band * line, 255], 4 * i);
  });
  context.putImageData(pixels, 0, 0);
  document.body.dataset.done = text;
}
input.addEventListener("input", () => draw().catch((error) => (find("#said").textContent = error.message)));
draw();
