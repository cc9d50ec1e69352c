//! Element types of streams, and how each is stored in texels.

use crate::value::Value;

/// How many numbers an element has.
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
    /// All four, fewest first.
    pub const ALL: [Components; 4] = [Components::One, Components::Two, Components::Three, Components::Four];

    /// The number itself.
    pub fn count(self) -> usize {
        self as usize + 1
    }

    /// The one with `count` numbers, if there is one.
    pub fn of(count: usize) -> Option<Components> {
        Components::ALL.get(count.checked_sub(1)?).copied()
    }

    /// The type of such an element, as kernels write it.
    pub fn type_name(self) -> &'static str {
        ["float", "vec2", "vec3", "vec4"][self as usize]
    }

    /// The channels of the texture that holds such elements: three travel as four.
    pub fn channels(self) -> usize {
        [1, 2, 4, 4][self as usize]
    }
}

mod sealed {
    pub trait Sealed {}
}

/// A type that a stream can hold: `f32`, `[f32; 2]`, `[f32; 3]` or `[f32; 4]`.
pub trait Texel: bytemuck::Pod + PartialEq + std::fmt::Debug + sealed::Sealed {
    /// How many numbers it has.
    const COMPONENTS: Components;

    /// The element with `f(c)` as component `c`.
    fn from_fn(f: impl FnMut(usize) -> f32) -> Self;

    /// Component `c`.
    fn component(&self, c: usize) -> f32;

    /// The element as the value of a constant.
    fn value(self) -> Value;

    /// The same number in every component.
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

/// The floats of `elements` as the texture's channels hold them, `[f32; 3]` filled up with zeros.
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

/// The other way round.
pub(crate) fn from_channels<T: Texel>(channels: Vec<f32>) -> Vec<T> {
    match T::COMPONENTS {
        Components::Three => channels.chunks_exact(4).map(|v| T::from_fn(|c| v[c])).collect(),
        _ => bytemuck::allocation::try_cast_vec(channels)
            .unwrap_or_else(|(_, floats)| bytemuck::cast_slice(&floats).to_vec()),
    }
}
