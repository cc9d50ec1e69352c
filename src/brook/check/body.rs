//! A body at work: its variables, its scopes, the statements that it has become so far.

use std::cell::Cell;
use std::collections::HashMap;
use std::rc::Rc;

use super::instance::Instance;
use super::parameters::Signature;
use super::types::Types;
use super::{Checked, Checker};
use crate::brook::ast::KernelItem;
use crate::brook::types::{Plain, Records, Type};
use crate::ir::passes::control_flow::always_returns;
use crate::ir::{Argument, Expr, ExprKind, Function, Local, LocalId, Mode, Role, Slot, Stmt};
use crate::syntax::Span;
use crate::syntax::{Code, Diagnostic};
use crate::texel::Components;

/// A name that is in scope.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pub ty: Type,
    /// One for each field of its type; none for a gather.
    pub locals: Vec<LocalId>,
    /// Of a parameter: what it is, and its place.
    pub role: Option<Role>,
    pub number: usize,
    /// Of a gather: which of the kernel's it is.
    pub gather: usize,
    pub span: Span,
    /// Where it, or its type, is declared `const`.
    pub constant: Option<Span>,
    /// Its type is wrong, which has been said.
    pub poisoned: bool,
    pub written: Rc<Cell<bool>>,
    pub used: Rc<Cell<bool>>,
}

/// A body that is being checked.
pub(crate) struct Body {
    pub name: String,
    /// The kernel's own, not a sub-kernel's.
    pub entry: bool,
    pub reduction: bool,
    pub parameters: Vec<Variable>,
    pub scopes: Vec<HashMap<String, Variable>>,
    pub locals: Vec<Local>,
    /// The statements of the block at hand.
    pub out: Vec<Stmt>,
    pub loops: usize,
    pub result: Option<Type>,
    /// Where a result of several fields goes.
    pub result_locals: Vec<LocalId>,
    arguments: Vec<Argument>,
    /// The places of parameters that a sub-kernel is passed.
    indices: Vec<Option<LocalId>>,
    pub discards: bool,
    pub discarded: Option<LocalId>,
    /// How many statements it has been made into so far, and whether that is too much.
    pub made: usize,
    pub large: bool,
}

impl Body {
    fn empty(item: &KernelItem, signature: &Signature, entry: bool) -> Body {
        Body {
            name: item.name.text.clone(),
            entry,
            reduction: signature.reduction,
            parameters: Vec::new(),
            scopes: vec![HashMap::new()],
            locals: Vec::new(),
            out: Vec::new(),
            loops: 0,
            result: signature.result,
            result_locals: Vec::new(),
            arguments: Vec::new(),
            indices: vec![None; signature.parameters.len()],
            discards: false,
            discarded: None,
            made: 0,
            large: false,
        }
    }

    /// The body of a kernel that the host calls.
    pub fn of_kernel(checker: &Checker, number: usize, signature: &Signature) -> Body {
        let item = &checker.program.kernels[number];
        let mut body = Body::empty(item, signature, true);
        for (number, parameter) in signature.parameters.iter().enumerate() {
            let mut locals = Vec::new();
            if !parameter.role.is_gather() {
                for (field, leaf) in parameter.fields.iter().enumerate() {
                    let slot = Slot { parameter: number, field };
                    let name = leaf.of(&parameter.name);
                    let output = matches!(parameter.role, Role::Output | Role::Variable { .. } | Role::Accumulator);
                    let local = body.local(&name, leaf.ty);
                    body.locals[local.0].output = output.then_some(slot);
                    let kind = match parameter.role {
                        Role::Constant => Some(ExprKind::Constant(slot)),
                        Role::Stream | Role::Iterator => Some(ExprKind::Element(slot)),
                        _ => None,
                    };
                    if let Some(kind) = kind {
                        let value = Expr { kind, ty: leaf.ty, span: parameter.span };
                        body.out.push(Stmt::Declare { local, value: Some(value) });
                    }
                    locals.push(local);
                }
            }
            body.parameter(&checker.types, item, signature, number, locals, number);
        }
        body.result(&checker.types.records);
        body
    }

    /// The body of a sub-kernel, as it is called.
    pub fn of_instance(checker: &Checker, instance: &Instance, signature: &Signature) -> Body {
        let item = &checker.program.kernels[instance.kernel];
        let mut body = Body::empty(item, signature, false);
        let mut gathers = instance.gathers.iter();
        for (number, parameter) in signature.parameters.iter().enumerate() {
            let mut locals = Vec::new();
            let mut gather = number;
            let mode = match parameter.role {
                Role::Gather { .. } => None,
                Role::Output | Role::Variable { .. } => Some(Mode::Out),
                Role::Accumulator => Some(Mode::InOut),
                _ => Some(Mode::In),
            };
            match mode {
                Some(mode) => {
                    for leaf in &parameter.fields {
                        let local = body.local(&leaf.of(&parameter.name), leaf.ty);
                        body.arguments.push(Argument { local, mode });
                        locals.push(local);
                    }
                }
                None => gather = gathers.next().copied().unwrap_or(number),
            }
            body.parameter(&checker.types, item, signature, number, locals, gather);
        }
        body.result(&checker.types.records);
        body
    }

