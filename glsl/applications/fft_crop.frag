// fft_crop: the upper left part of a picture.
input vec4 picture;
output vec4 cropped;

void main() {
    cropped = fetch(picture, here_x(), here_y());
}
