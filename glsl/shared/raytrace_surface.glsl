// The surface that a ray hits.
#include "shared/raytrace_light.glsl"
input vec4 origin;    // where rays begin, and the index of the eye ray that they come from
input vec4 way;       // their direction, of length 1, and their length
input vec4 weight;    // the factor for the light that they find
input vec4 hits;      // distance, two barycentric coordinates, triangle or -1
input vec4 facets;    // of each triangle: normal, material; normal at a corner; differences of the normals at the others
input vec4 materials; // of each: diffuse, opacity; specular, shininess; emission, refraction; filter, kind

// Returns the position, the triangle's normal and the smooth normal on the side of the ray, whether that side is inside, and the material.
void surface(vec4 o, vec4 w, vec4 hit, out vec3 place, out vec3 facet, out vec3 normal, out bool inside, out index material) {
    index first = 4 * index(hit.w);
    vec4 flat_one = fetch(facets, first);
    material = 4 * index(flat_one.w);
    inside = dot(flat_one.xyz, w.xyz) > 0.0;
    facet = inside ? -flat_one.xyz : flat_one.xyz;
    place = o.xyz + hit.x * w.xyz;
    vec3 smooth_one = fetch(facets, first + 1).xyz;
    smooth_one += hit.y * fetch(facets, first + 2).xyz + hit.z * fetch(facets, first + 3).xyz;
    smooth_one = normalize(smooth_one);
    smooth_one = dot(smooth_one, facet) < 0.0 ? -smooth_one : smooth_one;
    // At a grazing angle, a smooth normal may point away from the ray.
    normal = dot(smooth_one, w.xyz) < 0.0 ? smooth_one : facet;
}
