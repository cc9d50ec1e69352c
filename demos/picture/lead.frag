// lead: what leads from one picture to the next, over the space between them: at its ends as high as they are.
constant vec2 span;    // left and right
constant vec2 heights; // there
constant float middle; // of both
constant vec3 paper, ink;
output vec3 canvas;

void main() {
    float t = (float(here_x()) + 0.5 - span.x) / (span.y - span.x);
    float inside = 0.5 * mix(heights.x, heights.y, t) - abs(float(here_y()) + 0.5 - middle);
    canvas = mix(paper, ink, clamp(inside + 0.5, 0.0, 1.0));
}
