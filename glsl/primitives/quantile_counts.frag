// quantile_counts: counts the elements of a block of sixteen texels. For each bracket (after Floyd and Rivest 1975) it counts those below
// its lower end, up to it, below its upper end, and up to it. For each leaf of sixteen elements it counts those that are inside any
// bracket: the base of a pyramid of counts (after Horn, GPU Gems 2, ch. 36). Ends are not inside, so that equal elements are few.
parameter index brackets = 1;
parameter index writes_inside = 1; // 1 if this pass writes the counts of leaves, else 0
parameter index writes_counts = 1; // number of brackets whose counts it writes
parameter index first_counted = 0; // the first of these brackets
input vec4 values;
input float bounds;      // lower and upper end of each bracket
constant index elements;
constant float highest;  // infinity
output vec4 inside[writes_inside];
output vec4 counts[writes_counts];

void main() {
    vec4 lower[brackets];
    vec4 upper[brackets];
    vec4 from_lower[writes_counts]; // numbers of elements, by lane
    vec4 to_lower[writes_counts];
    vec4 from_upper[writes_counts];
    vec4 to_upper[writes_counts];
    for (index j = 0; j < brackets; j++) {
        lower[j] = vec4(fetch(bounds, 2 * j));
        upper[j] = vec4(fetch(bounds, 2 * j + 1));
    }
    for (index j = 0; j < writes_counts; j++) {
        from_lower[j] = vec4(0.0);
        to_lower[j] = vec4(0.0);
        from_upper[j] = vec4(0.0);
        to_upper[j] = vec4(0.0);
    }
    index first = 16 * here();
    index y = quotient(first, width(values));
    index x = first - y * width(values);
    vec4 leaves = vec4(0.0);
    for (index leaf = 0; leaf < 4; leaf++) {
        vec4 kept = vec4(0.0);
        for (index k = 0; k < 4; k++) {
            index at = 4 * leaf + k;
            vec4 four = fetch(values, x + at, y);
            // Past the end, an infinity is in no bracket, and counts only as equal to an infinite end, which all ranks are before.
            index left = elements - 4 * (first + at);
            four = vec4(left > 0 ? four.x : highest, left > 1 ? four.y : highest, left > 2 ? four.z : highest,
                left > 3 ? four.w : highest);
            vec4 any = vec4(0.0);
            for (index j = 0; j < brackets; j++) {
                any = max(any, 1.0 - max(step(four, lower[j]), step(upper[j], four)));
            }
            kept += any;
            for (index j = 0; j < writes_counts; j++) {
                from_lower[j] += step(lower[first_counted + j], four);
                to_lower[j] += step(four, lower[first_counted + j]);
                from_upper[j] += step(upper[first_counted + j], four);
                to_upper[j] += step(four, upper[first_counted + j]);
            }
        }
        leaves += dot(kept, vec4(1.0)) * vec4(leaf == 0, leaf == 1, leaf == 2, leaf == 3);
    }
    if (writes_inside == 1) {
        inside[0] = leaves;
    }
    vec4 one = vec4(1.0);
    for (index j = 0; j < writes_counts; j++) {
        counts[j] = vec4(64.0 - dot(from_lower[j], one), dot(to_lower[j], one), 64.0 - dot(from_upper[j], one),
            dot(to_upper[j], one));
    }
}
