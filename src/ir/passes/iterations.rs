//! Counts the iterations that a kernel's loops take for an element, as far as literals, the constants of a pass and the extents of its
//! streams determine them.

use super::trips::{MAX_TRIP_COUNT, Trips, exact_trip_count, exact_trips, max_trip_count};
use super::{Known, PassValues};
use crate::ir::control_flow::{jumps, leaves};
use crate::ir::interpret::Value;
use crate::ir::{
    At, Expr, ExprKind, Function, FunctionId, Kernel, LocalId, Mode, Passed, Stmt, Type, any_stmt, each_call,
};

use crate::syntax::Span;
use std::rc::Rc;

/// Some compilers unroll loops with literal bounds and at most this number of iterations.
const UNROLLED: u64 = 64;
/// The maximum number of calls that are analysed. For a kernel with more, the number of iterations is unknown.
const MAX_CALLS: usize = 4096;
/// The maximum nesting depth of statements and expressions, including calls: an analysis this deep fits on a stack of 2 MiB in an
/// unoptimised build. Beyond it, the number of iterations is unknown.
const MAX_DEPTH: usize = 400;

/// The number of iterations that the loops of a kernel take together for an element.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Iterations {
    /// A lower bound. It counts only loops that no compiler unrolls.
    pub least: u64,
    /// An upper bound, which counts the test that ends each loop as an iteration; `None` if there is no known bound.
    pub max: Option<u64>,
}

impl Iterations {
    const NONE: Iterations = Iterations { least: 0, max: Some(0) };

    /// Returns the iterations of a kernel in the given pass, or in any pass if none is given.
    pub fn of(kernel: &Kernel, pass: Option<Rc<PassValues>>) -> Iterations {
        Counting::of(kernel, pass).0
    }

    /// Returns the largest trip count that literals give a loop of a kernel, and where the loop's condition is; of a loop that is not counted
    /// to its end, as far as it is. `None` if no loop has a known count.
    pub fn longest_loop(kernel: &Kernel) -> Option<(u64, Span)> {
        Counting::of(kernel, None).1
    }

    /// Returns whether the number of iterations depends on data, so that the constants of a pass and the extents of its streams do not
    /// determine it.
    pub fn depends_on_data(kernel: &Kernel) -> bool {
        let repeats =
            |function: &Function| any_stmt(&function.body, &|statement| matches!(statement, Stmt::Loop { .. }));
        if !kernel.functions.iter().any(repeats) {
            return false;
        }
        let interface = &kernel.interface;
        // The values do not matter, only that they are known. A loop that does not end for these values counts as depending on data.
        let ones = PassValues {
            constants: interface.constants.iter().map(|constant| one(constant.ty)).collect(),
            inputs: vec![[1; 3]; interface.inputs.len()],
            output: [1; 3],
        };
        Iterations::of(kernel, Some(Rc::new(ones))).max.is_none()
    }

    fn then(self, next: Iterations) -> Iterations {
        let max = self.max.zip(next.max).map(|(a, b)| a.saturating_add(b));
        Iterations { least: self.least.saturating_add(next.least), max }
    }

    /// Returns the count for code that may not run: its lower bound is 0.
    fn perhaps(self) -> Iterations {
        Iterations { least: 0, ..self }
    }
}

/// Returns one, or a vector of ones, of type `ty`.
fn one(ty: Type) -> Value {
    match ty {
        Type::Float(count) => Value::floats(&[1.0; 4][..count.count()]),
        _ => Value::from_words(ty, [1; 4]),
    }
}

/// Returns for each function whether it or a function that it calls has loops.
fn with_loops(kernel: &Kernel) -> Vec<bool> {
    let mut found: Vec<bool> = Vec::new();
    for function in &kernel.functions {
        let mut calls = false;
        each_call(&function.body, &mut |called| calls |= found[called.0]);
        found.push(calls || any_stmt(&function.body, &|statement| matches!(statement, Stmt::Loop { .. })));
    }
    found
}

struct Counting<'a> {
    kernel: &'a Kernel,
    loops: Vec<bool>,
    /// The largest trip count of a loop that is known, and the loop's condition.
    longest: Option<(u64, Span)>,
    calls: usize,
    depth: usize,
}

