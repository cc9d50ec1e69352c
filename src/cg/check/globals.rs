//! Global variables, and the parameters that uniforms and samplers are.

use super::body::Body;
use super::described::Described;
use super::number::leaf_type;
use super::value::{Held, Item, Value, Variable};
use super::{Checked, Checker};
use crate::cg::ast::VariableItem;
use crate::cg::parameters::{Parameter, ParameterKind, Texture as TextureOf, split};
use crate::cg::types::{Leaf, Texture, Type};
use crate::ir::{Constant, Expr, ExprKind, FunctionId, Part, Place, SharedUse, Stmt};
use crate::syntax::{Code, Span, ast};

/// The number of constant registers that a parameter may ask for. It is that of the chip with the most.
const MAX_REGISTERS: usize = 1024;

/// The number of texture image units.
const MAX_UNITS: usize = 16;

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

    fn new_global(&mut self, number: usize) -> Checked<Global> {
        let item = &self.program.globals[number];
        let name = item.name.text.as_str();
        let ty = self.resolve(&item.ty, &item.lengths)?;
        let own = item.qualifiers;
        if own.returned {
            let title = format!("global variable `{name}` cannot be `out`");
            return self.refuse(Code::C5108, item.name.span, title, "return it, or make it an `out` parameter");
        }
        if own.varying || own.given {
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
        let mut written =
            own.filter_map(|own| own.parameters.get(place)).map(|parameter| parameter.qualifiers.returned);
        matches!((function, place), ("sincos", 1 | 2) | ("modf" | "frexp", 1)) || written.any(|written| written)
    }

    /// Returns a uniform parameter as a value, with a parameter of the program for each leaf. `index` is that of the entry's parameter;
    /// `number` that of the global variable.
    pub(super) fn uniform(
        &mut self,
        item: &VariableItem,
        ty: &Type,
        index: Option<usize>,
        number: usize,
    ) -> Checked<Value> {
        let span = item.name.span;
        let semantic = item.semantic.as_ref().map(|name| name.text.clone());
        let default = match &item.value {
            Some(value) => Some(self.default(ty, value)?),
            None => None,
        };
        let order = index.map_or((1u8, number), |index| (0, index));
        let mut items = Vec::new();
        let described = self.described(&item.name.text, ty, semantic.as_deref());
        for (k, Described { leaf, name, ty, semantic, offset, row }) in described.into_iter().enumerate() {
            let place = (order.0, order.1, k);
            let asked = semantic.as_deref().map(split);
            items.push(match leaf {
                Leaf::Number(base, count) => {
                    let register = match asked {
                        Some((word, Some(register))) if word == "C" => {
                            Some(self.below(MAX_REGISTERS, "constant register", (register, offset), span)?)
                        }
                        _ => None,
                    };
                    let default = default.as_ref().map(|values: &Vec<Vec<f32>>| {
                        let mut four = [0.0; 4];
                        four[..values[k].len()].copy_from_slice(&values[k]);
                        four
                    });
                    self.constants.push(Constant { name: name.clone(), ty: leaf_type(base, count) });
                    self.constant_parameters.push(self.parameters.len());
                    let kind = ParameterKind::Uniform { register, count: count.into(), default };
                    self.parameters.push(Parameter {
                        name,
                        ty,
                        semantic,
                        kind,
                        index,
                        row,
                        base: Some(base),
                        order: place,
                    });
                    let number = self.constants.len() - 1;
                    Item::Number(Expr::new(ExprKind::Uniform(number), leaf_type(base, count), span))
                }
                Leaf::Sampler(texture) => {
                    let unit = match asked {
                        Some((word, Some(unit))) if word == "TEXUNIT" || word == "S" => {
                            Some(self.below(MAX_UNITS, "texture image unit", (unit, offset), span)?)
                        }
                        _ => None,
                    };
                    let texture = match texture {
                        Texture::Any => None,
                        Texture::Of(kind) => Some(TextureOf(kind)),
                    };
                    self.one_kind_a_unit(&name, (unit, texture), span)?;
                    let kind = ParameterKind::Texture { unit, texture };
                    self.parameters.push(Parameter { name, ty, semantic, kind, index, row, base: None, order: place });
                    Item::Sampler(self.parameters.len() - 1)
                }
            });
        }
        Ok(Value { ty: ty.clone(), items, span })
    }

    /// Refuses textures of two kinds on one unit: a program can read only one of them.
    fn one_kind_a_unit(&mut self, name: &str, own: (Option<usize>, Option<TextureOf>), span: Span) -> Checked<()> {
        let (Some(unit), Some(texture)) = own else { return Ok(()) };
        let other = self.parameters.iter().find_map(|known| match known.kind {
            ParameterKind::Texture { unit: Some(own), texture: Some(other) } if own == unit && other != texture => {
                Some((known.name.clone(), other))
            }
            _ => None,
        });
        match other {
            None => Ok(()),
            Some((other, kind)) => {
                let title = format!(
                    "texture image unit {unit} has a {kind} texture, `{other}`, and a {texture} texture, `{name}`"
                );
                self.refuse(Code::C5108, span, title, "a program reads textures of one kind from a unit")
            }
        }
    }

    /// Returns the number of a register or unit that a parameter asks for.
    fn below(&mut self, limit: usize, what: &str, (first, offset): (usize, usize), span: Span) -> Checked<usize> {
        match first.saturating_add(offset) {
            number if number < limit => Ok(number),
            number => {
                let title = format!("there is no {what} {number}: the last is {}", limit - 1);
                self.refuse(Code::C5108, span, title, "")
            }
        }
    }

    /// Returns the numbers of a uniform's default.
    fn default(&mut self, ty: &Type, of: &ast::Expr) -> Checked<Vec<Vec<f32>>> {
        let mut body = Body::new("", Type::Void);
        let value = self.initial(&mut body, ty, of)?;
        let numbers = value.items.iter().map(|item| match item {
            Item::Number(expr) => super::number::literal(expr),
            Item::Sampler(_) => Some(Vec::new()),
        });
        match numbers.collect::<Option<Vec<_>>>() {
            Some(numbers) => Ok(numbers),
            None => self.refuse(Code::C1059, of.span, "the default of a uniform must be constant", ""),
        }
    }

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
