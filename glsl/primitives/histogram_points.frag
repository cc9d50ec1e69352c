// histogram_points: what each element adds to its bin: 1, or its weight. The elements are drawn as points, which go to their bins and are
// added up there by blending.
// Scheuermann and Hensley, Efficient Histogram Generation Using Scattering on GPUs, 2007.
parameter bool weighted = false;
input float weights;
output float added;

void main() {
    added = weighted ? fetch(weights, here()) : 1.0;
}
