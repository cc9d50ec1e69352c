//! A ray tracer in double precision: recursive, every ray against every triangle. It shares nothing with the library's but the
//! random vectors, which it is given.

use brooklet::Scene;
use brooklet::applications::raytrace::Settings;

pub type V = [f64; 3];

pub fn add(a: V, b: V) -> V {
    std::array::from_fn(|k| a[k] + b[k])
}
pub fn sub(a: V, b: V) -> V {
    std::array::from_fn(|k| a[k] - b[k])
}
pub fn scale(s: f64, a: V) -> V {
    a.map(|x| s * x)
}
fn times(a: V, b: V) -> V {
    std::array::from_fn(|k| a[k] * b[k])
}
fn dot(a: V, b: V) -> f64 {
    a.iter().zip(&b).map(|(a, b)| a * b).sum()
}
fn cross(a: V, b: V) -> V {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}
fn unit(a: V) -> V {
    scale(1.0 / dot(a, a).sqrt(), a)
}
fn wide(a: [f32; 3]) -> V {
    a.map(f64::from)
}
fn mirrored(d: V, n: V) -> V {
    sub(d, scale(2.0 * dot(d, n), n))
}

pub struct Reference<'a> {
    pub scene: &'a Scene,
    pub settings: &'a Settings,
    pub noise: &'a [[f32; 4]],
    /// What the eye sees alone, in the first light, without shadows.
    pub first: bool,
}

/// What a ray meets.
struct Hit {
    distance: f64,
    triangle: usize,
    u: f64,
    v: f64,
}

/// A ray on its way: from where, where to, its weight, how many hits came before, and the number of its ray of the eye.
#[derive(Clone, Copy)]
struct Ray {
    from: V,
    way: V,
    weight: V,
    depth: usize,
    number: usize,
}

