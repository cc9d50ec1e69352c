// subdivide_find: a list of children: each place searches the running counts for the child that is counted there, as the filter of
// GPU Gems 2 ch. 36 does. Of slivers, it finds the triangle among those that continue, and its edge.
input vec4 sums;   // running counts: complete, continued, slivers
input vec4 status;
constant vec4 counted; // which of the counts
constant bool slivers;
constant index rows;
constant index row_of_chosen; // of those that continue
constant index reach; // a power of two, at least half of the counts
parameter index known_steps = -1; // how many steps, if that has to be known before the kernel runs
constant index steps;             // else
output vec4 found; // column and row of the parent, and which child; of a sliver, those of the triangle, and which edge

void main() {
    index target = here_y() * width(found) + here_x();
    index last = count(sums) - 1;
    index at = 0;
    index leap = reach;
    for (index i = 0; i < (known_steps >= 0 ? known_steps : steps); i++) {
        index probe = at + leap - 1;
        float sum = dot(fetch(sums, min(probe, last)), counted);
        at = probe < last && sum <= float(target) ? at + leap : at;
        leap = quotient(leap, 2);
    }
    at = min(at, last);
    vec4 sum = fetch(sums, at);
    index y = quotient(at, width(sums));
    index x = at - y * width(sums);
    index child = quotient(y, rows);
    // From the last closed edge to the first.
    float left = sum.z - 1.0 - float(target);
    float closed = fetch(status, x, y).y;
    float last_edge = closed > 3.5 ? 2.0 : (closed > 1.5 ? 1.0 : 0.0);
    float first_edge = closed - 2.0 * floor(0.5 * closed) > 0.5 ? 0.0 : 1.0;
    index chosen = index(sum.y) - 1;
    index chosen_row = quotient(max(chosen, 0), row_of_chosen);
    vec4 sliver = vec4(float(chosen - chosen_row * row_of_chosen), float(chosen_row), left < 0.5 ? last_edge : first_edge, 0.0);
    found = slivers ? sliver : vec4(float(x), float(y - child * rows), float(child), 0.0);
}
