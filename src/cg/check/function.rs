//! Functions of the intermediate representation: one for each combination of samplers, structs for interfaces and lengths that a function is
//! called with.

use std::rc::Rc;

use super::body::Body;
use super::number::leaf_type;
use super::value::{Held, Variable};
use super::{Checked, Checker, Failed, MAX_FUNCTIONS};
use crate::cg::ast::VariableItem;
use crate::cg::types::{Leaf, Type};
use crate::ir::control_flow::always_returns;
use crate::ir::{At, Expr, FunctionId, Mode, SharedUse, Stmt};
use crate::syntax::{Code, Diagnostic, Span};

/// Variables that all functions share are numbered from here, until the number of outputs is known.
pub(super) const SHARED: usize = 1 << 16;

/// The parameters and the result of a function, resolved.
pub(super) struct Signature<'a> {
    pub parameters: Vec<ParameterType<'a>>,
    pub result: Type,
}

/// A parameter of a function.
pub(super) struct ParameterType<'a> {
    pub item: &'a VariableItem,
    pub ty: Type,
    pub mode: Mode,
}

/// What a function is specialised by.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct InstanceKey {
    pub function: usize,
    /// The struct of a method that is called.
    pub receiver: Option<Type>,
    /// The type of each parameter.
    pub types: Vec<Type>,
    /// The samplers in all arguments, in order.
    pub samplers: Vec<usize>,
}

/// A specialised function.
#[derive(Debug)]
pub(super) struct Instance {
    pub id: FunctionId,
    pub result: Type,
    /// The types of the leaves that return the result, if it is not one number or vector.
    pub returned: Vec<crate::ir::Type>,
}

