//! Calls: of kernels, of the language's functions, of types that make vectors.

use super::convert::{Value, as_floats, fitted};
use super::function::{Body, Instance};
use super::{Checked, Checker, Failed};
use crate::brook::ast::{self, Name};
use crate::brook::diagnostics::Diagnostic;
use crate::brook::intrinsics::{Intrinsic, Rule};
use crate::brook::ir::{Expr, ExprKind, LocalId, Part, Passed, Role, Stmt};
use crate::brook::parse::is_float_type;
use crate::brook::source::Span;
use crate::brook::types::{Plain, Type};
use crate::error::nearest;
use crate::texel::Components;

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

impl Checker<'_> {
    pub(super) fn call(&mut self, body: &mut Body, name: &Name, arguments: &[ast::Expr], span: Span) -> Checked<Value> {
        let word = name.text.as_str();
        if let Some(&kernel) = self.by_name.get(word) {
            return self.call_kernel(body, kernel, name, arguments, span);
        }
        if is_float_type(word) || word == "float1" {
            let count = word.strip_prefix("float").and_then(|n| n.parse().ok()).unwrap_or(1);
            if arguments.is_empty() {
                let title = format!("`{word}()` has no value");
                return self.fail(Diagnostic::error("B0328", span, title).help(format!("a zero is `{word}(0.0)`")));
            }
            return Ok(Value::Plain(self.vector(body, arguments, count, span, false)?));
        }
        // `typedef float4 Hit;`, and `Hit(a, b, c, d)`.
        if let Some(Type::Float(components)) = self.types.alias(name) {
            return Ok(Value::Plain(self.vector(body, arguments, components.count(), span, false)?));
        }
        match (word, arguments) {
            ("int", [one]) => {
                let value = self.value(body, one)?;
                let mut fields = self.coerce(value, Type::Int, "this cast", one.span)?;
                return Ok(Value::Plain(fields.pop().ok_or(Failed)?));
            }
            ("modf" | "frexp", [of, out]) => return self.parted(body, word, of, out, span),
            ("sincos", [of, sine, cosine]) => {
                let value = self.plain(body, of)?;
                let value = body.keep(as_floats(value), "angle");
                for (function, place) in [(Intrinsic::Sin, sine), (Intrinsic::Cos, cosine)] {
                    let result = Expr { ty: value.ty, kind: ExprKind::Intrinsic(function, vec![value.clone()]), span };
                    self.give(body, place, result)?;
                }
                return Ok(Value::Nothing);
            }
            ("modf" | "frexp" | "sincos", _) => {
                let takes = if word == "sincos" { 3 } else { 2 };
                return self.wrong_count(name, takes, arguments.len(), None);
            }
            ("push", _) => {
                let title = "`push` stands alone, it gives nothing";
                return self.fail(Diagnostic::error("B0313", span, title).help("write `push(v);`"));
            }
            _ => {}
        }
        match Intrinsic::find(word) {
            Some((intrinsic, takes, rule)) => self.intrinsic(body, (name, intrinsic, takes, rule), arguments, span),
            None => self.unknown_function(body, name),
        }
    }

    fn wrong_count<T>(&mut self, name: &Name, takes: usize, got: usize, at: Option<Span>) -> Checked<T> {
        let title = format!("`{}` takes {takes} argument{}, not {got}", name.text, plural(takes));
        let finding = Diagnostic::error("B0603", name.span, title);
        self.fail(match at {
            Some(at) => finding.other(at, "declared here"),
            None => finding,
        })
    }

    fn unknown_function<T>(&mut self, body: &Body, name: &Name) -> Checked<T> {
        let word = name.text.as_str();
        let finding = Diagnostic::error("B0604", name.span, format!("there is no function `{word}`"));
        let same = |meant: &str| format!("it is called `{meant}` here");
        let finding = match word {
            "mix" => finding.help(same("lerp")),
            "fract" => finding.help(same("frac")),
            "inversesqrt" => finding.help(same("rsqrt")),
            "mod" => finding.help("the remainder is `fmod`, with the sign of the first argument"),
            "sqrtf" | "sinf" | "cosf" | "expf" | "logf" | "powf" | "fabsf" | "floorf" | "ceilf" | "fmodf" => {
                finding.help(same(&word[..word.len() - 1]))
            }
            "tex1D" | "tex2D" | "tex3D" | "texture2D" | "texRECT" => {
                finding.help("streams are read as gathers: `a[i]`")
            }
            "vec2" | "vec3" | "vec4" => finding.help(same(&word.replace("vec", "float"))),
            "ddx" | "ddy" => finding.help("elements know nothing of their neighbours: gather them"),
            "rand" | "random" | "drand48" | "noise" => finding.help("random numbers come in as a stream"),
            "printf" | "kprintf" | "fprintf" => {
                finding.help("kernels cannot print: what you want to see can be an output of its own")
            }
            "assert" | "malloc" | "free" | "exit" => finding.help("only the host can do that"),
            "instance" => {
                finding.help("the place of this element is `indexof(result)`, of an output: a float4, `.x` fastest")
            }
            "pack_4ubyte" | "unpack_4ubyte" | "pack_2half" | "unpack_2half" => {
                finding.help("bits of a float cannot be had: keep the four numbers in a float4")
            }
            "mul" => finding.help("there are no matrices: a row times a vector is `dot(row, v)`"),
            _ if word.contains(|c: char| c.is_ascii_uppercase()) && Intrinsic::find(&word.to_lowercase()).is_some() => {
                finding.help(format!("did you mean `{}`?", word.to_lowercase()))
            }
            _ if body.find(word).is_some() => {
                let variable = body.find(word).map_or(name.span, |variable| variable.span);
                finding.other(variable, "a variable").help("an element of a gather is `a[i]`")
            }
            _ => match self.program.host.iter().find(|host| host.text == word) {
                Some(host) => finding
                    .other(host.span, "a function of the host")
                    .help(format!("make it a kernel, to call it from kernels: `kernel float {word}(..)`")),
                None if self.program.declared.iter().any(|declared| declared.text == word) => {
                    let declared = self.program.declared.iter().find(|declared| declared.text == word);
                    let title = format!("`{word}` is only declared here, and written in another file");
                    let finding = Diagnostic { title, ..finding };
                    let finding = declared.map_or(finding.clone(), |name| finding.other(name.span, "declared here"));
                    finding.help("kernels call kernels of one file: put it into this one, or `#include` its file")
                }
                None => {
                    let intrinsics = Intrinsic::TABLE.iter().map(|(known, ..)| *known);
                    let known = intrinsics.chain(["modf", "frexp", "sincos"]).chain(self.by_name.keys().copied());
                    match nearest(word, known) {
                        Some(best) => finding.help(format!("did you mean `{best}`?")),
                        None => finding.help("kernels call kernels of this file, and the functions of the language"),
                    }
                }
            },
        };
        self.fail(finding)
    }

    fn intrinsic(
        &mut self,
        body: &mut Body,
        (name, intrinsic, takes, rule): (&Name, Intrinsic, usize, Rule),
        arguments: &[ast::Expr],
        span: Span,
    ) -> Checked<Value> {
        if arguments.len() != takes {
            return self.wrong_count(name, takes, arguments.len(), None);
        }
        let refused =
            |record: &str| ("B0605", format!("`{}` takes numbers and vectors, not a struct `{record}`", name.text));
        let given = self.floats(body, arguments, &refused)?;
        if rule == Rule::Cross {
            let three = Plain::Float(Components::Three);
            if let Some(short) = given.iter().position(|value| value.ty.count() < 3) {
                let title = format!("`cross` takes two `float3`s, and this is a `{}`", given[short].ty.brook());
                return self.fail(Diagnostic::error("B0605", given[short].span, title));
            }
            let given = given.into_iter().map(|value| fitted(value, three)).collect();
            return Ok(Value::Plain(Expr { kind: ExprKind::Intrinsic(intrinsic, given), ty: three, span }));
        }
        // All in one type: numbers spread, the shortest vector decides.
        let vectors = given.iter().map(|value| value.ty.count()).filter(|&count| count > 1);
        let ty = Expr::floats(vectors.min().unwrap_or(1));
        let given: Vec<Expr> = given.into_iter().map(|value| fitted(value, ty)).collect();
        let ty = if rule == Rule::ToFloat { Plain::FLOAT } else { ty };
        Ok(Value::Plain(Expr { kind: ExprKind::Intrinsic(intrinsic, given), ty, span }))
    }

    /// `modf(x, out whole)` and `frexp(x, out exponent)`.
    fn parted(&mut self, body: &mut Body, word: &str, of: &ast::Expr, out: &ast::Expr, span: Span) -> Checked<Value> {
        let value = self.plain(body, of)?;
        let value = body.keep(as_floats(value), "value");
        let ty = value.ty;
        let apply =
            |function, value: &Expr| Expr { kind: ExprKind::Intrinsic(function, vec![value.clone()]), ty, span };
        let (given, result) = if word == "modf" {
            let whole = apply(Intrinsic::Trunc, &value);
            let rest = self.binary(crate::brook::ir::Binary::Subtract, value, whole.clone(), span)?;
            (whole, rest)
        } else {
            (apply(Intrinsic::FrexpExponent, &value), apply(Intrinsic::FrexpFraction, &value))
        };
        // What is returned is known before the place changes.
        let result = body.keep(result, "part");
        self.give(body, out, given)?;
        Ok(Value::Plain(result))
    }

    /// Assigns to an argument.
    fn give(&mut self, body: &mut Body, to: &ast::Expr, value: Expr) -> Checked<()> {
        let place = self.place(body, to, false)?;
        let fields = self.coerce(Value::Plain(value), place.ty, "this argument", to.span)?;
        self.store(body, &place, fields);
        Ok(())
    }

    fn call_kernel(
        &mut self,
        body: &mut Body,
        kernel: usize,
        name: &Name,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Checked<Value> {
        let declared = self.program.kernels[kernel].name.span;
        let Some(signature) = self.signatures[kernel].clone() else {
            // What is wrong with it has been said; what is wrong here is said all the same.
            for argument in arguments {
                let _ = self.value(body, argument);
            }
            return Err(Failed);
        };
        if arguments.len() != signature.parameters.len() {
            return self.wrong_count(name, signature.parameters.len(), arguments.len(), Some(declared));
        }
        if let Some(parameter) = signature.parameters.iter().find(|p| matches!(p.role, Role::Variable { .. })) {
            let title = format!("kernel `{}` pushes to `{}`: only the host can call it", name.text, parameter.name);
            let help = "let a kernel return the value, and push it where it is called";
            return self
                .fail(Diagnostic::error("B0314", name.span, title).other(parameter.span, "a `vout`").help(help));
        }
        let mut gathers = Vec::new();
        for (parameter, argument) in signature.parameters.iter().zip(arguments) {
            if parameter.role.is_gather() {
                gathers.push(self.gather_argument(body, parameter, argument)?);
            }
        }
        let made = self.instance(Instance { kernel, gathers }, span)?;
        let mut passed: Vec<Passed> = Vec::new();
        // What is copied out, where it is no variable of the very type: a temporary, and the place.
        let mut copies: Vec<(super::place::Lvalue, Vec<LocalId>, Type)> = Vec::new();
        let inputs: Vec<&ast::Expr> = signature
            .parameters
            .iter()
            .zip(arguments)
            .filter(|(p, _)| !p.role.is_gather() && !matches!(p.role, Role::Output | Role::Accumulator))
            .map(|(_, argument)| argument)
            .collect();
        let mut given = self.values(body, &inputs)?.into_iter();
        let mut taken: Vec<LocalId> = Vec::new();
        let mut fine = Ok(());
        for (parameter, argument) in signature.parameters.iter().zip(arguments) {
            let whereto = format!("parameter `{}`", parameter.name);
            match parameter.role {
                Role::Gather { .. } => {}
                Role::Output | Role::Accumulator => {
                    let both = parameter.role == Role::Accumulator;
                    let Ok(place) = self.place(body, argument, both) else {
                        fine = Err(Failed);
                        continue;
                    };
                    let straight = place.ty == parameter.ty && matches!(place.part, Part::Whole);
                    // What is copied back later goes by the order of the arguments.
                    let waits = |local: &LocalId| copies.iter().any(|(place, ..)| place.locals.contains(local));
                    let own = place.locals.iter().any(|local| taken.contains(local) || waits(local));
                    if straight && !own {
                        taken.extend(&place.locals);
                        passed.extend(place.locals.iter().map(|&local| Passed::Local(local)));
                        continue;
                    }
                    let fields = self.types.records.fields(parameter.ty);
                    let locals: Vec<LocalId> =
                        fields.iter().map(|field| body.local(&parameter.name, field.ty)).collect();
                    let start = match both {
                        true => {
                            let value = self.read(body, &place);
                            match self.coerce(value, parameter.ty, &whereto, argument.span) {
                                Ok(fields) => fields.into_iter().map(Some).collect(),
                                Err(failed) => {
                                    fine = Err(failed);
                                    continue;
                                }
                            }
                        }
                        false => vec![None; locals.len()],
                    };
                    for (&local, value) in locals.iter().zip(start) {
                        body.out.push(Stmt::Declare { local, value });
                    }
                    passed.extend(locals.iter().map(|&local| Passed::Local(local)));
                    copies.push((place, locals, parameter.ty));
                }
                _ => {
                    let value = given.next().ok_or(Failed)?;
                    match self.coerce(value, parameter.ty, &whereto, argument.span) {
                        Ok(fields) => passed.extend(fields.into_iter().map(Passed::Value)),
                        Err(failed) => fine = Err(failed),
                    }
                }
            }
        }
        fine?;
        let result_fields = signature.result.map(|ty| self.types.records.fields(ty)).unwrap_or_default();
        let mut result_locals = Vec::new();
        if let Some(Type::Record(_)) = signature.result {
            for field in &result_fields {
                let local = body.local(&field.of(&name.text), field.ty);
                body.out.push(Stmt::Declare { local, value: None });
                passed.push(Passed::Local(local));
                result_locals.push(local);
            }
        }
        for &parameter in &made.indexed {
            let place = self.place_passed(body, &signature.parameters[parameter].name, &arguments[parameter], name)?;
            passed.push(Passed::Value(place));
        }
        if made.discards {
            let local = body.local("discarded", Plain::Int);
            body.out.push(Stmt::Declare { local, value: None });
            passed.push(Passed::Local(local));
            result_locals.insert(0, local);
        }
        let plain = signature.result.and_then(Type::plain);
        let pure = passed.iter().all(|passed| matches!(passed, Passed::Value(_)));
        if let (true, Some(ty)) = (pure, plain) {
            let values = passed.into_iter().filter_map(|passed| match passed {
                Passed::Value(value) => Some(value),
                Passed::Local(_) => None,
            });
            let kind = ExprKind::Call(made.function, values.collect());
            return Ok(Value::Plain(Expr { kind, ty, span }));
        }
        let result = plain.map(|ty| {
            let local = body.local(&name.text, ty);
            body.out.push(Stmt::Declare { local, value: None });
            local
        });
        body.out.push(Stmt::Call { function: made.function, arguments: passed, result });
        if made.discards {
            let flag = body.variable(result_locals.remove(0), span);
            let (then, ()) = body.block(|body| self.discard(body, span));
            body.out.push(Stmt::If { condition: flag, then, otherwise: Vec::new() });
        }
        for (place, locals, ty) in copies {
            let value = match ty {
                Type::Record(id) => Value::Record(id, body.variables(&locals, place.span)),
                _ => Value::Plain(body.variable(locals[0], place.span)),
            };
            let fields = self.coerce(value, place.ty, "what the call writes to", place.span)?;
            self.store(body, &place, fields);
        }
        Ok(match (signature.result, result) {
            (Some(Type::Record(id)), _) => Value::Record(id, body.variables(&result_locals, span)),
            (_, Some(local)) => Value::Plain(body.variable(local, span)),
            _ => Value::Nothing,
        })
    }

    /// Which of the kernel's gathers is passed.
    fn gather_argument(
        &mut self,
        body: &mut Body,
        parameter: &crate::brook::ir::Parameter,
        argument: &ast::Expr,
    ) -> Checked<usize> {
        let help = format!("pass a gather of this kernel by its name: it is declared `{}[]`", parameter.name);
        let ast::ExprKind::Name(name) = &argument.kind else {
            let title = format!("parameter `{}` is a gather, and this is a value", parameter.name);
            let finding = Diagnostic::error("B0606", argument.span, title).other(parameter.span, "the parameter");
            return self.fail(finding.help(help));
        };
        let Some(variable) = body.find(name).cloned() else { return self.unknown(body, name, argument.span) };
        if variable.poisoned {
            return Err(Failed);
        }
        variable.used.set(true);
        if !variable.role.is_some_and(|role| role.is_gather()) {
            let what = variable.role.map_or("a variable".into(), |role| role.one());
            let title = format!("parameter `{}` is a gather, and `{name}` is no gather but {what}", parameter.name);
            let finding = Diagnostic::error("B0606", argument.span, title).other(parameter.span, "the parameter");
            return self.fail(finding.help(help));
        }
        if variable.ty != parameter.ty {
            let (wants, got) = (self.type_name(parameter.ty), self.type_name(variable.ty));
            let title = format!("parameter `{}` is a gather of `{wants}`, and `{name}` one of `{got}`", parameter.name);
            return self.fail(Diagnostic::error("B0606", argument.span, title).other(parameter.span, "the parameter"));
        }
        Ok(variable.gather)
    }

    /// The place of what is passed to a kernel that asks for its `indexof`.
    fn place_passed(&mut self, body: &mut Body, parameter: &str, argument: &ast::Expr, call: &Name) -> Checked<Expr> {
        let ty = Plain::Float(Components::Four);
        let found = match &argument.kind {
            ast::ExprKind::Name(name) => body.find(name).cloned().map(|variable| (name, variable)),
            _ => None,
        };
        if let Some((name, variable)) = found
            && let Some(role) = variable.role
            && !role.is_gather()
            && !matches!(role, Role::Variable { .. })
            && (!body.entry || role != Role::Constant)
        {
            let kind = match body.entry {
                true => ExprKind::IndexOf(variable.number),
                false => ExprKind::Local(body.index_of(variable.number, name)),
            };
            return Ok(Expr { kind, ty, span: argument.span });
        }
        let title = format!("`{}` asks for the `indexof` of `{parameter}`, and this has no place", call.text);
        let help = "pass one of this kernel's own streams or outputs";
        self.fail(Diagnostic::error("B0607", argument.span, title).help(help))
    }
}
