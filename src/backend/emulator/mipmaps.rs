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

#[cfg(test)]
mod tests {
    use super::*;

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
