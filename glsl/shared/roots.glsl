// roots: powers of exp(-2 pi i / n), each the product of one from a coarse table and one from a fine one. Include complex.glsl before.
input vec2 coarse_roots; // every `fine`-th power
input vec2 fine_roots;   // the powers from 0 to fine - 1
constant index fine;

vec2 root(index k) {
    index high = quotient(k, fine);
    return product(fetch(coarse_roots, high), fetch(fine_roots, k - high * fine));
}
