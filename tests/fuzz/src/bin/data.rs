//! Files of arrays and meshes, in each format: the first byte of an input chooses which.
#![no_main]

use brooklet::io::{self, Encoding};
use brooklet_fuzz::FORMATS;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((&format, bytes)) = data.split_first() else { return };
    let name = FORMATS[format as usize % FORMATS.len()];
    match name {
        "fuzz.obj" => {
            if let Ok(mesh) = io::decode_obj(name, bytes) {
                io::encode_obj(name, &mesh).expect("a mesh that was read can be written");
            }
            drop(io::decode_scene(name, bytes, |_: &std::path::Path| Ok(bytes.to_vec())));
        }
        _ => {
            if let Ok(loaded) = io::decode(name, bytes) {
                // What was read can be written as NPY, and is the same when it is read again.
                let encoded =
                    io::encode("again.npy", &loaded.array, Encoding::default()).expect("an array that was read");
                let again = io::decode("again.npy", &encoded.bytes).expect("an array that was written");
                let bits = |array: &io::Array| array.data.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
                assert_eq!(bits(&again.array), bits(&loaded.array));
            }
            drop(io::decode_records(name, bytes));
        }
    }
});
