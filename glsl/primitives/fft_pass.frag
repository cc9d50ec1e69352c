// fft_pass: one pass of the autosort transform (Stockham; on GPUs Govindaraju et al. 2008): a fragment reads as many elements as
// the radix, far apart along the axis, turns them, transforms them in registers, and writes an element of as many planes as
// there are render targets. An element is one complex number or two. Needs no integers. Brook's FFT (Buck et al., section 5.1)
// has radix 2 and a pass for each bit.
parameter index radix = 4;         // elements that a fragment transforms: 2, 3, 4, 5, 8 or 16
parameter index targets = 4;       // render targets: of radix / targets draws each computes the outputs that lie so far apart
parameter index part = 0;          // which of these draws it is
parameter bool first_pass = true;  // along the axis: it multiplies by no twiddle factors
parameter bool line = false;       // a signal of one dimension is read
parameter bool rows = false;       // or lines that are rows, of a signal or of planes of the other axis; else they are columns
parameter bool folded = false;     // the rows are the second half of long lines, whose elements are turned
parameter bool exchanged = false;  // real and imaginary parts are read exchanged, which makes an inverse transform
input element from;
input vec4 twiddles;    // w to the power k, and to the power 2 k
constant index start;   // along the axis: where the elements begin that belong to the plane which is read
constant index run;     // elements that one factor of the first kind turns
constant float per_run; // one over it
constant index shift;   // where the first line of what is read would be drawn
constant index base;    // where the lines of what is read begin along the axis
constant index row;     // of a long line, folded: the row of its first element that is read
output element plane[targets];
#include "shared/complex.glsl"
#include "shared/roots.glsl"

// Cosines and sines of an eighth of a half turn, of two and of three.
const float COS_1 = 0.9238795;
const float COS_2 = 0.70710677;
const float COS_3 = 0.38268343;


// Turns an element by k n-ths of a whole turn, clockwise; n is 2, 4, 8 or 16.
element turned_by(element x, const index k, const index n) {
    index sixteenths = k * quotient(16, n) - 16 * quotient(k, n);
    if (sixteenths == 0) { return x; }
    if (sixteenths == 1) { return turned(x, vec2(COS_1, -COS_3)); }
    if (sixteenths == 2) { return turned(x, vec2(COS_2, -COS_2)); }
    if (sixteenths == 3) { return turned(x, vec2(COS_3, -COS_1)); }
    if (sixteenths == 4) { return quarter(x); }
    if (sixteenths == 5) { return turned(x, vec2(-COS_3, -COS_1)); }
    if (sixteenths == 6) { return turned(x, vec2(-COS_2, -COS_2)); }
    if (sixteenths == 7) { return turned(x, vec2(-COS_1, -COS_3)); }
    if (sixteenths == 8) { return -x; }
    if (sixteenths == 9) { return turned(x, vec2(-COS_1, COS_3)); }
    if (sixteenths == 10) { return turned(x, vec2(-COS_2, COS_2)); }
    if (sixteenths == 11) { return turned(x, vec2(-COS_3, COS_1)); }
    if (sixteenths == 12) { return -quarter(x); }
    if (sixteenths == 13) { return turned(x, vec2(COS_3, COS_1)); }
    if (sixteenths == 14) { return turned(x, vec2(COS_2, COS_2)); }
    return turned(x, vec2(COS_1, COS_3));
}

// The element at this place along the axis, which runs down the columns of what is drawn.
element read(index at) {
    element x = line ? fetch(from, at)
              : rows ? fetch(from, at + base, here_x() - shift)
                     : fetch(from, here_x() - shift, at + base);
    return exchanged ? parts_exchanged(x) : x;
}

// Cosines and sines of k n-ths of a whole turn, where n is 3 or 5 and k less.
float cosine(const index k, const index n) {
    if (k == 0) { return 1.0; }
    if (n == 3) { return -0.5; }
    return k == 1 || k == 4 ? 0.309017 : -0.809017;
}

