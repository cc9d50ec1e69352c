//! The ray tracer in plain Rust: a recursive tracer with the same grid, which distributes the rows of the picture over all cores.

use crate::applications::raytrace::{Grid, Settings};
use crate::mesh::{Material, Scene};

type V = [f32; 3];

/// A scene prepared for tracing.
pub struct Plain<'a> {
    scene: &'a Scene,
    settings: &'a Settings,
    grid: Grid,
    /// For each triangle, a corner and two sides.
    triangles: Vec<[V; 3]>,
    near_by: f32,
}

/// The distance, two barycentric coordinates, and the triangle.
#[derive(Clone, Copy)]
struct Hit(f32, f32, f32, usize);

impl Plain<'_> {
    pub fn new<'a>(scene: &'a Scene, settings: &'a Settings) -> Plain<'a> {
        let corners = (0..scene.mesh.triangles.len()).map(|triangle| scene.mesh.corners(triangle));
        let triangles = corners.map(|[a, b, c]| [a, sub(b, a), sub(c, a)]).collect();
        let (low, high) = scene.mesh.bounds();
        let diagonal = sub(high, low);
        let near_by = 1e-4 * dot(diagonal, diagonal).sqrt();
        Plain { scene, settings, grid: Grid::new(&scene.mesh), triangles, near_by }
    }

    /// Makes a tracer whose grid has a single cell: every ray is tested against every triangle.
    pub fn without_grid<'a>(scene: &'a Scene, settings: &'a Settings) -> Plain<'a> {
        let mut plain = Plain::new(scene, settings);
        let (grid, count) = (&mut plain.grid, scene.mesh.triangles.len() as u32);
        grid.size = std::array::from_fn(|k| grid.counts[k] as f32 * grid.size[k]);
        (grid.counts, grid.cells, grid.triangles) = ([1; 3], vec![(0, count)], (0..count).collect());
        plain
    }

    pub fn picture(&self) -> Vec<V> {
        self.each(|from, way| self.seen(from, way, [1.0; 3], 0))
    }

    /// Computes one pixel.
    pub fn pixel(&self, pixel: usize) -> V {
        let way = self.way(pixel % self.settings.width, pixel / self.settings.width);
        self.seen(self.settings.camera.eye, way, [1.0; 3], 0)
    }

    /// Returns the direction from the eye through the middle of a pixel.
    fn way(&self, x: usize, y: usize) -> V {
        let Settings { width, height, camera, .. } = *self.settings;
        let [right, up, forward] = camera.axes();
        let half = (0.5 * camera.degrees).to_radians().tan();
        let across = (2.0 * (x as f32 + 0.5) - width as f32) / height as f32 * half;
        let down = (1.0 - 2.0 * (y as f32 + 0.5) / height as f32) * half;
        unit(add(forward, add(scale(across, right), scale(down, up))))
    }

    /// Returns the colours of what the eye sees directly, without shadows.
    pub fn first_hits(&self) -> Vec<V> {
        self.each(|from, way| {
            let Some(hit) = self.nearest(from, way, f32::INFINITY, false) else { return self.sky(way) };
            let (place, facet) = (add(from, scale(hit.0, way)), self.facet(&hit, way));
            let lit = dot(facet, unit(sub(self.settings.lights[0].place, place))).max(0.0);
            let light = add(self.settings.ambient, scale(lit, self.settings.lights[0].colour));
            times(self.material(&hit).diffuse, light)
        })
    }

    fn each(&self, colour: impl Fn(V, V) -> V + Sync) -> Vec<V> {
        let Settings { width, height, camera, .. } = *self.settings;
        let mut picture = vec![[0.0; 3]; width * height];
        let row = |(y, row): (usize, &mut [V])| {
            for (x, pixel) in row.iter_mut().enumerate() {
                *pixel = colour(camera.eye, self.way(x, y));
            }
        };
        #[cfg(not(target_family = "wasm"))]
        {
            use rayon::prelude::*;
            picture.par_chunks_mut(width).enumerate().for_each(row);
        }
        #[cfg(target_family = "wasm")]
        picture.chunks_mut(width).enumerate().for_each(row);
        picture
    }

    fn sky(&self, way: V) -> V {
        let up = 0.5 + 0.5 * way[1];
        add(scale(1.0 - up, self.settings.ground), scale(up, self.settings.sky))
    }

    fn material(&self, hit: &Hit) -> &Material {
        &self.scene.materials[self.scene.material_of[hit.3] as usize]
    }

    /// Returns the normal of the triangle that points to the ray's side.
    fn facet(&self, hit: &Hit, way: V) -> V {
        let own = unit(cross(self.triangles[hit.3][1], self.triangles[hit.3][2]));
        if dot(own, way) > 0.0 { scale(-1.0, own) } else { own }
    }

    /// Finds the nearest hit with the grid traversal of Amanatides and Woo. With `seeks_light`, returns any solid triangle before
    /// the light.
    fn nearest(&self, from: V, way: V, far: f32, seeks_light: bool) -> Option<Hit> {
        let Grid { low, size, counts, cells, triangles } = &self.grid;
        let inverse = way.map(|x| 1.0 / if x.abs() > 1e-12 { x } else { 1e-12 });
        let side = |k: usize, high: bool| {
            (low[k] + if high { counts[k] as f32 * size[k] } else { 0.0 } - from[k]) * inverse[k]
        };
        let enter = (0..3).map(|k| side(k, false).min(side(k, true))).fold(0.0, f32::max);
        let leave = (0..3).map(|k| side(k, false).max(side(k, true))).fold(far, f32::min);
        if enter > leave {
            return None;
        }
        let mut cell: [isize; 3] = std::array::from_fn(|k| {
            let at = ((from[k] + enter * way[k] - low[k]) / size[k]).floor();
            at.clamp(0.0, counts[k] as f32 - 1.0) as isize
        });
        let onwards = inverse.map(|x| x >= 0.0);
        let mut next: V = std::array::from_fn(|k| {
            (low[k] + (cell[k] as f32 + f32::from(onwards[k])) * size[k] - from[k]) * inverse[k]
        });
        let mut found = Hit(far, 0.0, 0.0, usize::MAX);
        loop {
            let (first, count) =
                cells[cell[0] as usize + counts[0] * (cell[1] as usize + counts[1] * cell[2] as usize)];
            for triangle in &triangles[first as usize..(first + count) as usize] {
                self.meet(from, way, *triangle as usize, &mut found);
            }
            let axis = if next[0] <= next[1] && next[0] <= next[2] {
                0
            } else if next[1] <= next[2] {
                1
            } else {
                2
            };
            let solid = seeks_light && found.3 != usize::MAX && self.material(&found).opacity >= 1.0;
            if found.0 <= next[axis] || solid {
                break;
            }
            cell[axis] += if onwards[axis] { 1 } else { -1 };
            if cell[axis] < 0 || cell[axis] >= counts[axis] as isize {
                break;
            }
            next[axis] += size[axis] * inverse[axis].abs();
        }
        (found.3 != usize::MAX).then_some(found)
    }

    fn meet(&self, from: V, way: V, triangle: usize, found: &mut Hit) {
        let [a, ab, ac] = self.triangles[triangle];
        let p = cross(way, ac);
        let determinant = dot(ab, p);
        let inverse = 1.0 / determinant;
        let s = sub(from, a);
        let q = cross(s, ab);
        let (u, v, t) = (dot(s, p) * inverse, dot(way, q) * inverse, dot(ac, q) * inverse);
        if determinant != 0.0 && u >= 0.0 && v >= 0.0 && u + v <= 1.0 && t > 0.0 && t < found.0 {
            *found = Hit(t, u, v, triangle);
        }
    }

    /// Returns the colour of a ray, computed as in the kernels but without scattering.
    fn seen(&self, from: V, way: V, weight: V, depth: usize) -> V {
        let settings = self.settings;
        let Some(hit) = self.nearest(from, way, f32::INFINITY, false) else { return times(weight, self.sky(way)) };
        let material = self.material(&hit);
        let place = add(from, scale(hit.0, way));
        let facet = self.facet(&hit, way);
        let inside = dot(cross(self.triangles[hit.3][1], self.triangles[hit.3][2]), way) > 0.0;
        let normal = self.scene.normals[hit.3].map_or(facet, |[a, b, c]| {
            let smooth = unit(add(a, add(scale(hit.1, sub(b, a)), scale(hit.2, sub(c, a)))));
            let smooth = if dot(smooth, facet) < 0.0 { scale(-1.0, smooth) } else { smooth };
            if dot(smooth, way) < 0.0 { smooth } else { facet }
        });
        let diffuse = scale(material.opacity, material.diffuse);
        let mut sum = times(weight, add(material.emission, times(settings.ambient, diffuse)));
        let outside = add(place, scale(self.near_by, facet));
        for light in &settings.lights {
            let to = unit(sub(light.place, place));
            let lit = if dot(to, facet) > 0.0 { dot(to, normal).max(0.0) } else { 0.0 };
            let image = dot(to, mirrored(way, normal)).max(0.0);
            let shines = material.shines() && lit > 0.0 && image > 0.0;
            let highlight = if shines { image.powf(material.shininess) } else { 0.0 };
            let share = add(scale(lit, diffuse), scale(highlight, material.specular));
            let share = times(weight, times(share, light.colour));
            if is_bright(share) {
                sum = add(sum, self.shone(outside, light.place, share));
            }
        }
        if depth >= settings.bounces {
            return sum;
        }
        let glass = material.glass();
        let (ratio, cosine) = (if inside { material.refraction } else { 1.0 / material.refraction }, -dot(way, normal));
        let reflected = if glass > 0.0 { glass * fresnel(cosine, ratio) } else { 0.0 };
        let image = if material.mirrors() { material.specular } else { [0.0; 3] }.map(|x| x + reflected);
        let image = times(weight, image);
        if is_bright(image) {
            let to = mirrored(way, normal);
            let to = if dot(to, facet) < 0.0 { mirrored(to, facet) } else { to };
            sum = add(sum, self.seen(outside, to, image, depth + 1));
        }
        let through = times(weight, scale(glass - reflected, material.filter));
        if glass > 0.0 && is_bright(through) {
            let behind = (1.0 - ratio * ratio * (1.0 - cosine * cosine)).max(0.0).sqrt();
            let to = unit(add(scale(ratio, way), scale(ratio * cosine - behind, normal)));
            let to = if dot(to, facet) > 0.0 { mirrored(to, facet) } else { to };
            sum = add(sum, self.seen(sub(place, scale(self.near_by, facet)), to, through, depth + 1));
        }
        sum
    }

    /// Returns the part of a light that arrives at a point. Light passes straight through glass.
    fn shone(&self, mut from: V, light: V, mut weight: V) -> V {
        loop {
            let to = sub(light, from);
            let far = dot(to, to).sqrt();
            let way = unit(to);
            let Some(hit) = self.nearest(from, way, far, true) else { return weight };
            let material = self.material(&hit);
            let facet = self.facet(&hit, way);
            let normal = self.scene.normals[hit.3].map_or(facet, |[a, b, c]| {
                let smooth = unit(add(a, add(scale(hit.1, sub(b, a)), scale(hit.2, sub(c, a)))));
                let smooth = if dot(smooth, facet) < 0.0 { scale(-1.0, smooth) } else { smooth };
                if dot(smooth, way) < 0.0 { smooth } else { facet }
            });
            let through = 1.0 - fresnel(-dot(way, normal), 1.0 / material.refraction);
            weight = times(weight, scale(material.glass() * through, material.filter));
            if material.opacity >= 1.0 || !is_bright(weight) {
                return [0.0; 3];
            }
            from = sub(add(from, scale(hit.0, way)), scale(self.near_by, facet));
        }
    }
}

fn is_bright(weight: V) -> bool {
    weight.iter().any(|x| *x > 1.0 / 512.0)
}

fn fresnel(cosine: f32, ratio: f32) -> f32 {
    let square = ratio * ratio * (1.0 - cosine * cosine);
    let behind = (1.0 - square).max(0.0).sqrt();
    let across = (ratio * cosine - behind) / (ratio * cosine + behind);
    let along = (cosine - ratio * behind) / (cosine + ratio * behind);
    if square >= 1.0 { 1.0 } else { 0.5 * (across * across + along * along) }
}

fn add(a: V, b: V) -> V {
    std::array::from_fn(|k| a[k] + b[k])
}

fn sub(a: V, b: V) -> V {
    std::array::from_fn(|k| a[k] - b[k])
}

fn times(a: V, b: V) -> V {
    std::array::from_fn(|k| a[k] * b[k])
}

fn scale(s: f32, a: V) -> V {
    a.map(|x| s * x)
}

fn dot(a: V, b: V) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: V, b: V) -> V {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn unit(a: V) -> V {
    scale(1.0 / dot(a, a).sqrt(), a)
}

fn mirrored(d: V, n: V) -> V {
    sub(d, scale(2.0 * dot(d, n), n))
}
