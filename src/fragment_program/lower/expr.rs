//! Lowers expressions. Each becomes one scalar per component.

use crate::fragment_program::{NumberType, Opcode, Uniform};
use crate::ir::{Binary, Expr, ExprKind, Precision, Type, Unary};
use crate::syntax::Span;

use super::LowerError;
use super::builder::{Builder, Frame, Vector};
use super::graph::{Node, PresetRegister, Ref};

impl<'a> Builder<'a> {
    fn values(&mut self, of: &'a [Expr], frame: &Frame<'a>) -> Result<Vec<Vector>, LowerError> {
        of.iter().map(|expr| self.value(expr, frame)).collect()
    }

    /// Lowers an expression to the scalars of its components.
    pub fn value(&mut self, expr: &'a Expr, frame: &Frame<'a>) -> Result<Vector, LowerError> {
        if let ExprKind::Binary(..) = expr.kind {
            return self.chain(expr, frame);
        }
        let outer = (self.graph.span, self.graph.group);
        let value = self.no_operator(expr, frame);
        let value = value.map(|value| self.in_precision(value, expr.ty));
        (self.graph.span, self.graph.group) = outer;
        value
    }

    /// Returns what an expression of the kernel's own source computes, rounded to halves if the kernel asks for that.
    fn in_precision(&mut self, value: Vector, ty: Type) -> Vector {
        if !self.halves || self.in_access || self.in_library > 0 || !ty.is_float() {
            return value;
        }
        let parts: Vec<Ref> = value.parts().iter().map(|&part| self.rounded(part, Precision::Half)).collect();
        Vector::new(&parts)
    }

    /// Returns the place in the kernel's own source. For code of a library function, that is the place of the call.
    pub(super) fn origin(&self, written: Span) -> Span {
        if self.in_library > 0 { self.graph.span } else { written }
    }

    /// Gives all nodes that are added from now on the source place of this expression. Nodes of a stream read keep the place of the
    /// read.
    pub(super) fn at(&mut self, expr: &Expr) {
        if self.in_access {
            return;
        }
        self.graph.span = self.origin(expr.span);
        self.graph.group = self.graph.group.max(self.graph.len() as u32) + 1;
    }

    /// Lowers a chain of binary operators without recursion, because the chain may have a thousand operators.
    fn chain(&mut self, expr: &'a Expr, frame: &Frame<'a>) -> Result<Vector, LowerError> {
        let mut chain = Vec::new();
        let mut first = expr;
        while let ExprKind::Binary(_, left, _) = &first.kind {
            chain.push(first);
            first = left;
        }
        let mut value = self.value(first, frame)?;
        let mut ty = first.ty;
        for expr in chain.into_iter().rev() {
            let ExprKind::Binary(operator, _, right) = &expr.kind else { unreachable!("an operator on two") };
            let other = self.value(right, frame)?;
            let outer = (self.graph.span, self.graph.group);
            self.at(expr);
            value = self.binary(*operator, &value, &other, ty)?;
            value = self.in_precision(value, expr.ty);
            (self.graph.span, self.graph.group) = outer;
            ty = expr.ty;
        }
        Ok(value)
    }

    fn binary(&mut self, operator: Binary, a: &Vector, b: &Vector, ty: Type) -> Result<Vector, LowerError> {
        let count = a.count().max(b.count());
        let mut parts = Vec::with_capacity(count);
        if self.given_constants && ty.is_float() {
            // As compilers of the time, a fragment program does not keep the sign of a zero.
            let all =
                |of: &Vector, number: f32| (0..count).all(|c| self.graph.literal_float(of.get(c)) == Some(number));
            let widened = |of: &Vector| Vector::new(&(0..count).map(|c| of.get(c)).collect::<Vec<_>>());
            match operator {
                Binary::Add | Binary::Subtract if all(b, 0.0) => return Ok(widened(a)),
                Binary::Add if all(a, 0.0) => return Ok(widened(b)),
                Binary::Multiply if count > 1 && !all(a, 1.0) && !all(b, 1.0) => {
                    // If some components are multiplied by 1, all are: it is one instruction.
                    let mut product = |c| self.graph.alu(Opcode::Mul, NumberType::Float, &[a.get(c), b.get(c)]);
                    return Ok(Vector::new(&(0..count).map(&mut product).collect::<Vec<_>>()));
                }
                _ => {}
            }
        }
        for c in 0..count {
            let (a, b) = (a.get(c), b.get(c));
            parts.push(match operator {
                Binary::LogicalAnd => self.and(a, b),
                Binary::LogicalOr => self.or(a, b),
                _ if ty.is_bool() => self.same_flags(operator, a, b),
                _ if operator.compares() && ty.is_float() => self.compare(operator, NumberType::Float, a, b),
                _ if operator.compares() => self.compare_whole(operator, self.kind(ty), a, b),
                _ if ty.is_float() => self.float_operator(operator, a, b),
                _ => self.int_operator(operator, a, b, ty)?,
            });
        }
        Ok(Vector::new(&parts))
    }

