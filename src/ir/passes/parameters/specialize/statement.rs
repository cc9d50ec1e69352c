//! Specializes statements: evaluates conditions on parameters, unrolls loops over items, and resolves calls.

use std::ops::ControlFlow;

use super::super::SpecializeError;
use super::{Exit, Flow, MAX_STATEMENTS, Specializer, Within, integer};
use crate::ir::passes::Known;
use crate::ir::{At, Expr, ExprKind, FunctionId, ItemPassed, LocalId, Part, Passed, Place, Stmt, TemplateStmt};
use crate::syntax::Span;

impl Specializer<'_, '_> {
    /// Counts a statement, or an iteration of an unrolled loop.
    pub fn count(&mut self, span: Span) -> Result<(), SpecializeError> {
        self.maker.statements += 1;
        if self.maker.statements > MAX_STATEMENTS {
            return Err(SpecializeError::TooLong { max: MAX_STATEMENTS, span });
        }
        Ok(())
    }

    /// Appends a statement to `out`, and updates `known` for the point after it.
    pub fn push(&mut self, statement: Stmt, known: &mut Known, out: &mut Vec<Stmt>) -> Result<(), SpecializeError> {
        self.count(self.original.head.0)?;
        known.pass(&self.function, &statement);
        out.push(statement);
        Ok(())
    }

