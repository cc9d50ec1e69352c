//! The heart of a ray tracer: each ray against each triangle, by Brook, by hand, by plain Rust.

use std::cell::RefCell;
use std::rc::Rc;

use crate::compare::noise;
use crate::kernel::Source;
use crate::{Error, Stream};

use super::super::brook::{demo, plain, program};
use super::{Cases, Data, copy, device};

/// Rays are fewer than elements, so that a run is not longer than those of the others.
const ELEMENTS_A_RAY: usize = 16;

const TRIANGLES: usize = 32;

/// The kernel of `demos/brook/rays.br` as it would be written for a GPU: near and far ends of rays in the fourth components, four
/// numbers of a hit in one target.
const INTERSECT: &str =
    "input vec4 origins, ways; input vec3 triangles; constant index steps; output vec4 hit, normals;
void main() {
    vec4 origin = fetch(origins, here());
    vec4 way = fetch(ways, here());
    float farthest = way.w;
    vec4 found = vec4(-1.0, farthest, 0.0, 0.0);
    vec3 normal = vec3(0.0);
    for (index i = 0; i < steps; i++) {
        vec3 a = fetch(triangles, 0, i);
        vec3 ab = fetch(triangles, 1, i) - a;
        vec3 ac = fetch(triangles, 2, i) - a;
        vec3 p = cross(way.xyz, ac);
        float det = dot(ab, p);
        vec3 s = origin.xyz - a;
        vec3 q = cross(s, ab);
        vec3 m = vec3(dot(ac, q), dot(s, p), dot(way.xyz, q)) / det;
        bool inside = abs(det) >= 1e-9 && m.y >= 0.0 && m.z >= 0.0 && m.y + m.z <= 1.0;
        bool nearer = inside && m.x >= origin.w && m.x < farthest;
        farthest = nearer ? m.x : farthest;
        found = nearer ? vec4(float(i), m) : found;
        normal = nearer ? cross(ab, ac) : normal;
    }
    hit = found;
    normals = vec4(found.x < 0.0 ? normal : normalize(normal), 0.0);
}";

/// A ray: origin, way, near and far end. A triangle: three corners. A hit: the number of its triangle, distance, place and normal.
type Ray = [f32; 8];
type Triangle = [f32; 9];
type Hit = [f32; 7];

pub fn cases(cases: &mut Cases<Data>) -> Result<(), Error> {
    let (device, n) = (device(cases), (cases.data.n / ELEMENTS_A_RAY).max(1));
    let rays: Rc<Vec<Ray>> = Rc::new(
        noise(4 * n, 41)
            .as_chunks::<4>()
            .0
            .iter()
            .map(|r| [r[0], r[1], -3.0, r[2] / 4.0, r[3] / 4.0, 1.0, 0.0, 100.0])
            .collect(),
    );
    let triangles: Rc<Vec<Triangle>> = Rc::new(noise(9 * TRIANGLES, 42).as_chunks::<9>().0.to_vec());
    let wanted: Rc<Vec<Hit>> = Rc::new(rays.iter().map(|ray| nearest(ray, &triangles)).collect());
    copy(cases, "app-rays", 8 * n)?;
    let bytes = 4 * (8 + 7) * n;

    let compiled = program(&device, demo!("rays.br"))?;
    let (given, scene) =
        (plain(compiled.upload("Ray", n, &rays[..]))?, plain(compiled.upload("Triangle", TRIANGLES, &triangles[..]))?);
    let same = wanted.clone();
    let run = move |_: &Data| {
        let mut hits = plain(compiled.stream::<Hit>("Hit", n))?;
        let call = plain(compiled.kernel("intersect"))?.stream("ray", &given).gather("triangles", &scene);
        plain(call.constant("count", TRIANGLES as f32).output("hit", &mut hits).run())?;
        Ok(hits)
    };
    let right = move |_: &Data, hits: crate::brook::RecordStream<Hit>| Ok(close(&plain(hits.read())?, &same));
    cases.add(("app-rays", "fragment", "brook", "plain"), bytes, run, right);

    let part = |from: usize, last: usize| -> Result<Stream<[f32; 4]>, Error> {
        let of = |ray: &Ray| [ray[from], ray[from + 1], ray[from + 2], ray[last]];
        device.upload(&rays.iter().map(of).collect::<Vec<_>>())
    };
    let (origins, ways) = (part(0, 6)?, part(3, 7)?);
    let corners: Vec<[f32; 3]> = triangles.as_flattened().as_chunks().0.to_vec();
    let scene = device.upload_shaped([TRIANGLES, 3], &corners)?;
    // Hits and normals are two render targets.
    if device.limits().targets >= 2 {
        let kernel = device.kernel(&Source::new("intersect_by_hand", INTERSECT))?;
        let (at, same) = (device.clone(), wanted.clone());
        let run = move |_: &Data| {
            let (mut hit, mut normals) = (at.stream::<[f32; 4]>(n)?, at.stream::<[f32; 4]>(n)?);
            let pass = at.pass(&kernel).input("origins", &origins).input("ways", &ways).input("triangles", &scene);
            pass.constant("steps", TRIANGLES).output("hit", &mut hit).output("normals", &mut normals).run()?;
            Ok([hit, normals])
        };
        let right = move |_: &Data, [hit, normals]: [Stream<[f32; 4]>; 2]| {
            let (hit, normals) = (hit.read()?, normals.read()?);
            let joined = hit.iter().zip(&normals).map(|(a, b)| [a[0], a[1], a[2], a[3], b[0], b[1], b[2]]);
            Ok(close(&joined.collect::<Vec<_>>(), &same))
        };
        cases.add(("app-rays", "fragment", "by-hand", "plain"), bytes, run, right);
    }

    let found = RefCell::new(vec![[0.0; 7]; n]);
    let run = move |_: &Data| {
        let mut found = found.borrow_mut();
        all_nearest(&rays, &triangles, &mut found);
        Ok(found.clone())
    };
    let right = move |_: &Data, found: Vec<Hit>| Ok(close(&found, &wanted));
    cases.add(("app-rays", "cpu", "packets-on-all-cores", "slice"), bytes, run, right);
    Ok(())
}

