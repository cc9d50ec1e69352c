//! Requirements of methods: defaults are chosen by them, and a method that is named is refused where it cannot run.
//!
//! An `if` is nothing that a device must have, and neither is a loop whose iterations a kernel's text counts: the one can
//! be flattened and the other unrolled. How many streams a method reads and writes at least is in the table too; where that
//! is more than a pass may have here, the kernel's own error says both numbers.

use crate::backend::LoopSupport;
use crate::error::Error;
use crate::ir::{Loops, Needs};
use crate::machine::{Device, Room};
pub(super) use crate::method::MINIMAL;

use crate::error::PrimitiveError;

/// What of this the device lacks.
pub(crate) fn lacks(needs: Needs, device: &Device) -> Option<&'static str> {
    let features = device.features();
    let dynamic = needs.loops == Loops::Dynamic;
    let all = [
        (needs.integers && !features.integers, "integers"),
        (dynamic && features.loops != LoopSupport::Dynamic, "loops whose end depends on data"),
        (needs.infinities && !features.infinities, "infinities"),
    ];
    all.into_iter().find(|(lacks, _)| *lacks).map(|(_, what)| what)
}

/// Whether kernels have room for one element at a time alone.
pub(super) fn is_small(device: &Device) -> bool {
    device.features().instructions <= 512
}

/// Refuses a method that was named and cannot run; `instead` is the fastest.
pub(super) fn check(
    method: &'static str,
    needs: Needs,
    device: &Device,
    instead: &'static str,
) -> Result<(), PrimitiveError> {
    let Some(needs) = lacks(needs, device) else { return Ok(()) };
    let instead = (instead != method).then_some(instead);
    Err(PrimitiveError::Lacks { method, needs, device: device.info().interface(), instead })
}

/// Runs the fastest method, or the first of the others where there is no room for a kernel of it: `run` says the passes of a method
/// on the streams that the device it is given lends it. Where none has kernels of one pass each, the first runs that can be cut into
/// several; where there is none, the fastest says why.
pub(super) fn first_that_fits<M: Copy + PartialEq, T>(
    device: &Device,
    fastest: M,
    others: impl IntoIterator<Item = M>,
    run: impl Fn(M, &Device) -> Result<T, Error>,
) -> Result<T, Error> {
    if !device.bounds_programs() {
        return run(fastest, device);
    }
    let mut cut = None;
    let others = others.into_iter().filter(|method| *method != fastest);
    for method in [fastest].into_iter().chain(others) {
        match device.plan(|plan| run(method, plan)) {
            Ok(Room::Whole) => return run(method, device),
            Ok(Room::Cut) => cut = cut.or(Some(method)),
            Ok(Room::Refused) => {}
            // What is wrong is not the room, as it says itself.
            Err(_) if method == fastest => break,
            Err(error) if error.is_missing_feature() => {}
            Err(error) => return Err(error),
        }
    }
    run(cut.unwrap_or(fastest), device)
}

/// Goes on with how many records are kept, once that has been read. In a plan nothing can be read: then with one record and with
/// all, whose kernels are those that take most.
pub(super) fn with_kept<R>(
    device: &Device,
    records: usize,
    read: impl FnOnce() -> Result<usize, Error>,
    work: impl Fn(usize) -> Result<R, Error>,
) -> Result<R, Error> {
    if device.is_planning() {
        work(records.min(1))?;
        return work(records);
    }
    work(read()?)
}

/// Whether the text of a kernel has to say how many iterations its loops take.
pub(crate) fn counts_loops(device: &Device) -> bool {
    device.features().loops != LoopSupport::Dynamic
}

/// The part "count": the number of iterations of a loop, as a constant that each pass gives, or in the text.
pub(crate) fn count_part(device: &Device, steps: usize) -> String {
    match counts_loops(device) {
        true => format!("const index steps = {steps};\n"),
        false => "constant index steps;\n".to_owned(),
    }
}
