//! What fragment programs have beside kernels on streams: textures with filters, interpolated attributes, numbers of less precision, and
//! results other than colours. Only the front end for Cg makes these nodes, and only programs for chips are made from them.

/// An expression that only fragment programs have. `E` is the type of its children, which are expressions.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum FragmentNode<E> {
    /// An attribute that is interpolated over the rectangle that is drawn: four floats.
    Attribute(Attribute),
    /// A texel, or several filtered ones, of the texture in a texture image unit: four floats.
    Sample(Sample<E>),
    /// The nearest number of less precision. The components are floats.
    Rounded(E, Precision),
    /// The difference of a value between neighbouring fragments: `ddx` if the flag is set, otherwise `ddy`.
    Derivative(bool, E),
    /// Numbers packed into the 32 bits of a float.
    Pack(Packing, E),
    /// The numbers that are packed in a float: two or four floats.
    Unpack(Packing, E),
}

/// A read of a texture.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Sample<E> {
    /// The texture image unit.
    pub unit: usize,
    /// The kind of texture.
    pub texture: TextureKind,
    /// How the coordinates are used.
    pub mode: SampleMode,
    /// The coordinates, a vector of floats. The last of four is the divisor, the bias or the level that `mode` needs.
    pub at: E,
    /// The derivatives of the coordinates in x and y, if they are given.
    pub gradient: Option<(E, E)>,
}

/// How the coordinates of a texture are used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum SampleMode {
    /// As they are.
    Plain,
    /// Divided by the fourth.
    Projected,
    /// The fourth is added to the level of detail.
    Bias,
    /// The fourth is the level of detail.
    Level,
}

/// The kind of a texture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) enum TextureKind {
    /// A row of texels.
    OneD,
    /// Rows of texels, with coordinates from 0 to 1.
    TwoD,
    /// Rows of texels, with coordinates in texels.
    Rectangle,
    /// Layers of rows of texels.
    ThreeD,
    /// Six sides of a cube, found by a direction.
    Cube,
}

impl TextureKind {
    /// Returns the number of coordinates.
    pub fn coordinates(self) -> usize {
        match self {
            TextureKind::OneD => 1,
            TextureKind::TwoD | TextureKind::Rectangle => 2,
            TextureKind::ThreeD | TextureKind::Cube => 3,
        }
    }
}

/// An attribute of a fragment.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Attribute {
    /// The centre of the fragment in texels of the render target, in x and y.
    Position,
    /// The colour: 0 is the primary one, 1 the secondary one.
    Color(usize),
    /// The texture coordinates with this number.
    TexCoord(usize),
    /// The fog coordinate, in x.
    Fog,
    /// Positive in x if the front of the rectangle is seen, else negative.
    Facing,
}

impl Attribute {
    /// Returns the value of the attribute where a pass says none: what OpenGL starts with, and the front of the rectangle. Positions and
    /// texture coordinates vary over the rectangle instead.
    pub fn initial(self) -> [f32; 4] {
        match self {
            Attribute::Color(0) => [1.0; 4],
            Attribute::Facing => [1.0, 0.0, 0.0, 1.0],
            Attribute::Color(_) | Attribute::Fog | Attribute::TexCoord(_) | Attribute::Position => [0.0, 0.0, 0.0, 1.0],
        }
    }
}

/// The precision of numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Precision {
    /// `half`: 10 bits of fraction and 5 of exponent.
    Half,
    /// `fixed`: 12 bits, from -2 to just below 2, in steps of 1/1024.
    Fixed,
}

impl Precision {
    /// Returns the nearest number of this precision, ties to even. Beyond its range, a `half` is infinite, and a `fixed` is the last of its
    /// numbers.
    ///
    /// ```
    /// use brooklet::ir::Precision;
    /// assert_eq!(Precision::Half.round(0.1), 0.099975586);
    /// assert_eq!(Precision::Half.round(65520.0), f32::INFINITY);
    /// assert_eq!(Precision::Fixed.round(5.0), 2.0 - 1.0 / 1024.0);
    /// ```
    pub fn round(self, value: f32) -> f32 {
        match self {
            Precision::Fixed if value.is_nan() => 0.0,
            Precision::Fixed => ((value * 1024.0).round_ties_even() / 1024.0).clamp(-2.0, 2.0 - 1.0 / 1024.0),
            Precision::Half if !value.is_finite() => value,
            Precision::Half => {
                // The distance between neighbours is 2^-10 of the power of two below, and 2^-24 for denormals.
                let exponent = ((value.to_bits() >> 23 & 255) as i32 - 127).max(-14);
                let distance = f32::from_bits(((exponent - 10 + 127) << 23) as u32);
                let rounded = (value / distance).round_ties_even() * distance;
                if rounded.abs() > 65504.0 { f32::INFINITY.copysign(value) } else { rounded }
            }
        }
    }
}

