//! Checks parameters, whose values are known before a kernel runs, and reports errors of a kernel that depend on these values.

use super::definite_assignment::Places;
use super::{Checker, Global, one};
use crate::ir::interpret::Value;
use crate::ir::passes::Known;
use crate::ir::passes::parameters::{Origin, SpecializeError, Specialized};
use crate::ir::template::TemplateParameter;
use crate::ir::{LocalId, Type};
use crate::kernel::ast::{PortItem, PortRole};
use crate::syntax::{Code, Diagnostic};

impl Checker<'_> {
    pub(super) fn declare_parameter(&mut self, item: &PortItem, ty: Type) -> Global {
        let (name, span) = (item.name.text.clone(), item.name.span);
        self.parameters.push(TemplateParameter { name, ty, span });
        Global::Parameter(self.parameters.len() - 1)
    }

    /// Returns the value of each parameter: the one from the kernel's source, or else the declared one. Returns `None` if a parameter
    /// has no valid value.
    pub(super) fn parameter_values(&mut self) -> Option<Vec<Value>> {
        let text = self.text;
        let items = text.ports.iter().filter(|item| item.role == PortRole::Parameter);
        let items: Vec<&PortItem> = items.collect();
        let mut values = Vec::new();
        for number in 0..self.parameters.len() {
            let TemplateParameter { name, ty, span, .. } = self.parameters[number].clone();
            let item = items.iter().find(|item| item.name.span == span);
            let declared = item.and_then(|item| item.value.as_ref());
            let given = self.unit.values.iter().find(|(given, _)| **given == *name).map(|(_, value)| value.0);
            values.push(match (given, declared) {
                (Some(given), _) => self.converted_value(&name, ty, given, span),
                (None, Some(declared)) => self.declared_value(&name, ty, declared),
                (None, None) => {
                    let title = format!("parameter `{name}` has no value");
                    let help = format!("give it one when the kernel is compiled, or declare one: `{name} = 1`");
                    self.report(Diagnostic::error(Code::K0212, span, title).help(help));
                    None
                }
            });
        }
        self.refuse_unknown_parameters();
        values.into_iter().collect()
    }

    fn converted_value(
        &mut self,
        name: &str,
        ty: Type,
        given: crate::value::Value,
        span: crate::syntax::Span,
    ) -> Option<Value> {
        if let Some(value) = ty.value_of(given) {
            return Some(Value::of_constant(ty, value));
        }
        let title = format!("parameter `{name}` is {}, and is given {given}", one(ty));
        self.report(Diagnostic::error(Code::K0212, span, title));
        None
    }

    fn declared_value(&mut self, name: &str, ty: Type, declared: &crate::syntax::ast::Expr) -> Option<Value> {
        let mut body = super::Body::new(None);
        let value = self.value(&mut body, declared).ok()?;
        let value = self.coerce(value, ty, &format!("`{name}` is {}", one(ty))).ok()?;
        let known = Known::default().value(&value).filter(|_| body.out.is_empty());
        if known.is_none() {
            let title = format!("the value of parameter `{name}` is not made of numbers alone");
            self.report(Diagnostic::error(Code::K0212, declared.span, title));
        }
        known
    }

    /// Reports values and bodies for parameters that the kernel does not have.
    fn refuse_unknown_parameters(&mut self) {
        if self.text.broken {
            return;
        }
        let text = self.text;
        let values = text.ports.iter().filter(|item| item.role == PortRole::Parameter);
        let values: Vec<&str> = values.map(|item| item.name.text.as_str()).collect();
        let functions = text.functions.iter().filter(|item| item.parameter);
        let functions: Vec<&str> = functions.map(|item| item.name.text.as_str()).collect();
        for (name, _) in self.unit.values.iter().filter(|(name, _)| !values.contains(&&**name)) {
            self.refuse_unknown(name, "a value", &values, &format!("parameter index {name};", name = &**name));
        }
        for (name, _) in self.unit.bodies.iter().filter(|(name, _)| !functions.contains(&&**name)) {
            self.refuse_unknown(name, "a body", &functions, &format!("parameter float {}(float a);", &**name));
        }
    }

    fn refuse_unknown(&mut self, name: &str, given: &str, known: &[&str], declaration: &str) {
        let help = match known.is_empty() {
            true => format!("declare it: `{declaration}`"),
            false => format!("its parameters: {}", known.join(", ")),
        };
        let title = format!("this kernel has no parameter `{name}`, which is given {given}");
        self.report(Diagnostic::error(Code::K0212, Default::default(), title).help(help));
    }
}

/// Returns the places of the variables of a specialized kernel's functions.
pub(super) fn places_of(specialized: &Specialized, places: &[Places]) -> Vec<Places> {
    let of = |origin: &Origin| {
        let from = &places[origin.function];
        let mut made = Places { end: from.end, ..Places::default() };
        for (number, local) in origin.locals.iter().enumerate() {
            let new = LocalId(number);
            made.declared.extend(from.declared.get(local).map(|span| (new, *span)));
            made.passed.extend(from.passed.get(local).map(|span| (new, *span)));
        }
        made
    };
    specialized.origins.iter().map(of).collect()
}

/// Returns the error of a kernel that cannot be specialized for the values of its parameters.
pub(super) fn diagnostic(error: &SpecializeError) -> Diagnostic {
    match error {
        SpecializeError::Length { name, length, max, span } => {
            let length = length.map_or("unknown".to_owned(), |length| length.to_string());
            let title = format!("the length of `{name}` is {length}, and not from 0 to {max}");
            Diagnostic::error(Code::K0213, *span, title)
        }
        SpecializeError::NoOutput { name, span } => {
            let title = "this kernel has no output: all are arrays of no items";
            let help = format!("give `{name}`, or another output, at least one item");
            Diagnostic::error(Code::K0124, *span, title).help(help)
        }
        SpecializeError::UnknownItem { name, span } => {
            let title = format!("the index of this item of `{name}` is not known before the kernel runs");
            let help = "an index of an array may use only numbers, parameters, and counters of loops whose bounds use only these";
            Diagnostic::error(Code::K0213, *span, title).help(help)
        }
        SpecializeError::NoItem { name, item, length, span } => {
            let title = format!("`{name}` has no item {item}");
            let help = match length {
                0 => "it has no items".to_owned(),
                _ => format!("its {length} items are numbered from 0 to {}", length - 1),
            };
            Diagnostic::error(Code::K0213, *span, title).help(help)
        }
        SpecializeError::PassedTwice { name, item, span } => {
            let title = format!("`{name}[{item}]` is passed for two arguments that this call writes");
            Diagnostic::error(Code::K0213, *span, title)
        }
        SpecializeError::UnknownEnd { span } => {
            let title = "the bounds of this loop are not known before the kernel runs";
            let help = "it counts items of an array and is unrolled: its bounds may use only numbers and parameters";
            Diagnostic::error(Code::K0214, *span, title).help(help)
        }
        SpecializeError::LeftByData { span } => {
            let title = "a condition on data cannot leave a loop over items of an array";
            let help = "it is unrolled: test the condition in each iteration, in an `if` around its statements";
            Diagnostic::error(Code::K0214, *span, title).help(help)
        }
        SpecializeError::TooLong { max, span } => {
            let title = format!("this kernel has more than {max} statements once its loops over items are unrolled");
            Diagnostic::error(Code::K0214, *span, title)
        }
    }
}
