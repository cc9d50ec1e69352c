// subdivide_count: what each child counts as: complete, or continued, with a sliver for each closed edge.
// GPU Gems 2 ch. 36, section 36.2: the counts whose running sums filter the list.
input vec4 status; // edges, closed edges, corners, whether it is complete
constant index rows;
constant index triangles; // how many parents: what lies behind is none
output vec4 counts;

void main() {
    vec4 child = fetch(status, here_x(), here_y());
    index row = here_y() - quotient(here_y(), rows) * rows;
    bool real = row * width(counts) + here_x() < triangles;
    // Of three bits at most two are set: with all edges closed it were complete.
    float closed = child.y > 2.5 && (child.y < 3.5 || child.y > 4.5) ? 2.0 : (child.y > 0.5 ? 1.0 : 0.0);
    float done = child.w;
    counts = real ? vec4(done, 1.0 - done, done > 0.5 ? 0.0 : closed, 0.0) : vec4(0.0);
}
