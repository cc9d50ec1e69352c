// part: a component of an element, and an element of components, of the type of another.
float part(float x, index k) { return x; }
float part(vec2 x, index k) { return k == 0 ? x.x : x.y; }
float part(vec3 x, index k) { return k == 0 ? x.x : (k == 1 ? x.y : x.z); }
float part(vec4 x, index k) { return k < 2 ? (k == 0 ? x.x : x.y) : (k == 2 ? x.z : x.w); }
float joined(float like, vec4 parts) { return parts.x; }
vec2 joined(vec2 like, vec4 parts) { return parts.xy; }
vec3 joined(vec3 like, vec4 parts) { return parts.xyz; }
vec4 joined(vec4 like, vec4 parts) { return parts; }
