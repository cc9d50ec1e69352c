//! Lets the instruction that computes a number also clamp or round it, repeat it in several components, or write it to a result, in place
//! of a second instruction that moves it.

use crate::fragment_program::{InstructionSet, NumberType, Opcode, Shape};

use super::steps::{Reg, Step};

/// Merges each move with the only instruction that computes what it moves, if that is possible.
pub fn merge(mut steps: Vec<Step>, set: InstructionSet) -> Vec<Step> {
    let mut at = 0;
    while at < steps.len() {
        match writer(&steps, at, set) {
            Some(from) => {
                keep_order(&mut steps, at, from);
                let mov = steps.remove(at);
                let (target, components) = mov.target.expect("a move has a result");
                let moved = &mov.sources[0].components;
                let step = &mut steps[from];
                let (_, own) = step.target.take().expect("it writes a register");
                let places = |component: u8| {
                    let moved = moved.iter().zip(&components).filter(move |(moved, _)| **moved == component);
                    moved.map(|(_, place)| *place)
                };
                step.target = Some((target, own.into_iter().flat_map(places).collect()));
                step.saturate |= mov.saturate;
                if step.kind == NumberType::Float {
                    step.kind = mov.kind;
                }
            }
            None => at += 1,
        }
    }
    steps
}

/// Keeps the components of a texel where the texture instruction writes them: those who read the copy read these.
fn keep_order(steps: &mut [Step], at: usize, from: usize) {
    if steps[from].opcode.shape() != Shape::Texture {
        return;
    }
    let (target, written) = steps[at].target.clone().expect("a move has a result");
    let moved = steps[at].sources[0].components.clone();
    let renamed = |component: &mut u8| {
        if let Some(place) = written.iter().position(|own| own == component) {
            *component = moved[place];
        }
    };
    if written == moved {
        return;
    }
    for step in steps {
        step.sources
            .iter_mut()
            .filter(|own| own.reg == target)
            .for_each(|own| own.components.iter_mut().for_each(renamed));
        if let Some((_, own)) = step.target.as_mut().filter(|(reg, _)| *reg == target) {
            own.iter_mut().for_each(renamed);
        }
    }
}

/// Returns the step that alone computes what a move reads, if it can do what the move does.
fn writer(steps: &[Step], at: usize, set: InstructionSet) -> Option<usize> {
    let mov = &steps[at];
    if mov.opcode != Opcode::Mov || mov.guard.is_some() || mov.sets_condition {
        return None;
    }
    let source = mov.sources.first().filter(|source| !source.absolute && !source.negate)?;
    let Reg::Virtual(_) = source.reg else { return None };
    let (target, written) = mov.target.as_ref()?;
    let writes = |step: &Step| step.target.as_ref().is_some_and(|(reg, _)| *reg == source.reg);
    let mut writers = (0..steps.len()).filter(|&number| writes(&steps[number]));
    let (Some(from), None) = (writers.next(), writers.next()) else { return None };
    let reads = steps.iter().flat_map(|step| &step.sources).filter(|own| own.reg == source.reg).count();
    let asks = steps.iter().any(|step| step.asked.0 == source.reg);
    let step = &steps[from];
    let (_, own) = step.target.as_ref()?;
    // A number may be repeated only by instructions that compute one number for all components.
    let same = own.len() == source.components.len() || own.len() == 1 && is_one(step.opcode);
    let same = same && own.iter().all(|one| source.components.contains(one));
    let same = same && source.components.iter().all(|one| own.contains(one));
    let stays = written == &source.components;
    let halves = matches!(set, InstructionSet::Nv30 | InstructionSet::Nv40);
    let writes_target = |step: &&Step| step.target.as_ref().is_some_and(|(reg, _)| reg == target);
    let alone = steps.iter().filter(writes_target).count() == 1;
    let rounds_texels = halves && alone && matches!(target, Reg::Virtual(_));
    let able = match step.opcode.shape() {
        // What is fetched is not clamped. A register of half precision rounds it.
        Shape::Texture => {
            let order = stays || rounds_texels && source.components.len() == distinct(&source.components);
            order && !mov.saturate && (step.kind == mov.kind || rounds_texels && mov.kind == NumberType::Half)
        }
        // These have another number in each component.
        Shape::Special => stays,
        Shape::Flow => false,
        Shape::Vector | Shape::Scalar | Shape::Dot => step.opcode != Opcode::Mov,
    };
    // A number of less precision is one when it is moved.
    let rounds = step.kind == mov.kind || step.kind == NumberType::Float || mov.kind == NumberType::Float;
    let rounds = rounds && step.kind.is_float() && mov.kind.is_float();
    if from >= at || reads != 1 || asks || !same || !able || !rounds || step.guard.is_some() || step.sets_condition {
        return None;
    }
    // Nothing in between may touch what is written earlier now, and no branch may lie between.
    let between = &steps[from + 1..at];
    let free = between.iter().all(|step| step.opcode.shape() != Shape::Flow && !step.touches(*target, written));
    (free && !step.sources.iter().any(|own| own.reg == *target)).then_some(from)
}

/// Whether all components of the result of an instruction are one number.
fn is_one(opcode: Opcode) -> bool {
    matches!(opcode.shape(), Shape::Scalar | Shape::Dot)
}

/// Returns the number of different components.
fn distinct(components: &[u8]) -> usize {
    components.iter().fold(0u8, |mask, component| mask | 1 << component).count_ones() as usize
}
