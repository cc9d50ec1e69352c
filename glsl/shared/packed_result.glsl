// packed_result: the result of the packed bitonic sort, texel by texel.
output vec4 result;

void main() { result = texel_at(here()); }
