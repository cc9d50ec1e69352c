// quantile_probe: the fragments that an occlusion query counts. The depth test alone decides which of them pass. The zeros are masked.
// After Govindaraju et al., Fast Computation of Database Operations using Graphics Processors, 2004.
output float zeros;

void main() {
    zeros = 0.0;
}
