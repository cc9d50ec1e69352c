// Computes the ray for a number that raytrace_children returned.
#include "shared/raytrace_children.glsl"
input float numbers;
constant float near_by; // distance from a surface at which its rays begin
constant index texels;

void spawn(out vec4 new_origin, out vec4 new_way, out vec4 new_weight) {
    index number = index(fetch(numbers, here()));
    index ray = quotient(number, 4 * texels);
    index kind = number - 4 * texels * ray;
    vec4 o = fetch(origin, ray);
    vec4 w = fetch(way, ray);
    vec4 hit = fetch(hits, ray);
    vec3 place, facet, normal;
    bool inside;
    index material;
    surface(o, w, hit, place, facet, normal, inside, material);
    float side = 1.0;
    float far = endless;
    vec3 to = w.xyz;
    vec3 share = vec3(0.0);
    if (kind == 0) {
        share = share_of_image(w, normal, inside, material);
        to = reflect(w.xyz, normal);
        // A smooth normal may send the ray into the surface. This keeps it outside.
        to -= 2.0 * min(dot(to, facet), 0.0) * facet;
    } else if (kind == 1) {
        share = share_of_glass(w, normal, inside, material);
        side = -1.0;
        if (seeks_light(w)) {
            far = max(w.w - hit.x - near_by, 0.0);
        } else {
            float refraction = fetch(materials, material + 2).w;
            float ratio = inside ? refraction : 1.0 / refraction;
            float cosine = -dot(w.xyz, normal);
            float behind = sqrt(max(1.0 - ratio * ratio * (1.0 - cosine * cosine), 0.0));
            to = normalize(ratio * w.xyz + (ratio * cosine - behind) * normal);
            to -= 2.0 * max(dot(to, facet), 0.0) * facet;
        }
    } else if (kind == 2) {
        share = share_of_scattered(w, material);
        vec3 r = random(o, 2).xyz;
        to = normal + (dot(r, normal) < -0.9999 ? vec3(0.0) : r);
        to = normalize(to);
        to -= 2.0 * min(dot(to, facet), 0.0) * facet;
    } else {
        share = share_of_light(kind - first_lamp, o, w, place, facet, normal, material);
        to = place_of_light(kind - first_lamp, o) - (place + near_by * facet);
        far = length(to);
        to = to / far;
    }
    new_origin = vec4(place + side * near_by * facet, o.w);
    new_way = vec4(to, far);
    new_weight = vec4(fetch(weight, ray).xyz * share, 0.0);
}
