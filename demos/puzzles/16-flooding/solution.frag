input float seeds;
constant index offset;
output float nearest;

float nearer(float one, float other) {
    float at = float(here());
    float far = one < 0.0 ? 1e9 : abs(one - at);
    float other_far = other < 0.0 ? 1e9 : abs(other - at);
    bool better = other_far < far || (other_far == far && other < one);
    return better ? other : one;
}

void main() {
    index i = here();
    float best = fetch(seeds, i);
    if (i >= offset) {
        best = nearer(best, fetch(seeds, i - offset));
    }
    if (i + offset < count(seeds)) {
        best = nearer(best, fetch(seeds, i + offset));
    }
    nearest = best;
}
