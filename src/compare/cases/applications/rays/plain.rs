//! The same rays in plain Rust: one by one as a reference, and sixteen at a time on all cores.

use super::{AMBIENT, CORNER, EYE, GROUND, LAMP, LIGHT, SKY, Triangle, View};

/// A colour, and the index of its pixel.
pub type Pixel = [f32; 4];

type V = [f32; 3];

pub fn cross(a: V, b: V) -> V {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn dot(a: V, b: V) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub fn unit(a: V) -> V {
    let length = dot(a, a).sqrt();
    a.map(|x| x / length)
}

/// Returns corner a of a triangle, and the two sides from there.
fn sides(t: &Triangle) -> [V; 3] {
    [[t[0], t[1], t[2]], [t[3], t[4], t[5]], [t[6], t[7], t[8]]]
}

/// Returns the direction from the eye through the middle of a pixel.
fn way(view: &View, pixel: usize) -> V {
    let (x, y) = ((pixel % view.size[0]) as f32 + 0.5, (pixel / view.size[0]) as f32 + 0.5);
    unit(std::array::from_fn(|k| CORNER[k] + x * view.steps[0][k] + y * view.steps[1][k]))
}

/// Computes one pixel. The other methods are compared with it.
pub fn seen(view: &View, pixel: usize) -> Pixel {
    let way = way(view, pixel);
    let (mut distance, mut triangle) = (1e18, None);
    for (number, t) in view.triangles.iter().enumerate() {
        let [a, ab, ac] = sides(t);
        let p = cross(way, ac);
        let determinant = dot(ab, p);
        let s: V = std::array::from_fn(|k| EYE[k] - a[k]);
        let q = cross(s, ab);
        let [far, u, v] = [dot(ac, q), dot(s, p), dot(way, q)].map(|x| x / determinant);
        if determinant != 0.0 && u >= 0.0 && v >= 0.0 && u + v <= 1.0 && far > 0.0 && far < distance {
            (distance, triangle) = (far, Some(number));
        }
    }
    shaded(view, pixel, way, distance, triangle)
}

fn shaded(view: &View, pixel: usize, way: V, distance: f32, triangle: Option<usize>) -> Pixel {
    let Some(triangle) = triangle else {
        let up = (0.5 + 0.5 * way[1]).clamp(0.0, 1.0);
        let [r, g, b]: V = std::array::from_fn(|k| GROUND[k] + up * (SKY[k] - GROUND[k]));
        return [r, g, b, pixel as f32];
    };
    let [x, y, z, material] = view.facets[triangle];
    let lit = unit(std::array::from_fn(|k| LAMP[k] - (EYE[k] + distance * way[k])));
    let normal = [x, y, z];
    let towards = dot(normal, lit) * if dot(normal, way) > 0.0 { -1.0 } else { 1.0 };
    let own = view.materials[material as usize];
    let [r, g, b]: V = std::array::from_fn(|k| own[k] * (AMBIENT[k] + LIGHT[k] * towards.max(0.0)));
    [r, g, b, pixel as f32]
}

/// The rays that are tested against a triangle together, in the lanes of the processor's registers.
const PACKET: usize = 16;

/// The number of pixels that a core processes at a time.
#[cfg(not(target_family = "wasm"))]
const PART: usize = 64 * PACKET;

/// Computes [`PACKET`] neighbouring pixels, without branches until they are shaded.
#[inline(always)]
fn seen_in_packet(view: &View, first: usize, pixels: &mut [Pixel]) {
    let [mut wx, mut wy, mut wz] = [[0.0; PACKET]; 3];
    for lane in 0..PACKET {
        [wx[lane], wy[lane], wz[lane]] = way(view, first + lane);
    }
    let (mut triangle, mut distance) = ([-1.0f32; PACKET], [1e18f32; PACKET]);
    for t in &view.triangles {
        let [a, ab, ac] = sides(t);
        // All rays begin in the same place, so values that depend only on it and on the triangle are computed once.
        let s: V = std::array::from_fn(|k| EYE[k] - a[k]);
        let q = cross(s, ab);
        let far = dot(ac, q);
        for lane in 0..PACKET {
            let way = [wx[lane], wy[lane], wz[lane]];
            let p = cross(way, ac);
            let determinant = dot(ab, p);
            let inverse = 1.0 / determinant;
            let (u, v, far) = (dot(s, p) * inverse, dot(way, q) * inverse, far * inverse);
            let inside = (determinant != 0.0) & (u >= 0.0) & (v >= 0.0) & (u + v <= 1.0);
            let nearer = inside & (far > 0.0) & (far < distance[lane]);
            triangle[lane] = if nearer { t[9] } else { triangle[lane] };
            distance[lane] = if nearer { far } else { distance[lane] };
        }
    }
    for (lane, pixel) in pixels.iter_mut().enumerate() {
        let way = [wx[lane], wy[lane], wz[lane]];
        let hit = (triangle[lane] >= 0.0).then_some(triangle[lane] as usize);
        *pixel = shaded(view, first + lane, way, distance[lane], hit);
    }
}

/// Returns the picture, computed on all cores with the widest registers of the processor.
#[cfg(not(target_family = "wasm"))]
pub fn all_seen(view: &View) -> Vec<Pixel> {
    use rayon::prelude::*;
    let mut picture = vec![[0.0; 4]; view.pixels()];
    let widest = pulp::Arch::new();
    picture.par_chunks_mut(PART).enumerate().for_each(|(number, part)| widest.dispatch(Part { view, number, part }));
    picture
}

/// The part of the picture that a core computes at a time.
#[cfg(not(target_family = "wasm"))]
struct Part<'a> {
    view: &'a View,
    number: usize,
    part: &'a mut [Pixel],
}

#[cfg(not(target_family = "wasm"))]
impl pulp::WithSimd for Part<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) {
        for (packet, pixels) in self.part.chunks_mut(PACKET).enumerate() {
            seen_in_packet(self.view, self.number * PART + packet * PACKET, pixels);
        }
    }
}

#[cfg(target_family = "wasm")]
pub fn all_seen(view: &View) -> Vec<Pixel> {
    let mut picture = vec![[0.0; 4]; view.pixels()];
    for (number, pixels) in picture.chunks_mut(PACKET).enumerate() {
        seen_in_packet(view, number * PACKET, pixels);
    }
    picture
}
