// blending_sort_pad: the keys, and behind them a number that comes last, up to a power of two.
// For blending_sort_mirror, after GPUSort (Govindaraju et al., 2005).
input float keys;
constant float past;
output float padded;

void main() {
    padded = here() < count(keys) ? fetch(keys, min(here(), count(keys) - 1)) : past;
}
