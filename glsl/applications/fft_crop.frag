// fft_crop: the upper left part of a picture.
// What is left of a picture that was padded for a transform (Brook's FFT, Buck et al., section 5.1, takes powers of two).
input vec4 picture;
output vec4 cropped;

void main() {
    cropped = fetch(picture, here_x(), here_y());
}
