// fft_pass: one pass of the autosort transform (Stockham; on GPUs Govindaraju et al. 2008): a fragment reads as many elements as
// the radix, far apart along the axis, turns them, transforms them in registers, and writes an element of as many planes as
// there are render targets. An element is one complex number or two. Needs no integers. Brook's FFT (Buck et al., section 5.1)
// has radix 2 and a pass for each bit.
#include "signal"  // element, turned by a complex number, a quarter, and how the first pass reads
#include "planes"  // what is read, from, and the outputs
constant index start;  // along the axis: where the elements begin that belong to the plane which is read
constant index run;    // elements that one factor of the first kind turns
constant float per_run; // one over it
#include "twiddles"
#include "axis"

void main() {
    index at = here_y();
    index low = index(float(at) * per_run) * run;
    index first = at - start + (low - start) * (radix - 1);
#include "butterflies"
}