    fn float_operator(&mut self, operator: Binary, a: Ref, b: Ref) -> Ref {
        match operator {
            Binary::Add => self.graph.alu(Opcode::Add, NumberType::Float, &[a, b]),
            Binary::Subtract => self.graph.alu(Opcode::Add, NumberType::Float, &[a, Ref { negate: !b.negate, ..b }]),
            Binary::Multiply => self.times(a, b),
            _ => self.divide(a, b),
        }
    }

    /// Returns the product of two floats.
    pub fn times(&mut self, a: Ref, b: Ref) -> Ref {
        match (self.graph.literal_float(a), self.graph.literal_float(b)) {
            (Some(1.0), _) => b,
            (_, Some(1.0)) => a,
            _ => self.graph.alu(Opcode::Mul, NumberType::Float, &[a, b]),
        }
    }

    /// Lowers an expression that is not a binary operator.
    fn no_operator(&mut self, expr: &'a Expr, frame: &Frame<'a>) -> Result<Vector, LowerError> {
        let one = |part: Ref| Ok(Vector::new(&[part]));
        match &expr.kind {
            ExprKind::Float(value) => one(self.float_literal(*value)),
            ExprKind::Int(value) | ExprKind::Index(value) => one(self.int_literal((*value).into(), expr.ty)),
            ExprKind::Uint(value) => match self.set.integers() {
                true => one(self.graph.literal(*value)),
                false => Err(LowerError::Lacks { what: "unsigned integers", span: self.origin(expr.span) }),
            },
            ExprKind::Bool(value) => one(self.graph.float(if *value { 1.0 } else { 0.0 })),
            ExprKind::Local(local) => Ok(self.get(frame, *local)),
            ExprKind::Fragment(fragment) => self.fragment(expr, fragment, frame),
            ExprKind::Uniform(number) => Ok(self.constant(*number, expr.ty)),
            ExprKind::Texel { .. } => self.texel(expr, &[0, 1, 2, 3], frame),
            ExprKind::Measure(stream, what) => Ok(self.measure(*stream, *what)),
            ExprKind::FragmentColumn => one(self.place(0)),
            ExprKind::FragmentRow => one(self.place(1)),
            ExprKind::FragmentCentre => Ok(self.centre()),
            ExprKind::Lane => one(self.int_literal(self.lane as i64, Type::Index)),
            ExprKind::Remainder(of, divisor) => {
                let of = self.value(of, frame)?.get(0);
                self.at(expr);
                one(self.remainder(of, *divisor))
            }
            ExprKind::Quotient(a, b) => {
                let (a, b) = (self.value(a, frame)?.get(0), self.value(b, frame)?.get(0));
                self.at(expr);
                one(self.quotient(a, b))
            }
            ExprKind::Swizzle(inner, taken) if matches!(inner.kind, ExprKind::Texel { .. }) => {
                self.texel(inner, taken, frame)
            }
            ExprKind::Swizzle(inner, taken) => {
                let value = self.value(inner, frame)?;
                let parts: Vec<Ref> = taken.iter().map(|&k| value.get(usize::from(k))).collect();
                Ok(Vector::new(&parts))
            }
            ExprKind::At(inner, number) => self.numbered_component(expr, (inner, number), frame),
            ExprKind::Convert(inner) => {
                let value = self.value(inner, frame)?;
                self.at(expr);
                let parts: Result<Vec<Ref>, _> =
                    (0..expr.ty.count()).map(|c| self.convert(value.get(c), inner.ty, expr.ty)).collect();
                Ok(Vector::new(&parts?))
            }
            ExprKind::Vector(of) => {
                let parts = self.values(of, frame)?;
                let all: Vec<Ref> = parts.iter().flat_map(|part| part.parts().to_vec()).collect();
                Ok(Vector::new(&all))
            }
            ExprKind::Unary(operator, inner) => self.unary(*operator, inner, expr, frame),
            ExprKind::Select(test, then, otherwise) => self.choice(expr, (test, then, otherwise), frame),
            ExprKind::Math(function, of) => {
                let values = self.values(of, frame)?;
                self.at(expr);
                self.math(*function, &values, of[0].ty)
            }
            ExprKind::Call(function, of) => {
                let values = self.values(of, frame)?;
                match frame.reads_streams(*function) {
                    true => self.access(expr, *function, &values, frame),
                    false => self.call_from(frame, *function, &values, expr.ty),
                }
            }
            ExprKind::AbstractInt(_)
            | ExprKind::Template(_)
            | ExprKind::Constant(_)
            | ExprKind::Element(_)
            | ExprKind::Gather { .. }
            | ExprKind::IndexOf(_)
            | ExprKind::Fetch { .. }
            | ExprKind::Here(_)
            | ExprKind::Extent(..) => unreachable!("not of the texel phase"),
            ExprKind::Binary(..) => unreachable!("an operator on two"),
        }
    }

