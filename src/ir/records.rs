//! The types of parameters as programs declare them, and how a record comes apart into its fields.

use super::Type;
use crate::texel::Components;

/// A record, by its number in [`Records`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RecordId(pub usize);

/// The type of a parameter, as a program declares it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ElementType {
    /// `float` to `float4`
    Float(Components),
    /// `int`: of constants, never of streams.
    Int,
    /// A `struct`.
    Record(RecordId),
}

impl ElementType {
    /// `float`
    pub const FLOAT: ElementType = ElementType::Float(Components::One);

    /// The same in the intermediate form, where it is no record.
    pub(crate) fn plain(self) -> Option<Type> {
        match self {
            ElementType::Float(components) => Some(Type::Float(components)),
            ElementType::Int => Some(Type::INT),
            ElementType::Record(_) => None,
        }
    }
}

impl From<Type> for ElementType {
    fn from(plain: Type) -> ElementType {
        match plain {
            Type::Float(components) => ElementType::Float(components),
            _ => ElementType::Int,
        }
    }
}

/// A `struct` of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// Its name: of `typedef struct ray_t { .. } Ray;` the last.
    pub name: String,
    /// Its fields, in their order.
    pub fields: Vec<(String, ElementType)>,
}

/// A field that is no record itself: what one texture of a stream of records holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// The way to it: `v1`, `box.low`; empty where the whole is no record.
    pub path: String,
    /// Its type.
    pub ty: Type,
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
    pub fn fields(&self, ty: ElementType) -> Vec<Field> {
        let ElementType::Record(id) = ty else {
            return ty.plain().map(|ty| Field { path: String::new(), ty }).into_iter().collect();
        };
        let fields = self.get(id).fields.iter();
        let within = fields.flat_map(|(name, ty)| {
            self.fields(*ty).into_iter().map(|field| Field { path: field.of(name), ty: field.ty })
        });
        within.collect()
    }

    /// As the program writes it.
    pub fn name(&self, ty: ElementType) -> &str {
        match ty {
            ElementType::Float(components) => Type::Float(components).brook(),
            ElementType::Int => "int",
            ElementType::Record(id) => &self.get(id).name,
        }
    }
}
