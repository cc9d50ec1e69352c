//! Single passes on the emulator, compared with the same passes on OpenGL. Passes of one kind may differ in a distance, as the
//! steps of a sort do. In this case a run draws one pass for each distance, and its time is their mean.

use std::cell::Cell;
use std::rc::Rc;

use crate::brook::Program;
use crate::fragment_program::Chip;
use crate::{Device, Error, Kernel, Layout, Operator, Stream, glsl, primitives};

use super::brook::{demo, plain, program, whole};
use super::data::Data;
use super::{Cases, OPENGL};

/// A device that passes run on, with the family and the method of the rows.
struct Place {
    device: Device,
    family: &'static str,
    method: &'static str,
}

/// Returns the places: OpenGL, the plain machine, and the chip that is measured. If no chip is measured, there is one chip for each
/// arithmetic of the cards of 2003 and 2004.
fn places(device: &Device) -> Result<Vec<Place>, Error> {
    let emulated = device.info().dialect.is_none();
    let mut chips = vec![Chip::None];
    if !emulated {
        chips.extend([Chip::R300, Chip::Nv40]);
    }
    let mut places = Vec::new();
    if let Some(device) = if emulated { opengl() } else { Some(device.clone()) } {
        places.push(Place { device, family: "fragment", method: OPENGL });
    }
    for chip in Chip::ALL {
        let same = emulated && Device::emulated(chip)?.info().renderer == device.info().renderer;
        if same && chip != Chip::None {
            chips.push(chip);
        }
    }
    for chip in chips {
        places.push(Place { device: Device::emulated(chip)?, family: "emulator", method: chip.name() });
    }
    Ok(places)
}

/// Returns an OpenGL device to compare an emulated device with, if there is a driver.
#[cfg(feature = "headless")]
fn opengl() -> Option<Device> {
    Device::headless().ok()
}

#[cfg(not(feature = "headless"))]
fn opengl() -> Option<Device> {
    None
}

/// Adds the passes on each of the places.
pub fn cases(cases: &mut Cases<Data>) {
    type Add = fn(&mut Cases<Data>, &Place) -> Result<(), Error>;
    let all: [(&str, Add); 4] =
        [("pass-bitonic", bitonic), ("pass-saxpy", saxpy), ("pass-2x2", two_by_two), ("pass-fft", fft)];
    if !all.iter().any(|(pass, _)| (cases.wanted)(pass)) {
        return;
    }
    let (device, n) = (cases.device.clone(), cases.data.n);
    let mut found = Vec::new();
    cases.attempt("pass-..", n, |_| places(&device).map(|places| found = places));
    for place in found {
        cases.device = place.device.clone();
        for (name, add) in all {
            let row = format!("{name} {}", place.method);
            cases.attempt(&row, n, |cases| match add(cases, &place) {
                // An emulated chip may lack a feature that the pass needs.
                Err(error) if place.family == "emulator" && error.is_missing_feature() => {
                    cases.leave_out(&row, n, &error);
                    Ok(())
                }
                result => result,
            });
        }
    }
    cases.device = device;
}

/// Returns the index of the next pass, in turn.
fn next(of: &Cell<u32>, count: u32) -> u32 {
    of.replace((of.get() + 1) % count)
}

/// Adds the passes of the last stage of a bitonic sort.
fn bitonic(cases: &mut Cases<Data>, place: &Place) -> Result<(), Error> {
    let (n, device) = (cases.data.n, place.device.clone());
    if !(cases.wanted)("pass-bitonic") {
        return Ok(());
    }
    let data = Rc::new(whole(n, 11));
    let keys = device.upload(&data)?;
    let source = glsl!("primitives/bitonic_sort.frag");
    let kernel = device.kernel(&source.parameter("in_floats", true))?;
    let bits = n.next_power_of_two().ilog2();
    let (block, turn) = (1i32 << bits, Cell::new(0));
    let run = move |_: &Data| -> Result<(Stream<f32>, usize), Error> {
        let offset = 1i32 << next(&turn, bits);
        let mut sorted = device.stream(keys.shape())?;
        let pass = device.pass(&kernel).input("keys", &keys).constant("descending", false).constant("mirror", false);
        let pass = pass.constant("block", block).constant("per_block", 1.0 / block as f32);
        let pass = pass.constant("offset", offset).constant("per_offset", 1.0 / offset as f32);
        pass.output("sorted", &mut sorted).run()?;
        Ok((sorted, offset as usize))
    };
    let right = move |_: &Data, (got, offset): (Stream<f32>, usize)| {
        let wanted = |i: usize| match data.get(i ^ offset) {
            None => data[i],
            Some(other) if i & offset == 0 => data[i].min(*other),
            Some(other) => data[i].max(*other),
        };
        Ok(got.read()?.iter().enumerate().all(|(i, got)| *got == wanted(i)))
    };
    cases.add(("pass-bitonic", place.family, place.method, "plain"), 8 * n, run, right);
    cases.calls(bits as usize);
    Ok(())
}

