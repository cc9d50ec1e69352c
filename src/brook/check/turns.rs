//! What is doubtful in the long run: loops that never end, or take more turns than drivers do, and elements that push
//! more than their kernel says.

use std::slice;

use super::parameters::Signature;
use crate::ir::passes::const_env::ConstEnv;
use crate::ir::passes::control_flow::{breaks, returns};
use crate::ir::{Binary, Expr, ExprKind, Function, Part, Place, Role, Stmt, changes};
use crate::syntax::Span;
use crate::syntax::{Code, Diagnostic};

/// The most turns of all loops of an element that a driver is known to take: Mesa's llvmpipe leaves its loops then.
const MOST_TURNS: f64 = 65_535.0;

/// What is doubtful in a kernel's own body.
pub(super) fn check(function: &Function, signature: &Signature) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    loops(&function.body, 1.0, &mut findings);
    for (number, parameter) in signature.parameters.iter().enumerate() {
        let Role::Variable { most: Some(most) } = parameter.role else { continue };
        if let (count, Some(span)) = pushes(&function.body, number).fewest()
            && count > most
        {
            let title =
                format!("an element pushes {count} values to `{}`, and `vout[{most}]` says {most}", parameter.name);
            let finding = Diagnostic::warning(Code::B0510, span, title).other(parameter.span, "declared here");
            findings.push(finding.help("all of them are kept here; say how many there may be"));
        }
    }
    findings
}

/// Looks at loops that are run `times` times for an element.
fn loops(statements: &[Stmt], times: f64, findings: &mut Vec<Diagnostic>) {
    let mut known = ConstEnv::default();
    for statement in statements {
        match statement {
            Stmt::If { then, otherwise, .. } => {
                loops(then, times, findings);
                loops(otherwise, times, findings);
            }
            Stmt::Loop { condition, body, step, .. } => {
                let always =
                    condition.as_ref().is_none_or(|condition| ConstEnv::default().holds(condition) == Some(true));
                if always && !breaks(body) && !returns(slice::from_ref(statement)) {
                    let span = condition.as_ref().map_or_else(|| somewhere(body), |condition| Some(condition.span));
                    if let Some(span) = span {
                        let finding = Diagnostic::warning(Code::B0511, span, "this loop never ends");
                        findings.push(finding.help("leave it with `break`, or let the condition become 0"));
                    }
                }
                let turns = condition.as_ref().and_then(|condition| turns(condition, body, step, &known));
                let all = times * turns.unwrap_or(1.0).max(1.0);
                if let (Some(_), Some(condition)) =
                    (turns.filter(|_| all > MOST_TURNS && times <= MOST_TURNS), condition)
                {
                    let title =
                        format!("with this loop an element may take {all} turns: some drivers stop after {MOST_TURNS}");
                    let finding = Diagnostic::warning(Code::B0512, condition.span, title);
                    findings.push(finding.help("do it in several calls, each going on where the last one stopped"));
                }
                loops(body, all, findings);
            }
            _ => {}
        }
        known.record(statement);
    }
}

/// How many turns a loop takes that counts from a number to a number.
fn turns(condition: &Expr, body: &[Stmt], step: &[Stmt], known: &ConstEnv) -> Option<f64> {
    let condition = match &condition.kind {
        ExprKind::Convert(inner) => inner,
        _ => condition,
    };
    let ExprKind::Binary(operator, left, right) = &condition.kind else { return None };
    let ExprKind::Local(local) = left.kind else { return None };
    let [Stmt::Assign { place: Place { local: stepped, part: Part::Whole }, value }] = step else { return None };
    let ExprKind::Binary(way @ (Binary::Add | Binary::Subtract), from, by) = &value.kind else { return None };
    if *stepped != local || from.kind != ExprKind::Local(local) || changes(body, local) {
        return None;
    }
    let (start, end) = (f64::from(known.get(local)?), f64::from(known.number(right)?));
    let by = f64::from(known.number(by)?) * if *way == Binary::Add { 1.0 } else { -1.0 };
    let turns = match operator {
        Binary::Less | Binary::Greater | Binary::NotEqual => ((end - start) / by).ceil(),
        Binary::LessEqual | Binary::GreaterEqual => ((end - start) / by).floor() + 1.0,
        _ => return None,
    };
    turns.is_finite().then_some(turns.max(0.0))
}

/// A place in these statements.
fn somewhere(statements: &[Stmt]) -> Option<Span> {
    statements.iter().find_map(|statement| match statement {
        Stmt::Assign { value, .. } | Stmt::Declare { value: Some(value), .. } => Some(value.span),
        Stmt::If { condition, .. } | Stmt::Loop { condition: Some(condition), .. } => Some(condition.span),
        Stmt::Loop { body, .. } => somewhere(body),
        _ => None,
    })
}

/// The fewest pushes on any path through some statements, and where the last of them is.
#[derive(Clone, Copy)]
struct Pushes {
    /// Of the paths that reach the end, if any does.
    through: Option<(u32, Option<Span>)>,
    /// Of those that leave before, if any does.
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

fn pushes(statements: &[Stmt], parameter: usize) -> Pushes {
    let mut all = Pushes { through: Some((0, None)), out: None };
    for statement in statements {
        let Some((so_far, at)) = all.through else { break };
        let own = match statement {
            Stmt::Push { parameter: pushed, values } if *pushed == parameter => {
                Pushes { through: Some((1, values.first().map(|value| value.span))), out: None }
            }
            Stmt::If { then, otherwise, .. } => {
                let (a, b) = (pushes(then, parameter), pushes(otherwise, parameter));
                Pushes { through: fewer(a.through, b.through), out: fewer(a.out, b.out) }
            }
            Stmt::Return(_) | Stmt::Discard => Pushes { through: None, out: Some((0, None)) },
            // How often a loop goes round is not known.
            _ => continue,
        };
        let after = |(count, span): (u32, Option<Span>)| (so_far + count, span.or(at));
        all.out = fewer(all.out, own.out.map(after));
        all.through = own.through.map(after);
    }
    all
}
