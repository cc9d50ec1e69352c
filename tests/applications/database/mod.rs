//! Queries by depth tests, stencils and occlusion queries, against plain Rust.

mod aggregates;
mod conditions;
mod errors;
mod random;

use brooklet::applications::database::{Comparison, Condition, Operand};
use brooklet::fragment_program::Chip;
use brooklet::{Device, Stream};

use crate::support::devices;

/// The devices of the tests, a machine without limits, and chips without integers: one of 32-bit floats, one of 24-bit floats.
fn all_devices() -> Vec<Device> {
    let chips = [Chip::None, Chip::Nv40, Chip::R300].map(|chip| Device::emulated(chip).unwrap());
    devices().into_iter().chain(chips).collect()
}

/// Numbers that are whole, from 0 up to `below`, in no order.
fn whole(count: usize, below: u32, seed: u32) -> Vec<f32> {
    let number = |k: u32| (k.wrapping_add(seed).wrapping_mul(2_654_435_761) >> 7) % below;
    (0..count as u32).map(|k| number(k) as f32).collect()
}

/// Returns whether a condition holds for a record.
fn holds(condition: &Condition, number: &impl Fn(&str) -> f32) -> bool {
    let right = |operand: &Operand| match operand {
        Operand::Constant(constant) => *constant,
        Operand::Column(column) => number(column),
    };
    let one = |own: &Comparison| own.compare.holds(number(&own.column), right(&own.operand));
    condition.clauses().iter().all(|clause| clause.iter().any(one))
}

fn upload(device: &Device, numbers: &[f32]) -> Stream<f32> {
    device.upload(numbers).unwrap()
}
