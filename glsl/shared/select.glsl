// select: selects the larger or the smaller of two numbers. The result is one of the two, bit for bit, and not a number computed from
// them. If one is NaN, the result is NaN. (GPU Gems, ch. 37, Example 37-1, uses max.)
float larger(float a, float b) { return a >= b || isnan(a) ? a : b; }
float smaller(float a, float b) { return a <= b || isnan(a) ? a : b; }
vec2 larger(vec2 a, vec2 b) { return vec2(larger(a.x, b.x), larger(a.y, b.y)); }
vec2 smaller(vec2 a, vec2 b) { return vec2(smaller(a.x, b.x), smaller(a.y, b.y)); }
vec3 larger(vec3 a, vec3 b) { return vec3(larger(a.xy, b.xy), larger(a.z, b.z)); }
vec3 smaller(vec3 a, vec3 b) { return vec3(smaller(a.xy, b.xy), smaller(a.z, b.z)); }
vec4 larger(vec4 a, vec4 b) { return vec4(larger(a.xy, b.xy), larger(a.zw, b.zw)); }
vec4 smaller(vec4 a, vec4 b) { return vec4(smaller(a.xy, b.xy), smaller(a.zw, b.zw)); }
