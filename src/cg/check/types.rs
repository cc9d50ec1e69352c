//! Types by name, and the leaves of types.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::body::Body;
use super::{Checked, Checker, Failed};
use crate::cg::ast::{StructItem, VariableItem};
use crate::cg::types::{Leaf, Type, numeric, sampler};
use crate::syntax::ast::{Expr, Name};
use crate::syntax::{Code, Diagnostic, Span, nearest};

/// The maximum number of numbers and vectors of a value.
pub(super) const MAX_LEAVES: usize = 4096;

/// The number of structs that come before those of the program. It may define its own of these names.
const PREDEFINED_STRUCTS: usize = 3;

/// The types of a program.
#[derive(Default)]
pub(super) struct Types<'a> {
    structs: FxHashMap<&'a str, usize>,
    aliases: FxHashMap<&'a str, usize>,
    /// The members of each struct that has been resolved.
    members: FxHashMap<usize, Checked<Rc<Vec<Member<'a>>>>>,
    /// The structs and aliases that are being resolved.
    active: Vec<Span>,
}

/// A member of a struct.
pub(super) struct Member<'a> {
    pub item: &'a VariableItem,
    pub ty: Type,
}

impl<'a> Checker<'a> {
    pub(super) fn collect_types(&mut self) {
        let program = self.program;
        for (number, item) in program.structs.iter().enumerate() {
            if let Some(first) = self.types.structs.insert(&item.name.text, number)
                && first >= PREDEFINED_STRUCTS
            {
                let title = format!("there are two structs `{}`", item.name.text);
                let diagnostic = Diagnostic::error(Code::C1002, item.name.span, title);
                self.report(diagnostic.other(program.structs[first].name.span, "the first"));
            }
        }
        for (number, item) in program.aliases.iter().enumerate() {
            self.types.aliases.insert(&item.name.text, number);
        }
    }

