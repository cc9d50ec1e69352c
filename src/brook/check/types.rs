//! The types of a program, by name: records and aliases.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use super::type_error::TypeError;
use crate::brook::ast::{FieldItem, Program, TypeItem, TypeKind};
use crate::brook::types::{MAX_FIELDS, MAX_RECORD_DEPTH, Record, RecordId, Records, Type, builtin, unsupported};
use crate::syntax::ast::Name;
use crate::syntax::{Span, nearest};

/// The types of a program, by name, and the records that have been resolved so far.
pub(crate) struct Types<'a> {
    items: FxHashMap<&'a str, &'a TypeItem>,
    /// Later definitions that have the name of an earlier one.
    again: FxHashMap<&'a str, Vec<&'a TypeItem>>,
    /// The first name that a `typedef` gives to each type.
    aliases: FxHashMap<&'a str, &'a str>,
    known: FxHashMap<&'a str, RecordId>,
    pub records: Records,
    /// The spans of the declarations of records' `const` fields.
    fixed: FxHashMap<(RecordId, &'a str), Span>,
    /// The names of the records whose fields are being resolved.
    open: Vec<&'a str>,
}

impl<'a> Types<'a> {
    pub fn new(program: &'a Program) -> Types<'a> {
        let mut items: FxHashMap<&str, &TypeItem> = FxHashMap::default();
        let mut again: FxHashMap<&str, Vec<&TypeItem>> = FxHashMap::default();
        for item in &program.types {
            let name = item.name.text.as_str();
            // `typedef struct S S;` defines nothing new.
            if matches!(&item.kind, TypeKind::Alias(of) if of.text == name) {
                continue;
            }
            match items.entry(name) {
                Entry::Occupied(_) => again.entry(name).or_default().push(item),
                Entry::Vacant(new) => drop(new.insert(item)),
            }
        }
        let mut aliases = FxHashMap::default();
        for item in &program.types {
            if let TypeKind::Alias(of) = &item.kind {
                aliases.entry(of.text.as_str()).or_insert(item.name.text.as_str());
            }
        }
        Types {
            items,
            again,
            aliases,
            known: FxHashMap::default(),
            records: Records::default(),
            fixed: FxHashMap::default(),
            open: Vec::new(),
        }
    }

    /// Returns the type that the program declares with this name, if any.
    pub fn alias(&mut self, name: &Name) -> Option<Type> {
        self.items.contains_key(name.text.as_str()).then(|| self.find(name).ok())?
    }

    /// Returns the type of this name.
    pub fn find(&mut self, name: &Name) -> Result<Type, TypeError> {
        self.follow(name, 0)
    }

    /// Returns the span of the declaration that makes the type of this name `const`, if any.
    pub fn constant(&self, name: &str) -> Option<Span> {
        let mut item = *self.items.get(name)?;
        for _ in 0..MAX_RECORD_DEPTH {
            if item.constant {
                return Some(item.name.span);
            }
            let TypeKind::Alias(of) = &item.kind else { return None };
            item = self.items.get(of.text.as_str())?;
        }
        None
    }

    /// Returns the span of the declaration of a record's field, if the field is `const`.
    pub fn constant_field(&self, ty: Type, name: &str) -> Option<Span> {
        let Type::Record(id) = ty else { return None };
        self.fixed.get(&(id, name)).copied()
    }

    fn follow(&mut self, name: &Name, steps: usize) -> Result<Type, TypeError> {
        if let Some(item) = self.items.get(name.text.as_str()).copied() {
            let again = self.again.get(name.text.as_str()).into_iter().flatten();
            if let Some(other) = again.copied().find(|other| !self.same(item, other)) {
                let second = Name { text: name.text.clone(), span: other.name.span };
                return Err(TypeError::Conflict { first: item.name.span, second });
            }
            match &item.kind {
                TypeKind::Alias(of) if steps < MAX_RECORD_DEPTH => {
                    let of = Name { text: of.text.clone(), span: name.span };
                    return self.follow(&of, steps + 1);
                }
                TypeKind::Alias(_) => return Err(TypeError::LongAlias { name: name.clone(), count: steps + 1 }),
                TypeKind::Struct(fields) => return self.record(item, fields, name),
            }
        }
        if let Some(ty) = builtin(&name.text) {
            return Ok(ty);
        }
        if let Some(instead) = unsupported(&name.text) {
            return Err(TypeError::Unsupported { name: name.clone(), instead });
        }
        if name.text == "void" {
            return Err(TypeError::Void(name.span));
        }
        let known = ["float", "float2", "float3", "float4", "int"].into_iter().chain(self.items.keys().copied());
        Err(TypeError::Unresolved { name: name.clone(), nearest: nearest(&name.text, known).map(str::to_owned) })
    }

    /// Whether two definitions of one name are the same, as in a header and its copy.
    fn same(&self, a: &TypeItem, b: &TypeItem) -> bool {
        let unnamed = |of: &Name| self.items.get(of.text.as_str()).filter(|_| of.text.starts_with("struct "));
        match (&a.kind, &b.kind) {
            (TypeKind::Alias(a), TypeKind::Alias(b)) => match (unnamed(a), unnamed(b)) {
                (Some(a), Some(b)) => self.same(a, b),
                _ => a.text == b.text,
            },
            (TypeKind::Struct(a), TypeKind::Struct(b)) => {
                let alike = |(a, b): (&FieldItem, &FieldItem)| {
                    (&a.ty.text, &a.name.text, a.host) == (&b.ty.text, &b.name.text, b.host)
                };
                a.len() == b.len() && a.iter().zip(b).all(alike)
            }
            _ => false,
        }
    }

    fn record(&mut self, item: &'a TypeItem, fields: &'a [FieldItem], used: &Name) -> Result<Type, TypeError> {
        let name = item.name.text.as_str();
        if let Some(id) = self.known.get(name) {
            return Ok(Type::Record(*id));
        }
        if self.open.contains(&name) {
            return Err(TypeError::Recursive { used: used.span, declared: item.name.clone() });
        }
        if self.open.len() >= MAX_RECORD_DEPTH {
            return Err(TypeError::Nested { used: used.span, levels: self.open.len() + 1 });
        }
        self.open.push(name);
        let found = fields.iter().map(|field| self.field(field, used)).collect::<Result<Vec<_>, _>>();
        self.open.pop();
        let found = found?;
        if found.is_empty() {
            let record = self.shown(name).to_owned();
            return Err(TypeError::Empty { record, used: used.span, declared: item.name.span });
        }
        for (number, field) in fields.iter().enumerate() {
            if let Some(first) = fields[..number].iter().find(|other| other.name.text == field.name.text) {
                let record = self.shown(name).to_owned();
                return Err(TypeError::TwoFields { record, first: first.name.span, second: field.name.clone() });
            }
        }
        let id = RecordId(self.records.0.len());
        self.records.0.push(Record { name: name.to_owned(), fields: found });
        let count = self.records.fields(Type::Record(id)).len();
        if count > MAX_FIELDS {
            self.records.0.pop();
            return Err(TypeError::Large { record: name.to_owned(), used: used.span, count });
        }
        for field in fields {
            let declared = if field.constant { Some(field.name.span) } else { self.constant(&field.ty.text) };
            self.fixed.extend(declared.map(|span| ((id, field.name.text.as_str()), span)));
        }
        self.known.insert(name, id);
        self.records.0[id.0].name = self.shown(name).to_owned();
        Ok(Type::Record(id))
    }

    /// Returns the name of a record for messages. For `typedef struct tag { .. } Name` it is `Name`.
    fn shown<'n>(&self, name: &'n str) -> &'n str
    where
        'a: 'n,
    {
        self.aliases.get(name).copied().unwrap_or(name)
    }

    fn field(&mut self, field: &'a FieldItem, used: &Name) -> Result<(String, Type), TypeError> {
        let record = self.shown(&used.text).to_owned();
        let refused =
            |what: String| Err(TypeError::HostField { record, used: used.span, field: field.name.span, what });
        match field.host {
            Some("*") => return refused("a pointer".into()),
            Some("?") => return refused("a line of fields is `type name, name;`".into()),
            Some(_) => return refused("an array".into()),
            None => {}
        }
        match self.follow(&field.ty, 0) {
            Ok(ty) => Ok((field.name.text.clone(), ty)),
            Err(TypeError::Unresolved { .. } | TypeError::Unsupported { .. } | TypeError::Void(_)) => {
                refused(format!("of type `{}`", field.ty.text))
            }
            Err(error) => Err(error),
        }
    }
}
