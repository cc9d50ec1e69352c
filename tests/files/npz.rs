//! NumPy's archives: zip files of `.npy` files, stored or deflated, and what is wrong with them.
use std::ffi::{OsStr, OsString};
use std::io::{Cursor, Write};
use std::process::Command;

use crate::support;

use brooklet::io::{Integers, prepare_complex, prepare_integers, read, read_complex, read_records, read_whole, write};
use support::*;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// An archive of these files.
fn archive(method: CompressionMethod, files: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        archive.start_file(*name, SimpleFileOptions::default().compression_method(method)).unwrap();
        archive.write_all(bytes).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

fn npy(values: &[f32]) -> Vec<u8> {
    numpy("<f4", "False", &format!("({},)", values.len()), &le_bytes(values))
}

#[test]
fn an_archive_is_read_stored_and_deflated() {
    for method in [CompressionMethod::Stored, CompressionMethod::Deflated] {
        for count in [0, 1, 2, 63, 64, 65, 5000] {
            let one = archive(method, &[("w.npy", npy(&ramp(count)))]);
            assert_eq!(parsed("a.npz", one), array(&[count], 1, ramp(count)));
        }
        let two = archive(method, &[("w.npy", npy(&[1.0, 2.0])), ("b/c.npy", npy(&[3.0])), ("readme", vec![1])]);
        let place = Place::new();
        let path = place.file("a.npz", &two);
        let named = |name: &str| read(format!("{}:{name}", path.display()).as_ref());
        assert_eq!(named("w").unwrap().array.data, [1.0, 2.0]);
        assert_eq!(named("b/c").unwrap().array.data, [3.0]);
        let message = parse("a.npz", &two).unwrap_err();
        assert_eq!(message, "a.npz has 2 arrays, w, b/c: name one, as a.npz:w");
        let message = named("v").unwrap_err().to_string();
        assert_eq!(message, format!("{} has no array v: it has w, b/c", path.display()));
    }
}

#[test]
fn an_archive_that_is_none_is_an_error() {
    let good = archive(CompressionMethod::Deflated, &[("w.npy", npy(&ramp(300)))]);
    for kept in [1, 4, 30, good.len() / 2, good.len() - 1] {
        let message = parse("a.npz", &good[..kept]).unwrap_err();
        assert!(message.starts_with("a.npz is not a valid NPZ file: "), "{message}");
    }
    for bytes in [&b"1,2\n"[..], &npy(&[1.0])] {
        assert!(parse("a.npz", bytes).unwrap_err().starts_with("a.npz is not a valid NPZ file: "));
    }
    let message = parse("a.npz", archive(CompressionMethod::Stored, &[("w.txt", vec![1])])).unwrap_err();
    assert_eq!(message, "a.npz is not a valid NPZ file: it holds no array (.npy)");
    let message = parse("a.npz", archive(CompressionMethod::Stored, &[("w.npy", b"1,2".to_vec())])).unwrap_err();
    assert_eq!(message, "a.npz is not a valid NPY file: it does not begin with \\x93NUMPY");
    let message = parse("a.npz", archive(CompressionMethod::Stored, &[("w.npy", Vec::new())])).unwrap_err();
    assert_eq!(message, "a.npz is not a valid NPZ file: w.npy is empty (0 bytes)");
    // A wrong checksum.
    let mut bytes = archive(CompressionMethod::Stored, &[("w.npy", npy(&[1.0, 2.0]))]);
    let at = bytes.windows(4).position(|window| window == 2_f32.to_le_bytes()).unwrap();
    bytes[at] ^= 1;
    assert!(parse("a.npz", bytes).unwrap_err().contains("w.npy: Invalid checksum"));
}

/// Replaces the size that an archive of one array claims, in its central directory.
fn claiming(mut bytes: Vec<u8>, size: u32) -> Vec<u8> {
    let at = bytes.windows(4).position(|window| window == b"PK\x01\x02").unwrap();
    bytes[at + 24..][..4].copy_from_slice(&size.to_le_bytes());
    bytes
}

#[test]
fn a_size_that_an_archive_claims_is_not_believed() {
    let deflated = archive(CompressionMethod::Deflated, &[("w.npy", npy(&[0.0; 100_000]))]);
    let held = deflated.len();
    let message = parse("a.npz", claiming(deflated.clone(), 4_000_000_000)).unwrap_err();
    let max = held * 1032;
    let claims = format!("w.npy claims 4000000000 bytes, and an archive of {held} bytes holds at most {max}");
    assert_eq!(message, format!("a.npz is not a valid NPZ file: {claims}"));
    // More than claimed is not unpacked.
    let message = parse("a.npz", claiming(deflated, 1000)).unwrap_err();
    assert_eq!(message, "a.npz is not a valid NPZ file: w.npy claims 1000 bytes, and holds 1001");
    let stored = archive(CompressionMethod::Stored, &[("w.npy", npy(&[0.0; 100]))]);
    let message = parse("a.npz", claiming(stored, 1 << 20)).unwrap_err();
    assert!(message.contains("w.npy claims 1048576 bytes, and an archive of"), "{message}");
}

#[test]
fn an_array_is_written_as_an_archive() {
    for count in [0, 1, 2, 63, 64, 65] {
        let (bytes, notes) = put("a.npz", &array(&[count], 1, ramp(count))).unwrap();
        assert_eq!((parsed("a.npz", bytes), notes), (array(&[count], 1, ramp(count)), vec![]));
    }
    let place = Place::new();
    let weights = place.path("a.npz:weights");
    write(&weights, &array(&[2], 2, ramp(4))).unwrap();
    assert_eq!(place.names(), ["a.npz"]);
    assert_eq!(read(&weights).unwrap().array, array(&[2, 2], 1, ramp(4)));
}

/// Runs Python with NumPy; false where there is none.
fn python(place: &Place, script: &str) -> bool {
    let run =
        |program: &OsStr, script: &str| Command::new(program).args(["-c", script]).current_dir(place.0.path()).output();
    // The system's Python may have NumPy where the first one on the path has not.
    let named = [std::env::var_os("PYTHON").unwrap_or("python3".into()), "/usr/bin/python3".into()];
    let with_numpy = |program: &&OsString| run(program, "import numpy").is_ok_and(|output| output.status.success());
    let Some(program) = named.iter().find(with_numpy) else {
        eprintln!("left out: NumPy");
        return false;
    };
    let output = run(program, &format!("import numpy as np\n{script}")).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    true
}

#[test]
fn numpy_reads_what_is_written_and_writes_what_is_read() {
    let place = Place::new();
    write(&place.path("one.npz"), &array(&[2, 3], 1, ramp(6))).unwrap();
    write(&place.path("named.npz:a/b"), &array(&[3], 1, ramp(3))).unwrap();
    let integers = Integers { shape: vec![2], data: vec![(1 << 40) + 1, -1] };
    prepare_integers(&place.path("integers.npz"), &integers).unwrap().commit().unwrap();
    prepare_complex(&place.path("complex.npz"), &array(&[1], 2, [1.0, 2.0])).unwrap().commit().unwrap();
    if !python(
        &place,
        "
one = np.load('one.npz')
assert one.files == ['arr_0'] and one['arr_0'].dtype == '<f4' and one['arr_0'].shape == (2, 3)
assert np.load('named.npz')['a/b'].shape == (3,)
assert np.load('integers.npz')['arr_0'].tolist() == [2**40 + 1, -1]
assert np.load('complex.npz')['arr_0'].tolist() == [1 + 2j]
import zipfile
assert zipfile.ZipFile('one.npz').testzip() is None
x = np.arange(6, dtype='f4').reshape(2, 3)
np.savez('stored.npz', x)
np.savez_compressed('deflated.npz', x=x, i=np.array([2**40 + 1]), c=np.array([1 + 2j]), h=np.array([0.5], 'f4'),
    r=np.array([(1, 2)], dtype=[('a', 'f4'), ('b', 'f8')]))
",
    ) {
        return;
    }
    let named = |name: &str| format!("{}:{name}", place.path("deflated.npz").display());
    assert_eq!(read(&place.path("stored.npz")).unwrap().array, array(&[2, 3], 1, ramp(6)));
    assert_eq!(read(named("x").as_ref()).unwrap().array, array(&[2, 3], 1, ramp(6)));
    assert_eq!(read_whole(named("i").as_ref()).unwrap().data, [(1 << 40) + 1]);
    assert_eq!(read_complex(named("c").as_ref()).unwrap().array, array(&[1], 2, [1.0, 2.0]));
    assert_eq!(read_records(named("r").as_ref()).unwrap().array.data, [1.0, 2.0]);
}
