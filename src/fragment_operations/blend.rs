//! Blending.

use std::fmt;

use serde::Serialize;

/// How a fragment is combined with the texel that it would replace: `source_factor * source (op) destination_factor * destination`, in
/// each component. The source is the kernel's output, the destination the content of the texture. All outputs of a pass are
/// blended alike.
///
/// Passes of the same output follow each other, so that the order of blending is that of the passes.
///
/// ```
/// use brooklet::{Blend, Device, kernel::Source};
/// let device = Device::headless()?;
/// let kernel = device.kernel(&Source::new("copy", "
///     input float x;
///     output float y;
///     void main() { y = fetch(x, here()); }
/// "))?;
/// let mut total = device.upload(&[1.0, 5.0])?;
/// for numbers in [[10.0, 20.0], [100.0, -200.0]] {
///     let x = device.upload(&numbers)?;
///     device.pass(&kernel).input("x", &x).output("y", &mut total).blend(Blend::ADD).run()?;
/// }
/// assert_eq!(total.read()?, [111.0, -175.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Blend {
    /// The operation on the two products.
    pub operation: BlendOperation,
    /// The factor of the kernel's output. `Min` and `Max` ignore it.
    pub source: BlendFactor,
    /// The factor of the texture's content. `Min` and `Max` ignore it.
    pub destination: BlendFactor,
    /// The value of [`BlendFactor::Constant`], for each component.
    pub constant: [f32; 4],
}

impl Blend {
    /// Adds the fragment to the texel.
    pub const ADD: Blend = Blend::of(BlendOperation::Add);
    /// Subtracts the texel from the fragment.
    pub const SUBTRACT: Blend = Blend::of(BlendOperation::Subtract);
    /// Subtracts the fragment from the texel.
    pub const REVERSE_SUBTRACT: Blend = Blend::of(BlendOperation::ReverseSubtract);
    /// Keeps the smaller one of both.
    pub const MIN: Blend = Blend::of(BlendOperation::Min);
    /// Keeps the larger one of both.
    pub const MAX: Blend = Blend::of(BlendOperation::Max);

    const fn of(operation: BlendOperation) -> Blend {
        Blend { operation, source: BlendFactor::One, destination: BlendFactor::One, constant: [0.0; 4] }
    }

    /// Returns the same operation with other factors.
    pub const fn factors(self, source: BlendFactor, destination: BlendFactor) -> Blend {
        Blend { source, destination, ..self }
    }

    /// Sets the value of [`BlendFactor::Constant`].
    pub const fn constant(self, constant: [f32; 4]) -> Blend {
        Blend { constant, ..self }
    }

    /// Returns whether a factor is the fourth component of a fragment or texel.
    pub fn reads_alpha(&self) -> bool {
        use BlendFactor::{DestinationAlpha, OneMinusDestinationAlpha, OneMinusSourceAlpha, SourceAlpha};
        let alpha = [SourceAlpha, OneMinusSourceAlpha, DestinationAlpha, OneMinusDestinationAlpha];
        !matches!(self.operation, BlendOperation::Min | BlendOperation::Max)
            && [self.source, self.destination].iter().any(|factor| alpha.contains(factor))
    }

    /// Computes what a texel becomes. Each product and the result are rounded to floats; a factor that is one is no product. A driver may
    /// round less often. The smaller and the larger one of a number and a NaN are undefined.
    pub fn apply(&self, source: [f32; 4], destination: [f32; 4]) -> [f32; 4] {
        let factor = |factor: BlendFactor, k: usize| match factor {
            BlendFactor::Zero => 0.0,
            BlendFactor::One => 1.0,
            BlendFactor::Source => source[k],
            BlendFactor::OneMinusSource => 1.0 - source[k],
            BlendFactor::Destination => destination[k],
            BlendFactor::OneMinusDestination => 1.0 - destination[k],
            BlendFactor::SourceAlpha => source[3],
            BlendFactor::OneMinusSourceAlpha => 1.0 - source[3],
            BlendFactor::DestinationAlpha => destination[3],
            BlendFactor::OneMinusDestinationAlpha => 1.0 - destination[3],
            BlendFactor::Constant => self.constant[k],
            BlendFactor::OneMinusConstant => 1.0 - self.constant[k],
        };
        // Without this, an infinity times zero would be a NaN.
        let times = |value: f32, own: BlendFactor, k: usize| match own {
            BlendFactor::Zero => 0.0,
            BlendFactor::One => value,
            own => value * factor(own, k),
        };
        std::array::from_fn(|k| {
            let (new, old) = (source[k], destination[k]);
            let product = || (times(new, self.source, k), times(old, self.destination, k));
            match self.operation {
                BlendOperation::Add => {
                    let (new, old) = product();
                    new + old
                }
                BlendOperation::Subtract => {
                    let (new, old) = product();
                    new - old
                }
                BlendOperation::ReverseSubtract => {
                    let (new, old) = product();
                    old - new
                }
                BlendOperation::Min => {
                    if old < new {
                        old
                    } else {
                        new
                    }
                }
                BlendOperation::Max => {
                    if old > new {
                        old
                    } else {
                        new
                    }
                }
            }
        })
    }
}

impl fmt::Display for Blend {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let name = match self.operation {
            BlendOperation::Add => "add",
            BlendOperation::Subtract => "subtract",
            BlendOperation::ReverseSubtract => "reverse subtract",
            BlendOperation::Min => return write!(f, "min"),
            BlendOperation::Max => return write!(f, "max"),
        };
        match (self.source, self.destination) {
            (BlendFactor::One, BlendFactor::One) => write!(f, "{name}"),
            (source, destination) => write!(f, "{name}, {source:?} and {destination:?}"),
        }
    }
}

/// The operation of a [`Blend`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BlendOperation {
    /// The sum of the products.
    Add,
    /// The source's product minus the destination's.
    Subtract,
    /// The destination's product minus the source's.
    ReverseSubtract,
    /// The smaller one of source and destination.
    Min,
    /// The larger one of source and destination.
    Max,
}

/// A factor of a [`Blend`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BlendFactor {
    /// 0, even times an infinity.
    Zero,
    /// 1.
    One,
    /// The same component of the kernel's output.
    Source,
    /// 1 minus the same component of the kernel's output.
    OneMinusSource,
    /// The same component of the texture's content.
    Destination,
    /// 1 minus the same component of the texture's content.
    OneMinusDestination,
    /// The fourth component of the kernel's output, which needs outputs of four.
    SourceAlpha,
    /// 1 minus the fourth component of the kernel's output.
    OneMinusSourceAlpha,
    /// The fourth component of the texture's content, which needs outputs of four.
    DestinationAlpha,
    /// 1 minus the fourth component of the texture's content.
    OneMinusDestinationAlpha,
    /// The same component of [`Blend::constant`].
    Constant,
    /// 1 minus the same component of [`Blend::constant`].
    OneMinusConstant,
}

impl BlendFactor {
    /// All factors.
    pub const ALL: [BlendFactor; 12] = [
        BlendFactor::Zero,
        BlendFactor::One,
        BlendFactor::Source,
        BlendFactor::OneMinusSource,
        BlendFactor::Destination,
        BlendFactor::OneMinusDestination,
        BlendFactor::SourceAlpha,
        BlendFactor::OneMinusSourceAlpha,
        BlendFactor::DestinationAlpha,
        BlendFactor::OneMinusDestinationAlpha,
        BlendFactor::Constant,
        BlendFactor::OneMinusConstant,
    ];
}
