// segment_step: an iteration of region growing on four pixels: labels flow in from the neighbours and leak away; what has more
// than a half is in the region, and stays.
input vec4 labels;
input vec4 to_east;  // conductance to the pixel on the right
input vec4 to_south; // and to the one below
constant float rate;
constant float leak;
output vec4 next;

void main() {
    index x = here_x();
    index y = here_y();
    vec4 own = fetch(labels, x, y);
    vec4 left = clamped(labels, x - 1, y);
    vec4 right = clamped(labels, x + 1, y);
    vec4 above = clamped(labels, x, y - 1);
    vec4 below = clamped(labels, x, y + 1);
    vec4 east = fetch(to_east, x, y);
    vec4 south = fetch(to_south, x, y);
    // The first column and row repeat themselves beyond the edge, and there nothing differs; but within a texel that is four
    // wide the pixel beyond would be the fourth.
    float before = x > 0 ? clamped(to_east, x - 1, y).w : 0.0;
    vec4 west = vec4(before, east.x, east.y, east.z);
    vec4 north = clamped(to_south, x, y - 1);
    vec4 flow = east * (vec4(own.y, own.z, own.w, right.x) - own) + west * (vec4(left.w, own.x, own.y, own.z) - own)
              + south * (below - own) + north * (above - own);
    vec4 label = own + rate * (flow - leak * own);
    // Labels are at most 1, and 1 stays.
    next = max(max(label, vec4(1.0) - step(label, vec4(0.5))), floor(own));
}
