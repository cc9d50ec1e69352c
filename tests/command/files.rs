//! Files that are not what they should be: each is a failure with a message that names it, and nothing is left behind.
//! [`Place::fails`] holds the directory against what it was, old outputs among it.

use crate::support;
use crate::support::level::sample;

use support::{Place, bytes_of, dialects, hdr, npy};

/// Each sub-command that reads `file`, with an output that is there already.
fn readers<'a>(place: &Place, file: &'a str, input: &'a str) -> [Vec<&'a str>; 3] {
    place.file("old.npy", "not to be touched");
    place.file("old.png", "nor this");
    [
        vec!["reduce", file, "--op", "sum"],
        vec!["map", "x", "-i", input, "-o", "old.npy"],
        vec!["tonemap", file, "-o", "old.png"],
    ]
}

/// What all sub-commands say of a file, which must be the same and one line.
fn complaint(place: &Place, file: &str) -> String {
    let input = format!("x={file}");
    let said: Vec<String> = sample(readers(place, file, &input), 0, 3).map(|args| place.fails(&args)).collect();
    assert!(said.iter().all(|other| *other == said[0]), "{said:?}");
    let line = said[0].strip_prefix("brooklet: ").unwrap().strip_suffix('\n').unwrap();
    let named = line.starts_with(file) || line.starts_with(&format!("cannot read {file}"));
    assert!(named && !line.contains('\n'), "{line}");
    line.to_owned()
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let place = Place::new();
    for kind in ["npy", "csv", "f32", "hdr", "png"] {
        let file = format!("none.{kind}");
        let said = complaint(&place, &file);
        assert!(said.starts_with(&format!("cannot read {file}: ")) && said.contains("(os error 2)"), "{said}");
    }
}

#[test]
fn a_file_of_no_bytes_is_an_error() {
    let place = Place::new();
    for kind in ["npy", "csv", "f32", "hdr", "png"] {
        let file = format!("x.{kind}");
        place.file(&file, "");
        assert_eq!(complaint(&place, &file), format!("{file} is empty (0 bytes)"));
    }
}

#[test]
fn a_file_that_breaks_off_is_an_error() {
    let place = Place::new();
    let list = npy("<f4", &[1000], &bytes_of(&[1.0; 1000]));
    let picture = hdr(5, 5, &[[9, 9, 9, 128]; 25]);
    for (file, whole, kept, said) in [
        ("x.npy", &list, list.len() - 1, "needs 4000 bytes and there are 3999"),
        ("x.npy", &list, 60, "its header needs 128 bytes and there are 60"),
        ("x.npy", &list, 8, "its header needs 10 bytes and there are 8"),
        ("x.npy", &list, 3, "its header needs 10 bytes and there are 3"),
        ("x.hdr", &picture, picture.len() - 1, "cut short"),
        ("x.hdr", &picture, 20, "x.hdr"),
        ("x.f32", &list, 7, "its size, 7 bytes, is not a multiple of 4"),
    ] {
        place.file(file, &whole[..kept]);
        let error = complaint(&place, file);
        assert!(error.contains(said), "{error}");
    }
    let png = png();
    for kept in [1, 8, 20, 33, png.len() / 2, png.len() - 13] {
        place.file("x.png", &png[..kept]);
        assert!(complaint(&place, "x.png").starts_with("x.png "));
    }
}

/// A picture that compresses badly.
fn png() -> Vec<u8> {
    let noise = |x: u32, y: u32| image::Luma([(x * 131 + y * x * 37 + y) as u8]);
    let mut bytes = std::io::Cursor::new(Vec::new());
    image::ImageBuffer::from_fn(40, 40, noise).write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    bytes.into_inner()
}

#[test]
fn a_csv_of_a_header_alone_is_noted() {
    let place = Place::new();
    place.file("h.csv", "hello\n");
    place.file("blank.csv", "\n");
    let note = "note: h.csv has a header line and no numbers\n";
    for (words, out) in [(&["reduce", "h.csv", "--op", "sum"][..], "0\n"), (&["sort", "h.csv"], "")] {
        let run = place.run(words);
        assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (Some(0), out, note), "{words:?}");
    }
    assert_eq!(place.ok(&["reduce", "blank.csv", "--op", "sum"]), "0\n");
}

