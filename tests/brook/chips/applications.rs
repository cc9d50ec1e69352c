//! What the kernels of the applications' programs are run with on chips.

use brooklet::applications::march;
use brooklet::brook::interpret::{Array, ParameterValue};

use super::Exact::{self, Bits, Roundings};
use super::{OUT, fine};
use crate::support::brook::{constant, stream};

/// The shape of a kernel's result, what it is given, and how exact it is to be.
pub fn given(demo: &str, kernel: &str) -> (Vec<usize>, Vec<ParameterValue>, Exact) {
    match demo {
        "cloth_torn" => cloth(),
        "fft_channels" => fft(kernel),
        "grow" => {
            let picture = || stream(&[8, 8], 2, &fine(128, 1));
            let numbers = [0.25, 0.1875, 0.25, 0.0625].map(|number| constant(&[number]));
            (vec![8, 8], [picture(), picture()].into_iter().chain(numbers).chain([OUT]).collect(), Roundings(64))
        }
        "march" => marching(kernel),
        "product" => {
            let matrix = |seed| stream(&[8, 2], 4, &fine(64, seed));
            (vec![8, 2], vec![matrix(1), matrix(2), constant(&[2.0]), OUT], Roundings(16))
        }
        "raytrace" => raytrace(kernel),
        "subdivide" => subdivide(kernel),
        other => panic!("nothing is given to {kernel} of {other}"),
    }
}

/// A cloth of 8 by 8, pinned along its first row; some springs are torn, or about to be.
fn cloth() -> (Vec<usize>, Vec<ParameterValue>, Exact) {
    let square = [8, 8];
    let each = |value: &dyn Fn(usize, usize) -> [f32; 4]| -> Vec<f32> {
        (0..64).flat_map(|at| value(at % 8, at / 8)).collect()
    };
    let places = each(&|x, y| [x as f32, -(y as f32), (x % 3) as f32 / 8.0, f32::from(y > 0)]);
    let springs = each(&|x, y| [0, 1, 2, 3].map(|k| if (x + 3 * y + k) % 7 == 0 { 0.0 } else { 1.25 }));
    let place = || stream(&square, 4, &places);
    let speed = || stream(&square, 3, &fine(192, 2));
    let spring = || stream(&square, 4, &springs);
    let vectors = [constant(&[0.5, 0.0, 2.0]), constant(&[0.0, -8.0, 0.0])];
    let numbers = [16.0, 0.5, 0.25, -6.5, 7.0, 0.0625].map(|number| constant(&[number]));
    let streams = [place(), speed(), spring(), place(), speed(), spring()];
    let given = streams.into_iter().chain(vectors).chain(numbers).chain([OUT, OUT, OUT]);
    (square.into(), given.collect(), Roundings(64))
}

fn fft(kernel: &str) -> (Vec<usize>, Vec<ParameterValue>, Exact) {
    let square = [8, 8];
    let part = |seed| stream(&square, 4, &fine(256, seed));
    if kernel == "bit_reversal" {
        return (square.into(), vec![part(1), part(2), constant(&[3.0, 3.0]), OUT, OUT], Bits);
    }
    let numbers = [2.0, 2.0, -1.0].map(|number| constant(&[number]));
    let streams = [part(1), part(2), stream(&[1, 4], 2, &fine(8, 3))];
    (square.into(), streams.into_iter().chain(numbers).chain([OUT, OUT]).collect(), Roundings(16))
}

