//! The smaller copies of a texture with mip levels. Each is half as large as the one before, rounded down, and each of its texels is the mean
//! of the part of the texture that it covers.

use crate::backend::Texels;
use crate::fragment_program::TextureTarget;

/// Returns the texture and its smaller copies, down to one texel.
pub fn mipmaps(texels: &Texels, target: TextureTarget) -> Vec<Texels> {
    let mut levels = vec![texels.clone()];
    while let Some(smaller) = levels.last().and_then(|level| smaller(level, target)) {
        levels.push(smaller);
    }
    levels
}

/// Returns the sides of the next smaller copy, or `None` if there is none.
pub fn halved([width, height, layers]: [usize; 3], target: TextureTarget) -> Option<[usize; 3]> {
    // Only a texture of three dimensions has fewer layers in smaller copies.
    let solid = target == TextureTarget::ThreeD;
    let half = |side: usize| (side / 2).max(1);
    let largest = if solid { width.max(height).max(layers) } else { width.max(height) };
    (largest > 1).then(|| [half(width), half(height), if solid { half(layers) } else { layers }])
}

fn smaller(texels: &Texels, target: TextureTarget) -> Option<Texels> {
    let sides = [texels.width, texels.height, texels.layers];
    let half = halved(sides, target)?;
    // Along one axis after the other, since a mean of means along axes is the mean.
    let mut numbers: Vec<[f64; 4]> = texels.texels.iter().map(|texel| texel.map(f64::from)).collect();
    let mut now = sides;
    for axis in 0..3 {
        numbers = shortened(&numbers, now, axis, half[axis]);
        now[axis] = half[axis];
    }
    let texels = numbers.into_iter().map(|texel| texel.map(|number| number as f32)).collect();
    Some(Texels { width: half[0], height: half[1], layers: half[2], texels })
}

/// Returns texels with fewer of them along an axis.
fn shortened(texels: &[[f64; 4]], sides: [usize; 3], axis: usize, count: usize) -> Vec<[f64; 4]> {
    let old = sides[axis];
    if old == count {
        return texels.to_vec();
    }
    // The distance between texels along the axis, and the number of lines of them.
    let stride: usize = sides[..axis].iter().product();
    let lines: usize = sides[axis + 1..].iter().product();
    let scale = old as f64 / count as f64;
    let mut all = Vec::with_capacity(lines * count * stride);
    for line in 0..lines {
        for at in 0..count {
            let (from, to) = (at as f64 * scale, (at + 1) as f64 * scale);
            for place in 0..stride {
                let mut sum = [0.0; 4];
                for k in from as usize..(to.ceil() as usize).min(old) {
                    let covered = (to.min((k + 1) as f64) - from.max(k as f64)).max(0.0);
                    let texel = texels[(line * old + k) * stride + place];
                    sum = std::array::from_fn(|c| sum[c] + covered * texel[c]);
                }
                all.push(sum.map(|number| number / scale));
            }
        }
    }
    all
}

/// Returns the mean of the texels of a square texture whose side is a power of two. Each level is computed in `f32` from the level before:
/// the sum of the two texels of a row, plus the sum of those of the next row, divided by 4.
pub fn mean(words: &[u32], channels: usize) -> Vec<u32> {
    let mut level: Vec<f32> = words.iter().copied().map(f32::from_bits).collect();
    while level.len() > channels {
        let side = (level.len() / channels).isqrt();
        let at = |x: usize, y: usize, c: usize| level[(y * side + x) * channels + c];
        let half = side / 2;
        let texels = (0..half * half).map(|texel| (2 * (texel % half), 2 * (texel / half)));
        let averaged = texels.flat_map(|(x, y)| {
            let row = move |y: usize, c: usize| at(x, y, c) + at(x + 1, y, c);
            (0..channels).map(move |c| (row(y, c) + row(y + 1, c)) / 4.0)
        });
        level = averaged.collect();
    }
    level.into_iter().map(f32::to_bits).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_of_a_square_goes_by_levels() {
        let words = |numbers: &[f32]| numbers.iter().map(|number| number.to_bits()).collect::<Vec<_>>();
        assert_eq!(mean(&words(&[-0.0, 7.0]), 2), words(&[-0.0, 7.0]));
        let numbers: Vec<f32> = (0..32).map(|n| (n * n) as f32).collect();
        let of = |c: usize| (0..16).map(|texel| numbers[2 * texel + c]).sum::<f32>() / 16.0;
        assert_eq!(mean(&words(&numbers), 2), words(&[of(0), of(1)]));
        // 1 is lost beside 2^24 in its row, and 2 is not in another.
        let large = 16_777_216.0;
        assert_eq!(mean(&words(&[large, 1.0, 0.0, 0.0]), 1), words(&[large / 4.0]));
        assert_eq!(mean(&words(&[large, 0.0, 1.0, 1.0]), 1), words(&[(large + 2.0) / 4.0]));
        assert!(f32::from_bits(mean(&words(&[f32::INFINITY, 0.0, 1.0, f32::NEG_INFINITY]), 1)[0]).is_nan());
    }

    #[test]
    fn each_level_is_the_mean_of_what_it_covers() {
        let texels = |width: usize, height: usize, layers: usize| {
            let texels = (0..width * height * layers).map(|n| [(n * n % 11) as f32, n as f32, 1.0, 0.0]).collect();
            Texels { width, height, layers, texels }
        };
        for (of, target) in [
            (texels(8, 4, 1), TextureTarget::TwoD),
            (texels(7, 5, 1), TextureTarget::TwoD),
            (texels(9, 1, 1), TextureTarget::OneD),
            (texels(3, 4, 5), TextureTarget::ThreeD),
        ] {
            let levels = mipmaps(&of, target);
            let count = of.texels.len() as f32;
            let mean: [f32; 4] = std::array::from_fn(|c| of.texels.iter().map(|texel| texel[c]).sum::<f32>() / count);
            let last = &levels[levels.len() - 1];
            assert_eq!((last.width, last.height, last.layers), (1, 1, 1));
            for (number, mean) in last.texels[0].into_iter().zip(mean) {
                assert!((number - mean).abs() < 1e-4, "{number} is not {mean}");
            }
        }
        let levels = mipmaps(&texels(4, 2, 1), TextureTarget::TwoD);
        assert_eq!(levels.len(), 3);
        assert_eq!(levels[1].texels[0][1], (0.0 + 1.0 + 4.0 + 5.0) / 4.0);
    }
}
