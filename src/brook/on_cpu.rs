//! Kernels that no fragment pipeline can run: those that compute with `double`, and those with a scatter output, `out float a[]`, that is
//! of a struct, beside another output, or called by another kernel. In a whole program they run on the CPU, as C++.

use rustc_hash::FxHashSet;

use super::ast::{KernelItem, ParameterItem, Program, TypeKind};
use super::types::MAX_RECORD_DEPTH;
use crate::syntax::lexer::Token;
use crate::syntax::{Code, Diagnostic, Files};

/// The kernels that run on the CPU.
#[derive(Default)]
pub(crate) struct OnCpu {
    pub kernels: Vec<KernelItem>,
    /// Kernels of the device that these call, and that are needed as C++ too.
    pub called: Vec<KernelItem>,
    /// The types that have doubles.
    pub doubles: FxHashSet<String>,
}

impl OnCpu {
    /// Takes these kernels, and those that call them, out of a program. Also returns a warning for each.
    pub fn take(program: &mut Program, files: &Files, tokens: &[Token]) -> (OnCpu, Vec<Diagnostic>) {
        let doubles = doubles(program);
        let mut reasons: Vec<Option<String>> = Vec::new();
        for kernel in &program.kernels {
            let scatters = kernel.parameters.iter().find(|parameter| parameter.scatters());
            let scatters = scatters.and_then(|scatters| Some((scatters, beyond_put(program, kernel, scatters)?)));
            let of_kernel = tokens_of(program, tokens, kernel);
            let double = of_kernel.iter().find(|token| doubles.contains(files.text(token.text)));
            reasons.push(match (scatters, double) {
                _ if kernel.broken => None,
                (_, Some(double)) => Some(format!("computes with `{}`", files.text(double.text))),
                (Some((parameter, why)), _) => {
                    Some(format!("writes output `{}` at any index, {why}", parameter.name.text))
                }
                _ => None,
            });
        }
        if reasons.iter().all(Option::is_none) {
            return (OnCpu::default(), Vec::new());
        }
        callers(program, &mut reasons);
        let mut warnings = Vec::new();
        for (kernel, reason) in program.kernels.iter().zip(&reasons) {
            let Some(reason) = reason else { continue };
            let code = if reason.starts_with("writes") { Code::B0414 } else { Code::B0202 };
            let title = format!("kernel `{}` {reason}: it runs on the CPU, as C++", kernel.name.text);
            let help = "no fragment pipeline does this; its body must be C++, too, apart from components, `indexof` and gathers";
            warnings.push(Diagnostic::warning(code, kernel.name.span, title).help(help));
        }
        let mut taken = reasons.iter().map(Option::is_some);
        let (kernels, kept) = std::mem::take(&mut program.kernels)
            .into_iter()
            .partition::<Vec<_>, _>(|_| taken.next().unwrap_or_default());
        program.kernels = kept;
        let called = called(program, &kernels);
        (OnCpu { kernels, called, doubles }, warnings)
    }

    /// Whether one of these kernels calls a kernel of this name.
    pub fn calls(&self, name: &str) -> bool {
        let mut found = false;
        let kernels = self.kernels.iter().chain(&self.called);
        kernels.for_each(|kernel| kernel.calls(&mut |called| found |= called == name));
        found
    }

    /// Whether a kernel of this name runs on the CPU.
    pub fn has(&self, name: &str) -> bool {
        self.kernels.iter().any(|kernel| kernel.name.text == name)
    }
}

/// Returns why a device cannot put what a kernel writes to a scatter output, if it cannot.
fn beyond_put(program: &Program, kernel: &KernelItem, scatters: &ParameterItem) -> Option<&'static str> {
    let is_out = |parameter: &&ParameterItem| {
        parameter.qualifiers.iter().any(|own| ["out", "vout"].contains(&own.text.as_str()))
    };
    let calls = |other: &KernelItem| {
        let mut found = false;
        other.calls(&mut |name| found |= name == kernel.name.text);
        found
    };
    if is_record(program, &scatters.ty.text) {
        return Some("and its elements are structs");
    }
    if kernel.parameters.iter().filter(is_out).count() > 1 {
        return Some("and has another output");
    }
    program.kernels.iter().any(calls).then_some("and another kernel calls it")
}

/// Whether a type is a struct, perhaps by another name.
fn is_record(program: &Program, name: &str) -> bool {
    let mut name = name;
    for _ in 0..=program.types.len() {
        match program.types.iter().find(|item| item.name.text == name).map(|item| &item.kind) {
            Some(TypeKind::Struct(_)) => return true,
            Some(TypeKind::Alias(of)) => name = &of.text,
            None => return false,
        }
    }
    false
}

/// Returns the tokens of the item that defines a kernel.
pub(super) fn tokens_of<'t>(program: &Program, tokens: &'t [Token], kernel: &KernelItem) -> &'t [Token] {
    let is_name = |token: &Token| token.span == kernel.name.span;
    let items = program.items.iter().map(|item| &tokens[item.tokens.clone()]);
    items.into_iter().find(|tokens| tokens.iter().any(is_name)).unwrap_or_default()
}

/// Returns the names of the types that have doubles.
fn doubles(program: &Program) -> FxHashSet<String> {
    let mut found: FxHashSet<String> =
        ["double", "double2", "double3", "double4"].map(str::to_owned).into_iter().collect();
    for _ in 0..MAX_RECORD_DEPTH {
        let known = found.len();
        for item in &program.types {
            let has = match &item.kind {
                TypeKind::Alias(of) => found.contains(&of.text),
                TypeKind::Struct(fields) => fields.iter().any(|field| found.contains(&field.ty.text)),
            };
            if has {
                found.insert(item.name.text.clone());
            }
        }
        if found.len() == known {
            break;
        }
    }
    found
}

/// Gives a reason to the kernels that call one with a reason.
fn callers(program: &Program, reasons: &mut [Option<String>]) {
    loop {
        let known: FxHashSet<&str> = program
            .kernels
            .iter()
            .zip(&*reasons)
            .filter(|(_, own)| own.is_some())
            .map(|(kernel, _)| kernel.name.text.as_str())
            .collect();
        let mut found = Vec::new();
        for (number, kernel) in program.kernels.iter().enumerate().filter(|(number, _)| reasons[*number].is_none()) {
            let mut called = None;
            kernel.calls(&mut |name| called = called.or(known.get(name).copied()));
            found.extend(called.map(|called| (number, format!("calls `{called}`"))));
        }
        if found.is_empty() {
            return;
        }
        found.into_iter().for_each(|(number, reason)| reasons[number] = Some(reason));
    }
}

/// Returns the kernels of a program that these call, directly or not.
fn called(program: &Program, kernels: &[KernelItem]) -> Vec<KernelItem> {
    let mut wanted = vec![false; program.kernels.len()];
    let mut next: Vec<&KernelItem> = kernels.iter().collect();
    while let Some(kernel) = next.pop() {
        kernel.calls(&mut |name| {
            for (number, item) in program.kernels.iter().enumerate() {
                if item.name.text == name && !std::mem::replace(&mut wanted[number], true) {
                    next.push(item);
                }
            }
        });
    }
    program.kernels.iter().zip(wanted).filter(|(_, wanted)| *wanted).map(|(kernel, _)| kernel.clone()).collect()
}