    fn parameter(
        &mut self,
        types: &Types,
        item: &KernelItem,
        signature: &Signature,
        number: usize,
        locals: Vec<LocalId>,
        gather: usize,
    ) {
        let parameter = &signature.parameters[number];
        let declared = &item.parameters[number];
        let own = declared.qualifiers.iter().any(|qualifier| qualifier.text == "const");
        let variable = Variable {
            ty: parameter.ty,
            locals,
            role: Some(parameter.role),
            number,
            gather,
            span: parameter.span,
            constant: own.then_some(parameter.span).or_else(|| types.constant(&declared.ty.text)),
            poisoned: false,
            written: Rc::default(),
            used: Rc::default(),
        };
        self.parameters.push(variable.clone());
        self.scopes[0].insert(parameter.name.clone(), variable);
        if number + 1 == signature.parameters.len() {
            // The body's own names may hide those of parameters.
            self.scopes.push(HashMap::new());
        }
    }

    fn result(&mut self, records: &Records) {
        if let Some(Type::Record(id)) = self.result {
            for leaf in records.fields(Type::Record(id)) {
                let local = self.local(&leaf.of("result"), leaf.ty);
                self.arguments.push(Argument { local, mode: Mode::Out });
                self.result_locals.push(local);
            }
        }
    }

    /// Makes a local.
    pub fn local(&mut self, name: &str, ty: Plain) -> LocalId {
        self.locals.push(Local::new(name, ty));
        LocalId(self.locals.len() - 1)
    }

    /// Where this sub-kernel is told the place of a parameter.
    pub fn index_of(&mut self, parameter: usize, name: &str) -> LocalId {
        if let Some(local) = self.indices[parameter] {
            return local;
        }
        let local = self.local(&format!("index_of_{name}"), Plain::Float(Components::Four));
        self.indices[parameter] = Some(local);
        local
    }

    /// Where this sub-kernel says that it has discarded.
    pub fn discarded(&mut self) -> LocalId {
        self.discards = true;
        match self.discarded {
            Some(local) => local,
            None => {
                let local = self.local("discarded", Plain::INT);
                self.discarded = Some(local);
                local
            }
        }
    }

    pub fn indexed(&self) -> Vec<usize> {
        (0..self.indices.len()).filter(|&number| self.indices[number].is_some()).collect()
    }

    /// The function that the body has become.
    pub fn finish(mut self) -> Function {
        if !self.entry {
            let indices = self.indices.iter().flatten();
            self.arguments.extend(indices.map(|&local| Argument { local, mode: Mode::In }));
            self.arguments.extend(self.discarded.map(|local| Argument { local, mode: Mode::Out }));
        }
        let result = self.result.and_then(Type::plain);
        Function {
            name: self.name,
            about: String::new(),
            arguments: self.arguments,
            result,
            locals: self.locals,
            body: self.out,
        }
    }

    pub fn find(&self, name: &str) -> Option<&Variable> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name))
    }

    /// What `inside` puts out, as a block of its own.
    pub fn block<R>(&mut self, inside: impl FnOnce(&mut Body) -> R) -> (Vec<Stmt>, R) {
        let outer = std::mem::take(&mut self.out);
        let result = inside(self);
        (std::mem::replace(&mut self.out, outer), result)
    }

    /// What a local holds.
    pub fn variable(&self, local: LocalId, span: Span) -> Expr {
        Expr { kind: ExprKind::Local(local), ty: self.locals[local.0].ty, span }
    }

    /// What several hold.
    pub fn variables(&self, locals: &[LocalId], span: Span) -> Vec<Expr> {
        locals.iter().map(|&local| self.variable(local, span)).collect()
    }

    /// A variable that starts as this value, so that it is computed here and once.
    pub fn keep(&mut self, value: Expr, name: &str) -> Expr {
        if matches!(value.kind, ExprKind::Float(_) | ExprKind::Int(_) | ExprKind::Constant(_)) {
            return value;
        }
        let span = value.span;
        let local = self.local(name, value.ty);
        self.out.push(Stmt::Declare { local, value: Some(value) });
        self.variable(local, span)
    }
}

impl Checker<'_> {
    /// Checks the statements of a kernel into its body.
    pub(super) fn body(&mut self, body: &mut Body, item: &KernelItem) -> Checked<()> {
        let fine = self.statements(body, &item.body);
        if body.result.is_some() && fine.is_ok() && !always_returns(&body.out) {
            let title = format!("`{}` does not return a value on every path", item.name.text);
            let finding = Diagnostic::error(Code::B0505, item.end, title).label("the end is reached here");
            return self.fail(finding.other(item.result.span, "it is to return this").help("end it with `return ..;`"));
        }
        fine
    }
}
