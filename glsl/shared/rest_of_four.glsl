// rest_of_four: combines the lanes of the last texel of a packed stream that hold elements. Include it after the declaration of `combine`.
constant index lanes;

float rest(vec4 texel) {
    float sum = texel.x;
    sum = lanes > 1 ? combine(sum, texel.y) : sum;
    sum = lanes > 2 ? combine(sum, texel.z) : sum;
    return lanes > 3 ? combine(sum, texel.w) : sum;
}
