//! Binary operators: what a reduction combines its elements with, as kernels write it and in Rust side by side.

use std::cell::OnceCell;
use std::fmt;
use std::rc::Rc;

use crate::ir::Type;
use crate::kernel::{CompileError, Source, Text, expression};
use crate::texel::Texel;

/// What an expression may call: the functions `larger` and `smaller`.
const SELECT: &str = "#include \"shared/select.glsl\"";

/// An associative operator on elements of type `T`, written twice: in the kernel language for the device, in Rust for the
/// reference and for what a reduction finishes on the CPU.
///
/// The four of the papers are [`sum`](Operator::sum), [`product`](Operator::product), [`max`](Operator::max) and
/// [`min`](Operator::min); they work on each component of a vector by itself. [`Operator::new`] makes one of your own:
///
/// ```
/// use brooklet::{Device, Operator, primitives};
/// let device = Device::headless()?;
/// // The longer of two vectors.
/// let longer = Operator::new("longer", "dot(a, a) < dot(b, b) ? b : a", |a: [f32; 2], b: [f32; 2]| {
///     if a[0] * a[0] + a[1] * a[1] < b[0] * b[0] + b[1] * b[1] { b } else { a }
/// });
/// let x = device.upload(&[[3.0, 4.0], [1.0, 0.0], [0.0, -6.0]])?;
/// assert_eq!(primitives::reduce(&x, &longer)?, [0.0, -6.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
#[derive(Clone)]
pub struct Operator<T> {
    name: String,
    expression: Text,
    body: bool,
    /// Whether it is one of those here, which need no check.
    built_in: bool,
    rust: Rc<dyn Fn(T, T) -> T>,
    identity: Option<T>,
    of_none: Option<T>,
    commutative: bool,
    /// Its parts of a kernel, checked when it is first used.
    parts: Rc<OnceCell<Result<Parts, Box<CompileError>>>>,
}

/// What an operator adds to kernels.
struct Parts {
    /// The name of its own text, in messages.
    file: Text,
    /// The function `combine`, which includes that text.
    function: Text,
}

impl<T: Texel> Operator<T> {
    /// An operator of your own: `expression` is one in `a` and `b`, `rust` the same in Rust.
    ///
    /// It must be associative. It is not taken to be commutative, so that elements keep their order: only methods that
    /// keep it will have it, until [`commutative`](Operator::commutative) says that order does not matter.
    pub fn new(name: &str, expression: &str, rust: impl Fn(T, T) -> T + 'static) -> Operator<T> {
        Operator {
            name: name.to_owned(),
            expression: Text::from(expression.to_owned()),
            body: false,
            built_in: false,
            rust: Rc::new(rust),
            identity: None,
            of_none: None,
            commutative: false,
            parts: Rc::default(),
        }
    }

    /// Like [`new`](Operator::new), with the statements of a function body that ends in `return`.
    pub fn with_body(name: &str, expression: &str, rust: impl Fn(T, T) -> T + 'static) -> Operator<T> {
        Operator { body: true, ..Operator::new(name, expression, rust) }
    }

    /// Declares that `a ∘ b` is `b ∘ a`, so that methods which reorder elements may be used.
    pub fn commutative(mut self) -> Operator<T> {
        self.commutative = true;
        self
    }

    /// Declares the identity `e`, for which `e ∘ a` is `a`. It is also the reduction of no elements.
    pub fn identity(mut self, identity: T) -> Operator<T> {
        self.identity = Some(identity);
        self.of_none = Some(identity);
        self
    }

    /// `a + b`. Of no elements: 0.
    pub fn sum() -> Operator<T> {
        arithmetic("sum", "a + b", 0.0, |a, b| a + b)
    }

    /// `a * b`. Of no elements: 1.
    pub fn product() -> Operator<T> {
        arithmetic("product", "a * b", 1.0, |a, b| a * b)
    }

    /// The larger, selected and not computed: one of the two, bit for bit. NaN, where there is one, is the result; of -0
    /// and 0 either is. Denormals compare as the device compares them, often as zero. Of no elements: an error.
    pub fn max() -> Operator<T> {
        selection("max", "larger(a, b)", f32::NEG_INFINITY, |a, b| if a >= b || a.is_nan() { a } else { b })
    }

