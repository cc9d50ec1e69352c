// lane_of: finds the count, of four, to which record number `rest` belongs. Subtracts the counts before it from `rest`.
index lane_of(vec4 counts, inout float rest) {
    vec3 upto = vec3(counts.x, counts.x + counts.y, counts.x + counts.y + counts.z);
    vec3 past = step(upto, vec3(rest));
    rest -= past.z > 0.0 ? upto.z : past.y > 0.0 ? upto.y : past.x > 0.0 ? upto.x : 0.0;
    return index(past.x + past.y + past.z);
}

// Finds the texel, of four, with the record's count, and sets `a` to it. Subtracts the counts of the texels before from `rest`.
index texel_of(inout vec4 a, vec4 b, vec4 c, vec4 d, inout float rest) {
    float upto_a = dot(a, vec4(1.0));
    float upto_b = upto_a + dot(b, vec4(1.0));
    float upto_c = upto_b + dot(c, vec4(1.0));
    bool past_a = rest >= upto_a;
    bool past_b = past_a && rest >= upto_b;
    bool past_c = past_b && rest >= upto_c;
    a = past_c ? d : past_b ? c : past_a ? b : a;
    rest -= past_c ? upto_c : past_b ? upto_b : past_a ? upto_a : 0.0;
    return past_c ? 3 : past_b ? 2 : past_a ? 1 : 0;
}
