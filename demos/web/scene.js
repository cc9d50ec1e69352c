// A landscape at dusk, drawn with a canvas's own means, for the pages to work on.
export function drawScene(canvas) {
  const { width, height } = canvas;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  const sky = context.createLinearGradient(0, 0, 0, height);
  for (const [at, colour] of [[0, "#1d2b53"], [0.45, "#c8577c"], [0.62, "#f6b26b"], [1, "#f9e2ae"]]) sky.addColorStop(at, colour);
  context.fillStyle = sky;
  context.fillRect(0, 0, width, height);
  context.fillStyle = "#fff3c4";
  context.beginPath();
  context.arc(width * 0.7, height * 0.55, height * 0.09, 0, 2 * Math.PI);
  context.fill();
  for (const [level, high, colour, phase] of [[0.62, 0.1, "#5b3f68", 0], [0.74, 0.08, "#3b2c4f", 2], [0.86, 0.06, "#1f1a33", 4]]) {
    context.fillStyle = colour;
    context.beginPath();
    context.moveTo(0, height);
    for (let x = 0; x <= width; x += 2) {
      const wave = Math.sin(x / 37 + phase) + 0.5 * Math.sin(x / 13 + 3 * phase) + 0.25 * Math.sin(x / 5 + phase);
      context.lineTo(x, height * (level - high * 0.5 * wave));
    }
    context.lineTo(width, height);
    context.fill();
  }
  return context.getImageData(0, 0, width, height);
}
