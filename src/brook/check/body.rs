//! State of the checker within a kernel's body: its variables, its scopes and its statements so far.

use rustc_hash::FxHashMap;

use super::call_graph::{CallSite, Calls};
use super::parameters::Signature;
use super::typed::settled;
use super::types::Types;
use super::{Checked, Checker};
use crate::brook::ast::KernelItem;
use crate::brook::types::{Plain, Records, Type};
use crate::ir::control_flow::always_returns;
use crate::ir::generic::{GenericKernel, Specialization};
use crate::ir::{
    Argument, At, Expr, ExprKind, Function, FunctionId, Local, LocalId, Mode, Role, Slot, Stmt, each_expr,
};
use crate::syntax::Span;
use crate::syntax::{Code, Diagnostic};

/// A name that is in scope.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pub ty: Type,
    /// One local for each field of its type, or, for an array, for each field of each element. Empty for a gather.
    pub locals: Vec<LocalId>,
    /// The number of elements, if it is an array.
    pub array: Option<usize>,
    /// If it is a parameter, its role and its index.
    pub role: Option<Role>,
    pub number: usize,
    pub span: Span,
    /// The span of the `const` that applies to it or to its type.
    pub constant: Option<Span>,
    /// Whether its declaration has an error. The error has already been reported, so that uses of the variable report nothing.
    pub poisoned: bool,
}

/// A kernel body that is being checked. Its fields are all the state that a statement may change; the checks take it as one value.
pub(crate) struct Body {
    pub name: String,
    /// The span of the kernel's head.
    pub head: Span,
    pub reduction: bool,
    pub parameters: Vec<Variable>,
    pub scopes: Vec<FxHashMap<String, Variable>>,
    pub locals: Vec<Local>,
    /// The statements of the current block.
    pub out: Vec<Stmt>,
    pub loops: usize,
    pub result: Option<Type>,
    /// If the result is a record, the locals that receive its fields.
    pub result_locals: Vec<LocalId>,
    /// The kernels that it calls, each with the gathers that it passes; the function number of each; and the places of the calls.
    callees: Vec<Specialization>,
    numbers: FxHashMap<Specialization, FunctionId>,
    sites: Vec<CallSite>,
    /// For each parameter, whether its `indexof` is used. One more entry says whether `instance()`, the element's own position, is
    /// used.
    pub indexed: Vec<bool>,
    /// For each parameter, whether its value is read.
    used: Vec<bool>,
    pub discards: bool,
    /// The number of statements emitted so far, and whether it exceeds the limit.
    pub made: usize,
    pub large: bool,
}

impl Body {
    fn empty(item: &KernelItem, signature: &Signature) -> Body {
        Body {
            name: item.name.text.clone(),
            head: item.head,
            reduction: signature.reduction,
            parameters: Vec::new(),
            scopes: vec![FxHashMap::default()],
            locals: Vec::new(),
            out: Vec::new(),
            loops: 0,
            result: signature.result,
            result_locals: Vec::new(),
            callees: Vec::new(),
            numbers: FxHashMap::default(),
            sites: Vec::new(),
            indexed: vec![false; signature.parameters.len() + 1],
            used: vec![false; signature.parameters.len()],
            discards: false,
            made: 0,
            large: false,
        }
    }

