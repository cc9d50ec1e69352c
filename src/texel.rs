//! Element types of streams, and how each is stored in texels.

mod halves;
mod integers;

use std::borrow::Cow;

use crate::value::Value;

/// The number of components of an element.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Components {
    /// `f32`
    One,
    /// `[f32; 2]`
    Two,
    /// `[f32; 3]`, stored as four.
    Three,
    /// `[f32; 4]`
    Four,
}

impl Components {
    /// All four variants, in ascending order.
    pub const ALL: [Components; 4] = [Components::One, Components::Two, Components::Three, Components::Four];

    /// Returns the number of components.
    pub fn count(self) -> usize {
        self as usize + 1
    }

    /// Returns the variant with `count` components, if there is one.
    pub fn of(count: usize) -> Option<Components> {
        Components::ALL.get(count.checked_sub(1)?).copied()
    }

    /// Returns the name of the element type in the kernel language.
    pub fn type_name(self) -> &'static str {
        ["float", "vec2", "vec3", "vec4"][self as usize]
    }

    /// Returns the number of channels of the texture that holds such elements: three components take four channels.
    pub fn channels(self) -> usize {
        [1, 2, 4, 4][self as usize]
    }
}

mod sealed {
    use std::borrow::Cow;

    /// The conversion of elements to the floats in the channels of a texture, and back.
    pub trait Sealed: Sized {
        /// Whether an element in memory is the floats in the channels.
        const SAME: bool;
        fn channels(elements: &[Self]) -> Cow<'_, [f32]>;
        fn elements(channels: Vec<f32>) -> Vec<Self>;
    }
}

/// A type that a stream can hold: a [`Texel`] of floats, [`f16`](crate::f16) or up to four of them, or an integer of 32 or 64 bits as a key of
/// [sorts](crate::primitives::Key) or a payload.
///
/// # Half floats
///
/// An `f16` takes 16 bits in a texture (R16F, RG16F, RGBA16F), so that passes read and write half as many bytes. (Where a device renders to
/// RGBA16F alone, such as NV30 and NV40, each texel has four halves.) To a kernel, it is a `float`, and vectors of it are `vec2` to `vec4`; what a
/// kernel writes is rounded: to the nearest half on emulated chips, and to one of the two neighbours by drivers. [`Stream::convert`](crate::Stream::convert)
/// copies a stream of the one into a stream of the other. Where a device cannot [blend](crate::Pass::blend) 32-bit floats, it can often blend
/// these: NV40 could, and OpenGL ES can.
///
/// ```
/// use brooklet::{Device, f16, kernel::Source};
/// let device = Device::headless()?;
/// let x = device.upload(&[1.0, 2.5, -3.0].map(f16::from_f32))?;
/// let quarter = device.kernel(&Source::new("quarter", "input float x; output float y; void main() { y = fetch(x, here()) / 4.0; }"))?;
/// let mut y = device.stream::<f16>(3)?;
/// device.pass(&quarter).input("x", &x).output("y", &mut y).run()?;
/// assert_eq!(y.read()?, [0.25, 0.625, -0.75].map(f16::from_f32));
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Integers
///
/// Textures hold floats. Bits of an integer would not survive in one, because some are those of a denormal or a NaN, which drivers may
/// replace. So an integer is held as digits of 16 bits, each a whole number in a float, which is exact on every device, also of the chips of
/// 2003. In a kernel, `i32` and `u32` are a `vec2` of the high and the low digit, and `i64` and `u64` a `vec4` of four digits, the highest
/// first. The highest digit of a signed integer has its sign: -1 is (-1, 65535). Such streams take 2 and 4 floats for each element.
///
/// ```
/// use brooklet::Device;
/// let device = Device::headless()?;
/// let x = device.upload(&[i32::MIN, -1, 16_777_217])?;
/// let halved = device.kernel(&brooklet::kernel::Source::new("high", "input vec2 x; output float high; void main() { high = fetch(x, here()).x; }"))?;
/// let mut high = device.stream::<f32>(3)?;
/// device.pass(&halved).input("x", &x).output("high", &mut high).run()?;
/// assert_eq!(high.read()?, [-32768.0, -1.0, 256.0]);
/// assert_eq!(x.read()?, [i32::MIN, -1, 16_777_217]);
/// # Ok::<(), brooklet::Error>(())
/// ```
pub trait Stored: bytemuck::Pod + PartialEq + std::fmt::Debug + sealed::Sealed {
    /// The number of floats that hold an element.
    const COMPONENTS: Components;
    /// Whether these floats have half precision: 16 bits instead of 32.
    const HALF: bool = false;
}

