// sph_walls: the walls of a fluid's box. What is beyond them counts as fluid.

// The share of the kernel poly6 (Müller et al. 2003) beyond a plane at this distance, which is given in smoothing radii.
float beyond(float gap) {
    float x = clamp(gap, 0.0, 1.0);
    float y = x * x;
    return 0.5 - x * (315.0 - y * (420.0 - y * (378.0 - y * (180.0 - y * 35.0)))) / 256.0;
}

// The share of the kernel between two walls, at these distances.
float between(float low, float high) {
    return 1.0 - beyond(low) - beyond(high);
}
