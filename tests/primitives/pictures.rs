//! Transposed matrices, summed-area tables, distance transforms and connected components, against the plain-Rust reference.

use crate::support;

use brooklet::primitives::{self, Border, Connectivity, Distance, Label, Matmul, MedianFilter, Sat, Weights};
use brooklet::{Device, Layout, Operator, Shape, reference};
use proptest::prelude::*;
use support::level::{is_full, is_quick};
use support::{bits, builder, each_dialect, fitting, noise, open, runs_here};

/// Sizes of pictures: rows and columns around powers of two, blocks and texels.
pub fn sizes() -> Vec<[usize; 2]> {
    const QUICK: [[usize; 2]; 7] = [[1, 1], [1, 5], [4, 4], [9, 8], [17, 12], [65, 64], [3, 130]];
    const ALL: [[usize; 2]; 22] = [
        [0, 3],
        [3, 0],
        [1, 1],
        [1, 2],
        [2, 1],
        [1, 5],
        [5, 1],
        [2, 2],
        [3, 4],
        [4, 4],
        [4, 8],
        [8, 4],
        [7, 9],
        [9, 8],
        [16, 16],
        [17, 12],
        [12, 17],
        [64, 65],
        [65, 64],
        [3, 130],
        [130, 3],
        [129, 68],
    ];
    // An emulated chip is slow.
    if is_quick() || support::chip().is_some() { QUICK.to_vec() } else { ALL.to_vec() }
}

pub fn whole(count: usize, seed: u64) -> Vec<f32> {
    noise(count, seed).iter().map(|v| (v * 9.0).round() + 0.0).collect()
}

/// A picture in which about one element of `each` is not 0.
fn mask(count: usize, seed: u64, each: f32) -> Vec<f32> {
    noise(count, seed).iter().map(|v| if v.abs() * each < 1.0 { v.signum() * 2.0 } else { 0.0 }).collect()
}

pub fn layouts() -> [Layout; 2] {
    [Layout::Packed, Layout::Plain]
}

#[test]
fn matrices_are_transposed_bit_for_bit() {
    each_dialect(|device| {
        for (number, size) in sizes().into_iter().enumerate() {
            let mut values = noise(3 * size[0] * size[1], 1);
            for (value, special) in values.iter_mut().skip(1).step_by(5).zip(support::SPECIAL) {
                *value = special;
            }
            values.iter_mut().for_each(|value| *value = support::held(*value));
            let one = &values[..size[0] * size[1]];
            let wanted = reference::transpose(one, size);
            for layout in layouts() {
                let stream = device.upload_with(size, layout, one).unwrap();
                let Some(found) = fitting(primitives::transpose(&stream)) else { continue };
                assert_eq!((found.shape(), found.layout()), (Shape::from([size[1], size[0]]), layout));
                assert_eq!(bits(&found.read().unwrap()), bits(&wanted), "{size:?} {layout}");
            }
            let layout = layouts()[number % 2];
            let many = device.upload_with([3, size[0], size[1]], layout, &values).unwrap();
            let Some(found) = fitting(primitives::transpose(&many)) else { continue };
            assert_eq!(found.shape(), Shape::from([3, size[1], size[0]]));
            assert_eq!(bits(&found.read().unwrap()), bits(&reference::transpose(&values, size)), "{size:?} of 3");
            let vectors: Vec<[f32; 3]> = one.iter().map(|v| [*v, 1.0, -*v]).collect();
            let stream = device.upload_shaped(size, &vectors).unwrap();
            let Some(found) = fitting(primitives::transpose(&stream)) else { continue };
            let found = found.read().unwrap();
            let wanted = reference::transpose(&vectors, size);
            assert_eq!(bits(found.as_flattened()), bits(wanted.as_flattened()), "vectors of {size:?}");
        }
    });
}

