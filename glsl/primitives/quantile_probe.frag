// quantile_probe: the fragments that an occlusion query counts. The depth test alone decides which of them pass, and nothing is written.
output float nothing;

void main() {
    nothing = 0.0;
}
