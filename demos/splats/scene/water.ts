import type { Brush, Colour, Vector } from "./brush.js";
import { mix, normalised } from "./brush.js";
import { BANK, brookAt, fromShore, heightAt, RADIUS, waterAt } from "./land.js";
import { noise, Random, smooth } from "./random.js";

const DEEP: Colour = [0.1, 0.36, 0.42];
const SHALLOW: Colour = [0.34, 0.62, 0.6];
const FOAM: Colour = [0.93, 0.97, 0.98];
const GLINT: Colour = [0.85, 0.95, 1];

/** Returns the end of the island along the brook. */
function mouth(): number {
  let z = RADIUS - 3;
  while (fromShore(brookAt(z), z) > 0.02) z += 0.01;
  return z;
}

/** Paints the brook: strands along its course, white where it falls. */
export function paintBrook(brush: Brush, random: Random, count: number): void {
  const end = mouth();
  for (let i = 0; i < count; i++) {
    const z = random.between(-RADIUS - 1, end);
    const side = random.between(-1, 1);
    const slope = (brookAt(z + 0.05) - brookAt(z - 0.05)) / 0.1;
    const width = BANK + 0.2 + 0.12 * noise(0.9 * z, 3);
    const x = brookAt(z) + side * width * Math.hypot(1, slope);
    if (fromShore(x, z) < 0) continue;
    const y = waterAt(z);
    const fall = Math.min(Math.max((waterAt(z - 0.06) - waterAt(z + 0.06)) / 0.12 - 0.1, 0), 1);
    const flow = normalised([slope, (waterAt(z + 0.05) - waterAt(z - 0.05)) / 0.1, 1]);
    const ripple = noise(9 * x - 2 * z, 2.4 * z + 3 * x);
    const edge = Math.abs(side) ** 3;
    let colour = mix(DEEP, SHALLOW, 0.25 + 0.5 * edge + 0.2 * ripple);
    colour = mix(colour, FOAM, smooth(0.25, 0.8, fall * (0.75 + 0.6 * ripple)) * 0.92);
    if (ripple > 0.42 && random.next() < 0.5) colour = mix(colour, GLINT, 0.75);
    const sun = brush.sunAt([x, y, z]);
    const shadow = 0.62 + 0.38 * sun;
    const centre: Vector = [x, y + 0.012 * ripple + 0.02 * fall * random.next(), z];
    brush.strand(centre, flow, random.between(0.05, 0.13), 0.022, colour.map((v) => v * shadow) as Colour, 0.5 + 0.4 * fall);
  }
}

/** Paints the fall at the island's end, and the spray below. */
export function paintFall(brush: Brush, random: Random, count: number): void {
  const end = mouth();
  for (let i = 0; i < count; i++) {
    const time = random.next() ** 0.8 * 1.25;
    const side = random.between(-1, 1);
    const spread = 1 + 0.55 * time;
    const x = brookAt(end) + side * BANK * spread + 0.05 * random.around() * time;
    const y = waterAt(end) - 3.6 * time * time;
    const z = end + 0.9 * time + 0.08 * random.around() * (0.3 + time);
    const fade = 1 - smooth(0.55, 1.25, time);
    const streak = noise(11 * side, 1.4 * time);
    const colour = mix(mix(SHALLOW, GLINT, 0.55), FOAM, smooth(-0.3, 0.5, streak + time - 0.5));
    const fall = normalised([0, -7.2 * time - 0.05, 0.9]);
    brush.strand([x, y, z], fall, random.between(0.07, 0.2), 0.02 + 0.012 * time, colour, 0.6 * fade + 0.05);
  }
  for (let i = 0; i < count / 60; i++) {
    const [x, z] = [brookAt(end) + 0.8 * random.around(), end + 1.1 + 0.4 * random.around()];
    brush.ball([x, waterAt(end) - 4.4 + 0.8 * random.around(), z], random.between(0.2, 0.5), FOAM, 0.035);
  }
}

/** Paints stones in the brook and beside it, each as a shell of discs. */
export function paintStones(brush: Brush, random: Random, count: number): void {
  for (let stone = 0; stone < count; stone++) {
    const z = random.between(-RADIUS, RADIUS);
    const x = brookAt(z) + (random.next() < 0.5 ? -1 : 1) * BANK * (0.55 + 0.9 * random.next() ** 1.5) * 1.25;
    if (fromShore(x, z) < 0.25) continue;
    const size = random.between(0.05, 0.11) + 0.16 * random.next() ** 6;
    const middle: Vector = [x, heightAt(x, z) + 0.35 * size, z];
    const grey = random.between(0.34, 0.6);
    const colour: Colour = [grey * 1.04, grey, grey * 0.95];
    const flat = random.between(0.55, 0.85);
    const sun = brush.sunAt(middle);
    const discs = Math.ceil(40 + 9000 * size * size);
    for (let i = 0; i < discs; i++) {
      const normal = random.direction();
      if (normal[1] < -0.5) continue;
      const bump = size * (1 + 0.2 * noise(3 * normal[0] + stone, 3 * normal[2] + 2 * normal[1]));
      const centre: Vector = [middle[0] + bump * normal[0], middle[1] + flat * bump * normal[1], middle[2] + bump * normal[2]];
      const moss = smooth(0.45, 0.9, normal[1] + 0.5 * noise(2 * x, 2 * z)) * 0.45;
      const tint = mix(colour, [0.28, 0.4, 0.18], moss).map((v) => v * random.between(0.85, 1.1)) as Colour;
      brush.disc(centre, normal, Math.max(0.02, 0.2 * size), 0.008, brush.lit(tint, normal, sun), 0.98);
    }
  }
}