    /// Returns the empty body of a kernel, in which only the parameters are in scope.
    pub fn of_kernel(checker: &Checker, number: usize, signature: &Signature) -> Body {
        let item = &checker.program.kernels[number];
        let mut body = Body::empty(item, signature);
        for (number, parameter) in signature.parameters.iter().enumerate() {
            let mut locals = Vec::new();
            if !parameter.role.is_gather() && !matches!(parameter.role, Role::Scatter { .. }) {
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
            body.parameter(&checker.types, item, signature, number, locals);
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
    ) {
        let parameter = &signature.parameters[number];
        let declared = &item.parameters[number];
        let own = declared.qualifiers.iter().any(|qualifier| qualifier.text == "const");
        let variable = Variable {
            ty: parameter.ty,
            locals,
            array: None,
            role: Some(parameter.role),
            number,
            span: parameter.span,
            constant: own.then_some(parameter.span).or_else(|| types.constant(&declared.ty.text)),
            poisoned: false,
        };
        self.parameters.push(variable.clone());
        self.scopes[0].insert(parameter.name.clone(), variable);
        if number + 1 == signature.parameters.len() {
            // Names that the body declares may hide those of parameters.
            self.scopes.push(FxHashMap::default());
        }
    }

    fn result(&mut self, records: &Records) {
        if let Some(Type::Record(id)) = self.result {
            for leaf in records.fields(Type::Record(id)) {
                let local = self.local(&leaf.of("result"), leaf.ty);
                self.result_locals.push(local);
            }
        }
    }

    /// Adds a local.
    pub fn local(&mut self, name: &str, ty: Plain) -> LocalId {
        self.locals.push(Local::new(name, ty));
        LocalId(self.locals.len() - 1)
    }

    /// Records a call of a kernel, and returns the number of the called function.
    pub fn call(&mut self, callee: Specialization, span: Span, depth: usize) -> FunctionId {
        let next = FunctionId(self.callees.len());
        let function = *self.numbers.entry(callee).or_insert_with_key(|callee| {
            self.callees.push(callee.clone());
            next
        });
        self.sites.push(CallSite { callee: function.0, span, depth });
        function
    }

    /// Returns the calls of the body. `fine` says whether everything else in the body is free of errors; `depth` is its nesting
    /// depth.
    pub fn calls(&self, fine: bool, depth: usize) -> Calls {
        let is_gather = |variable: &&Variable| variable.role.is_some_and(|role| role.is_gather());
        let gathers = self.parameters.iter().filter(is_gather).map(|variable| variable.number).collect();
        Calls {
            gathers,
            callees: self.callees.clone(),
            sites: self.sites.clone(),
            depth,
            discards: self.discards,
            fine,
        }
    }

    /// Turns the body into a kernel.
    pub fn finish(self, signature: Signature) -> GenericKernel {
        if cfg!(debug_assertions) {
            each_expr(&self.out, &mut |expr| assert!(expr.ty != Plain::AbstractInt, "{expr:?}"));
        }
        let out = |&local: &LocalId| Argument { local, mode: Mode::Out };
        let function = Function {
            name: self.name,
            about: String::new(),
            arguments: self.result_locals.iter().map(out).collect(),
            result: self.result.and_then(Type::plain),
            locals: self.locals,
            body: self.out,
            head: At(self.head),
        };
        GenericKernel {
            parameters: signature.parameters,
            locals: self.parameters.into_iter().map(|variable| variable.locals).collect(),
            function,
            callees: self.callees,
            indexed: (0..self.indexed.len()).filter(|&number| self.indexed[number]).collect(),
            used: self.used,
            discards: self.discards,
        }
    }

    /// Records that a variable is read.
    pub fn uses(&mut self, variable: &Variable) {
        if variable.role.is_some() {
            self.used[variable.number] = true;
        }
    }

    /// Adds a `discard`, which leaves the element's outputs as they were.
    pub fn discard(&mut self, span: Span) {
        self.discards = true;
        self.out.push(Stmt::Discard(At(span)));
    }

    pub fn find(&self, name: &str) -> Option<&Variable> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name))
    }

    /// Runs `inside`, and returns the statements that it emits as a block of their own.
    pub fn block<R>(&mut self, inside: impl FnOnce(&mut Body) -> R) -> (Vec<Stmt>, R) {
        let outer = std::mem::take(&mut self.out);
        let result = inside(self);
        (std::mem::replace(&mut self.out, outer), result)
    }

    /// Returns an expression that reads a local.
    pub fn variable(&self, local: LocalId, span: Span) -> Expr {
        Expr { kind: ExprKind::Local(local), ty: self.locals[local.0].ty, span }
    }

    /// Returns expressions that read several locals.
    pub fn variables(&self, locals: &[LocalId], span: Span) -> Vec<Expr> {
        locals.iter().map(|&local| self.variable(local, span)).collect()
    }

    /// Stores a value in a new variable, so that it is computed here and only once. Literals and constants stay as they are.
    pub fn keep(&mut self, value: Expr, name: &str) -> Expr {
        use ExprKind::{AbstractInt, Constant, Float, Int, Uint};
        if matches!(value.kind, Float(_) | Int(_) | Uint(_) | AbstractInt(_) | Constant(_)) {
            return value;
        }
        let value = settled(value);
        let span = value.span;
        let local = self.local(name, value.ty);
        self.out.push(Stmt::Declare { local, value: Some(value) });
        self.variable(local, span)
    }
}

impl Checker<'_> {
    /// Checks the statements of a kernel, and adds them to its body.
    pub(super) fn body(&mut self, body: &mut Body, item: &KernelItem) -> Checked<()> {
        let fine = self.statements(body, &item.body);
        if body.result.is_some() && fine.is_ok() && !always_returns(&body.out) {
            let title = format!("`{}` does not return a value on every path", item.name.text);
            let diagnostic = Diagnostic::error(Code::B0505, item.end, title).label("the end is reached here");
            return self.fail(
                diagnostic.other(item.result.span, "the type that it must return").help("end it with `return ..;`"),
            );
        }
        fine
    }
}
