//! The stream phase: a Brook kernel, with its parameters as the program declares them.

use super::{ElementType, Field, Function, Slot, Type};
use crate::syntax::Span;

/// A checked kernel or reduction, ready to be lowered or interpreted.
#[derive(Clone, PartialEq, Debug)]
pub struct StreamKernel {
    /// Its name, as written in the source.
    pub name: String,
    /// Where the name is in the source.
    pub span: Span,
    /// Whether it is a reduction.
    pub reduction: bool,
    /// Its parameters, in the order written.
    pub parameters: Vec<Parameter>,
    /// The functions that each element runs. A function calls only earlier functions, so the kernel's own body is the last.
    pub(crate) functions: Vec<Function>,
    /// Whether an element may be discarded. The outputs of a discarded element keep their old values.
    pub discards: bool,
}

impl StreamKernel {
    /// Returns the function that is the kernel's own body.
    pub(crate) fn main(&self) -> &Function {
        self.functions.last().expect("a kernel has a body")
    }

    /// Returns the parameter called `name`, and its index.
    pub fn parameter(&self, name: &str) -> Option<(usize, &Parameter)> {
        self.parameters.iter().enumerate().find(|(_, parameter)| parameter.name == name)
    }

    /// Returns the slots of all parameters whose role is `wanted`, in order.
    pub fn slots(&self, wanted: impl Fn(&Role) -> bool) -> Vec<Slot> {
        let of = |(parameter, p): (usize, &Parameter)| {
            (0..p.fields.len()).map(move |field| Slot { parameter, field }).collect::<Vec<_>>()
        };
        self.parameters.iter().enumerate().filter(|(_, p)| wanted(&p.role)).flat_map(of).collect()
    }

    /// Returns the name of a slot, for messages: `a`, or `rays.o` for a record.
    ///
    /// # Panics
    /// Panics if the kernel has no such slot.
    pub fn slot_name(&self, slot: Slot) -> String {
        let parameter = &self.parameters[slot.parameter];
        parameter.fields[slot.field].of(&parameter.name)
    }

    /// Returns the field of a slot.
    ///
    /// # Panics
    /// Panics if the kernel has no such slot.
    pub fn field(&self, slot: Slot) -> &Field {
        &self.parameters[slot.parameter].fields[slot.field]
    }

    /// Returns the type of a slot.
    ///
    /// # Panics
    /// Panics if the kernel has no such slot.
    pub fn ty(&self, slot: Slot) -> Type {
        self.field(slot).ty
    }
}

/// A parameter of a kernel.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameter {
    /// Its name, as written in the source.
    pub name: String,
    /// Where it is in the source.
    pub span: Span,
    /// Its type.
    pub ty: ElementType,
    /// Its role: how the kernel uses it.
    pub role: Role,
    /// The fields of its type. A type that is not a record has one. A scatter output has one more, the index of the element that is
    /// written.
    pub fields: Vec<Field>,
}

impl Parameter {
    /// Returns the fields of its streams: all but the index of a scatter output.
    pub fn stored(&self) -> &[Field] {
        match self.role {
            Role::Scatter { .. } => &self.fields[..self.fields.len() - 1],
            _ => &self.fields,
        }
    }
}

/// The role of a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// `T a<>`: the current element of a stream.
    Stream,
    /// `iter T a<>`: the current element of an iterator, which is computed and not read.
    Iterator,
    /// `T a`: one value for all elements.
    Constant,
    /// `T a[]`: a stream of which any element can be read, by index.
    Gather {
        /// The number of brackets in the source. The number of dimensions is that of the stream that is passed.
        brackets: usize,
    },
    /// `out T a<>`: the current element of an output stream.
    Output,
    /// `vout[N] T a<>`: a variable output, to which each element pushes any number of values.
    Variable {
        /// The maximum number of pushes per element, if the program states it.
        max: Option<u32>,
    },
    /// `out T a[]`: an output of which an element can be written at any index, `a[i] = v`. Each write is pushed, with its index; all are
    /// then [put](crate::primitives::put).
    Scatter {
        /// The number of brackets in the source. The number of dimensions is that of the stream that is passed.
        brackets: usize,
    },
    /// `reduce T a`: the intermediate result of a reduction.
    Accumulator,
}

impl Role {
    /// Returns whether it is an input of which a kernel reads only the current element.
    pub fn is_stream(&self) -> bool {
        matches!(self, Role::Stream | Role::Iterator)
    }

    /// Returns whether values are pushed to it: a variable output, or a scatter output.
    pub fn is_pushed(&self) -> bool {
        matches!(self, Role::Variable { .. } | Role::Scatter { .. })
    }

    /// Returns whether it is an output of a kernel, of any kind.
    pub fn is_output(&self) -> bool {
        *self == Role::Output || self.is_pushed()
    }

    /// Returns whether it is a gather.
    pub fn is_gather(&self) -> bool {
        matches!(self, Role::Gather { .. })
    }

    /// Returns the name of the role, for messages.
    pub fn noun(&self) -> &'static str {
        match self {
            Role::Stream => "input stream",
            Role::Iterator => "iterator",
            Role::Constant => "constant",
            Role::Gather { .. } => "gather",
            Role::Output => "output",
            Role::Variable { .. } => "variable output",
            Role::Scatter { .. } => "scatter output",
            Role::Accumulator => "accumulator",
        }
    }

    /// Returns the name of the role with its article, for messages.
    pub fn one(&self) -> String {
        let noun = self.noun();
        let article = if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
        format!("{article} {noun}")
    }
}