    /// The smaller, with the properties of [`max`](Operator::max).
    pub fn min() -> Operator<T> {
        selection("min", "smaller(a, b)", f32::INFINITY, |a, b| if a <= b || a.is_nan() { a } else { b })
    }

    /// The name, for messages and the [`Trace`](crate::Trace).
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether `a ∘ b` is `b ∘ a`.
    pub fn is_commutative(&self) -> bool {
        self.commutative
    }

    /// Whether it is [`sum`](Operator::sum), whatever it is called.
    pub(crate) fn is_sum(&self) -> bool {
        !self.body && *self.expression == *"a + b"
    }

    /// The identity, where there is one.
    pub fn identity_element(&self) -> Option<T> {
        self.identity
    }

    /// What a reduction of no elements gives, where that means anything.
    pub fn of_none(&self) -> Option<T> {
        self.of_none
    }

    /// `a ∘ b`, in Rust.
    pub fn apply(&self, a: T, b: T) -> T {
        (self.rust)(a, b)
    }

    /// Adds the function `combine(a, b)` to a kernel that has `#include "operator"`.
    ///
    /// # Errors
    /// A text that is no expression in `a` and `b`.
    pub(crate) fn bind(&self, source: Source) -> Result<Source, Box<CompileError>> {
        let parts = self.parts.get_or_init(|| self.make_parts()).as_ref().map_err(Box::clone)?;
        let source = source.element::<T>().part_of(Text::Static("operator"), parts.function.clone(), false);
        Ok(source.part_of(parts.file.clone(), self.expression.clone(), !self.body))
    }

    fn make_parts(&self) -> Result<Parts, Box<CompileError>> {
        let (before, after) = if self.body { ("", "") } else { ("return\n", ";\n") };
        // A name goes into an include, and may be anything.
        let plain = |c: char| if c.is_control() || c == '"' { '_' } else { c };
        let file = format!("operator {}", self.name.chars().map(plain).collect::<String>());
        let function = format!(
            "#include \"shared/select.glsl\"\nelement combine(element a, element b) {{\n{before}#include \"{file}\"\n{after}}}\n"
        );
        if !self.body && !self.built_in {
            let element = Type::Float(T::COMPONENTS);
            expression::check(&file, &self.expression, &[("a", element), ("b", element)], SELECT, element)
                .map_err(|found| CompileError::new(&file, found))?;
        }
        Ok(Parts { file: file.into(), function: function.into() })
    }
}

/// What an operator lacks for what it is to do.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum OperatorError {
    /// The reduction of no elements means nothing for this operator.
    #[error("`{operator}` of no elements has no value (of the operators here, sum and product have one)")]
    NoElements {
        /// The operator.
        operator: String,
    },
    /// An exclusive scan needs something to begin with.
    #[error(
        "an exclusive scan begins with the identity, and operator `{operator}` has none: declare it with Operator::identity(), or scan inclusively"
    )]
    NoIdentity {
        /// The operator.
        operator: String,
    },
    /// A method reorders elements, and the operator minds.
    #[error(
        "the method {method} reorders elements, and operator `{operator}` is not declared commutative: use {instead}, or Operator::commutative() if order does not matter"
    )]
    NotCommutative {
        /// The method.
        method: &'static str,
        /// The operator.
        operator: String,
        /// A method that keeps the order.
        instead: &'static str,
    },
}

fn arithmetic<T: Texel>(name: &str, expression: &str, identity: f32, f: fn(f32, f32) -> f32) -> Operator<T> {
    let op = Operator::new(name, expression, move |a: T, b: T| T::from_fn(|c| f(a.component(c), b.component(c))));
    Operator { built_in: true, ..op }.commutative().identity(T::splat(identity))
}

fn selection<T: Texel>(name: &str, expression: &str, identity: f32, f: fn(f32, f32) -> f32) -> Operator<T> {
    let op = arithmetic(name, expression, identity, f);
    Operator { of_none: None, ..op }
}

impl<T> fmt::Debug for Operator<T> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "Operator({})", self.name)
    }
}
