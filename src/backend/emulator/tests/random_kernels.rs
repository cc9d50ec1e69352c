//! Lowers random kernels for every chip, runs them there, and compares the results with the interpreter of kernels.
//!
//! `BROOKLET_RANDOM_KERNELS` sets their number: `BROOKLET_RANDOM_KERNELS=10000 cargo test --release --lib random_kernels`.

use std::rc::Rc;

use crate::fragment_program::lower::tests::lowered;
use crate::fragment_program::{Chip, listing};
use crate::glsl::writer::tests::random::{COUNT, WIDTH, asked, interpreted, kernel, values};
use crate::ir::Kernel;
use crate::level::is_quick;
use crate::machine::{Device, Stream};
use crate::{Error, Shape};

/// Runs a kernel on an emulated chip and returns the results, after comparing them with the debugger's.
fn emulated(device: &Device, kernel: &Rc<Kernel>) -> Result<Vec<f32>, Error> {
    let shape = Shape::from([COUNT / WIDTH, WIDTH]);
    let [a, b] = values().map(|values| device.upload_shaped(shape, &values).unwrap());
    let mut output: Stream<[f32; 4]> = device.stream(shape)?;
    let kernel = device.load(kernel.clone())?;
    let run = || device.pass(&kernel).input("input0", &a).input("input1", &b).output("output0", &mut output).run();
    let (_, capture) = device.capture(run)?;
    let written = output.read()?.concat();
    let mut replay = capture.replay();
    replay.seek(0)?;
    // Compares with the debugger, one fragment after the other.
    for element in (0..COUNT).step_by(7) {
        let fragments = replay.debug(element)?;
        let mut outputs = fragments.iter().flat_map(|fragment| &fragment.outputs);
        let output = outputs.find(|output| output.name == "output0").unwrap();
        for (word, written) in output.words.into_iter().zip(&written[4 * element..]) {
            let both_nan = f32::from_bits(word).is_nan() && written.is_nan();
            let text = || fragments.iter().map(|fragment| fragment.to_text(Default::default())).collect::<String>();
            assert!(word == written.to_bits() || both_nan, "{}", text());
        }
    }
    Ok(written)
}

#[test]
fn random_kernels_mean_the_same_on_every_chip_that_has_room_for_them() {
    let numbers = asked(if is_quick() { 5 } else { 40 });
    let devices = Chip::ALL.map(|chip| (chip, Device::emulated(chip).unwrap()));
    let mut ran = [0; Chip::ALL.len()];
    // Kernel 5412, which once was packed wrongly, is always among them.
    for number in numbers.clone().chain([5412]) {
        let kernel = Rc::new(kernel(number));
        let wanted = interpreted(&kernel);
        for ((chip, device), ran) in devices.iter().zip(&mut ran) {
            match emulated(device, &kernel) {
                // The numbers are small whole numbers, their halves and the like, which all chips represent. Only the sign of a zero
                // may differ.
                Ok(found) => {
                    let wrong = (0..wanted.len()).find(|&at| match chip {
                        Chip::None => wanted[at].to_bits() != found[at].to_bits(),
                        _ => wanted[at] != found[at],
                    });
                    if let Some(at) = wrong {
                        let text = crate::glsl::text(&kernel, crate::Dialect::Gl, crate::Layout::Plain).unwrap();
                        let program = lowered(&kernel, *chip, crate::Layout::Plain).unwrap();
                        let listing = listing::print(&program, &listing::Names::of(&kernel)).unwrap();
                        panic!(
                            "kernel {number} on {chip}: element {}, component {}: {}, not {}\n{text}\n{listing}",
                            at / 4,
                            at % 4,
                            found[at],
                            wanted[at]
                        );
                    }
                    *ran += 1;
                }
                Err(error) => assert!(error.is_missing_feature() && *chip != Chip::None, "kernel {number}: {error}"),
            }
        }
        device_forgets(&devices);
    }
    println!("{ran:?}");
}

/// Deletes the compiled kernels of all devices, since thousands of kernels would fill the memory.
fn device_forgets(devices: &[(Chip, Device)]) {
    devices.iter().for_each(|(_, device)| device.trim());
}
