//! Lowers loops. They are unrolled as long as the loop condition is known, or they become loops of the program if the chip has loops.

use std::collections::BTreeSet;

use crate::ir::Stmt;
use crate::syntax::Span;

use super::LowerError;
use super::builder::{Builder, Frame, OpenLoop, UniformLeaf};
use super::graph::{Item, Merged, Rate, Ref};

/// The maximum number of iterations of a loop that is unrolled although the chip has loops.
const SHORT_LOOP: usize = 16;
/// The maximum number of nodes that unrolling such a loop may add.
const SHORT_BODY: usize = 256;
/// The maximum number of iterations of any unrolled loop.
const LONG_LOOP: usize = 4096;
/// The maximum number of iterations of all unrolled loops together.
const MAX_ITERATIONS: usize = 1 << 16;

/// The outcome of trying to unroll a loop.
enum Unrolled {
    Done,
    /// The trip count depends on these numbers, which change from pass to pass.
    Uniform(BTreeSet<UniformLeaf>),
    /// The trip count depends on data.
    Data,
    /// The loop has too many iterations or instructions.
    TooLong,
}

impl<'a> Builder<'a> {
    pub fn repeat(&mut self, statement: &'a Stmt, frame: &mut Frame<'a>) -> Result<(), LowerError> {
        let no = self.literal_flag(false);
        let outer = frame.open;
        let (slots, mark) = (self.slots.clone(), self.graph.mark());
        let first = self.slots.len();
        // Each variable begins at a multiple of four, and these two are one.
        self.slots.extend([no; 4]);
        frame.open = Some(OpenLoop { broke: first, continued: first + 1 });
        let at = std::ptr::from_ref(statement) as usize;
        let unrolled = match self.real_loops.contains_key(&(at, frame.base)) {
            true => Unrolled::TooLong,
            false => self.unroll(statement, frame)?,
        };
        if !matches!(unrolled, Unrolled::Done) {
            let span = span_of(statement).map_or(self.graph.span, |written| self.origin(written));
            self.slots = slots;
            self.graph.rewind(&mark);
            match (unrolled, self.flow) {
                (_, true) => {
                    self.slots.extend([no; 4]);
                    self.real_loop(statement, frame, span)?;
                }
                (Unrolled::Uniform(leaves), false) => return Err(LowerError::Wants(leaves.into_iter().collect())),
                (Unrolled::Data, false) => return Err(LowerError::DataDependentLoop { span }),
                (_, false) if self.iterations > MAX_ITERATIONS => {
                    return Err(LowerError::LongLoops { max: MAX_ITERATIONS, span });
                }
                (_, false) => return Err(LowerError::LongLoop { max: LONG_LOOP, span }),
            }
        }
        self.slots.truncate(first);
        frame.open = outer;
        Ok(())
    }

    /// Unrolls a loop as long as its condition is known. If an exit depends on data, the values of the variables at the exit are saved,
    /// and unrolling continues as if the exit were not taken. Selections behind the loop then choose the final values.
    fn unroll(&mut self, statement: &'a Stmt, frame: &mut Frame<'a>) -> Result<Unrolled, LowerError> {
        let Stmt::Loop { before, condition, body, step, last } = statement else { unreachable!("a loop") };
        let open = frame.open.expect("a loop is open");
        let start = self.graph.len();
        let mut exits: Vec<(Ref, Vec<Ref>)> = Vec::new();
        for iteration in 0.. {
            if !(*last && iteration == 0) {
                self.statements(before, frame)?;
                if let Some(condition) = condition {
                    let condition = self.value(condition, frame)?.get(0);
                    match self.truth(condition) {
                        Some(false) => break,
                        Some(true) => {}
                        None if self.graph.rate(condition.node) == Rate::Uniform => {
                            return Ok(Unrolled::Uniform(self.leaves(condition)));
                        }
                        None => return Ok(Unrolled::Data),
                    }
                }
            }
            self.iterations += 1;
            let long = match self.flow {
                true => !self.unrolls || iteration >= SHORT_LOOP || self.graph.len() - start > SHORT_BODY,
                false => iteration >= LONG_LOOP,
            };
            if long || self.iterations > MAX_ITERATIONS {
                return Ok(Unrolled::TooLong);
            }
            let no = self.literal_flag(false);
            self.slots[open.continued] = no;
            self.statements(body, frame)?;
            self.slots[open.continued] = no;
            let stopped = self.stopped(frame);
            match self.truth(stopped) {
                Some(true) => break,
                Some(false) => {}
                None if self.flow || condition.is_none() => return Ok(Unrolled::Data),
                None => {
                    exits.push((stopped, self.slots.clone()));
                    self.slots[open.broke] = no;
                    self.slots[frame.returned] = no;
                }
            }
            self.statements(step, frame)?;
        }
        while let Some((stopped, slots)) = exits.pop() {
            for (slot, left) in slots.into_iter().enumerate() {
                self.slots[slot] = self.select(stopped, left, self.slots[slot]);
            }
        }
        Ok(Unrolled::Done)
    }

