//! What is bound from outside to parameters whose type is open: structs for interfaces, and lengths of arrays.

use super::{Checked, Checker};
use crate::cg::types::Type;
use crate::syntax::{Code, Span};

impl Checker<'_> {
    /// Returns the type of a parameter with what is bound from outside: a struct for an interface, and lengths of arrays.
    pub(super) fn bound(&mut self, ty: &Type, name: &str, span: Span) -> Checked<Type> {
        let is_open = match ty {
            Type::Unsized(_) => true,
            Type::Struct(number) => self.structure(*number).is_interface,
            Type::Array(of, count) => {
                let of = self.bound(of, name, span)?;
                return Ok(Type::Array(of.into(), *count));
            }
            _ => false,
        };
        if !is_open {
            return Ok(ty.clone());
        }
        let Some((_, text)) = self.options.bound.iter().find(|(own, _)| own == name).cloned() else {
            let title = format!("`{name}` is a `{}`, for which something has to be bound", self.type_name(ty));
            let help = match ty {
                Type::Unsized(of) => match &**of {
                    Type::Struct(number) if self.structure(*number).is_interface => {
                        let first = self.implementations(of);
                        let first = first.split(' ').next().unwrap_or_default();
                        format!("say which struct it is, and how long: `--bind '{name}={first}[4]'`")
                    }
                    _ => format!("say how long it is: `--bind {name}=4`"),
                },
                _ => format!("say which struct it is: `--bind {name}={}`", self.implementations(ty)),
            };
            return self.refuse(Code::C5041, span, title, &help);
        };
        match ty {
            Type::Unsized(of) => {
                let (inner, length) = match text.rsplit_once('[') {
                    Some((inner, length)) => (inner.to_owned(), length.trim_end_matches(']').to_owned()),
                    None => (String::new(), text.clone()),
                };
                let Some(length) = length.parse::<usize>().ok().filter(|length| (1..=4096).contains(length)) else {
                    let title = format!("`{text}` is not the length of `{name}`, from 1 to 4096");
                    return self.refuse(Code::C5041, span, title, "");
                };
                let of = match inner.as_str() {
                    "" => self.bound(of, name, span)?,
                    inner => self.implementation(of, name, inner, span)?,
                };
                Ok(Type::Array(of.into(), length))
            }
            _ => self.implementation(ty, name, &text, span),
        }
    }

    fn implementation(&mut self, interface: &Type, name: &str, text: &str, span: Span) -> Checked<Type> {
        let found = self.struct_named(text);
        match (interface, found) {
            (Type::Struct(interface), Some(own)) if self.implements(own, *interface) => Ok(Type::Struct(own)),
            _ => {
                let wanted = self.implementations(interface);
                let title = format!("`{text}` cannot be bound to `{name}`: it is not one of {wanted}");
                self.refuse(Code::C5041, span, title, "")
            }
        }
    }

    /// Returns the names of the structs that implement an interface.
    fn implementations(&self, interface: &Type) -> String {
        let Type::Struct(interface) = interface else { return String::new() };
        let own = |number: &usize| !self.structure(*number).is_interface && self.implements(*number, *interface);
        let names = (0..self.program.structs.len()).filter(own).map(|own| self.structure(own).name.text.as_str());
        names.collect::<Vec<_>>().join(" or ")
    }
}