#[test]
fn a_header_that_promises_more_than_the_file_holds_is_an_error() {
    let place = Place::new();
    for (shape, said) in [
        (&[3][..], "a shape of 3 elements of dtype '<f4' needs 12 bytes and there are 8"),
        (&[1 << 40, 4], "needs 17592186044416 bytes and there are 8"),
        (&[usize::MAX], "needs more than 2^63 bytes and there are 8"),
        (&[1 << 32, 1 << 32, 1 << 32, 1], "needs more than 2^63 bytes"),
    ] {
        place.file("x.npy", npy("<f4", shape, &[0; 8]));
        let error = complaint(&place, "x.npy");
        assert!(error.contains(said), "{error}");
    }
    place.file("x.hdr", b"#?RADIANCE\n\n-Y 5000 +X 5000\n\x80\x80\x80\x81");
    let error = complaint(&place, "x.hdr");
    assert!(error.contains("is cut short") && error.contains("bytes and there are 4"), "{error}");
    place.file("x.npy", npy("<f4", &[1], &[0; 8]));
    assert!(complaint(&place, "x.npy").contains("has bytes after its end"));
}

#[test]
fn a_file_that_is_something_else_is_an_error() {
    let place = Place::new();
    for (file, bytes, said) in [
        ("x.npy", &b"1,2\n3,4\n"[..], "is not a valid NPY file"),
        ("x.hdr", b"GIF89a and so on", "is not a valid"),
        ("x.png", b"GIF89a and so on", "is not a valid PNG file"),
        ("x.csv", b"1\n2\nthree\n", "x.csv, line 3, column 1: \"three\" is not a number"),
        ("x.csv", b"1,2\n3\n", "x.csv, line 2, column 2: a field is missing"),
        ("x.csv", b"1,2\n3,4,5\n", "x.csv, line 2, column 3: \"5\" is one field too many"),
        ("x.csv", b"1,2,3,4,5\n", "x.csv, line 1, column 5: \"5\" is one field too many"),
        ("x.csv", b"1\n\xff\xfe\n", "x.csv, line 2, column 1"),
    ] {
        place.file(file, bytes);
        let error = complaint(&place, file);
        assert!(error.contains(said), "{error}");
    }
    for (descr, said) in
        [("<c8", "dtype '<c8' (complex)"), ("<f16", "dtype '<f16' (longdouble)"), ("|S4", "dtype '|S4' (strings)")]
    {
        place.file("x.npy", npy(descr, &[1], &[0; 8]));
        let error = complaint(&place, "x.npy");
        assert!(error.contains(said), "{error}");
    }
}

#[test]
fn an_array_of_too_few_or_too_many_dimensions_is_an_error() {
    let place = Place::new();
    for (shape, found) in [(&[][..], 0), (&[1; 5], 5), (&[1; 9], 9)] {
        place.array("x.npy", shape, &[1.0]);
        let error = complaint(&place, "x.npy");
        assert!(error.starts_with(&format!("x.npy has {found} dimensions; it may have 1 to 4")), "{error}");
    }
}

#[test]
fn an_unknown_extension_is_an_error_and_the_known_are_listed() {
    let place = Place::new();
    let known = "use .npy, .npz, .csv, .f32, .hdr, .png or .jpg";
    for (file, said) in [
        ("x.txt", "x.txt has the unknown extension .txt"),
        ("x", "x has no extension to tell its kind"),
        ("x.npy.gz", "x.npy.gz has the unknown extension .gz"),
    ] {
        place.file(file, "1\n");
        assert_eq!(complaint(&place, file), format!("{said}: {known}"));
    }
    place.file("x.csv", "1\n");
    let error = place.fails(&["map", "x", "-i", "x=x.csv", "-o", "out.txt"]);
    assert_eq!(error, format!("brooklet: out.txt has the unknown extension .txt: {known}\n"));
}

