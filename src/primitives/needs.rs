//! Requirements of methods: defaults are chosen by them, and a method that is named is refused where it cannot run.
//!
//! An `if` is nothing that a device must have, and neither is a loop whose iterations a kernel's text counts: the one can
//! be flattened and the other unrolled. How many streams a method reads and writes at least is in the table too; where that
//! is more than a pass may have here, the kernel's own error says both numbers.

use crate::backend::{BackendError, LoopSupport};
use crate::error::Error;
use crate::ir::{Loops, Needs};
use crate::machine::Device;

use super::error::PrimitiveError;

/// Passes from one stream to another, without integers, loops or infinities.
pub(super) const MINIMAL: Needs = Needs {
    integers: false,
    branches: true,
    loops: Loops::None,
    infinities: false,
    nans: false,
    inputs: 1,
    outputs: 1,
    constants: 0,
};

/// What of this the device lacks.
pub(super) fn lacks(needs: Needs, device: &Device) -> Option<&'static str> {
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

/// Runs the fastest method, or the first of the others where there is no room for it: what a kernel takes of a chip is known when
/// it is compiled for the streams of a pass. Where none has kernels of one pass each, the first that can be cut into several
/// runs; where that does not help either, the fastest says why.
pub(super) fn first_that_fits<M: Copy + PartialEq, T>(
    device: &Device,
    fastest: M,
    others: impl IntoIterator<Item = M>,
    run: impl Fn(M) -> Result<T, Error>,
) -> Result<T, Error> {
    let mut refused = match device.without_partitions(|| run(fastest)) {
        Err(error @ Error::Backend(BackendError::Exceeds { .. })) => error,
        done => return done,
    };
    let others: Vec<M> = others.into_iter().filter(|method| *method != fastest).collect();
    for method in &others {
        match device.without_partitions(|| run(*method)) {
            Err(error) if error.is_missing_feature() => {}
            done => return done,
        }
    }
    if !device.partitions() {
        return Err(refused);
    }
    for method in [fastest].into_iter().chain(others) {
        match run(method) {
            Err(error) if error.is_missing_feature() => {
                if method == fastest {
                    refused = error;
                }
            }
            done => return done,
        }
    }
    Err(refused)
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
