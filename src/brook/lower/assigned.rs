//! Definite assignment: whether a variable has a value wherever it is read, and where its function is left.

use crate::ir::{Expr, ExprKind, Function, LocalId, Mode, Part, Passed, Stmt, any_stmt, mask};

/// Whether some of a variable of `count` components may be read, or be left at the end, without a value. `functions` are
/// those that the statements call.
pub(super) fn maybe_unassigned(body: &[Stmt], local: LocalId, count: usize, functions: &[Function]) -> bool {
    let paths = Paths { local, all: (1 << count) - 1, functions };
    match paths.block(body, 0) {
        Ok(Some(known)) => known != paths.all,
        Ok(None) => false,
        Err(Unassigned) => true,
    }
}

struct Unassigned;

/// Which components have a value at a point, a bit for each; none, if it is never reached.
type Known = Option<u8>;

struct Paths<'a> {
    local: LocalId,
    all: u8,
    functions: &'a [Function],
}

impl Paths<'_> {
    fn block(&self, statements: &[Stmt], known: u8) -> Result<Known, Unassigned> {
        let mut known = known;
        for statement in statements {
            if known == self.all {
                break;
            }
            match self.statement(statement, known)? {
                Some(next) => known = next,
                None => return Ok(None),
            }
        }
        Ok(Some(known))
    }

    fn statement(&self, statement: &Stmt, known: u8) -> Result<Known, Unassigned> {
        if let Stmt::Loop { .. } = statement {
            // Which of its iterations assigns is not asked.
            let leaves = any_stmt(std::slice::from_ref(statement), &|s| matches!(s, Stmt::Return(_)));
            let touched = leaves || statement.mentions(self.local);
            return if touched { Err(Unassigned) } else { Ok(Some(known)) };
        }
        let mut read = false;
        statement.exprs(&mut |expr| read |= self.reads(expr, known));
        if read {
            return Err(Unassigned);
        }
        Ok(match statement {
            Stmt::Assign { place, .. } if place.local == self.local => match &place.part {
                Part::Whole => Some(self.all),
                Part::Components(taken) => Some(known | mask(taken)),
                Part::At(_) => return Err(Unassigned),
            },
            Stmt::Call { function, arguments, result } => {
                let own = self.functions[function.0].arguments.iter();
                let mut given = *result == Some(self.local);
                for (argument, _) in own.zip(arguments).filter(|(_, passed)| **passed == Passed::Local(self.local)) {
                    if argument.mode == Mode::InOut {
                        return Err(Unassigned);
                    }
                    given = true;
                }
                Some(if given { self.all } else { known })
            }
            Stmt::If { then, otherwise, .. } => match (self.block(then, known)?, self.block(otherwise, known)?) {
                (Some(then), Some(otherwise)) => Some(then & otherwise),
                (then, otherwise) => then.or(otherwise),
            },
            Stmt::Return(_) => return Err(Unassigned),
            Stmt::Break | Stmt::Continue => None,
            _ => Some(known),
        })
    }

    /// Whether it reads what has no value yet.
    fn reads(&self, expr: &Expr, known: u8) -> bool {
        match &expr.kind {
            ExprKind::Local(local) => *local == self.local,
            ExprKind::Swizzle(inner, taken) if inner.kind == ExprKind::Local(self.local) => mask(taken) & !known != 0,
            _ => {
                let mut found = false;
                expr.children(&mut |child| found = found || self.reads(child, known));
                found
            }
        }
    }
}
