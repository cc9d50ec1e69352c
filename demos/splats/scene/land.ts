import type { Brush, Colour, Vector } from "./brush.js";
import { mix, normalised } from "./brush.js";
import { hills, noise, Random, smooth } from "./random.js";

/** How far the island reaches, about. */
export const RADIUS = 10;
/** Half the width of the brook. */
export const BANK = 0.62;

/** Returns where the middle of the brook is, across the valley. */
export const brookAt = (z: number): number => 1.9 * Math.sin(0.36 * z + 0.4) + 0.7 * Math.sin(0.93 * z + 1);

/** Returns how high the water is: it falls over a few steps. */
export function waterAt(z: number): number {
  const steps = [-5.5, -1.6, 2.8, 6.2].reduce((sum, at) => sum + 0.17 * smooth(at - 0.2, at + 0.2, z), 0);
  return 0.75 - 0.03 * z - steps;
}

/** Returns how far a place is from the middle of the brook. */
export function fromBrook(x: number, z: number): number {
  const slope = (brookAt(z + 0.05) - brookAt(z - 0.05)) / 0.1;
  return Math.abs(x - brookAt(z)) / Math.hypot(1, slope);
}

/** Returns how far a place is within the island's shore, which is not round. Outside it is negative. */
export function fromShore(x: number, z: number): number {
  const angle = Math.atan2(z, x);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const shore = RADIUS + 0.9 * noise(2.1 * cos + 5, 2.1 * sin) + 0.25 * noise(7 * cos, 7 * sin + 3);
  return shore - Math.hypot(x, z);
}

/** Returns how high the land is. */
export function heightAt(x: number, z: number): number {
  const away = fromBrook(x, z);
  const water = waterAt(z);
  const bed = water - 0.28 + 0.05 * noise(3 * x, 3 * z);
  const large = 0.55 + 1.5 * hills(0.23 * x + 4, 0.23 * z, 4);
  const hill = water + 0.35 + 2.3 * smooth(1.2, 8, away) * large + 0.22 * hills(0.9 * x, 0.9 * z, 3);
  const edge = smooth(0, 1.6, fromShore(x, z));
  return bed + (hill - bed) * smooth(BANK * 0.8, BANK + 1.1, away) - 0.35 * (1 - edge);
}

export function normalAt(x: number, z: number): Vector {
  const e = 0.06;
  return normalised([heightAt(x - e, z) - heightAt(x + e, z), 2 * e, heightAt(x, z - e) - heightAt(x, z + e)]);
}

const MEADOW: Colour = [0.36, 0.5, 0.16];
const DRY: Colour = [0.62, 0.58, 0.26];
const MOSS: Colour = [0.2, 0.36, 0.14];
const EARTH: Colour = [0.42, 0.3, 0.2];
const SAND: Colour = [0.66, 0.58, 0.44];
const CLAY: Colour = [0.5, 0.32, 0.2];

/** Returns the colour of the ground. */
export function groundAt(x: number, z: number, normal: Vector): Colour {
  const away = fromBrook(x, z);
  const dry = smooth(-0.25, 0.45, hills(0.5 * x + 9, 0.5 * z, 4));
  let colour = mix(mix(MOSS, MEADOW, smooth(0.8, 3, away + noise(x, z))), DRY, 0.75 * dry);
  colour = mix(EARTH, colour, smooth(0.62, 0.86, normal[1]));
  return mix(SAND, colour, smooth(BANK + 0.05, BANK + 0.5, away + 0.15 * noise(4 * x, 4 * z)));
}

/** Paints the ground, as overlapping discs. */
export function paintGround(brush: Brush, random: Random, count: number): void {
  const radius = 0.78 * RADIUS * Math.sqrt(Math.PI / count) * 1.5;
  for (let i = 0; i < count; i++) {
    // A spiral of equal areas, shaken a little.
    const away = (RADIUS + 1) * Math.sqrt((i + random.next()) / count);
    const angle = i * 2.399963 + 0.02 * random.around();
    const [x, z] = [away * Math.cos(angle), away * Math.sin(angle)];
    if (fromShore(x, z) < 0) continue;
    const centre: Vector = [x, heightAt(x, z), z];
    const normal = normalAt(x, z);
    const shade = 0.86 + 0.2 * random.next() + 0.12 * noise(6 * x, 6 * z);
    const colour = groundAt(x, z, normal).map((value) => value * shade) as Colour;
    brush.disc(centre, normal, radius, 0.012, brush.lit(colour, normal, brush.sunAt(centre)), 0.98);
  }
}

