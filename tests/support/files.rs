//! What the tests of files share: a directory, and files made by hand.
#![allow(dead_code, reason = "each file of tests uses its own part of this")]

use std::fs;
use std::path::PathBuf;

use brooklet::io::{Array, Depth, Loaded, decode, encode, read, write};
use tempfile::TempDir;

pub const KINDS: [&str; 6] = ["npy", "npz", "csv", "f32", "hdr", "png"];

/// A directory of its own for a test.
pub struct Place(pub TempDir);

impl Place {
    pub fn new() -> Place {
        Place(tempfile::tempdir().unwrap())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, bytes).unwrap();
        path
    }

    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<_> =
            fs::read_dir(self.0.path()).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

/// Reads bytes as a file of that name, on the disk and in memory alike; notes and messages without the directory.
pub fn parse(name: &str, bytes: impl AsRef<[u8]>) -> Result<Loaded, String> {
    let from_disk = parse_file(name, bytes.as_ref());
    match (&from_disk, decode(name, bytes.as_ref())) {
        (Ok(read), Ok(decoded)) => {
            let parts = |loaded: &Loaded| (loaded.notes.clone(), loaded.depth, loaded.array.components);
            assert_eq!(parts(read), parts(&decoded));
            assert_eq!(read.array.shape, decoded.array.shape);
            assert_eq!(bits(&read.array.data), bits(&decoded.array.data));
        }
        (Err(read), Err(decoded)) => assert_eq!(*read, decoded.to_string()),
        (read, decoded) => panic!("{read:?} from the disk, {decoded:?} from memory"),
    }
    from_disk
}

fn parse_file(name: &str, bytes: &[u8]) -> Result<Loaded, String> {
    let place = Place::new();
    let path = place.file(name, bytes);
    let prefix = format!("{}/", place.0.path().display());
    match read(&path) {
        Ok(mut loaded) => {
            loaded.notes.iter_mut().for_each(|note| *note = note.strip_prefix(&prefix).unwrap().into());
            Ok(loaded)
        }
        Err(error) => {
            let message = error.to_string().replace(&prefix, "");
            // What a reader does not survive is caught, and yet to be checked beforehand.
            assert!(!message.contains("its decoder failed"), "{message}");
            Err(message)
        }
    }
}

pub fn parsed(name: &str, bytes: impl AsRef<[u8]>) -> Array {
    let loaded = parse(name, bytes).unwrap();
    assert_eq!(loaded.notes, Vec::<String>::new());
    loaded.array
}

/// Writes an array into a file of that name, on the disk and in memory alike: the bytes and the notes, or the message.
pub fn put(name: &str, array: &Array) -> Result<(Vec<u8>, Vec<String>), String> {
    let on_disk = put_file(name, array);
    let encoded = encode(name, array, Depth::Eight);
    assert_eq!(on_disk, encoded.map(|file| (file.bytes, file.notes)).map_err(|error| error.to_string()));
    on_disk
}

fn put_file(name: &str, array: &Array) -> Result<(Vec<u8>, Vec<String>), String> {
    let place = Place::new();
    let prefix = format!("{}/", place.0.path().display());
    let path = place.path(name);
    match write(&path, array) {
        Ok(notes) => Ok((fs::read(&path).unwrap(), notes.iter().map(|note| note.replace(&prefix, "")).collect())),
        Err(error) => {
            assert_eq!(place.names(), [""; 0], "a failure leaves nothing behind");
            Err(error.to_string().replace(&prefix, ""))
        }
    }
}

pub fn text_of(name: &str, array: &Array) -> String {
    String::from_utf8(put(name, array).unwrap().0).unwrap()
}

pub fn array(shape: &[usize], components: usize, data: impl Into<Vec<f32>>) -> Array {
    Array { shape: shape.into(), components, data: data.into() }
}

pub fn bits(data: &[f32]) -> Vec<u32> {
    data.iter().map(|value| value.to_bits()).collect()
}

pub fn npy(dictionary: &str, data: &[u8]) -> Vec<u8> {
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((dictionary.len() as u16).to_le_bytes());
    bytes.extend(dictionary.as_bytes());
    bytes.extend(data);
    bytes
}

pub fn numpy(descr: &str, fortran: &str, shape: &str, data: &[u8]) -> Vec<u8> {
    npy(&format!("{{'descr': '{descr}', 'fortran_order': {fortran}, 'shape': {shape}, }}\n"), data)
}

pub fn ramp(count: usize) -> Vec<f32> {
    (0..count).map(|i| i as f32).collect()
}

pub fn le_bytes(data: &[f32]) -> Vec<u8> {
    data.iter().flat_map(|value| value.to_le_bytes()).collect()
}

/// A small valid file of a kind.
pub fn sample(kind: &str) -> Vec<u8> {
    let picture = array(&[3, 9], 3, (0..81).map(|i| i as f32 / 80.0).collect::<Vec<_>>());
    match kind {
        "csv" => b"x, y\n1,2.5\n-3e2,nan\n\n4,inf\n".to_vec(),
        "hdr" | "png" => put(&format!("a.{kind}"), &picture).unwrap().0,
        _ => put(&format!("a.{kind}"), &array(&[12], 1, ramp(12))).unwrap().0,
    }
}

// ---- NPY
