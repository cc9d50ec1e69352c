//! The programs of `demos/brook/`, on devices of both dialects: against plain Rust, and each step against the interpreter.

use crate::support;
use crate::support::level::{is_quick, sample};

use brooklet::brook::interpret::{Array, ParameterValue};
use rustfft::{FftPlanner, num_complex::Complex};
use support::brook::{close, constant, stream};
use support::demo::{Demo, each_dialect_that_fits};
use support::noise;

const OUT: ParameterValue = ParameterValue::Nothing;

#[test]
fn saxpy_and_its_sum() {
    each_dialect_that_fits(|device| {
        let demo = Demo::new(device, "saxpy.br", 1e-6);
        for n in [1, 2, 3, 63, 64, 65, 1000, 1025] {
            let (x, y) = (noise(n, 1), noise(n, 2));
            let result =
                demo.map("saxpy", &[n], &[constant(&[2.5]), stream(&[n], 1, &x), stream(&[n], 1, &y), OUT])?.remove(0);
            let wanted: Vec<f32> = x.iter().zip(&y).map(|(x, y)| 2.5 * x + y).collect();
            assert!(close(&wanted, &result, 1e-6));
        }
        let whole: Vec<f32> = (0..1000).map(|n| (n % 10) as f32).collect();
        assert_eq!(demo.reduce("sum", &[1], &[stream(&[1000], 1, &whole), OUT])?, [[4500.0]]);
        Some(())
    });
}

#[test]
fn sgemv_is_a_matrix_times_a_vector() {
    each_dialect_that_fits(|device| {
        let demo = Demo::new(device, "sgemv.br", 1e-5);
        for (rows, columns) in [(1, 1), (5, 7), (17, 64), (33, 100)] {
            let (a, x, y) = (noise(rows * columns, 1), noise(columns, 2), noise(rows, 3));
            let given = [stream(&[rows, columns], 1, &a), stream(&[columns], 1, &x), OUT];
            let products = demo.map("multiply", &[rows, columns], &given)?.remove(0);
            let sums = demo.reduce("sum", &[rows, 1], &[stream(&[rows, columns], 1, &products), OUT])?.remove(0);
            let column = |values: &[f32]| stream(&[rows, 1], 1, values);
            let given = [constant(&[2.0]), column(&sums), constant(&[-0.5]), column(&y), OUT];
            let result = demo.map("combine", &[rows, 1], &given)?.remove(0);
            for row in 0..rows {
                let dot: f64 = (0..columns).map(|c| f64::from(a[row * columns + c]) * f64::from(x[c])).sum();
                let wanted = 2.0 * dot - 0.5 * f64::from(y[row]);
                assert!((f64::from(result[row]) - wanted).abs() < 1e-4, "{rows} × {columns}, row {row}");
            }
        }
        Some(())
    });
}

#[test]
fn a_product_of_matrices_by_blocks() {
    each_dialect_that_fits(|device| {
        let demo = Demo::new(device, "product.br", 1e-5);
        for [rows, inner, columns] in [[1, 4, 4], [5, 8, 12], [17, 32, 20]] {
            let (a, b) = (noise(rows * inner, 1), noise(inner * columns, 2));
            let steps = constant(&[(inner / 4) as f32]);
            let given = [stream(&[rows, inner / 4], 4, &a), stream(&[inner, columns / 4], 4, &b), steps, OUT];
            let result = demo.map("blocks", &[rows, columns / 4], &given)?.remove(0);
            for (at, found) in result.iter().enumerate() {
                let (row, column) = (at / columns, at % columns);
                let of = |k: usize| f64::from(a[row * inner + k]) * f64::from(b[k * columns + column]);
                let wanted: f64 = (0..inner).map(of).sum();
                assert!((f64::from(*found) - wanted).abs() < 1e-4, "{rows} × {columns}, row {row}, column {column}");
            }
        }
        Some(())
    });
}

