// keep_nearer: keeps the nearer of two seeds of a distance transform, of equally near ones the first; -1 is none.
void keep_nearer(float seed, float far, inout float best, inout float least) {
    if (seed >= 0.0 && (best < 0.0 || far < least || (far == least && seed < best))) {
        best = seed;
        least = far;
    }
}
