// fft_pass: one pass of the autosort transform (Stockham; on GPUs Govindaraju et al. 2008): a fragment reads as many elements as
// the radix, far apart along the axis, turns them, transforms them in registers, and writes an element of as many planes as
// there are render targets. An element is one complex number or two. Needs no integers. Brook's FFT (Buck et al., section 5.1)
// has radix 2 and a pass for each bit.
parameter index radix = 4;         // elements that a fragment transforms
parameter index targets = 4;       // render targets: of radix / targets draws each computes the outputs that lie so far apart
parameter index part = 0;          // which of these draws it is
parameter bool first_pass = true;  // along the axis: it multiplies by no twiddle factors
parameter bool line = false;       // a signal of one dimension is read
parameter bool rows = false;       // or one of two, or planes of the other axis, along their rows; else planes of this axis
parameter bool real = false;       // real numbers are read
parameter bool exchanged = false;  // real and imaginary parts are read exchanged, which makes an inverse transform
input element from;
input float reals;
input vec4 twiddles;    // w to the power k, and to the power 2 k
constant index start;   // along the axis: where the elements begin that belong to the plane which is read
constant index run;     // elements that one factor of the first kind turns
constant float per_run; // one over it
constant index shift;   // where the first line of what is read would be drawn
output element plane[targets];

// Cosines and sines of an eighth of a half turn, of two and of three.
const float COS_1 = 0.9238795;
const float COS_2 = 0.70710677;
const float COS_3 = 0.38268343;

vec2 product(vec2 x, vec2 w) { return vec2(x.x * w.x - x.y * w.y, x.x * w.y + x.y * w.x); }
vec2 turned(vec2 x, vec2 w) { return product(x, w); }
vec4 turned(vec4 x, vec2 w) { return vec4(product(x.xy, w), product(x.zw, w)); }
vec2 quarter(vec2 x) { return vec2(x.y, -x.x); }
vec4 quarter(vec4 x) { return vec4(x.y, -x.x, x.w, -x.z); }
vec2 parts_exchanged(vec2 x) { return x.yx; }
vec4 parts_exchanged(vec4 x) { return x.yxwz; }
vec2 complex(vec2 zero, float x) { return vec2(x, 0.0); }
vec4 complex(vec4 zero, float x) { return vec4(x, 0.0, 0.0, 0.0); }

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
    if (real) {
        float x = line ? fetch(reals, at) : rows ? fetch(reals, at, here_x() - shift) : fetch(reals, here_x() - shift, at);
        return complex(element(0.0), x);
    }
    element x = line ? fetch(from, at) : rows ? fetch(from, at, here_x() - shift) : fetch(from, here_x() - shift, at);
    return exchanged ? parts_exchanged(x) : x;
}

void main() {
    index at = here_y();
    index low = index(float(at) * per_run) * run;
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
