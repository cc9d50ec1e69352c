// segment_moved: the largest change of four labels.
// Brook's Segment (Buck et al., section 5.1) goes on until the region no longer grows.
input vec4 labels;
input vec4 before;
output float moved;

void main() {
    vec4 change = abs(fetch(labels, here()) - fetch(before, here()));
    moved = max(max(change.x, change.y), max(change.z, change.w));
}