impl Counting<'_> {
    /// Returns the iterations of a kernel, and the longest of its loops.
    fn of(kernel: &Kernel, pass: Option<Rc<PassValues>>) -> (Iterations, Option<(u64, Span)>) {
        let mut counting = Counting { kernel, loops: with_loops(kernel), longest: None, calls: 0, depth: 0 };
        let mut known = Known::of_pass(pass);
        let all = counting.block(kernel.main(), &kernel.main().body, &mut known);
        (all, counting.longest)
    }

    fn block(&mut self, function: &Function, statements: &[Stmt], known: &mut Known) -> Iterations {
        let mut sum = Iterations::NONE;
        let mut stays = true;
        for statement in statements {
            let own = self.deeper(|this| this.statement(function, statement, known));
            sum = sum.then(if stays { own } else { own.perhaps() });
            // After a statement that may leave the block, nothing is certain to run.
            stays &= !leaves(std::slice::from_ref(statement))
                && !jumps(std::slice::from_ref(statement), &Stmt::Continue(At::default()))
                && !jumps(std::slice::from_ref(statement), &Stmt::Break(At::default()));
        }
        sum
    }

    /// Runs `look` one level deeper. At the maximum depth, the result is unknown.
    fn deeper(&mut self, look: impl FnOnce(&mut Self) -> Iterations) -> Iterations {
        if self.depth >= MAX_DEPTH {
            return Iterations::default();
        }
        self.depth += 1;
        let found = look(self);
        self.depth -= 1;
        found
    }

    /// Returns the iterations of a statement. Updates `known` for the point after it.
    fn statement(&mut self, function: &Function, statement: &Stmt, known: &mut Known) -> Iterations {
        let mut sum = Iterations::NONE;
        // Calls in expressions may be skipped by `?:`, `&&` or `||`.
        statement.exprs(&mut |expr| sum = sum.then(self.expr(expr, known).perhaps()));
        match statement {
            Stmt::If { condition, then, otherwise } => {
                let holds = known.holds(condition);
                let branch = |this: &mut Self, block: &[Stmt]| this.block(function, block, &mut known.clone());
                let taken = match holds {
                    Some(true) => branch(self, then),
                    Some(false) => branch(self, otherwise),
                    // Neighbouring elements may take different branches, so both count.
                    None => branch(self, then).then(branch(self, otherwise)).perhaps(),
                };
                sum = sum.then(taken);
            }
            Stmt::Loop { .. } => sum = self.repeated(function, statement, sum, known),
            Stmt::Call { function, arguments, .. } => {
                let values: Vec<&Expr> = arguments
                    .iter()
                    .filter_map(|passed| match passed {
                        Passed::Value(value) => Some(value),
                        Passed::Local(_) => None,
                    })
                    .collect();
                sum = sum.then(self.call(*function, &values, known));
            }
            _ => {}
        }
        known.pass(function, statement);
        sum
    }

    /// Returns the iterations of a loop. `test` holds the iterations of one evaluation of its test.
    fn repeated(&mut self, function: &Function, statement: &Stmt, test: Iterations, known: &Known) -> Iterations {
        let (exact, at_least) = match exact_trips(function, statement, known) {
            Some(Trips::Known(trips)) => (Some(trips), Some(trips)),
            Some(Trips::Beyond) => (None, Some(MAX_TRIP_COUNT + 1)),
            None => (None, None),
        };
        if let (Some(trips), Stmt::Loop { condition: Some(condition), .. }) = (at_least, statement)
            && self.longest.is_none_or(|(longest, _)| trips > longest)
        {
            self.longest = Some((trips, condition.span));
        }
        let max = exact.or_else(|| max_trip_count(function, statement, known));
        // What literals say is known in this pass, too.
        let literal = exact.and_then(|_| exact_trip_count(function, statement, &known.without_pass()));
        // Only what holds in every iteration is known inside the loop.
        let mut within = known.clone();
        within.forget(std::slice::from_ref(statement));
        let mut each = test;
        for block in statement.blocks() {
            each = each.then(self.block(function, block, &mut within.clone()));
        }
        let own = if literal.is_some_and(|trips| trips <= UNROLLED) { 0 } else { 1 };
        Iterations {
            least: exact.unwrap_or(0).saturating_mul(each.least.saturating_add(own)),
            max: max.zip(each.max).map(|(trips, each)| (trips + 1).saturating_mul(each.saturating_add(1))),
        }
    }

    fn expr(&mut self, expr: &Expr, known: &Known) -> Iterations {
        let mut sum = Iterations::NONE;
        if let ExprKind::Call(function, arguments) = &expr.kind {
            sum = self.call(*function, &arguments.iter().collect::<Vec<_>>(), known);
        }
        expr.children(&mut |child| sum = sum.then(self.deeper(|this| this.expr(child, known))));
        sum
    }

    /// Returns the iterations of a call with these values for its `in` arguments.
    fn call(&mut self, called: FunctionId, values: &[&Expr], known: &Known) -> Iterations {
        if !self.loops[called.0] {
            return Iterations::NONE;
        }
        self.calls += 1;
        if self.calls > MAX_CALLS {
            return Iterations::default();
        }
        let function = &self.kernel.functions[called.0];
        let mut within = known.of_nothing();
        let taken: Vec<LocalId> = function
            .arguments
            .iter()
            .filter(|argument| argument.mode == Mode::In)
            .map(|argument| argument.local)
            .collect();
        for (local, value) in taken.into_iter().zip(values) {
            within.set(function, local, known.value(value));
        }
        self.block(function, &function.body, &mut within)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::interpret::Value;
    use crate::kernel::{self, Source};

    /// Returns the counts for a kernel with 10 elements and the constant `max`: in any pass, and in that pass.
    fn of(body: &str, max: i32) -> [(u64, Option<u64>); 2] {
        let text = format!(
            "input float x; constant index most; output float r;
            float counted(index n) {{ float s = 0.0; for (index i = 0; i < n; i++) {{ s += 1.0; }} return s; }}
            void main() {{ r = 0.0; {body} }}"
        );
        let (kernel, _) = kernel::compile(&Source::new("k", text)).unwrap();
        let constants = vec![Value::Index(max)];
        let pass = PassValues { constants, inputs: vec![[10, 5, 2]], output: [10, 5, 2] };
        [None, Some(Rc::new(pass))].map(|pass| {
            let Iterations { least, max } = Iterations::of(&kernel, pass);
            (least, max)
        })
    }

    #[test]
    fn literals_constants_and_extents_say_how_many_iterations() {
        assert_eq!(of("r = fetch(x, here());", 7), [(0, Some(0)); 2]);
        // The test that ends the loop counts as an iteration. The lower bound is 0, since a compiler may unroll so few iterations.
        assert_eq!(of("for (index i = 0; i < 8; i++) { r += 1.0; }", 7), [(0, Some(9)); 2]);
        assert_eq!(of("for (index i = 0; i < 200000; i++) { r += 1.0; }", 7), [(200_000, Some(200_001)); 2]);
        let unknown = (0, None);
        assert_eq!(of("for (index i = 0; i < most; i++) { r += 1.0; }", 7), [unknown, (7, Some(8))]);
        assert_eq!(of("for (index i = most; i > 0; i -= 2) { r += 1.0; }", 700), [unknown, (350, Some(351))]);
        assert_eq!(of("for (index i = 0; i < count(x); i++) { r += 1.0; }", 7), [unknown, (10, Some(11))]);
        assert_eq!(of("r = counted(most);", 7), [unknown, (0, Some(8))]);
        let nested = "for (index i = 0; i < most; i++) { for (index k = 0; k < width(x); k++) { r += 1.0; } }";
        assert_eq!(of(nested, 7), [unknown, (42, Some(8 * 7))]);
    }

    #[test]
    fn data_do_not_and_what_may_leave_is_not_sure() {
        let unknown = (0, None);
        assert_eq!(of("for (index i = 0; float(i) < fetch(x, here()); i++) { r += 1.0; }", 7), [unknown; 2]);
        let left = "for (index i = 0; i < most; i++) { if (fetch(x, i) > 0.0) { break; } }";
        assert_eq!(of(left, 7), [unknown, (0, Some(8))]);
        let perhaps = "if (fetch(x, here()) > 0.0) { for (index i = 0; i < most; i++) { r += 1.0; } }";
        assert_eq!(of(perhaps, 7), [unknown, (0, Some(8))]);
        let behind = "if (fetch(x, here()) > 0.0) { return; } for (index i = 0; i < most; i++) { r += 1.0; }";
        assert_eq!(of(behind, 7), [unknown, (0, Some(8))]);
        let triangle = "for (index i = 0; i < most; i++) { for (index k = 0; k < i; k++) { r += 1.0; } }";
        assert_eq!(of(triangle, 7), [unknown, (7, None)]);
    }

    /// A chain of bracketed calls, each of a function with a loop: the analysis ends within the stack of a test thread.
    #[test]
    fn of_very_deep_kernels_nobody_knows() {
        for (count, brackets) in [(3000, 0), (600, 100)] {
            let (open, close) = ("(".repeat(brackets), " + 1.0)".repeat(brackets));
            let chain = |k: usize| {
                let last = k - 1;
                format!(
                    "float f{k}(float a) {{ for (int i = 0; i < 2; i++) a += {open}f{last}(a){close}; return a; }}\n"
                )
            };
            let chain: String = (1..count).map(chain).collect();
            let first = "float f0(float a) { for (int i = 0; i < 2; i++) a += 1.0; return a; }";
            let last = count - 1;
            let text = format!("input float x; output float r; {first} {chain} void main() {{ r = f{last}(1.0); }}");
            let (kernel, _) = kernel::compile(&Source::new("k", text)).unwrap();
            assert_eq!(Iterations::of(&kernel, None), Iterations { least: 0, max: None });
        }
    }

    /// The distance from start to end is known, although neither the start nor the end is.
    #[test]
    fn distances_bound_loops_of_runs() {
        let run = "index first = 64 * here();
            bool inside = first + 64 < count(x);
            index end = inside ? first : min(first + 64, count(x));
            end -= fetch(x, first) > 0.0 ? 1 : 0;
            for (index i = first; i < end; i += 8) { r += 1.0; }";
        assert_eq!(of(run, 7), [(0, Some(9)); 2]);
        let unknown = (0, None);
        let given = "index end = min(index(fetch(x, 0)), 3 + most); for (index i = 3; i < end; i++) { r += 1.0; }";
        assert_eq!(of(given, 7), [unknown, (0, Some(8))]);
        // The start of the loop has changed.
        let moved = "index first = 64 * here(); index end = first + 64; first -= here();
            for (index i = first; i < end; i++) { r += 1.0; }";
        assert_eq!(of(moved, 7), [unknown; 2]);
    }
}
