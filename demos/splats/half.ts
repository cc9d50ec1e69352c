const number = new Float32Array(1);
const bits = new Uint32Array(number.buffer);

/** Returns the bits of the nearest half float. Numbers too large for one become infinite. */
export function half(value: number): number {
  number[0] = value;
  const all = bits[0]!;
  const sign = (all >>> 16) & 0x8000;
  const exponent = ((all >>> 23) & 0xff) - 112;
  const fraction = all & 0x7fffff;
  if (exponent >= 31) {
    return sign | 0x7c00;
  }
  if (exponent <= 0) {
    // Subnormal, in steps of 2^-24.
    return sign | Math.round(Math.abs(value) * 2 ** 24);
  }
  // A carry goes on into the exponent, which is right.
  return sign | (((exponent << 10) | (fraction >>> 13)) + ((fraction >>> 12) & 1));
}
