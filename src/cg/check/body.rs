//! The state of a function whose body is checked.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::number::{leaf_type, local, swizzle};
use super::value::{Held, Item, Value, Variable};
use super::{Checker, Failed};
use crate::cg::types::{Leaf, Type};
use crate::ir::{Argument, At, Expr, ExprKind, Function, Local, LocalId, Mode, Stmt};
use crate::syntax::Span;

/// A function whose body is checked.
pub(super) struct Body {
    pub function: Function,
    scopes: Vec<FxHashMap<String, Variable>>,
    /// The statements of the block that is being checked.
    pub out: Vec<Stmt>,
    /// The type of its result.
    pub result: Type,
    /// The locals that return the result if it has several leaves, or none.
    pub returned: Vec<LocalId>,
    /// The struct of a method, and the variable that holds it.
    pub owner: Option<(usize, Variable)>,
    /// The number of open loops.
    pub loops: usize,
    /// The names whose declarations have errors.
    pub failed: FxHashSet<String>,
}

impl Body {
    pub fn new(name: &str, result: Type) -> Body {
        Body {
            function: Function {
                name: name.to_owned(),
                about: String::new(),
                arguments: Vec::new(),
                result: None,
                locals: Vec::new(),
                body: Vec::new(),
                head: At::default(),
            },
            scopes: vec![FxHashMap::default()],
            out: Vec::new(),
            result,
            returned: Vec::new(),
            owner: None,
            loops: 0,
            failed: FxHashSet::default(),
        }
    }

    pub fn local(&mut self, name: &str, ty: crate::ir::Type) -> LocalId {
        self.function.locals.push(Local::new(name, ty));
        LocalId(self.function.locals.len() - 1)
    }

    /// Adds an argument.
    pub fn argument(&mut self, name: &str, ty: crate::ir::Type, mode: Mode) -> LocalId {
        let local = self.local(name, ty);
        self.function.arguments.push(Argument { local, mode });
        local
    }

    /// Returns the local that stands for a variable that all functions share.
    pub fn target(&mut self, number: usize, name: &str, ty: crate::ir::Type) -> LocalId {
        match self.function.locals.iter().position(|local| local.target == Some(number)) {
            Some(known) => LocalId(known),
            None => {
                self.function.locals.push(Local { target: Some(number), ..Local::new(name, ty) });
                LocalId(self.function.locals.len() - 1)
            }
        }
    }

    /// Declares a local that holds a value.
    pub fn holding(&mut self, name: &str, value: Expr) -> LocalId {
        let id = self.local(name, value.ty);
        self.out.push(Stmt::Declare { local: id, value: Some(value) });
        id
    }

    /// Returns an expression that can be evaluated several times: the same, or a variable that holds its value.
    pub fn reused(&mut self, value: Expr) -> Expr {
        if is_simple(&value) {
            return value;
        }
        let (ty, span) = (value.ty, value.span);
        let id = self.holding("value", value);
        local(id, ty, span)
    }

    /// Returns a value whose parts can be evaluated several times.
    pub fn reused_value(&mut self, value: Value) -> Value {
        let items = value.items.into_iter().map(|item| match item {
            Item::Number(expr) => Item::Number(self.reused(expr)),
            sampler => sampler,
        });
        Value { items: items.collect(), ..value }
    }

