//! The entry: the function that runs for each fragment, with what is bound to its parameters.

use std::rc::Rc;

use super::body::Body;
use super::function::{InstanceKey, Signature};
use super::value::{Held, Item, Variable};
use super::{Checked, CheckedProgram, Checker};
use crate::cg::ast::VariableItem;
use crate::cg::types::Type;
use crate::ir::{At, ExprKind, Mode, Passed, SharedUse};
use crate::syntax::{Code, Diagnostic, Files, Span, nearest};

/// A parameter of the entry that it writes to.
struct OutParameter<'a> {
    index: usize,
    item: &'a VariableItem,
    /// What holds it after the call.
    variable: Variable,
    /// The index of its first leaf among the arguments.
    argument: usize,
}

impl<'a> Checker<'a> {
    /// Checks the entry and all that it calls.
    pub(super) fn entry(&mut self, files: &Rc<Files>) -> Checked<CheckedProgram> {
        let number = self.entry_number()?;
        let item = &self.program.functions[number];
        let signature = self.signature(number)?;
        let mut main = Body::new(&item.name.text, Type::Void);
        main.function.head = At(item.name.span);
        let (passed, key, results) = self.entry_arguments(&mut main, number, &signature)?;
        let instance = self.instance(key, item.name.span)?;
        let value = self.emit_call(&mut main, &instance, passed, item.name.span);
        let mut written = Vec::new();
        let unset = self.unset_results(&instance);
        let names = ("", item.semantic.as_ref());
        self.results_of(&mut main, (&value, &unset), names, item.name.span, &mut written, None)?;
        for OutParameter { index, item, variable, argument } in results {
            let value = main.read(&variable, item.name.span);
            let unset = self.unset_arguments(&instance, argument..argument + value.items.len());
            let names = (item.name.text.as_str(), item.semantic.as_ref());
            self.results_of(&mut main, (&value, &unset), names, item.name.span, &mut written, Some(index))?;
        }
        if written.is_empty() && self.shared.iter().all(|shared| shared.purpose != SharedUse::Discard) {
            let title = format!("`{}` writes no colour and no depth", item.name.text);
            return self.refuse(Code::C3001, item.name.span, title, "give its result a semantic: `: COLOR`");
        }
        let outputs = self.write_results(&mut main, &written, item.name.span)?;
        self.unused_globals();
        main.function.body = main.out;
        let kernel = self.kernel(main.function, &written, files)?;
        self.unset(&kernel);
        Ok(CheckedProgram { kernel, parameters: std::mem::take(&mut self.parameters), outputs })
    }

    fn entry_number(&mut self) -> Checked<usize> {
        let name = self.options.entry.as_str();
        let own = self.functions.get(name).cloned().unwrap_or_default();
        let profile = self.options.profile.name();
        let rank = |&number: &usize| {
            let item = &self.program.functions[number];
            match &item.profile {
                _ if item.body.is_none() => None,
                Some(profile_of) if profile_of.text != profile => None,
                Some(_) => Some((number, 0)),
                None => Some((number, 1)),
            }
        };
        if let Some((number, _)) = own.iter().filter_map(rank).min_by_key(|(_, rank)| *rank) {
            return Ok(number);
        }
        let span = own.first().map_or(Span::default(), |&number| self.program.functions[number].name.span);
        let title = match own.is_empty() {
            true => format!("there is no function `{name}` in this program"),
            false => format!("function `{name}` has no body for profile {profile}"),
        };
        let mut diagnostic = Diagnostic::error(Code::C3001, span, title);
        let entries = self.program.entries();
        if own.is_empty() && !entries.is_empty() {
            diagnostic = match nearest(name, entries.iter().copied()) {
                Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
                None => diagnostic.help(format!("name one with `--entry`: {}", entries.join(", "))),
            };
        }
        self.fail(diagnostic)
    }

    /// Returns what is passed to the entry, what it is specialised by, and the variables that get its results.
    #[allow(clippy::type_complexity, reason = "three lists that are made together")]
    fn entry_arguments(
        &mut self,
        main: &mut Body,
        number: usize,
        signature: &Rc<Signature<'a>>,
    ) -> Checked<(Vec<Passed>, InstanceKey, Vec<OutParameter<'a>>)> {
        let mut passed = Vec::new();
        let mut results = Vec::new();
        let mut key = InstanceKey { function: number, receiver: None, types: Vec::new(), samplers: Vec::new() };
        let mut free = self.unasked_coordinates(signature);
        let bound: Vec<Checked<Type>> = signature
            .parameters
            .iter()
            .map(|own| self.bound(&own.ty, &own.item.name.text, own.item.name.span))
            .collect();
        for (index, (parameter, ty)) in signature.parameters.iter().zip(bound).enumerate() {
            let (item, ty) = (parameter.item, ty?);
            if item.name.text.is_empty() {
                let title = format!("a parameter of `{}` has no name by which it could be bound", self.options.entry);
                return self.refuse(Code::C0000, item.name.span, title, "name it, or leave it out");
            }
            let is_uniform = item.qualifiers.uniform || matches!(ty, Type::Sampler(_));
            if parameter.mode != Mode::In && !is_uniform {
                let value = match parameter.mode {
                    Mode::InOut => Some(self.varying(item, &ty, Some(index), &mut free)?),
                    _ => None,
                };
                let argument = passed.len();
                let items = self.declare_leaves(main, &item.name.text, &ty, value.as_ref());
                for held in &items {
                    if let Held::Local(local) = held {
                        passed.push(Passed::Local(*local));
                    }
                }
                let variable = Variable { ty: ty.clone(), items, fixed: None, span: item.name.span };
                results.push(OutParameter { index, item, variable, argument });
                key.types.push(ty);
                continue;
            }
            let value = match is_uniform {
                true => self.uniform(item, &ty, Some(index), index)?,
                false => self.varying(item, &ty, Some(index), &mut free)?,
            };
            // A uniform that is also a result is passed as a copy.
            let value = if parameter.mode == Mode::In { value } else { main.copied(&value) };
            for item in &value.items {
                match (item, parameter.mode) {
                    (Item::Number(value), Mode::In) => passed.push(Passed::Value(value.clone())),
                    (Item::Number(value), _) => match value.kind {
                        ExprKind::Local(local) => passed.push(Passed::Local(local)),
                        _ => passed.push(Passed::Local(main.holding("argument", value.clone()))),
                    },
                    (Item::Sampler(sampler), _) => key.samplers.push(*sampler),
                }
            }
            key.types.push(ty);
        }
        // Global variables may take the others.
        self.free_coordinates = free;
        Ok((passed, key, results))
    }
}
