//! Turns the remaining selections into conditional writes, for a chip that has no instruction for a selection.
//!
//! `CMP r, a, b, c` becomes: set the condition code from a; `MOV r, c`; `MOV r (LT), b`. The first is saved if the instruction that computes
//! a can set the condition code, or if the code is still that of a; a move is saved if only the selection reads what it moves.

use crate::fragment_program::{Opcode, Shape, Test};

use super::predicate::Predicated;
use super::steps::{Reg, Source, Step};

/// A condition in the condition code: the step that sets it, the test, and the component that is tested for each component of the operand.
struct Condition {
    sets: usize,
    test: Test,
    asked: (Reg, Vec<u8>),
}

/// A step, and the register and components that it is to write.
type Redirected = (usize, (Reg, Vec<u8>));

impl Predicated {
    /// Replaces the selection at this index. Returns the index of the last step that replaces it.
    pub fn expand(&mut self, at: usize) -> usize {
        let select = self.steps.remove(at);
        let [a, b, c] = &select.sources[..] else { unreachable!("a selection has three operands") };
        let mut next = at;
        let condition = match self.known(at, a) {
            Some(condition) => condition,
            None => {
                let mut set = Step::new(Opcode::Mov, select.kind.unrounded(), None, vec![a.clone()]);
                set.sets_condition = true;
                set.spans.clone_from(&select.spans);
                self.steps.insert(next, set);
                next += 1;
                let asked = (Reg::Position, (0..a.components.len() as u8).collect());
                Condition { sets: at, test: Test::Less, asked }
            }
        };
        self.steps[condition.sets].sets_condition = true;
        match self.redirected(&select, c, next) {
            Some(targets) => targets.into_iter().for_each(|(writer, target)| self.steps[writer].target = Some(target)),
            None => {
                let otherwise = Step { opcode: Opcode::Mov, sources: vec![c.clone()], ..select.clone() };
                self.steps.insert(next, otherwise);
                next += 1;
            }
        }
        let then = Step { opcode: Opcode::Mov, sources: vec![b.clone()], ..select.clone() };
        let then = Step { guard: Some(condition.test), asked: condition.asked, ..then };
        self.steps.insert(next, then);
        self.codes.push((condition.sets, next));
        next
    }

    /// Returns how the condition code tells whether `a` is below 0, if it can without a further instruction.
    fn known(&self, at: usize, a: &Source) -> Option<Condition> {
        // The last step that sets the condition code may have copied the same number.
        if let Some(sets) = (0..at).rfind(|&before| self.steps[before].sets_condition) {
            let step = &self.steps[sets];
            let same = |own: &Source| own.reg == a.reg && (own.absolute, own.negate) == (a.absolute, a.negate);
            if step.opcode == Opcode::Mov && step.target.is_none() && same(&step.sources[0]) {
                let own = &step.sources[0].components;
                let place = |wanted: &u8| own.iter().position(|known| known == wanted).map(|place| place as u8);
                let asked: Option<Vec<u8>> = a.components.iter().map(place).collect();
                let unchanged = !self.steps[sets..at].iter().any(|step| step.writes(a.reg));
                if let (Some(asked), true) = (asked, unchanged) {
                    return Some(Condition { sets, test: Test::Less, asked: (Reg::Position, asked) });
                }
            }
        }
        let sets = self.setter(at, a)?;
        let test = if a.negate { Test::Greater } else { Test::Less };
        let asked = (a.reg, a.components.clone());
        self.is_free(sets, at).then_some(Condition { sets, test, asked })
    }

    /// Returns the steps that compute an operand of a selection, each with the components of the selection's result that it can write at
    /// once, if only the selection reads them.
    fn redirected(&self, select: &Step, of: &Source, at: usize) -> Option<Vec<Redirected>> {
        let (target, wanted) = select.target.as_ref()?;
        // The selection itself is not among the steps any more.
        let reads = select.sources.iter().filter(|source| source.reg == of.reg).count() + self.reads(of.reg);
        let asked = self.steps.iter().any(|step| step.guard.is_some() && step.asked.0 == of.reg);
        if of.absolute || of.negate || select.saturate || reads != 1 || asked || !of.reg.is_virtual() {
            return None;
        }
        let writers: Vec<usize> = (0..self.steps.len()).filter(|&step| self.steps[step].writes(of.reg)).collect();
        let first = *writers.first()?;
        if first >= at || self.steps[first..at].iter().any(|step| step.touches(*target, wanted)) {
            return None;
        }
        let redirect = |&writer: &usize| {
            let step = &self.steps[writer];
            let able = matches!(step.opcode.shape(), Shape::Vector | Shape::Scalar | Shape::Dot);
            if !able || step.sets_condition || step.kind != select.kind {
                return None;
            }
            let (_, written) = step.target.as_ref()?;
            let place = |component: &u8| {
                let number = of.components.iter().position(|own| own == component)?;
                wanted.get(number).copied()
            };
            Some((writer, (*target, written.iter().map(place).collect::<Option<Vec<u8>>>()?)))
        };
        // Each component of the operand is one of the result, once.
        let once = (1..of.components.len()).all(|k| !of.components[..k].contains(&of.components[k]));
        if once { writers.iter().map(redirect).collect() } else { None }
    }
}
