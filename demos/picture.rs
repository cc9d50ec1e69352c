//! You see a brook in evening light, and how nine passes find its brightest texel: brook.hdr and brooklet.png.
//!
//! `cargo run --release --example picture [FOLDER]` writes both (into target/picture, if nothing is said). The scene is
//! the kernel brook.frag. The second picture is put together on a render target: whatever stands in it was drawn there by a pass into
//! a rectangle, letters too.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use brooklet::kernel::Source;
use brooklet::{Device, Operator, Stream, io, primitives};

#[path = "picture/canvas.rs"]
mod canvas;
use canvas::{CODE, Canvas, Colour, FAINT, INK, MARGIN, PAPER, extents, long};

/// The kernel of the nine passes, which is written into the picture too. At an odd edge texels are compared twice, which
/// a maximum does not mind.
const MAXIMUM: &str = include_str!("picture/maximum.frag");

/// Where the result of each pass is shown: left, middle of its height, and pixels a texel. The last four are a second row.
const PLACES: [(usize, usize, usize); 9] = [
    (452, 184, 1),
    (688, 184, 1),
    (824, 184, 2),
    (952, 184, 4),
    (1080, 184, 8),
    (536, 432, 24),
    (724, 432, 48),
    (912, 432, 72),
    (1080, 432, 96),
];
const SECOND_ROW: usize = 5;

fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args_os().skip(1);
    let folder = PathBuf::from(arguments.next().unwrap_or("target/picture".into()));
    if arguments.next().is_some() {
        bail!("usage: picture [FOLDER]");
    }
    std::fs::create_dir_all(&folder).with_context(|| format!("cannot make the directory {}", folder.display()))?;
    let (hdr, png) = (folder.join("brook.hdr"), folder.join("brooklet.png"));
    io::check_output(&hdr)?;
    io::check_output(&png)?;

    let device = Device::headless()?;
    let scene = device.kernel(&Source::new("brook.frag", include_str!("brook.frag")))?;
    let brook = primitives::map_with(&device, &scene).shape([256, 384]).run()?;
    write(&hdr, &brook)?;
    write(&png, &explain(&brook)?)?;
    println!("{}\n{}", hdr.display(), png.display());
    Ok(())
}

fn write(path: &Path, picture: &Stream<Colour>) -> anyhow::Result<()> {
    let array =
        io::Array { shape: picture.shape().extents().to_vec(), components: 3, data: picture.read()?.into_flattened() };
    for note in io::write(path, &array)? {
        eprintln!("{note}");
    }
    Ok(())
}

/// Draws the picture of the passes.
fn explain(brook: &Stream<Colour>) -> anyhow::Result<Stream<Colour>> {
    let device = brook.device();
    let mut light: Stream<f32> =
        primitives::map(device, "dot(rgb, vec3(0.2126, 0.7152, 0.0722))").input("rgb", brook).run()?;
    let logs = primitives::map(device, "log(light + 1e-6)").input("light", &light).run()?;
    let average: f32 = primitives::mean(&logs)?;
    let (min, max) = (Operator::min(), Operator::max());
    let range = [primitives::reduce(&light, &min)?, primitives::reduce(&light, &max)?];
    let tonemap = device.kernel(&Source::new("tonemap.frag", include_str!("picture/tonemap.frag")))?;
    let shown = primitives::map_with(device, &tonemap).input("rgb", brook);
    let shown = shown.constant("average", average.exp()).run()?;
    let colours = device.kernel(&Source::new("colours.frag", include_str!("picture/colours.frag")))?;
    let coloured = |light: &Stream<f32>| -> anyhow::Result<Stream<Colour>> {
        let map = primitives::map_with(device, &colours).input("light", light);
        Ok(map.constant("range", range).run()?)
    };

    let mut canvas = Canvas::new(device)?;
    let title = format!("the brightest of {} texels, in {} passes", light.len(), PLACES.len());
    canvas.text(&title, MARGIN, 16, 3, INK, PAPER)?;
    canvas.magnified(&shown, MARGIN, 56, 1)?;
    canvas.text("a stream: 384 × 256 texels", MARGIN, 322, 2, INK, PAPER)?;
    for (number, line) in MAXIMUM.lines().filter(|line| !line.is_empty()).enumerate() {
        canvas.text(line, MARGIN, 358 + 18 * number, 2, CODE, PAPER)?;
    }
    // What the colours mean: 44 numbers, each the same factor above the one before.
    let scale: Vec<f32> = (0..44).map(|k| range[0] * (range[1] / range[0]).powf(k as f32 / 43.0)).collect();
    canvas.magnified(&coloured(&device.upload_shaped([1, 44], &scale)?)?, 824, 56, 8)?;
    canvas.text(&format!("{:.4}", range[0]), 824, 72, 2, FAINT, PAPER)?;
    canvas.text_to(&format!("{:.0}", range[1]), 72, FAINT)?;
    canvas.text("texels enlarged from here", 824, 124, 2, FAINT, PAPER)?;

    let maximum = device.kernel(&Source::new("maximum.frag", MAXIMUM))?;
    let mut before = (MARGIN + 384, 256); // right edge and height of the picture before
    for (pass, (left, middle, side)) in PLACES.into_iter().enumerate() {
        let (columns, rows) = extents(&light)?;
        let (columns, rows) = (columns.div_ceil(2), rows.div_ceil(2));
        let mut largest = device.stream([rows, columns])?;
        let draw = device.pass(&maximum).input("light", &light);
        draw.output("largest", &mut largest).run()?;
        light = largest;

        let shown = coloured(&light)?;
        let (wide, high, top) = (columns * side, rows * side, middle - rows * side / 2);
        if pass == SECOND_ROW {
            canvas.turn(before.0 - 48, (left + wide / 2, top))?;
        } else {
            canvas.lead(before, (left, high), middle)?;
        }
        canvas.magnified(&shown, left, top, side)?;
        let below = middle + (high / 2).max(if pass < SECOND_ROW { 32 } else { 48 }) + 10;
        canvas.text(&format!("pass {}", pass + 1), left, below, 2, INK, PAPER)?;
        canvas.text(&format!("{columns} × {rows}"), left, below + 20, 2, FAINT, PAPER)?;
        before = (left + wide, high);
        if side < 48 {
            continue;
        }
        // Texels that have room for it show their numbers.
        for (number, (value, colour)) in light.read()?.into_iter().zip(shown.read()?).enumerate() {
            let digits = if value < 100.0 { 1 } else { 0 };
            let text = format!("{value:.digits$}");
            let (x, y) = (left + number % columns * side, top + number / columns * side);
            if let Some(free) = (side - 1).checked_sub(long(&text, 2)) {
                let ink = if colour[0] < 0.6 { INK } else { PAPER };
                canvas.text(&text, x + free / 2, y + side / 2 - 7, 2, ink, colour)?;
            }
        }
    }
    let last = light.read()?;
    ensure!(last == range[1..], "the passes gave {last:?}, and the reduction {}", range[1]);
    canvas.text_to(&format!("1 texel: {:.1}", last[0]), 350, INK)?;
    Ok(canvas.target)
}