    pub fn insert(&mut self, name: &str, variable: Variable) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.to_owned(), variable);
        }
    }

    /// Returns the variable of this name in the innermost scope.
    pub fn own(&self, name: &str) -> Option<&Variable> {
        self.scopes.last().and_then(|scope| scope.get(name))
    }

    pub fn find(&self, name: &str) -> Option<&Variable> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name))
    }

    pub fn names(&self) -> Vec<String> {
        self.scopes.iter().flat_map(|scope| scope.keys().cloned()).collect()
    }

    /// Checks what is in a scope of its own, into a block of its own.
    pub fn block<T>(&mut self, inside: impl FnOnce(&mut Body) -> Result<T, Failed>) -> Result<(T, Vec<Stmt>), Failed> {
        let outer = std::mem::take(&mut self.out);
        self.scopes.push(FxHashMap::default());
        let checked = inside(self);
        self.scopes.pop();
        let block = std::mem::replace(&mut self.out, outer);
        Ok((checked?, block))
    }

    /// Checks what is in a block of its own, in the same scope.
    pub fn aside<T>(&mut self, inside: impl FnOnce(&mut Body) -> Result<T, Failed>) -> Result<(T, Vec<Stmt>), Failed> {
        let outer = std::mem::take(&mut self.out);
        let checked = inside(self);
        let block = std::mem::replace(&mut self.out, outer);
        Ok((checked?, block))
    }

    /// Checks what can name no variable of this function.
    pub fn outside<T>(&mut self, inside: impl FnOnce(&mut Body) -> T) -> T {
        let scopes = std::mem::replace(&mut self.scopes, vec![FxHashMap::default()]);
        let owner = self.owner.take();
        let checked = inside(self);
        (self.scopes, self.owner) = (scopes, owner);
        checked
    }

    /// Returns the value of a variable.
    pub fn read(&self, variable: &Variable, span: Span) -> Value {
        let item = |held: &Held| match held {
            Held::Local(id) => Item::Number(local(*id, self.function.locals[id.0].ty, span)),
            Held::Sampler(number) => Item::Sampler(*number),
            Held::Constant(value) => Item::Number(Expr { span, ..value.clone() }),
        };
        Value { ty: variable.ty.clone(), items: variable.items.iter().map(item).collect(), span }
    }
}

/// Whether an expression may be evaluated several times without cost.
fn is_simple(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Local(_) | ExprKind::Uniform(_) | ExprKind::Float(_) | ExprKind::Bool(_) => true,
        ExprKind::Swizzle(inner, _) | ExprKind::Convert(inner) => is_simple(inner),
        ExprKind::Vector(parts) => parts.iter().all(is_simple),
        ExprKind::Fragment(fragment) => matches!(**fragment, crate::ir::FragmentExpr::Attribute(_)),
        _ => false,
    }
}

impl Checker<'_> {
    /// Declares the leaves of a variable, with their values or without. Returns what holds them.
    pub(super) fn declare_leaves(
        &mut self,
        body: &mut Body,
        name: &str,
        ty: &Type,
        value: Option<&Value>,
    ) -> Vec<Held> {
        let names = self.leaf_names(name, ty);
        let leaves = self.leaves(ty);
        let mut items = Vec::with_capacity(leaves.len());
        for (number, (leaf, name)) in leaves.into_iter().zip(names).enumerate() {
            items.push(match (leaf, value.map(|value| &value.items[number])) {
                (_, Some(Item::Sampler(sampler))) => Held::Sampler(*sampler),
                (Leaf::Number(..), Some(Item::Number(value))) => Held::Local(body.holding(&name, value.clone())),
                (Leaf::Number(base, count), None) => {
                    let local = body.local(&name, leaf_type(base, count));
                    body.out.push(Stmt::Declare { local, value: None });
                    Held::Local(local)
                }
                // A sampler without a value: nothing can read it.
                (Leaf::Sampler(_), _) => Held::Sampler(usize::MAX),
            });
        }
        items
    }

    /// Returns the name of each leaf of a variable, as in `light.position` and `m[0]`.
    pub(super) fn leaf_names(&mut self, name: &str, ty: &Type) -> Vec<String> {
        match ty {
            Type::Void | Type::Unsized(_) => Vec::new(),
            Type::Vector(..) | Type::Sampler(_) => vec![name.to_owned()],
            Type::Matrix(_, rows, _) => (0..*rows).map(|row| format!("{name}[{row}]")).collect(),
            Type::Array(of, count) => {
                let of: Rc<Type> = of.clone();
                (0..*count).flat_map(|k| self.leaf_names(&format!("{name}[{k}]"), &of)).collect()
            }
            Type::Struct(number) => match self.members(*number) {
                Ok(members) => members
                    .iter()
                    .flat_map(|member| self.leaf_names(&format!("{name}.{}", member.item.name.text), &member.ty))
                    .collect(),
                Err(Failed) => Vec::new(),
            },
        }
    }
}

/// Returns a component of a vector.
pub(super) fn component(of: &Expr, number: u8) -> Expr {
    swizzle(of.clone(), &[number], of.span)
}