/// An element of floats or of half floats: `f32`, [`f16`](crate::f16), and vectors of two to four.
pub trait FloatElement: Stored {}

/// An element of floats, with which kernels compute: `f32`, `[f32; 2]`, `[f32; 3]` or `[f32; 4]`.
pub trait Texel: FloatElement {
    /// Makes the element whose component `c` is `f(c)`.
    fn from_fn(f: impl FnMut(usize) -> f32) -> Self;

    /// Returns component `c`.
    fn component(&self, c: usize) -> f32;

    /// Converts the element to the value of a constant.
    fn value(self) -> Value;

    /// Makes an element with the same number in every component.
    fn splat(value: f32) -> Self {
        Self::from_fn(|_| value)
    }
}

/// Makes elements of floats of the floats in texels that hold nothing else.
fn cast<T: bytemuck::Pod>(channels: Vec<f32>) -> Vec<T> {
    bytemuck::allocation::try_cast_vec(channels).unwrap_or_else(|(_, floats)| bytemuck::cast_slice(&floats).to_vec())
}

impl sealed::Sealed for f32 {
    const SAME: bool = true;
    fn channels(elements: &[f32]) -> Cow<'_, [f32]> {
        elements.into()
    }
    fn elements(channels: Vec<f32>) -> Vec<f32> {
        channels
    }
}
impl Stored for f32 {
    const COMPONENTS: Components = Components::One;
}
impl FloatElement for f32 {}
impl Texel for f32 {
    fn from_fn(mut f: impl FnMut(usize) -> f32) -> f32 {
        f(0)
    }
    fn component(&self, _: usize) -> f32 {
        *self
    }
    fn value(self) -> Value {
        Value::Float(self)
    }
}

macro_rules! vector {
    ($($count:literal $components:ident $value:ident)*) => {$(
        impl Stored for [f32; $count] {
            const COMPONENTS: Components = Components::$components;
        }
        impl FloatElement for [f32; $count] {}
        impl Texel for [f32; $count] {
            fn from_fn(f: impl FnMut(usize) -> f32) -> Self {
                std::array::from_fn(f)
            }
            fn component(&self, c: usize) -> f32 {
                self[c]
            }
            fn value(self) -> Value {
                Value::$value(self)
            }
        }
    )*};
}
vector!(2 Two Vec2 3 Three Vec3 4 Four Vec4);

macro_rules! tight {
    ($($count:literal)*) => {$(
        impl sealed::Sealed for [f32; $count] {
            const SAME: bool = true;
            fn channels(elements: &[Self]) -> Cow<'_, [f32]> {
                bytemuck::cast_slice(elements).into()
            }
            fn elements(channels: Vec<f32>) -> Vec<Self> {
                cast(channels)
            }
        }
    )*};
}
tight!(2 4);

/// Three components are padded with a zero.
impl sealed::Sealed for [f32; 3] {
    const SAME: bool = false;
    fn channels(elements: &[Self]) -> Cow<'_, [f32]> {
        elements.iter().flat_map(|v| [v[0], v[1], v[2], 0.0]).collect::<Vec<f32>>().into()
    }
    fn elements(channels: Vec<f32>) -> Vec<Self> {
        channels.chunks_exact(4).map(|v| [v[0], v[1], v[2]]).collect()
    }
}

/// Returns the floats of `elements` as the texture's channels hold them.
pub(crate) fn to_channels<T: Stored>(elements: &[T]) -> Cow<'_, [f32]> {
    T::channels(elements)
}

/// Converts channels back to elements: the inverse of [`to_channels`].
pub(crate) fn from_channels<T: Stored>(channels: Vec<f32>) -> Vec<T> {
    T::elements(channels)
}

/// Returns whether an element in memory is the floats in the texture's channels.
#[cfg(feature = "capi")]
pub(crate) fn is_same_in_memory<T: Stored>() -> bool {
    T::SAME
}
