//! What the tests of the command share: a directory, the command run in it, and files made by hand. Nothing here uses
//! the library, so that a mistake in reading cannot hide one in writing.
#![allow(dead_code, reason = "each file of tests uses its own part of this")]

#[path = "left_out.rs"]
mod left_out;
#[path = "level.rs"]
pub mod level;
mod mesa;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub use left_out::left_out;
use level::one_in_turn;
use mesa::MESA;
use tempfile::TempDir;

/// The options that choose each dialect, and these emulated chips, one of them where a run is quick.
pub fn backends(chips: &[&'static str]) -> Vec<[&'static str; 2]> {
    let chips = one_in_turn(chips.to_vec()).into_iter().map(|name| ["--chip", name]);
    dialects().into_iter().map(|name| ["--dialect", name]).chain(chips).collect()
}

/// The dialects that commands run in, one of them where a run is quick; `BROOKLET_TEST_DIALECTS` names others.
pub fn dialects() -> Vec<&'static str> {
    let named =
        |names: String| ["gl", "es", "gl2"].into_iter().filter(move |name| names.split(',').any(|n| n == *name));
    std::env::var("BROOKLET_TEST_DIALECTS")
        .map_or_else(|_| one_in_turn(vec!["gl", "es"]), |names| named(names).collect())
}

/// Whether a dialect has integers. Where it has none, positions and ints are exact to 2^24, and methods that need integers
/// are refused.
pub fn has_integers(dialect: &str) -> bool {
    dialect != "gl2"
}

/// Leaves out what a driver lacks something for, of whose `info --json` this is. Mesa, which draws on the CPU and is not made to
/// offer less than it has, lacks nothing that tests ask for.
pub fn lacks(info: &serde_json::Value, what: &str) {
    let fenced = ["MESA_GL_VERSION_OVERRIDE", "MESA_GLES_VERSION_OVERRIDE", "MESA_EXTENSION_OVERRIDE"];
    let renderer = info["renderer"].as_str().unwrap();
    let has_all = renderer.contains("llvmpipe")
        && info["dialect"] != "gl2"
        && fenced.into_iter().all(|name| std::env::var_os(name).is_none());
    assert!(!has_all, "{renderer} lacks {what}, which it should have");
    left_out(format!("{what}: {renderer}"));
}

/// Leaves out what can be tested with Mesa alone, which offers less where the environment says so.
pub fn is_fenced(renderer: &serde_json::Value, what: &str, fenced: bool) -> bool {
    if !fenced {
        let renderer = renderer.as_str().unwrap();
        // Under Wine, Mesa sees the environment of Wine, and not that of a process.
        assert!(cfg!(windows) || !renderer.contains("llvmpipe"), "{renderer} hides what it is told to");
        left_out(format!("{what}: {renderer}"));
    }
    fenced
}

/// Floats that a careless printer or parser gets wrong.
pub const AWKWARD: [f32; 20] = [
    0.0,
    -0.0,
    0.1,
    -1.0 / 3.0,
    0.3,
    f32::MAX,
    f32::MIN,
    f32::MIN_POSITIVE,
    f32::EPSILON,
    1e-40,
    1e-45,
    -1e-42,
    16_777_216.0,
    16_777_218.0,
    71_220_528.0,
    1e15,
    1e16,
    123_456_792.0,
    f32::INFINITY,
    f32::NEG_INFINITY,
];

/// A directory of its own for a test; the command runs in it, so that messages name bare files.
pub struct Place(TempDir);

impl Place {
    pub fn new() -> Place {
        Place(tempfile::tempdir().unwrap())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn file(&self, name: &str, bytes: impl AsRef<[u8]>) {
        fs::write(self.path(name), bytes).unwrap();
    }

    /// A file of float32, one dimension.
    pub fn list(&self, name: &str, values: &[f32]) {
        self.array(name, &[values.len()], values);
    }

    pub fn array(&self, name: &str, shape: &[usize], values: &[f32]) {
        self.file(name, npy("<f4", shape, &bytes_of(values)));
    }

    pub fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    pub fn text(&self, name: &str) -> String {
        String::from_utf8(self.bytes(name)).unwrap()
    }

    /// Shape and floats of an NPY file.
    pub fn npy(&self, name: &str) -> (Vec<usize>, Vec<f32>) {
        parse_npy(&self.bytes(name))
    }

    pub fn json(&self, name: &str) -> serde_json::Value {
        serde_json::from_slice(&self.bytes(name)).unwrap()
    }

    /// What lies in the directory, hidden files too.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<_> = entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_brooklet"));
        // Other dialects than the usual take the place of the command's own choice.
        if std::env::var_os("BROOKLET_TEST_DIALECTS").is_some()
            && args.first().is_some_and(|first| !first.starts_with('-'))
            && !args.first().is_some_and(|first| ["debug", "export", "cgc", "puzzle"].contains(first))
            && !args.contains(&"--dialect")
            && !args.contains(&"--chip")
        {
            command.args(["--dialect", dialects()[0]]);
        }
        command.envs(MESA.into_iter().filter(|(name, _)| std::env::var_os(name).is_none()));
        // What is compiled is kept for all tests, and not among the user's own.
        command.env("BROOKLET_CACHE", concat!(env!("CARGO_TARGET_TMPDIR"), "/cache"));
        command.args(args).current_dir(self.0.path()).env_remove("RUST_LOG").stdin(Stdio::null());
        command
    }

