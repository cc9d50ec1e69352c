// mip_radix_sums: adds four counts: a level of a pyramid (after Moroz's fragment sort, as PlayCanvas had it, where the driver's mip maps
// do this). Levels are padded with zeros to a multiple of four.
input float counts;
output float sums;

void main() {
    index first = 4 * here();
    index last = count(counts) - 1;
    float four = (fetch(counts, min(first, last)) + fetch(counts, min(first + 1, last)))
        + (fetch(counts, min(first + 2, last)) + fetch(counts, min(first + 3, last)));
    sums = first <= last ? four : 0.0;
}
