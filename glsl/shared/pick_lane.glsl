// pick_lane: one of the four elements of a texel.
float pick_lane(vec4 four, index lane) {
    return lane < 2 ? (lane == 0 ? four.x : four.y) : (lane == 2 ? four.z : four.w);
}
