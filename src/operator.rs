//! Binary operators for reductions and scans, each written in the kernel language and in Rust.

mod integers;

use std::cell::OnceCell;
use std::fmt;
use std::rc::Rc;

use crate::ir::Type;
use crate::kernel::{CompileError, FunctionBody, Source, Text, expression};
use crate::texel::{Stored, Texel};

/// The file that defines the functions `larger` and `smaller`, which an expression may call.
const SELECT: &str = "shared/select.glsl";

/// An associative operator on elements of type `T`. It is written twice: in the kernel language for the device, and in Rust for the
/// reference implementation and for the end of a reduction, which the CPU computes.
///
/// The papers use four operators: [`sum`](Operator::sum), [`product`](Operator::product), [`max`](Operator::max) and
/// [`min`](Operator::min); they work on each component of a vector by itself. [`Operator::new`] defines a custom operator:
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
    /// Whether it is a built-in operator, whose text needs no check.
    built_in: bool,
    rust: Rc<dyn Fn(T, T) -> T>,
    identity: Option<T>,
    empty_value: Option<T>,
    commutative: bool,
    /// The checked text. The check runs when the operator is first used.
    checked: Rc<OnceCell<Result<FunctionBody, Box<CompileError>>>>,
}

impl<T: Stored> Operator<T> {
    /// Makes a custom operator: `expression` is an expression in `a` and `b`, and `rust` is the same function in Rust.
    ///
    /// It must be associative. It is assumed not to be commutative: methods that reorder elements reject it, unless
    /// [`commutative`](Operator::commutative) declares that order does not matter.
    pub fn new(name: &str, expression: &str, rust: impl Fn(T, T) -> T + 'static) -> Operator<T> {
        Operator {
            name: name.to_owned(),
            expression: Text::from(expression.to_owned()),
            body: false,
            built_in: false,
            rust: Rc::new(rust),
            identity: None,
            empty_value: None,
            commutative: false,
            checked: Rc::default(),
        }
    }

    /// Makes an operator like [`new`](Operator::new), from the statements of a function body that ends in `return`.
    pub fn with_body(name: &str, expression: &str, rust: impl Fn(T, T) -> T + 'static) -> Operator<T> {
        Operator { body: true, ..Operator::new(name, expression, rust) }
    }

    /// Declares that `a ∘ b` is `b ∘ a`, so that methods which reorder elements may be used.
    pub fn commutative(mut self) -> Operator<T> {
        self.commutative = true;
        self
    }

    /// Declares the identity `e`, for which `e ∘ a` is `a`. It is also the result of a reduction of no elements.
    pub fn identity(mut self, identity: T) -> Operator<T> {
        self.identity = Some(identity);
        self.empty_value = Some(identity);
        self
    }

    /// Returns the name, for messages and the [`Trace`](crate::Trace).
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns whether `a ∘ b` is `b ∘ a`.
    pub fn is_commutative(&self) -> bool {
        self.commutative
    }

    /// Returns whether it is [`sum`](Operator::sum), whatever its name.
    pub(crate) fn is_sum(&self) -> bool {
        self.is_expression("a + b")
    }

    /// Returns whether it is this expression, word for word.
    pub(crate) fn is_expression(&self, expression: &str) -> bool {
        !self.body && *self.expression == *expression
    }

    /// Returns the identity, if there is one.
    pub fn identity_element(&self) -> Option<T> {
        self.identity
    }

    /// Returns the result of a reduction of no elements, if the operator defines one.
    pub fn empty_value(&self) -> Option<T> {
        self.empty_value
    }

    /// Computes `a ∘ b` in Rust.
    pub fn apply(&self, a: T, b: T) -> T {
        (self.rust)(a, b)
    }

    /// Binds the operator to a kernel as the kernel's function `combine(a, b)`.
    ///
    /// # Errors
    /// The operator's text is not a valid expression in `a` and `b`.
    pub(crate) fn bind(&self, source: Source) -> Result<Source, Box<CompileError>> {
        let body = self.checked()?;
        Ok(source.element::<T>().bind(Text::Static("combine"), body.clone()))
    }

