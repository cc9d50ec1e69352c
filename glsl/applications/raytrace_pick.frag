// raytrace_pick: each pixel searches for the first of its rays, which has the light of all of them. For chips without loops.
// The search is that of GPU Gems ch. 37, section 37.3.2.
input vec4 light;     // with the pixel, added up
input vec3 before;    // the picture so far
constant index reach; // a power of two, more than half of the rays
parameter index known_steps = -1; // how many steps of halving, if that has to be known before the kernel runs
constant index steps;             // else
output vec3 picture;

void main() {
    index pixel = here();
    index rays = count(light);
    index first = 0; // rays of pixels before this one
    index leap = reach;
    for (index i = 0; i < (known_steps >= 0 ? known_steps : steps); i++) {
        index probe = min(first + leap, rays) - 1;
        first = fetch(light, probe).w < float(pixel) && first + leap <= rays ? first + leap : first;
        leap = quotient(leap, 2);
    }
    vec4 found = clamped(light, first);
    picture = fetch(before, pixel) + (first < rays && found.w == float(pixel) ? found.xyz : vec3(0.0));
}