#[test]
fn products_are_those_of_the_reference() {
    each_dialect(|device| {
        let depths = if is_quick() { vec![1, 4, 9] } else { vec![0, 1, 2, 3, 4, 5, 8, 17, 64] };
        for (number, [rows, columns]) in sizes().into_iter().enumerate() {
            let depth = depths[number % depths.len()];
            let (a, b) = (whole(rows * depth, 3), whole(depth * columns, 4));
            let wanted = reference::matmul(&a, &b, [rows, depth, columns]);
            for method in
                Matmul::ALL.into_iter().filter(|method| runs_here(device, method.name(), method.runs_on(device)))
            {
                for layout in layouts() {
                    let a = device.upload_with([rows, depth], layout, &a).unwrap();
                    let b = device.upload_with([depth, columns], layouts()[number % 2], &b).unwrap();
                    let Some(found) = fitting(primitives::matmul_by(&a, &b, method)) else { continue };
                    assert_eq!((found.shape(), found.layout()), (Shape::from([rows, columns]), layout));
                    let what = format!("{method:?} of {rows} × {depth} × {columns} {layout}");
                    assert_eq!(found.read().unwrap(), wanted, "{what}");
                }
            }
        }
        let a = device.upload_shaped([2, 3], &[0.0; 6]).unwrap();
        let said = primitives::matmul(&a, &a).unwrap_err().to_string();
        assert_eq!(
            said,
            "a product takes a matrix with as many columns as the other has rows; they are 2 × 3 and 2 × 3"
        );
    });
}

#[test]
fn infinities_of_a_product_stay_in_their_rows_and_columns() {
    let device = open(builder(support::dialects()[0]));
    if !device.features().infinities {
        return;
    }
    // Three rows and columns are filled up with zeros.
    let a = device.upload_shaped([3, 3], &[f32::INFINITY, 1.0, 1.0, 1.0, 1.0, 1.0, 2.0, 2.0, 2.0]).unwrap();
    let b = device.upload_shaped([3, 3], &[1.0, 1.0, 1.0, 1.0, f32::INFINITY, 1.0, 1.0, 1.0, 1.0]).unwrap();
    for method in Matmul::ALL {
        let Some(found) = fitting(primitives::matmul_by(&a, &b, method)) else { continue };
        let infinity = f32::INFINITY;
        assert_eq!(found.read().unwrap(), [infinity, infinity, infinity, 3.0, infinity, 3.0, 6.0, infinity, 6.0]);
    }
}

#[test]
fn summed_area_tables_are_those_of_the_reference() {
    each_dialect(|device| {
        for (number, size) in sizes().into_iter().enumerate() {
            let values = whole(2 * size[0] * size[1], 2);
            let one = &values[..size[0] * size[1]];
            let wanted = reference::sat(one, size);
            for method in Sat::ALL.into_iter().filter(|method| runs_here(device, method.name(), method.runs_on(device)))
            {
                for layout in layouts() {
                    let stream = device.upload_with(size, layout, one).unwrap();
                    let Some(found) = fitting(primitives::sat_by(&stream, method)) else { continue };
                    assert_eq!((found.shape(), found.layout()), (stream.shape(), layout));
                    assert_eq!(found.read().unwrap(), wanted, "{method:?} of {size:?} {layout}");
                }
                let many = device.upload_with([2, size[0], size[1]], layouts()[number % 2], &values).unwrap();
                let Some(found) = fitting(primitives::sat_by(&many, method)) else { continue };
                assert_eq!(found.read().unwrap(), reference::sat(&values, size), "{method:?} of two of {size:?}");
                let vectors: Vec<[f32; 4]> = one.iter().map(|v| [*v, 1.0, -*v, 0.0]).collect();
                let stream = device.upload_shaped(size, &vectors).unwrap();
                let Some(found) = fitting(primitives::sat_by(&stream, method)) else { continue };
                assert!(found.read().unwrap() == reference::sat(&vectors, size), "{method:?} of vectors of {size:?}");
            }
        }
    });
}

#[test]
fn passes_of_summed_area_tables_are_counted() {
    let device = open(builder(support::dialects()[0]));
    let count = |size: [usize; 2], layout, method| {
        let stream = device.upload_with(size, layout, &vec![1.0; size[0] * size[1]]).unwrap();
        let (found, trace) = device.traced(|| primitives::sat_by(&stream, method));
        fitting(found).map(|_| trace.passes().count())
    };
    let cases = [
        ([256, 256], Layout::Packed, Sat::Pyramid, 3 + 5),
        ([256, 1024], Layout::Plain, Sat::Pyramid, 5 + 7),
        ([1024, 256], Layout::Packed, Sat::RecursiveDoubling, 4 + 5),
        ([16, 64], Layout::Packed, Sat::Pyramid, 1 + 1),
    ];
    for (size, layout, method, wanted) in cases {
        if runs_here(&device, method.name(), method.runs_on(&device)) {
            assert!(count(size, layout, method).is_none_or(|passes| passes == wanted), "{size:?} {layout} {method:?}");
        }
    }
}