/// Whether hits are the same but for roundings; where a ray meets an edge, either side is right.
fn close(found: &[Hit], wanted: &[Hit]) -> bool {
    let near =
        |a: &Hit, b: &Hit| a[0] == b[0] && a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 1e-3 * b.abs().max(1.0));
    let apart = found.iter().zip(wanted).filter(|(a, b)| !near(a, b)).count();
    found.len() == wanted.len() && apart * 1000 <= found.len()
}

fn cross(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn minus(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// Corner a of a triangle, and its edges from there.
fn edges(t: &Triangle) -> [[f32; 3]; 3] {
    let a = [t[0], t[1], t[2]];
    [a, minus([t[3], t[4], t[5]], a), minus([t[6], t[7], t[8]], a)]
}

fn with_normal(triangle: f32, distance: f32, place: [f32; 2], triangles: &[Triangle]) -> Hit {
    if triangle < 0.0 {
        return [-1.0, distance, 0.0, 0.0, 0.0, 0.0, 0.0];
    }
    let [_, ab, ac] = edges(&triangles[triangle as usize]);
    let normal = cross(ab, ac);
    let length = dot(normal, normal).sqrt();
    [triangle, distance, place[0], place[1], normal[0] / length, normal[1] / length, normal[2] / length]
}

/// One ray, as plainly as can be: what the others are held against.
fn nearest(ray: &Ray, triangles: &[Triangle]) -> Hit {
    let (origin, way) = ([ray[0], ray[1], ray[2]], [ray[3], ray[4], ray[5]]);
    let (mut triangle, mut distance, mut place) = (-1.0, ray[7], [0.0; 2]);
    for (i, t) in triangles.iter().enumerate() {
        let [a, ab, ac] = edges(t);
        let p = cross(way, ac);
        let det = dot(ab, p);
        let s = minus(origin, a);
        let q = cross(s, ab);
        let m = [dot(ac, q) / det, dot(s, p) / det, dot(way, q) / det];
        let inside = det.abs() >= 1e-9 && m[1] >= 0.0 && m[2] >= 0.0 && m[1] + m[2] <= 1.0;
        if inside && m[0] >= ray[6] && m[0] < distance {
            (triangle, distance, place) = (i as f32, m[0], [m[1], m[2]]);
        }
    }
    with_normal(triangle, distance, place, triangles)
}

/// Rays that are held against a triangle together, in the lanes of the processor's registers.
const PACKET: usize = 16;

/// The same of a packet, without branches.
fn nearest_of_packet(rays: &[Ray], triangles: &[Triangle], found: &mut [Hit]) {
    let lane = |component: usize| -> [f32; PACKET] { std::array::from_fn(|k| rays[k.min(rays.len() - 1)][component]) };
    let [ox, oy, oz, wx, wy, wz, near, far] = [0, 1, 2, 3, 4, 5, 6, 7].map(lane);
    let (mut triangle, mut distance, mut u, mut v) = ([-1.0f32; PACKET], far, [0.0; PACKET], [0.0; PACKET]);
    for (i, t) in triangles.iter().enumerate() {
        let [a, ab, ac] = edges(t);
        for k in 0..PACKET {
            let way = [wx[k], wy[k], wz[k]];
            let p = cross(way, ac);
            let det = dot(ab, p);
            let s = [ox[k] - a[0], oy[k] - a[1], oz[k] - a[2]];
            let q = cross(s, ab);
            let m = [dot(ac, q) / det, dot(s, p) / det, dot(way, q) / det];
            let inside = (det.abs() >= 1e-9) & (m[1] >= 0.0) & (m[2] >= 0.0) & (m[1] + m[2] <= 1.0);
            let nearer = inside & (m[0] >= near[k]) & (m[0] < distance[k]);
            triangle[k] = if nearer { i as f32 } else { triangle[k] };
            distance[k] = if nearer { m[0] } else { distance[k] };
            u[k] = if nearer { m[1] } else { u[k] };
            v[k] = if nearer { m[2] } else { v[k] };
        }
    }
    for (k, found) in found.iter_mut().enumerate() {
        *found = with_normal(triangle[k], distance[k], [u[k], v[k]], triangles);
    }
}

#[cfg(not(target_family = "wasm"))]
fn all_nearest(rays: &[Ray], triangles: &[Triangle], found: &mut [Hit]) {
    use rayon::prelude::*;
    let packets = rays.par_chunks(PACKET).zip(found.par_chunks_mut(PACKET));
    packets.for_each(|(rays, found)| nearest_of_packet(rays, triangles, found));
}

#[cfg(target_family = "wasm")]
fn all_nearest(rays: &[Ray], triangles: &[Triangle], found: &mut [Hit]) {
    let packets = rays.chunks(PACKET).zip(found.chunks_mut(PACKET));
    packets.for_each(|(rays, found)| nearest_of_packet(rays, triangles, found));
}