/// A disc on a ramp, with noise: what is to be found is the disc.
fn phantom(size: usize) -> (Vec<f32>, Vec<bool>) {
    let disc = |at: usize| {
        let (x, y) = ((at % size) as f32 - 0.45 * size as f32, (at / size) as f32 - 0.5 * size as f32);
        (x * x + y * y).sqrt() < 0.3 * size as f32
    };
    let noise = noise(size * size, 5);
    let truth: Vec<bool> = (0..size * size).map(disc).collect();
    let value = |at: usize| f32::from(u8::from(truth[at])) + 0.02 * noise[at] + 0.1 * (at % size) as f32 / size as f32;
    ((0..size * size).map(value).collect(), truth)
}

#[test]
fn diffusion_finds_the_disc() {
    let size = 24;
    let (picture, truth) = phantom(size);
    // A seed in the disc, and the frame of the picture.
    let seeds: Vec<[f32; 2]> = (0..size * size)
        .map(|at| {
            let (x, y) = (at % size, at / size);
            let frame = x == 0 || y == 0 || x == size - 1 || y == size - 1;
            let middle = x.abs_diff(size * 9 / 20) < 2 && y.abs_diff(size / 2) < 2;
            if middle { [1.0, 1.0] } else { [f32::from(u8::from(frame)), -1.0] }
        })
        .collect();
    // The same in plain Rust.
    let steps = if is_quick() { 40 } else { 120 };
    let mut wanted = vec![0.0f32; size * size];
    for _ in 0..steps {
        let old = wanted.clone();
        for at in 0..size * size {
            let (x, y) = (at % size, at / size);
            let neighbours = [
                y * size + (x + 1).min(size - 1),
                y * size + x.saturating_sub(1),
                (y + 1).min(size - 1) * size + x,
                y.saturating_sub(1) * size + x,
            ];
            let flow: f32 = neighbours
                .iter()
                .map(|&n| (-((picture[n] - picture[at]) / 0.15).powi(2)).exp() * (old[n] - old[at]))
                .sum();
            wanted[at] = if seeds[at][0] != 0.0 { seeds[at][1] } else { old[at] + 0.2 * flow };
        }
    }
    each_dialect_that_fits(|device| {
        let demo = Demo::new(device, "segment.br", 1e-5);
        let shape = [size, size];
        let mut label = vec![0.0; size * size];
        for step in 0..steps {
            let given = [
                stream(&shape, 1, &label),
                stream(&shape, 1, &label),
                stream(&shape, 1, &picture),
                stream(&shape, 2, seeds.as_flattened()),
                constant(&[0.15]),
                constant(&[0.2]),
                OUT,
            ];
            // A step in twelve is held against the interpreter, which takes the most of the time.
            label = match step % 12 {
                0 => demo.map("diffuse", &shape, &given)?.remove(0),
                _ => demo.map_alone("diffuse", &shape, &given)?.remove(0),
            };
        }
        assert!(close(&wanted, &label, 1e-3));
        let inside = demo.map("segment", &shape, &[stream(&shape, 1, &label), OUT])?.remove(0);
        let wrong = inside.iter().zip(&truth).filter(|(found, truth)| (**found > 0.0) != **truth).count();
        assert_eq!(wrong, 0, "texels in the wrong segment");
        Some(())
    });
}

