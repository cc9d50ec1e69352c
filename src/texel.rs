//! Element types of streams, and how each is stored in texels.

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
    pub trait Sealed {}
}

/// A type that a stream can hold: `f32`, `[f32; 2]`, `[f32; 3]` or `[f32; 4]`.
pub trait Texel: bytemuck::Pod + PartialEq + std::fmt::Debug + sealed::Sealed {
    /// The number of its components.
    const COMPONENTS: Components;

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

impl sealed::Sealed for f32 {}
impl Texel for f32 {
    const COMPONENTS: Components = Components::One;
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
        impl sealed::Sealed for [f32; $count] {}
        impl Texel for [f32; $count] {
            const COMPONENTS: Components = Components::$components;
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

/// Returns the floats of `elements` as the texture's channels hold them; `[f32; 3]` is padded with a zero.
pub(crate) fn to_channels<T: Texel>(elements: &[T]) -> std::borrow::Cow<'_, [f32]> {
    let floats: &[f32] = bytemuck::cast_slice(elements);
    if T::COMPONENTS != Components::Three {
        return floats.into();
    }
    let mut channels = Vec::with_capacity(elements.len() * 4);
    for v in floats.chunks_exact(3) {
        channels.extend_from_slice(&[v[0], v[1], v[2], 0.0]);
    }
    channels.into()
}

/// Converts channels back to elements: the inverse of [`to_channels`].
pub(crate) fn from_channels<T: Texel>(channels: Vec<f32>) -> Vec<T> {
    match T::COMPONENTS {
        Components::Three => channels.chunks_exact(4).map(|v| T::from_fn(|c| v[c])).collect(),
        _ => bytemuck::allocation::try_cast_vec(channels)
            .unwrap_or_else(|(_, floats)| bytemuck::cast_slice(&floats).to_vec()),
    }
}
