//! Describes structs to the library: writes the list of a struct's fields after its definition.

use super::{Edit, Host};
use crate::brook::ast::{TypeItem, TypeKind};
use crate::brook::types::{MAX_FIELDS, MAX_RECORD_DEPTH, Type, builtin};

/// The fields of a struct: the path of each, and the library's name for its type.
type Fields = Vec<(String, String)>;

impl Host<'_> {
    /// Inserts a description after each struct of a file that can be the element type of a stream.
    pub(super) fn records(&self, file: usize) -> Vec<Edit> {
        let program = &self.parsed.program;
        let mut edits = Vec::new();
        for item in &program.items {
            let Some(last) = self.parsed.tokens.get(item.tokens.end.saturating_sub(1)) else { continue };
            if last.span.file as usize != file {
                continue;
            }
            let types = &program.types[item.types.clone()];
            let Some(structure) = types.iter().find(|ty| matches!(ty.kind, TypeKind::Struct(_))) else { continue };
            // `typedef struct tag { .. } Name;` gives two names to one type.
            let name = types.last().map_or(&structure.name.text, |ty| &ty.name.text);
            if name.contains(' ') {
                continue;
            }
            if let Some(fields) = self.fields(structure, 0).filter(|fields| !fields.is_empty()) {
                let end = last.span.end as usize;
                edits.push(Edit { at: end..end, text: description(name, &fields) });
            }
        }
        edits
    }

    /// Returns the fields of a struct, with nested structs flattened. Returns `None` if only the host can use the struct.
    fn fields(&self, item: &TypeItem, depth: usize) -> Option<Fields> {
        let TypeKind::Struct(members) = &item.kind else { return None };
        let mut fields = Fields::new();
        for member in members {
            if member.host.is_some() || fields.len() > MAX_FIELDS {
                return None;
            }
            let path = &member.name.text;
            match self.find(&member.ty.text, depth)? {
                Found::Plain(code) => fields.push((path.clone(), code)),
                Found::Struct(inner) => {
                    let inner = self.fields(inner, depth + 1)?;
                    fields.extend(inner.into_iter().map(|(own, code)| (format!("{path}.{own}"), code)));
                }
            }
        }
        Some(fields)
    }

    fn find(&self, name: &str, depth: usize) -> Option<Found<'_>> {
        if depth > MAX_RECORD_DEPTH {
            return None;
        }
        let types = &self.parsed.program.types;
        match types
            .iter()
            .find(|item| item.name.text == name && !matches!(&item.kind, TypeKind::Alias(of) if of.text == name))
        {
            Some(item) => match &item.kind {
                TypeKind::Alias(of) => self.find(&of.text, depth + 1),
                TypeKind::Struct(_) => Some(Found::Struct(item)),
            },
            None => builtin(name).and_then(code).map(Found::Plain),
        }
    }
}

/// The type that a name stands for.
enum Found<'a> {
    Plain(String),
    Struct(&'a TypeItem),
}

/// Returns the library's name for a type.
fn code(ty: Type) -> Option<String> {
    let (scalar, components) = ty.numbers()?;
    Some(format!("::brook::__BRT{}", scalar.name(components).to_uppercase()))
}

/// Writes the description of a struct, on one line. It is marked as C++, because the code around it may be `extern "C"`.
fn description(name: &str, fields: &Fields) -> String {
    let types: String = fields.iter().map(|(_, code)| format!("{code}, ")).collect();
    let offsets: Vec<String> = fields.iter().map(|(path, _)| format!("offsetof({name}, {path})")).collect();
    format!(
        " extern \"C++\" {{ namespace brook {{ namespace internal {{ template <> struct record<{name}> {{ \
         static const layout &get() {{ static const StreamType types[] = {{{types}__BRTNONE}}; \
         static const uint64_t offsets[] = {{{}}}; \
         static const layout made(\"{name}\", types, offsets, sizeof({name})); return made; }} }}; }} }} }}",
        offsets.join(", ")
    )
}