/// Checks the nearest elements of a mask: exactly by the exact method, and by jump flooding that what it finds is not nearer than the
/// nearest. Returns how many of jump flooding are not the nearest.
fn check_distance(device: &Device, mask: &[f32], size: [usize; 2], layout: Layout) -> usize {
    let stream = device.upload_with(size, layout, mask).unwrap();
    let (nearest, distances) = (reference::nearest(mask, size), reference::distance(mask, size));
    let mut wrong = 0;
    for method in Distance::ALL.into_iter().filter(|method| runs_here(device, method.name(), method.runs_on(device))) {
        let what = format!("{method:?} of {size:?} {layout}");
        let Some(found) = fitting(primitives::nearest_by(&stream, method)) else { continue };
        assert_eq!((found.shape(), found.layout()), (stream.shape(), layout), "{what}");
        let far = primitives::distance_to(&found).unwrap().read().unwrap();
        let found = found.read().unwrap();
        if method == Distance::LowerEnvelope {
            assert_eq!(found, nearest, "{what}");
        }
        for (at, (far, wanted)) in far.iter().zip(&distances).enumerate() {
            let close =
                far == wanted || f64::from((far - wanted).abs()) <= 4.0 * support::roundoff() * f64::from(*wanted);
            assert!(
                mask.get(found[at] as usize).is_some_and(|seed| *seed != 0.0) || found[at] == -1.0,
                "{what} at {at}"
            );
            assert!(
                close || (method == Distance::JumpFlooding && far > wanted && *far < wanted + 1.0),
                "{what} at {at}: {far}, not {wanted}"
            );
            wrong += usize::from(!close);
        }
    }
    wrong
}

#[test]
fn the_nearest_elements_are_those_of_the_reference() {
    each_dialect(|device| {
        for (number, size) in sizes().into_iter().enumerate() {
            for layout in layouts() {
                for each in [1.0, 3.0, 40.0, f32::INFINITY] {
                    check_distance(device, &mask(size[0] * size[1], number as u64, each), size, layout);
                }
            }
        }
    });
}

#[test]
fn few_of_jump_flooding_are_not_the_nearest() {
    let device = open(builder(support::dialects()[0]));
    let size = [96, 128];
    let wrong = check_distance(&device, &mask(size[0] * size[1], 7, 100.0), size, Layout::Packed);
    assert!(wrong * 1000 < size[0] * size[1], "{wrong} of {}", size[0] * size[1]);
}

#[test]
fn passes_of_distance_transforms_are_counted() {
    let device = open(builder(support::dialects()[0]));
    let stream = device.upload_with([64, 256], Layout::Packed, &vec![1.0; 64 * 256]).unwrap();
    for (method, wanted) in [(Distance::JumpFlooding, 8 + 3), (Distance::LowerEnvelope, 4 + 3 + 3)] {
        if runs_here(&device, method.name(), method.runs_on(&device)) {
            let (found, trace) = device.traced(|| primitives::distance_by(&stream, method));
            if fitting(found).is_some() {
                assert_eq!(trace.passes().count(), wanted, "{method:?}");
            }
        }
    }
}

/// A spiral of one element's width, a comb whose teeth hang together at their ends, and a chequered board.
fn shapes(size: usize) -> [(&'static str, Vec<f32>); 3] {
    let mut spiral = vec![0.0; size * size];
    let (mut x, mut y, mut turn) = (0i64, 0i64, [1i64, 0i64]);
    let inside = |x: i64, y: i64| (0..size as i64).contains(&x) && (0..size as i64).contains(&y);
    'walk: loop {
        spiral[y as usize * size + x as usize] = 1.0;
        for attempt in 0..2 {
            let (next, after) = ([x + turn[0], y + turn[1]], [x + 2 * turn[0], y + 2 * turn[1]]);
            let free = |at: [i64; 2]| !inside(at[0], at[1]) || spiral[at[1] as usize * size + at[0] as usize] == 0.0;
            if inside(next[0], next[1]) && free(next) && free(after) {
                [x, y] = next;
                continue 'walk;
            }
            if attempt == 0 {
                turn = [-turn[1], turn[0]];
            }
        }
        break;
    }
    let comb = |i: usize| f32::from(i.is_multiple_of(size) || (i % size).is_multiple_of(2) || i / size == size - 1);
    let board = |i: usize| f32::from((i / size + i % size).is_multiple_of(2));
    let of = |f: &dyn Fn(usize) -> f32| (0..size * size).map(f).collect();
    [("spiral", spiral), ("comb", of(&comb)), ("board", of(&board))]
}

