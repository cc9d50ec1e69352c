//! Lint on pushes: warns of elements that push more values than their kernel declares.

use crate::ir::{Role, Stmt, StreamKernel};
use crate::syntax::{Code, Diagnostic, Span};

/// Reports variable outputs to which every path pushes more values than are declared.
pub(super) fn pushes(kernel: &StreamKernel) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for (number, parameter) in kernel.parameters.iter().enumerate() {
        let Role::Variable { max: Some(max) } = parameter.role else { continue };
        if let (count, Some(span)) = block(&kernel.main().body, number).fewest()
            && count > max
        {
            let title = format!(
                "an element pushes {count} values to `{}`, but `vout[{max}]` declares at most {max}",
                parameter.name
            );
            let diagnostic = Diagnostic::warning(Code::B0510, span, title).other(parameter.span, "declared here");
            diagnostics.push(diagnostic.help("brooklet keeps all of them; declare as many as there may be"));
        }
    }
    diagnostics
}

/// The minimum number of pushes on any path through some statements, and the span of the last push.
#[derive(Clone, Copy)]
struct Pushes {
    /// The minimum over the paths that reach the end, if any does.
    through: Option<(u32, Option<Span>)>,
    /// The minimum over the paths that leave before the end, if any does.
    out: Option<(u32, Option<Span>)>,
}

impl Pushes {
    fn fewest(&self) -> (u32, Option<Span>) {
        fewer(self.through, self.out).unwrap_or((0, None))
    }
}

fn fewer(a: Option<(u32, Option<Span>)>, b: Option<(u32, Option<Span>)>) -> Option<(u32, Option<Span>)> {
    a.into_iter().chain(b).min_by_key(|(count, _)| *count)
}

fn block(statements: &[Stmt], parameter: usize) -> Pushes {
    let mut all = Pushes { through: Some((0, None)), out: None };
    for statement in statements {
        let Some((so_far, at)) = all.through else { break };
        let own = match statement {
            Stmt::Push { parameter: pushed, values } if *pushed == parameter => {
                Pushes { through: Some((1, values.first().map(|value| value.span))), out: None }
            }
            Stmt::If { then, otherwise, .. } => {
                let (a, b) = (block(then, parameter), block(otherwise, parameter));
                Pushes { through: fewer(a.through, b.through), out: fewer(a.out, b.out) }
            }
            Stmt::Return(_, _) | Stmt::Discard(_) => Pushes { through: None, out: Some((0, None)) },
            // The trip count of a loop is not known.
            _ => continue,
        };
        let after = |(count, span): (u32, Option<Span>)| (so_far + count, span.or(at));
        all.out = fewer(all.out, own.out.map(after));
        all.through = own.through.map(after);
    }
    all
}
