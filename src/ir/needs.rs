//! Infers from a kernel's IR which features a device must have to run it.

use super::passes::reachable::reachable;
use super::passes::{Known, trip_count};
use super::{Expr, ExprKind, Function, Kernel, Math, Stmt, Type, each_expr};

/// The features that a device must have to run a kernel. Functions that are never called do not count.
///
/// ```
/// use brooklet::ir::{Loops, Needs};
/// // A chip of 2003 takes a loop if it can be unrolled.
/// let fits = |needs: &Needs| !needs.integers && needs.outputs <= 4 && needs.loops <= Loops::Counted(64);
/// assert!(fits(&Needs { outputs: 1, branches: true, loops: Loops::Counted(16), ..Needs::default() }));
/// assert!(!fits(&Needs { outputs: 1, loops: Loops::Dynamic, ..Needs::default() }));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Needs {
    /// Whether it needs 32-bit integers: for integer values, for the bits of floats, or for bitwise operators. Positions do not need them
    /// unless they are converted to ints.
    pub integers: bool,
    /// Whether it has an `if`.
    pub branches: bool,
    /// The kind of loops that it has.
    pub loops: Loops,
    /// Whether it needs infinities: it has an infinite literal, or asks whether a number is infinite.
    pub infinities: bool,
    /// Whether it needs NaN: it has a NaN literal, or asks whether a number is NaN.
    pub nans: bool,
    /// The number of streams that it reads.
    pub inputs: usize,
    /// The number of streams that it writes.
    pub outputs: usize,
    /// The number of its constants.
    pub constants: usize,
}

/// The kind of loops that a kernel has. The order is ascending: a later kind needs more from a device.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Loops {
    /// No loops.
    #[default]
    None,
    /// Only loops that can be unrolled: literals determine the trip count of each, and nothing leaves it early. Holds the largest trip
    /// count of a single loop.
    Counted(u64),
    /// At least one loop whose trip count literals do not determine, or that a `break` or `return` may leave.
    Dynamic,
}

impl Needs {
    /// Returns the needs of a kernel.
    pub fn of(kernel: &Kernel) -> Needs {
        let interface = &kernel.interface;
        let ports = interface.inputs.iter().chain(&interface.outputs).map(|port| port.ty);
        let mut needs = Needs {
            integers: ports.chain(interface.constants.iter().map(|constant| constant.ty)).any(Type::is_integer),
            inputs: interface.inputs.len(),
            outputs: interface.outputs.len(),
            constants: interface.constants.len(),
            ..Needs::default()
        };
        let runs = kernel.functions.iter().zip(reachable(&kernel.functions)).filter(|(_, called)| *called);
        for (function, _) in runs {
            needs.integers |= function.locals.iter().any(|local| local.ty.is_integer());
            each_expr(&function.body, &mut |expr| needs.expr(expr));
            needs.block(function, &function.body, &mut Known::default());
        }
        needs
    }

    fn expr(&mut self, expr: &Expr) {
        use Math::{IsFinite, IsInf, IsNan};
        self.integers |= expr.ty.is_integer();
        match expr.kind {
            ExprKind::Float(value) => {
                self.infinities |= value.is_infinite();
                self.nans |= value.is_nan();
            }
            ExprKind::Math(function, _) => {
                self.integers |= function.needs_integers();
                self.infinities |= matches!(function, IsInf | IsFinite);
                self.nans |= matches!(function, IsNan | IsFinite);
            }
            _ => {}
        }
    }

    fn block(&mut self, function: &Function, statements: &[Stmt], known: &mut Known) {
        for statement in statements {
            match statement {
                Stmt::If { then, otherwise, .. } => {
                    self.branches = true;
                    self.block(function, then, &mut known.clone());
                    self.block(function, otherwise, &mut known.clone());
                }
                Stmt::Loop { before, body, step, .. } => {
                    let loops = trip_count(function, statement, known).map_or(Loops::Dynamic, Loops::Counted);
                    self.loops = self.loops.max(loops);
                    // Only what holds in every iteration is known inside the loop.
                    known.forget(std::slice::from_ref(statement));
                    for block in [before, body, step] {
                        self.block(function, block, &mut known.clone());
                    }
                }
                _ => {}
            }
            known.pass(function, statement);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::build::*;
    use crate::ir::{At, Binary, Passed};

    fn of(inputs: &[Type], statements: Vec<Stmt>) -> Needs {
        Needs::of(&new_kernel(inputs, &[], &[Type::FLOAT], vec![main(statements)]))
    }

    #[test]
    fn a_plain_kernel_needs_its_ports_alone() {
        let needs = of(&[Type::FLOAT], vec![assign(OUT, fetch_here(0, Type::FLOAT))]);
        assert_eq!(needs, Needs { inputs: 1, outputs: 1, ..Needs::default() });
    }

    #[test]
    fn positions_are_no_integers_until_they_are_made_ints() {
        let sum = binary(Binary::Add, here(), index(1));
        assert!(!of(&[], vec![assign(OUT, convert(sum.clone(), Type::FLOAT))]).integers);
        assert!(of(&[], vec![assign(OUT, convert(convert(sum, Type::INT), Type::FLOAT))]).integers);
        assert!(of(&[Type::UINT], vec![]).integers);
        let bits =
            math(Math::UintBitsToFloat, vec![math(Math::FloatBitsToUint, vec![float(1.0)], Type::UINT)], Type::FLOAT);
        assert!(of(&[], vec![assign(OUT, bits)]).integers);
    }

    #[test]
    fn branches_loops_and_strange_numbers() {
        assert!(of(&[], vec![when(boolean(true), vec![])]).branches);
        assert!(of(&[], vec![assign(OUT, float(f32::INFINITY))]).infinities);
        let test = math(Math::IsNan, vec![float(1.0)], Type::BOOL);
        let needs = of(&[], vec![when(test, vec![])]);
        assert!(needs.nans && !needs.infinities);
        assert_eq!(of(&[], vec![for_loop(None, vec![Stmt::Break(At::default())], vec![])]).loops, Loops::Dynamic);
    }

    #[test]
    fn the_longest_of_counted_loops() {
        let mut build = Build::main();
        let [i, j] = [0, 1].map(|_| build.local(Type::Index));
        let counted = |k, end, body| {
            let at = local(k, Type::Index);
            let step = vec![assign(k, binary(Binary::Add, at.clone(), index(1)))];
            for_loop(Some(binary(Binary::Less, at, index(end))), body, step)
        };
        let inner = vec![declare(j, index(2)), counted(j, 9, vec![])];
        let body = vec![declare(i, index(0)), counted(i, 4, inner), assign(OUT, float(0.0))];
        let needs = Needs::of(&new_kernel(&[], &[], &[Type::FLOAT], vec![build.body(body)]));
        assert_eq!(needs.loops, Loops::Counted(7));
    }

    #[test]
    fn what_nothing_calls_needs_nothing() {
        let mut helper = Build::new("helper");
        let argument = helper.argument(crate::ir::Mode::InOut, Type::FLOAT);
        let helper = helper.body(vec![when(boolean(true), vec![assign(argument, float(1.0))])]);
        let with = |statements| {
            let mut build = Build::main();
            let x = build.local(Type::FLOAT);
            let body = [vec![Stmt::Declare { local: x, value: None }], statements].concat();
            Needs::of(&new_kernel(&[], &[], &[Type::FLOAT], vec![helper.clone(), build.body(body)])).branches
        };
        assert!(!with(vec![]));
        assert!(with(vec![call(0, vec![Passed::Local(crate::ir::LocalId(1))])]));
    }
}
