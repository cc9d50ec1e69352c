//! Removes dead code, and assigns a slot to each value.

use super::super::lanes::Slot;
use super::code::{Code, NOWHERE, Op};
use super::fault::{Fault, fault};
use super::graph::{Graph, NONE, Origin, Step, Value};
use super::translate::Translated;

/// A program whose values have slots.
pub struct Allocated {
    /// The slots of constants, which are filled before each pass.
    pub constants: Vec<(Slot, Origin)>,
    /// The slots that are filled before each batch: the positions of its fragments, and the mask of live lanes.
    pub places: Vec<(Slot, Origin)>,
    pub prologue: Vec<Op>,
    pub ops: Vec<Op>,
    /// Whether the work of each fragment is counted while the program runs. This is true for programs with control flow.
    pub counts: bool,
    pub slots: usize,
    pub outputs: Vec<[Slot; 4]>,
    pub alive: Option<Slot>,
}

impl Step {
    fn uses(&self) -> Vec<Value> {
        let some = |values: &[Value]| values.iter().copied().filter(|&value| value != NONE).collect();
        match self {
            Step::Compute(_, _, sources) => some(sources),
            Step::SinCos(angle, _) => vec![*angle],
            Step::Fetch(_, sources, _) => some(sources),
            Step::SkipUnless(mask, _) | Step::BackIf(mask, _) | Step::Count(mask, ..) | Step::Iterate(mask) => {
                vec![*mask]
            }
            Step::Label(_) => Vec::new(),
        }
    }

    fn defines(&self) -> Vec<Value> {
        match self {
            Step::Compute(value, ..) => vec![*value],
            Step::SinCos(_, both) => both.to_vec(),
            Step::Fetch(_, _, texel) => texel.to_vec(),
            _ => Vec::new(),
        }
    }
}

/// Returns, for each value, whether a root depends on it.
fn needed(graph: &Graph, steps: &[Step], roots: impl Iterator<Item = Value>) -> Vec<bool> {
    let mut writers: Vec<Vec<u32>> = vec![Vec::new(); graph.len()];
    let mut waiting: Vec<Value> = roots.collect();
    for (number, step) in steps.iter().enumerate() {
        let defined = step.defines();
        if defined.is_empty() {
            waiting.extend(step.uses());
        }
        for value in defined {
            writers[value.0 as usize].push(number as u32);
        }
    }
    let mut needed = vec![false; graph.len()];
    while let Some(value) = waiting.pop() {
        if std::mem::replace(&mut needed[value.0 as usize], true) {
            continue;
        }
        for &writer in &writers[value.0 as usize] {
            waiting.extend(steps[writer as usize].uses());
        }
    }
    needed
}

/// Merges each sine and cosine of the same angle into one step, if there is no control flow between them. Returns the steps.
fn with_sines_and_cosines(steps: Vec<Step>) -> Vec<Step> {
    let mut together: Vec<Step> = Vec::with_capacity(steps.len());
    // For each angle in the current straight-line code: the step that computes its sine or cosine.
    let mut open: Vec<(Value, usize)> = Vec::new();
    for step in steps {
        match step {
            Step::Compute(value, code @ (Code::Sin | Code::Cos), [angle, ..]) => {
                let known = open.iter().find(|(known, _)| *known == angle).map(|(_, at)| *at);
                match known.map(|at| &mut together[at]) {
                    Some(other) => {
                        if let Step::Compute(first, first_code, _) = *other
                            && first_code != code
                        {
                            let both = if code == Code::Sin { [value, first] } else { [first, value] };
                            *other = Step::SinCos(angle, both);
                            continue;
                        }
                    }
                    None => open.push((angle, together.len())),
                }
            }
            // A variable that is written gets a new value, so its old sine or cosine cannot be merged.
            Step::Compute(value, ..) => open.retain(|(angle, _)| *angle != value),
            Step::Label(_) | Step::SkipUnless(..) | Step::BackIf(..) => open.clear(),
            _ => {}
        }
        together.push(step);
    }
    together
}

/// Returns the live range of each value, which is from the first to the last step that uses it.
fn ranges(graph: &Graph, steps: &[Step], outputs: &[Value]) -> Vec<(usize, usize)> {
    let mut ranges = vec![(usize::MAX, 0); graph.len()];
    let mut touch = |value: Value, at: usize| {
        let range = &mut ranges[value.0 as usize];
        *range = (range.0.min(at), range.1.max(at));
    };
    let mut labels = vec![0; graph.labels()];
    let mut loops = Vec::new();
    for (at, step) in steps.iter().enumerate() {
        step.uses().into_iter().chain(step.defines()).for_each(|value| touch(value, at));
        match step {
            Step::Label(label) => labels[*label] = at,
            Step::BackIf(_, label) => loops.push((labels[*label], at)),
            _ => {}
        }
    }
    outputs.iter().for_each(|&value| touch(value, steps.len()));
    // A value that is live at the start of a loop is live up to the end of the loop. Inner loops come first, since they end first.
    for (start, end) in loops {
        for range in &mut ranges {
            if range.0 < start && range.1 > start {
                range.1 = range.1.max(end);
            }
        }
    }
    ranges
}

