// The rays that a hit creates, by kind: 0 reflection, 1 transmission through glass, 2 scattered light, from 3 on one ray towards each
// light. A ray that looks for a light and meets glass continues straight.
#include "shared/raytrace_surface.glsl"
input vec4 lights; // of each: position, radius; colour
input vec4 noise;  // points on the unit sphere, and the distance from the center of one inside it
constant index lamps;
constant index depth;     // number of hits before this one
constant bool deepest;    // whether only rays towards lights are created
constant bool scattering; // whether rays of kind 2 are created
const index first_lamp = 3;

// Fresnel's reflectance of glass. `ratio` is the index of refraction before the surface divided by the one behind it.
float fresnel(float cosine, float ratio) {
    float square = ratio * ratio * (1.0 - cosine * cosine);
    float behind = sqrt(max(1.0 - square, 0.0));
    float across = (ratio * cosine - behind) / (ratio * cosine + behind);
    float along = (cosine - ratio * behind) / (cosine + ratio * behind);
    return square >= 1.0 ? 1.0 : 0.5 * (across * across + along * along);
}

// A random vector that is the same for the same ray, depth and kind.
vec4 random(vec4 o, index kind) {
    index at = index(o.w) + 1021 * depth + 517 * kind;
    return fetch(noise, at - count(noise) * quotient(at, count(noise)));
}

vec3 place_of_light(index lamp, vec4 o) {
    vec4 light = fetch(lights, 2 * lamp);
    vec4 r = random(o, first_lamp + lamp);
    return light.xyz + light.w * r.w * r.xyz;
}

// The colour by which the weight of a ray of this kind is multiplied. Black if there is no such ray.
vec3 share_of_image(vec4 w, vec3 normal, bool inside, index material) {
    vec4 specular = fetch(materials, material + 1);
    float kind = fetch(materials, material + 3).w;
    float glass = 1.0 - fetch(materials, material).w;
    float refraction = fetch(materials, material + 2).w;
    float cosine = -dot(w.xyz, normal);
    float reflected = glass > 0.0 ? glass * fresnel(cosine, inside ? refraction : 1.0 / refraction) : 0.0;
    return seeks_light(w) || deepest ? vec3(0.0) : (kind >= 2.0 ? specular.xyz : vec3(0.0)) + reflected;
}

vec3 share_of_glass(vec4 w, vec3 normal, bool inside, index material) {
    vec4 transmitted = fetch(materials, material + 3);
    float glass = 1.0 - fetch(materials, material).w;
    float refraction = fetch(materials, material + 2).w;
    // For a ray that continues straight, the outer angle counts, even on its way out.
    float ratio = inside && !seeks_light(w) ? refraction : 1.0 / refraction;
    float through = 1.0 - fresnel(-dot(w.xyz, normal), ratio);
    return glass <= 0.0 || (deepest && !seeks_light(w)) ? vec3(0.0) : glass * through * transmitted.xyz;
}

vec3 share_of_scattered(vec4 w, index material) {
    vec4 diffuse = fetch(materials, material);
    return seeks_light(w) || deepest || !scattering ? vec3(0.0) : diffuse.w * diffuse.xyz;
}

vec3 share_of_light(index lamp, vec4 o, vec4 w, vec3 place, vec3 facet, vec3 normal, index material) {
    if (seeks_light(w) || lamp >= lamps) {
        return vec3(0.0);
    }
    vec4 diffuse = fetch(materials, material);
    vec4 specular = fetch(materials, material + 1);
    float kind = fetch(materials, material + 3).w;
    vec3 to = normalize(place_of_light(lamp, o) - place);
    float lit = dot(to, facet) > 0.0 ? max(dot(to, normal), 0.0) : 0.0;
    float mirrored = max(dot(to, reflect(w.xyz, normal)), 0.0);
    float highlight = kind >= 1.0 && lit > 0.0 && mirrored > 0.0 ? pow(mirrored, specular.w) : 0.0;
    return fetch(lights, 2 * lamp + 1).xyz * (lit * diffuse.w * diffuse.xyz + highlight * specular.xyz);
}
