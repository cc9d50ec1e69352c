// collide_halves: splits off the upper half of whole numbers of 22 bits. The rest has 11 bits, from -1024 to 1024.
float upper(float x) { return floor(0.00048828125 * x + 0.5); }
vec2 upper(vec2 x) { return floor(0.00048828125 * x + 0.5); }
vec3 upper(vec3 x) { return floor(0.00048828125 * x + 0.5); }
