import { Splats } from "../splats.js";

export type Vector = [number, number, number];
export type Colour = Vector;

/** Where the sun is. */
const SUN: Vector = normalised([0.62, 0.66, 0.42]);
const SUNLIGHT: Colour = [1.22, 1.1, 0.88];
const SKYLIGHT: Colour = [0.4, 0.46, 0.58];

export function normalised([x, y, z]: Vector): Vector {
  const length = Math.hypot(x, y, z) || 1;
  return [x / length, y / length, z / length];
}

export const mix = (a: Colour, b: Colour, t: number): Colour => [
  a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t,
];

/** A ball that throws a shadow. */
export interface Shade {
  centre: Vector;
  radius: number;
}

/** Adds splats to a scene, in the light of a sun and a sky. */
export class Brush {
  private readonly splats: Splats;
  private count = 0;
  private readonly shades: Shade[] = [];

  constructor(capacity: number) {
    this.splats = new Splats(capacity);
  }

  /** Lets a ball throw a shadow on what is painted afterwards. */
  shade(shade: Shade): void {
    this.shades.push(shade);
  }

  /** Returns how much of the sun's light comes to a place, from 0 to 1. */
  sunAt([x, y, z]: Vector): number {
    let light = 1;
    for (const { centre, radius } of this.shades) {
      const [dx, dy, dz] = [centre[0] - x, centre[1] - y, centre[2] - z];
      const along = dx * SUN[0] + dy * SUN[1] + dz * SUN[2];
      if (along > 0) {
        const beside = dx * dx + dy * dy + dz * dz - along * along;
        const reach = radius * radius;
        if (beside < reach) light *= 0.45 + (0.55 * beside) / reach;
      }
    }
    return light;
  }

  /** Returns a colour in the light that falls on a surface. Leaves are lit from behind, too: `through` says how much. */
  lit(colour: Colour, normal: Vector, sun: number, through = 0): Colour {
    const facing = normal[0] * SUN[0] + normal[1] * SUN[1] + normal[2] * SUN[2];
    const direct = sun * Math.max(facing, through * (0.6 + 0.4 * facing), 0);
    const sky = 0.62 + 0.38 * normal[1];
    return [0, 1, 2].map((i) => colour[i]! * (SUNLIGHT[i]! * direct + SKYLIGHT[i]! * sky)) as Colour;
  }

  /** Adds a disc, whose normal is given. */
  disc(centre: Vector, normal: Vector, radius: number, thickness: number, colour: Colour, opacity: number): void {
    // The quaternion that turns z into the normal.
    const [x, y, z] = normal;
    const w = 1 + z;
    const turn: [number, number, number, number] = w > 1e-4 ? [w, -y, x, 0] : [0, 1, 0, 0];
    this.add(centre, [radius, radius, thickness], turn, colour, opacity);
  }

  /** Adds a strand: a splat that is long in one direction. */
  strand(centre: Vector, direction: Vector, length: number, width: number, colour: Colour, opacity: number): void {
    const [x, y, z] = direction;
    const w = 1 + z;
    const turn: [number, number, number, number] = w > 1e-4 ? [w, -y, x, 0] : [0, 1, 0, 0];
    this.add(centre, [width, width, length], turn, colour, opacity);
  }

  /** Adds a ball. */
  ball(centre: Vector, radius: number, colour: Colour, opacity: number): void {
    this.add(centre, [radius, radius, radius], [1, 0, 0, 0], colour, opacity);
  }

  /** Returns what was painted. */
  done(): Splats {
    return this.splats.first(this.count);
  }

  private add(centre: Vector, scale: Vector, turn: [number, number, number, number], colour: Colour, opacity: number): void {
    const at = this.count++;
    this.splats.place(at, ...centre);
    this.splats.shape(at, ...scale, ...turn);
    this.splats.paint(at, ...colour, opacity);
  }
}
