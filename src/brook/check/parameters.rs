//! Checks the signatures of kernels: their parameters, the roles of these, and their results.
#![allow(clippy::result_large_err, reason = "an error is found once, and reported")]

use super::Checker;
use super::type_error::TypeError;
use crate::brook::ast::{KernelItem, ParameterItem};
use crate::brook::types::{Field, Plain, Scalar, Type};
use crate::ir::{Parameter, Role};
use crate::syntax::{Code, Diagnostic, Span, Subject};

/// The maximum number of parameters of a kernel.
pub(crate) const MAX_PARAMETERS: usize = 128;

/// The maximum number of fields of all parameters of a kernel. Each field is a stream or constant of its own, and each field of an
/// output may need a pass.
pub(crate) const MAX_SLOTS: usize = 1024;

/// The checked parameters and result of a kernel.
#[derive(Clone, Debug)]
pub(crate) struct Signature {
    pub reduction: bool,
    pub parameters: Vec<Parameter>,
    pub result: Option<Type>,
}

impl Checker<'_> {
    /// Checks the signature of a kernel, and returns it if it has no errors.
    pub(super) fn signature(&mut self, item: &KernelItem) -> Option<Signature> {
        let name = &item.name.text;
        let mut fine = true;
        let mut refuse = |this: &mut Self, diagnostic: Diagnostic| {
            this.report(diagnostic);
            fine = false;
        };
        if item.parameters.len() > MAX_PARAMETERS {
            let count = item.parameters.len();
            let title = format!("kernel `{name}` has {count} parameters: the maximum is {MAX_PARAMETERS}");
            refuse(self, Diagnostic::error(Code::B0402, item.name.span, title));
            return None;
        }
        let mut parameters: Vec<Parameter> = Vec::new();
        for parameter in &item.parameters {
            match self.parameter(parameter) {
                Ok(checked) => {
                    if let Some(first) = parameters.iter().find(|first| first.name == checked.name) {
                        let title = format!("there are two parameters `{}`", checked.name);
                        let diagnostic =
                            Diagnostic::error(Code::B0403, checked.span, title).other(first.span, "the first");
                        refuse(self, diagnostic);
                    }
                    parameters.push(checked);
                }
                Err(diagnostic) => refuse(self, diagnostic),
            }
        }
        let slots: usize = parameters.iter().map(|parameter| parameter.fields.len()).sum();
        if slots > MAX_SLOTS {
            let title = format!("the parameters of kernel `{name}` have {slots} fields: the maximum is {MAX_SLOTS}");
            refuse(self, Diagnostic::error(Code::B0418, item.name.span, title));
        }
        let result = match item.result.text.as_str() {
            "void" => None,
            "" => {
                let title = format!("`{name}` has no type of result");
                let help = format!("write `kernel void {name}(..)`");
                refuse(self, Diagnostic::error(Code::B0404, item.result.span, title).help(help));
                None
            }
            _ => match self.types.find(&item.result) {
                Ok(ty) => Some(ty),
                Err(error) => {
                    refuse(self, error.diagnostic());
                    None
                }
            },
        };
        if !fine || item.broken {
            return None;
        }
        let reduction = item.reduction || parameters.iter().any(|parameter| parameter.role == Role::Accumulator);
        let diagnostic = match reduction {
            true => self.reduction(item, &parameters),
            false => outputs(item, &parameters, result),
        };
        if let Some(diagnostic) = diagnostic {
            self.report(diagnostic);
            return None;
        }
        Some(Signature { reduction, parameters, result })
    }

    /// Returns the error in the signature of a reduction, if there is one.
    fn reduction(&mut self, item: &KernelItem, parameters: &[Parameter]) -> Option<Diagnostic> {
        let name = &item.name.text;
        let find = |role: fn(&Role) -> bool| parameters.iter().filter(|p| role(&p.role)).collect::<Vec<_>>();
        let accumulators = find(|role| *role == Role::Accumulator);
        let streams = find(|role| role.is_stream());
        let outputs = find(Role::is_output);
        let form = format!("`reduce void {name}(float a<>, reduce float r<>)`");
        if let Some(output) = outputs.first() {
            let title = format!(
                "reduction `{name}` has {}",
                if let Role::Variable { .. } = output.role { "a `vout`" } else { "an `out`" }
            );
            let help = format!("its result is what it accumulates: {form}");
            return Some(Diagnostic::error(Code::B0407, output.span, title).help(help));
        }
        let Some(accumulator) = accumulators.first() else {
            let title = format!("reduction `{name}` has no accumulator");
            return Some(
                Diagnostic::error(Code::B0408, item.name.span, title)
                    .help(format!("one parameter is `reduce`: {form}")),
            );
        };
        if let Some(second) = accumulators.get(1) {
            let title = format!("reduction `{name}` has {} accumulators: the maximum is 1", accumulators.len());
            return Some(Diagnostic::error(Code::B0408, second.span, title).other(accumulator.span, "the first"));
        }
        let Some(stream) = streams.first() else {
            let title = format!("reduction `{name}` has no input stream to reduce");
            return Some(
                Diagnostic::error(Code::B0409, item.name.span, title)
                    .help(format!("one parameter is a stream: {form}")),
            );
        };
        if let Some(second) = streams.get(1) {
            let title = format!("reduction `{name}` has {} input streams: the maximum is 1", streams.len());
            let help = "join them first with a kernel; gathers and constants may be further parameters";
            return Some(Diagnostic::error(Code::B0409, second.span, title).other(stream.span, "the first").help(help));
        }
        if stream.ty != accumulator.ty {
            let (of, into) = (self.type_name(stream.ty), self.type_name(accumulator.ty));
            let title = format!("reduction `{name}` takes `{of}` and accumulates `{into}`: both must be of one type");
            let help = "the accumulator starts as the first element; convert the elements first with a kernel";
            return Some(
                Diagnostic::error(Code::B0410, accumulator.span, title)
                    .other(stream.span, format!("`{of}`"))
                    .help(help),
            );
        }
        None
    }

    fn parameter(&mut self, item: &ParameterItem) -> Result<Parameter, Diagnostic> {
        let name = &item.name.text;
        let is_stream = item.angles.is_some() || item.brackets > 0;
        let ty = self.types.find(&item.ty).map_err(|error| match error {
            // Name the type as it is written, with all its words.
            TypeError::Unsupported { name, instead } if is_stream => no_streams(&item.ty.text, name.span).help(instead),
            _ => error.diagnostic(),
        })?;
        check_qualifiers(item)?;
        let role = self.role(item, ty)?;
        let mut fields = self.types.records.fields(ty);
        if let Role::Scatter { .. } = role {
            fields.push(Field { path: "index".into(), ty: Plain::floats(4), scalar: Scalar::Float });
        }
        Ok(Parameter { name: name.clone(), span: item.name.span, ty, role, fields })
    }

    /// Returns the role that a parameter's qualifiers and brackets give it.
    fn role(&self, item: &ParameterItem, ty: Type) -> Result<Role, Diagnostic> {
        let name = &item.name.text;
        let has = |word: &str| item.qualifiers.iter().any(|qualifier| qualifier.text == word);
        let no_gather = |title: String, help: &str| match item.brackets {
            0 => Ok(()),
            _ => Err(Diagnostic::error(Code::B0414, item.span, title).help(help)),
        };
        if has("out") {
            return match (item.brackets, ty) {
                (0, _) => Ok(Role::Output),
                (_, Type::Record(_)) => {
                    let title = format!("scatter output `{name}` is of a struct: it has numbers or vectors");
                    let help =
                        "write the fields with kernels of their own, each with an output such as `out float a[]`";
                    Err(Diagnostic::error(Code::B0414, item.span, title).help(help))
                }
                (brackets @ 1..=4, _) => Ok(Role::Scatter { brackets }),
                (more, _) => {
                    let title = format!("scatter output `{name}` has {more} dimensions: the maximum is 4");
                    Err(Diagnostic::error(Code::B0417, item.span, title))
                }
            };
        }
        if has("vout") {
            no_gather(format!("variable output `{name}` cannot be a gather"), "write `vout[] float a<>`")?;
            return match item.max {
                Some((Some(max), span)) if !(1..=1024).contains(&max) => {
                    let title = format!("`vout[{max}]` says how many an element may push at most: 1 to 1024");
                    Err(Diagnostic::error(Code::B0415, span, title))
                }
                Some((max, _)) => Ok(Role::Variable { max: max.map(|max| max as u32) }),
                None => Ok(Role::Variable { max: None }),
            };
        }
        if has("reduce") {
            no_gather(format!("accumulator `{name}` cannot be a gather"), "write `reduce float r<>`")?;
            return Ok(Role::Accumulator);
        }
        if has("iter") {
            no_gather(format!("iterator `{name}` cannot be a gather"), "write `iter float i<>`")?;
            if !matches!(ty, Type::Float(_)) {
                let title =
                    format!("iterator `{name}` is of type `{}`, and counts in `float` to `float4`", self.type_name(ty));
                return Err(Diagnostic::error(Code::B0416, item.ty.span, title));
            }
            return Ok(Role::Iterator);
        }
        match item.brackets {
            0 if item.angles.is_some() => Ok(Role::Stream),
            0 => Ok(Role::Constant),
            brackets @ 1..=4 => Ok(Role::Gather { brackets }),
            more => {
                let title = format!("gather `{name}` has {more} dimensions: the maximum is 4");
                Err(Diagnostic::error(Code::B0417, item.span, title))
            }
        }
    }
}

