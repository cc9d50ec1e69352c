// quantile_pick: picks the two neighbours of a rank among sorted elements (GPU Gems ch. 37, section 37.3.1, sorts them), and
// interpolates between them.
input float sorted;
input uvec2 ranks;    // of each quantile: the rank of the lower neighbour, and of the upper one
input float weights;  // and the weight of the upper one
constant index count;
output float quantiles;

void main() {
    if (here() < count) {
        uvec2 rank = ranks[here()];
        float a = sorted[int(rank.x)];
        float b = sorted[int(rank.y)];
        float weight = weights[here()];
        float between = min(max(a * (1.0 - weight) + b * weight, a), b);
        quantiles[here()] = weight == 0.0 || a == b ? a : between;
    }
}
