import { half } from "./half.js";

/** The largest number of splats: an order holds positions as floats, which are exact up to 2^24. */
export const MAX_SPLATS = 2 ** 24;
/** The largest coordinate and the largest scale, with either sign: squares of it fit into a float, and so do sums of a few of them. */
export const MAX_LENGTH = 1e18;
/** Words of a splat in the data that are drawn: two texels of four. */
export const WORDS = 8;

/**
 * Splats as they are sorted and drawn.
 *
 * `x`, `y` and `z` hold the centres, from which depths are computed. `words` holds two texels of RGBA32UI a splat:
 *
 * | word    | content                                              |
 * |---------|------------------------------------------------------|
 * | 0, 1, 2 | the centre, as bits of floats                        |
 * | 3       | the unit of the covariance, as bits of a float       |
 * | 4, 5, 6 | xx and xy, xz and yy, yz and zz of the covariance, as half floats in that unit |
 * | 7       | red, green, blue and opacity, as bytes               |
 *
 * Axes are those of OpenGL: x to the right, y upwards, z to the viewer.
 */
export class Splats {
  readonly x: Float32Array<ArrayBuffer>;
  readonly y: Float32Array<ArrayBuffer>;
  readonly z: Float32Array<ArrayBuffer>;
  readonly words: Uint32Array<ArrayBuffer>;
  private readonly floats: Float32Array;

  constructor(readonly count: number) {
    if (!Number.isInteger(count) || count < 0 || count > MAX_SPLATS) {
      throw new RangeError(`there are ${count} splats, and at most ${MAX_SPLATS} can be sorted`);
    }
    this.x = new Float32Array(count);
    this.y = new Float32Array(count);
    this.z = new Float32Array(count);
    this.words = new Uint32Array(count * WORDS);
    this.floats = new Float32Array(this.words.buffer);
  }

  /** Sets the centre of a splat. */
  place(at: number, x: number, y: number, z: number): void {
    const word = at * WORDS;
    this.x[at] = this.floats[word] = x;
    this.y[at] = this.floats[word + 1] = y;
    this.z[at] = this.floats[word + 2] = z;
  }

  /** Sets the covariance of a splat: its extents along its own axes, and the quaternion that turns these, of any length but 0. */
  shape(at: number, sx: number, sy: number, sz: number, w: number, x: number, y: number, z: number): void {
    const n = 2 / (w * w + x * x + y * y + z * z);
    const [a, b, c] = [sx * sx, sy * sy, sz * sz];
    const [r00, r01, r02] = [1 - n * (y * y + z * z), n * (x * y - w * z), n * (x * z + w * y)];
    const [r10, r11, r12] = [n * (x * y + w * z), 1 - n * (x * x + z * z), n * (y * z - w * x)];
    const [r20, r21, r22] = [n * (x * z - w * y), n * (y * z + w * x), 1 - n * (x * x + y * y)];
    const xx = r00 * r00 * a + r01 * r01 * b + r02 * r02 * c;
    const xy = r00 * r10 * a + r01 * r11 * b + r02 * r12 * c;
    const xz = r00 * r20 * a + r01 * r21 * b + r02 * r22 * c;
    const yy = r10 * r10 * a + r11 * r11 * b + r12 * r12 * c;
    const yz = r10 * r20 * a + r11 * r21 * b + r12 * r22 * c;
    const zz = r20 * r20 * a + r21 * r21 * b + r22 * r22 * c;
    // In the unit of the largest variance, half floats hold small splats as precisely as large ones.
    const unit = Math.max(xx, yy, zz, 1e-30);
    const word = at * WORDS;
    this.floats[word + 3] = unit;
    this.words[word + 4] = half(xx / unit) | (half(xy / unit) << 16);
    this.words[word + 5] = half(xz / unit) | (half(yy / unit) << 16);
    this.words[word + 6] = half(yz / unit) | (half(zz / unit) << 16);
  }

  /** Sets the colour and the opacity of a splat, each from 0 to 1. */
  paint(at: number, red: number, green: number, blue: number, opacity: number): void {
    this.words[at * WORDS + 7] = byte(red) | (byte(green) << 8) | (byte(blue) << 16) | (byte(opacity) << 24);
  }

  /** Returns the first splats, without a copy of their data. */
  first(count: number): Splats {
    const part = Object.create(Splats.prototype) as { -readonly [key in keyof Splats]: Splats[key] };
    Object.assign(part, {
      count,
      x: this.x.subarray(0, count),
      y: this.y.subarray(0, count),
      z: this.z.subarray(0, count),
      words: this.words.subarray(0, count * WORDS),
      floats: this.floats.subarray(0, count * WORDS),
    });
    return part as Splats;
  }
}

const byte = (value: number): number => Math.round(Math.min(Math.max(value, 0), 1) * 255);
