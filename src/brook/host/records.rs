//! Describes structs to the library: writes the list of a struct's fields after its definition.

use super::scan::Scan;
use super::{Edit, Host};
use crate::brook::ast::{TypeItem, TypeKind};
use crate::brook::types::{MAX_FIELDS, MAX_RECORD_DEPTH, Type, builtin};
use crate::syntax::Span;

/// The fields of a struct: the path of each, and the library's name for its type.
type Fields = Vec<(String, String)>;

/// A struct that can be the element type of a stream.
pub(super) struct Record<'a> {
    structure: &'a TypeItem,
    name: &'a str,
    /// Its definition, up to and including the `;`.
    definition: Span,
    description: String,
}

impl Record<'_> {
    pub fn file(&self) -> usize {
        self.definition.file as usize
    }

    /// Returns the description, which counts once if it is there several times.
    pub fn guarded(&self) -> String {
        once("RECORD", self.name, &self.description)
    }
}

/// Wraps lines, so that the compiler sees them once.
fn once(what: &str, name: &str, lines: &str) -> String {
    format!("#ifndef BROOKLET_{what}_{name}\n#define BROOKLET_{what}_{name}\n{}\n#endif\n", lines.trim())
}

impl<'a> Host<'a> {
    /// Returns the structs of all files that can be element types of streams.
    pub(super) fn records(&self) -> Vec<Record<'a>> {
        let program = &self.parsed.program;
        let mut records = Vec::new();
        for item in &program.items {
            let tokens = &self.parsed.tokens[item.tokens.clone()];
            let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else { continue };
            let types = &program.types[item.types.clone()];
            let Some(structure) = types.iter().find(|ty| matches!(ty.kind, TypeKind::Struct(_))) else { continue };
            // `typedef struct tag { .. } Name;` gives two names to one type.
            let name = types.last().map_or(&structure.name.text, |ty| &ty.name.text);
            if name.contains(' ') {
                continue;
            }
            if let Some(fields) = self.fields(structure, 0).filter(|fields| !fields.is_empty()) {
                let description = description(name, &fields);
                records.push(Record { structure, name, definition: first.span.to(last.span), description });
            }
        }
        records
    }

    /// Inserts a description after each struct of a file that can be the element type of a stream. A struct within an include guard may be
    /// left out by the compiler, because a header has defined it before. So its description also stands after the guard.
    pub(super) fn descriptions(&self, scan: &Scan, file: usize) -> Vec<Edit> {
        let mut edits = Vec::new();
        for record in self.records().into_iter().filter(|record| record.file() == file) {
            let end = record.definition.end as usize;
            match scan.guard(end) {
                Some(guard) => {
                    let places = [end, guard.end];
                    edits.extend(places.map(|at| Edit { at: at..at, text: format!("\n{}", record.guarded()) }));
                }
                None => edits.push(Edit { at: end..end, text: record.description }),
            }
        }
        edits
    }

    /// Returns the structs that kernels use and that come from an included file, or from those that it includes.
    pub(super) fn brought(&self, file: usize) -> Vec<Record<'a>> {
        let mut files = vec![file];
        for (span, included) in &self.parsed.inclusions {
            if files.contains(&(span.file as usize)) {
                files.push(*included);
            }
        }
        let program = &self.parsed.program;
        let kernels = program.kernels.iter().flat_map(|kernel| &kernel.parameters);
        let prototypes = program.prototypes.iter().flat_map(|prototype| &prototype.parameters);
        let used: Vec<&str> = kernels.chain(prototypes).map(|parameter| parameter.ty.text.as_str()).collect();
        let is_used = |record: &Record| {
            let is = |name: &&str| matches!(self.find(name, 0), Some(Found::Struct(item)) if std::ptr::eq(item, record.structure));
            used.iter().any(is)
        };
        self.records().into_iter().filter(|record| files.contains(&record.file()) && is_used(record)).collect()
    }

    /// Writes the structs of a file for a header of the program. If a struct is within an include guard, it is so there, too.
    pub(super) fn definitions(&self, scan: &Scan, file: usize) -> String {
        let mut text = String::new();
        let mut guards: Vec<&str> = Vec::new();
        for record in self.records().into_iter().filter(|record| record.file() == file) {
            let definition = once("STRUCT", record.name, self.files().text(record.definition));
            match scan.guard(record.definition.end as usize) {
                Some(guard) => {
                    text += &format!("#ifndef {}\n{definition}#endif\n", guard.name);
                    guards.push(guard.name);
                }
                None => text += &definition,
            }
            text += &record.guarded();
        }
        guards.sort();
        guards.dedup();
        text.extend(guards.iter().map(|guard| format!("#ifndef {guard}\n#define {guard}\n#endif\n")));
        text
    }

    /// Returns the fields of a struct, with nested structs flattened. Returns `None` if only the host can use the struct.
    fn fields(&self, item: &'a TypeItem, depth: usize) -> Option<Fields> {
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

    fn find(&self, name: &str, depth: usize) -> Option<Found<'a>> {
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
            // Streams of doubles are on the host.
            None if name.strip_prefix("double").is_some_and(|count| ["", "2", "3", "4"].contains(&count)) => {
                Some(Found::Plain(format!("::brook::__BRT{}", name.to_uppercase())))
            }
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
