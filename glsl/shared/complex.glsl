// complex: products of elements, which are one complex number or two, with complex numbers.
vec2 product(vec2 x, vec2 w) { return vec2(x.x * w.x - x.y * w.y, x.x * w.y + x.y * w.x); }
vec2 turned(vec2 x, vec2 w) { return product(x, w); }
vec4 turned(vec4 x, vec2 w) { return vec4(product(x.xy, w), product(x.zw, w)); }
vec2 parts_exchanged(vec2 x) { return x.yx; }
vec4 parts_exchanged(vec4 x) { return x.yxwz; }
vec2 conjugate(vec2 x) { return vec2(x.x, -x.y); }
vec4 conjugate(vec4 x) { return vec4(x.x, -x.y, x.z, -x.w); }
// Turned by a quarter, clockwise.
vec2 quarter(vec2 x) { return vec2(x.y, -x.x); }
vec4 quarter(vec4 x) { return vec4(x.y, -x.x, x.w, -x.z); }
