//! What the tests share: devices in each dialect, with poison in every texel that no stream owns.
#![allow(dead_code, reason = "each test file uses its own part")]

pub mod brook;
pub mod diagnostics;
pub mod lowered;

use brooklet::{Device, DeviceBuilder, Dialect};

/// A value that shows wherever it is read: no test data comes near it. Where one operator swallows it, as the maximum does
/// a small one, it shows in the other dialect.
pub fn poison(dialect: Dialect) -> f32 {
    if dialect == Dialect::Gl { -1.0e30 } else { 1.0e30 }
}

/// A builder with poison.
pub fn builder(dialect: Dialect) -> DeviceBuilder {
    Device::builder().dialect(dialect).poison(poison(dialect))
}

/// A device with poison. Without a driver the test fails with the line that installs one.
pub fn device(dialect: Dialect) -> Device {
    open(builder(dialect))
}

/// Opens what a builder asks for.
pub fn open(builder: DeviceBuilder) -> Device {
    builder.headless().unwrap_or_else(|error| panic!("{error}"))
}

/// The dialects that tests run in: OpenGL 3.3 and OpenGL ES 3.0, or those that `BROOKLET_TEST_DIALECTS` names (`gl2`), since
/// a driver made to behave as OpenGL 2.1 has no other.
pub fn dialects() -> Vec<Dialect> {
    match std::env::var("BROOKLET_TEST_DIALECTS") {
        Ok(names) => names.split(',').map(|name| name.trim().parse().unwrap()).collect(),
        Err(_) => vec![Dialect::Gl, Dialect::Es],
    }
}

/// Runs a test on a device of each dialect.
pub fn each_dialect(test: impl Fn(&Device)) {
    for dialect in dialects() {
        test(&device(dialect));
    }
}

/// The bits of floats: what "the same" means where nothing is computed.
pub fn bits(floats: &[f32]) -> Vec<u32> {
    floats.iter().map(|float| float.to_bits()).collect()
}

/// Floats that look random, and are the same every time.
pub fn noise(count: usize, seed: u64) -> Vec<f32> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 40) as f32 / (1u64 << 23) as f32 - 1.0
    };
    (0..count).map(|_| next()).collect()
}

/// Sizes at which algorithms break: none, one, two, around powers of two, row ends.
pub const SIZES: [usize; 26] =
    [0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 63, 64, 65, 127, 128, 129, 255, 1000, 1023, 1024, 1025, 4097];

/// Floats with bits worth keeping: zeros, infinities, denormals, extremes.
pub const SPECIAL: [f32; 12] = [
    0.0,
    -0.0,
    f32::INFINITY,
    f32::NEG_INFINITY,
    1.0e-40,
    -1.0e-40,
    f32::MIN_POSITIVE,
    f32::MAX,
    f32::MIN,
    1.0,
    -1.0,
    0.1,
];