#[test]
fn inputs_of_different_shapes_are_both_named() {
    let place = Place::new();
    place.array("a.npy", &[2, 3], &[1.0; 6]);
    place.array("b.npy", &[3, 2], &[1.0; 6]);
    place.list("c.npy", &[1.0; 6]);
    place.file("out.npy", "old");
    for (other, shape) in [("y=b.npy", "3 × 2"), ("y=c.npy", "6")] {
        for dialect in dialects() {
            let args = ["map", "x + y", "-i", "x=a.npy", "-i", other, "-o", "out.npy"];
            let error = place.fails(&[&args[..], &["--dialect", dialect]].concat());
            assert!(error.contains(&format!("`x` is 2 × 3, `y` is {shape}")), "{error}");
        }
    }
}

#[test]
fn a_wrong_expression_is_shown_with_a_caret() {
    let place = Place::new();
    place.file("x.csv", "1\n2\n");
    place.file("v.csv", "1,2\n3,4\n");
    place.file("out.npy", "old");
    for (expression, said, line) in [
        ("2 * x + z", "there is no `z`", "        ^"),
        ("sinn(x)", "did you mean `sin`", "^^^^"),
        ("x * (2 + 3", "this `(` is not closed", "    ^"),
        ("x) + (1", "this `)` closes nothing", " ^"),
        ("x; discard", "`;` cannot be part of an expression", " ^"),
        ("x = 2", "`=` cannot be part of an expression", "  ^"),
        ("x +", "nothing follows this `+`", "  ^"),
        ("x x", "an operator is missing between `x` and `x`", "  ^"),
        ("x × 2", "the kernel language has no `×`", "  ^"),
    ] {
        for dialect in dialects() {
            let args = ["map", expression, "-i", "x=x.csv", "-o", "out.npy", "--dialect", dialect];
            let error = place.fails(&args);
            assert!(error.contains(said), "{error}");
            let shown = format!("1 | {expression}\n  | {line}\n");
            assert!(error.contains(&shown), "{error}\ndoes not show\n{shown}");
        }
    }
    // What only the driver can know.
    for dialect in dialects() {
        let args = ["map", "v.z + 1", "-i", "v=v.csv", "-o", "out.npy", "--dialect", dialect];
        let error = place.fails(&args);
        assert!(error.contains("1 | v.z + 1\n  | ") && error.contains('^'), "{error}");
    }
}

#[test]
fn a_name_that_the_language_keeps_cannot_be_bound() {
    let place = Place::new();
    place.file("x.csv", "1\n");
    for name in ["in", "uniform", "mix", "float", "element", "gl_x", "fetch_x"] {
        let (input, expression) = (format!("{name}=x.csv"), format!("{name} + 1"));
        let error = place.fails(&["map", &expression, "-i", &input, "-o", "out.csv"]);
        let said = format!("`{name}` cannot be the name of an input or a constant");
        assert!(error.contains(&said), "{error}");
    }
}

// ---- output

#[test]
fn an_output_that_cannot_be_written_is_an_error() {
    let place = Place::new();
    place.file("x.csv", "1\n");
    place.file("x.hdr", hdr(1, 1, &[[9, 9, 9, 128]]));
    std::fs::create_dir(place.path("folder.npy")).unwrap();
    for (output, said) in [
        ("none/out.npy", "cannot write none/out.npy: the directory none does not exist"),
        ("x.csv/out.npy", "cannot write x.csv/out.npy: x.csv is not a directory"),
        ("folder.npy", "folder.npy is a directory: give the path of a file"),
    ] {
        for args in [["map", "x", "-i", "x=x.csv", "-o", output].as_slice(), &["tonemap", "x.hdr", "-o", output]] {
            let error = place.fails(args);
            assert!(error.starts_with(&format!("brooklet: {said}")), "{error}");
        }
    }
}

#[test]
fn where_the_output_goes_is_asked_before_anything_is_read() {
    let place = Place::new();
    for args in [
        &["map", "x", "-i", "x=none.npy", "-o", "nowhere/out.npy"][..],
        &["tonemap", "none.hdr", "-o", "nowhere/out.png"],
        &["reduce", "none.npy", "--op", "max", "--trace", "nowhere/t.json"],
    ] {
        let error = place.fails(args);
        assert!(error.starts_with("brooklet: cannot write nowhere/"), "{error}");
    }
}