    pub(super) fn structure(&self, number: usize) -> &'a StructItem {
        &self.program.structs[number]
    }

    /// Returns the type of this name, with these lengths of arrays.
    pub(super) fn resolve(&mut self, name: &Name, lengths: &[Option<Expr>]) -> Checked<Type> {
        self.resolve_in(&mut Body::new("", Type::Void), name, lengths)
    }

    /// Returns the type of this name. The lengths may be constants of this body.
    pub(super) fn resolve_in(&mut self, body: &mut Body, name: &Name, lengths: &[Option<Expr>]) -> Checked<Type> {
        let mut ty = self.named(name)?;
        for length in lengths.iter().rev() {
            ty = match length {
                None => Type::Unsized(Rc::new(ty)),
                Some(length) => {
                    let count = self.length(body, length)?;
                    Type::Array(Rc::new(ty), count)
                }
            };
        }
        let count = self.leaf_count(&ty);
        if count > MAX_LEAVES {
            let title = format!("this has {count} numbers and vectors: the maximum is {MAX_LEAVES}");
            return self.refuse(Code::C0001, name.span, title, "");
        }
        Ok(ty)
    }

    fn named(&mut self, name: &Name) -> Checked<Type> {
        let text = name.text.as_str();
        if let Some(&number) = self.types.structs.get(text) {
            return Ok(Type::Struct(number));
        }
        if let Some(&number) = self.types.aliases.get(text) {
            let alias = &self.program.aliases[number];
            if self.types.active.contains(&alias.name.span) || alias.ty.text == alias.name.text {
                let title = format!("type `{text}` is defined by itself");
                return self.refuse(Code::C0501, name.span, title, "");
            }
            self.types.active.push(alias.name.span);
            let resolved = self.deeper(alias.ty.span, |this| this.resolve(&alias.ty, &alias.lengths));
            self.types.active.pop();
            return resolved;
        }
        if let Some(ty) = numeric(text) {
            return Ok(ty);
        }
        if let Some(texture) = sampler(text) {
            return Ok(Type::Sampler(texture));
        }
        if text == "void" {
            return Ok(Type::Void);
        }
        let known = self.types.structs.keys().chain(self.types.aliases.keys()).copied();
        let common = ["float", "float2", "float3", "float4", "half", "fixed", "sampler2D", "samplerRECT"];
        let mut diagnostic = Diagnostic::error(Code::C0501, name.span, format!("there is no type `{text}`"));
        if let Some(near) = nearest(text, known.chain(common)) {
            diagnostic = diagnostic.help(format!("did you mean `{near}`?"));
        }
        self.fail(diagnostic)
    }

    /// Returns the members of a struct.
    pub(super) fn members(&mut self, number: usize) -> Checked<Rc<Vec<Member<'a>>>> {
        if let Some(known) = self.types.members.get(&number) {
            return known.clone();
        }
        let item = self.structure(number);
        if self.types.active.contains(&item.name.span) {
            self.types.members.insert(number, Err(Failed));
            let title = format!("struct `{}` has a member of its own type", item.name.text);
            return self.refuse(Code::C0501, item.name.span, title, "");
        }
        self.types.active.push(item.name.span);
        let mut members = Vec::with_capacity(item.members.len());
        let mut failed = false;
        for member in &item.members {
            match self.deeper(member.ty.span, |this| this.resolve(&member.ty, &member.lengths)) {
                Ok(ty) => members.push(Member { item: member, ty }),
                Err(Failed) => failed = true,
            }
        }
        self.types.active.pop();
        failed |= self.types.members.contains_key(&number);
        let members = if failed { Err(Failed) } else { Ok(Rc::new(members)) };
        self.types.members.insert(number, members.clone());
        members
    }

    /// Whether a `typedef` defines this name.
    pub(super) fn is_alias(&self, name: &str) -> bool {
        self.types.aliases.contains_key(name)
    }

    /// Returns the struct that this name has, if there is one.
    pub(super) fn struct_named(&self, name: &str) -> Option<usize> {
        self.types.structs.get(name).copied()
    }

    /// Whether a struct implements an interface, or is it.
    pub(super) fn implements(&self, own: usize, interface: usize) -> bool {
        own == interface
            || self.structure(own).implements.as_ref().is_some_and(|name| {
                self.types.structs.get(name.text.as_str()).is_some_and(|&number| number == interface)
            })
    }

    /// Returns the number of leaves of a type. It is more than [`MAX_LEAVES`] if they cannot be counted.
    pub(super) fn leaf_count(&mut self, ty: &Type) -> usize {
        match ty {
            Type::Void | Type::Unsized(_) => 0,
            Type::Vector(..) | Type::Sampler(_) => 1,
            Type::Matrix(_, rows, _) => usize::from(*rows),
            Type::Array(of, count) => self.leaf_count(of).saturating_mul(*count),
            Type::Struct(number) => {
                let Ok(members) = self.members(*number) else { return 0 };
                members.iter().map(|member| self.leaf_count(&member.ty)).fold(0, usize::saturating_add)
            }
        }
    }

    /// Returns the leaves of a type.
    pub(super) fn leaves(&mut self, ty: &Type) -> Vec<Leaf> {
        match ty {
            Type::Void | Type::Unsized(_) => Vec::new(),
            Type::Vector(base, count) => vec![Leaf::Number(*base, *count)],
            Type::Sampler(texture) => vec![Leaf::Sampler(*texture)],
            Type::Matrix(base, rows, columns) => vec![Leaf::Number(*base, *columns); usize::from(*rows)],
            Type::Array(of, count) => {
                let of = self.leaves(of);
                of.iter().copied().cycle().take(of.len() * count).collect()
            }
            Type::Struct(number) => match self.members(*number) {
                Ok(members) => members.iter().flat_map(|member| self.leaves(&member.ty)).collect(),
                Err(Failed) => Vec::new(),
            },
        }
    }

    /// Returns the name of a type, for messages.
    pub(super) fn type_name(&self, ty: &Type) -> String {
        match ty {
            Type::Void => "void".into(),
            Type::Vector(base, 1) => base.name().into(),
            Type::Vector(base, count) => format!("{}{count}", base.name()),
            Type::Matrix(base, rows, columns) => format!("{}{rows}x{columns}", base.name()),
            Type::Array(of, count) => format!("{}[{count}]", self.type_name(of)),
            Type::Unsized(of) => format!("{}[]", self.type_name(of)),
            Type::Struct(number) => self.structure(*number).name.text.clone(),
            Type::Sampler(texture) => texture.name().into(),
        }
    }
}