    /// Lowers a loop to a loop of the program. The loop is lowered repeatedly, until all variables that change in it are known.
    fn real_loop(&mut self, statement: &'a Stmt, frame: &mut Frame<'a>, span: Span) -> Result<(), LowerError> {
        let Stmt::Loop { before, condition, body, step, last } = statement else { unreachable!("a loop") };
        let open = frame.open.expect("a loop is open");
        let start = self.slots.clone();
        let mark = self.graph.mark();
        // An inner loop is lowered again whenever its outer loop is. Its changing slots are already known then.
        let key = (std::ptr::from_ref(statement) as usize, frame.base);
        let mut changing = self.real_loops.entry(key).or_default().clone();
        loop {
            let mut carried: Vec<(usize, Merged)> = Vec::new();
            let mut variable = None;
            let group = self.graph.group;
            for &slot in &changing {
                if variable.replace(slot / 4) != Some(slot / 4) {
                    self.merge_group(slot / 4 * 4);
                }
                let node = self.graph.merge();
                self.slots[slot] = Ref::new(node);
                carried.push((slot, Merged { node, first: start[slot], second: start[slot] }));
            }
            self.graph.group = group;
            let entered = self.slots.clone();
            let inner_mark = self.graph.mark();
            let outer = std::mem::take(&mut self.graph.block);
            let mut active = self.literal_flag(true);
            if *last {
                self.iteration(body, step, frame, open)?;
            }
            let stopped = self.stopped(frame);
            let running = self.not(stopped);
            let mut inner = *frame;
            // The condition is kept in a slot, so that the branch merges it.
            let flag = self.slots.len();
            let no = self.literal_flag(false);
            self.slots.push(no);
            self.branch(
                running,
                &mut |builder| {
                    builder.statements(before, &mut inner)?;
                    builder.slots[flag] = match condition {
                        Some(condition) => builder.value(condition, &inner)?.get(0),
                        None => builder.literal_flag(true),
                    };
                    Ok(())
                },
                &mut |_| Ok(()),
            )?;
            active = self.slots.pop().unwrap_or(active);
            let header = std::mem::take(&mut self.graph.block);
            let left = self.slots.clone();
            if !*last {
                self.iteration(body, step, frame, open)?;
            }
            let rest = std::mem::replace(&mut self.graph.block, outer);
            let now = if *last { left.clone() } else { self.slots.clone() };
            let more: Vec<usize> =
                (0..now.len()).filter(|slot| now[*slot] != entered[*slot] && !changing.contains(slot)).collect();
            self.graph.leave_scope(&inner_mark);
            if more.is_empty() {
                let carried =
                    carried.into_iter().map(|(slot, merged)| Merged { second: now[slot], ..merged }).collect();
                self.graph.block.0.push(Item::Loop { header, condition: active, body: rest, carried, span });
                self.slots = left;
                return Ok(());
            }
            changing.extend(more);
            self.real_loops.insert(key, changing.clone());
            self.graph.rewind(&mark);
            self.slots.clone_from(&start);
        }
    }

    /// Lowers the body of a loop and its step.
    fn iteration(
        &mut self,
        body: &'a [Stmt],
        step: &'a [Stmt],
        frame: &mut Frame<'a>,
        open: OpenLoop,
    ) -> Result<(), LowerError> {
        self.slots[open.continued] = self.literal_flag(false);
        self.statements(body, frame)?;
        self.slots[open.continued] = self.literal_flag(false);
        let stopped = self.stopped(frame);
        let active = self.not(stopped);
        let mut inner = *frame;
        self.branch(active, &mut |builder| builder.statements(step, &mut inner), &mut |_| Ok(()))
    }
}

/// Returns the place of a loop's condition in the source, if it has one.
fn span_of(statement: &Stmt) -> Option<Span> {
    let Stmt::Loop { condition, .. } = statement else { return None };
    condition.as_ref().map(|condition| condition.span)
}
