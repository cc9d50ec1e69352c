// collide_triangles: whether two triangles meet, exactly, for GPU Gems 2 ch. 36, section 36.2. Each lies beside the other's plane or
// meets the line of both planes in an interval (Moller 1997); signs of two determinants tell if these overlap (Guigue and Devillers
// 2003). In one plane, an edge of one separates them, or nothing does. Coordinates are whole; differences are cut into halves of 11
// bits, and all sums of products of halves are below 2^24: no rounding anywhere.
input vec4 pairs;       // a triangle of each mesh
input vec3 vertices_a;  // three a triangle
input vec3 vertices_b;
constant float zero;
output vec4 touching;   // the pair, or null

#include "shared/collide_halves.glsl"

// A vector product, as sums of 11 bits each: units, times 2^11, times 2^22, times 2^33.
void product(vec3 u, vec3 v, out vec3 n0, out vec3 n1, out vec3 n2, out vec3 n3) {
    vec3 uh = upper(u), vh = upper(v);
    vec3 ul = u - 2048.0 * uh, vl = v - 2048.0 * vh;
    n0 = cross(ul, vl);
    n1 = cross(uh, vl) + cross(ul, vh);
    n2 = cross(uh, vh);
    vec3 carry = upper(n0);
    n0 -= 2048.0 * carry;
    n1 += carry;
    carry = upper(n1);
    n1 -= 2048.0 * carry;
    n2 += carry;
    n3 = upper(n2);
    n2 -= 2048.0 * n3;
}

// The sign of the scalar product of such a sum with d.
float side(vec3 n0, vec3 n1, vec3 n2, vec3 n3, vec3 d) {
    vec3 dh = upper(d);
    vec3 dl = d - 2048.0 * dh;
    float s0 = dot(n0, dl);
    float s1 = dot(n1, dl) + dot(n0, dh);
    float s2 = dot(n2, dl) + dot(n1, dh);
    float s3 = dot(n3, dl) + dot(n2, dh);
    float s4 = dot(n3, dh);
    float carry = upper(s0);
    s0 -= 2048.0 * carry;
    s1 += carry;
    carry = upper(s1);
    s1 -= 2048.0 * carry;
    s2 += carry;
    carry = upper(s2);
    s2 -= 2048.0 * carry;
    s3 += carry;
    carry = upper(s3);
    s3 -= 2048.0 * carry;
    s4 += carry;
    float s = s4 != 0.0 ? s4 : s3 != 0.0 ? s3 : s2 != 0.0 ? s2 : s1 != 0.0 ? s1 : s0;
    return sign(s);
}

// On which side of the plane through a, b and c the point d is: 1 where it sees them counterclockwise.
float orientation(vec3 a, vec3 b, vec3 c, vec3 d) {
    vec3 n0, n1, n2, n3;
    product(b - a, c - a, n0, n1, n2, n3);
    return side(n0, n1, n2, n3, d - a);
}

// Turns a triangle so that its first vertex is alone on its side of the other plane, and says which side that is.
float lone_first(inout vec3 a, inout vec3 b, inout vec3 c, vec3 sides) {
    vec3 products = sides * sides.yzx; // of 01, 12, 20
    bool first = sides.x != 0.0 && products.x <= 0.0 && products.z <= 0.0;
    bool second = sides.y != 0.0 && products.x <= 0.0 && products.y <= 0.0;
    bool third = sides.z != 0.0 && products.y <= 0.0 && products.z <= 0.0;
    bool none = !first && !second && !third;
    // Then one is in the plane, and the two others are on one side.
    first = first || (none && sides.x == 0.0);
    second = !first && (second || (none && sides.y == 0.0));
    float own = first ? sides.x : second ? sides.y : sides.z;
    vec3 p = a, q = b, r = c;
    a = first ? p : second ? q : r;
    b = first ? q : second ? r : p;
    c = first ? r : second ? p : q;
    return own != 0.0 ? own : -(sides.x + sides.y + sides.z);
}

// In the plane: the signs of the areas of edge and each of three points, of which x and y hold the differences to its start.
vec3 beside(vec2 edge, vec3 x, vec3 y) {
    vec2 eh = upper(edge);
    vec2 el = edge - 2048.0 * eh;
    vec3 xh = upper(x), yh = upper(y);
    vec3 xl = x - 2048.0 * xh, yl = y - 2048.0 * yh;
    vec3 s0 = el.x * yl - el.y * xl;
    vec3 s1 = eh.x * yl + el.x * yh - eh.y * xl - el.y * xh;
    vec3 s2 = eh.x * yh - eh.y * xh;
    vec3 carry = upper(s0);
    s0 -= 2048.0 * carry;
    s1 += carry;
    carry = upper(s1);
    s1 -= 2048.0 * carry;
    s2 += carry;
    // The signs, of which the highest that is not 0 counts.
    return sign(4.0 * sign(s2) + 2.0 * sign(s1) + sign(s0));
}

