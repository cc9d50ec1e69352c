//! Views: pictures of spheres and triangles in space, drawn on the CPU, to show the results of applications.
//!
//! Views are not part of any application's algorithm. Pictures that an application computes, such as those of the ray tracer, do
//! not use this module.

/// The number of samples of a pixel along each axis.
const SAMPLES: usize = 2;

/// A camera with perspective.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Camera {
    /// The position of the eye.
    pub eye: [f32; 3],
    /// The point in the middle of the picture.
    pub look_at: [f32; 3],
    /// The direction that is up in the picture. It must not be the direction to `look_at`.
    pub up: [f32; 3],
    /// The angle between the upper and the lower edge of the picture, in degrees.
    pub degrees: f32,
}

impl Camera {
    /// Returns a camera in the direction `from` of a box, which has the whole box in view.
    ///
    /// ```
    /// use brooklet::{Mesh, applications::view::Camera};
    /// let camera = Camera::around(Mesh::cube().bounds(), [0.0, 0.0, 1.0]);
    /// assert_eq!(camera.look_at, [0.0; 3]);
    /// assert!(camera.eye[2] > 3.0);
    /// ```
    pub fn around((low, high): ([f32; 3], [f32; 3]), from: [f32; 3]) -> Camera {
        let degrees = 35.0f32;
        let middle = std::array::from_fn(|k| 0.5 * (low[k] + high[k]));
        let radius = 0.5 * length(sub(high, low)).max(f32::MIN_POSITIVE);
        let far = 1.05 * radius / (0.5 * degrees).to_radians().sin();
        let way = normalized(from);
        Camera { eye: std::array::from_fn(|k| middle[k] + far * way[k]), look_at: middle, up: [0.0, 1.0, 0.0], degrees }
    }

    /// Returns a camera that looks at a box along -z, at the distance at which the box's bounding sphere fits a picture of 45
    /// degrees.
    pub fn facing((low, high): ([f32; 3], [f32; 3])) -> Camera {
        let degrees = 45f32;
        let middle: [f32; 3] = std::array::from_fn(|k| 0.5 * low[k] + 0.5 * high[k]);
        let radius = (0..3).map(|k| (0.5 * high[k] - 0.5 * low[k]).powi(2)).sum::<f32>().sqrt().max(f32::MIN_POSITIVE);
        let away = radius / (0.5 * degrees.to_radians()).sin();
        Camera { eye: [middle[0], middle[1], middle[2] + away], look_at: middle, up: [0.0, 1.0, 0.0], degrees }
    }

    /// Returns the axes of the picture: to the right, upwards, and into the picture.
    pub(crate) fn axes(&self) -> [[f32; 3]; 3] {
        let forward = normalized(sub(self.look_at, self.eye));
        let mut right = cross(forward, self.up);
        if length(right) < 1e-6 {
            // The camera looks along its up vector. Choose any other direction.
            right = cross(forward, [forward[1], forward[2], forward[0]]);
        }
        let right = normalized(right);
        [right, cross(right, forward), forward]
    }
}

/// A picture that is being drawn, with a depth buffer.
///
/// ```
/// use brooklet::{Mesh, applications::view::{Camera, View}};
/// let mesh = Mesh::sphere(2);
/// let mut view = View::new(Camera::around(mesh.bounds(), [1.0, 1.0, 2.0]), 64, 48, [1.0; 3]);
/// view.triangles((0..mesh.triangles.len()).map(|k| (mesh.corners(k), [0.2, 0.4, 0.8])));
/// let pixels = view.pixels();
/// assert_eq!(pixels.len(), 64 * 48);
/// assert_eq!(pixels[0], [1.0; 3]); // the corner shows the background
/// assert!(pixels[24 * 64 + 32][2] > pixels[24 * 64 + 32][0]); // the middle is blue
/// ```
pub struct View {
    width: usize,
    height: usize,
    eye: [f32; 3],
    axes: [[f32; 3]; 3],
    /// The number of samples for a length of 1 at distance 1.
    scale: f32,
    colours: Vec<[f32; 3]>,
    /// The reciprocal of the depth of each sample, or 0 for the background.
    nearness: Vec<f32>,
}

/// A position in the picture, in samples, and the reciprocal of its depth.
type Projected = ([f32; 2], f32);

impl View {
    /// Makes a picture of this size that shows only the background. Colours are those of a screen, from 0 to 1.
    pub fn new(camera: Camera, width: usize, height: usize, background: [f32; 3]) -> View {
        let (width, height) = (width * SAMPLES, height * SAMPLES);
        View {
            eye: camera.eye,
            axes: camera.axes(),
            scale: 0.5 * height as f32 / (0.5 * camera.degrees).to_radians().tan(),
            colours: vec![background; width * height],
            nearness: vec![0.0; width * height],
            width,
            height,
        }
    }

