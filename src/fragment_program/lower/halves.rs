//! Finds the registers of half precision, of which NV30 and NV40 have two in the room of one of full precision.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::fragment_program::{InstructionSet, NumberType, Opcode, Scalar};
use crate::ir::Precision;

use super::steps::{Constants, Reg, Source, Step};

/// Returns the virtual registers that only numbers of half precision are written to.
pub fn halves(set: InstructionSet, steps: &[Step]) -> FxHashSet<usize> {
    let mut all: FxHashMap<usize, bool> = FxHashMap::default();
    if matches!(set, InstructionSet::Nv30 | InstructionSet::Nv40) {
        for step in steps {
            if let Some((Reg::Virtual(register), _)) = step.target {
                *all.entry(register).or_insert(true) &= step.kind.precision().is_some();
            }
        }
    }
    all.into_iter().filter_map(|(register, half)| half.then_some(register)).collect()
}

/// Rounds truth values to half precision, which changes none of them, so that they are in registers of half precision.
pub fn round_flags(steps: &mut [Step], constants: &Constants) {
    // A register stays in this set as long as all that is written to it is 0 or 1.
    let mut flags: FxHashSet<usize> = steps.iter().filter_map(virtual_target).collect();
    loop {
        let wrong: Vec<usize> = steps
            .iter()
            .filter(|step| !is_flag(step, &flags, constants))
            .filter_map(virtual_target)
            .filter(|register| flags.contains(register))
            .collect();
        if wrong.is_empty() {
            break;
        }
        wrong.iter().for_each(|register| _ = flags.remove(register));
    }
    for step in steps {
        if virtual_target(step).is_some_and(|register| flags.contains(&register)) && step.kind == NumberType::Float {
            step.kind = NumberType::Half;
        }
    }
}

/// Rounds the colour to half precision if that changes nothing, because only numbers of half precision are copied to it.
pub fn round_results(steps: &mut [Step], constants: &Constants) {
    let halves = halves(InstructionSet::Nv30, steps);
    let writes = |step: &Step| step.target.as_ref().is_some_and(|(register, _)| *register == Reg::Output(0));
    let is_half = |source: &Source| match source.reg {
        Reg::Virtual(register) => halves.contains(&register),
        Reg::Parameter(_) => literals(source, constants)
            .is_some_and(|all| all.iter().all(|value| Precision::Half.round(*value) == *value)),
        _ => false,
    };
    let stays =
        |step: &Step| step.kind.precision().is_some() || step.opcode == Opcode::Mov && step.sources.iter().all(is_half);
    if steps.iter().filter(|step| writes(step)).all(stays) {
        let floats = steps.iter_mut().filter(|step| writes(step) && step.kind == NumberType::Float);
        floats.for_each(|step| step.kind = NumberType::Half);
    }
}

/// Returns the literals that an operand reads, or `None` if it reads something else.
fn literals(source: &Source, constants: &Constants) -> Option<Vec<f32>> {
    let Reg::Parameter(number) = source.reg else { return None };
    let own = &constants.parameters[number].1;
    let number = |component: &u8| match own.get(usize::from(*component)) {
        Some(Scalar::Literal(bits)) => Some(f32::from_bits(*bits)),
        _ => None,
    };
    source.components.iter().map(number).collect()
}

fn virtual_target(step: &Step) -> Option<usize> {
    step.target.as_ref().and_then(|(register, _)| register.virtual_number())
}

/// Whether the result of a step is 0 or 1 if the registers of this set are.
fn is_flag(step: &Step, flags: &FxHashSet<usize>, constants: &Constants) -> bool {
    use Opcode::*;
    let plain = |source: &Source| !source.negate && !source.absolute;
    let is_register = |source: &Source| source.reg.virtual_number().is_some_and(|register| flags.contains(&register));
    let is_bit = |source: &Source| {
        plain(source)
            && (is_register(source)
                || literals(source, constants).is_some_and(|all| all.iter().all(|&v| v == 0.0 || v == 1.0)))
    };
    let is_one =
        |source: &Source| plain(source) && literals(source, constants).is_some_and(|all| all.iter().all(|&v| v == 1.0));
    match (step.opcode, &step.sources[..]) {
        (Slt | Sge | Sgt | Sle | Seq | Sne | Sfl | Str, _) => true,
        (Mov | Mul | Max | Min, sources) => sources.iter().all(is_bit),
        (Cmp, [_, sources @ ..]) => sources.iter().all(is_bit),
        // The negation of a truth value is 1 less it.
        (Add, [a, b]) => {
            let less = |source: &Source| source.negate && !source.absolute && is_register(source);
            is_one(a) && less(b) || is_one(b) && less(a)
        }
        _ => false,
    }
}
