// key_bits: makes an integer of few bits of a key: the number of the step, of equal size, in which it lies between two bounds. Keys beyond
// the bounds take the first or the last step.
parameter bool own = false; // whether the bounds are the smallest and the largest key, which are in two streams
input float smallest;
input float largest;
constant float from;   // the bounds, if they are not in streams
constant float to;
constant float steps;  // 2^bits
parameter bool backwards = false; // whether the largest key takes the first step

float step_of(float key) {
    float first = own ? fetch(smallest, 0) : from;
    float range = (own ? fetch(largest, 0) : to) - first;
    float scale = range > 0.0 ? steps / range : 0.0;
    float number = min(max(floor((key - first) * scale), 0.0), steps - 1.0);
    return backwards ? steps - 1.0 - number : number;
}
