//! PNGs of any structure: right chunks with wrong contents, in any order. No decoder gives up over one.

use crate::support;

use brooklet::io::Array;
use proptest::prelude::*;
use support::*;

/// The checksum of a chunk, as PNG has it.
fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| (crc >> 1) ^ if crc & 1 == 1 { 0xEDB8_8320 } else { 0 })
    })
}

fn chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let body = [&kind[..], data].concat();
    [&(data.len() as u32).to_be_bytes()[..], &body, &crc(&body).to_be_bytes()].concat()
}

/// Bytes as a zlib stream that compresses nothing.
fn zlib(data: &[u8]) -> Vec<u8> {
    let length = data.len() as u16;
    let (a, b) = data
        .iter()
        .fold((1u32, 0u32), |(a, b), &byte| ((a + u32::from(byte)) % 65521, (b + a + u32::from(byte)) % 65521));
    [&[0x78, 1, 1][..], &length.to_le_bytes(), &(!length).to_le_bytes(), data, &(b << 16 | a).to_be_bytes()].concat()
}

/// The extents, the bits of a sample, the colour type and the interlacing of a header.
fn header() -> impl Strategy<Value = Vec<u8>> {
    let depth = prop_oneof![8 => prop::sample::select(vec![1, 2, 4, 8, 16]), 1 => any::<u8>()];
    let colour = prop_oneof![8 => prop::sample::select(vec![0, 2, 3, 4, 6]), 1 => any::<u8>()];
    let flag = || prop_oneof![8 => 0..2u8, 1 => any::<u8>()];
    (1..9u8, 1..9u8, depth, colour, prop_oneof![20 => Just(0), 1 => any::<u8>()], flag()).prop_map(
        |(width, height, depth, colour, method, interlaced)| {
            vec![0, 0, 0, width, 0, 0, 0, height, depth, colour, method, method, interlaced]
        },
    )
}

/// A chunk that a picture may have, with contents of any length.
fn other() -> impl Strategy<Value = Vec<u8>> {
    let kinds = [
        "PLTE", "PLTE", "tRNS", "tRNS", "gAMA", "sBIT", "bKGD", "cHRM", "iCCP", "sRGB", "pHYs", "tEXt", "acTL", "fcTL",
        "fdAT", "IEND", "IHDR", "eXIf",
    ];
    (prop::sample::select(kinds.to_vec()), prop::collection::vec(any::<u8>(), 0..40), 0..3usize).prop_map(
        |(kind, data, threes)| {
            // Often a list of colours.
            let data = if threes > 0 { &data[..data.len() / 3 * 3] } else { &data };
            chunk(kind.as_bytes().try_into().unwrap(), data)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn any_structure_is_read_or_refused(
        header in header(),
        before in prop::collection::vec(other(), 0..4),
        after in prop::collection::vec(other(), 0..3),
        samples in prop::collection::vec(prop_oneof![3 => Just(0), 1 => any::<u8>()], 0..700),
        split in any::<prop::sample::Index>(),
        swapped in any::<(prop::sample::Index, prop::sample::Index)>(),
        shuffled in 0..8,
    ) {
        let data = zlib(&samples);
        let (first, second) = data.split_at(split.index(data.len()));
        let mut chunks = vec![chunk(b"IHDR", &header)];
        chunks.extend(before);
        chunks.extend([chunk(b"IDAT", first), chunk(b"IDAT", second)]);
        chunks.extend(after);
        chunks.push(chunk(b"IEND", &[]));
        if shuffled == 0 {
            let (a, b) = (swapped.0.index(chunks.len()), swapped.1.index(chunks.len()));
            chunks.swap(a, b);
        }
        let bytes = [&b"\x89PNG\r\n\x1a\n"[..], &chunks.concat()].concat();
        if let Ok(loaded) = parse("a.png", bytes) {
            let Array { shape, components, data } = loaded.array;
            prop_assert_eq!(shape, [usize::from(header[7]), usize::from(header[3])]);
            prop_assert_eq!(data.len(), usize::from(header[7]) * usize::from(header[3]) * components);
            prop_assert!(data.iter().all(|value| (0.0..=1.0).contains(value)));
        }
    }
}
