//! How numbers become colours.

use egui::Color32;

use crate::app::theme::{NAN, Theme, heat, signed};

/// The range of the numbers that are shown.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Range {
    pub low: f32,
    pub high: f32,
    /// Where a few numbers are much larger than the others, colours go by the logarithm, beyond about so much; 0: they do not.
    pub knee: f32,
}

/// How many times the mean the largest number is beyond which colours go by the logarithm.
const SKEWED: f32 = 16.0;

impl Range {
    /// The range of all finite numbers among these.
    pub fn of<'a>(numbers: impl IntoIterator<Item = &'a f32>) -> Range {
        let (mut low, mut high, mut sum, mut count) = (f32::INFINITY, f32::NEG_INFINITY, 0.0f64, 0usize);
        for number in numbers.into_iter().filter(|number| number.is_finite()) {
            (low, high) = (low.min(*number), high.max(*number));
            sum += f64::from(*number);
            count += 1;
        }
        if count == 0 {
            return Range { low: 0.0, high: 1.0, knee: 0.0 };
        }
        let mean = (sum / count as f64) as f32;
        Range { low, high, knee: 0.0 }.skewed(mean / 8.0, mean)
    }

    /// The same by the logarithm beyond the knee, if the largest number is that much larger than the mean.
    pub fn skewed(self, knee: f32, mean: f32) -> Range {
        let skewed = self.low >= 0.0 && self.high > SKEWED * mean;
        Range { knee: if skewed { knee } else { self.knee }, ..self }
    }

    /// The smallest range that holds both.
    pub fn with(self, other: Range) -> Range {
        Range { low: self.low.min(other.low), high: self.high.max(other.high), knee: self.knee.max(other.knee) }
    }

    /// The place of a number in it, 0 to 1.
    fn place(self, number: f32) -> f32 {
        let (extent, at) = (self.high - self.low, number - self.low);
        match () {
            () if extent <= 0.0 => 0.5,
            () if self.knee > 0.0 => (at / self.knee).ln_1p() / (extent / self.knee).ln_1p(),
            () => at / extent,
        }
    }

    /// The colour of a number on the heat map.
    pub fn heat(self, number: f32, theme: Theme) -> Color32 {
        match number {
            _ if number.is_nan() => NAN,
            f32::INFINITY => theme.null(),
            f32::NEG_INFINITY => Color32::from_rgb(0x10, 0, 0x18),
            _ => heat(self.place(number)),
        }
    }

    /// The colour of a number by its sign.
    pub fn signed(self, number: f32, theme: Theme) -> Color32 {
        let max = self.low.abs().max(self.high.abs());
        match number {
            _ if number.is_nan() => NAN,
            f32::INFINITY => theme.null(),
            f32::NEG_INFINITY => signed(-1.0, theme),
            _ if max == 0.0 => signed(0.0, theme),
            _ => signed(number / max, theme),
        }
    }
}

/// Light on a screen.
pub fn light([r, g, b]: [f32; 3]) -> Color32 {
    let channel = |x: f32| (x.clamp(0.0, 1.0).powf(1.0 / 2.2) * 255.0).round() as u8;
    Color32::from_rgb(channel(r), channel(g), channel(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_pass_over_what_is_not_finite() {
        let numbers = [f32::INFINITY, 2.0, f32::NAN, -3.0, f32::NEG_INFINITY];
        assert_eq!(Range::of(&numbers), Range { low: -3.0, high: 2.0, knee: 0.0 });
        assert_eq!(Range::of(&[f32::NAN]), Range { low: 0.0, high: 1.0, knee: 0.0 });
        let bright: Vec<f32> = (0..100).map(|i| if i == 7 { 9536.0 } else { 1.0 }).collect();
        assert!(Range::of(&bright).knee > 0.0);
        let theme = Theme { dark: true };
        assert_eq!(Range::of(&numbers).heat(f32::NAN, theme), NAN);
        assert_ne!(Range::of(&numbers).heat(-3.0, theme), Range::of(&numbers).heat(2.0, theme));
    }
}
