// fft_pad: a picture continued to a larger size: past its end the last row or column goes on, and the first before its start,
// which a Fourier transform takes for the place after the end. For Brook's FFT (Buck et al., section 5.1) and the one beside it.
input vec4 picture;
constant index columns; // of the picture
constant index rows;
constant index middle_x; // between what goes on and what comes before
constant index middle_y;
output vec4 padded;

void main() {
    index x = here_x();
    index y = here_y();
    x = x < columns ? x : x < middle_x ? columns - 1 : 0;
    y = y < rows ? y : y < middle_y ? rows - 1 : 0;
    padded = fetch(picture, x, y);
}
