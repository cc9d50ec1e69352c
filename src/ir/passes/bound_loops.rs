//! Bounds the iterations of loops, so that a kernel ends for any data.

use crate::ir::{
    At, Binary, Expr, ExprKind, Function, Local, LocalId, Part, Place, Stmt, StreamKernel, Type, any_stmt, each_call,
    each_stmt_mut,
};
use crate::syntax::Span;

/// The smallest bound of a function, regardless of the depth of its calls.
const LEAST: u32 = 1 << 12;

impl StreamKernel {
    /// Returns whether the kernel or a sub-kernel that it calls has a loop.
    pub fn has_loops(&self) -> bool {
        self.functions.iter().any(has_loops)
    }

    /// Bounds the loops of a kernel: a function leaves its loops once they have taken `max` iterations together. The results of such an
    /// element are wrong, but the device finishes. Each call of a function counts its own iterations. If a function with loops calls
    /// another one, the bound of all functions is therefore lower than `max`, but not below 4096.
    pub fn with_bounded_loops(mut self, max: u32) -> StreamKernel {
        let depths = depths(&self.functions);
        let deepest = depths.last().copied().unwrap_or(0).max(1);
        let max = match deepest {
            1 => max,
            // The product of the bounds over nested calls stays near `max`.
            deep => (f64::from(max).powf(1.0 / f64::from(deep)) as u32).max(LEAST.min(max)),
        };
        self.functions.iter_mut().filter(|function| has_loops(function)).for_each(|function| bound(function, max));
        self
    }
}

fn has_loops(function: &Function) -> bool {
    any_stmt(&function.body, &|statement| matches!(statement, Stmt::Loop { .. }))
}

/// Returns for each function the maximum number of functions with loops in a chain of nested calls that starts with it. A function calls
/// only earlier functions.
fn depths(functions: &[Function]) -> Vec<u32> {
    let mut depths: Vec<u32> = Vec::new();
    for function in functions {
        let mut inner = 0;
        each_call(&function.body, &mut |called| inner = inner.max(depths.get(called.0).copied().unwrap_or(0)));
        depths.push(inner + u32::from(has_loops(function)));
    }
    depths
}

/// Inserts code that counts the iterations of all loops of a function together, and leaves the loops when there are more than `max`.
fn bound(function: &mut Function, max: u32) {
    let counter = LocalId(function.locals.len());
    function.locals.push(Local::new("iterations", Type::INT));
    let of = |kind, ty| Expr { kind, ty, span: Span::default() };
    let int = |value: u32| of(ExprKind::Int(value as i32), Type::INT);
    let count = || Box::new(of(ExprKind::Local(counter), Type::INT));
    each_stmt_mut(&mut function.body, &mut |statement| {
        if let Stmt::Loop { body, .. } = statement {
            let next = of(ExprKind::Binary(Binary::Add, count(), Box::new(int(1))), Type::INT);
            let too_many = of(ExprKind::Binary(Binary::Greater, count(), Box::new(int(max))), Type::FLOAT);
            let counted = Stmt::Assign { place: Place { local: counter, part: Part::Whole }, value: next };
            let leave = Stmt::If { condition: too_many, then: vec![Stmt::Break(At::default())], otherwise: Vec::new() };
            body.splice(0..0, [counted, leave]);
        }
    });
    function.body.insert(0, Stmt::Declare { local: counter, value: Some(int(0)) });
}

#[cfg(test)]
mod tests {
    use crate::brook::Unit;
    use crate::brook::interpret::{Array, ParameterValue};
    use crate::ir::validate_stream;

    fn bounded(text: &str, max: u32) -> Vec<f32> {
        let kernel = Unit::compile("k.br", text).unwrap().kernels.remove(0);
        assert!(kernel.has_loops());
        let kernel = kernel.with_bounded_loops(max);
        validate_stream(&kernel).unwrap();
        let given = [ParameterValue::Streams(vec![Array::new(&[2], 1, vec![1.0, 30.0])]), ParameterValue::Nothing];
        kernel.run(&[2], &given, &[]).unwrap()[0].values.clone()
    }

    #[test]
    fn loops_end_after_as_many_iterations() {
        let counts = "kernel void k(float a<>, out float o<>) { o = 0; while (o < a) o += 1; }";
        assert_eq!(bounded(counts, 100), [1.0, 30.0]);
        assert_eq!(bounded(counts, 10), [1.0, 10.0]);
        let endless = "kernel void k(float a<>, out float o<>) { o = 0; while (1) { o += 1; if (o < 0) break; } }";
        assert_eq!(bounded(endless, 7), [7.0, 7.0]);
        let last = "kernel void k(float a<>, out float o<>) { o = 0; do { o += 1; continue; } while (a > 0); }";
        assert_eq!(bounded(last, 7), [7.0, 7.0]);
        // The loops of a function share one count, so here the inner loop uses up what the outer one has.
        let nested = "kernel void k(float a<>, out float o<>) {
            float i, j; o = 0; for (i = 0; i < 9; i++) for (j = 0; j < 9; j++) o += 1; }";
        assert_eq!(bounded(nested, 20), [18.0, 18.0]);
    }

    #[test]
    fn sub_kernels_with_loops_have_a_part() {
        let text = "
            kernel float inner(float a) { float n = 0; while (a > 0) n += 1; return n; }
            kernel void k(float a<>, out float o<>) { float i; o = 0; for (i = 0; i < 2; i++) o += inner(a); }";
        assert_eq!(bounded(text, 1 << 16), [8192.0, 8192.0]);
        assert_eq!(bounded(text, 100), [200.0, 200.0]);
    }
}
