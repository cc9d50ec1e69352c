//! The types that Brook programs name, and how a record comes apart into its fields.

pub use crate::ir::Type as Plain;
pub(crate) use crate::ir::{LETTERS, letters};
use crate::texel::Components;

/// The most levels of records within records, so that no file makes the compiler recurse without bound.
pub(crate) const MAX_RECORD_DEPTH: usize = 16;

/// The most fields of a record, those of the records within it counted.
pub(crate) const MAX_FIELDS: usize = 256;

/// A record, by its number in [`Records`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RecordId(pub usize);

/// A type of the language.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// `float` to `float4`
    Float(Components),
    /// `int`: of locals and constants, never of streams.
    Int,
    /// A `struct`.
    Record(RecordId),
}

impl Type {
    /// `float`
    pub const FLOAT: Type = Type::Float(Components::One);

    /// The same in the intermediate form, where it is no record.
    pub(crate) fn plain(self) -> Option<Plain> {
        match self {
            Type::Float(components) => Some(Plain::Float(components)),
            Type::Int => Some(Plain::INT),
            Type::Record(_) => None,
        }
    }
}

impl From<Plain> for Type {
    fn from(plain: Plain) -> Type {
        match plain {
            Plain::Float(components) => Type::Float(components),
            _ => Type::Int,
        }
    }
}

/// The vectors of the language, by the number at their end.
pub(crate) fn builtin(name: &str) -> Option<Type> {
    Some(match name {
        "float" | "float1" => Type::FLOAT,
        "float2" => Type::Float(Components::Two),
        "float3" => Type::Float(Components::Three),
        "float4" => Type::Float(Components::Four),
        "int" => Type::Int,
        _ => return None,
    })
}

/// Types of later dialects and of C, which kernels have not yet, and what to write instead.
pub(crate) fn unsupported(name: &str) -> Option<String> {
    // `unsigned int`
    let name = name.split(' ').next().unwrap_or(name);
    let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = &name[letters.len()..];
    let known = [
        "double",
        "half",
        "fixed",
        "shortfixed",
        "char",
        "uchar",
        "short",
        "ushort",
        "uint",
        "unsigned",
        "signed",
        "long",
        "bool",
        "int",
    ];
    if !known.contains(&letters) || !["", "1", "2", "3", "4"].contains(&number) {
        return None;
    }
    let whole = ["int", "uint", "unsigned", "signed", "char", "uchar", "short", "ushort", "long"].contains(&letters);
    let float = format!("`float{}`", if number == "1" { "" } else { number });
    Some(match (whole, number) {
        (true, "" | "1") => {
            "a whole number is `int` of 32 bits with a sign, or `float`, which holds whole numbers up to 16777216"
                .into()
        }
        (true, _) => format!("write {float}, which holds whole numbers up to 16777216 and has no bit operators"),
        _ => format!("write {float}"),
    })
}

/// Whether a word is a type of the language, or of one of its dialects.
pub(crate) fn is_type(word: &str) -> bool {
    builtin(word).is_some() || unsupported(word).is_some()
}

/// A `struct` of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// Its name: of `typedef struct ray_t { .. } Ray;` the last.
    pub name: String,
    /// Its fields, in their order.
    pub fields: Vec<(String, Type)>,
}

/// A field that is no record itself: what one texture of a stream of records holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// The way to it: `v1`, `box.low`; empty where the whole is no record.
    pub path: String,
    /// Its type.
    pub ty: Plain,
}

impl Field {
    /// The field of a variable of this name, as a name for people: `ray.o`.
    pub(crate) fn of(&self, variable: &str) -> String {
        if self.path.is_empty() { variable.to_owned() } else { format!("{variable}.{}", self.path) }
    }
}

/// All records of a program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Records(pub Vec<Record>);

impl Records {
    /// The record of that number.
    pub fn get(&self, id: RecordId) -> &Record {
        &self.0[id.0]
    }

    /// The fields of a type, those of nested records in their places; one with an empty path where it is no record.
    ///
    /// ```
    /// # use brooklet::{Components, brook::{Field, Plain, Record, RecordId, Records, Type}};
    /// let float3 = Type::Float(Components::Three);
    /// let ray = Record { name: "Ray".into(), fields: vec![("o".into(), float3), ("tmax".into(), Type::FLOAT)] };
    /// let fields = Records(vec![ray]).fields(Type::Record(RecordId(0)));
    /// assert_eq!(fields[1], Field { path: "tmax".into(), ty: Plain::FLOAT });
    /// ```
    pub fn fields(&self, ty: Type) -> Vec<Field> {
        let Type::Record(id) = ty else {
            return ty.plain().map(|ty| Field { path: String::new(), ty }).into_iter().collect();
        };
        let fields = self.get(id).fields.iter();
        let within = fields.flat_map(|(name, ty)| {
            self.fields(*ty).into_iter().map(|field| Field { path: field.of(name), ty: field.ty })
        });
        within.collect()
    }

    /// As the program writes it.
    pub fn name(&self, ty: Type) -> &str {
        match ty {
            Type::Float(components) => Plain::Float(components).brook(),
            Type::Int => "int",
            Type::Record(id) => &self.get(id).name,
        }
    }
}
