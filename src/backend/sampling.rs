//! How textures are read between and beyond their texels.

use crate::fragment_program::TextureTarget;

/// What a texture has beyond its edges.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Wrap {
    /// The texels of its edges.
    #[default]
    Clamp,
    /// The texture again.
    Repeat,
    /// The texture again, mirrored each second time.
    Mirror,
}

/// How a texture is read.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Sampling {
    /// What it has beyond its edges. Textures with the target `RECT` can only be clamped.
    pub wrap: Wrap,
    /// Whether the texels around the coordinates are mixed. Otherwise the nearest one is read. The faces of a cube end at their edges, as on
    /// the chips; OpenGL ES mixes texels beyond them.
    pub linear: bool,
    /// Whether it has mip levels: smaller copies, which are read where the texture is drawn smaller.
    pub mipmaps: bool,
}

impl std::str::FromStr for Sampling {
    type Err = String;

    /// Parses words separated by commas: `nearest` or `linear`, `clamp`, `repeat` or `mirror`, and `mipmaps`.
    fn from_str(text: &str) -> Result<Sampling, String> {
        let mut sampling = Sampling::default();
        for word in text.split(',') {
            match word.trim() {
                "nearest" => sampling.linear = false,
                "linear" => sampling.linear = true,
                "clamp" => sampling.wrap = Wrap::Clamp,
                "repeat" => sampling.wrap = Wrap::Repeat,
                "mirror" => sampling.wrap = Wrap::Mirror,
                "mipmaps" => sampling.mipmaps = true,
                other => {
                    return Err(format!(
                        "`{other}` is not a way of reading a texture: they are nearest, linear, clamp, repeat, mirror and mipmaps"
                    ));
                }
            }
        }
        Ok(sampling)
    }
}

impl Sampling {
    /// Returns why a texture with this target cannot be read in this way.
    pub(super) fn refused(self, target: TextureTarget) -> Option<&'static str> {
        match target {
            TextureTarget::Rectangle if self.wrap != Wrap::Clamp => Some("a RECT texture can only be clamped"),
            TextureTarget::Rectangle if self.mipmaps => Some("a RECT texture has no mip levels"),
            _ => None,
        }
    }
}

impl Wrap {
    /// Returns the index of the texel that is read for an index that may be outside.
    pub(super) fn index(self, index: i64, count: usize) -> usize {
        let count = count as i64;
        let inside = match self {
            Wrap::Clamp => index.clamp(0, count - 1),
            Wrap::Repeat => index.rem_euclid(count),
            Wrap::Mirror => match index.rem_euclid(2 * count) {
                index if index < count => index,
                index => 2 * count - 1 - index,
            },
        };
        inside as usize
    }
}

/// Returns the face of a cube that a direction points to, and the place on it, from 0 to 1. The faces are +x, -x, +y, -y, +z and -z.
///
/// OpenGL leaves open what the rest of this says. A component that is NaN counts as zero. Beside an infinite one, finite ones count as
/// zero. If all are zero, the direction is that of +x.
pub(super) fn face(direction: [f32; 3]) -> (usize, [f32; 2]) {
    let infinite = direction.iter().any(|component| component.is_infinite());
    let [x, y, z] = direction.map(|component| match infinite {
        _ if component.is_nan() => 0.0,
        true if component.is_finite() => 0.0,
        true => component.signum(),
        false => component,
    });
    let (ax, ay, az) = (x.abs(), y.abs(), z.abs());
    if ax.max(ay).max(az) == 0.0 {
        return (0, [0.5; 2]);
    }
    let (number, s, t, major) = if ax >= ay && ax >= az {
        if x >= 0.0 { (0, -z, -y, ax) } else { (1, z, -y, ax) }
    } else if ay >= az {
        if y >= 0.0 { (2, x, z, ay) } else { (3, x, -z, ay) }
    } else if z >= 0.0 {
        (4, x, -y, az)
    } else {
        (5, -x, -y, az)
    };
    (number, [s, t].map(|place| 0.5 * (place / major + 1.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_outside_are_wrapped() {
        let all = |wrap: Wrap| (-4..7).map(|index| wrap.index(index, 3)).collect::<Vec<_>>();
        assert_eq!(all(Wrap::Clamp), [0, 0, 0, 0, 0, 1, 2, 2, 2, 2, 2]);
        assert_eq!(all(Wrap::Repeat), [2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0]);
        assert_eq!(all(Wrap::Mirror), [2, 2, 1, 0, 0, 1, 2, 2, 1, 0, 0]);
        assert_eq!(Wrap::Clamp.index(i64::MAX, 3), 2);
        assert_eq!(Wrap::Mirror.index(i64::MIN, 1), 0);
    }

    #[test]
    fn each_axis_points_to_the_middle_of_a_face() {
        for (number, sign) in (0..6).map(|number| (number, if number % 2 == 0 { 1.0 } else { -1.0 })) {
            let mut direction = [0.0; 3];
            direction[number / 2] = 3.0 * sign;
            assert_eq!(face(direction), (number, [0.5; 2]));
        }
        // The first row of a face is at its top.
        assert_eq!(face([0.5, 1.0, 2.0]), (4, [0.625, 0.25]));
    }

    #[test]
    fn every_direction_points_to_a_face() {
        let (infinite, nan) = (f32::INFINITY, f32::NAN);
        for direction in [[0.0; 3], [-0.0, 0.0, -0.0], [nan; 3], [nan, 0.0, 0.0]] {
            assert_eq!(face(direction), (0, [0.5; 2]), "{direction:?}");
        }
        assert_eq!(face([3.0, -infinite, 5.0]), (3, [0.5; 2]));
        assert_eq!(face([infinite, 1.0, -infinite]), (0, [1.0, 0.5]));
        assert_eq!(face([nan, 1.0, -2.0]), (5, [0.5, 0.25]));
        for direction in [[1e-45, 0.0, 0.0], [f32::MAX, f32::MIN, 1.0]] {
            assert!(face(direction).1.iter().all(|place| (0.0..=1.0).contains(place)), "{direction:?}");
        }
    }

    #[test]
    fn words_are_parsed() {
        let parsed: Sampling = "linear, repeat,mipmaps".parse().unwrap();
        assert_eq!(parsed, Sampling { wrap: Wrap::Repeat, linear: true, mipmaps: true });
        assert!("bilinear".parse::<Sampling>().unwrap_err().contains("`bilinear`"));
    }
}