#[test]
fn the_fourier_transform_of_a_picture() {
    for (rows, columns) in sample([(8, 32), (64, 16), (4, 4), (1, 2)], 0, 2) {
        let picture = noise(2 * rows * columns, 9);
        let mut wanted: Vec<Complex<f64>> =
            picture.chunks(2).map(|c| Complex::new(f64::from(c[0]), f64::from(c[1]))).collect();
        let mut planner = FftPlanner::new();
        for row in wanted.chunks_mut(columns) {
            planner.plan_fft_forward(columns).process(row);
        }
        for column in 0..columns {
            let mut line: Vec<Complex<f64>> = (0..rows).map(|row| wanted[row * columns + column]).collect();
            planner.plan_fft_forward(rows).process(&mut line);
            (0..rows).for_each(|row| wanted[row * columns + column] = line[row]);
        }
        each_dialect_that_fits(|device| {
            let demo = Demo::new(device, "fft.br", 1e-4);
            let shape = [rows, columns];
            let mut data = picture.clone();
            for (along, n) in [([1.0, 0.0], columns), ([0.0, 1.0], rows)] {
                let bits = n.ilog2() as f32;
                let given = [stream(&shape, 2, &data), constant(&along), constant(&[bits]), OUT];
                data = demo.map("reorder", &shape, &given)?.remove(0);
                let mut half = 1;
                while half < n {
                    let given =
                        [stream(&shape, 2, &data), constant(&along), constant(&[half as f32]), constant(&[-1.0]), OUT];
                    data = demo.map("butterfly", &shape, &given)?.remove(0);
                    half *= 2;
                }
            }
            let max = 1e-5 * ((rows * columns) as f64).sqrt() * f64::from((rows * columns).ilog2() + 1);
            for (found, wanted) in data.chunks(2).zip(&wanted) {
                let off = Complex::new(f64::from(found[0]), f64::from(found[1])) - wanted;
                assert!(off.norm() <= max, "{rows} × {columns}: {found:?} and not {wanted}");
            }
            Some(())
        });
    }
}

type V = [f64; 3];