/// How numbers are packed into the bits of a float.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Packing {
    /// Two numbers as halves.
    Halves,
    /// Two numbers from 0 to 1 as unsigned 16-bit integers.
    Shorts,
    /// Four numbers from 0 to 1 as unsigned bytes.
    UnsignedBytes,
    /// Four numbers from -128/127 to 1 as bytes.
    Bytes,
}

impl Packing {
    /// Returns the bits of the float that these numbers are packed in. The first number is in the lowest bits.
    pub fn pack(self, numbers: &[f32]) -> u32 {
        let scaled = |value: f32, low: f32, scale: f32| (value.clamp(low, 1.0) * scale).round_ties_even();
        let part = |value: f32| match self {
            Packing::Halves => u32::from(half_bits(value)),
            Packing::Shorts => scaled(value, 0.0, 65535.0) as u32,
            Packing::UnsignedBytes => scaled(value, 0.0, 255.0) as u32,
            Packing::Bytes => (scaled(value, -128.0 / 127.0, 127.0) + 128.0) as u32,
        };
        let width = 32 / self.count();
        numbers.iter().enumerate().fold(0, |bits, (k, &value)| bits | part(value) << (width * k))
    }

    /// Returns a number that is packed in the bits of a float.
    pub fn unpack(self, bits: u32, number: usize) -> f32 {
        let width = 32 / self.count();
        let part = bits >> (width * number) & (u32::MAX >> (32 - width));
        match self {
            Packing::Halves => half_value(part as u16),
            Packing::Shorts => part as f32 / 65535.0,
            Packing::UnsignedBytes => part as f32 / 255.0,
            Packing::Bytes => (part as f32 - 128.0) / 127.0,
        }
    }

    /// Returns the number of numbers in a float.
    pub fn count(self) -> usize {
        match self {
            Packing::Halves | Packing::Shorts => 2,
            Packing::UnsignedBytes | Packing::Bytes => 4,
        }
    }
}

/// The use of a variable that all functions of a fragment program share, in addition to its outputs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum SharedUse {
    /// The depth that the fragment gets.
    Depth,
    /// Whether the fragment is discarded. It is false at the start.
    Discard,
    /// Any other, such as a global variable of a program.
    Variable,
}

/// Returns the bits of the half that is nearest to a number.
fn half_bits(value: f32) -> u16 {
    let rounded = Precision::Half.round(value);
    let sign = (rounded.to_bits() >> 16 & 0x8000) as u16;
    let size = rounded.abs();
    let bits = match size {
        size if size.is_nan() => 0x7e00,
        size if size.is_infinite() => 0x7c00,
        // A denormal counts steps of 2^-24.
        size if size < 2f32.powi(-14) => (size * 2f32.powi(24)) as u16,
        size => ((size.to_bits() >> 13) - (112 << 10)) as u16,
    };
    sign | bits
}

/// Returns the number with these bits of a half.
fn half_value(bits: u16) -> f32 {
    let (exponent, fraction) = (bits >> 10 & 31, f32::from(bits & 0x3ff));
    let size = match exponent {
        0 => fraction * 2f32.powi(-24),
        31 if fraction == 0.0 => f32::INFINITY,
        31 => f32::NAN,
        exponent => (1.0 + fraction / 1024.0) * 2f32.powi(i32::from(exponent) - 15),
    };
    if bits & 0x8000 != 0 { -size } else { size }
}

impl<E> FragmentNode<E> {
    /// Calls `see` for each direct child.
    pub fn children<'a>(&'a self, see: &mut dyn FnMut(&'a E)) {
        match self {
            FragmentNode::Attribute(_) => {}
            FragmentNode::Rounded(a, _)
            | FragmentNode::Derivative(_, a)
            | FragmentNode::Pack(_, a)
            | FragmentNode::Unpack(_, a) => see(a),
            FragmentNode::Sample(sample) => {
                see(&sample.at);
                if let Some((x, y)) = &sample.gradient {
                    see(x);
                    see(y);
                }
            }
        }
    }

    /// Calls `see` for each direct child, to change it.
    pub fn children_mut(&mut self, see: &mut dyn FnMut(&mut E)) {
        match self {
            FragmentNode::Attribute(_) => {}
            FragmentNode::Rounded(a, _)
            | FragmentNode::Derivative(_, a)
            | FragmentNode::Pack(_, a)
            | FragmentNode::Unpack(_, a) => see(a),
            FragmentNode::Sample(sample) => {
                see(&mut sample.at);
                if let Some((x, y)) = &mut sample.gradient {
                    see(x);
                    see(y);
                }
            }
        }
    }
}
