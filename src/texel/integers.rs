//! Integers as elements of streams: digits of 16 bits in floats.

use std::borrow::Cow;

use super::{Components, Stored, sealed};

macro_rules! integer {
    ($($type:ident $components:ident $count:literal)*) => {$(
        impl sealed::Sealed for $type {
            const SAME: bool = false;

            fn channels(elements: &[Self]) -> Cow<'_, [f32]> {
                let digits = |x: &$type| {
                    let x = *x;
                    std::array::from_fn::<f32, $count, _>(|digit| {
                        let above = x >> (16 * ($count - 1 - digit));
                        // Only the highest digit has a sign.
                        if digit == 0 { above as f32 } else { (above & 0xffff) as f32 }
                    })
                };
                elements.iter().flat_map(digits).collect::<Vec<f32>>().into()
            }

            fn elements(channels: Vec<f32>) -> Vec<Self> {
                let join = |digits: &[f32]| digits.iter().fold(0 as $type, |above, digit| {
                    above.wrapping_shl(16).wrapping_add(*digit as $type)
                });
                channels.chunks_exact($count).map(join).collect()
            }
        }

        impl Stored for $type {
            const COMPONENTS: Components = Components::$components;
        }
    )*};
}
integer!(i32 Two 2 u32 Two 2 i64 Four 4 u64 Four 4);

#[cfg(test)]
mod tests {
    use super::super::{from_channels, to_channels};

    #[test]
    fn integers_are_digits_and_back() {
        assert_eq!(*to_channels(&[-1i32, i32::MAX]), [-1.0, 65535.0, 32767.0, 65535.0]);
        assert_eq!(*to_channels(&[u32::MAX - 1]), [65535.0, 65534.0]);
        assert_eq!(*to_channels(&[i64::MIN, 1 << 40]), [-32768.0, 0.0, 0.0, 0.0, 0.0, 256.0, 0.0, 0.0]);
        let wide = [i64::MIN, -(1 << 40), -1, 0, 1, (1 << 53) + 1, i64::MAX];
        assert_eq!(from_channels::<i64>(to_channels(&wide).into_owned()), wide);
        let wide = [0, 1, 1 << 63, u64::MAX];
        assert_eq!(from_channels::<u64>(to_channels(&wide).into_owned()), wide);
        let narrow = [i32::MIN, -65536, -1, 0, 65536, i32::MAX];
        assert_eq!(from_channels::<i32>(to_channels(&narrow).into_owned()), narrow);
        let narrow = [0, 1 << 31, u32::MAX];
        assert_eq!(from_channels::<u32>(to_channels(&narrow).into_owned()), narrow);
    }
}
