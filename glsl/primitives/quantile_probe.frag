// quantile_probe: the fragments that an occlusion query counts. The depth test alone decides which of them pass, and nothing is written.
// After Govindaraju et al., Fast Computation of Database Operations using Graphics Processors, 2004.
output float nothing;

void main() {
    nothing = 0.0;
}
