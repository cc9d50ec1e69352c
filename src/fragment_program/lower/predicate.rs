//! Turns selections into conditional writes, on a chip that has condition codes but no branches.
//!
//! `CMP r, a, b, c` requires that all three operands are computed before it. If nothing else reads b and c, one instruction per
//! selection can be saved. c is computed into r, the instruction that computes a sets the condition code, and the instruction that
//! computes b writes r where a is below zero.

use crate::fragment_program::{Opcode, Shape, Test};

use super::steps::{Reg, Source, Step};

/// Turns selections into conditional writes in a program without control flow: those for which this saves an instruction, or all of them.
pub fn predicate(steps: Vec<Step>, all: bool) -> Vec<Step> {
    let mut program = Predicated { steps, codes: Vec::new() };
    let mut at = 0;
    while at < program.steps.len() {
        if program.steps[at].opcode == Opcode::Cmp {
            match program.selection(at) {
                Some(from) => {
                    program.apply(at, from);
                    // An instruction before this one was removed.
                    at -= 1;
                }
                None if all => at = program.expand(at),
                None => {}
            }
        }
        at += 1;
    }
    program.steps
}

pub(super) struct Predicated {
    pub steps: Vec<Step>,
    /// The live ranges of the condition code, each from the step that sets it to the last step that tests it.
    pub codes: Vec<(usize, usize)>,
}

/// The steps that are changed in order to turn a selection into a conditional write.
struct Selection {
    sets: usize,
    then: usize,
    otherwise: usize,
}

impl Predicated {
    /// Returns the number of operands that read a register.
    pub fn reads(&self, reg: Reg) -> usize {
        self.steps.iter().flat_map(|step| &step.sources).filter(|source| source.reg == reg).count()
    }

    /// Returns the only step that writes this register, if it writes exactly these components and could write another register instead.
    pub fn writer(&self, of: &Source) -> Option<usize> {
        let mut writers = (0..self.steps.len()).filter(|&at| self.steps[at].writes(of.reg));
        let (Some(only), None) = (writers.next(), writers.next()) else { return None };
        let step = &self.steps[only];
        let movable = step.opcode.shape() == Shape::Vector && step.guard.is_none();
        let (_, written) = step.target.as_ref()?;
        let same = written.len() == of.components.len() && written.iter().all(|one| of.components.contains(one));
        (movable && same && of.reg.is_virtual()).then_some(only)
    }

    /// Returns the steps that have to be changed for a selection, or `None` if it cannot become a conditional write.
    fn selection(&self, at: usize) -> Option<Selection> {
        let step = &self.steps[at];
        let [a, b, c] = &step.sources[..] else { return None };
        let (target, _) = step.target.as_ref()?;
        let plain = |source: &Source| !source.absolute && !source.negate;
        let alone = |source: &Source| plain(source) && self.reads(source.reg) == 1;
        if a.absolute || !alone(b) || !alone(c) || b.reg == c.reg || !a.reg.is_virtual() || step.guard.is_some() {
            return None;
        }
        let (then, otherwise) = (self.writer(b)?, self.writer(c)?);
        if step.saturate || self.steps[then].kind != step.kind || self.steps[otherwise].kind != step.kind {
            return None;
        }
        let sets = self.setter(at, a)?;
        // The result is written where c is computed. After that, nothing else may read or write its components.
        let (_, wanted) = step.target.as_ref()?;
        let since = &self.steps[otherwise..at];
        if since.iter().any(|step| step.touches(*target, wanted)) {
            return None;
        }
        // b is computed later than before, so its operands must stay unchanged until then. The steps that compute b and c must not set
        // the condition code.
        let late = &self.steps[then];
        let changed = |source: &Source| {
            self.steps[then..at]
                .iter()
                .any(|step| step.writes(source.reg) && step.touches(source.reg, &source.components))
        };
        if late.sources.iter().any(changed) || late.sets_condition || self.steps[otherwise].sets_condition {
            return None;
        }
        (self.is_free(sets, at) && sets != then).then_some(Selection { sets, then, otherwise })
    }

    /// Returns the last step that writes what a selection tests, if it can set the condition code.
    pub fn setter(&self, at: usize, a: &Source) -> Option<usize> {
        let sets = (0..at).rfind(|&before| self.steps[before].writes(a.reg))?;
        let setter = &self.steps[sets];
        let (_, set) = setter.target.as_ref()?;
        let covers = a.components.iter().all(|component| set.contains(component));
        let able = setter.opcode.shape() != Shape::Texture && setter.guard.is_none();
        (covers && able && a.reg.is_virtual() && !a.absolute).then_some(sets)
    }

    /// Whether no other condition is in the condition code between these steps.
    pub fn is_free(&self, sets: usize, at: usize) -> bool {
        self.codes.iter().all(|&(from, to)| from == sets || to <= sets || from >= at)
    }

    fn apply(&mut self, at: usize, Selection { sets, then, otherwise }: Selection) {
        let select = self.steps[at].clone();
        let (target, wanted) = select.target.clone().expect("a selection has a result");
        let [a, b, c] = &select.sources[..] else { unreachable!("a selection has three operands") };
        // The component of the result that corresponds to a component of an operand.
        let place = |of: &Source, component: u8| {
            let number = of.components.iter().position(|own| *own == component).expect("a component of the operand");
            wanted[number]
        };
        let redirect = |step: &mut Step, of: &Source| {
            let (_, written) = step.target.take().expect("it writes a register");
            step.target = Some((target, written.iter().map(|component| place(of, *component)).collect()));
        };
        redirect(&mut self.steps[otherwise], c);
        self.steps[sets].sets_condition = true;
        let mut last = self.steps[then].clone();
        redirect(&mut last, b);
        last.guard = Some(if a.negate { Test::Greater } else { Test::Less });
        let (_, written) = last.target.as_ref().expect("it writes a register");
        let asks = |component: &u8| {
            let number = wanted.iter().position(|own| own == component).expect("a component of the result");
            a.components[number]
        };
        last.asked = (a.reg, written.iter().map(asks).collect());
        last.spans.extend(select.spans.into_iter().filter(|span| !self.steps[then].spans.contains(span)));
        self.steps[at] = last;
        self.steps.remove(then);
        // The steps behind the removed one have moved by one.
        let moved = |place: usize| if place > then { place - 1 } else { place };
        for (from, to) in &mut self.codes {
            (*from, *to) = (moved(*from), moved(*to));
        }
        self.codes.push((moved(sets), at - 1));
    }
}

impl Reg {
    pub fn is_virtual(self) -> bool {
        matches!(self, Reg::Virtual(_))
    }
}

impl Step {
    pub fn writes(&self, reg: Reg) -> bool {
        self.target.as_ref().is_some_and(|(target, _)| *target == reg)
    }

    /// Whether the step reads or writes one of these components of a register.
    pub fn touches(&self, reg: Reg, components: &[u8]) -> bool {
        let some = |own: Reg, of: &[u8]| own == reg && of.iter().any(|component| components.contains(component));
        self.sources.iter().any(|source| some(source.reg, &source.components))
            || self.target.as_ref().is_some_and(|(target, of)| some(*target, of))
    }
}
