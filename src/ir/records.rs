//! The types of parameters as Brook programs declare them, and the splitting of records into their fields.

use super::Type;
use crate::texel::Components;

/// A record, by its index in [`Records`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RecordId(pub usize);

/// The scalar type of a component on the host. It determines the type in a kernel, and how a value is converted when it is stored:
///
/// | | on the host | in a kernel | on store |
/// |---|---|---|---|
/// | `Float` | 4 bytes | float | unchanged |
/// | `Int`, `Uint` | 4 bytes | 32-bit integer | modulo 2^32 |
/// | `Char`, `Uchar`, `Short`, `Ushort` | 1, 1, 2, 2 bytes | int | the low bits |
/// | `Fixed`, `ShortFixed` | 1, 2 bytes | float: a multiple of 1/255, of 1/65535 | clamped to 0..1, rounded to the nearest |
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scalar {
    /// `float`
    Float,
    /// `int`
    Int,
    /// `uint`, `unsigned int`
    Uint,
    /// `char`
    Char,
    /// `uchar`, `unsigned char`
    Uchar,
    /// `short`
    Short,
    /// `ushort`, `unsigned short`
    Ushort,
    /// `fixed`
    Fixed,
    /// `shortfixed`
    ShortFixed,
}

impl Scalar {
    /// All scalar types.
    pub const ALL: [Scalar; 9] = {
        use Scalar::*;
        [Float, Int, Uint, Char, Uchar, Short, Ushort, Fixed, ShortFixed]
    };

    /// Returns its size on the host, in bytes.
    pub fn bytes(self) -> usize {
        match self {
            Scalar::Float | Scalar::Int | Scalar::Uint => 4,
            Scalar::Short | Scalar::Ushort | Scalar::ShortFixed => 2,
            Scalar::Char | Scalar::Uchar | Scalar::Fixed => 1,
        }
    }

    /// Returns the smallest and the largest value of an integer type; `None` for a type that is a float in kernels.
    pub fn range(self) -> Option<(i64, i64)> {
        Some(match self {
            Scalar::Int => (i32::MIN.into(), i32::MAX.into()),
            Scalar::Uint => (0, u32::MAX.into()),
            Scalar::Char => (-128, 127),
            Scalar::Uchar => (0, 255),
            Scalar::Short => (-32768, 32767),
            Scalar::Ushort => (0, 65535),
            Scalar::Float | Scalar::Fixed | Scalar::ShortFixed => return None,
        })
    }

    /// Returns the number of steps from 0 to 1 of a fixed-point type, 255 or 65535; `None` for other types.
    pub fn steps(self) -> Option<f32> {
        match self {
            Scalar::Fixed => Some(255.0),
            Scalar::ShortFixed => Some(65535.0),
            _ => None,
        }
    }

    /// Returns the type in a kernel of a vector with `components` components of this type.
    pub fn value(self, components: Components) -> Type {
        match self {
            Scalar::Float | Scalar::Fixed | Scalar::ShortFixed => Type::Float(components),
            Scalar::Uint => Type::Uint(components),
            Scalar::Int | Scalar::Char | Scalar::Uchar | Scalar::Short | Scalar::Ushort => Type::Int(components),
        }
    }

    /// Returns Brook's name of a vector with `components` components of this type.
    pub fn name(self, components: Components) -> &'static str {
        let names = match self {
            Scalar::Float => ["float", "float2", "float3", "float4"],
            Scalar::Int => ["int", "int2", "int3", "int4"],
            Scalar::Uint => ["uint", "uint2", "uint3", "uint4"],
            Scalar::Char => ["char", "char2", "char3", "char4"],
            Scalar::Uchar => ["uchar", "uchar2", "uchar3", "uchar4"],
            Scalar::Short => ["short", "short2", "short3", "short4"],
            Scalar::Ushort => ["ushort", "ushort2", "ushort3", "ushort4"],
            Scalar::Fixed => ["fixed", "fixed2", "fixed3", "fixed4"],
            Scalar::ShortFixed => ["shortfixed", "shortfixed2", "shortfixed3", "shortfixed4"],
        };
        names[components as usize]
    }
}

