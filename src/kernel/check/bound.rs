//! Links functions that are parameters of a kernel. Their bodies come from outside the kernel's text, for example from an operator or a
//! predicate. Each body is checked by itself, so that it sees its arguments and nothing of the kernel. Then it is put among the
//! kernel's functions.

use super::definite_assignment::Places;
use super::function::CheckedFunction;
use super::{Checker, Unit};
use crate::ir::each_call_mut;
use crate::ir::{At, Function, FunctionId, Stmt, each_expr_mut, each_stmt_mut};
use crate::kernel::Source;
use crate::kernel::ast::{FunctionItem, KernelText};
use crate::kernel::parse::{ParsedText, parse};
use crate::kernel::source::FunctionBody;
use crate::syntax::{Code, Diagnostic, Diagnostics, Files, Severity, Span};

/// Functions with the places of their variables in the source, and the files that their spans refer to.
pub(super) struct Linked {
    pub functions: Vec<(Function, Places)>,
    pub files: Files,
}

/// Checks the functions that are parameters, and puts them among the kernel's functions in place of their declarations.
pub(super) fn link(unit: &Unit, text: &KernelText, functions: Vec<CheckedFunction>) -> Result<Linked, Diagnostics> {
    let mut linked = Linked { functions: Vec::new(), files: unit.files.clone() };
    // The new id of each function.
    let mut numbers: Vec<FunctionId> = Vec::new();
    for checked in functions {
        let CheckedFunction { mut function, places, parameter, .. } = checked;
        let item = parameter.map(|item| &text.functions[item]);
        let bound = match item.filter(|item| item.body.is_none() || body_of(unit, item).is_some()) {
            Some(item) => Some(bound(unit, item)?),
            None => None,
        };
        match bound {
            None => {
                each_call_mut(&mut function.body, &mut |called| *called = numbers[called.0]);
                linked.functions.push((function, places));
            }
            Some(bound) => {
                let (first, file) = (linked.functions.len(), linked.files.0.len() as u32);
                linked.files.0.extend(bound.files.0);
                for (mut function, mut places) in bound.functions {
                    each_call_mut(&mut function.body, &mut |called| called.0 += first);
                    each_span(&mut function, &mut |span| span.file += file);
                    places.declared.values_mut().for_each(|span| span.file += file);
                    places.passed.values_mut().for_each(|span| span.file += file);
                    places.end.file += file;
                    linked.functions.push((function, places));
                }
            }
        }
        numbers.push(FunctionId(linked.functions.len() - 1));
    }
    Ok(linked)
}

/// Returns the body that the kernel's source gives to a function.
fn body_of<'a>(unit: &Unit<'a>, item: &FunctionItem) -> Option<&'a FunctionBody> {
    unit.bodies.iter().find(|(bound, _)| **bound == *item.name.text).map(|(_, body)| body)
}

/// Checks the body of a function that is a parameter. In the result, that function comes last, after those that it calls.
fn bound(unit: &Unit, item: &FunctionItem) -> Result<Linked, Diagnostics> {
    let name = &item.name.text;
    let Some(body) = body_of(unit, item) else {
        let title = format!("function `{name}` is a parameter, and has no body");
        let help = "give it one as the kernel is compiled, or write one here: `{ .. }`";
        let diagnostic = Diagnostic::error(Code::K0212, item.name.span, title).help(help);
        return Err(Diagnostics::new(unit.files.clone(), vec![diagnostic]));
    };
    let source = source_of(body, unit.files.text(item.head));
    let ParsedText { mut text, files, expressions, diagnostics } = parse(&source);
    // The text is a single function: it needs no `main` and no output.
    let wanted = |diagnostic: &Diagnostic| !matches!(diagnostic.code, Code::K0123 | Code::K0124);
    let diagnostics: Vec<Diagnostic> = diagnostics.into_iter().filter(wanted).collect();
    if !diagnostics.is_empty() {
        return Err(Diagnostics::new(files, diagnostics));
    }
    text.broken = false;
    let unit = Unit { name, files: &files, element: unit.element, expressions, values: &[], bodies: &[] };
    let mut checker = Checker::new(&unit, &text, Vec::new());
    let functions = checker.functions_of(name);
    let failed = checker.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    let Some(functions) = functions.filter(|_| !failed) else {
        let diagnostics = checker.diagnostics;
        return Err(Diagnostics::new(files, diagnostics));
    };
    let functions = functions.into_iter().map(|checked| (checked.function, checked.places)).collect();
    Ok(Linked { functions, files })
}

/// Returns the function as a text of its own, with the head of its declaration in the kernel.
fn source_of(body: &FunctionBody, head: &str) -> Source {
    let (before, after) = if body.expression { ("return\n", ";\n") } else { ("", "") };
    let includes: String = body.includes.iter().map(|name| format!("#include \"{name}\"\n")).collect();
    let text = format!("{includes}{head} {{\n{before}#include \"{}\"\n{after}}}\n", &*body.file);
    Source::new(body.file.to_string(), text).part_of(body.file.clone(), body.text.clone(), body.expression)
}

/// Calls `see` for each span in a function.
fn each_span(function: &mut Function, see: &mut dyn FnMut(&mut Span)) {
    see(&mut function.head.0);
    function.locals.iter_mut().for_each(|local| see(&mut local.span.0));
    each_expr_mut(&mut function.body, &mut |expr| see(&mut expr.span));
    each_stmt_mut(&mut function.body, &mut |statement| match statement {
        Stmt::Call { at: At(span), .. }
        | Stmt::Break(At(span))
        | Stmt::Continue(At(span))
        | Stmt::Return(_, At(span))
        | Stmt::Discard(At(span)) => see(span),
        _ => {}
    });
}
