// sort_heads: a search along the merge path. Two neighbouring runs of sorted texels are merged texel by texel, in the order of their first
// keys. A binary search finds how many of the first `taken` texels come from the first run.
input vec4 keys;
constant index run;    // number of texels in a run
constant index texels; // number of all texels

index first_run(index base) { return min(run, texels - base); }
index second_run(index base) { return clamp(texels - base - run, 0, run); }

// Does one step of the search for the smallest number of texels of the first run whose next texel comes after all taken texels.
void halve(index base, index taken, inout index low, inout index high) {
    index middle = (low + high) >> 1;
    ivec4 first = to_order(fetch(keys, base + middle));
    ivec4 second = to_order(fetch(keys, base + run + taken - 1 - middle));
    bool right = precedes(first, second);
    low = right ? middle + 1 : low;
    high = right ? high : middle;
}
