// select_positions: writes the position of each element that is kept, and for the others the position as a negative number, -1 - i. Flags
// mark the elements that are kept; after CUB's DevicePartition::Flagged.
// Positions take the place of records in Horn's filter (GPU Gems 2, ch. 36).
input float flags;
output float position;

void main() {
    float i = float(here());
    position = fetch(flags, here()) > 0.5 ? i : -1.0 - i;
}