fn check_label(device: &Device, mask: &[f32], size: [usize; 2], layout: Layout) {
    let stream = device.upload_with(size, layout, mask).unwrap();
    for method in Label::ALL.into_iter().filter(|method| runs_here(device, method.name(), method.runs_on(device))) {
        for connectivity in [Connectivity::Four, Connectivity::Eight] {
            let (labels, count) = reference::label(mask, size, connectivity == Connectivity::Eight);
            let what = format!("{method:?} of {size:?} {layout}, {connectivity:?}");
            let Some(found) = fitting(primitives::label_by(&stream, connectivity, method)) else { continue };
            assert_eq!(
                (found.labels.shape(), found.labels.layout(), found.count),
                (stream.shape(), layout, count),
                "{what}"
            );
            assert_eq!(found.labels.read().unwrap(), labels, "{what}");
        }
    }
}

#[test]
fn components_are_those_of_the_reference() {
    each_dialect(|device| {
        for (number, size) in sizes().into_iter().enumerate() {
            for each in [1.2, 1.7, 3.0, f32::INFINITY] {
                check_label(device, &mask(size[0] * size[1], number as u64, each), size, layouts()[number % 2]);
            }
        }
        for (_, picture) in shapes(if is_quick() { 12 } else { 33 }) {
            let size = [picture.len().isqrt(); 2];
            check_label(device, &picture, size, Layout::Packed);
        }
    });
}

/// Some of the cases with their numbers, others in each turn: each takes kernels of its own, which take long to compile.
pub fn some<T>(cases: Vec<T>, turn: usize) -> impl Iterator<Item = (usize, T)> {
    cases.into_iter().enumerate().filter(move |(number, _)| is_full() || (number + turn).is_multiple_of(4))
}

/// What was made, or none on a chip whose registers do not suffice for squares that go around a picture more than once: a kernel with loops is
/// not cut.
fn in_registers<T>(result: Result<T, brooklet::Error>) -> Option<T> {
    match result {
        Err(error) if support::chip().is_some() && error.to_string().contains("temporary registers") => {
            support::left_out(error.to_string());
            None
        }
        result => fitting(result),
    }
}

#[test]
fn medians_are_those_of_the_reference() {
    each_dialect(|device| {
        let sides = if is_quick() { vec![2, 3, 5] } else { vec![1, 2, 3, 4, 5, 6, 7, 9] };
        for (number, size) in sizes().into_iter().enumerate() {
            let mut values = noise(size[0] * size[1], 7);
            values.iter_mut().step_by(7).for_each(|value| *value = (*value * 3.0).round() + 0.0);
            if device.features().infinities {
                values.iter_mut().skip(3).step_by(11).for_each(|value| *value = f32::INFINITY * value.signum());
            }
            values.iter_mut().for_each(|value| *value = support::held(*value));
            for (turn, side) in some(sides.clone(), number) {
                let (border, layout) =
                    (Border::ALL[(number + number / 4 + turn / 4) % 4], layouts()[(number / 2 + turn / 4) % 2]);
                let stream = device.upload_with(size, layout, &values).unwrap();
                let wanted = reference::median_filter(&values, size, side, border);
                for method in MedianFilter::ALL {
                    let network = method == MedianFilter::Network;
                    if (network && (side % 2 == 0 || side > 7))
                        || !runs_here(device, method.name(), method.runs_on(device))
                    {
                        continue;
                    }
                    let what = format!("{method:?} of {size:?} {layout}, side {side}, {border:?}");
                    let Some(found) = in_registers(primitives::median_filter_by(&stream, side, border, method)) else {
                        continue;
                    };
                    assert_eq!((found.shape(), found.layout()), (stream.shape(), layout), "{what}");
                    assert_eq!(found.read().unwrap(), wanted, "{what}");
                }
            }
            let vectors: Vec<[f32; 3]> = values.iter().map(|v| [*v, 1.0, -*v]).collect();
            let stream = device.upload_shaped(size, &vectors).unwrap();
            let Some(found) = fitting(primitives::median_filter(&stream, 3, Border::Wrap)) else { continue };
            let wanted = reference::median_filter(&values, size, 3, Border::Wrap);
            assert!(
                found.read().unwrap().iter().zip(&wanted).all(|(v, m)| v[0] == *m && v[2] == -*m),
                "vectors of {size:?}"
            );
        }
        let stream = device.upload_shaped([2, 2], &[1.0; 4]).unwrap();
        let said =
            |side, method| primitives::median_filter_by(&stream, side, Border::Wrap, method).unwrap_err().to_string();
        let squares = "finds medians of squares of";
        let network = format!("the method network {squares} an odd number from 1 to 7 elements a side, and not of 4");
        assert_eq!(said(4, MedianFilter::Network), network);
        if MedianFilter::Bisection.runs_on(device) {
            let bisection = format!("the method bisection {squares} 1 to 255 elements a side, and not of 256");
            assert_eq!(said(256, MedianFilter::Bisection), bisection);
        }
    });
}