fn sub(a: V, b: V) -> V {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn cross(a: V, b: V) -> V {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn dot(a: V, b: V) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[test]
fn rays_meet_the_nearest_triangle() {
    let (rays, triangles) = (150, 20);
    let (origins, ways) = (noise(3 * rays, 1), noise(3 * rays, 2));
    let origins: Vec<f32> = origins.chunks(3).flat_map(|o| [o[0], o[1], -3.0]).collect();
    let ways: Vec<f32> = ways.chunks(3).flat_map(|w| [0.2 * w[0], 0.2 * w[1], 1.0]).collect();
    let corners: Vec<Vec<f32>> =
        (0..3).map(|n| noise(3 * triangles, 10 + n).iter().map(|c| 1.5 * c).collect()).collect();
    let vector = |of: &[f32], n: usize| -> V { std::array::from_fn(|c| f64::from(of[3 * n + c])) };
    // Another method than the kernel's: the plane first, then whether the place is on the inner side of every edge.
    let nearest = |ray: usize| {
        let (o, w) = (vector(&origins, ray), vector(&ways, ray));
        let mut hits = (0..triangles).filter_map(|t| {
            let [a, b, c] = [0, 1, 2].map(|n| vector(&corners[n], t));
            let normal = cross(sub(b, a), sub(c, a));
            let distance = dot(sub(a, o), normal) / dot(w, normal);
            let place: V = std::array::from_fn(|c| o[c] + distance * w[c]);
            let sides = [(a, b), (b, c), (c, a)].map(|(p, q)| dot(cross(sub(q, p), sub(place, p)), normal));
            let least = sides.iter().fold(f64::INFINITY, |least, side| least.min(*side));
            // Where it is within a hair of an edge nobody can say.
            (least > 1e-4 && distance >= 0.0).then_some((distance, t)).or((least > -1e-4).then_some((f64::NAN, t)))
        });
        let closer = |best: (f64, usize), (distance, t): (f64, usize)| match best {
            _ if distance.is_nan() => None,
            (nearest, _) if distance < nearest => Some((distance, t)),
            best => Some(best),
        };
        hits.try_fold((100.0, usize::MAX), closer)
    };
    each_dialect_that_fits(|device| {
        let demo = Demo::new(device, "rays.br", 1e-4);
        let array = |count: usize, components, values: &[f32]| Array::new(&[count], components, values.to_vec());
        let ray = ParameterValue::Streams(vec![
            array(rays, 3, &origins),
            array(rays, 3, &ways),
            array(rays, 1, &vec![0.0; rays]),
            array(rays, 1, &vec![100.0; rays]),
        ]);
        let all = ParameterValue::Streams(corners.iter().map(|corner| array(triangles, 3, corner)).collect());
        let hits = demo.map("intersect", &[rays], &[ray, all, constant(&[triangles as f32]), OUT])?;
        let mut met = 0;
        for (ray, (&number, &far)) in hits[0].iter().zip(&hits[1]).enumerate() {
            match nearest(ray) {
                None => {}
                Some((_, usize::MAX)) => assert_eq!((number, far), (-1.0, 100.0)),
                Some((distance, triangle)) => {
                    met += 1;
                    assert_eq!(number, triangle as f32, "ray {ray}");
                    assert!((f64::from(far) - distance).abs() < 1e-3, "ray {ray}");
                }
            }
        }
        assert!(met > rays / 4, "{met} of {rays} rays hit");
        Some(())
    });
}

#[test]
fn bitonic_sorts() {
    each_dialect_that_fits(|device| {
        let demo = Demo::new(device, "bitonic.br", 0.0);
        for n in sample([2, 4, 64, 256], 0, 2) {
            let mut keys = noise(n, 4);
            keys[0] = f32::INFINITY;
            keys[n / 2] = keys[n - 1];
            let mut wanted = keys.clone();
            wanted.sort_by(f32::total_cmp);
            let mut stage = 2;
            while stage <= n {
                let mut offset = stage / 2;
                while offset > 0 {
                    let given = [stream(&[n], 1, &keys), constant(&[stage as f32]), constant(&[offset as f32]), OUT];
                    keys = demo.map("bitonic", &[n], &given)?.remove(0);
                    offset /= 2;
                }
                stage *= 2;
            }
            assert_eq!(keys, wanted);
        }
        Some(())
    });
}

#[test]
fn searches_find_where_queries_belong() {
    each_dialect_that_fits(|device| {
        let demo = Demo::new(device, "search.br", 0.0);
        for n in [1, 2, 3, 64, 100] {
            let mut keys = noise(n, 6);
            keys.sort_by(f32::total_cmp);
            let mut queries = noise(50, 7);
            queries.extend([f32::NEG_INFINITY, f32::INFINITY, keys[0], keys[n - 1], keys[n / 2]]);
            let count = queries.len();
            let given = [stream(&[count], 1, &queries), stream(&[n], 1, &keys), constant(&[n as f32]), OUT];
            let places = demo.map("search", &[count], &given)?.remove(0);
            for (query, place) in queries.iter().zip(places) {
                assert_eq!(place, keys.partition_point(|key| key < query) as f32);
            }
        }
        Some(())
    });
}

#[test]
fn filtering_by_scan_search_and_gather() {
    each_dialect_that_fits(|device| {
        let demo = Demo::new(device, "filter.br", 0.0);
        for n in [1, 2, 3, 64, 65, 200] {
            let values = noise(n, n as u64);
            let wanted: Vec<f32> = values.iter().copied().filter(|&value| value > 0.0).collect();
            let mut counts = demo.map("dropped", &[n], &[stream(&[n], 1, &values), OUT])?.remove(0);
            let mut stride = 1;
            while stride < n {
                let given = [stream(&[n], 1, &counts), stream(&[n], 1, &counts), constant(&[stride as f32]), OUT];
                counts = demo.map("scan_step", &[n], &given)?.remove(0);
                stride *= 2;
            }
            let kept = n - counts[n - 1] as usize;
            assert_eq!(kept, wanted.len());
            let given = [stream(&[n], 1, &values), stream(&[n], 1, &counts), constant(&[n as f32]), OUT];
            assert_eq!(demo.map("gather_kept", &[kept], &given)?, [wanted]);
        }
        Some(())
    });
}

#[test]
fn cloth_hangs_from_its_corners() {
    let (rows, columns) = (6, 8);
    let n = rows * columns;
    let (stiffness, rest, step) = (200.0f64, 1.0, 0.01);
    let mut place: Vec<V> = (0..n).map(|at| [(at % columns) as f64, -((at / columns) as f64), 0.0]).collect();
    let mut speed: Vec<V> = vec![[0.0; 3]; n];
    let start: Vec<f32> = place.iter().flatten().map(|&c| c as f32).collect();
    let steps = 60;
    for _ in 0..steps {
        let old = place.clone();
        for at in 0..n {
            let (x, y) = (at % columns, at / columns);
            if y == 0 && (x == 0 || x == columns - 1) {
                continue;
            }
            let mut force: V = std::array::from_fn(|c| [0.0, -9.81, 0.0][c] - 0.1 * speed[at][c]);
            let mut pull = |other: usize| {
                let way = sub(old[other], old[at]);
                let far = dot(way, way).sqrt();
                (0..3).for_each(|c| force[c] += stiffness * (far - rest) / far * way[c]);
            };
            if x > 0 {
                pull(at - 1);
            }
            if y > 0 {
                pull(at - columns);
            }
            if x < columns - 1 {
                pull(at + 1);
            }
            if y < rows - 1 {
                pull(at + columns);
            }
            speed[at] = std::array::from_fn(|c| speed[at][c] + step * force[c]);
            place[at] = std::array::from_fn(|c| old[at][c] + step * speed[at][c]);
        }
    }
    each_dialect_that_fits(|device| {
        let demo = Demo::new(device, "cloth.br", 1e-4);
        let shape = [rows, columns];
        let (mut position, mut velocity) = (start.clone(), vec![0.0; 3 * n]);
        for _ in 0..steps {
            let given = [
                stream(&shape, 3, &position),
                stream(&shape, 3, &velocity),
                stream(&shape, 3, &position),
                constant(&[columns as f32 - 1.0, rows as f32 - 1.0]),
                constant(&[stiffness as f32]),
                constant(&[rest as f32]),
                constant(&[step as f32]),
                OUT,
                OUT,
            ];
            let mut results = demo.map("cloth", &shape, &given)?;
            velocity = results.remove(1);
            position = results.remove(0);
        }
        let wanted: Vec<f32> = place.iter().flatten().map(|&c| c as f32).collect();
        assert!(close(&wanted, &position, 1e-3), "{position:?} and not {wanted:?}");
        // It has fallen, and is still held.
        assert!(position[3 * (n - columns / 2) + 1] < start[3 * (n - columns / 2) + 1] - 0.5);
        assert_eq!(position[..3], start[..3]);
        Some(())
    });
}

#[test]
fn matrices_of_four_rows() {
    each_dialect_that_fits(|device| {
        let demo = Demo::new(device, "mat4mult.br", 1e-5);
        let n = 9;
        let rows: Vec<Vec<f32>> = (0..8).map(|row| noise(4 * n, row)).collect();
        let mut given: Vec<ParameterValue> = rows.iter().map(|row| stream(&[n], 4, row)).collect();
        given.extend([OUT, OUT, OUT, OUT]);
        let results = demo.map("mat4mult", &[n], &given)?;
        for at in 0..n {
            for (row, column) in (0..16).map(|k| (k / 4, k % 4)) {
                let wanted: f32 = (0..4).map(|k| rows[row][4 * at + k] * rows[4 + k][4 * at + column]).sum();
                assert!((results[row][4 * at + column] - wanted).abs() < 1e-5);
            }
        }
        // Shears do not commute: [[1, a], [0, 1]] and [[1, 0], [b, 1]] by turns, whole numbers.
        let shears: Vec<f32> =
            (0..10).flat_map(|n| if n % 2 == 0 { [1.0, 1.0, 0.0, 1.0] } else { [1.0, 0.0, 1.0, 1.0] }).collect();
        let wanted = shears.chunks(4).fold([1.0, 0.0, 0.0, 1.0], |a, b| {
            [a[0] * b[0] + a[1] * b[2], a[0] * b[1] + a[1] * b[3], a[2] * b[0] + a[3] * b[2], a[2] * b[1] + a[3] * b[3]]
        });
        assert_eq!(demo.reduce("product", &[1], &[stream(&[10], 4, &shears), OUT])?, [wanted]);
        Some(())
    });
}

#[test]
fn squares_march_around_a_circle() {
    let (rows, columns) = (20, 24);
    let radius = 7.3f32;
    let centre = [11.2f32, 9.7];
    let circle: Vec<f32> = (0..rows * columns)
        .map(|at| {
            let (x, y) = ((at % columns) as f32 - centre[0], (at / columns) as f32 - centre[1]);
            radius - (x * x + y * y).sqrt()
        })
        .collect();
    let cells = [rows - 1, columns - 1];
    let given = |field: &[f32], level: f32| {
        let high = [cells[1] as f32, cells[0] as f32];
        [
            stream(&[rows, columns], 1, field),
            ParameterValue::Streams(vec![Array::iterator(&cells, &[0.0, 0.0], &high)]),
            constant(&[level]),
            OUT,
        ]
    };
    // How many lines a cell has, by its corners alone.
    let lines = |field: &[f32], level: f32| -> usize {
        let above = |x: usize, y: usize| field[y * columns + x] > level;
        let cell = |at: usize| {
            let (x, y) = (at % cells[1], at / cells[1]);
            let corners = [above(x, y), above(x + 1, y), above(x + 1, y + 1), above(x, y + 1)];
            (0..4).filter(|&n| corners[n] != corners[(n + 1) % 4]).count() / 2
        };
        (0..cells[0] * cells[1]).map(cell).sum()
    };
    each_dialect_that_fits(|device| {
        let demo = Demo::new(device, "squares.br", 1e-5);
        let found = demo.push("squares", &cells, &given(&circle, 0.0))?.remove(0);
        assert_eq!(found[0].len() / 2, lines(&circle, 0.0));
        let mut length = 0.0;
        for (from, to) in found[0].chunks(2).zip(found[1].chunks(2)) {
            for end in [from, to] {
                let off = ((end[0] - centre[0]).powi(2) + (end[1] - centre[1]).powi(2)).sqrt() - radius;
                assert!(off.abs() < 0.05, "{end:?} is {off} off the circle");
            }
            length += ((from[0] - to[0]).powi(2) + (from[1] - to[1]).powi(2)).sqrt();
        }
        let round = 2.0 * std::f32::consts::PI * radius;
        assert!((length - round).abs() < 0.01 * round, "{length} around a circle of {round}");
        // Every end is where another line starts: the line is closed, across saddles too.
        for (field, level) in [(circle.clone(), 0.0), (noise(rows * columns, 8), 0.1)] {
            let found = demo.push("squares", &cells, &given(&field, level))?.remove(0);
            assert_eq!(found[0].len() / 2, lines(&field, level));
            let mut ends: Vec<[u32; 2]> =
                found.iter().flat_map(|ends| ends.chunks(2)).map(|end| [end[0].to_bits(), end[1].to_bits()]).collect();
            ends.sort();
            let inner = |end: &&[u32; 2]| {
                let [x, y] = end.map(f32::from_bits);
                x > 0.0 && y > 0.0 && x < cells[1] as f32 && y < cells[0] as f32
            };
            for end in ends.iter().filter(inner) {
                assert_eq!(ends.iter().filter(|other| *other == end).count(), 2, "{:?}", end.map(f32::from_bits));
            }
        }
        assert!(demo.push("squares", &cells, &given(&circle, 100.0))?[0][0].is_empty());
        Some(())
    });
}