float sine(const index k, const index n) {
    if (n == 3) { return k == 1 ? 0.8660254 : k == 2 ? -0.8660254 : 0.0; }
    return k == 1 ? 0.9510565 : k == 2 ? 0.58778525 : k == 3 ? -0.58778525 : k == 4 ? -0.9510565 : 0.0;
}

void main() {
    index at = here_y();
    index low = index((float(at) + 0.5) * per_run) * run;
    index first = at - start + (low - start) * (radix - 1);
    element a[radix];
    for (index k = 0; k < radix; k++) {
        a[k] = read(first + k * run);
    }
    if (!first_pass) {
        // Powers of the twiddle factor: two come from the table, the others are products of as few as possible.
        vec4 two = fetch(twiddles, low, 0);
        vec2 w[radix];
        for (index k = 1; k < radix; k++) {
            w[k] = k == 1 ? two.xy : k == 2 ? two.zw : product(w[k - quotient(k, 2)], w[quotient(k, 2)]);
        }
        for (index k = 1; k < radix; k++) {
            a[k] = turned(a[k], w[k]);
        }
    }
    if (folded) {
        // What lies between the two halves of a long line's transform turns its elements by the product of their row and column.
        index own = here_x() - shift + row;
        vec2 turn = root(own * first);
        vec2 powers[radix];
        for (index k = 1; k < radix; k++) {
            powers[k] = k == 1 ? root(own * run) : product(powers[k - quotient(k, 2)], powers[quotient(k, 2)]);
        }
        for (index k = 0; k < radix; k++) {
            a[k] = turned(a[k], k == 0 ? turn : product(turn, powers[k]));
        }
    }
    if (radix == 3 || radix == 5) {
        // Elements that turn by as much in opposite ways share their products.
        element sum[2];
        element difference[2];
        for (index j = 0; 2 * j + 1 < radix; j++) {
            sum[j] = a[j + 1] + a[radix - 1 - j];
            difference[j] = quarter(a[j + 1] - a[radix - 1 - j]);
        }
        for (index k = 0; k < targets; k++) {
            element x = a[0];
            for (index j = 0; 2 * j + 1 < radix; j++) {
                index turns = (j + 1) * (k + part) - radix * quotient((j + 1) * (k + part), radix);
                x += cosine(turns, radix) * sum[j] + sine(turns, radix) * difference[j];
            }
            plane[k] = x;
        }
        return;
    }
    // Of all draws together, this one computes every so many-th output: the inputs are summed up first (decimation in frequency).
    for (index pairs = quotient(radix, 2 * targets); pairs > 0; pairs = quotient(pairs, 2)) {
        index half = quotient(radix, 2 * targets * pairs); // of the outputs of the sums that are joined
        index which = part - 2 * half * quotient(part, 2 * half);
        index turns = which < half ? which : which - half;
        for (index q = 0; q < pairs; q++) {
            for (index k = 0; k < targets; k++) {
                element odd = turned_by(a[(q + pairs) * targets + k], turns, 2 * half);
                a[q * targets + k] = which < half ? a[q * targets + k] + odd : a[q * targets + k] - odd;
            }
        }
    }
    for (index k = 0; k < targets; k++) {
        a[k] = turned_by(a[k], k * part, radix);
    }
    // The transform of what is left: sums and differences, in natural order after each step.
    element b[targets];
    for (index length = 1; length < targets; length *= 2) {
        for (index r = 0; 2 * r * length < targets; r++) {
            for (index k = 0; k < length; k++) {
                index even = r * length + k;
                element odd = turned_by(a[even + quotient(targets, 2)], k, 2 * length);
                b[even + r * length] = a[even] + odd;
                b[even + (r + 1) * length] = a[even] - odd;
            }
        }
        for (index k = 0; k < targets; k++) {
            a[k] = b[k];
        }
    }
    for (index k = 0; k < targets; k++) {
        plane[k] = a[k];
    }
}
