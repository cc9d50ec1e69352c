//! Writes kernels as functions of C++.

use super::signature::{Passing, Signature};
use super::{Edit, Host, bytes};
use crate::brook::ast::{KernelItem, ParameterItem};
use crate::brook::ir::Role;
use crate::syntax::Span;

/// The maximum length in bytes of the arguments of a macro call that expands to kernels.
const MAX_ARGUMENTS: usize = 4096;

impl Host<'_> {
    /// Replaces the kernels and prototypes of a file by functions.
    pub(super) fn kernels(&self, file: usize) -> Vec<Edit> {
        let program = &self.parsed.program;
        let mut edits = Vec::new();
        let mut last: Option<Edit> = None;
        let on_cpu = &self.parsed.on_cpu;
        let mut kernels: Vec<(&KernelItem, bool)> = program.kernels.iter().map(|kernel| (kernel, false)).collect();
        kernels.extend(on_cpu.kernels.iter().map(|kernel| (kernel, true)));
        kernels.sort_by_key(|(kernel, _)| kernel.head.start);
        for (kernel, is_on_cpu) in kernels.into_iter().filter(|(kernel, _)| kernel.head.file as usize == file) {
            let at = self.range(kernel);
            let mut text = if is_on_cpu { self.cpu_function(kernel) } else { self.function(kernel) };
            if on_cpu.called.iter().any(|called| called.name.span == kernel.name.span) {
                text += &self.cpu_helper(kernel);
            }
            // Kernels from one macro call have the same range.
            match &mut last {
                Some(edit) if edit.at == at => edit.text += &text,
                _ => edits.extend(last.replace(Edit { at, text })),
            }
        }
        edits.extend(last);
        for prototype in program.prototypes.iter().filter(|prototype| prototype.span.file as usize == file) {
            let (name, reduction) = (prototype.name.text.as_str(), prototype.reduction);
            let signature = Signature { name, reduction, parameters: &prototype.parameters };
            // Only other kernels can call a kernel that returns a value.
            let text = match reduction || prototype.result.text == "void" {
                true if self.parsed.unit.kernel(name).is_some() || self.parsed.on_cpu.has(name) => signature.declared(),
                true => signature.prototype(),
                false => String::new(),
            };
            edits.push(Edit { at: bytes(prototype.span), text });
        }
        edits
    }

    /// Writes a prototype for each kernel that the host can call. With `builtin`, they are for the translated program itself, and
    /// kernels are left out whose parameters use types that the program defines. Otherwise they are for other files.
    pub(super) fn prototypes(&self, builtin: bool) -> String {
        let kernels = self.parsed.program.kernels.iter().chain(&self.parsed.on_cpu.kernels);
        let known = |parameter: &ParameterItem| is_known(&parameter.ty.text);
        let called = kernels.filter(|kernel| {
            let parameters = &kernel.parameters;
            let runs = self.parsed.unit.kernel(&kernel.name.text).is_some() || self.is_called_on_cpu(kernel);
            runs && (!builtin || parameters.iter().all(known))
        });
        let ends: Vec<Vec<usize>> =
            self.files().0.iter().map(|file| file.text.match_indices('\n').map(|(at, _)| at).collect()).collect();
        let lines = called.map(|kernel| {
            let (name, reduction) = (kernel.name.text.as_str(), kernel.reduction);
            let (number, start) = (kernel.head.file as usize, kernel.head.start as usize);
            let line = super::line(1 + ends[number].partition_point(|&end| end < start), &self.files().0[number].name);
            let signature = Signature { name, reduction, parameters: &kernel.parameters };
            line + &if builtin { signature.declared() } else { signature.prototype() } + "\n"
        });
        lines.collect()
    }

    /// Whether a kernel runs on the CPU, and the host can call it.
    fn is_called_on_cpu(&self, kernel: &KernelItem) -> bool {
        self.parsed.on_cpu.has(&kernel.name.text) && (kernel.reduction || kernel.result.text == "void")
    }

    /// Returns the byte range of a kernel. If the kernel comes from a macro call, this is the range of the macro's name and
    /// arguments.
    fn range(&self, kernel: &KernelItem) -> std::ops::Range<usize> {
        let Span { file, start, end } = kernel.head.to(kernel.end);
        let text = &self.files().0[file as usize].text;
        let (start, end) = (start as usize, end as usize);
        if text[..end].ends_with('}') {
            return start..end;
        }
        // Search only the text nearby: the arguments of a macro are short.
        let near =
            (end..=text.len().min(end + MAX_ARGUMENTS)).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(end);
        let behind = crate::syntax::lexer::lex(file, &text[end..near]);
        let word = |at: usize| {
            behind.get(at).map_or("", |token| &text[end + token.text.start as usize..end + token.text.end as usize])
        };
        if word(0) != "(" {
            return start..end;
        }
        let mut depth = 0usize;
        for (at, token) in behind.iter().enumerate() {
            match word(at) {
                "(" => depth += 1,
                ")" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return start..end + token.text.end as usize;
            }
        }
        start..end
    }

    /// Writes the function of a kernel, or the functions of a reduction.
    fn function(&self, kernel: &KernelItem) -> String {
        let name = kernel.name.text.as_str();
        let Some(checked) = self.parsed.unit.kernel(name) else { return String::new() };
        let signature = Signature { name, reduction: kernel.reduction, parameters: &kernel.parameters };
        // Write `::`, because a parameter may have the same name.
        let program = format!("::{}", self.accessor);
        let call = signature.free_name("_call");
        let mut passed = String::new();
        let mut value = String::new();
        for (parameter, checked) in kernel.parameters.iter().zip(&checked.parameters) {
            let argument = signature.named(&parameter.name.text);
            match checked.role {
                Role::Accumulator => {
                    value = format!("{call}.value({argument});");
                    passed += "{}";
                }
                Role::Variable { .. } => passed += &format!(" {call}.pushed({argument});"),
                Role::Constant => passed += &format!(" {call}.constant({argument});"),
                _ => passed += &format!(" {call}.stream({argument});"),
            }
        }
        let head = format!("::brook::internal::call {call}({program}(), \"{name}\");");
        let template = signature.template();
        let (open, close) = match signature.is_template() {
            true => ("extern \"C++\" { ", signature.linked() + "}\n"),
            false => ("", String::new()),
        };
        if !kernel.reduction {
            let parameters = signature.parameters(None);
            return format!(
                "{open}{template}void {name}({parameters}) {{\n  {head}{passed} {call}.run();\n}}\n{close}"
            );
        }
        let accumulator = kernel.parameters.iter().find(|parameter| Passing::of(parameter) == Passing::Accumulator);
        let result = accumulator.map_or(String::new(), |parameter| signature.named(&parameter.name.text));
        let (to_stream, to_value) = (
            passed.replace("{}", &format!(" {call}.stream({result});")),
            passed.replace("{}", &format!(" {call}.nothing();")),
        );
        let [stream, host] = [false, true].map(|host| signature.parameters(Some(host)));
        format!(
            "{open}{template}void {name}({stream}) {{\n  {head}{to_stream} {call}.run();\n}}\n\
             {template}void {name}({host}) {{\n  {head}{to_value} {value}\n}}\n{close}\
             ::brook::internal::reduction brook_reduction_{name}() {{ return {{{program}(), \"{name}\"}}; }}\n"
        )
    }
}

/// Whether a type is in C++ without the program.
pub(super) fn is_known(ty: &str) -> bool {
    crate::brook::types::builtin(ty).is_some() || ["double", "double2", "double3", "double4"].contains(&ty)
}
