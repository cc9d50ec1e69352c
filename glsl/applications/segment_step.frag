// segment_step: an iteration of region growing on four pixels: labels flow in from the neighbours and leak away; what has more
// than a half is in the region, and stays. There is a frame of texels around the picture, to and from which nothing flows:
// no place needs to be clamped, which costs a quarter of the pass. Brook's Segment (Buck et al., section 5.1).
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
    vec4 left = fetch(labels, x - 1, y);
    vec4 right = fetch(labels, x + 1, y);
    vec4 above = fetch(labels, x, y - 1);
    vec4 below = fetch(labels, x, y + 1);
    vec4 east = fetch(to_east, x, y);
    vec4 south = fetch(to_south, x, y);
    vec4 west = vec4(fetch(to_east, x - 1, y).w, east.x, east.y, east.z);
    vec4 north = fetch(to_south, x, y - 1);
    vec4 flow = east * (vec4(own.y, own.z, own.w, right.x) - own) + west * (vec4(left.w, own.x, own.y, own.z) - own)
              + south * (below - own) + north * (above - own);
    vec4 label = own + rate * (flow - leak * own);
    // Labels are at most 1, and 1 stays.
    next = max(max(label, vec4(1.0) - step(label, vec4(0.5))), floor(own));
}