// Whether an edge of a triangle, which turns as `turn` says, has all points of the other beyond it.
bool parts(vec2 from, vec2 to, float turn, vec2 a, vec2 b, vec2 c) {
    vec3 sides = turn * beside(to - from, vec3(a.x, b.x, c.x) - from.x, vec3(a.y, b.y, c.y) - from.y);
    return max(sides.x, max(sides.y, sides.z)) < 0.0;
}

bool part(vec2 a, vec2 b, vec2 c, vec2 p, vec2 q, vec2 r) {
    float turn = beside(b - a, vec3(c.x - a.x), vec3(c.y - a.y)).x;
    return parts(a, b, turn, p, q, r) || parts(b, c, turn, p, q, r) || parts(c, a, turn, p, q, r);
}

// Along which axis the plane can be seen: one in which its normal is not 0.
vec2 seen(vec3 v, bool along_x, bool along_y) { return along_x ? v.yz : along_y ? v.zx : v.xy; }

void main() {
    vec4 pair = fetch(pairs, here());
    index a = 3 * index(pair.x);
    index b = 3 * index(pair.y);
    vec3 a0 = fetch(vertices_a, a), a1 = fetch(vertices_a, a + 1), a2 = fetch(vertices_a, a + 2);
    vec3 b0 = fetch(vertices_b, b), b1 = fetch(vertices_b, b + 1), b2 = fetch(vertices_b, b + 2);
    vec3 n0, n1, n2, n3;
    product(b1 - b0, b2 - b0, n0, n1, n2, n3);
    vec3 any_b = abs(n0) + abs(n1) + abs(n2) + abs(n3);
    vec3 sides_a = vec3(side(n0, n1, n2, n3, a0 - b0), side(n0, n1, n2, n3, a1 - b0), side(n0, n1, n2, n3, a2 - b0));
    product(a1 - a0, a2 - a0, n0, n1, n2, n3);
    vec3 sides_b = vec3(side(n0, n1, n2, n3, b0 - a0), side(n0, n1, n2, n3, b1 - a0), side(n0, n1, n2, n3, b2 - a0));
    vec3 any_a = abs(n0) + abs(n1) + abs(n2) + abs(n3);

    bool area = any_a.x + any_a.y + any_a.z > 0.0 && any_b.x + any_b.y + any_b.z > 0.0;
    bool beside_a = abs(sides_a.x + sides_a.y + sides_a.z) > 2.5;
    bool beside_b = abs(sides_b.x + sides_b.y + sides_b.z) > 2.5;
    bool coplanar = sides_a.x == 0.0 && sides_a.y == 0.0 && sides_a.z == 0.0;

    vec2 p0 = seen(a0, any_a.x > 0.0, any_a.y > 0.0);
    vec2 p1 = seen(a1, any_a.x > 0.0, any_a.y > 0.0);
    vec2 p2 = seen(a2, any_a.x > 0.0, any_a.y > 0.0);
    vec2 q0 = seen(b0, any_a.x > 0.0, any_a.y > 0.0);
    vec2 q1 = seen(b1, any_a.x > 0.0, any_a.y > 0.0);
    vec2 q2 = seen(b2, any_a.x > 0.0, any_a.y > 0.0);
    bool apart = part(p0, p1, p2, q0, q1, q2) || part(q0, q1, q2, p0, p1, p2);

    float side_a = lone_first(a0, a1, a2, sides_a);
    float side_b = lone_first(b0, b1, b2, sides_b);
    // The first vertices are on the positive sides.
    vec3 last_a = side_b < 0.0 ? a1 : a2;
    a1 = side_b < 0.0 ? a2 : a1;
    vec3 last_b = side_a < 0.0 ? b1 : b2;
    b1 = side_a < 0.0 ? b2 : b1;
    bool overlap = orientation(a0, a1, b0, b1) <= 0.0 && orientation(a0, last_a, last_b, b0) <= 0.0;

    bool meet = area && !beside_a && !beside_b && (coplanar ? !apart : overlap);
    touching = meet ? vec4(pair.xy, 0.0, 0.0) : vec4(1.0 / zero);
}