#[test]
fn an_output_that_cannot_hold_the_array_is_an_error() {
    let place = Place::new();
    place.array("deep.npy", &[2, 2, 5], &[1.0; 20]);
    place.list("none.npy", &[]);
    for (file, output, said) in [
        ("x=deep.npy", "out.csv", "3 dimensions"),
        ("x=deep.npy", "out.png", "2 × 2 × 5"),
        ("x=none.npy", "out.hdr", "a picture needs"),
        ("x=none.npy", "out.f32", "no elements"),
    ] {
        place.file(output, "old");
        let error = place.fails(&["map", "x", "-i", file, "-o", output]);
        assert!(error.starts_with(&format!("brooklet: cannot write {output}: ")) && error.contains(said), "{error}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let place = Place::new();
    place.list("x.npy", &[1.0; 100]);
    for link in ["out.npy", "t.json"] {
        std::os::unix::fs::symlink("/dev/full", place.path(link)).unwrap();
    }
    let run = |args: &[&str]| {
        let run = place.run(args);
        assert_eq!((run.code, run.out.as_str()), (Some(1), ""), "{args:?}");
        assert!(run.err.contains("No space left on device"), "{}", run.err);
    };
    run(&["map", "x", "-i", "x=x.npy", "-o", "out.npy"]);
    run(&["reduce", "x.npy", "--op", "max", "--trace", "t.json"]);
    assert_eq!(place.names(), ["out.npy", "t.json", "x.npy"]);
    // And stdout itself.
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = place.command(&["reduce", "x.npy", "--op", "max"]).stdout(full).output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(error.contains("No space left on device"), "{error}");
}

#[test]
fn names_with_spaces_and_letters_of_any_script_are_files() {
    let place = Place::new();
    // Windows has no quotes in names.
    let quoted = if cfg!(windows) { "'q.csv" } else { "'q\".csv" };
    for name in ["a b.csv", "β=λ.csv", "-x.csv", quoted, "UPPER.CSV"] {
        place.file(name, "1\n2\n");
        let (input, output) = (format!("x={name}"), format!("-o=out {name}"));
        place.ok(&["map", "x + 1", "-i", &input, &output]);
        assert_eq!(place.text(&format!("out {name}")), "2\n3\n");
        assert_eq!(place.ok(&["reduce", "--op", "max", "--", name]), "2\n");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_leaves_nothing_behind() {
    use std::os::unix::process::ExitStatusExt;
    let place = Place::new();
    // Text takes long to write: the interrupt comes while the file is half there.
    place.list("x.npy", &vec![0.1; 1 << 22]);
    place.file("out.csv", "old");
    let before = place.names();
    let args = ["map", "x + 1", "-i", "x=x.npy", "-o", "out.csv"];
    for (signal, code) in sample([("-INT", 130), ("-TERM", 143), ("-HUP", 129)], 1, 2) {
        let mut run = place.command(&args).spawn().unwrap();
        let started = std::time::Instant::now();
        let half_there = || {
            let new = place.names().into_iter().find(|name| !before.contains(name));
            new.is_some_and(|name| std::fs::metadata(place.path(&name)).is_ok_and(|metadata| metadata.len() > 0))
        };
        while !half_there() {
            assert!(started.elapsed().as_secs() < 60, "nothing is being written");
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        let killed = std::process::Command::new("kill").args([signal, &run.id().to_string()]).status().unwrap();
        assert!(killed.success());
        let status = run.wait().unwrap();
        assert!(status.code() == Some(code) && status.signal().is_none(), "{status}");
        assert_eq!(place.names(), before);
    }
    assert_eq!(place.text("out.csv"), "old");
}

/// A chunk of a PNG; nobody looks at the checksum of those that are refused.
fn chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    [&(data.len() as u32).to_be_bytes()[..], kind, data, &[0; 4]].concat()
}

#[test]
fn a_palette_that_is_no_list_of_colours_is_an_error() {
    let place = Place::new();
    for palette in [&[1, 2, 3, 4][..], &[], &[0; 771]] {
        let header = chunk(b"IHDR", &[0, 0, 0, 2, 0, 0, 0, 1, 8, 3, 0, 0, 0]);
        let parts = [b"\x89PNG\r\n\x1a\n".to_vec(), header, chunk(b"PLTE", palette), chunk(b"IEND", &[])];
        place.file("p.png", parts.concat());
        let said = place.fails(&["map", "p", "-i", "p=p.png", "-o", "o.npy"]);
        assert!(said.contains(&format!("a palette (PLTE) of {} bytes", palette.len())), "{said}");
    }
}

// Windows has no such characters in names.
#[cfg(unix)]
#[test]
fn control_characters_of_files_reach_no_terminal() {
    let place = Place::new();
    place.file("red.hdr", b"#?RADIANCE\nFORMAT=\x1b[31mred\n\n-Y 1 +X 1\n\0\0\0\0");
    place.file("red.csv", "1\n\x1b[31mtwo\n");
    place.file(
        "red.br",
        "kernel void k(float a<>, out float r<>) { r = a; } \x1b[31m\n#include \"\x1b[31m.h\"\n float\x1b[31m;",
    );
    place.file("\x1b[31m.csv", "1\ntwo\n");
    place.file("\x1b[31m.frag", "output float y;\nvoid main() { y = z\x1b; }\n");
    for args in [
        &["map", "x", "-i", "x=red.hdr", "-o", "o.npy"][..],
        &["map", "x", "-i", "x=red.csv", "-o", "o.npy"],
        &["map", "x", "-i", "x=\x1b[31m.csv", "-o", "o.npy"],
        &["map", "x + \x1b[31m", "-i", "x=red.csv", "-o", "o.npy"],
        &["map", "x", "-i", "x=none\x1b[31m.npy", "-o", "o.npy"],
        &["check", "red.br", "\x1b[31m.frag"],
        &["compile", "\x1b[31m.frag"],
        &["sort", "red.csv", "-o", "\x1b[31m/o.npy"],
    ] {
        let said = place.fails(args);
        assert!(!said.contains('\x1b'), "{args:?}: {}", said.escape_debug());
    }
}

/// Every control character that a terminal may obey, those from U+0080 on too, in texts, names and arguments: in labels,
/// titles, snippets and clap's own errors.
// Windows has no such characters in names.
#[cfg(unix)]
#[test]
fn no_control_character_reaches_a_terminal() {
    let place = Place::new();
    let all: String = ('\u{1}'..='\u{9f}').filter(|c| c.is_control() && !matches!(c, '\n' | '\t' | '\r')).collect();
    let programs = [
        format!("kernel void k(float a<>, out float r<>) {{ r = a {all}; }}"),
        format!("kernel void k(float a<> {all}, out float r<>) {{ r = a; }}"),
        format!("kernel void {all}(float a<>, out float r<>) {{ r = a; }}"),
        format!("kernel void k(float a<>, out float r<>) {all} {{ r = a; }}"),
        format!("kernel void k(float a<>, out float r<>) {{ float {all}; r = a; }}"),
        format!("kernel void k(float {all}<>, out float r<>) {{ r = a\u{9b}31m; }}"),
    ];
    let kernels = [
        format!("input float {all};\noutput float y;\nvoid main() {{ y = 1.0; }}\n"),
        format!("output float y;\nvoid main() {all} {{ y = 1.0; }}\n"),
        format!("output float y;\nvoid main() {{ y = {all}; }}\n"),
        format!("#include \"{all}\"\noutput float y;\nvoid main() {{ y = 1.0; }}\n"),
    ];
    let listings = [format!("!!ARBfp1.0\nTEMP {all};\nMOV {all}, 1.0;\nEND\n"), format!("!!ARBfp1.0{all}\nEND\n")];
    let texts = programs.iter().map(|text| ("br", text)).chain(kernels.iter().map(|text| ("frag", text)));
    let texts = texts.chain(listings.iter().map(|text| ("fp", text)));
    let names: Vec<String> = texts
        .enumerate()
        .map(|(number, (ending, text))| {
            let name = format!("{number}{all}.{ending}");
            place.file(&name, text);
            name
        })
        .collect();
    let (sources, listed) = names.split_at(names.len() - listings.len());
    let mut commands: Vec<Vec<&str>> = vec![["check"].into_iter().chain(sources.iter().map(String::as_str)).collect()];
    commands.extend(listed.iter().map(|name| vec!["run", name.as_str(), "-o", "o.npy"]));
    let (option, value, pair) = (format!("--{all}"), format!("--method={all}"), format!("{all}={all}"));
    let [all, option, value, pair] = [&all, &option, &value, &pair].map(String::as_str);
    commands.extend([
        vec!["sort", option],
        vec![all],
        vec!["sort", "x.npy", "-o", "o.npy", value],
        vec!["sort", "x.npy", "y.npy", all],
        vec!["map", all, "-i", "x=x.npy", "-o", "o.npy"],
        vec!["map", "x", "-i", pair, "-o", "o.npy"],
        vec!["map", "x", "-i", all, "-o", "o.npy"],
        vec!["run", "x.br", all, pair],
        vec!["explain", all],
        vec!["reduce", "x.npy", "--op", all],
        vec!["compile", all, "--chip", all],
        vec!["debug", all],
    ]);
    for command in &commands {
        let said = place.run(command);
        assert!(!matches!(said.code, Some(0) | None), "{command:?}: {}", said.err);
        let raw = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
        assert!(!said.err.is_empty() && !said.err.contains(raw), "{command:?}: {}", said.err.escape_debug());
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_grows_beyond_what_is_allowed_is_an_error() {
    let place = Place::new();
    place.list("x.npy", &vec![1.0; 100_000]);
    let command = format!("ulimit -f 100; exec {} map x+1.0 -i x=x.npy -o y.npy", env!("CARGO_BIN_EXE_brooklet"));
    let output = std::process::Command::new("sh").args(["-c", &command]).current_dir(place.path("")).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write y.npy"), "{output:?}");
    assert_eq!(place.names(), ["x.npy"]);
}

/// Runs a line of the shell, in which `$brooklet` is the command.
#[cfg(target_os = "linux")]
fn shell(place: &Place, line: &str) -> (Option<i32>, String) {
    let mut command = std::process::Command::new("sh");
    command.env("brooklet", env!("CARGO_BIN_EXE_brooklet")).args(["-c", line]).current_dir(place.path(""));
    let output = command.output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[cfg(target_os = "linux")]
#[test]
fn results_that_nobody_can_get_are_errors() {
    let place = Place::new();
    place.list("x.npy", &vec![1.0; 100_000]);
    let (code, said) = shell(&place, "\"$brooklet\" reduce x.npy --op sum >&-");
    assert_eq!((code, said.as_str()), (Some(1), "brooklet: cannot write to stdout: it is closed\n"));
    assert_eq!(shell(&place, "\"$brooklet\" reduce x.npy --op sum >/dev/null").0, Some(0));
    // Of a pipe that is not stdout.
    let (code, said) =
        shell(&place, "mkfifo p.csv; head -c 1 p.csv >/dev/null & \"$brooklet\" map x -i x=x.npy -o p.csv");
    assert!(code == Some(1) && said.contains("cannot write p.csv"), "{code:?} {said}");
    // Who reads stdout may stop when it has enough.
    assert_eq!(shell(&place, "\"$brooklet\" explain | head -n 1").1, "");
}

#[cfg(target_os = "linux")]
#[test]
fn a_driver_that_gets_no_memory_is_told_from_none() {
    let place = Place::new();
    let (code, said) = shell(&place, "ulimit -v 150000; \"$brooklet\" info");
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("146 MiB of memory (ulimit -v)"), "{said}");
}

#[test]
fn a_program_that_is_no_text_is_an_error() {
    let place = Place::new();
    place.file("k.br", [b"kernel void k(float a<>, out float r<>) { r = a; }".as_slice(), &[0, 1, 2]].concat());
    let said = place.fails(&["check", "k.br"]);
    assert!(said.starts_with("error: cannot read k.br: it is not text: byte 50 is zero\n"), "{said}");
}