/// The type of a parameter, as a program declares it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ElementType {
    /// `float` to `float4`
    Float(Components),
    /// Any other scalar type than [`Scalar::Float`], or a vector of it.
    Number(Scalar, Components),
    /// A `struct`.
    Record(RecordId),
}

impl ElementType {
    /// `float`
    pub const FLOAT: ElementType = ElementType::Float(Components::One);
    /// `int`
    pub const INT: ElementType = ElementType::Number(Scalar::Int, Components::One);

    /// Returns the type of a vector with `components` components of type `scalar`.
    pub fn of(scalar: Scalar, components: Components) -> ElementType {
        match scalar {
            Scalar::Float => ElementType::Float(components),
            _ => ElementType::Number(scalar, components),
        }
    }

    /// Returns the scalar type and the number of components; `None` for a record.
    pub fn numbers(self) -> Option<(Scalar, Components)> {
        match self {
            ElementType::Float(components) => Some((Scalar::Float, components)),
            ElementType::Number(scalar, components) => Some((scalar, components)),
            ElementType::Record(_) => None,
        }
    }

    /// Returns whether it is a vector of 2 to 4 components.
    pub(crate) fn is_vector(self) -> bool {
        self.numbers().is_some_and(|(_, components)| components.count() > 1)
    }

    /// Returns the type in the intermediate representation; `None` for a record.
    pub(crate) fn plain(self) -> Option<Type> {
        self.numbers().map(|(scalar, components)| scalar.value(components))
    }
}

/// A `struct` of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// Its name: `Ray` for `typedef struct ray_t { .. } Ray;`.
    pub name: String,
    /// Its fields, in the order of their declarations.
    pub fields: Vec<(String, ElementType)>,
}

/// A field that is not itself a record. A stream of records has one texture for each such field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// The path to the field, such as `v1` or `box.low`; empty if the parameter is not a record.
    pub path: String,
    /// Its type in a kernel.
    pub ty: Type,
    /// The type of its components on the host.
    pub scalar: Scalar,
}

impl Field {
    /// Returns the name of its type in Brook.
    pub fn type_name(&self) -> &'static str {
        self.scalar.name(self.ty.components())
    }

    /// Returns the name of this field of a variable, for messages: `ray.o`.
    pub(crate) fn of(&self, variable: &str) -> String {
        if self.path.is_empty() { variable.to_owned() } else { format!("{variable}.{}", self.path) }
    }
}

/// All records of a program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Records(pub Vec<Record>);

impl Records {
    /// Returns the record with this id.
    pub fn get(&self, id: RecordId) -> &Record {
        &self.0[id.0]
    }

    /// Returns the fields of a type, with nested records replaced by their own fields. For a type that is not a record, returns one field
    /// with an empty path.
    ///
    /// ```
    /// # use brooklet::{Components, brook::{Field, Plain, Record, RecordId, Records, Scalar, Type}};
    /// let float3 = Type::Float(Components::Three);
    /// let ray = Record { name: "Ray".into(), fields: vec![("o".into(), float3), ("tmax".into(), Type::FLOAT)] };
    /// let fields = Records(vec![ray]).fields(Type::Record(RecordId(0)));
    /// assert_eq!(fields[1], Field { path: "tmax".into(), ty: Plain::FLOAT, scalar: Scalar::Float });
    /// ```
    pub fn fields(&self, ty: ElementType) -> Vec<Field> {
        let ElementType::Record(id) = ty else {
            let field = |(scalar, components): (Scalar, Components)| Field {
                path: String::new(),
                ty: scalar.value(components),
                scalar,
            };
            return ty.numbers().map(field).into_iter().collect();
        };
        let fields = self.get(id).fields.iter();
        let within = fields
            .flat_map(|(name, ty)| self.fields(*ty).into_iter().map(|field| Field { path: field.of(name), ..field }));
        within.collect()
    }

    /// Returns the name of a type as the program writes it.
    pub fn name(&self, ty: ElementType) -> &str {
        match ty {
            ElementType::Float(components) => Scalar::Float.name(components),
            ElementType::Number(scalar, components) => scalar.name(components),
            ElementType::Record(id) => &self.get(id).name,
        }
    }
}
