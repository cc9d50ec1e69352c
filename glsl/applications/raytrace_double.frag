// raytrace_double: light of rays of the same pixel, added up from twice as far: after k passes each has the sum of 2^k rays from
// itself on, as far as they are for its pixel. For chips without loops; the scan of Horn's filter (GPU Gems 2, ch. 36), in segments.
input vec4 light; // with the pixel
constant index stride;
output vec4 sums;

void main() {
    vec4 own = fetch(light, here());
    vec4 other = clamped(light, here() + stride);
    bool more = here() + stride < count(light) && other.w == own.w;
    sums = more ? vec4(own.xyz + other.xyz, own.w) : own;
}
