// lane_of: in which of four counts the record number `rest` is; of `rest` it takes the counts before.
index lane_of(vec4 counts, inout float rest) {
    vec3 upto = vec3(counts.x, counts.x + counts.y, counts.x + counts.y + counts.z);
    vec3 past = step(upto, vec3(rest));
    rest -= past.z > 0.0 ? upto.z : past.y > 0.0 ? upto.y : past.x > 0.0 ? upto.x : 0.0;
    return index(past.x + past.y + past.z);
}
