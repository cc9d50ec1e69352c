//! Elements of buffers: their types, and their representation in a buffer.

use std::borrow::Cow;

use crate::ir::Type;
use crate::texel::Components;

mod sealed {
    pub trait Sealed {}
}

/// The types of the elements of a buffer: those of streams, and unsigned integers for counts and positions.
pub trait Element: bytemuck::Pod + PartialEq + std::fmt::Debug + sealed::Sealed {
    /// The name of its type in kernels.
    const TYPE_NAME: &'static str;
    /// Its type in kernels.
    const TYPE: Type;
    /// The number of 32-bit words that an element takes in a buffer. By the rules of std430, three components take four words.
    const WORDS: usize;
}

macro_rules! element {
    ($($ty:ty, $name:literal, $typed:expr, $words:literal;)*) => {$(
        impl sealed::Sealed for $ty {}
        impl Element for $ty {
            const TYPE_NAME: &'static str = $name;
            const TYPE: Type = $typed;
            const WORDS: usize = $words;
        }
    )*};
}
element! {
    f32, "float", Type::FLOAT, 1;
    [f32; 2], "vec2", Type::Float(Components::Two), 2;
    [f32; 3], "vec3", Type::Float(Components::Three), 4;
    [f32; 4], "vec4", Type::Float(Components::Four), 4;
    u32, "uint", Type::UINT, 1;
    [u32; 2], "uvec2", Type::Uint(Components::Two), 2;
}

/// Converts elements to the words of a buffer.
pub(super) fn to_words<T: Element>(elements: &[T]) -> Cow<'_, [u32]> {
    let words: &[u32] = bytemuck::cast_slice(elements);
    let size = size_of::<T>() / 4;
    if size == T::WORDS {
        return words.into();
    }
    let mut stored = vec![0; elements.len() * T::WORDS];
    for (stored, element) in stored.chunks_exact_mut(T::WORDS).zip(words.chunks_exact(size)) {
        stored[..size].copy_from_slice(element);
    }
    stored.into()
}

/// Converts the words of a buffer to elements.
pub(super) fn from_words<T: Element>(words: &[u32]) -> Vec<T> {
    let size = size_of::<T>() / 4;
    if size == T::WORDS {
        return bytemuck::cast_slice(words).to_vec();
    }
    let mut elements = vec![T::zeroed(); words.len() / T::WORDS];
    let own: &mut [u32] = bytemuck::cast_slice_mut(&mut elements);
    for (element, stored) in own.chunks_exact_mut(size).zip(words.chunks_exact(T::WORDS)) {
        element.copy_from_slice(&stored[..size]);
    }
    elements
}
