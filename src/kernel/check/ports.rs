//! Checks the declarations of inputs, constants, outputs and parameters.

use super::names::{refuse_name, shortened};
use super::{Checker, Global};
use crate::ir::{Constant, Expr, ExprKind, Port, Type};
use crate::kernel::ast::{PortItem, PortRole};
use crate::syntax::{Code, Diagnostic, Severity, Span, nearest};

/// Returns the name of a role, for messages.
fn noun(role: PortRole) -> &'static str {
    match role {
        PortRole::Input => "input",
        PortRole::Constant => "constant",
        PortRole::Output => "output",
        PortRole::Parameter => "parameter",
    }
}

/// Returns whether a port is the depth of the element: `output depth z;`.
fn is_depth(item: &PortItem) -> bool {
    item.role == PortRole::Output && item.ty.text == "depth"
}

/// Returns the placeholder for the length of an array that is not checked yet.
fn one_item(span: Span) -> Expr {
    Expr::new(ExprKind::Index(1), Type::Index, span)
}

impl<'a> Checker<'a> {
    pub(super) fn ports(&mut self) {
        let text = self.text;
        for item in &text.ports {
            let ty = if is_depth(item) { self.depth_type(item) } else { self.port_type(item) };
            if let Some((_, first)) = self.globals.get(item.name.text.as_str()) {
                let title = format!("`{}` is declared twice", item.name.text);
                let diagnostic = Diagnostic::error(Code::K0203, item.name.span, title).other(*first, "the first");
                self.report(diagnostic);
                continue;
            }
            self.port_name(item);
            let name = item.name.text.clone();
            // A port with a wrong name or type is declared nevertheless, so that its uses are checked.
            let known = ty.unwrap_or(Type::FLOAT);
            let global = match item.role {
                PortRole::Input => {
                    self.interface.inputs.push(Port { name, ty: known });
                    self.lengths.inputs.push(item.length.as_ref().map(|_| one_item(item.name.span)));
                    Global::Input(self.interface.inputs.len() - 1)
                }
                PortRole::Output => {
                    self.interface.outputs.push(Port { name, ty: known });
                    let length = item.length.as_ref().filter(|_| !is_depth(item));
                    self.lengths.outputs.push(length.map(|_| one_item(item.name.span)));
                    Global::Output(self.interface.outputs.len() - 1)
                }
                PortRole::Constant | PortRole::Parameter if ty.is_none() => Global::Const(None),
                PortRole::Parameter => self.declare_parameter(item, known),
                PortRole::Constant => {
                    self.interface.constants.push(Constant { name, ty: known });
                    self.lengths.constants.push(item.length.as_ref().map(|_| one_item(item.name.span)));
                    Global::Constant(self.interface.constants.len() - 1)
                }
            };
            self.globals.insert(&item.name.text, (global, item.name.span));
        }
    }

    /// Checks the declaration of the depth, which is one number for each element.
    fn depth_type(&mut self, item: &PortItem) -> Option<Type> {
        if let Some(length) = &item.length {
            let title = "a kernel writes one depth, and not several";
            self.report(Diagnostic::error(Code::K0201, length.span, title).help("remove the `[..]`"));
        } else if let Some((first, span)) = self.written_depth.clone() {
            let title = format!("a kernel writes one depth, and has `{first}`");
            self.report(Diagnostic::error(Code::K0203, item.name.span, title).other(span, "the first"));
        }
        self.written_depth.get_or_insert((item.name.text.clone(), item.name.span));
        Some(Type::FLOAT)
    }

    fn port_type(&mut self, item: &PortItem) -> Option<Type> {
        let word = item.ty.text.as_str();
        let stream = item.role.is_stream();
        let found = self.find_type(word);
        let fits = |ty: &Type| match *ty {
            Type::FLOAT => true,
            Type::Float(_) => item.role != PortRole::Parameter,
            Type::Index | Type::BOOL => !stream,
            Type::INT => item.role == PortRole::Parameter,
            _ => false,
        };
        if let Some(ty) = found.filter(fits) {
            return Some(ty);
        }
        let kinds = match item.role {
            PortRole::Parameter => "float, int, index or bool",
            PortRole::Constant => "float, vec2, vec3, vec4, element, index or bool",
            PortRole::Output => "float, vec2, vec3, vec4, element or depth",
            PortRole::Input => "float, vec2, vec3, vec4, element",
        };
        let of = if stream { "a stream".to_owned() } else { format!("a {}", noun(item.role)) };
        let title = format!("`{}` cannot be the type of {of}", shortened(word));
        let mut diagnostic = Diagnostic::error(Code::K0201, item.ty.span, title);
        let known: &[&str] = match stream {
            true if item.role == PortRole::Output => &["float", "vec2", "vec3", "vec4", "element", "depth"],
            true => &["float", "vec2", "vec3", "vec4", "element"],
            false if item.role == PortRole::Parameter => &["float", "int", "index", "bool"],
            false => &["float", "vec2", "vec3", "vec4", "element", "index", "bool"],
        };
        if let Some(best) = nearest(word, known.iter().copied()).filter(|_| found.is_none()) {
            diagnostic = diagnostic.help(format!("did you mean `{best}`?"));
        }
        self.report(diagnostic.help(format!("it may be {kinds}")));
        None
    }

    /// Reports a name that a port cannot have.
    fn port_name(&mut self, item: &PortItem) {
        let (name, role) = (item.name.text.as_str(), noun(item.role));
        if let Some(why) = refuse_name(name) {
            let title = format!("`{name}` cannot be the name of the {role}");
            self.report(Diagnostic::error(Code::K0202, item.name.span, title).help(why));
        }
    }

    /// Warns of inputs, constants and parameters that are never used. It does not warn if there are errors, because the name may be
    /// used in what is wrong.
    pub(super) fn unused(&mut self) {
        let text = self.text;
        if text.broken || self.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
            return;
        }
        for item in text.ports.iter().filter(|item| item.role != PortRole::Output) {
            let name = item.name.text.as_str();
            if !self.used.contains(name) {
                let title = format!("{} `{name}` is never used", noun(item.role));
                self.report(Diagnostic::warning(Code::K0501, item.name.span, title).help("remove it, or use it"));
            }
        }
    }
}
