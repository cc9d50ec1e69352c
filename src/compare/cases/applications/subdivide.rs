//! Subdivision: a level that splits n/64 triangles into n/16. None or half of the triangles are complete. Plain Rust works on an
//! indexed mesh.

use std::cell::RefCell;
use std::rc::Rc;

use crate::applications::subdivide::{Criterion, Subdivision};
use crate::{Device, Error, Mesh};

use super::{Cases, Data, copy, device, plain};

const NAME: &str = "app-subdivide";

/// Floats of a triangle with the one-rings of its corners.
const FLOATS: usize = 48;

pub fn cases(cases: &mut Cases<Data>) -> Result<(), Error> {
    let (device, n) = (device(cases), cases.data.n);
    // The level starts from a quarter of its triangles, two for each square of the torus.
    let squares = (n / 128).max(9);
    // The edges have about the same length, so that all are split. After that, those on one side of the torus are short enough.
    let along = (squares.isqrt() / 2).max(3);
    let around = squares / along;
    let mesh = Rc::new(Mesh::torus(around as u32, along as u32, 0.2));
    let short = 0.76 * std::f32::consts::TAU / around as f32;
    let triangles = 4 * mesh.triangles.len();
    let bytes = 4 * FLOATS * triangles;
    copy(cases, NAME, FLOATS * triangles)?;
    let first = Rc::new(Indexed::new(&mesh));
    let [none, half] =
        ["distance(a, b) < 0.0".to_owned(), format!("a.x < 0.0 && distance(a, b) < {short:?}")].map(Criterion::Edge);
    let criteria = [("uniform", Criterion::Uniform), ("adaptive-none", none), ("adaptive-half", half)];
    for (method, criterion) in criteria {
        let mut subdivision = plain(Subdivision::new(&device, &mesh, &criterion, 3))?;
        plain(subdivision.step())?;
        let subdivision = RefCell::new(subdivision);
        let run = move |_: &Data| plain(subdivision.borrow_mut().again());
        let (device, mesh, first) = (device.clone(), mesh.clone(), first.clone());
        let right = move |_: &Data, ()| match &criterion {
            Criterion::Uniform => same(&device, &mesh, &first),
            criterion => closed(&device, &mesh, criterion),
        };
        cases.add((NAME, "fragment", method, "plain"), bytes, run, right);
    }
    let right = move |_: &Data, split: Indexed| Ok(split.is_torus() && split.triangles.len() == triangles);
    cases.add((NAME, "cpu", "indexed", "slice"), bytes, move |_: &Data| Ok(first.split()), right);
    Ok(())
}

/// Returns whether a level has the same corners as plain Rust's.
fn same(device: &Device, mesh: &Mesh, first: &Indexed) -> Result<bool, Error> {
    let mut subdivision = plain(Subdivision::new(device, mesh, &Criterion::Uniform, 1))?;
    plain(subdivision.run(|_| {}))?;
    let (wanted, mut right) = (first.split(), true);
    for drawn in subdivision.drawn() {
        let corners = drawn.corners.read()?;
        let plane = corners.len() / 3;
        for (t, triangle) in wanted.triangles.iter().enumerate() {
            for (c, vertex) in triangle.iter().enumerate() {
                let (a, b) = (corners[c * plane + t], wanted.positions[*vertex as usize]);
                right &= (0..3).all(|k| (a[k] - b[k]).abs() < 1e-5);
            }
        }
        right &= drawn.count == wanted.triangles.len();
    }
    Ok(right)
}

/// Returns whether an adaptive subdivision results in a closed surface.
fn closed(device: &Device, mesh: &Mesh, criterion: &Criterion) -> Result<bool, Error> {
    let mut subdivision = plain(Subdivision::new(device, mesh, criterion, 2))?;
    plain(subdivision.run(|_| {}))?;
    Ok(plain(subdivision.mesh())?.edges().check_closed().is_ok())
}

/// Plain Rust: triangles share their vertices, and each edge has a reference to its twin in the neighbouring triangle. Vertices and
/// edges are computed on all cores.
struct Indexed {
    positions: Vec<[f32; 3]>,
    triangles: Vec<[u32; 3]>,
    /// The twin of each edge. Edge c of triangle t starts at corner c, and its index is 3t + c.
    twins: Vec<u32>,
    /// For each vertex, an edge that leaves it.
    leaving: Vec<u32>,
}

impl Indexed {
    fn new(mesh: &Mesh) -> Indexed {
        let mut indexed = Indexed {
            positions: mesh.positions.clone(),
            triangles: mesh.triangles.clone(),
            twins: vec![0; 3 * mesh.triangles.len()],
            leaving: vec![0; mesh.positions.len()],
        };
        for (_, sides) in mesh.edges().iter() {
            let [a, b] = [0, 1].map(|k| (3 * sides[k].triangle + sides[k].corner) as u32);
            (indexed.twins[a as usize], indexed.twins[b as usize]) = (b, a);
        }
        for (t, corners) in mesh.triangles.iter().enumerate() {
            for (c, vertex) in corners.iter().enumerate() {
                indexed.leaving[*vertex as usize] = (3 * t + c) as u32;
            }
        }
        indexed
    }

