//! Lowers branches, and the statements behind a `break`, `continue` or `return`. These statements are lowered unconditionally, dropped,
//! or put into a branch.

use crate::ir::Stmt;

use super::LowerError;
use super::builder::{Builder, Frame, MAX_NESTING};
use super::graph::{Block, Item, Merged, Ref};

/// The maximum number of nodes in both blocks of a branch that is replaced by selections.
const SHORT_BRANCH: usize = 12;

/// The same for programs of vectors, whose instructions are of up to four nodes each.
const SHORT_VECTORS: usize = 32;

/// A closure that lowers one side of a branch.
type Side<'f, 'a> = &'f mut dyn FnMut(&mut Builder<'a>) -> Result<(), LowerError>;

impl<'a> Builder<'a> {
    /// Returns a flag that is true if control has left the block.
    pub fn stopped(&mut self, frame: &Frame) -> Ref {
        let returned = self.slots[frame.returned];
        match frame.open {
            Some(open) => {
                let left = self.or(self.slots[open.broke], self.slots[open.continued]);
                self.or(returned, left)
            }
            None => returned,
        }
    }

    pub fn statements(&mut self, statements: &'a [Stmt], frame: &mut Frame<'a>) -> Result<(), LowerError> {
        if self.nesting == MAX_NESTING {
            return Err(LowerError::TooDeep { max: MAX_NESTING, span: self.graph.span });
        }
        self.nesting += 1;
        let done = self.each_statement(statements, frame);
        self.nesting -= 1;
        done
    }

    pub fn each_statement(&mut self, statements: &'a [Stmt], frame: &mut Frame<'a>) -> Result<(), LowerError> {
        for (number, statement) in statements.iter().enumerate() {
            self.statement(statement, frame)?;
            if !may_leave(statement) {
                continue;
            }
            let stopped = self.stopped(frame);
            match self.truth(stopped) {
                Some(true) => return Ok(()),
                Some(false) => {}
                None => {
                    let rest = &statements[number + 1..];
                    if rest.is_empty() {
                        return Ok(());
                    }
                    let active = self.not(stopped);
                    let mut inner = *frame;
                    return self.branch(active, &mut |builder| builder.statements(rest, &mut inner), &mut |_| Ok(()));
                }
            }
        }
        Ok(())
    }

    /// Lowers a branch. If the chip has no branches, or if both sides are short, both sides are executed and selections choose between
    /// their results.
    pub fn branch<'f>(
        &mut self,
        condition: Ref,
        then: Side<'f, 'a>,
        otherwise: Side<'f, 'a>,
    ) -> Result<(), LowerError> {
        match self.truth(condition) {
            Some(true) => return then(self),
            Some(false) => return otherwise(self),
            None => {}
        }
        let branches = self.flow;
        let span = self.graph.span;
        let before = self.slots.clone();
        let mut sides = Vec::with_capacity(2);
        // What the variables are at the beginning of each side, where the condition is known.
        let mut begins = Vec::with_capacity(2);
        for (side, holds) in [(then, true), (otherwise, false)] {
            self.slots.clone_from(&before);
            self.assume(condition, holds);
            begins.push(self.slots.clone());
            let mark = self.graph.mark();
            let outer = std::mem::take(&mut self.graph.block);
            let done = side(self);
            let block = std::mem::replace(&mut self.graph.block, outer);
            done?;
            if branches {
                self.graph.leave_scope(&mark);
            }
            sides.push((block, self.slots.clone()));
        }
        let (mut right, mut b) = sides.pop().expect("two sides");
        let (mut left, mut a) = sides.pop().expect("two sides");
        for slot in 0..before.len() {
            if a[slot] == begins[0][slot] && b[slot] == begins[1][slot] {
                (a[slot], b[slot]) = (before[slot], before[slot]);
            }
        }
        let flat = |block: &Block| block.0.iter().all(|item| matches!(item, Item::Node(_)));
        let max = if self.given_constants { SHORT_VECTORS } else { SHORT_BRANCH };
        let short = flat(&left) && flat(&right) && left.0.len() + right.0.len() <= max;
        self.slots = before;
        if !branches || short {
            self.graph.block.0.append(&mut left.0);
            self.graph.block.0.append(&mut right.0);
            for slot in 0..self.slots.len() {
                self.slots[slot] = self.select(condition, a[slot], b[slot]);
            }
            return Ok(());
        }
        let mut merges: Vec<Merged> = Vec::new();
        let outer = self.graph.group;
        for slot in 0..self.slots.len() {
            self.merge_group(slot);
            self.slots[slot] = match (a[slot], b[slot]) {
                (first, second) if first == second => first,
                (first, second) => match merges.iter().find(|known| (known.first, known.second) == (first, second)) {
                    Some(known) => Ref::new(known.node),
                    None => {
                        let node = self.graph.merge();
                        merges.push(Merged { node, first, second });
                        Ref::new(node)
                    }
                },
            };
        }
        self.graph.group = outer;
        self.graph.block.0.push(Item::If { condition, then: left, otherwise: right, merges, span });
        Ok(())
    }
}

impl Builder<'_> {
    /// Gives the values of a variable that are merged next a group of their own, so that they share a register. Each variable has four slots.
    pub fn merge_group(&mut self, slot: usize) {
        if slot.is_multiple_of(4) {
            self.graph.group = self.graph.group.max(self.graph.len() as u32) + 1;
        }
    }
}

/// Whether a statement may leave the block that contains it.
fn may_leave(statement: &Stmt) -> bool {
    match statement {
        Stmt::Break(_) | Stmt::Continue(_) | Stmt::Return(..) => true,
        Stmt::If { then, otherwise, .. } => then.iter().chain(otherwise).any(may_leave),
        // A `break` or `continue` in this loop only leaves the loop itself.
        Stmt::Loop { before, body, step, .. } => before.iter().chain(body).chain(step).any(returns),
        _ => false,
    }
}

fn returns(statement: &Stmt) -> bool {
    match statement {
        Stmt::Return(..) => true,
        Stmt::If { then, otherwise, .. } => then.iter().chain(otherwise).any(returns),
        Stmt::Loop { before, body, step, .. } => before.iter().chain(body).chain(step).any(returns),
        _ => false,
    }
}