    pub fn run(&self, args: &[&str]) -> Run {
        let mut output = self.command(args).output();
        // Wine does not start a process now and then, and calls that an internal error.
        const INTERNAL_ERROR: i32 = 1359;
        if cfg!(windows) && output.as_ref().is_err_and(|error| error.raw_os_error() == Some(INTERNAL_ERROR)) {
            output = self.command(args).output();
        }
        let output = output.unwrap();
        Run { code: output.status.code(), out: printed(output.stdout), err: printed(output.stderr) }
    }

    /// Runs what must succeed and say nothing on stderr; stdout.
    pub fn ok(&self, args: &[&str]) -> String {
        let run = self.run(args);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{args:?}");
        run.out
    }

    /// Runs what must fail: exit code 1, nothing on stdout, no panic, and the directory as it was; stderr.
    pub fn fails(&self, args: &[&str]) -> String {
        self.refuses(1, args)
    }

    /// Runs what is no right use: exit code 2, and the rest as in [`fails`](Place::fails).
    pub fn misuse(&self, args: &[&str]) -> String {
        let error = self.refuses(2, args);
        assert!(error.starts_with("error: "), "{args:?}: {error}");
        error
    }

    fn refuses(&self, code: i32, args: &[&str]) -> String {
        let before = snapshot(self.0.path());
        let run = self.run(args);
        assert_eq!((run.code, run.out.as_str()), (Some(code), ""), "{args:?}: {}", run.err);
        assert!(!run.err.contains("panicked"), "{}", run.err);
        assert!(!run.err.trim().is_empty(), "{args:?} fails without a word");
        assert!(snapshot(self.0.path()) == before, "{args:?} changed files: {:?}", self.names());
        run.err
    }

    /// Reduces a file with these words: the value, which must be all of stdout, alone on a line.
    pub fn value(&self, args: &[&str]) -> f32 {
        alone(&self.ok(args))
    }
}

/// What a process printed. The host code of programs ends its lines as the system does.
pub fn printed(bytes: Vec<u8>) -> String {
    let text = String::from_utf8(bytes).unwrap();
    if cfg!(windows) { text.replace("\r\n", "\n") } else { text }
}

/// What a run of the command came to.
#[derive(Debug)]
pub struct Run {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

/// The number that is all of a text, but for the end of its line.
pub fn alone(out: &str) -> f32 {
    let line = out.strip_suffix('\n').expect("a line has an end");
    assert!(!line.contains(char::is_whitespace), "{line:?}");
    line.parse().unwrap_or_else(|_| panic!("{line:?} is not a number"))
}

/// Small whole numbers, whose sums are exact in any order.
pub fn whole(count: usize) -> Vec<f32> {
    (0..count).map(|i| ((i * 37 + 11) % 16) as f32).collect()
}

pub fn bytes_of(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

pub fn bits(values: &[f32]) -> Vec<u32> {
    values.iter().map(|value| value.to_bits()).collect()
}

/// An NPY file of version 1.0, as NumPy lays it out.
pub fn npy(descr: &str, shape: &[usize], elements: &[u8]) -> Vec<u8> {
    let extents: String = shape.iter().map(|extent| format!("{extent},")).collect();
    let mut header = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({extents}), }}");
    while (10 + header.len() + 1) % 64 != 0 {
        header.push(' ');
    }
    header.push('\n');
    let mut file = b"\x93NUMPY\x01\x00".to_vec();
    file.extend((header.len() as u16).to_le_bytes());
    file.extend(header.as_bytes());
    file.extend(elements);
    file
}

/// The other way round, for what the command writes: float32 in C order.
pub fn parse_npy(file: &[u8]) -> (Vec<usize>, Vec<f32>) {
    assert_eq!(&file[..8], b"\x93NUMPY\x01\x00");
    let start = 10 + usize::from(u16::from_le_bytes([file[8], file[9]]));
    let header = std::str::from_utf8(&file[10..start]).unwrap();
    assert!(header.contains("'<f4'") && header.contains("False"), "{header}");
    let (_, rest) = header.split_once('(').unwrap();
    let (tuple, _) = rest.split_once(')').unwrap();
    let extents = tuple.split(',').map(str::trim).filter(|extent| !extent.is_empty());
    let shape: Vec<usize> = extents.map(|extent| extent.parse().unwrap()).collect();
    let (floats, rest) = file[start..].as_chunks::<4>();
    assert!(rest.is_empty());
    assert_eq!(shape.iter().product::<usize>(), floats.len());
    (shape, floats.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect())
}

/// A Radiance picture of flat pixels: mantissas and the exponent they share, without runs.
pub fn hdr(height: usize, width: usize, pixels: &[[u8; 4]]) -> Vec<u8> {
    assert!(pixels.len() == height * width && width < 8, "longer lines may be runs");
    let mut file = format!("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y {height} +X {width}\n").into_bytes();
    file.extend(pixels.as_flattened());
    file
}

/// The light of such a pixel.
pub fn light([r, g, b, e]: [u8; 4]) -> [f32; 3] {
    [r, g, b].map(|mantissa| f32::from(mantissa) * 2_f32.powi(i32::from(e) - 136))
}

/// All files of a directory and those below, with what is in them.
fn snapshot(directory: &Path) -> Vec<(PathBuf, Option<Vec<u8>>)> {
    let mut files = Vec::new();
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(snapshot(&path));
            files.push((path, None));
        } else {
            let bytes = fs::read(&path).unwrap();
            files.push((path, Some(bytes)));
        }
    }
    files.sort();
    files
}
