//! Marching cubes: the surface of some blobs, by both methods and by plain Rust.

use std::rc::Rc;

use crate::Error;
use crate::applications::march::{CellEdge, MarchingCubes, Method, Surface, Volume, generate, triangles};

use super::{Cases, Data, copy, device, plain};

pub fn cases(cases: &mut Cases<Data>) -> Result<(), Error> {
    let (device, count) = (device(cases), cases.data.n);
    let n = (2..).take_while(|n| n * n * n <= count).last().unwrap_or(2);
    let samples = Rc::new(generate("blobs", n).unwrap_or_default());
    copy(cases, "app-march", samples.len())?;
    let volume = Rc::new(plain(Volume::new(&device, [n; 3], &samples))?);
    let table: Rc<Vec<Vec<[CellEdge; 3]>>> = Rc::new((0..=255).map(triangles).collect());
    let wanted = Rc::new(march(n, &samples, &table));
    let bytes = 4 * samples.len() + 36 * wanted.len();
    for method in Method::ALL {
        let marching = plain(MarchingCubes::new(&device, method))?;
        let (volume, wanted) = (volume.clone(), wanted.clone());
        let run = move |_: &Data| plain(marching.surface(&volume, 0.0));
        let right = move |_: &Data, surface: Surface| {
            let found = plain(surface.triangles())?;
            let near = |(a, b): (&f32, &f32)| (a - b).abs() <= 1e-6 * b.abs().max(1.0);
            let flat = |triangles: &[[[f32; 3]; 3]]| triangles.as_flattened().as_flattened().to_vec();
            Ok(found.len() == wanted.len() && flat(&found).iter().zip(&flat(&wanted)).all(near))
        };
        cases.add(("app-march", "fragment", method.name(), "packed"), bytes, run, right);
    }
    let run = move |_: &Data| Ok(march(n, &samples, &table));
    let right = move |_: &Data, found: Vec<_>| Ok(found == *wanted);
    cases.add(("app-march", "cpu", "planes-on-all-cores", "slice"), bytes, run, right);
    Ok(())
}

/// Plain Rust: distributes planes of cells over all cores, and classifies the cells of a row by the bits of their corners.
fn march(n: usize, samples: &[f32], table: &[Vec<[CellEdge; 3]>]) -> Vec<[[f32; 3]; 3]> {
    #[cfg(not(target_family = "wasm"))]
    {
        use rayon::prelude::*;
        let planes: Vec<_> = (0..n - 1).into_par_iter().map(|z| plane(n, samples, table, z)).collect();
        planes.concat()
    }
    #[cfg(target_family = "wasm")]
    (0..n - 1).flat_map(|z| plane(n, samples, table, z)).collect()
}

fn plane(n: usize, samples: &[f32], table: &[Vec<[CellEdge; 3]>], z: usize) -> Vec<[[f32; 3]; 3]> {
    let mut found = Vec::new();
    let mut bits = vec![0u8; n];
    for y in 0..n - 1 {
        let row = |k: usize| &samples[((z + k / 2) * n + y + k % 2) * n..][..n];
        let (a, b, c, d) = (row(0), row(1), row(2), row(3));
        for (x, bits) in bits.iter_mut().enumerate() {
            let inside = |row: &[f32]| u8::from(row[x] >= 0.0);
            *bits = inside(a) | inside(b) << 2 | inside(c) << 4 | inside(d) << 6;
        }
        // The surface does not cross this row. Most rows are like that.
        if bits.iter().all(|corners| *corners == bits[0]) && matches!(bits[0], 0 | 0x55) {
            continue;
        }
        for x in 0..n - 1 {
            for edges in &table[usize::from(bits[x] | bits[x + 1] << 1)] {
                found.push(edges.map(|edge| {
                    let low = edge.start().map(usize::from);
                    let at = ((z + low[2]) * n + y + low[1]) * n + x + low[0];
                    let (from, to) = (samples[at], samples[at + [1, n, n * n][usize::from(edge.axis)]]);
                    let mut vertex = [(x + low[0]) as f32, (y + low[1]) as f32, (z + low[2]) as f32];
                    vertex[usize::from(edge.axis)] += -from / (to - from);
                    vertex
                }));
            }
        }
    }
    found
}
