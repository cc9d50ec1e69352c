// raytrace_light: the light that each ray finds, weighted, with the pixel that it is for. A ray that looks for a light finds it
// where nothing is in the way; others find the sky, or what shines by itself. The shade kernel of Brook's Ray (section 5.1).
#include "shared/raytrace_surface.glsl"
constant vec3 ambient; // light from everywhere
constant vec3 ground;  // of the sky, straight down
constant vec3 sky;     // straight up
constant float each;   // rays of the eye for each pixel
output vec4 light;

void main() {
    vec4 o = fetch(origin, here());
    vec4 w = fetch(way, here());
    vec4 hit = fetch(hits, here());
    vec3 found = mix(ground, sky, clamp(0.5 + 0.5 * w.y, 0.0, 1.0));
    if (seeks_light(w)) {
        found = vec3(hit.w < 0.0 ? 1.0 : 0.0);
    } else if (hit.w >= 0.0) {
        index material = 4 * index(fetch(facets, 4 * index(hit.w)).w);
        vec4 diffuse = fetch(materials, material);
        found = fetch(materials, material + 2).xyz + ambient * diffuse.w * diffuse.xyz;
    }
    light = vec4(found * fetch(weight, here()).xyz, floor((o.w + 0.5) / each));
}
