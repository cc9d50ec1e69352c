//! Evaluates expressions, and logs their fetches.

use super::execute::Execute;
use super::machine::{Frame, Machine};
use super::{Fetched, Grid, Position, RunError, Value, operate};
use crate::ir::{Address, Axis, Binary, Expr, ExprKind, Extent, Stream};

/// Returns the linear index of the element that is nearest to a column and row; `None` if the stream has no elements.
fn clamped(grid: Grid, [x, y]: [i64; 2]) -> Option<usize> {
    let (count, width) = (grid.count as i64, grid.width as i64);
    let last_row = grid.height() as i64 - 1;
    if last_row < 0 {
        return None;
    }
    let y = y.clamp(0, last_row);
    let x = x.clamp(0, width.min(count - y * width) - 1);
    Some((y * width + x) as usize)
}

/// Returns the linear index of the element at a column and row, if they are inside of the stream.
fn inside(grid: Grid, [x, y]: [i64; 2]) -> Option<usize> {
    let (count, width) = (grid.count as i64, grid.width as i64);
    let number = y.checked_mul(width)?.checked_add(x)?;
    ((0..width).contains(&x) && (0..count).contains(&number)).then_some(number as usize)
}

impl<'a> Machine<'a> {
    fn values(&mut self, of: &'a [Expr], frame: &Frame<'a>) -> Result<Vec<Value>, RunError> {
        of.iter().map(|expr| self.value(expr, frame)).collect()
    }

    fn position(&mut self, expr: &'a Expr, frame: &Frame<'a>) -> Result<i64, RunError> {
        Ok(self.value(expr, frame)?.whole().into())
    }

    pub fn evaluate(&mut self, expr: &'a Expr, frame: &Frame<'a>) -> Result<Value, RunError> {
        match &expr.kind {
            ExprKind::Binary(..) => self.chain(expr, frame),
            _ => self.no_operator(expr, frame),
        }
    }

    /// Evaluates a chain of binary operators like `a + b - c` without recursion for each operator, since a chain may have a thousand
    /// operands.
    fn chain(&mut self, expr: &'a Expr, frame: &Frame<'a>) -> Result<Value, RunError> {
        let mut chain = Vec::new();
        let mut first = expr;
        while let ExprKind::Binary(operator, left, right) = &first.kind {
            chain.push((*operator, right));
            first = left;
        }
        let mut value = self.value(first, frame)?;
        for (operator, right) in chain.into_iter().rev() {
            let decided = match operator {
                Binary::LogicalAnd => value == Value::from(false),
                Binary::LogicalOr => value == Value::from(true),
                _ => false,
            };
            if !decided {
                value = operate::binary(operator, value, self.value(right, frame)?);
            }
        }
        Ok(value)
    }

    fn no_operator(&mut self, expr: &'a Expr, frame: &Frame<'a>) -> Result<Value, RunError> {
        Ok(match &expr.kind {
            ExprKind::Float(value) => Value::from(*value),
            ExprKind::Int(value) => Value::from(*value),
            ExprKind::Uint(value) => Value::from(*value),
            ExprKind::Bool(value) => Value::from(*value),
            ExprKind::Index(value) => Value::Index(*value),
            ExprKind::Local(local) => self.get(frame, *local),
            ExprKind::Uniform(number) => self.run.constants[*number],
            ExprKind::Fetch { input, at, clamped } => self.fetch(expr, *input, at, *clamped, frame)?,
            ExprKind::Here(axis) => {
                let width = self.run.output.width;
                Value::Index(match axis {
                    Axis::Linear => self.here,
                    Axis::Column => self.here % width,
                    Axis::Row => self.here / width,
                } as i32)
            }
            ExprKind::Extent(stream, extent) => {
                let grid = match stream {
                    Stream::Input(input) => self.run.inputs[*input].grid,
                    Stream::Output(_) => self.run.output,
                };
                Value::Index(match extent {
                    Extent::Count => grid.count,
                    Extent::Width => grid.width,
                    Extent::Height => grid.height(),
                } as i32)
            }
            ExprKind::Quotient(a, b) => {
                let (a, b) = (self.value(a, frame)?, self.value(b, frame)?);
                Value::Index(operate::quotient(a.whole(), b.whole()))
            }
            ExprKind::Swizzle(inner, taken) => self.value(inner, frame)?.swizzled(taken),
            ExprKind::At(inner, number) => {
                let value = self.value(inner, frame)?;
                let number = self.value(number, frame)?.whole();
                match (0..value.count() as i32).contains(&number) {
                    true => value.component(number as usize),
                    false => Value::zero(expr.ty),
                }
            }
            ExprKind::Convert(inner) => operate::convert(self.value(inner, frame)?, expr.ty),
            ExprKind::Vector(parts) => {
                let mut words = [0; 4];
                let mut filled = 0;
                for part in self.values(parts, frame)? {
                    let count = part.count();
                    words[filled..filled + count].copy_from_slice(&part.words()[..count]);
                    filled += count;
                }
                Value::from_words(expr.ty, words)
            }
            ExprKind::Unary(operator, inner) => operate::unary(*operator, self.value(inner, frame)?),
            ExprKind::Select(test, then, otherwise) => self.select([test, then, otherwise], frame)?,
            ExprKind::Math(function, of) => operate::apply(*function, &self.values(of, frame)?),
            ExprKind::Call(function, of) => {
                let given = self.values(of, frame)?.into_iter().map(Some);
                let (_, result) = self.call(*function, given)?;
                result.unwrap_or(Value::zero(expr.ty))
            }
            ExprKind::Texel { .. }
            | ExprKind::Measure(..)
            | ExprKind::FragmentColumn
            | ExprKind::FragmentRow
            | ExprKind::FragmentCentre
            | ExprKind::Lane
            | ExprKind::Remainder(..) => self.texel_phase(expr, frame)?,
            ExprKind::AbstractInt(_)
            | ExprKind::Template(_)
            | ExprKind::Fragment(_)
            | ExprKind::Constant(_)
            | ExprKind::Element(_)
            | ExprKind::Gather { .. }
            | ExprKind::IndexOf(_) => unreachable!("not of the kernel phase"),
            ExprKind::Binary(..) => unreachable!("an operator on two"),
        })
    }

    /// Kernels of the texel phase run only in tests.
    #[cfg(not(test))]
    fn texel_phase(&mut self, _: &'a Expr, _: &Frame<'a>) -> Result<Value, RunError> {
        unreachable!("not of the kernel phase")
    }

    fn fetch(
        &mut self,
        expr: &'a Expr,
        input: usize,
        at: &'a Address,
        clamp: bool,
        frame: &Frame<'a>,
    ) -> Result<Value, RunError> {
        let array = &self.run.inputs[input];
        let grid = array.grid;
        // A linear index is a column in a single row.
        let position = match at {
            Address::Here => Position::Linear(self.here as i64),
            Address::Linear(at) => Position::Linear(self.position(at, frame)?),
            Address::ColumnRow(x, y) => Position::ColumnRow([self.position(x, frame)?, self.position(y, frame)?]),
        };
        let (grid, at) = match position {
            Position::Linear(at) => (Grid { width: grid.count.max(1), ..grid }, [at, 0]),
            Position::ColumnRow(at) => (grid, at),
        };
        let element = if clamp { clamped(grid, at) } else { inside(grid, at) };
        self.fetches.push(Fetched { input, element, position, span: expr.span });
        let value = element.and_then(|element| array.element(element));
        Ok(value.unwrap_or_else(|| Value::from_words(expr.ty, [self.run.poison.to_bits(); 4])))
    }
}
