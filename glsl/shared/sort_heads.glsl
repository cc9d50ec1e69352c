// sort_heads: two neighbouring runs of sorted texels are merged texel by texel, in the order of the texels' first keys. How
// many of the first `taken` texels come from the first run is found by halving.
input vec4 keys;
constant index run;    // texels in a run
constant index texels; // in all

index first_run(index base) { return min(run, texels - base); }
index second_run(index base) { return clamp(texels - base - run, 0, run); }

// One step of the search for the least count of the first run whose next texel comes after all that was taken.
void halve(index base, index taken, inout index low, inout index high) {
    index middle = (low + high) >> 1;
    ivec4 first = to_order(fetch(keys, base + middle));
    ivec4 second = to_order(fetch(keys, base + run + taken - 1 - middle));
    bool right = precedes(first, second);
    low = right ? middle + 1 : low;
    high = right ? high : middle;
}
