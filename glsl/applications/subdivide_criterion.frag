// subdivide_criterion: which edges of the children are complete: those that lie on an edge that was, and those for which the
// criterion is true. It sees ends and wings in an order that depends on where they are alone, so that all triangles agree.
// GPU Gems 2 ch. 36, section 36.2.
input vec4 edges;    // points on edges, numbers 0 to 14
input vec4 vertices; // corners, from 15 on
input vec4 flags;    // of the parents: in x edges that are complete, as bits
input vec4 pairs;    // for each edge: the numbers of its ends and its wings; in the row below, the bit that it inherits
constant index rows; // of each point
parameter bool screen = true;     // by the length on the screen
parameter bool curvature = false; // or by the angle of the triangles at the edge, or by an expression
parameter bool chosen(vec3 a, vec3 b) { return true; }
constant vec4 right_of; // screen: columns and rows in pixels, and depth, each with what it adds for the camera's place
constant vec4 up_of;
constant vec4 forward;
constant float nearest;
constant float pixels;
constant float cosine; // curvature: of the angle
constant float scale;  // one over the size of the mesh: cross products of cross products keep their size
output float complete;

vec3 point(float number, index x, index row) {
    index which = index(number);
    vec4 on_edge = clamped(edges, x, which * rows + row);
    vec4 corner = clamped(vertices, x, (which - 15) * rows + row);
    return which < 15 ? on_edge.xyz : corner.xyz;
}

vec2 seen(vec3 p) {
    vec2 at = vec2(dot(right_of.xyz, p) + right_of.w, dot(up_of.xyz, p) + up_of.w);
    return at / max(dot(forward.xyz, p) + forward.w, nearest);
}

// Whether the edge from a to b, with the wings left and right, is divided no further.
bool is_complete(vec3 a, vec3 b, vec3 left, vec3 right) {
    if (screen) {
        vec2 along = seen(b) - seen(a);
        return dot(along, along) <= pixels * pixels;
    }
    if (curvature) {
        vec3 edge = scale * (b - a);
        vec3 m = cross(edge, scale * (left - a));
        vec3 n = cross(scale * (right - a), edge);
        return dot(m, n) >= cosine * sqrt(dot(m, m) * dot(n, n));
    }
    return chosen(a, b);
}

bool before(vec3 a, vec3 b) { return a.x < b.x || (a.x == b.x && (a.y < b.y || (a.y == b.y && a.z < b.z))); }

void main() {
    index x = here_x();
    index which = quotient(here_y(), rows);
    index row = here_y() - which * rows;
    vec4 ends = fetch(pairs, which, 0);
    float bit = fetch(pairs, which, 1).x;
    vec3 p = point(ends.x, x, row);
    vec3 q = point(ends.y, x, row);
    vec3 r = point(ends.z, x, row);
    vec3 s = point(ends.w, x, row);
    bool straight = before(p, q);
    bool right = before(r, s);
    bool met = is_complete(straight ? p : q, straight ? q : p, right ? r : s, right ? s : r);
    float bits = floor(clamped(flags, x, row).x / max(bit, 1.0));
    bool inherited = bit > 0.5 && bits - 2.0 * floor(0.5 * bits) > 0.5;
    complete = met || inherited ? 1.0 : 0.0;
}