/// Assigns slots to the values of a translation.
pub fn allocate(translated: &Translated) -> Result<Allocated, Fault> {
    let Translated { graph, outputs, alive, .. } = translated;
    let all: Vec<Step> = graph.prologue.iter().chain(&graph.steps).cloned().collect();
    let ends: Vec<Value> = outputs.iter().flatten().chain(alive).copied().collect();
    let needed = needed(graph, &all, ends.iter().copied());
    let wanted = |step: &&Step| {
        let defined = step.defines();
        defined.is_empty() || defined.iter().any(|value| needed[value.0 as usize])
    };
    let prologue: Vec<Step> = graph.prologue.iter().filter(wanted).cloned().collect();
    let steps = with_sines_and_cosines(graph.steps.iter().filter(wanted).cloned().collect());
    let ranges = ranges(graph, &steps, &ends);

    let mut slots = vec![NOWHERE; graph.len()];
    let (mut constants, mut places, mut count) = (Vec::new(), Vec::new(), 0usize);
    // Values that exist before the first step keep their slots for the whole program.
    for number in 0..graph.len() {
        let value = Value(number as u32);
        if !needed[number] {
            continue;
        }
        match graph.origin(value) {
            origin @ (Origin::Literal(_) | Origin::Parameter(..)) => constants.push((count as Slot, origin)),
            origin @ (Origin::Column(_) | Origin::Row(_) | Origin::Live) => places.push((count as Slot, origin)),
            _ if graph.is_uniform(value) => {}
            _ => continue,
        }
        slots[number] = count.min(usize::from(NOWHERE)) as Slot;
        count += 1;
    }
    let mut free: Vec<Slot> = Vec::new();
    for (at, step) in steps.iter().enumerate() {
        let mut ending: Vec<Value> = step.uses();
        ending.retain(|value| ranges[value.0 as usize].1 == at && varies(graph, *value));
        ending.sort_unstable();
        ending.dedup();
        free.extend(ending.iter().map(|value| slots[value.0 as usize]));
        for value in step.defines() {
            let number = value.0 as usize;
            if !needed[number] || slots[number] != NOWHERE {
                continue;
            }
            slots[number] = free.pop().unwrap_or_else(|| {
                count += 1;
                count.min(usize::from(NOWHERE)) as Slot - 1
            });
            if ranges[number].1 == at {
                // The value is written but never read, such as the last write of a home.
                free.push(slots[number]);
            }
        }
    }
    if count >= usize::from(NOWHERE) {
        return fault(format!("it takes {count} values at once; the maximum is {}", NOWHERE - 1));
    }
    let slot = |value: Value| if value == NONE { NOWHERE } else { slots[value.0 as usize] };
    let (ops, _) = lower(graph, &steps, &slot);
    let (prologue, _) = lower(graph, &prologue, &slot);
    let outputs = outputs.iter().map(|output| output.map(slot)).collect();
    let counts = ops.iter().any(|op| matches!(op, Op::Count(..) | Op::Iterate(_)));
    Ok(Allocated { constants, places, prologue, ops, counts, slots: count, outputs, alive: alive.map(slot) })
}

/// Returns whether a value needs its slot only during its live range.
fn varies(graph: &Graph, value: Value) -> bool {
    !graph.is_uniform(value) && !matches!(graph.origin(value), Origin::Column(_) | Origin::Row(_) | Origin::Live)
}

/// Lowers steps to the interpreter's operations. Labels become indices of operations.
fn lower(graph: &Graph, steps: &[Step], slot: &impl Fn(Value) -> Slot) -> (Vec<Op>, Vec<usize>) {
    let mut labels = vec![0; graph.labels()];
    let mut at = 0;
    for step in steps {
        match step {
            Step::Label(label) => labels[*label] = at,
            _ => at += 1,
        }
    }
    let ops = steps.iter().filter_map(|step| {
        Some(match step {
            Step::Compute(out, code, sources) => {
                Op::Compute { code: *code, out: slot(*out), sources: sources.map(slot) }
            }
            Step::SinCos(angle, both) => Op::SinCos(slot(*angle), both.map(slot)),
            Step::Fetch(address, sources, texel) => {
                Op::Fetch { address: *address, sources: sources.map(slot), out: texel.map(slot) }
            }
            Step::SkipUnless(mask, label) => Op::SkipUnless(slot(*mask), labels[*label]),
            Step::BackIf(mask, label) => Op::BackIf(slot(*mask), labels[*label]),
            Step::Count(mask, instructions, fetches) => Op::Count(slot(*mask), *instructions, *fetches),
            Step::Iterate(mask) => Op::Iterate(slot(*mask)),
            Step::Label(_) => return None,
        })
    });
    (ops.collect(), labels)
}
