//! The window's example, on a screen of its own: Xvfb, which keeps its picture in a file. What the example drew is read there.
//!
//! A main of its own and no test harness: a window has to be opened on the main thread.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

#[path = "../demos/examples/window.rs"]
mod example;

const SCREEN: [usize; 2] = [640, 480];
/// In the pond's own pixels.
const POND: [usize; 2] = [320, 240];
/// A driver on the CPU, and a machine that has other things to do.
const PATIENCE: Duration = Duration::from_secs(60);

/// A process that ends with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn main() {
    if std::env::args().any(|argument| argument == "--example") {
        example::main().unwrap_or_else(|error| panic!("{error}"));
        return;
    }
    // As the harness of other tests would, for those who list or choose tests by name.
    let name = "a_drop_spreads_in_rings";
    let chosen: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    if std::env::args().any(|argument| argument == "--list") {
        return println!("{name}: test");
    }
    if chosen.is_empty() || chosen.iter().any(|part| name.contains(part.as_str())) {
        a_drop_spreads_in_rings();
        println!("test {name} ... ok");
    }
}

fn a_drop_spreads_in_rings() {
    let folder = tempfile::tempdir().unwrap();
    let (screen, number) = screen(folder.path());
    let mut again = Command::new(std::env::current_exe().unwrap());
    again.arg("--example").env("DISPLAY", format!(":{number}")).env_remove("WAYLAND_DISPLAY").stdout(Stdio::null());
    let mut example = Running(again.spawn().unwrap());
    let file = folder.path().join("Xvfb_screen0");

    // A calm pond in the corners, light above and dark below, and a ring around its middle that is first near, then far.
    let begun = Instant::now();
    let mut rings = Vec::new();
    let spread = |rings: &[usize]| {
        let near = rings.iter().position(|radius| *radius < 30);
        near.is_some_and(|near| rings[near..].iter().any(|radius| *radius > 40))
    };
    while !spread(&rings) {
        let ended = example.0.try_wait().unwrap();
        assert!(ended.is_none(), "the example ended: {ended:?}");
        assert!(begun.elapsed() < PATIENCE, "no ring spread in {PATIENCE:?}: {rings:?}");
        std::thread::sleep(Duration::from_millis(20));
        let picture = pond(&file);
        if is_pond(&picture) && ring(&picture).is_some_and(|radius| rings.last() != Some(&radius)) {
            rings.extend(ring(&picture));
        }
    }
    drop(example);
    drop(screen);
}

/// Starts an X server with one screen, whose pixels are in a file of the folder.
fn screen(folder: &Path) -> (Running, String) {
    let size = format!("{}x{}x24", SCREEN[0], SCREEN[1]);
    let mut server = Command::new("Xvfb");
    server.args(["-displayfd", "1", "-nolisten", "tcp", "-screen", "0", &size, "-fbdir"]).arg(folder);
    let server = server.stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    let mut server = Running(server.expect("the window's test needs Xvfb: apt-get install xvfb"));
    let mut number = String::new();
    BufReader::new(server.0.stdout.take().unwrap()).read_line(&mut number).unwrap();
    (server, number.trim().to_owned())
}

type Pixel = [u8; 3];

/// The pond, a pixel of each of its texels; from the dump that Xvfb keeps (XWDFile.h): a header of words, colours, pixels.
fn pond(file: &Path) -> Vec<Vec<Pixel>> {
    let dump = std::fs::read(file).unwrap();
    let word = |k: usize| u32::from_be_bytes(dump[4 * k..4 * k + 4].try_into().unwrap()) as usize;
    let (header, little_endian, bits, line, colours) = (word(0), word(7) == 0, word(11), word(12), word(19));
    assert_eq!((word(4), word(5), bits), (SCREEN[0], SCREEN[1], 32), "another dump than this test reads");
    let pixels = header + 12 * colours;
    let at = |column: usize, row: usize| {
        let place = pixels + row * line + 4 * column;
        let bytes: [u8; 4] = dump[place..place + 4].try_into().unwrap();
        let value = if little_endian { u32::from_le_bytes(bytes) } else { u32::from_be_bytes(bytes) };
        [(value >> 16) as u8, (value >> 8) as u8, value as u8]
    };
    // Two by two pixels of the screen are one of the pond.
    (0..POND[1]).map(|y| (0..POND[0]).map(|x| at(2 * x + 1, 2 * y + 1)).collect()).collect()
}

fn near(a: Pixel, b: Pixel) -> bool {
    a.iter().zip(&b).all(|(a, b)| a.abs_diff(*b) <= 16)
}

/// Whether the corners have the colours of calm water: the first row is above. A picture that is half drawn is none.
fn is_pond(picture: &[Vec<Pixel>]) -> bool {
    let (first, last) = (&picture[0], &picture[POND[1] - 1]);
    // vec3(0.25, 0.6, 0.75) and vec3(0.02, 0.1, 0.3), in bytes.
    let (above, below) = ([64, 153, 191], [5, 26, 77]);
    [first[0], first[POND[0] - 1]].into_iter().all(|pixel| near(pixel, above))
        && [last[0], last[POND[0] - 1]].into_iter().all(|pixel| near(pixel, below))
}

/// How far from the middle the light of a ring is at its brightest, to the left. As far to the right there is its shade.
fn ring(picture: &[Vec<Pixel>]) -> Option<usize> {
    let row = &picture[POND[1] / 2];
    let calm = row[0];
    let level = |pixel: Pixel| pixel.iter().map(|&channel| i32::from(channel)).sum::<i32>();
    let lit = |radius: &usize| level(row[POND[0] / 2 - radius]) - level(calm);
    let radius = (4..POND[0] / 2 - 20).max_by_key(lit)?;
    let shade = level(row[POND[0] / 2 + radius]) - level(calm);
    (lit(&radius) > 6 && shade < 0).then_some(radius)
}
