/** Random numbers that are the same every time: mulberry32. */
export class Random {
  constructor(private state: number) {}

  /** Returns a number from 0 to 1, without 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.next();
  }

  /** Returns a number around 0, of deviation 1: nearly normal, and never far away. */
  around(): number {
    return (this.next() + this.next() + this.next() + this.next() - 2) * Math.sqrt(3);
  }

  /** Returns a direction, all equally likely. */
  direction(): [number, number, number] {
    const y = this.between(-1, 1);
    const angle = this.between(0, 2 * Math.PI);
    const across = Math.sqrt(1 - y * y);
    return [across * Math.cos(angle), y, across * Math.sin(angle)];
  }
}

const lattice = (x: number, y: number): number => {
  let n = Math.imul(x, 374761393) + Math.imul(y, 668265263);
  n = Math.imul(n ^ (n >>> 13), 1274126177);
  return ((n ^ (n >>> 16)) >>> 0) / 2147483648 - 1;
};

/** Returns smooth noise from -1 to 1, whose hills are about one wide. */
export function noise(x: number, y: number): number {
  const [i, j] = [Math.floor(x), Math.floor(y)];
  const [u, v] = [x - i, y - j].map((t) => t * t * t * (t * (6 * t - 15) + 10)) as [number, number];
  const mix = (a: number, b: number, t: number) => a + (b - a) * t;
  return mix(mix(lattice(i, j), lattice(i + 1, j), u), mix(lattice(i, j + 1), lattice(i + 1, j + 1), u), v);
}

/** Returns noise with finer noise on it, of half the height each. */
export function hills(x: number, y: number, octaves: number): number {
  let [sum, height] = [0, 0.5];
  for (let octave = 0; octave < octaves; octave++) {
    sum += height * noise(x, y);
    [x, y, height] = [2.03 * x + 17.1, 2.03 * y - 9.7, height / 2];
  }
  return sum;
}

/** Goes smoothly from 0 at `low` to 1 at `high`. */
export function smooth(low: number, high: number, value: number): number {
  const t = Math.min(Math.max((value - low) / (high - low), 0), 1);
  return t * t * (3 - 2 * t);
}
