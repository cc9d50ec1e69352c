// database_draw: one number in all records. The depth and stencil tests decide which of them it reaches, and an occlusion query counts those.
// After Govindaraju et al., Fast Computation of Database Operations using Graphics Processors, 2004.
constant float value;
output float drawn;

void main() {
    drawn = value;
}