    /// Adds the function `combine(a, b)` to a compute kernel that has `#include "operator"`.
    ///
    /// # Errors
    /// The operator's text is not a valid expression in `a` and `b`.
    pub(crate) fn include(&self, source: Source) -> Result<Source, Box<CompileError>> {
        let FunctionBody { file, text, expression, .. } = self.checked()?.clone();
        // Ints in an expression mean floats, as in a kernel; GLSL would divide ints as ints.
        let text = if expression { expression::with_floats(&text).into() } else { text };
        let (before, after) = if expression { ("return\n", ";\n") } else { ("", "") };
        let function = format!(
            "#include \"{SELECT}\"\nelement combine(element a, element b) {{\n{before}#include \"{}\"\n{after}}}\n",
            &*file
        );
        Ok(source.element::<T>().part("operator", function).part_of(file, text, expression))
    }

    /// Returns the operator's text. The text is checked on the first call.
    fn checked(&self) -> Result<&FunctionBody, Box<CompileError>> {
        self.checked.get_or_init(|| self.check()).as_ref().map_err(Box::clone)
    }

    fn check(&self) -> Result<FunctionBody, Box<CompileError>> {
        // The name goes into an `#include`, so control characters and quotes are replaced.
        let plain = |c: char| if c.is_control() || c == '"' { '_' } else { c };
        let file = format!("operator {}", self.name.chars().map(plain).collect::<String>());
        if !self.body && !self.built_in {
            let element = Type::Float(T::COMPONENTS);
            let includes = format!("#include \"{SELECT}\"");
            expression::check(&file, &self.expression, &[("a", element), ("b", element)], &includes, element)
                .map_err(|found| CompileError::new(&file, found))?;
        }
        let (text, expression) = (self.expression.clone(), !self.body);
        Ok(FunctionBody { file: file.into(), text, expression, includes: &[SELECT] })
    }
}

impl<T: Texel> Operator<T> {
    /// The sum, `a + b`; 0 for no elements.
    pub fn sum() -> Operator<T> {
        arithmetic("sum", "a + b", 0.0, |a, b| a + b)
    }

    /// The product, `a * b`; 1 for no elements.
    pub fn product() -> Operator<T> {
        arithmetic("product", "a * b", 1.0, |a, b| a * b)
    }

    /// The maximum. The result is one of the two operands, bit for bit. If one of them is NaN, the result is NaN; of -0 and 0 it
    /// may be either. Denormals compare as the device compares them, often as zero. The maximum of no elements is an error.
    pub fn max() -> Operator<T> {
        selection("max", "larger(a, b)", f32::NEG_INFINITY, |a, b| if a >= b || a.is_nan() { a } else { b })
    }

    /// The minimum, with the properties of [`max`](Operator::max).
    pub fn min() -> Operator<T> {
        selection("min", "smaller(a, b)", f32::INFINITY, |a, b| if a <= b || a.is_nan() { a } else { b })
    }
}

/// A property that an operation requires and the operator lacks.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum OperatorError {
    /// The reduction of no elements is not defined for this operator.
    #[error(
        "a reduction of no elements by `{operator}` has no value; of the built-in operators only sum and product have one"
    )]
    NoElements {
        /// The operator.
        operator: String,
    },
    /// An exclusive scan needs the operator's identity.
    #[error(
        "an exclusive scan begins with the identity, and operator `{operator}` has none: declare it with Operator::identity(), or scan inclusively"
    )]
    NoIdentity {
        /// The operator.
        operator: String,
    },
    /// A method reorders elements, and the operator is not declared commutative.
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
    /// A method computes sums alone.
    #[error("the method {method} computes sums alone, by averages, and not `{operator}`: use {instead}")]
    NotASum {
        /// The method.
        method: &'static str,
        /// The operator.
        operator: String,
        /// A method that computes it.
        instead: &'static str,
    },
}

fn arithmetic<T: Texel>(name: &str, expression: &str, identity: f32, f: fn(f32, f32) -> f32) -> Operator<T> {
    let op = Operator::new(name, expression, move |a: T, b: T| T::from_fn(|c| f(a.component(c), b.component(c))));
    Operator { built_in: true, ..op }.commutative().identity(T::splat(identity))
}

fn selection<T: Texel>(name: &str, expression: &str, identity: f32, f: fn(f32, f32) -> f32) -> Operator<T> {
    let op = arithmetic(name, expression, identity, f);
    Operator { empty_value: None, ..op }
}

impl<T> fmt::Debug for Operator<T> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "Operator({})", self.name)
    }
}
