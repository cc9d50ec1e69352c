//! Half floats as elements of streams. The words that are copied to textures and back are those of 32-bit floats, which hold every half.

use std::borrow::Cow;

use half::f16;

use super::{Components, FloatElement, Stored, sealed};

impl sealed::Sealed for f16 {
    const SAME: bool = false;

    fn channels(elements: &[Self]) -> Cow<'_, [f32]> {
        elements.iter().map(|x| x.to_f32()).collect::<Vec<f32>>().into()
    }

    fn elements(channels: Vec<f32>) -> Vec<Self> {
        channels.into_iter().map(f16::from_f32).collect()
    }
}

impl Stored for f16 {
    const COMPONENTS: Components = Components::One;
    const HALF: bool = true;
}

impl FloatElement for f16 {}

macro_rules! vector {
    ($($count:literal $components:ident)*) => {$(
        impl sealed::Sealed for [f16; $count] {
            const SAME: bool = false;

            fn channels(elements: &[Self]) -> Cow<'_, [f32]> {
                let channels = Self::COMPONENTS.channels();
                let mut floats = vec![0.0; elements.len() * channels];
                for (own, element) in floats.chunks_exact_mut(channels).zip(elements) {
                    own.iter_mut().zip(element).for_each(|(own, x)| *own = x.to_f32());
                }
                floats.into()
            }

            fn elements(channels: Vec<f32>) -> Vec<Self> {
                let element = |texel: &[f32]| std::array::from_fn(|c| f16::from_f32(texel[c]));
                channels.chunks_exact(Self::COMPONENTS.channels()).map(element).collect()
            }
        }

        impl Stored for [f16; $count] {
            const COMPONENTS: Components = Components::$components;
            const HALF: bool = true;
        }

        impl FloatElement for [f16; $count] {}
    )*};
}
vector!(2 Two 3 Three 4 Four);

#[cfg(test)]
mod tests {
    use super::super::{from_channels, to_channels};
    use super::f16;

    #[test]
    fn all_halves_are_floats_and_back() {
        let all: Vec<f16> = (0..=u16::MAX).map(f16::from_bits).collect();
        let floats = to_channels(&all).into_owned();
        for (before, after) in all.iter().zip(from_channels::<f16>(floats)) {
            assert!(before.to_bits() == after.to_bits() || before.is_nan() && after.is_nan(), "{before:?} {after:?}");
        }
    }

    #[test]
    fn three_components_are_padded() {
        let elements = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]].map(|element| element.map(f16::from_f32));
        let floats = to_channels(&elements).into_owned();
        assert_eq!(floats, [1.0, 2.0, 3.0, 0.0, 4.0, 5.0, 6.0, 0.0]);
        assert_eq!(from_channels::<[f16; 3]>(floats), elements);
    }
}