    /// Draws triangles, given by their corners and colours. Both sides are lit, from the eye's left. A triangle that is not
    /// completely in front of the eye is left out.
    pub fn triangles(&mut self, triangles: impl IntoIterator<Item = ([[f32; 3]; 3], [f32; 3])>) {
        for (corners, colour) in triangles {
            let normal = cross(sub(corners[1], corners[0]), sub(corners[2], corners[0]));
            let [Some(a), Some(b), Some(c)] = corners.map(|corner| self.project(corner)) else { continue };
            if length(normal) > 0.0 {
                let colour = self.lit(colour, normalized(normal), true);
                self.fill([a, b, c], colour);
            }
        }
    }

    /// Draws spheres of this radius, given by their centres and colours.
    pub fn spheres(&mut self, radius: f32, spheres: impl IntoIterator<Item = ([f32; 3], [f32; 3])>) {
        let [right, up, forward] = self.axes;
        for (middle, colour) in spheres {
            let Some((at, nearness)) = self.project(middle) else { continue };
            // Draw at least half a pixel, so that small spheres are visible.
            let wide = (radius * self.scale * nearness).max(0.5 * SAMPLES as f32);
            let (columns, rows) =
                (self.span(at[0] - wide, at[0] + wide, self.width), self.span(at[1] - wide, at[1] + wide, self.height));
            for y in rows {
                for x in columns.clone() {
                    let (u, v) = ((x as f32 + 0.5 - at[0]) / wide, (at[1] - y as f32 - 0.5) / wide);
                    let rest = 1.0 - u * u - v * v;
                    if rest < 0.0 {
                        continue;
                    }
                    let w = rest.sqrt();
                    let normal = std::array::from_fn(|k| u * right[k] + v * up[k] - w * forward[k]);
                    let near = 1.0 / (1.0 / nearness - w * radius);
                    let colour = self.lit(colour, normal, false);
                    self.put(x, y, near, colour);
                }
            }
        }
    }

    /// Returns the picture, row by row from the top. A pixel is the average of its samples.
    pub fn pixels(&self) -> Vec<[f32; 3]> {
        let (width, height) = (self.width / SAMPLES, self.height / SAMPLES);
        let pixel = |at: usize| {
            let (x, y) = (at % width * SAMPLES, at / width * SAMPLES);
            let mut sum = [0.0; 3];
            for row in y..y + SAMPLES {
                for colour in &self.colours[row * self.width + x..][..SAMPLES] {
                    sum = std::array::from_fn(|k| sum[k] + colour[k]);
                }
            }
            sum.map(|x| x / (SAMPLES * SAMPLES) as f32)
        };
        (0..width * height).map(pixel).collect()
    }

    fn project(&self, point: [f32; 3]) -> Option<Projected> {
        let way = sub(point, self.eye);
        let [x, y, z] = self.axes.map(|axis| dot(axis, way));
        let near = 1.0 / z;
        let at = [0.5 * self.width as f32 + self.scale * x * near, 0.5 * self.height as f32 - self.scale * y * near];
        (z > 0.0 && near.is_finite() && at.iter().all(|x| x.is_finite())).then_some((at, near))
    }

    /// Returns the colour of a surface with this normal, as it is lit.
    fn lit(&self, colour: [f32; 3], normal: [f32; 3], both_sides: bool) -> [f32; 3] {
        let [right, up, forward] = self.axes;
        let light = normalized(std::array::from_fn(|k| 0.6 * up[k] - 0.5 * right[k] - forward[k]));
        let falls = dot(normal, light);
        let falls = if both_sides { falls.abs() } else { falls.max(0.0) };
        colour.map(|x| x * (0.3 + 0.7 * falls))
    }

    /// Returns the samples of the picture between two positions.
    fn span(&self, low: f32, high: f32, extent: usize) -> std::ops::Range<usize> {
        // Conversions to integers saturate.
        low.floor().max(0.0) as usize..(high.ceil().max(0.0) as usize).min(extent)
    }

