//! Collision: the level with the most candidates in the traversal of two surfaces that are close to each other, by the filters and
//! by plain Rust.

use std::rc::Rc;

use rustc_hash::FxHashSet;

use crate::applications::collide::{Collide, MARGIN, Next, ObbContent, ObbNode, ObbTree, Pose, Traversal};
use crate::mesh::Mesh;
use crate::primitives::Filter;
use crate::{Device, Error};

use super::{Cases, Data, copy, device, plain};

/// Floats per candidate: one texel in a list of pairs, as in the paper. On the device, one record contains two pairs.
const FLOATS: usize = 4;

/// The approximate number of candidates in a level for each triangle of a torus.
const CANDIDATES: usize = 10;

pub fn cases(cases: &mut Cases<Data>) -> Result<(), Error> {
    let (device, n) = (device(cases), cases.data.n);
    let (traversal, boxes) = busiest(&device, n)?;
    let boxes = Rc::new(Plain { pairs: plain(traversal.candidates().read())?, boxes });
    let traversal = Rc::new(traversal);
    let candidates = boxes.pairs.len();
    copy(cases, "app-collide", FLOATS * candidates)?;
    // The candidates are read. Those that are kept are split into children and written.
    let bytes = 4 * FLOATS * (candidates + boxes.level(MARGIN).len());
    for method in [Filter::ScanSearchGather, Filter::HistoPyramid].into_iter().filter(|method| method.runs_on(&device))
    {
        let (traversal, boxes) = (traversal.clone(), boxes.clone());
        let run = move |_: &Data| plain(traversal.next_by(Some(method)));
        let right = move |_: &Data, next: Next| Ok(boxes.is_right(&plain(next.candidates.read())?));
        cases.add(("app-collide", "fragment", method.name(), "plain"), bytes, run, right);
    }
    let same = boxes.clone();
    let run = move |_: &Data| Ok(same.level(MARGIN));
    let right = move |_: &Data, pairs: Vec<[u32; 2]>| Ok(boxes.is_right(&pairs));
    cases.add(("app-collide", "cpu", "pairs-on-all-cores", "slice"), bytes, run, right);
    Ok(())
}

/// Finds the level with the most candidates for two tori, one of which is moved by part of an edge. Returns the traversal up to
/// that level, and the boxes in their poses.
fn busiest(device: &Device, candidates: usize) -> Result<(Traversal, [Vec<Obb>; 2]), Error> {
    let along = (candidates as f64 / CANDIDATES as f64 / 4.0).sqrt().max(3.0) as u32;
    let mesh = Mesh::torus(2 * along, along, 0.4);
    let collide = plain(Collide::new(device, &mesh, &mesh))?;
    let by = [0.2, 0.3, 0.1].map(|x| x / f64::from(along));
    let mut all = plain(collide.start(&Pose::translated(by)))?;
    while plain(all.level())?.is_some() {}
    let busiest = all.levels().iter().max_by_key(|level| level.candidates).map_or(0, |level| level.level);
    let mut traversal = plain(collide.start(&Pose::translated(by)))?;
    for _ in 0..busiest {
        plain(traversal.level())?;
    }
    let steps = by.map(|x| (x / collide.step()).round() as f32);
    let [a, b] = collide.trees();
    Ok((traversal, [Obb::all(a, [0.0; 3]), Obb::all(b, steps)]))
}

/// A box, with its axes as vectors.
#[derive(Clone, Copy)]
struct Obb {
    center: [f32; 3],
    half: [f32; 3],
    axes: [[f32; 3]; 3],
    content: ObbContent,
}

impl Obb {
    fn all(tree: &ObbTree, moved: [f32; 3]) -> Vec<Obb> {
        let of = |node: &ObbNode| {
            let [x, y, z, w] = node.turn;
            let axes = [
                [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)],
                [2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x)],
                [2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)],
            ];
            let center = std::array::from_fn(|k| node.center[k] + moved[k]);
            Obb { center, half: node.half, axes, content: node.content }
        };
        tree.nodes().iter().map(of).collect()
    }

    /// Tests for overlap with the separating axis theorem, and stops at the first axis that separates.
    fn overlaps(&self, other: &Obb, margin: f32) -> bool {
        let far: [f32; 3] = std::array::from_fn(|k| other.center[k] - self.center[k]);
        let way = self.axes.map(|axis| dot(axis, far));
        let turn = self.axes.map(|axis| other.axes.map(|other| dot(axis, other)));
        let size = turn.map(|row| row.map(f32::abs));
        let (a, b) = (self.half, other.half);
        for i in 0..3 {
            if way[i].abs() > a[i] + dot(size[i], b) + margin {
                return false;
            }
        }
        for j in 0..3 {
            let along = |rows: &[[f32; 3]; 3], v: [f32; 3]| rows[0][j] * v[0] + rows[1][j] * v[1] + rows[2][j] * v[2];
            if along(&turn, way).abs() > b[j] + along(&size, a) + margin {
                return false;
            }
        }
        for i in 0..3 {
            let (i1, i2) = ((i + 1) % 3, (i + 2) % 3);
            for j in 0..3 {
                let (j1, j2) = ((j + 1) % 3, (j + 2) % 3);
                let own = a[i1] * size[i2][j] + a[i2] * size[i1][j];
                let others = b[j1] * size[i][j2] + b[j2] * size[i][j1];
                if (way[i2] * turn[i1][j] - way[i1] * turn[i2][j]).abs() > own + others + margin {
                    return false;
                }
            }
        }
        true
    }
}

fn dot(u: [f32; 3], v: [f32; 3]) -> f32 {
    u[0] * v[0] + u[1] * v[1] + u[2] * v[2]
}

/// Plain Rust: tests each candidate by itself, on all cores.
struct Plain {
    pairs: Vec<[u32; 2]>,
    boxes: [Vec<Obb>; 2],
}

impl Plain {
    /// Returns the candidates of the next level.
    fn level(&self, margin: f32) -> Vec<[u32; 2]> {
        let split = |[i, j]: &[u32; 2]| {
            let (i, j) = (*i, *j);
            let (a, b) = (&self.boxes[0][i as usize], &self.boxes[1][j as usize]);
            let children = match (a.content, b.content) {
                (ObbContent::Children(left), ObbContent::Children(_)) if a.half[0] > b.half[0] => {
                    [[left, j], [left + 1, j]]
                }
                (_, ObbContent::Children(left)) => [[i, left], [i, left + 1]],
                (ObbContent::Children(left), _) => [[left, j], [left + 1, j]],
                _ => return None,
            };
            a.overlaps(b, margin).then_some(children)
        };
        #[cfg(not(target_family = "wasm"))]
        {
            use rayon::prelude::*;
            self.pairs.par_iter().filter_map(split).flatten_iter().collect()
        }
        #[cfg(target_family = "wasm")]
        self.pairs.iter().filter_map(split).flatten().collect()
    }

    /// Returns whether the result contains all pairs of overlapping boxes, and no pair of boxes that are far apart. For pairs in
    /// between, either result is accepted because of rounding.
    fn is_right(&self, pairs: &[[u32; 2]]) -> bool {
        let found: FxHashSet<&[u32; 2]> = pairs.iter().collect();
        let may: FxHashSet<[u32; 2]> = self.level(1.5 * MARGIN).into_iter().collect();
        let must = self.level(0.5 * MARGIN);
        found.len() == pairs.len()
            && must.iter().all(|pair| found.contains(pair))
            && pairs.iter().all(|pair| may.contains(pair))
    }
}
