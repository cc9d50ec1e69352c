//! Guards of loops, for a driver that ends loops after a number of iterations ([`Workaround::LoopLimit`]). Behind each loop, the shader
//! checks whether the loop ran to its end. A loop did if it was left by `break`, or if its test now fails. Otherwise the driver ended
//! it; then the fragment is discarded, and the backend notices that from the number of samples.
//!
//! A compiler could fold the check of the test, since a loop can only be left if its test fails. So the check adds a variable that is
//! always zero, which the compiler cannot know.

use super::Writer;
use super::prelude::Piece;
use crate::glsl::Dialect;
use crate::glsl::workarounds::Workaround;
use crate::ir::{Expr, ExprKind, Type};
use crate::syntax::Span;

/// The names of the variables that the guards share.
pub(super) const UNFINISHED: &str = "_unfinished";
const NOTHING: &str = "_nothing";
const SEARCHING: &str = "_searching";

impl Writer<'_> {
    /// Writes a `break` out of the innermost loop.
    pub(super) fn leave(&mut self, spans: &[Span]) {
        if let Some(left) = self.loops.last().and_then(|iteration| iteration.left.clone()) {
            self.line(&format!("{left} = true;"), &[]);
        }
        self.line("break;", spans);
    }

    /// Whether the test of a loop is a comparison of numbers, as [`repeated_test`](Writer::repeated_test) requires.
    pub(super) fn is_comparison(expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Binary(operator, left, _) => {
                operator.compares() && left.ty.count() == 1 && !matches!(left.ty, Type::Bool(_))
            }
            _ => false,
        }
    }

    /// Declares a variable that becomes true if the loop is left by `break`. Returns its name.
    pub(super) fn left(&mut self) -> String {
        let name = self.names.local("left");
        self.line(&format!("bool {name} = false;"), &[]);
        name
    }

    /// Writes the check behind a loop, which records that the driver has ended the loop. `left` is the variable that is true if the
    /// loop was left by `break`.
    pub(super) fn record_unfinished(&mut self, test: Option<&Expr>, left: Option<&str>) {
        self.works_around(Workaround::LoopLimit);
        let test = test.map(|test| self.repeated_test(test));
        let left = left.map(|left| format!("!{left}"));
        let conditions: Vec<String> = left.into_iter().chain(test).collect();
        match conditions.as_slice() {
            [] => self.line(&format!("{UNFINISHED} = true;"), &[]),
            _ => self.line(&format!("if ({}) {{\n    {UNFINISHED} = true;\n}}", conditions.join(" && ")), &[]),
        }
    }

    /// Writes the comparison again, in a form that no compiler recognizes as the same comparison.
    fn repeated_test(&mut self, test: &Expr) -> String {
        let ExprKind::Binary(operator, left, right) = &test.kind else { return "true".to_owned() };
        let nothing = match right.ty {
            Type::Index => NOTHING.to_owned(),
            Type::Uint(_) => format!("uint({NOTHING})"),
            Type::Int(_) if self.dialect.integers() => NOTHING.to_owned(),
            _ => format!("float({NOTHING})"),
        };
        let level = super::expr::SHIFT;
        let (left, right) = (self.value(left, level), self.value(right, super::expr::ADD));
        format!("{left} {} {right} + {nothing}", operator.sign())
    }

    /// Returns the declarations that the guards share.
    pub(super) fn guard_pieces(&self) -> Vec<Piece> {
        let index = super::literal::type_name(self.dialect, Type::Index);
        vec![
            Piece::new(UNFINISHED, format!("bool {UNFINISHED} = false;"), "whether the driver has ended a loop"),
            Piece::new(NOTHING, format!("{index} {NOTHING};"), "0, which no compiler knows"),
            Piece::new(
                SEARCHING,
                format!("uniform bool {SEARCHING};"),
                "which fragments are kept: the finished ones, or the others",
            ),
        ]
    }

    /// Writes a test that is true for every element, but that no compiler can fold.
    pub(super) fn opaque_zero(&self) -> String {
        format!("{NOTHING} == {}", if self.dialect.integers() { "0" } else { "0.0" })
    }

    /// Returns the lines at the start of `main`, which set the variable that is always zero.
    pub(super) fn guard_start(&self) -> String {
        let [zero, one] = if self.dialect.integers() { ["0", "1"] } else { ["0.0", "1.0"] };
        format!("    {NOTHING} = _layout.w > {zero} ? {zero} : {one};\n")
    }

    /// Returns the lines at the end of `main`, which discard fragments. On devices that cannot count samples, a uniform selects which
    /// fragments are discarded, so that a separate draw can search for those with a loop that the driver has ended.
    pub(super) fn guard_end(&self) -> String {
        let found = match self.dialect {
            Dialect::Es => format!("{UNFINISHED} != {SEARCHING}"),
            _ => UNFINISHED.to_owned(),
        };
        format!("    if ({found}) {{\n        discard;\n    }}\n")
    }
}
