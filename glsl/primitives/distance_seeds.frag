// distance_seeds: the index of each element that is not 0, the seeds of a distance transform; -1 for others (Rong and Tan 2006). At
// first, each seed is known only at its own place.
input float mask;
output float nearest;

void main() {
    nearest = fetch(mask, here()) != 0.0 ? float(here()) : -1.0;
}
