// unpack: a stream's texture as a buffer, element by element, in C order: the door to all that is here. Streams are
// textures as in Brook, section 4.1; compute shaders, as in Harris 2007, want memory that they can write anywhere.
texels stream;
constant index width; // texels a row
constant index count; // texels that hold elements
output element values;

void main() {
    int i = here();
    if (i < count) {
        int row = i / width;
        values[i] = element(texelFetch(stream, ivec2(i - row * width, row), 0));
    }
}
