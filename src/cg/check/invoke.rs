//! Emits calls of functions.

use super::body::Body;
use super::convert::Purpose;
use super::function::{Instance, InstanceKey, ParameterType, Signature};
use super::lvalue::{Lvalue, Places};
use super::number::{binary, float, local, math};
use super::value::{Held, Item, Value, Variable};
use super::{Checked, Checker};
use crate::cg::types::Type;
use crate::ir::{At, Binary, Expr, Math, Mode, Part, Passed, Place, Stmt};
use crate::syntax::Span;
use crate::syntax::ast::{self};
use std::rc::Rc;

/// An argument of a call, or the struct whose method is called, evaluated once.
#[derive(Clone)]
pub(super) enum Evaluated {
    Value(Value),
    /// One of several values with samplers, by an index that is computed.
    Choice(Expr, Vec<Value>),
    /// A place to which the function may write.
    Place(Lvalue),
}

impl Evaluated {
    pub fn ty(&self) -> &Type {
        match self {
            Evaluated::Value(value) => &value.ty,
            Evaluated::Choice(_, values) => &values[0].ty,
            Evaluated::Place(place) => &place.ty,
        }
    }

    /// Returns the index, and what it chooses among, if there are samplers among them.
    fn choice(&self) -> Option<(Expr, Vec<Evaluated>)> {
        match self {
            Evaluated::Choice(index, values) => {
                Some((index.clone(), values.iter().cloned().map(Evaluated::Value).collect()))
            }
            Evaluated::Place(Lvalue { places: Places::Chosen(index, options), .. })
                if options.iter().any(Lvalue::has_samplers) =>
            {
                Some((index.clone(), options.iter().cloned().map(Evaluated::Place).collect()))
            }
            _ => None,
        }
    }
}

