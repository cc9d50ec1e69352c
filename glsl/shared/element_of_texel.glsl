// element_of_texel: fetches one element of the packed stream `sums`.
float element_of_texel(index i) {
    index texel = quotient(i, 4);
    index lane = i - 4 * texel;
    vec4 four = fetch(sums, texel);
    return lane < 2 ? (lane == 0 ? four.x : four.y) : (lane == 2 ? four.z : four.w);
}