    fn fill(&mut self, [a, b, c]: [Projected; 3], colour: [f32; 3]) {
        let edge =
            |p: [f32; 2], q: [f32; 2], r: [f32; 2]| (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
        let twice = edge(a.0, b.0, c.0);
        if twice == 0.0 {
            return;
        }
        let bound = |k: usize, pick: fn(f32, f32) -> f32| pick(pick(a.0[k], b.0[k]), c.0[k]);
        let columns = self.span(bound(0, f32::min), bound(0, f32::max), self.width);
        let rows = self.span(bound(1, f32::min), bound(1, f32::max), self.height);
        for y in rows {
            for x in columns.clone() {
                let at = [x as f32 + 0.5, y as f32 + 0.5];
                let [u, v, w] = [edge(b.0, c.0, at), edge(c.0, a.0, at), edge(a.0, b.0, at)].map(|e| e / twice);
                if u >= 0.0 && v >= 0.0 && w >= 0.0 {
                    self.put(x, y, u * a.1 + v * b.1 + w * c.1, colour);
                }
            }
        }
    }

    fn put(&mut self, x: usize, y: usize, nearness: f32, colour: [f32; 3]) {
        let at = y * self.width + x;
        if nearness > self.nearness[at] {
            (self.nearness[at], self.colours[at]) = (nearness, colour);
        }
    }
}

/// Returns a colour for a number from 0 to 1: blue, green, yellow, red.
pub fn spectrum(value: f32) -> [f32; 3] {
    const STOPS: [[f32; 3]; 4] = [[0.18, 0.35, 0.75], [0.2, 0.65, 0.5], [0.95, 0.8, 0.3], [0.85, 0.25, 0.2]];
    let at = value.clamp(0.0, 1.0) * (STOPS.len() - 1) as f32;
    let low = (at as usize).min(STOPS.len() - 2);
    let share = at - low as f32;
    std::array::from_fn(|k| (1.0 - share) * STOPS[low][k] + share * STOPS[low + 1][k])
}

fn sub(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    std::array::from_fn(|k| a[k] - b[k])
}

fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    (0..3).map(|k| a[k] * b[k]).sum()
}

fn length(a: [f32; 3]) -> f32 {
    dot(a, a).sqrt()
}

fn normalized(a: [f32; 3]) -> [f32; 3] {
    let length = length(a);
    if length > 0.0 { a.map(|x| x / length) } else { [0.0, 0.0, 1.0] }
}

fn cross(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    std::array::from_fn(|k| a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ahead() -> Camera {
        Camera { eye: [0.0, 0.0, 5.0], look_at: [0.0; 3], up: [0.0, 1.0, 0.0], degrees: 40.0 }
    }

    #[test]
    fn the_nearer_is_seen_in_whatever_order() {
        let square = |z: f32, colour| ([[-2.0, -2.0, z], [2.0, -2.0, z], [0.0, 3.0, z]], colour);
        let (near, far) = (square(1.0, [1.0, 0.0, 0.0]), square(0.0, [0.0, 1.0, 0.0]));
        for order in [[near, far], [far, near]] {
            let mut view = View::new(ahead(), 9, 9, [0.0; 3]);
            view.triangles(order);
            let middle = view.pixels()[4 * 9 + 4];
            assert!(middle[0] > 0.3 && middle[1] == 0.0, "{middle:?}");
        }
    }

    #[test]
    fn a_sphere_has_its_place_and_size() {
        let mut view = View::new(ahead(), 101, 101, [0.0; 3]);
        view.spheres(0.5, [([1.0, 1.0, 0.0], [1.0; 3])]);
        let pixels = view.pixels();
        let lit: Vec<usize> = (0..pixels.len()).filter(|at| pixels[*at][0] > 0.0).collect();
        let (x, y) = (lit.iter().map(|at| at % 101), lit.iter().map(|at| at / 101));
        // The object is to the right of the middle and above it. A length of 1 is 27.7 pixels there.
        assert!(x.clone().min().unwrap() > 60 && x.clone().max().unwrap() < 95);
        assert!(y.clone().max().unwrap() < 40 && y.clone().min().unwrap() > 5);
        let wide = x.clone().max().unwrap() - x.min().unwrap();
        assert!((26..=31).contains(&wide), "{wide}");
    }

    #[test]
    fn what_is_no_place_is_not_drawn() {
        let mut view = View::new(ahead(), 8, 8, [0.5; 3]);
        let odd = [f32::NAN, f32::INFINITY, 1e30, -1e30, 0.0];
        for x in odd {
            view.spheres(1e20, [([x, 0.0, 5.0], [1.0; 3])]);
            view.triangles([([[x, 0.0, 5.0], [0.0, x, 4.0], [0.0, 0.0, x]], [1.0; 3])]);
        }
        assert_eq!(view.pixels().len(), 64);
        let mut none = View::new(ahead(), 0, 0, [0.5; 3]);
        none.spheres(1.0, [([0.0; 3], [1.0; 3])]);
        assert!(none.pixels().is_empty());
    }
}
