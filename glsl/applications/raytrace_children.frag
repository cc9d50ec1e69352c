// raytrace_children: which rays each hit makes, four kinds to a texel: their numbers, or -1. Those that weigh next to nothing are
// not made. What is -1 is filtered out (Horn, GPU Gems 2, ch. 36, section 36.3).
#include "shared/raytrace_children.glsl"
constant float dark;  // what a ray has to weigh at least
constant index texels; // of four kinds, for each ray
output vec4 children;

float made(vec4 before, vec3 share, float number) {
    vec3 w = before.xyz * share;
    return max(w.x, max(w.y, w.z)) > dark ? number : -1.0;
}

void main() {
    index ray = quotient(here(), texels);
    index four = here() - texels * ray;
    vec4 hit = fetch(hits, ray);
    children = vec4(-1.0);
    if (hit.w >= 0.0) {
        vec4 o = fetch(origin, ray);
        vec4 w = fetch(way, ray);
        vec4 before = fetch(weight, ray);
        vec3 place, facet, normal;
        bool inside;
        index material;
        surface(o, w, hit, place, facet, normal, inside, material);
        float number = float(4 * here());
        if (four == 0) {
            children.x = made(before, share_of_image(w, normal, inside, material), number);
            children.y = made(before, share_of_glass(w, normal, inside, material), number + 1.0);
            children.z = made(before, share_of_scattered(w, material), number + 2.0);
            children.w = made(before, share_of_light(0, o, w, place, facet, normal, material), number + 3.0);
        } else {
            index lamp = 4 * four - first_lamp;
            children.x = made(before, share_of_light(lamp, o, w, place, facet, normal, material), number);
            children.y = made(before, share_of_light(lamp + 1, o, w, place, facet, normal, material), number + 1.0);
            children.z = made(before, share_of_light(lamp + 2, o, w, place, facet, normal, material), number + 2.0);
            children.w = made(before, share_of_light(lamp + 3, o, w, place, facet, normal, material), number + 3.0);
        }
    }
}