/** Paints grass and flowers, where neither water nor sand is. */
export function paintGrass(brush: Brush, random: Random, count: number): void {
  const petals: Colour[] = [[0.98, 0.96, 0.9], [0.98, 0.82, 0.24], [0.82, 0.42, 0.72], [0.5, 0.48, 0.92]];
  for (let i = 0; i < count; i++) {
    const away = RADIUS * Math.sqrt(random.next());
    const angle = random.between(0, 2 * Math.PI);
    const [x, z] = [away * Math.cos(angle), away * Math.sin(angle)];
    const normal = normalAt(x, z);
    const wet = fromBrook(x, z);
    const bare = hills(1.3 * x, 1.3 * z + 40, 3) < random.between(-0.5, 0.2);
    if (bare || fromShore(x, z) < 0.1 || wet < BANK + 0.3 || normal[1] < 0.72) continue;
    const length = random.between(0.035, 0.085) * (1 + smooth(2, 0.9, wet));
    const lean = normalised([0.35 * random.around(), 1.2, 0.35 * random.around()]);
    const base = heightAt(x, z);
    const centre: Vector = [x + lean[0] * length, base + lean[1] * length, z + lean[2] * length];
    const colour = mix(groundAt(x, z, normal), [0.52, 0.66, 0.2], random.between(0.1, 0.7));
    const sun = brush.sunAt(centre);
    brush.strand(centre, lean, length, 0.011, brush.lit(colour, [lean[0], 0.8, lean[2]], sun, 0.5), 0.9);
    if (random.next() < 0.07 && noise(0.8 * x + 3, 0.8 * z) > 0) {
      const petal = petals[Math.floor(petals.length * smooth(-0.7, 0.7, noise(0.5 * x, 0.5 * z + 8)) * 0.999)]!;
      const tip: Vector = [centre[0] + lean[0] * length, centre[1] + length, centre[2]];
      brush.ball(tip, random.between(0.014, 0.024), brush.lit(petal, [0, 1, 0], sun, 0.4), 0.97);
    }
  }
}

/** Paints what is below the island: layers of earth and rock, which hang down to a point. */
export function paintRoots(brush: Brush, random: Random, count: number): void {
  for (let i = 0; i < count; i++) {
    const angle = random.between(0, 2 * Math.PI);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const shore = RADIUS + fromShore(RADIUS * cos, RADIUS * sin);
    const down = random.next() ** 1.15;
    const rugged = 1 + 0.16 * hills(3.5 * angle + 20 * cos, 7 * down, 4) + 0.05 * noise(30 * angle, 22 * down);
    const away = shore * (1 - 0.96 * down ** 1.5) * (1 + (rugged - 1) * smooth(0, 0.06, down));
    // It stays behind the fall.
    if (sin > 0 && fromBrook(away * cos, away * sin) < 2 * BANK && away > 0.9 * shore) continue;
    const top = heightAt(shore * cos, shore * sin);
    const [x, y, z] = [away * cos, top - 0.02 - 5.2 * down * (0.9 + 0.25 * noise(2 * cos + 8, 2 * sin)), away * sin];
    const layer = noise(0.6 * cos + 2 * down * 14, 0.6 * sin + 1);
    const rock: Colour = mix([0.52, 0.44, 0.38], [0.38, 0.33, 0.32], smooth(-0.4, 0.4, layer));
    const earth = mix(mix(MOSS, CLAY, smooth(0.0, 0.05, down)), rock, smooth(0.05, 0.22, down + 0.04 * layer));
    const normal = normalised([cos + 0.5 * random.around(), -0.35 + 0.5 * random.around(), sin + 0.5 * random.around()]);
    const shade = random.between(0.75, 1.1) * (1 - 0.3 * down);
    const colour = earth.map((value) => value * shade) as Colour;
    brush.disc([x, y, z], normal, random.between(0.07, 0.15), 0.03, brush.lit(colour, normal, 0.9), 0.97);
  }
}