/// Returns the error in the outputs of a kernel that is no reduction, if there is one.
fn outputs(item: &KernelItem, parameters: &[Parameter], result: Option<Type>) -> Option<Diagnostic> {
    let name = &item.name.text;
    let with = |role: fn(&Role) -> bool| parameters.iter().filter(move |parameter| role(&parameter.role));
    let scatter = with(|role| matches!(role, Role::Scatter { .. })).next();
    if let Some(scatter) = scatter
        && let Some(other) = with(Role::is_output).find(|other| other.name != scatter.name)
    {
        let title = format!("kernel `{name}` has a scatter output, beside which there is no other output");
        let diagnostic = Diagnostic::error(Code::B0405, scatter.span, title).other(other.span, "the other output");
        return Some(diagnostic.help("make two kernels of it, with one of them each"));
    }
    let output = with(|role| *role == Role::Output).next();
    let variable = with(|role| matches!(role, Role::Variable { .. })).next();
    if let (Some(first), Some(second)) = (output, variable) {
        let title = format!("kernel `{name}` has an `out` and a `vout`, of which one kernel has only one kind");
        let help = "make two kernels of it: one that writes, one that pushes";
        return Some(Diagnostic::error(Code::B0405, second.span, title).other(first.span, "the `out`").help(help));
    }
    if with(Role::is_output).next().is_none() && result.is_none() {
        let title = format!("kernel `{name}` has no output");
        let help = "what it computes leaves it through a parameter: `out float result<>`";
        return Some(Diagnostic::error(Code::B0406, item.name.span, title).help(help));
    }
    None
}

