//! A kernel of one's own: the outline of a picture.
//!
//! `cargo run --example kernel`

use brooklet::kernel::Source;
use brooklet::{Device, Stream, primitives};

/// A kernel runs once for each element of its output, and knows nothing of the others: it may fetch whatever it likes,
/// and write one element, its own. `clamped` reads the edge where the neighbour would be outside.
const OUTLINE: &str = "
    input float picture;
    constant float threshold;
    output float outline;

    void main() {
        index x = here_x();
        index y = here_y();
        float across = clamped(picture, x + 1, y) - clamped(picture, x - 1, y);
        float down = clamped(picture, x, y + 1) - clamped(picture, x, y - 1);
        outline = length(vec2(across, down)) > threshold ? 1.0 : 0.0;
    }
";

const PICTURE: [&str; 9] = [
    "........................",
    "...#####................",
    "..#######......##.......",
    "..#######.....####......",
    "..#######....######.....",
    "...#####....########....",
    "...........##########...",
    "........................",
    "........................",
];

pub fn main() -> Result<(), brooklet::Error> {
    let device = Device::headless()?;
    let dots: Vec<f32> = PICTURE.concat().chars().map(|dot| if dot == '#' { 1.0 } else { 0.0 }).collect();
    let shape = [PICTURE.len(), PICTURE[0].len()]; // rows, then columns
    let picture = device.upload_shaped(shape, &dots)?;

    // What is wrong with a kernel is said here, with the line and a caret. It is compiled once, and kept.
    let kernel = device.kernel(&Source::new("outline", OUTLINE))?;
    let outline: Stream<f32> =
        primitives::map_with(&device, &kernel).input("picture", &picture).constant("threshold", 0.5).run()?;

    for row in outline.read()?.chunks(shape[1]) {
        println!("{}", row.iter().map(|&on| if on == 1.0 { '#' } else { '.' }).collect::<String>());
    }
    Ok(())
}