fn saxpy(cases: &mut Cases<Data>, place: &Place) -> Result<(), Error> {
    let (n, device) = (cases.data.n, place.device.clone());
    if !(cases.wanted)("pass-saxpy") {
        return Ok(());
    }
    let data = Rc::new((whole(n, 12), whole(n, 13)));
    let upload = |data: &[f32]| device.upload_with(data.len(), Layout::Packed, data);
    let (x, y) = (upload(&data.0)?, upload(&data.1)?);
    let run = move |_: &Data| -> Result<Stream<f32>, Error> {
        primitives::map(&device, "2.5 * x + y").input("x", &x).input("y", &y).run()
    };
    let right = move |_: &Data, got: Stream<f32>| {
        let wanted = data.0.iter().zip(&data.1).map(|(x, y)| 2.5 * x + y);
        Ok(got.read()?.into_iter().eq(wanted))
    };
    cases.add(("pass-saxpy", place.family, place.method, "packed"), 12 * n, run, right);
    Ok(())
}

/// Returns the shape nearest to a square whose row length is a power of two.
fn rows(n: usize) -> (usize, usize) {
    let columns = 1 << (n.max(1).ilog2() / 2);
    (n / columns, columns)
}

/// Adds the first pass of a maximum of all elements.
fn two_by_two(cases: &mut Cases<Data>, place: &Place) -> Result<(), Error> {
    let (n, device) = (cases.data.n, place.device.clone());
    let (rows, columns) = rows(n);
    let rows = rows / 2 * 2;
    if !(cases.wanted)("pass-2x2") || rows == 0 || columns < 2 {
        return Ok(());
    }
    let data = Rc::new(whole(rows * columns, 14));
    let values = device.upload_shaped([rows, columns], &data)?;
    let kernel: Kernel = device.kernel(&Operator::<f32>::max().bind(glsl!("primitives/reduce_2x2.frag"))?)?;
    let run = move |_: &Data| -> Result<Stream<f32>, Error> {
        let mut reduced = device.stream([rows / 2, columns / 2])?;
        device.pass(&kernel).input("values", &values).output("reduced", &mut reduced).run()?;
        Ok(reduced)
    };
    let right = move |_: &Data, got: Stream<f32>| {
        let largest = |i: usize| {
            let at = i / (columns / 2) * 2 * columns + i % (columns / 2) * 2;
            [at, at + 1, at + columns, at + columns + 1].map(|at| data[at]).into_iter().fold(f32::MIN, f32::max)
        };
        Ok(got.read()?.iter().enumerate().all(|(i, got)| *got == largest(i)))
    };
    cases.add(("pass-2x2", place.family, place.method, "plain"), 5 * n, run, right);
    Ok(())
}

/// Adds the passes of butterflies along rows.
fn fft(cases: &mut Cases<Data>, place: &Place) -> Result<(), Error> {
    let (n, device) = (cases.data.n, place.device.clone());
    let (rows, columns) = rows(n);
    if !(cases.wanted)("pass-fft") || columns < 2 {
        return Ok(());
    }
    let data: Rc<Vec<[f32; 2]>> =
        Rc::new(whole(rows * columns, 15).into_iter().zip(whole(rows * columns, 16)).map(|(x, y)| [x, y]).collect());
    let values = device.upload_shaped([rows, columns], &data)?;
    let program: Program = program(&device, demo!("fft.br"))?;
    let (bits, turn) = (columns.ilog2(), Cell::new(0));
    let run = move |_: &Data| -> Result<(Stream<[f32; 2]>, usize), Error> {
        let half = 1usize << next(&turn, bits);
        let mut result = device.stream(values.shape())?;
        let call = plain(program.kernel("butterfly"))?.gather("data", &values).constant("along", [1.0, 0.0]);
        let call = call.constant("half", half as f32).constant("direction", -1.0);
        plain(call.output("result", &mut result).run())?;
        Ok((result, half))
    };
    let right = move |_: &Data, (got, half): (Stream<[f32; 2]>, usize)| {
        let near = |(i, got): (usize, &[f32; 2])| {
            let upper = i & half != 0;
            let ([a, b], [c, d]) = (data[i & !half], data[i | half]);
            let angle = -std::f32::consts::PI * (i % half) as f32 / half as f32;
            let turned = [angle.cos() * c - angle.sin() * d, angle.cos() * d + angle.sin() * c];
            let sign = if upper { -1.0 } else { 1.0 };
            // The bound allows for the coarsest sine of any chip.
            [a + sign * turned[0], b + sign * turned[1]]
                .iter()
                .zip(got)
                .all(|(wanted, got)| (wanted - got).abs() < 0.01)
        };
        Ok(got.read()?.iter().enumerate().all(near))
    };
    cases.add(("pass-fft", place.family, place.method, "plain"), 16 * n, run, right);
    cases.calls(bits as usize);
    Ok(())
}