/// Reports qualifiers and brackets that exclude each other.
fn check_qualifiers(item: &ParameterItem) -> Result<(), Diagnostic> {
    let name = &item.name.text;
    let has = |word: &str| item.qualifiers.iter().find(|qualifier| qualifier.text == word);
    let is_role = |word: &str| ["out", "iter", "reduce", "vout", "inout"].contains(&word);
    let roles: Vec<_> = item.qualifiers.iter().filter(|qualifier| is_role(&qualifier.text)).collect();
    if let Some(second) = roles.get(1) {
        let title = format!("parameter `{name}` is both `{}` and `{}`", roles[0].text, second.text);
        return Err(Diagnostic::error(Code::B0411, second.span, title).other(roles[0].span, "the first"));
    }
    if let (Some(constant), Some(role)) = (has("const"), roles.first())
        && role.text != "iter"
    {
        let title = format!("parameter `{name}` is both `const` and `{}`", role.text);
        let diagnostic = Diagnostic::error(Code::B0411, constant.span, title).other(role.span, "this is written");
        return Err(diagnostic.help("remove `const`"));
    }
    if let (Some(angles), true) = (item.angles, item.brackets > 0) {
        let title = format!("parameter `{name}` is both a stream, `<>`, and a gather, `[]`");
        return Err(Diagnostic::error(Code::B0412, angles, title).help("remove one of them"));
    }
    if let Some(inout) = has("inout") {
        let title = "a parameter is an input or an `out`, not both".to_owned();
        let help = format!("take it twice, and pass the stream for both: `float {name}<>, out float new_{name}<>`");
        return Err(Diagnostic::error(Code::B0413, inout.span, title).help(help));
    }
    Ok(())
}

/// Returns the error for streams of a type that is not supported.
fn no_streams(ty: &str, span: Span) -> Diagnostic {
    let of = format!("streams of `{ty}` are not supported yet");
    Diagnostic::error(Code::B0202, span, of.clone()).about(Subject::UnsupportedType(of))
}