impl<'a> Checker<'a> {
    /// Emits a call. Where an index that is computed chooses among samplers, it is one call for each of them: a function is made for the
    /// samplers that it reads. In a loop that is unrolled the index is known, and one call remains.
    pub(super) fn invoke_each(
        &mut self,
        body: &mut Body,
        function: (usize, &Rc<Signature<'a>>),
        receiver: Option<Evaluated>,
        (evaluated, arguments): (Vec<Evaluated>, &[ast::Expr]),
        span: Span,
    ) -> Checked<Value> {
        let found = evaluated.iter().enumerate().find_map(|(k, own)| Some((Some(k), own.choice()?)));
        let of_receiver = || Some((None, receiver.as_ref()?.choice()?));
        let Some((place, (index, choices))) = found.or_else(of_receiver) else {
            return self.invoke(body, function, receiver, (evaluated, arguments), span);
        };
        let mut result: Option<Variable> = None;
        for (number, choice) in choices.into_iter().enumerate() {
            let (mut receiver, mut evaluated) = (receiver.clone(), evaluated.clone());
            match place {
                Some(place) => evaluated[place] = choice,
                None => receiver = Some(choice),
            }
            let inside = |body: &mut Body| self.invoke_each(body, function, receiver, (evaluated, arguments), span);
            let (value, mut then) = body.aside(inside)?;
            let held = match &result {
                Some(held) => held.clone(),
                None => {
                    let items = self.declare_leaves(body, "result", &value.ty, None);
                    let held = Variable { ty: value.ty.clone(), items, fixed: None, span };
                    result.insert(held).clone()
                }
            };
            for (held, item) in held.items.iter().zip(&value.items) {
                if let (Held::Local(local), Item::Number(value)) = (held, item) {
                    let place = Place { local: *local, part: Part::Whole };
                    then.push(Stmt::Assign { place, value: value.clone() });
                }
            }
            let condition = binary(Binary::Equal, index.clone(), float(number as f32, span));
            body.out.push(Stmt::If { condition, then, otherwise: Vec::new() });
        }
        Ok(result.map_or_else(|| Value::void(span), |held| body.read(&held, span)))
    }

    /// Emits a call.
    fn invoke(
        &mut self,
        body: &mut Body,
        (number, signature): (usize, &Rc<Signature<'a>>),
        receiver: Option<Evaluated>,
        (evaluated, arguments): (Vec<Evaluated>, &[ast::Expr]),
        span: Span,
    ) -> Checked<Value> {
        let name = &self.program.functions[number].name.text;
        let mut passed: Vec<Passed> = Vec::new();
        let mut samplers: Vec<usize> = Vec::new();
        // What gets its values back after the call.
        let mut back: Vec<(Lvalue, Value)> = Vec::new();
        let mut key = InstanceKey { function: number, receiver: None, types: Vec::new(), samplers: Vec::new() };
        if let Some(receiver) = receiver {
            let value = match &receiver {
                Evaluated::Value(value) => value.clone(),
                Evaluated::Choice(..) => unreachable!("one of them has been chosen"),
                Evaluated::Place(place) => self.read(body, place)?,
            };
            key.receiver = Some(value.ty.clone());
            let held = self.pass_back(body, &value, &mut passed, &mut samplers);
            if let Evaluated::Place(place) = receiver {
                back.push((place, held));
            }
        }
        let mut evaluated = evaluated.into_iter();
        for (position, parameter) in signature.parameters.iter().enumerate() {
            let own = self.of_parameter(body, parameter, evaluated.next(), arguments.get(position))?;
            let ty = match (&parameter.ty, own.ty()) {
                (Type::Struct(_), Type::Struct(_)) | (Type::Unsized(_), _) => own.ty().clone(),
                _ => parameter.ty.clone(),
            };
            let purpose = Purpose::Argument { function: name, number: position };
            match (parameter.mode, own) {
                (Mode::In, own) => {
                    let value = match own {
                        Evaluated::Value(value) => value,
                        Evaluated::Choice(..) => unreachable!("one of them has been chosen"),
                        Evaluated::Place(place) => self.read(body, &place)?,
                    };
                    let value = self.convert(value, &ty, purpose)?;
                    for item in &value.items {
                        match item {
                            Item::Number(value) => passed.push(Passed::Value(value.clone())),
                            Item::Sampler(sampler) => samplers.push(*sampler),
                        }
                    }
                }
                (Mode::InOut, Evaluated::Place(place)) => {
                    let value = self.read(body, &place)?;
                    let value = self.convert(value, &ty, purpose)?;
                    let held = self.pass_back(body, &value, &mut passed, &mut samplers);
                    back.push((place, held));
                }
                (Mode::Out, Evaluated::Place(place)) => {
                    let held = self.declare_leaves(body, "result", &ty, None);
                    let variable = super::value::Variable { ty: ty.clone(), items: held, fixed: None, span };
                    for item in &variable.items {
                        if let super::value::Held::Local(id) = item {
                            passed.push(Passed::Local(*id));
                        }
                    }
                    let held = body.read(&variable, span);
                    back.push((place, held));
                }
                (Mode::InOut | Mode::Out, _) => unreachable!("it has become a place"),
            }
            key.types.push(ty);
        }
        key.samplers = samplers;
        let instance = self.instance(key, span)?;
        let result = self.emit_call(body, &instance, passed, span);
        for (place, value) in back {
            let value = self.convert(value, &place.ty, Purpose::Assignment)?;
            self.store(body, &place, &value)?;
        }
        Ok(result)
    }

    /// Returns the argument of a parameter: the default, if there is none.
    fn of_parameter(
        &mut self,
        body: &mut Body,
        parameter: &ParameterType<'a>,
        evaluated: Option<Evaluated>,
        argument: Option<&ast::Expr>,
    ) -> Checked<Evaluated> {
        match (evaluated, argument, parameter.mode) {
            // A function writes to it, and it cannot be assigned to: this says why.
            (Some(Evaluated::Value(_)), Some(argument), Mode::Out | Mode::InOut) => {
                Ok(Evaluated::Place(self.lvalue(body, argument)?))
            }
            (Some(own), ..) => Ok(own),
            (None, ..) => {
                let default = parameter.item.value.as_ref().expect("only parameters with a value may lack one");
                // It names what is known where the function stands.
                Ok(Evaluated::Value(body.outside(|body| self.initial(body, &parameter.ty, default))?))
            }
        }
    }

    /// Passes a value that a function may change. Returns the variables that hold it.
    fn pass_back(
        &mut self,
        body: &mut Body,
        value: &Value,
        passed: &mut Vec<Passed>,
        samplers: &mut Vec<usize>,
    ) -> Value {
        let mut items = Vec::with_capacity(value.items.len());
        for item in &value.items {
            items.push(match item {
                Item::Number(expr) => {
                    let id = body.holding("argument", expr.clone());
                    passed.push(Passed::Local(id));
                    Item::Number(local(id, expr.ty, expr.span))
                }
                Item::Sampler(sampler) => {
                    samplers.push(*sampler);
                    item.clone()
                }
            });
        }
        Value { items, ..value.clone() }
    }

    /// Emits the call of a specialised function. Returns its result.
    pub(super) fn emit_call(
        &mut self,
        body: &mut Body,
        instance: &Rc<Instance>,
        mut passed: Vec<Passed>,
        span: Span,
    ) -> Value {
        let result = self.made[instance.id.0].result;
        let mut declare = |ty: crate::ir::Type| {
            let id = body.local("result", ty);
            body.out.push(Stmt::Declare { local: id, value: None });
            (id, Item::Number(local(id, ty, span)))
        };
        let (mut single, mut items) = (None, Vec::new());
        if let Some(ty) = result {
            let (id, item) = declare(ty);
            (single, items) = (Some(id), vec![item]);
        }
        for &ty in &instance.returned {
            let (id, item) = declare(ty);
            passed.push(Passed::Local(id));
            items.push(item);
        }
        body.out.push(Stmt::Call { function: instance.id, arguments: passed, result: single, at: At(span) });
        Value { ty: instance.result.clone(), items, span }
    }

    /// Returns a truth value: whether any component is true.
    pub(super) fn any(value: &Value) -> crate::ir::Expr {
        match value.expr().ty.count() {
            1 => value.expr().clone(),
            _ => math(Math::Any, vec![value.expr().clone()], value.span),
        }
    }
}