    /// Lowers the selection of a vector component by a computed index.
    fn numbered_component(
        &mut self,
        expr: &'a Expr,
        (inner, number): (&'a Expr, &'a Expr),
        frame: &Frame<'a>,
    ) -> Result<Vector, LowerError> {
        let (value, at) = (self.value(inner, frame)?, self.value(number, frame)?.get(0));
        self.at(expr);
        let mut chosen = self.graph.literal(0);
        for component in 0..value.count() {
            let here = self.int_equals(at, component as i32, number.ty);
            chosen = self.select(here, value.get(component), chosen);
        }
        Ok(Vector::new(&[chosen]))
    }

    /// Lowers `test ? then : otherwise`. Both values are computed.
    fn choice(
        &mut self,
        expr: &'a Expr,
        (test, then, otherwise): (&'a Expr, &'a Expr, &'a Expr),
        frame: &Frame<'a>,
    ) -> Result<Vector, LowerError> {
        let test = self.value(test, frame)?;
        let (a, b) = (self.value(then, frame)?, self.value(otherwise, frame)?);
        self.at(expr);
        let parts: Vec<Ref> = (0..expr.ty.count()).map(|c| self.select(test.get(c), a.get(c), b.get(c))).collect();
        Ok(Vector::new(&parts))
    }

    /// Lowers a unary operator.
    fn unary(
        &mut self,
        operator: Unary,
        inner: &'a Expr,
        expr: &'a Expr,
        frame: &Frame<'a>,
    ) -> Result<Vector, LowerError> {
        let value = self.value(inner, frame)?;
        self.at(expr);
        let mut parts = Vec::with_capacity(value.count());
        for &part in value.parts() {
            parts.push(match operator {
                Unary::Neg => self.minus(part, inner.ty),
                Unary::Not => self.not(part),
                Unary::BitNot if self.set.integers() => self.graph.alu(Opcode::Not, self.kind(inner.ty), &[part]),
                Unary::BitNot => {
                    return Err(LowerError::Lacks { what: "operators on bits", span: self.origin(expr.span) });
                }
            });
        }
        Ok(Vector::new(&parts))
    }

    /// Returns a constant that has a register of its own, or its literal value if that is known.
    fn constant(&mut self, number: usize, ty: Type) -> Vector {
        if !self.given_constants {
            let parts = (0..ty.count()).map(|component| self.leaf(Uniform::Constant { constant: number, component }));
            return Vector::new(&parts.collect::<Vec<_>>());
        }
        let literal = |component: usize| self.known.get(&Uniform::Constant { constant: number, component }).copied();
        let known: Option<Vec<u32>> = (0..ty.count()).map(literal).collect();
        match known {
            Some(bits) => {
                let parts: Vec<Ref> = bits.into_iter().map(|bits| self.graph.literal(bits)).collect();
                Vector::new(&parts)
            }
            None => self.given(PresetRegister::Constant(number), ty),
        }
    }

    /// Returns a number that is supplied when the pass is drawn, or its literal value if the value is known.
    pub fn leaf(&mut self, leaf: Uniform) -> Ref {
        match self.known.get(&leaf) {
            Some(&bits) => self.graph.literal(bits),
            None => Ref::new(self.graph.add(Node::Leaf(leaf))),
        }
    }
}