    /// Returns whether the triangles form a closed surface of Euler characteristic 0, and whether twins and leaving edges are
    /// consistent.
    fn is_torus(&self) -> bool {
        let edges = self.twins.len() / 2;
        let mesh = Mesh { positions: self.positions.clone(), triangles: self.triangles.clone() };
        let are_twins = |edge: u32| {
            let twin = self.twins[edge as usize];
            self.from(twin) == self.from(next(edge)) && self.from(next(twin)) == self.from(edge)
        };
        mesh.edges().check_closed().is_ok()
            && self.positions.len() + self.triangles.len() == edges
            && (0..self.twins.len() as u32).all(are_twins)
            && self.leaving.iter().enumerate().all(|(vertex, edge)| self.from(*edge) == vertex)
    }

    fn from(&self, edge: u32) -> usize {
        self.triangles[edge as usize / 3][edge as usize % 3] as usize
    }

    /// Returns the new position of a vertex.
    fn moved(&self, vertex: usize) -> [f32; 3] {
        let (mut sum, mut n, mut edge) = ([0.0; 3], 0, self.leaving[vertex]);
        loop {
            let neighbour = self.positions[self.from(next(edge))];
            sum = std::array::from_fn(|k| sum[k] + neighbour[k]);
            n += 1;
            edge = self.twins[next(next(edge)) as usize];
            if edge == self.leaving[vertex] {
                break;
            }
        }
        let beta = match n {
            6 => 0.0625,
            n => (0.625 - (0.375 + 0.25 * (std::f32::consts::TAU / n as f32).cos()).powi(2)) / n as f32,
        };
        let own = 1.0 - n as f32 * beta;
        std::array::from_fn(|k| own * self.positions[vertex][k] + beta * sum[k])
    }

    /// Returns the new vertex on an edge.
    fn middle(&self, edge: u32) -> [f32; 3] {
        let twin = self.twins[edge as usize];
        let at = |edge: u32| self.positions[self.from(edge)];
        let (a, b, c, d) = (at(edge), at(twin), at(next(next(edge))), at(next(next(twin))));
        std::array::from_fn(|k| 0.375 * (a[k] + b[k]) + 0.125 * (c[k] + d[k]))
    }

    fn split(&self) -> Indexed {
        let old = self.positions.len();
        // Each edge gets an index that both of its triangles use.
        let edges: Vec<u32> = (0..self.twins.len() as u32).filter(|edge| *edge < self.twins[*edge as usize]).collect();
        let mut numbers = vec![0; self.twins.len()];
        for (number, edge) in edges.iter().enumerate() {
            numbers[*edge as usize] = (old + number) as u32;
            numbers[self.twins[*edge as usize] as usize] = (old + number) as u32;
        }
        let position = |vertex: usize| if vertex < old { self.moved(vertex) } else { self.middle(edges[vertex - old]) };
        let leaving = |vertex: usize| match vertex.checked_sub(old) {
            None => 12 * (self.leaving[vertex] / 3) + 3 * (self.leaving[vertex] % 3),
            Some(number) => 12 * (edges[number] / 3) + 9 + edges[number] % 3,
        };
        let corners = |child: usize| {
            let (t, c) = (child / 4, child % 4);
            let e = |c: usize| numbers[3 * t + c % 3];
            if c < 3 { [self.triangles[t][c], e(c), e(c + 2)] } else { [e(0), e(1), e(2)] }
        };
        let twin = |edge: usize| {
            let (t, c, k) = (edge / 12, edge / 3 % 4, edge % 3);
            let across = |c: usize| {
                let twin = self.twins[3 * t + c % 3];
                (12 * (twin / 3), twin % 3)
            };
            match (c, k) {
                (3, k) => 12 * t as u32 + 3 * ((k as u32 + 1) % 3) + 1,
                (c, 0) => across(c).0 + 3 * ((across(c).1 + 1) % 3) + 2,
                (c, 1) => 12 * t as u32 + 9 + (c as u32 + 2) % 3,
                (c, _) => across(c + 2).0 + 3 * across(c + 2).1,
            }
        };
        Indexed {
            positions: all(old + edges.len(), position),
            triangles: all(4 * self.triangles.len(), corners),
            twins: all(4 * self.twins.len(), twin),
            leaving: all(old + edges.len(), leaving),
        }
    }
}

fn next(edge: u32) -> u32 {
    edge - edge % 3 + (edge + 1) % 3
}

/// Returns `of(i)` for each index i below `count`, computed on all cores.
#[cfg(not(target_family = "wasm"))]
fn all<T: Send>(count: usize, of: impl Fn(usize) -> T + Sync + Send) -> Vec<T> {
    use rayon::prelude::*;
    (0..count).into_par_iter().map(of).collect()
}

#[cfg(target_family = "wasm")]
fn all<T>(count: usize, of: impl Fn(usize) -> T) -> Vec<T> {
    (0..count).map(of).collect()
}