impl<'a> Checker<'a> {
    pub(super) fn signature(&mut self, number: usize) -> Checked<Rc<Signature<'a>>> {
        if let Some(known) = self.signatures.get(&number) {
            return known.clone();
        }
        let signature = self.new_signature(number).map(Rc::new);
        self.signatures.insert(number, signature.clone());
        signature
    }

    fn new_signature(&mut self, number: usize) -> Checked<Signature<'a>> {
        let item = &self.program.functions[number];
        let result = self.resolve(&item.result, &[])?;
        if self.leaves(&result).iter().any(|leaf| matches!(leaf, Leaf::Sampler(_))) {
            let title = format!("function `{}` returns a sampler", item.name.text);
            return self.refuse(Code::C1016, item.result.span, title, "pass the sampler on, or return what it reads");
        }
        if let Type::Struct(number) = result
            && self.structure(number).is_interface
        {
            let title = format!("function `{}` returns an interface", item.name.text);
            return self.refuse(Code::C1016, item.result.span, title, "return one of its structs");
        }
        let mut parameters = Vec::with_capacity(item.parameters.len());
        for parameter in &item.parameters {
            let ty = self.resolve(&parameter.ty, &parameter.lengths)?;
            if ty == Type::Void {
                let title = format!("parameter `{}` cannot be `void`", parameter.name.text);
                return self.refuse(Code::C0501, parameter.ty.span, title, "");
            }
            let mode = match (parameter.qualifiers.is_in, parameter.qualifiers.is_out) {
                (_, false) => Mode::In,
                (true, true) => Mode::InOut,
                (false, true) => Mode::Out,
            };
            parameters.push(ParameterType { item: parameter, ty, mode });
        }
        Ok(Signature { parameters, result })
    }

    /// Returns a function for these types and samplers.
    pub(super) fn instance(&mut self, key: InstanceKey, span: Span) -> Checked<Rc<Instance>> {
        if let Some(known) = self.instances.get(&key) {
            return Ok(known.clone());
        }
        let item = &self.program.functions[key.function];
        if self.active.contains(&key.function) {
            let title = format!("function `{}` calls itself", item.name.text);
            return self.refuse(Code::C0005, span, title, "there is no stack: write a loop");
        }
        if self.made.len() >= MAX_FUNCTIONS {
            let title = format!(
                "this program has more than {MAX_FUNCTIONS} functions, counting one for each texture that it is called with"
            );
            return self.refuse(Code::C0001, span, title, "");
        }
        self.active.push(key.function);
        let made = self.deeper(span, |this| this.new_instance(&key));
        self.active.pop();
        let instance = Rc::new(made?);
        self.instances.insert(key, instance.clone());
        Ok(instance)
    }

    fn new_instance(&mut self, key: &InstanceKey) -> Checked<Instance> {
        let signature = self.signature(key.function)?;
        let item = &self.program.functions[key.function];
        let Some(statements) = &item.body else {
            let title = format!("function `{}` is only declared", item.name.text);
            return self.refuse(Code::C3002, item.name.span, title, "write its body");
        };
        let mut body = Body::new(&item.name.text, signature.result.clone());
        body.function.head = At(item.name.span);
        let mut samplers = key.samplers.iter().copied();
        if let (Some(ty), Some(owner)) = (&key.receiver, item.owner) {
            let held = self.arguments(&mut body, ("this", ty), Mode::InOut, &mut samplers);
            let variable = Variable { ty: ty.clone(), items: held, fixed: None, span: item.name.span };
            // Members are found by their names.
            body.owner = Some((owner, variable));
        }
        for (parameter, ty) in signature.parameters.iter().zip(&key.types) {
            let name = parameter.item.name.text.as_str();
            let items = self.arguments(&mut body, (name, ty), parameter.mode, &mut samplers);
            let fixed = parameter.item.qualifiers.constant.then_some("`const`");
            body.insert(name, Variable { ty: ty.clone(), items, fixed, span: parameter.item.name.span });
        }
        let returned = self.results(&mut body, &signature.result);
        if item.broken {
            return Err(Failed);
        }
        let ((), block) = body.block(|body| self.statements(body, statements))?;
        body.function.body = block;
        self.ends_with_result(&mut body, item.end);
        self.made.push(body.function);
        Ok(Instance { id: FunctionId(self.made.len() - 1), result: signature.result.clone(), returned })
    }

    /// Adds the arguments for a parameter.
    fn arguments(
        &mut self,
        body: &mut Body,
        (name, ty): (&str, &Type),
        mode: Mode,
        samplers: &mut dyn Iterator<Item = usize>,
    ) -> Vec<Held> {
        let names = self.leaf_names(name, ty);
        let leaves = self.leaves(ty);
        let held = |(leaf, name): (Leaf, String)| match leaf {
            Leaf::Number(base, count) => Held::Local(body.argument(&name, leaf_type(base, count), mode)),
            Leaf::Sampler(_) => Held::Sampler(samplers.next().unwrap_or(usize::MAX)),
        };
        leaves.into_iter().zip(names).map(held).collect()
    }

    /// Adds what returns the result. Returns the types of the arguments for it.
    fn results(&mut self, body: &mut Body, result: &Type) -> Vec<crate::ir::Type> {
        let types: Vec<crate::ir::Type> = self
            .leaves(result)
            .into_iter()
            .filter_map(|leaf| match leaf {
                Leaf::Number(base, count) => Some(leaf_type(base, count)),
                Leaf::Sampler(_) => None,
            })
            .collect();
        if let [one] = types[..] {
            body.function.result = Some(one);
            return Vec::new();
        }
        body.returned = types.iter().map(|&ty| body.argument("result", ty, Mode::Out)).collect();
        types
    }

    /// Reports a function that may end without its result.
    fn ends_with_result(&mut self, body: &mut Body, end: Span) {
        let Some(ty) = body.function.result else { return };
        if always_returns(&body.function.body) {
            return;
        }
        let title = format!("function `{}` may end without a `return`", body.function.name);
        self.report(Diagnostic::warning(Code::C1110, end, title).help("its result is 0 there"));
        body.function.body.push(Stmt::Return(Some(Expr::zero(ty, end)), At(end)));
    }

    /// Returns the number of a variable that all functions share. There is one of each purpose, but for global variables.
    pub(super) fn shared(&mut self, name: &str, ty: crate::ir::Type, purpose: SharedUse) -> usize {
        let known = match purpose {
            SharedUse::Variable => None,
            _ => self.shared.iter().position(|shared| shared.purpose == purpose),
        };
        SHARED
            + known.unwrap_or_else(|| {
                self.shared.push(crate::ir::Shared { name: name.to_owned(), ty, purpose });
                self.shared.len() - 1
            })
    }
}