/// A volume of 5 samples a side.
fn marching(kernel: &str) -> (Vec<usize>, Vec<ParameterValue>, Exact) {
    let samples = fine(125, 1);
    let (side, iso) = (4, 0.2578125); // between samples: none is at the surface
    let kinds: Vec<u8> = (0..side * side * side)
        .map(|cell| {
            let first = cell % side + 5 * (cell / side % side) + 25 * (cell / side / side);
            let corner = |k: usize| samples[first + (k & 1) + 5 * (k >> 1 & 1) + 25 * (k >> 2)] >= iso;
            (0..8).map(|k| u8::from(corner(k)) << k).sum()
        })
        .collect();
    let volume = || stream(&[125], 1, &samples);
    let stride = || constant(&[1.0, 5.0, 25.0]);
    match kernel {
        "classify" => (vec![side; 3], vec![volume(), stride(), constant(&[iso]), OUT], Bits),
        "occupied" => {
            let kinds: Vec<f32> = kinds.iter().map(|kind| f32::from(*kind)).collect();
            (vec![side; 3], vec![stream(&[side; 3], 1, &kinds), OUT], Bits)
        }
        "expand" => {
            let crossed = kinds.iter().enumerate().filter(|(_, kind)| !matches!(kind, 0 | 255));
            let cells: Vec<f32> = crossed
                .flat_map(|(at, kind)| {
                    [at % side, at / side % side, at / side / side, usize::from(*kind)].map(|x| x as f32)
                })
                .collect();
            let (mut counts, mut edges) = (Vec::new(), Vec::new());
            for case in 0..=255 {
                let triangles = march::triangles(case);
                counts.push(triangles.len() as f32);
                let start = edges.len();
                for edge in triangles.iter().flatten() {
                    edges.extend(edge.start().map(f32::from));
                    edges.push(f32::from(edge.axis));
                }
                edges.resize(start + 4 * 3 * march::MAX_TRIANGLES, 0.0);
            }
            let shape = vec![cells.len() / 4];
            let given = vec![
                stream(&shape, 4, &cells),
                volume(),
                stream(&[256], 1, &counts),
                stream(&[edges.len() / 4], 4, &edges),
                stride(),
                constant(&[iso]),
                constant(&[0.0]),
                OUT,
            ];
            (shape, given, Roundings(64))
        }
        _ => {
            let corners = (1..4).map(|seed| Array::new(&[20], 3, fine(60, seed))).collect();
            (vec![20], vec![ParameterValue::Streams(corners), OUT, OUT, OUT], Bits)
        }
    }
}

fn raytrace(kernel: &str) -> (Vec<usize>, Vec<ParameterValue>, Exact) {
    let n = 60;
    let rows = |values: &dyn Fn(usize) -> [f32; 4]| stream(&[n], 4, &(0..n).flat_map(values).collect::<Vec<_>>());
    let (origins, ways) = (fine(2 * n, 1), fine(2 * n, 2));
    let origin = || rows(&|ray| [origins[2 * ray], origins[2 * ray + 1], -3.0, ray as f32]);
    let way = || rows(&|ray| [ways[2 * ray] / 4.0, ways[2 * ray + 1] / 4.0, 1.0, 100.0]);
    let numbers: Vec<f32> = (0..12u8).map(f32::from).collect();
    let sides = || -> ParameterValue {
        let vectors = (10..13).map(|seed| Array::new(&[12], 3, fine(36, seed)));
        ParameterValue::Streams(vectors.chain([Array::new(&[12], 1, numbers.clone())]).collect())
    };
    let missed = || rows(&|_| [100.0, 0.0, 0.0, -1.0]);
    let (given, exact) = match kernel {
        "setup" => {
            let vectors = [[0.25, 1.5, 5.0], [-0.5, 0.375, -1.0], [0.2, 0.0, 0.0], [0.0, -0.25, 0.0]];
            let vectors = vectors.map(|vector| constant(&vector));
            let numbers = [5.0, 2.0, 1.0].map(|number| constant(&[number]));
            (vectors.into_iter().chain(numbers).chain([OUT, OUT, OUT]).collect(), Roundings(16))
        }
        "begin" => (vec![way(), OUT], Bits),
        "intersect" => {
            (vec![origin(), way(), missed(), sides(), constant(&[0.0]), constant(&[12.0]), OUT], Roundings(64))
        }
        "intersect_one" => (vec![origin(), way(), missed(), sides(), constant(&[3.0]), OUT], Roundings(64)),
        _ => {
            let hit = rows(&|ray| [2.0 + (ray % 4) as f32 / 4.0, 0.25, 0.25, (ray % 13) as f32 - 1.0]);
            let weight = rows(&|_| [0.25, 0.25, 0.25, 0.0]);
            let normals = [[0.6, 0.0, -0.8], [0.0, 0.6, -0.8], [0.0, 0.0, 1.0], [-0.8, 0.0, 0.6]];
            let facets: Vec<f32> = (0..48)
                .flat_map(|k| {
                    let [x, y, z]: [f32; 3] = normals[k / 4 % 4];
                    [x, y, z, (k / 4 % 3) as f32]
                })
                .collect();
            let streams = [origin(), way(), weight, hit, stream(&[48], 4, &facets), stream(&[12], 4, &fine(48, 3))];
            let colours = [[0.75, 0.5, 0.5], [0.125, 0.125, 0.25], [0.25, 0.125, 0.0], [0.5, 0.625, 1.0]];
            let vectors = [constant(&[1.0, 4.0, -2.0])].into_iter().chain(colours.map(|colour| constant(&colour)));
            (streams.into_iter().chain(vectors).chain([constant(&[2.0]), OUT]).collect(), Roundings(64))
        }
    };
    (vec![n], given, exact)
}

