//! Writes kernels that run on the CPU as loops of C++.

use super::Host;
use super::kernels::is_known;
use super::signature::{Passing, Signature, cpp};
use crate::brook::ast::{KernelItem, ParameterItem};
use crate::brook::on_cpu::tokens_of;
use crate::syntax::lexer::{Token, TokenKind};

impl Host<'_> {
    /// Writes the function of a kernel that runs on the CPU, and the one by which other kernels call it.
    pub(super) fn cpu_function(&self, kernel: &KernelItem) -> String {
        let name = kernel.name.text.as_str();
        let helper = if self.parsed.on_cpu.calls(name) { self.cpu_helper(kernel) } else { String::new() };
        if !kernel.reduction && kernel.result.text != "void" {
            return helper;
        }
        let signature = Signature { name, reduction: kernel.reduction, parameters: &kernel.parameters };
        let names: Vec<String> = (0..kernel.parameters.len()).map(|number| format!("p{number}")).collect();
        if kernel.parameters.iter().any(|own| Passing::of(own) == Passing::Pushed) {
            let why = "variable outputs are for kernels of the device";
            let body = format!("::brook::internal::cpu::refuse(\"{name}\", \"{why}\");");
            return format!(
                "void {name}({}) {{ {body} }}\n",
                signature.passed(None, "&", true, &vec![String::new(); names.len()])
            );
        }
        let template = signature.template();
        let (open, close) = match signature.is_template() {
            true => ("extern \"C++\" { ", signature.linked() + "}\n"),
            false => ("", String::new()),
        };
        let hosts: &[Option<bool>] = if kernel.reduction { &[Some(false), Some(true)] } else { &[None] };
        let mut text = helper + open;
        for host in hosts {
            let parameters = signature.passed(*host, "&", true, &names);
            text += &format!("{template}void {name}({parameters}) {{\n  using namespace ::brook::internal::cpu;\n");
            text += &if kernel.reduction { self.cpu_fold(kernel, *host) } else { self.cpu_loop(kernel) };
            text += "}\n";
        }
        text += &close;
        if kernel.reduction {
            let refused = format!(
                "::brook::internal::cpu::refuse(\"{name}\", \"gather-op and scatter-op have no such operator\");"
            );
            text += &format!("::brook::internal::reduction brook_reduction_{name}() {{ {refused} }}\n");
        }
        text
    }

    /// Declares the functions by which kernels on the CPU call others, which may be defined further down.
    pub(super) fn cpu_declared(&self) -> String {
        let on_cpu = &self.parsed.on_cpu;
        let kernels = on_cpu.kernels.iter().chain(&on_cpu.called).filter(|kernel| {
            let known = kernel.parameters.iter().all(|parameter| is_known(&parameter.ty.text));
            known && (kernel.result.text == "void" || is_known(&kernel.result.text)) && on_cpu.calls(&kernel.name.text)
        });
        kernels.map(|kernel| cpu_head(kernel) + ";\n").collect()
    }

    /// Writes the function by which kernels on the CPU call another kernel.
    pub(super) fn cpu_helper(&self, kernel: &KernelItem) -> String {
        let (name, head) = (&kernel.name.text, cpu_head(kernel));
        let tokens = tokens_of(&self.parsed.program, &self.parsed.tokens, kernel);
        let refused = match tokens
            .iter()
            .map(|token| self.word(token))
            .find(|word| ["indexof", "instance"].contains(word))
        {
            Some(word) => format!(
                "#error \"{word} in kernel {name}, which a kernel on the CPU calls: pass what it needs as a parameter\"\n"
            ),
            None => String::new(),
        };
        format!("{head} {{\n  using namespace ::brook::internal::cpu;\n{refused}{}}}\n", self.cpu_body(kernel))
    }

    /// Writes the loop over the elements of a kernel's outputs.
    fn cpu_loop(&self, kernel: &KernelItem) -> String {
        let name = &kernel.name.text;
        let (mut before, mut inside, mut after, mut behind) =
            (String::new(), String::new(), String::new(), String::new());
        let mut driving: Option<(usize, bool)> = None;
        for (number, parameter) in kernel.parameters.iter().enumerate() {
            let (own, ty, scatters) = (&parameter.name.text, cpp(&parameter.ty.text), parameter.scatters());
            if Passing::of(parameter) == Passing::Constant {
                inside += &format!("    {ty} {own} = p{number}; (void){own};\n");
                continue;
            }
            before += &format!("  elements<{ty}> brook_{number}(\"{name}\", \"{own}\", p{number});\n");
            if parameter.brackets > 0 {
                let sign = if scatters { "places" } else { "gather" };
                inside += &format!("    {sign}<{ty}, {}> {own}(brook_{number}); (void){own};\n", parameter.brackets);
            } else {
                inside += &format!("    {ty} {own} = brook_{number}.of(brook_at); (void){own};\n");
                inside += &format!(
                    "    const place brook_index_{own} = brook_{number}.index(brook_at); (void)brook_index_{own};\n"
                );
            }
            if is_out(parameter) {
                if driving.is_none_or(|(_, scattered)| scattered && !scatters) {
                    driving = Some((number, scatters));
                }
                if !scatters {
                    before += &format!("  brook_{number}.drives();\n");
                    after += &format!("      brook_{number}.of(brook_at) = {own};\n");
                }
                behind += &format!("  brook_{number}.write(p{number});\n");
            }
        }
        let Some((driving, _)) = driving else {
            return format!("  refuse(\"{name}\", \"it has no output\");\n");
        };
        let body = self.cpu_body(kernel);
        format!(
            "{before}  for (each brook_at(\"{name}\", brook_{driving}.shape()); brook_at.more(); brook_at.next()) {{\n{inside}    \
             const int4 brook_instance = brook_at.instance(); (void)brook_instance;\n    bool brook_kept = true;\n    \
             [&]() {{\n{body}    }}();\n    if (brook_kept) {{\n{after}    }}\n  }}\n{behind}"
        )
    }

    /// Writes the reduction of a stream to a value, or to a stream of fewer elements.
    fn cpu_fold(&self, kernel: &KernelItem, host: Option<bool>) -> String {
        let name = &kernel.name.text;
        let (mut before, mut inside) = (String::new(), String::new());
        let (mut stream, mut result) = (None, None);
        for (number, parameter) in kernel.parameters.iter().enumerate() {
            let (own, ty) = (&parameter.name.text, cpp(&parameter.ty.text));
            match Passing::of(parameter) {
                Passing::Constant => inside += &format!("    {ty} {own} = p{number}; (void){own};\n"),
                Passing::Accumulator => result = Some((number, own, ty)),
                _ if parameter.brackets > 0 => {
                    before += &format!("  elements<{ty}> brook_{number}(\"{name}\", \"{own}\", p{number});\n");
                    inside +=
                        &format!("    gather<{ty}, {}> {own}(brook_{number}); (void){own};\n", parameter.brackets);
                }
                _ => stream = Some((number, own)),
            }
        }
        let (Some((stream, operand)), Some((result, accumulator, ty))) = (stream, result) else {
            return format!("  refuse(\"{name}\", \"a reduction has a stream and an accumulator\");\n");
        };
        let target = if host == Some(true) { "fold_to_value" } else { "fold_to_stream" };
        let body = self.cpu_body(kernel);
        format!(
            "{before}  {target}<{ty}>(\"{name}\", \"{operand}\", p{stream}, \"{accumulator}\", p{result}, [&]({ty} {operand}, {ty} \
             &{accumulator}) {{\n{inside}{body}  }});\n"
        )
    }

    /// Writes the statements of a kernel, on their lines.
    fn cpu_body(&self, kernel: &KernelItem) -> String {
        let tokens = tokens_of(&self.parsed.program, &self.parsed.tokens, kernel);
        let inside = |token: &&Token| token.span.start >= kernel.head.end && token.span.end <= kernel.end.end;
        // A kernel of a macro has no lines of its own.
        let plain = tokens.iter().all(|token| token.span == token.text);
        let open = tokens.iter().position(|token| self.word(token) == "{").unwrap_or(tokens.len());
        let body: Vec<Token> = tokens[open..].iter().filter(|token| !plain || inside(token)).copied().collect();
        let Some(first) = body.first() else { return String::new() };
        let file = &self.files().0[first.span.file as usize];
        let line_of = |token: &Token| 1 + file.text[..token.span.start as usize].matches('\n').count();
        let mut line = line_of(first);
        let mut text = super::line(line, &file.name);
        let singles = tokens.iter().all(|token| !self.parsed.on_cpu.doubles.contains(self.word(token)));
        let mut at = 0;
        while at < body.len() {
            let token = &body[at];
            // Most tokens stand on the line of the one before.
            if token.starts_line && plain {
                let own = line_of(token);
                text.extend(std::iter::repeat_n('\n', own.saturating_sub(line)));
                line = own;
            }
            let (written, used) = self.cpu_token(&body[at..], singles);
            text += &written;
            text.push(' ');
            at += used;
        }
        text.push('\n');
        text
    }

    /// Writes the token that comes first in C++. Returns how many tokens this replaces.
    fn cpu_token(&self, rest: &[Token], singles: bool) -> (String, usize) {
        let word = |at: usize| rest.get(at).map_or("", |token| self.word(token));
        let own = word(0);
        let kernels = self.parsed.on_cpu.kernels.iter().chain(&self.parsed.on_cpu.called);
        match own {
            "." if is_swizzle(word(1)) => {
                // `v.xy += ..`
                let assigned = ["=", "+=", "-=", "*=", "/="].contains(&word(2));
                let member = if assigned { "swizzled" } else { "swizzle" };
                let letters = word(1).chars().filter_map(|letter| "xyzw".find(letter));
                let letters: Vec<String> = letters.map(|letter| letter.to_string()).collect();
                (format!(".{member}<{}>()", letters.join(", ")), 2)
            }
            "indexof" if word(1) == "(" && word(3) == ")" => (format!("brook_index_{}", word(2)), 4),
            "indexof" => (format!("brook_index_{}", word(1)), 2),
            "instance" if word(1) == "(" && word(2) == ")" => ("brook_instance".into(), 3),
            "discard" => ("{ brook_kept = false; return; }".into(), 1),
            _ if word(1) == "(" && kernels.into_iter().any(|kernel| kernel.name.text == own) => {
                (format!("brook_cpu_{own}"), 1)
            }
            _ if singles && matches!(rest[0].kind, TokenKind::Float(_)) && !own.ends_with(['f', 'F']) => {
                (format!("{own}f"), 1)
            }
            _ => (own.to_owned(), 1),
        }
    }

    fn word(&self, token: &Token) -> &str {
        self.files().text(token.text)
    }
}

/// Writes the head of the function by which kernels on the CPU call a kernel.
fn cpu_head(kernel: &KernelItem) -> String {
    let (mut types, mut parameters) = (Vec::new(), Vec::new());
    for (number, parameter) in kernel.parameters.iter().enumerate() {
        let (name, ty) = (&parameter.name.text, cpp(&parameter.ty.text));
        parameters.push(match Passing::of(parameter) {
            _ if parameter.brackets > 0 => {
                types.push(format!("class Brook{number}"));
                format!("Brook{number} &{name}")
            }
            Passing::Accumulator => format!("{ty} &{name}"),
            _ if is_out(parameter) => format!("{ty} &{name}"),
            _ => format!("{ty} {name}"),
        });
    }
    types.push("class... Brook".into());
    let (name, result) = (&kernel.name.text, cpp(&kernel.result.text));
    format!("template <{}> static {result} brook_cpu_{name}({})", types.join(", "), parameters.join(", "))
}

fn is_out(parameter: &ParameterItem) -> bool {
    parameter.qualifiers.iter().any(|qualifier| qualifier.text == "out")
}

fn is_swizzle(word: &str) -> bool {
    (2..=4).contains(&word.len()) && word.chars().all(|letter| "xyzw".contains(letter))
}
