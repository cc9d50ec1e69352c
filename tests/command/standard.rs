//! Stdin and stdout in the place of files, named `-`.

use std::io::Write;
use std::process::{Output, Stdio};

use crate::support;

use support::{Place, bytes_of, dialects, has_integers, hdr, npy, parse_npy, whole};

/// Runs the command with these bytes on stdin.
fn piped(place: &Place, args: &[&str], stdin: &[u8]) -> Output {
    let mut child =
        place.command(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let bytes = stdin.to_vec();
    let writer = std::thread::spawn(move || {
        // A command that refuses its input need not read it.
        let _ = input.write_all(&bytes);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

fn said(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// What a run that succeeds without a word on stderr writes to stdout.
fn ok(place: &Place, args: &[&str], stdin: &[u8]) -> Vec<u8> {
    let output = piped(place, args, stdin);
    assert_eq!((output.status.code(), said(&output).as_str()), (Some(0), ""), "{args:?}");
    output.stdout
}

#[test]
fn an_array_goes_through_stdin_and_stdout() {
    let place = Place::new();
    for count in [1, 2, 3, 4, 63, 64, 65, 1000] {
        let x = whole(count);
        let mut sorted = x.clone();
        sorted.sort_by(f32::total_cmp);
        let out = ok(&place, &["sort", "-", "-o", "-"], &npy("<f4", &[count], &bytes_of(&x)));
        assert_eq!(parse_npy(&out), (vec![count], sorted), "{count}");
    }
    // No elements at all.
    let out = ok(&place, &["sort", "-", "-o", "-"], &npy("<f4", &[0], &[]));
    assert_eq!(parse_npy(&out), (vec![0], vec![]));
    assert!(place.names().is_empty());
}

#[test]
fn the_first_bytes_tell_the_format() {
    let place = Place::new();
    let max = ["reduce", "-", "--op", "max"];
    assert_eq!(ok(&place, &max, b"x\n3\n1\n2\n"), b"3\n");
    assert_eq!(ok(&place, &max, b"1,2\n3,0\n"), b"3,2\n");
    assert_eq!(ok(&place, &max, &npy("<f4", &[2], &bytes_of(&[1.0, 7.0]))), b"7\n");
    assert_eq!(ok(&place, &max, &hdr(1, 1, &[[64, 128, 192, 129]])), b"0.5,1,1.5\n");
    place.list("x.npy", &[5.0, 6.0]);
    place.ok(&["map", "x", "-i", "x=x.npy", "-o", "x.npz"]);
    assert_eq!(ok(&place, &max, &place.bytes("x.npz")), b"6\n");
    place.array("p.npy", &[1, 2], &[0.0, 1.0]);
    place.ok(&["map", "x", "-i", "x=p.npy", "-o", "p.png"]);
    assert_eq!(ok(&place, &max, &place.bytes("p.png")), b"1\n");
    // The name of the format comes before what the bytes say.
    assert_eq!(ok(&place, &["reduce", "f32:-", "--op", "sum"], &bytes_of(&[1.5, 2.5])), b"4\n");
    let error = said(&piped(&place, &["reduce", "npy:-", "--op", "sum"], b"1\n2\n"));
    assert_eq!(error, "brooklet: stdin is not a valid NPY file: it does not begin with \\x93NUMPY\n");
}

#[test]
fn the_name_of_the_format_selects_that_of_stdout() {
    let place = Place::new();
    assert_eq!(ok(&place, &["scan", "-", "-o", "csv:-"], b"1\n2\n3\n"), b"1\n3\n6\n");
    assert_eq!(ok(&place, &["scan", "-", "-o", "f32:-"], b"1\n2\n"), bytes_of(&[1.0, 3.0]));
    place.list("q.npy", &[0.0, 2.5]);
    assert_eq!(ok(&place, &["search", "-", "q.npy", "-o", "csv:-"], b"1\n2\n3\n"), b"0\n2\n");
}

#[test]
fn a_last_axis_on_stdin_is_read_as_in_a_file() {
    let place = Place::new();
    let points = npy("<f4", &[2, 2], &bytes_of(&[3.0, 4.0, 0.0, 1.0]));
    assert_eq!(ok(&place, &["map", "length(v)", "-i", "v=-", "-o", "csv:-"], &points), b"5\n1\n");
    let output = piped(&place, &["reduce", "-", "--op", "sum"], &points);
    assert_eq!(output.stdout, b"8\n");
    assert_eq!(said(&output), "note: stdin is (2, 2): read as 4 scalars; --vectors reads it as 2 vectors of 2\n");
    assert_eq!(ok(&place, &["reduce", "-", "--op", "sum", "--columns", "b"], b"a,b\n1,2\n3,5\n"), b"7\n");
}

#[test]
fn kernels_read_stdin_and_write_stdout() {
    let place = Place::new();
    place.file("k.br", "kernel void twice(float a<>, out float r<>) { r = a + a; }");
    assert_eq!(ok(&place, &["run", "k.br", "twice", "a=-", "r=@csv:-"], b"1\n2\n"), b"2\n4\n");
    place.file("i.br", "kernel void twice(int a<>, out int r<>) { r = a + a; }");
    // Beyond what floats hold exactly.
    if has_integers(dialects()[0]) {
        assert_eq!(ok(&place, &["run", "i.br", "twice", "a=-", "r=@csv:-"], b"16777217\n"), b"33554434\n");
    }
}

#[test]
fn a_mesh_goes_through_stdin_and_stdout() {
    let place = Place::new();
    let mesh = "v 1 1 1\nv 1 -1 -1\nv -1 1 -1\nv -1 -1 1\nf 1 2 3\nf 1 4 2\nf 1 3 4\nf 2 4 3\n";
    place.file("in.obj", mesh);
    let subdivide = ["app", "subdivide", "--levels", "1", "-q"];
    place.ok(&[&subdivide[..], &["in.obj", "-o", "out.obj"]].concat());
    let out = ok(&place, &[&subdivide[..], &["-", "-o", "-"]].concat(), mesh.as_bytes());
    assert_eq!(String::from_utf8(out).unwrap(), place.text("out.obj"));
    let march = ["app", "march", "--generate", "sphere:8", "-q", "-o"];
    place.ok(&[&march[..], &["out.obj"]].concat());
    assert_eq!(place.ok(&[&march[..], &["-"]].concat()), place.text("out.obj"));
    let raytrace = ["app", "raytrace", "-", "--size", "4x4", "-q", "-o", "out.png"];
    ok(&place, &raytrace, mesh.as_bytes());
    let output = piped(&place, &[&subdivide[..], &["-", "-o", "-"]].concat(), b"v 0 0 zero\n");
    assert_eq!(said(&output), "brooklet: stdin is not a valid OBJ file: line 1: position parse error\n");
}

#[test]
fn stdin_is_read_once() {
    let place = Place::new();
    for args in [
        &["app", "collide", "-", "-", "-o", "pairs.csv"][..],
        &["map", "x + y", "-i", "x=-", "-i", "y=csv:-", "-o", "o.npy"],
        &["search", "-", "-", "-o", "o.npy"],
        &["sort", "-", "-o", "o.npy", "--values", "-", "--values-out", "p.npy"],
    ] {
        let error = place.misuse(args);
        assert!(error.contains("2 inputs are -, and stdin can be read once"), "{error}");
    }
    let both = ["sort", "-", "-o", "-", "--values", "x.npy", "--values-out", "csv:-"];
    assert!(place.misuse(&both).contains("would both go to csv:-"));
    assert!(place.misuse(&["sort", "-", "-o", "o.npy", "--trace", "-"]).contains("--trace is written to a file"));
}

#[test]
fn what_is_wrong_on_stdin_is_an_error_and_nothing_is_written() {
    let place = Place::new();
    for (stdin, message) in [
        (&b""[..], "stdin is empty (0 bytes)"),
        (
            b"1\nx\n",
            "stdin, line 2, column 1: \"x\" is not a number; write numbers such as -1.5e3, separated by commas",
        ),
        (b"nan\n", "stdin: the element at 0 is NaN, which has no place in an order"),
        (
            &npy("<f4", &[3], &[0; 8]),
            "stdin is cut short: a shape of 3 elements of dtype '<f4' needs 12 bytes and there are 8; create the file again",
        ),
    ] {
        let output = piped(&place, &["sort", "-", "-o", "-"], stdin);
        assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0));
        assert_eq!(said(&output), format!("brooklet: {message}\n"));
    }
    let output = piped(&place, &["map", "1 / x", "-i", "x=-", "-o", "gif:-"], b"1\n");
    assert!(said(&output).contains("gif:- has no extension to tell its kind"), "{}", said(&output));
}

#[test]
fn a_reader_of_stdout_that_has_read_enough_is_no_failure() {
    let place = Place::new();
    place.list("x.npy", &whole(100));
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = place.command(&["sort", "x.npy", "-o", "-"]).stdout(writer).output().unwrap();
    assert_eq!((output.status.code(), said(&output).as_str()), (Some(0), ""));
}

#[test]
fn files_are_kept_although_stdout_has_failed() {
    let place = Place::new();
    if !std::path::Path::new("/dev/full").exists() {
        return support::left_out("/dev/full");
    }
    place.list("x.npy", &whole(100));
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let args = ["sort", "x.npy", "-o", "-", "--values", "x.npy", "--values-out", "v.npy"];
    let output = place.command(&args).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(said(&output).starts_with("brooklet: cannot write stdout: No space left on device"), "{}", said(&output));
    assert_eq!(place.names(), ["v.npy", "x.npy"]);
}