#[test]
fn four_elements_are_combined_with_their_neighbours_at_once() {
    let device = open(builder(support::dialects()[0]));
    let weights = Weights::new([3, 5], &[1.0, 2.0, 3.0, 2.0, 1.0].repeat(3)).unwrap();
    for (number, size) in [[12, 16], [3, 4], [5, 8], [1, 20]].into_iter().enumerate() {
        let values = whole(size[0] * size[1], 9);
        let stream = device.upload_with(size, Layout::Packed, &values).unwrap();
        for (turn, side) in [3, 5, 7].into_iter().enumerate() {
            let border = Border::ALL[(number + turn) % 4];
            if let Some(found) = fitting(primitives::median_filter(&stream, side, border)) {
                let wanted = reference::median_filter(&values, size, side, border);
                assert_eq!(found.read().unwrap(), wanted, "{size:?}, side {side}, {border:?}");
            }
            if let Some(found) = fitting(primitives::convolve(&stream, &weights, border)) {
                let wanted = reference::convolve(&values, size, &weights, border);
                assert_eq!(found.read().unwrap(), wanted, "{size:?}, {border:?}");
            }
        }
    }
}

#[test]
fn rounds_of_labelling_are_few() {
    let device = open(builder(support::dialects()[0]));
    if !runs_here(&device, "hooking", Label::Hooking.runs_on(&device)) {
        return;
    }
    let pictures = shapes(64).into_iter().chain([("noise", mask(4096, 5, 1.7))]);
    let rounds: Vec<_> = pictures
        .filter_map(|(name, picture)| {
            let stream = device.upload_with([64, 64], Layout::Packed, &picture).unwrap();
            fitting(primitives::label_by(&stream, Connectivity::Four, Label::Hooking)).map(|found| (name, found.rounds))
        })
        .collect();
    assert!(rounds.is_empty() || rounds == [("spiral", 3), ("comb", 4), ("board", 0), ("noise", 4)], "{rounds:?}");
}

#[test]
fn other_shapes_are_errors() {
    let device = open(builder(support::dialects()[0]));
    let list = device.upload(&[1.0, 2.0]).unwrap();
    let cube = device.upload_shaped([2, 2, 2], &[1.0; 8]).unwrap();
    let said = |result: Result<(), brooklet::Error>| result.unwrap_err().to_string();
    let rows = "takes rows and columns, and a stream of 2 has one axis: give it a shape of two";
    assert_eq!(said(primitives::transpose(&list).map(drop)), format!("transpose {rows}"));
    assert_eq!(said(primitives::sat(&list).map(drop)), format!("sat {rows}"));
    let one = "takes one picture, of rows and columns; a stream of";
    assert_eq!(said(primitives::distance(&list).map(drop)), format!("a distance transform {one} 2 has 1 axis"));
    assert_eq!(said(primitives::nearest(&cube).map(drop)), format!("a distance transform {one} 2 × 2 × 2 has 3 axes"));
    let label = primitives::label(&cube, Connectivity::Four);
    assert_eq!(said(label.map(drop)), format!("a labelling {one} 2 × 2 × 2 has 3 axes"));
}

proptest! {
    #![proptest_config(support::cases(12, 60))]

    #[test]
    fn random_pictures_are_right(rows in 1usize..40, columns in 1usize..40, seed in any::<u32>(), each in 1.0f32..30.0) {
        let device = open(builder(support::dialects()[0]));
        let (size, values) = ([rows, columns], mask(rows * columns, u64::from(seed), each));
        let layout = layouts()[seed as usize % 2];
        check_distance(&device, &values, size, layout);
        check_label(&device, &values, size, layout);
        let stream = device.upload_with(size, layout, &values).unwrap();
        if let Some(found) = fitting(primitives::sat(&stream)) {
            prop_assert_eq!(found.read().unwrap(), reference::sat(&values, size));
        }
        if let Some(found) = fitting(primitives::scan_axis(&stream, &Operator::max(), 0)) {
            let wanted = reference::scan_axis(&values, Shape::from(size), &Operator::max(), 0).unwrap();
            prop_assert_eq!(found.read().unwrap(), wanted);
        }
    }
}
