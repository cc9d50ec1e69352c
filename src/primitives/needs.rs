//! Requirements of methods. They determine the default method, and the error for a method that the device cannot run.
//!
//! A device need not support `if`, which can be flattened. It also need not support loops whose number of iterations is in the
//! kernel's text, which can be unrolled. The requirements include the minimum number of streams that a method reads and writes. If
//! a pass on the device cannot have that many, the error of the kernel has both numbers.

use crate::backend::LoopSupport;
use crate::error::Error;
use crate::ir::{Loops, Needs};
use crate::kernel::Source;
use crate::machine::{Device, KernelFit};
pub(super) use crate::method::MINIMAL;
use crate::method::{Methods, Units};

use crate::error::PrimitiveError;

/// Implements [`Methods`](crate::method::Methods) for an enum of methods of passes, and what a device needs for each.
macro_rules! pass_methods {
    ($methods:ident) => {
        crate::method::methods!($methods);

        impl $methods {
            /// Returns the features that a device must have for the method.
            pub fn needs(self) -> crate::ir::Needs {
                crate::method::Methods::method(self).needs
            }

            /// Returns whether the device has everything that the method needs.
            pub fn runs_on(self, device: &crate::machine::Device) -> bool {
                let exact = crate::method::Methods::method(self).exact_integer;
                super::needs::lacks_for(self, device).is_none() && device.features().exact_integer >= exact
            }

            /// Returns the method's name on the command line.
            pub fn name(self) -> &'static str {
                crate::method::Methods::method(self).name
            }
        }
    };
}
pub(super) use pass_methods;

/// Returns the first of these features that the device lacks, as text for a message.
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

/// Returns whether kernels are so small that they have room for only one element at a time.
pub(super) fn is_small(device: &Device) -> bool {
    device.features().instructions <= 512
}

/// Returns the first fixed unit of these that the device lacks, as text for a message.
pub(crate) fn lacks_unit(units: Units, device: &Device) -> Option<&'static str> {
    let features = device.features();
    let all = [
        (units.points && features.points.is_none(), "points"),
        (units.float_blending && !features.float_blending(), "blending of 32-bit floats"),
        (units.float_mip_levels && !features.float_mip_levels, "mip levels of 32-bit floats"),
        (units.fragment_counts && !features.fragment_counts, "occlusion queries that count fragments"),
        (units.waits_for_queries && cfg!(target_family = "wasm"), "occlusion queries that a page can wait for"),
    ];
    all.into_iter().find(|(lacks, _)| *lacks).map(|(_, what)| what)
}

/// Returns the first thing that the device lacks for a method, as text for a message.
pub(crate) fn lacks_for<M: Methods>(method: M, device: &Device) -> Option<&'static str> {
    let info = method.method();
    lacks(info.needs, device).or_else(|| lacks_unit(info.units, device))
}

/// Returns an error if the device cannot run a method that the caller named. `instead` is the fastest method that it can run.
pub(super) fn check<M: Methods + PartialEq>(method: M, device: &Device, instead: M) -> Result<(), PrimitiveError> {
    let Some(needs) = lacks_for(method, device) else { return Ok(()) };
    let instead = (instead != method).then_some(instead.method().name);
    Err(PrimitiveError::Lacks { method: method.method().name, needs, device: device.info().interface(), instead })
}

/// The number of positions that a float represents exactly.
pub(super) const EXACT_POSITIONS: usize = 1 << 24;

/// Returns an error for more positions than floats hold exactly.
pub(super) fn check_positions(what: &'static str, count: usize) -> Result<(), PrimitiveError> {
    if count <= EXACT_POSITIONS {
        return Ok(());
    }
    let (exact, instead) = (EXACT_POSITIONS, "split them into parts");
    Err(PrimitiveError::FloatAddress { what, count, exact, instead })
}

/// Runs the fastest method, or the first of the others whose kernels fit on the device. `run` draws the passes of a method on the
/// device that it gets, which may be a plan. If no method has kernels of one pass each, the first method whose kernels can be split
/// into several passes runs. If there is no such method either, the result is the error of the fastest.
pub(super) fn run_first_fitting<M: Copy + PartialEq, T>(
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
            Ok(KernelFit::Fits) => return run(method, device),
            Ok(KernelFit::Split) => cut = cut.or(Some(method)),
            Ok(KernelFit::Refused) => {}
            // The error does not mean that kernels do not fit. Running the method on the device returns it.
            Err(_) if method == fastest => break,
            Err(error) if error.is_missing_feature() => {}
            Err(error) => return Err(error),
        }
    }
    run(cut.unwrap_or(fastest), device)
}

/// Returns whether the kernels of these passes fit on the device, each as one program. `run` draws them on the device that it gets, a plan.
pub(super) fn fits<R>(device: &Device, run: impl FnOnce(&Device) -> Result<R, Error>) -> bool {
    !device.bounds_programs() || matches!(device.plan(run), Ok(KernelFit::Fits))
}

/// Reads back the number of kept records, and calls `work` with it. A plan cannot read anything back. It calls `work` with one
/// record and with all records, which need the largest kernels.
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

/// Returns whether the number of iterations of a kernel's loops must be known when the kernel is compiled.
pub(crate) fn counts_loops(device: &Device) -> bool {
    device.features().loops != LoopSupport::Dynamic
}

/// Sets the kernel's parameter `known_steps` to the number of iterations of its loop, if the device must know it when it compiles
/// the kernel. On other devices the kernel reads the constant `steps`, which each pass sets.
pub(crate) fn with_steps(source: Source, device: &Device, steps: usize) -> Source {
    if counts_loops(device) { source.parameter("known_steps", steps) } else { source }
}
