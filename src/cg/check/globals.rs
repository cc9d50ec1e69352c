//! Global variables, and the parameters that uniforms and samplers are.

use super::body::Body;
use super::number::leaf_type;
use super::value::{Held, Item, Value, Variable};
use super::{Checked, Checker};
use crate::cg::types::{Leaf, Type};
use crate::ir::{Expr, ExprKind, FunctionId, Part, Place, SharedUse, Stmt};
use crate::syntax::{Code, Span, ast};

/// A global variable.
#[derive(Clone, Debug)]
pub(super) enum Global {
    /// It never changes.
    Constant(Variable),
    /// It is a variable that all functions share.
    Shared(Type, Vec<SharedLeaf>, Span),
}

/// A leaf of a variable that all functions share.
#[derive(Clone, Copy, Debug)]
pub(super) enum SharedLeaf {
    /// A number or a vector, by the number of its target.
    Target(usize),
    /// A sampler, which nothing can assign to.
    Sampler(usize),
}

impl Checker<'_> {
    /// Returns the global variable of this name.
    pub(super) fn global(&mut self, body: &mut Body, name: &str) -> Checked<Option<Variable>> {
        let Some(&number) = self.globals.get(name) else { return Ok(None) };
        let known = match self.global_values.get(&number) {
            Some(known) => known.clone(),
            None => {
                // Its own value may not name it.
                self.global_values.insert(number, Err(super::Failed));
                let value = self.new_global(number);
                self.global_values.insert(number, value.clone());
                value
            }
        };
        let known = known?;
        Ok(Some(self.of_global(body, name, known)))
    }

    /// Returns what stands for a global variable in a function.
    pub(super) fn of_global(&mut self, body: &mut Body, name: &str, known: Global) -> Variable {
        match known {
            Global::Constant(variable) => variable,
            Global::Shared(ty, shared, declared) => {
                let (leaves, names) = (self.leaves(&ty), self.leaf_names(name, &ty));
                let held = |((leaf, name), shared): ((Leaf, String), SharedLeaf)| match (leaf, shared) {
                    (Leaf::Number(base, count), SharedLeaf::Target(target)) => {
                        Held::Local(body.target(target, &name, leaf_type(base, count)))
                    }
                    (_, SharedLeaf::Sampler(sampler)) => Held::Sampler(sampler),
                    (Leaf::Sampler(_), SharedLeaf::Target(_)) => unreachable!("a sampler is no target"),
                };
                let items = leaves.into_iter().zip(names).zip(shared).map(held).collect();
                Variable { ty, items, fixed: None, span: declared }
            }
        }
    }

    /// Makes parameters of the uniforms that this entry does not need: whoever binds parameters for several entries names them for each.
    pub(super) fn unused_globals(&mut self) {
        let mut names: Vec<(&str, usize)> = self.globals.iter().map(|(name, number)| (*name, *number)).collect();
        names.sort_by_key(|(_, number)| *number);
        for (name, number) in names {
            let own = self.program.globals[number].qualifiers;
            if self.global_values.contains_key(&number) || own.is_static || own.varying || own.is_in || own.is_out {
                continue;
            }
            let (parameters, diagnostics) = (self.parameters.len(), self.diagnostics.len());
            let _ = self.global(&mut Body::new("", Type::Void), name);
            // What is wrong with them does not matter here.
            self.diagnostics.truncate(diagnostics);
            self.parameters[parameters..].iter_mut().for_each(|parameter| parameter.is_unused = true);
        }
    }

    fn new_global(&mut self, number: usize) -> Checked<Global> {
        let item = &self.program.globals[number];
        let name = item.name.text.as_str();
        let ty = self.resolve(&item.ty, &item.lengths)?;
        let own = item.qualifiers;
        if own.is_out {
            let title = format!("global variable `{name}` cannot be `out`");
            return self.refuse(Code::C5108, item.name.span, title, "return it, or make it an `out` parameter");
        }
        if own.varying || own.is_in {
            let mut free = std::mem::take(&mut self.free_coordinates);
            let value = self.varying(item, &ty, None, &mut free);
            self.free_coordinates = free;
            let value = value?;
            return Ok(match self.is_assigned(name) {
                true => self.share(Body::new(name, Type::Void), name, &ty, &value, item.name.span),
                false => Global::Constant(Variable { items: held(&value), ty, fixed: None, span: item.name.span }),
            });
        }
        let is_uniform = !(own.is_static || own.constant && item.value.is_some());
        if is_uniform {
            let ty = self.bound(&ty, name, item.name.span)?;
            let value = self.uniform(item, &ty, None, number)?;
            return Ok(match self.is_assigned(name) {
                true => self.share(Body::new(name, Type::Void), name, &ty, &value, item.name.span),
                false => Global::Constant(Variable { items: held(&value), ty, fixed: None, span: item.name.span }),
            });
        }
        let Some(initial) = &item.value else {
            let value = self.zero(&ty, item.name.span);
            return Ok(self.share(Body::new(name, Type::Void), name, &ty, &value, item.name.span));
        };
        let mut body = Body::new(name, Type::Void);
        let value = self.initial(&mut body, &ty, initial)?;
        let computed = !body.out.is_empty() || value.items.iter().any(reads_locals);
        let changes = !own.constant && self.is_assigned(name);
        Ok(match changes || computed {
            true => self.share(body, name, &value.ty.clone(), &value, item.name.span),
            false => {
                let fixed = own.constant.then_some("`const`");
                Global::Constant(Variable { items: held(&value), ty: value.ty, fixed, span: item.name.span })
            }
        })
    }

    /// Makes a global variable one that all functions share. A function that `body` becomes gives it this value at the start.
    pub(super) fn share(&mut self, mut body: Body, name: &str, ty: &Type, value: &Value, span: Span) -> Global {
        let names = self.leaf_names(name, ty);
        let mut leaves = Vec::with_capacity(value.items.len());
        for (item, name) in value.items.iter().zip(names) {
            let value = match item {
                Item::Number(value) => value,
                Item::Sampler(sampler) => {
                    leaves.push(SharedLeaf::Sampler(*sampler));
                    continue;
                }
            };
            let target = self.shared(&name, value.ty, SharedUse::Variable);
            let local = body.target(target, &name, value.ty);
            let place = Place { local, part: Part::Whole };
            body.out.push(Stmt::Assign { place, value: value.clone() });
            leaves.push(SharedLeaf::Target(target));
        }
        body.function.body = body.out;
        self.made.push(body.function);
        self.starts.push(FunctionId(self.made.len() - 1));
        Global::Shared(ty.clone(), leaves, span)
    }

    pub(super) fn zero(&mut self, ty: &Type, span: Span) -> Value {
        let item = |leaf: Leaf| match leaf {
            Leaf::Number(base, count) => Item::Number(Expr::zero(leaf_type(base, count), span)),
            Leaf::Sampler(_) => Item::Sampler(usize::MAX),
        };
        Value { ty: ty.clone(), items: self.leaves(ty).into_iter().map(item).collect(), span }
    }

    /// Whether a program assigns to a variable of this name anywhere.
    fn is_assigned(&self, name: &str) -> bool {
        fn base(of: &ast::Expr) -> &str {
            match &of.kind {
                ast::ExprKind::Name(name) => name,
                ast::ExprKind::Member(of, _) | ast::ExprKind::Index(of, _) => base(of),
                _ => "",
            }
        }
        let passes = |function: &str, arguments: &[ast::Expr]| {
            let passed =
                |(place, argument): (usize, &ast::Expr)| base(argument) == name && self.writes(function, place);
            arguments.iter().enumerate().any(passed)
        };
        let assigns = |of: &ast::Expr| match &of.kind {
            ast::ExprKind::Assign(_, place, _) | ast::ExprKind::Step { of: place, .. } => base(place) == name,
            ast::ExprKind::Call(function, arguments) => passes(&function.text, arguments),
            ast::ExprKind::Method(of, method, arguments) => base(of) == name || passes(&method.text, arguments),
            _ => false,
        };
        fn in_expr(of: &ast::Expr, assigns: &dyn Fn(&ast::Expr) -> bool) -> bool {
            let mut found = assigns(of);
            of.kind.children(&mut |part| found = found || in_expr(part, assigns));
            found
        }
        fn in_stmt(of: &ast::Stmt, assigns: &dyn Fn(&ast::Expr) -> bool) -> bool {
            let (mut exprs, mut inner) = (Vec::new(), Vec::new());
            of.children(&mut |expr| exprs.push(expr), &mut |stmt| inner.push(stmt));
            exprs.into_iter().any(|expr| in_expr(expr, assigns)) || inner.into_iter().any(|stmt| in_stmt(stmt, assigns))
        }
        let bodies = self.program.functions.iter().filter_map(|function| function.body.as_ref());
        bodies.flatten().any(|statement| in_stmt(statement, &assigns))
    }

    /// Whether a function of this name writes to its argument in this place.
    fn writes(&self, function: &str, place: usize) -> bool {
        let own = self.program.functions.iter().filter(|own| own.name.text == function);
        let mut written = own.filter_map(|own| own.parameters.get(place)).map(|parameter| parameter.qualifiers.is_out);
        matches!((function, place), ("sincos", 1 | 2) | ("modf" | "frexp", 1)) || written.any(|written| written)
    }
}

/// Whether an item reads a variable: one of the function that computes a first value.
fn reads_locals(item: &Item) -> bool {
    let Item::Number(of) = item else { return false };
    let mut found = false;
    of.each(&mut |part| found |= matches!(part.kind, ExprKind::Local(_)));
    found
}

/// Returns what holds a value that never changes.
fn held(value: &Value) -> Vec<Held> {
    let one = |item: &Item| match item {
        Item::Number(expr) => Held::Constant(expr.clone()),
        Item::Sampler(number) => Held::Sampler(*number),
    };
    value.items.iter().map(one).collect()
}