/// Ten triangles in two rows of five; a fan of four neighbours.
fn subdivide(kernel: &str) -> (Vec<usize>, Vec<ParameterValue>, Exact) {
    let (rows, width) = (2, 5);
    let number = |value: usize| constant(&[value as f32]);
    let points = |height: usize, width: usize, seed: u64, w: &dyn Fn(usize) -> f32| {
        let values = fine(4 * height * width, seed);
        let all: Vec<f32> =
            (0..height * width).flat_map(|k| [values[4 * k], values[4 * k + 1], values[4 * k + 2], w(k)]).collect();
        stream(&[height, width], 4, &all)
    };
    // Some corners have a fan, and the others none.
    let record = || points(12 * rows, width, 1, &|k| if k % 3 == 0 { (k % 4 + 1) as f32 } else { 0.0 });
    let fans = points(6, 4, 2, &|_| 0.0);
    let (edges, vertices) = (points(15 * rows, width, 3, &|_| 0.0), points(3 * rows, width, 4, &|_| 0.0));
    let places: Vec<f32> = (0..48).map(|k| (7 * k % 18) as f32).collect();
    let places = stream(&[4, 12], 1, &places);
    let list: Vec<f32> =
        (0..12).flat_map(|k| [(3 * k % width) as f32, (k % rows) as f32, (k % 4) as f32, 0.0]).collect();
    let list = stream(&[2, 6], 4, &list);
    match kernel {
        "edge_points" => {
            let masks: Vec<f32> = (0..60).map(|k| (5 * k % 12) as f32).collect();
            let given = vec![record(), stream(&[15], 4, &masks), fans, number(rows), number(1), number(4), OUT];
            (vec![15 * rows, width], given, Roundings(4))
        }
        "vertex_points" => {
            let flags: Vec<f32> = (0..rows * width).flat_map(|k| [0.0, 0.0, (k % 8) as f32, 0.0]).collect();
            let flags = stream(&[rows, width], 4, &flags);
            (vec![3 * rows, width], vec![record(), fans, flags, number(rows), number(4), OUT], Roundings(8))
        }
        "all_children" => {
            let numbers = [4, rows, width, 4, 10].map(number);
            (vec![48, 10], [edges, vertices, places].into_iter().chain(numbers).chain([OUT]).collect(), Bits)
        }
        "chosen_children" => (vec![24, 6], vec![edges, vertices, places, list, number(rows), number(2), OUT], Bits),
        _ => {
            let flags = points(4 * rows, width, 5, &|k| k as f32);
            (vec![2, 6], vec![flags, list, number(rows), OUT], Bits)
        }
    }
}