    /// Specializes the statements of a block into `out`. Returns early if the statements that follow are never reached.
    pub fn block(
        &mut self,
        statements: &[Stmt],
        known: &mut Known,
        out: &mut Vec<Stmt>,
        within: Within,
    ) -> Result<Flow, SpecializeError> {
        for statement in statements {
            if let ControlFlow::Break(exit) = self.statement(statement, known, out, within)? {
                return Ok(ControlFlow::Break(exit));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn statement(
        &mut self,
        statement: &Stmt,
        known: &mut Known,
        out: &mut Vec<Stmt>,
        within: Within,
    ) -> Result<Flow, SpecializeError> {
        let next = Ok(ControlFlow::Continue(()));
        match statement {
            Stmt::Declare { local, value } if self.items.contains_key(local) => {
                debug_assert!(value.is_none(), "an array has no initial value");
                if std::mem::replace(&mut self.declared[local.0], true) {
                    self.make_items(*local)?;
                }
                for item in self.items[local].clone() {
                    self.push(Stmt::Declare { local: item, value: None }, known, out)?;
                }
                next
            }
            Stmt::Declare { local, value } => {
                let value = value.as_ref().map(|value| self.rewritten(value, known)).transpose()?;
                let local = self.declare(*local);
                self.push(Stmt::Declare { local, value }, known, out)?;
                next
            }
            Stmt::Assign { place, value } => {
                let local = self.current[place.local.0];
                self.assign(local, &place.part, value, known, out)?;
                next
            }
            Stmt::Template(template) => {
                match &**template {
                    TemplateStmt::Assign { array, item, part, value } => {
                        let local = self.item(*array, item, known)?;
                        self.assign(local, part, value, known, out)?;
                    }
                    TemplateStmt::Call { function, arguments, result, at } => {
                        let arguments = self.passed(arguments, known, at.0)?;
                        self.call((*function, arguments, *result, *at), known, out)?;
                    }
                }
                next
            }
            Stmt::Call { function, arguments, result, at } => {
                let arguments = arguments.iter().map(|passed| self.plain(passed, known)).collect::<Result<_, _>>()?;
                self.call((*function, arguments, *result, *at), known, out)?;
                next
            }
            Stmt::If { condition, then, otherwise } => self.branch((condition, then, otherwise), known, out, within),
            Stmt::Loop { .. } => self.iterate(statement, known, out),
            Stmt::Break(at) | Stmt::Continue(at) if within.unrolled => match within.conditional {
                true => Err(SpecializeError::LeftByData { span: at.0 }),
                false if matches!(statement, Stmt::Break(_)) => Ok(ControlFlow::Break(Exit::Break)),
                false => Ok(ControlFlow::Break(Exit::Continue)),
            },
            Stmt::Return(value, at) => {
                let value = value.as_ref().map(|value| self.rewritten(value, known)).transpose()?;
                self.push(Stmt::Return(value, *at), known, out)?;
                Ok(ControlFlow::Break(Exit::Leave))
            }
            Stmt::Break(_) | Stmt::Continue(_) => {
                self.push(statement.clone(), known, out)?;
                Ok(ControlFlow::Break(Exit::Leave))
            }
            Stmt::Discard(_) | Stmt::Push { .. } => unreachable!("of the stream phase"),
        }
    }

    fn assign(
        &mut self,
        local: LocalId,
        part: &Part,
        value: &Expr,
        known: &mut Known,
        out: &mut Vec<Stmt>,
    ) -> Result<(), SpecializeError> {
        let value = self.rewritten(value, known)?;
        let part = match part {
            Part::At(number) => {
                let number = self.rewritten(number, known)?;
                let count = self.function.locals[local.0].ty.count() as i64;
                match integer(&number).filter(|number| (0..count).contains(number)) {
                    Some(number) => Part::Components(vec![number as u8]),
                    None => Part::At(Box::new(number)),
                }
            }
            part => part.clone(),
        };
        self.push(Stmt::Assign { place: Place { local, part }, value }, known, out)
    }

    fn call(
        &mut self,
        (function, mut arguments, result, at): (FunctionId, Vec<Passed>, Option<LocalId>, At),
        known: &mut Known,
        out: &mut Vec<Stmt>,
    ) -> Result<(), SpecializeError> {
        let values = arguments.iter().map(|passed| match passed {
            Passed::Value(value) => Some(value),
            Passed::Local(_) => None,
        });
        let fixed = self.maker.fixed(function, values);
        let function = self.maker.function(function, &fixed)?;
        let mut fixed = fixed.into_iter();
        arguments.retain(|_| fixed.next().flatten().is_none());
        let result = result.map(|local| self.current[local.0]);
        self.push(Stmt::Call { function, arguments, result, at }, known, out)
    }

    fn plain(&mut self, passed: &Passed, known: &Known) -> Result<Passed, SpecializeError> {
        Ok(match passed {
            Passed::Value(value) => Passed::Value(self.rewritten(value, known)?),
            Passed::Local(local) => Passed::Local(self.current[local.0]),
        })
    }

    fn passed(&mut self, arguments: &[ItemPassed], known: &Known, span: Span) -> Result<Vec<Passed>, SpecializeError> {
        let mut passed = Vec::new();
        for argument in arguments {
            let (array, item) = match argument {
                ItemPassed::Plain(plain) => {
                    passed.push(self.plain(plain, known)?);
                    continue;
                }
                ItemPassed::Item(array, item) => (*array, item),
            };
            let local = Passed::Local(self.item(array, item, known)?);
            if passed.contains(&local) {
                let name = self.original.locals[array.0].name.clone();
                let item = self.item_number(item, &name, self.items[&array].len(), known)?;
                return Err(SpecializeError::PassedTwice { name, item, span });
            }
            passed.push(local);
        }
        Ok(passed)
    }

    fn branch(
        &mut self,
        (condition, then, otherwise): (&Expr, &[Stmt], &[Stmt]),
        known: &mut Known,
        out: &mut Vec<Stmt>,
        within: Within,
    ) -> Result<Flow, SpecializeError> {
        let condition = self.rewritten(condition, known)?;
        match condition.kind {
            ExprKind::Bool(true) => return self.block(then, known, out, within),
            ExprKind::Bool(false) => return self.block(otherwise, known, out, within),
            _ => {}
        }
        let within = Within { conditional: true, ..within };
        let mut blocks = [Vec::new(), Vec::new()];
        for (block, statements) in blocks.iter_mut().zip([then, otherwise]) {
            // If control leaves the block, the statements after the `if` stay, since the other branch may reach them.
            let _ = self.block(statements, &mut known.clone(), block, within)?;
        }
        let [then, otherwise] = blocks;
        self.push(Stmt::If { condition, then, otherwise }, known, out)?;
        Ok(ControlFlow::Continue(()))
    }

    /// Forgets the values of the variables that these statements of the template change.
    pub fn forget(&self, statements: &[Stmt], known: &mut Known) {
        crate::ir::each_stmt(statements, &mut |statement| {
            for local in statement.changed() {
                let items = self.items.get(&local).map_or([].as_slice(), Vec::as_slice);
                for changed in items.iter().chain([&self.current[local.0]]) {
                    known.set(&self.function, *changed, None);
                }
            }
        });
    }
}
