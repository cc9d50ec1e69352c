//! A chip of 2002: the same work on today's driver and on a Radeon 9700, which is emulated.
//!
//! `cargo run --example chip`

use brooklet::fragment_program::Chip;
use brooklet::{Device, Error, Stream, primitives};

pub fn main() -> Result<(), Error> {
    let now = Device::headless()?;
    // No driver, and no such card: the emulator has its instructions, its arithmetic and its limits.
    let then = Device::emulated(Chip::R300)?;

    // Its floats had 24 bits. Whole numbers are exact up to 2^17, and there is no infinity.
    for device in [&now, &then] {
        let x = device.upload(&[131_073.0, 1.0 / 3.0, f32::INFINITY])?;
        println!("{} {:?}", name(device, &then), x.read()?);
    }

    // A program had at most 64 instructions: what is longer runs in several passes.
    let horner = (1..=40).fold("1.0".to_owned(), |inner, k| format!("min(({inner}) * x + {k}.0, 50.0)"));
    for device in [&now, &then] {
        let x = device.upload(&[0.0, 0.5])?;
        let (value, trace) =
            device.traced(|| primitives::map(device, &horner).input("x", &x).run().and_then(|y: Stream<f32>| y.read()));
        println!("{} {:?}, passes: {}", name(device, &then), value?, trace.passes().count());
    }

    // Textures had at most 2048 texels along a side, and integers were floats: what does not fit is an error.
    let too_many = then.stream::<f32>(1 << 20).unwrap_err();
    println!("then: {too_many}");
    Ok(())
}

fn name(device: &Device, then: &Device) -> &'static str {
    if device.info().renderer == then.info().renderer { "then:" } else { "now: " }
}