impl Reference<'_> {
    /// Linear colours, the upper row first; the eye is moved by so much.
    pub fn picture(&self, moved: V) -> Vec<V> {
        let Settings { width, height, .. } = *self.settings;
        (0..width * height).map(|pixel| self.pixel(pixel, moved)).collect()
    }

    pub fn pixel(&self, pixel: usize, moved: V) -> V {
        let Settings { width, height, samples, camera, .. } = self.settings;
        let (eye, at) = (wide(camera.eye), wide(camera.look_at));
        let forward = unit(sub(at, eye));
        let right = unit(cross(forward, wide(camera.up)));
        let up = cross(right, forward);
        let half = (f64::from(camera.degrees) / 2.0).to_radians().tan();
        let mut sum = [0.0; 3];
        for sample in 0..samples * samples {
            let place = |pixel: usize, sample: usize| pixel as f64 + (sample as f64 + 0.5) / *samples as f64;
            let x = (2.0 * place(pixel % width, sample % samples) - *width as f64) / *height as f64 * half;
            let y = (1.0 - 2.0 * place(pixel / width, sample / samples) / *height as f64) * half;
            let ray = Ray {
                from: add(eye, moved),
                way: unit(add(forward, add(scale(x, right), scale(y, up)))),
                weight: [1.0 / (samples * samples) as f64; 3],
                depth: 0,
                number: pixel * samples * samples + sample,
            };
            sum = add(sum, self.seen(ray));
        }
        sum
    }

    fn nearest(&self, from: V, way: V, far: f64) -> Option<Hit> {
        let mut nearest: Option<Hit> = None;
        for triangle in 0..self.scene.mesh.triangles.len() {
            let [a, b, c] = self.scene.mesh.corners(triangle).map(wide);
            let (ab, ac, s) = (sub(b, a), sub(c, a), sub(from, a));
            let determinant = dot(ab, cross(way, ac));
            if determinant == 0.0 {
                continue;
            }
            let u = dot(s, cross(way, ac)) / determinant;
            let v = dot(way, cross(s, ab)) / determinant;
            let distance = dot(ac, cross(s, ab)) / determinant;
            let inside = u >= 0.0 && v >= 0.0 && u + v <= 1.0;
            if inside && distance > 0.0 && distance < nearest.as_ref().map_or(far, |hit| hit.distance) {
                nearest = Some(Hit { distance, triangle, u, v });
            }
        }
        nearest
    }

    fn near_by(&self) -> f64 {
        let (low, high) = self.scene.mesh.bounds();
        let diagonal = sub(wide(high), wide(low));
        1e-4 * dot(diagonal, diagonal).sqrt()
    }

    /// The normals on the ray's side, of the triangle and smooth, and whether that is inside.
    fn normals(&self, hit: &Hit, way: V) -> (V, V, bool) {
        let [a, b, c] = self.scene.mesh.corners(hit.triangle).map(wide);
        let own = unit(cross(sub(b, a), sub(c, a)));
        let inside = dot(own, way) > 0.0;
        let facet = if inside { scale(-1.0, own) } else { own };
        let Some(normals) = self.scene.normals[hit.triangle] else { return (facet, facet, inside) };
        let [na, nb, nc] = normals.map(wide).map(unit);
        let smooth = unit(add(scale(1.0 - hit.u - hit.v, na), add(scale(hit.u, nb), scale(hit.v, nc))));
        let smooth = if dot(smooth, facet) < 0.0 { scale(-1.0, smooth) } else { smooth };
        (facet, if dot(smooth, way) < 0.0 { smooth } else { facet }, inside)
    }

    fn random(&self, ray: &Ray, kind: usize) -> [f64; 4] {
        self.noise[(ray.number + 1021 * ray.depth + 517 * kind) % self.noise.len()].map(f64::from)
    }

    fn bright(weight: V, share: V, least: f64) -> bool {
        times(weight, share).iter().any(|x| *x > least)
    }

    fn least(&self) -> f64 {
        1.0 / 512.0 / (self.settings.samples * self.settings.samples) as f64
    }

    fn seen(&self, ray: Ray) -> V {
        let settings = self.settings;
        let Some(hit) = self.nearest(ray.from, ray.way, f64::INFINITY) else {
            let up = 0.5 + 0.5 * ray.way[1];
            let sky = add(scale(1.0 - up, wide(settings.ground)), scale(up, wide(settings.sky)));
            return times(ray.weight, sky);
        };
        let material = &self.scene.materials[self.scene.material_of[hit.triangle] as usize];
        let place = add(ray.from, scale(hit.distance, ray.way));
        let (facet, normal, inside) = self.normals(&hit, ray.way);
        let opacity = f64::from(material.opacity);
        let scattered = scale(opacity, wide(material.diffuse));
        let ambient =
            if settings.scattering && ray.depth < settings.bounces { [0.0; 3] } else { wide(settings.ambient) };
        if self.first {
            let light = &settings.lights[0];
            let lit = dot(facet, unit(sub(wide(light.place), place))).max(0.0);
            let light = add(wide(settings.ambient), scale(lit, wide(light.colour)));
            return times(ray.weight, times(wide(material.diffuse), light));
        }
        let mut sum = times(ray.weight, add(wide(material.emission), times(ambient, scattered)));
        for (number, light) in settings.lights.iter().enumerate() {
            let r = self.random(&ray, 3 + number);
            let ball = scale(f64::from(light.radius) * r[3], [r[0], r[1], r[2]]);
            let target = add(wide(light.place), ball);
            let to = unit(sub(target, place));
            let lit = if dot(to, facet) > 0.0 { dot(to, normal).max(0.0) } else { 0.0 };
            let image = dot(to, mirrored(ray.way, normal)).max(0.0);
            let shines = material.illumination >= 2 && lit > 0.0 && image > 0.0;
            let highlight = if shines { image.powf(f64::from(material.shininess)) } else { 0.0 };
            let share = add(scale(lit, scattered), scale(highlight, wide(material.specular)));
            let share = times(share, wide(light.colour));
            if Self::bright(ray.weight, share, self.least()) {
                let from = add(place, scale(self.near_by(), facet));
                sum = add(sum, self.shone(from, target, times(ray.weight, share)));
            }
        }
        if ray.depth >= settings.bounces {
            return sum;
        }
        let glass = 1.0 - opacity;
        let index = f64::from(material.refraction);
        let (ratio, cosine) = (if inside { index } else { 1.0 / index }, -dot(ray.way, normal));
        let reflectance = fresnel(cosine, ratio);
        let image = if matches!(material.illumination, 3 | 5 | 8) { wide(material.specular) } else { [0.0; 3] };
        let image = add(image, [if glass > 0.0 { glass * reflectance } else { 0.0 }; 3]);
        let outside = add(place, scale(self.near_by(), facet));
        let mut follow = |share: V, from: V, way: V| {
            if Self::bright(ray.weight, share, self.least()) {
                let weight = times(ray.weight, share);
                sum = add(sum, self.seen(Ray { from, way, weight, depth: ray.depth + 1, number: ray.number }));
            }
        };
        let way = mirrored(ray.way, normal);
        follow(image, outside, if dot(way, facet) < 0.0 { mirrored(way, facet) } else { way });
        if glass > 0.0 && reflectance < 1.0 {
            let behind = (1.0 - ratio * ratio * (1.0 - cosine * cosine)).max(0.0).sqrt();
            let way = unit(add(scale(ratio, ray.way), scale(ratio * cosine - behind, normal)));
            let way = if dot(way, facet) > 0.0 { mirrored(way, facet) } else { way };
            let share = scale(glass * (1.0 - reflectance), wide(material.filter));
            follow(share, sub(place, scale(self.near_by(), facet)), way);
        }
        if settings.scattering {
            // A vector that all but cancels the normal has no direction worth the name: the normal it is then, by rule.
            let r = self.random(&ray, 2);
            let r = [r[0], r[1], r[2]];
            let way = if dot(r, normal) < -0.9999 { normal } else { unit(add(normal, r)) };
            follow(scattered, outside, if dot(way, facet) < 0.0 { mirrored(way, facet) } else { way });
        }
        sum
    }

    /// What of a light comes from there.
    fn shone(&self, from: V, light: V, weight: V) -> V {
        let far = dot(sub(light, from), sub(light, from)).sqrt();
        let way = unit(sub(light, from));
        let Some(hit) = self.nearest(from, way, far) else { return weight };
        let material = &self.scene.materials[self.scene.material_of[hit.triangle] as usize];
        let (facet, normal, _) = self.normals(&hit, way);
        let through = 1.0 - fresnel(-dot(way, normal), 1.0 / f64::from(material.refraction));
        let share = scale((1.0 - f64::from(material.opacity)) * through, wide(material.filter));
        if material.opacity >= 1.0 || !Self::bright(weight, share, self.least()) {
            return [0.0; 3];
        }
        let place = sub(add(from, scale(hit.distance, way)), scale(self.near_by(), facet));
        self.shone(
            place,
            add(place, scale((far - hit.distance - self.near_by()).max(1e-300), way)),
            times(weight, share),
        )
    }
}

/// How much glass reflects, of both polarisations.
fn fresnel(cosine: f64, ratio: f64) -> f64 {
    let square = ratio * ratio * (1.0 - cosine * cosine);
    if square >= 1.0 {
        return 1.0;
    }
    let behind = (1.0 - square).sqrt();
    let s = (ratio * cosine - behind) / (ratio * cosine + behind);
    let p = (cosine - ratio * behind) / (cosine + ratio * behind);
    (s * s + p * p) / 2.0
}
