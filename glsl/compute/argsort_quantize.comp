// argsort_quantize: keys of few bits with the positions that they came from (the records of GPU Gems ch. 37, section
// 37.3). A key becomes the number of the step, of equal size, in which it lies between two bounds.
input float keys;
constant index count;
constant float from;
constant float scale; // steps / (to - from)
constant float steps;
output uvec2 records;

void main() {
    if (here() < count) {
        float step = min(max(floor((keys[here()] - from) * scale), 0.0), steps - 1.0);
        records[here()] = uvec2(uint(step), uint(here()));
    }
}
