// Returns the hit of a ray with a triangle if it is nearer than the hit `before`, else `before`: distance, two barycentric coordinates,
// the triangle's number. After Möller and Trumbore 1997. A triangle without area has determinant 0, and is not hit.
vec4 nearer(vec3 origin, vec3 way, vec3 a, vec3 ab, vec3 ac, float number, vec4 before) {
    vec3 p = cross(way, ac);
    float determinant = dot(ab, p);
    float inverse = 1.0 / (determinant == 0.0 ? 1.0 : determinant);
    vec3 s = origin - a;
    vec3 q = cross(s, ab);
    float u = dot(s, p) * inverse;
    float v = dot(way, q) * inverse;
    float t = dot(ac, q) * inverse;
    bool found = determinant != 0.0 && u >= 0.0 && v >= 0.0 && u + v <= 1.0 && t > 0.0 && t < before.x;
    return found ? vec4(t, u, v, number) : before;
}
