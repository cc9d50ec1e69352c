//! The methods of today, by runs and by tiles, around the sizes at which their runs, packs, tiles and levels end. That they
//! agree with all others on small sizes and small work groups is in `families`.

use crate::each;
use crate::support;
use crate::support::level::{is_full, sample};

use brooklet::compute::{self, Filter, Reduce, Scan, Search, SearchIndex, Sort, SortOptions};
use brooklet::{Class, Device, Element, Error, Operator, OperatorError, Texel, reference};
use proptest::prelude::*;
use support::{SPECIAL, bits, builder, noise, open};

const REDUCTIONS: [Reduce; 2] = [Reduce::Runs, Reduce::Tiles];
const SCANS: [Scan; 2] = [Scan::Runs, Scan::Tiles];
const SORTS: [Sort; 2] = [Sort::RadixRuns, Sort::RadixTiles];
const FILTERS: [Filter; 2] = [Filter::Runs, Filter::Tiles];

/// Around packs, runs of 64 packs, tiles of 256 invocations, what one invocation does alone, and runs of a sort.
const EDGES: [usize; 34] = [
    0, 1, 2, 3, 4, 5, 63, 64, 65, 66, 67, 253, 254, 255, 256, 257, 258, 259, 511, 1023, 1024, 1025, 2047, 2048, 2049,
    4095, 4096, 4097, 4099, 16_383, 16_385, 65_537, 131_073, 262_147,
];

/// Small groups take long for many elements, and show nothing more of them.
fn edges(device: &Device) -> impl Iterator<Item = usize> {
    let max = match device.compute().unwrap().invocations {
        1 => 300,
        32 => 5000,
        _ => usize::MAX,
    };
    sample(EDGES, device.compute().unwrap().invocations, 4).filter(move |n| *n <= max)
}

/// Whole numbers, whose sums are exact in any order; no -0, since 0 + -0 is 0.
fn whole(n: usize, seed: u64) -> Vec<f32> {
    noise(n, seed).iter().map(|v| (v * 8.0).round() + 0.0).collect()
}

fn words<T: Texel>(elements: &[T]) -> &[u32] {
    bytemuck::cast_slice(elements)
}

fn folds_and_scans<T: Texel + Element>(device: &Device, x: &[T], op: &Operator<T>) {
    let buffer = device.upload_buffer(x).unwrap();
    for method in REDUCTIONS {
        match reference::reduce(x, op) {
            Ok(expected) => assert_eq!(compute::reduce_by(&buffer, op, method).unwrap(), expected, "{method:?}"),
            Err(_) => {
                let error = compute::reduce_by(&buffer, op, method).unwrap_err();
                assert!(matches!(error, Error::Operator(OperatorError::NoElements { .. })), "{method:?}: {error}");
            }
        }
    }
    for method in SCANS {
        let got = compute::scan_by(&buffer, op, method).unwrap().read().unwrap();
        assert!(words(&got) == words(&reference::scan(x, op)), "{method:?} of {}", x.len());
        if let Ok(expected) = reference::exclusive_scan(x, op) {
            let got = compute::exclusive_scan_by(&buffer, op, method).unwrap().read().unwrap();
            assert!(words(&got) == words(&expected), "{method:?} of {}, exclusive", x.len());
        }
    }
}

#[test]
fn runs_and_tiles_fold_and_scan_whatever_is_left_over() {
    each(|device| {
        for n in edges(device) {
            let (x, counts) = (noise(n, n as u64), whole(n, n as u64));
            folds_and_scans(device, &x, &Operator::max());
            folds_and_scans(device, &counts, &Operator::sum());
            if n <= 16_385 {
                let of = |i: usize, c: usize| counts[(i + c * 7) % n];
                folds_and_scans(device, &(0..n).map(|i| [of(i, 0), of(i, 1)]).collect::<Vec<_>>(), &Operator::sum());
                let x: Vec<_> = (0..n).map(|i| [of(i, 0), of(i, 1), of(i, 2)]).collect();
                folds_and_scans(device, &x, &Operator::sum());
                let x: Vec<_> = (0..n).map(|i| [of(i, 0), of(i, 1), of(i, 2), of(i, 3)]).collect();
                folds_and_scans(device, &x, &Operator::min());
            }
        }
    });
}

#[test]
fn runs_and_tiles_keep_the_order_where_the_operator_wants_it() {
    // The first of all and the last of all: of floats, of which four are loaded at once, by their places.
    let first = Operator::new("first", "a", |a: f32, _| a);
    let last = Operator::new("last", "b", |_, b: f32| b);
    let ends = Operator::new("ends", "vec2(a.x, b.y)", |a: [f32; 2], b: [f32; 2]| [a[0], b[1]]);
    // Of maps x -> a x + b, one after the other: exact modulo what a float holds, for a is 1 or -1.
    let maps = Operator::new("then", "vec2(a.x * b.x, a.y * b.x + b.y)", |a: [f32; 2], b: [f32; 2]| {
        [a[0] * b[0], a[1] * b[0] + b[1]]
    });
    each(|device| {
        for n in edges(device).filter(|n| *n > 0) {
            let x: Vec<f32> = (0..n).map(|i| i as f32).collect();
            folds_and_scans(device, &x, &first);
            folds_and_scans(device, &x, &last);
            folds_and_scans(device, &x.iter().map(|v| [*v, -*v]).collect::<Vec<_>>(), &ends);
            let signs = noise(n, 5);
            let x: Vec<[f32; 2]> = signs.iter().map(|v| [v.signum(), (v * 4.0).round() + 0.0]).collect();
            if n < 20_000 {
                let buffer = device.upload_buffer(&x).unwrap();
                for method in REDUCTIONS {
                    assert_eq!(
                        compute::reduce_by(&buffer, &maps, method).unwrap(),
                        reference::reduce(&x, &maps).unwrap(),
                        "{method:?} of {n}"
                    );
                }
                for method in SCANS {
                    assert_eq!(
                        compute::scan_by(&buffer, &maps, method).unwrap().read().unwrap(),
                        reference::scan(&x, &maps),
                        "{method:?} of {n}"
                    );
                }
            }
        }
    });
}

#[test]
fn ints_of_an_operator_mean_floats() {
    let mean = Operator::new("mean", "(a + b) * (1 / 2)", |a: f32, b: f32| (a + b) * 0.5);
    let next = Operator::new("next", "max(a, b) + 1", |a: f32, b: f32| a.max(b) + 1.0);
    each(|device| {
        for op in [&mean, &next] {
            let x = [1.0, 3.0];
            let buffer = device.upload_buffer(&x).unwrap();
            assert_eq!(compute::reduce(&buffer, op).unwrap(), reference::reduce(&x, op).unwrap());
        }
    });
}

#[test]
fn sorts_of_eight_bits_place_every_record() {
    each(|device| {
        for n in edges(device) {
            // Many ties; all kinds of floats; and what differs in one digit alone.
            let few: Vec<f32> = noise(n, 1).iter().map(|v| (v * 3.0).round()).collect();
            let special: Vec<f32> = (0..n).map(|i| SPECIAL[(i * 7 + n) % SPECIAL.len()]).collect();
            let digit: Vec<f32> = (0..n as u32).map(|i| f32::from_bits(0x3f80_0000 | ((i * 37) & 0xff) << 8)).collect();
            // One kind is enough for the long ones.
            for keys in [&few, &special, &digit].into_iter().take(if n > 20_000 { 1 } else { 3 }) {
                let places: Vec<[f32; 2]> = keys.iter().enumerate().map(|(i, key)| [i as f32, *key]).collect();
                let (k, v) = (device.upload_buffer(keys).unwrap(), device.upload_buffer(&places).unwrap());
                for (number, method) in SORTS.into_iter().enumerate() {
                    for descending in [false, true] {
                        // One direction for each method, and the other at the next size.
                        if !is_full() && descending == ((n + number) % 2 == 0) {
                            continue;
                        }
                        let mut options = SortOptions::default().method(method).stable();
                        options = if descending { options.descending() } else { options };
                        let (expected, expected_places) = reference::sort_pairs(keys, &places, descending);
                        let alone = compute::sort_with(&k, options).unwrap().read().unwrap();
                        assert!(bits(&alone) == bits(&expected), "{method:?} of {n}, {descending}");
                        let (k, v) = compute::sort_pairs_with(&k, &v, options).unwrap();
                        assert!(bits(&k.read().unwrap()) == bits(&expected), "{method:?} of {n}, {descending}");
                        assert!(
                            words(&v.read().unwrap()) == words(&expected_places),
                            "{method:?} of {n}, {descending}"
                        );
                    }
                }
            }
        }
    });
}

#[test]
fn filters_keep_what_is_kept_at_the_ends_of_runs_and_tiles() {
    each(|device| {
        for n in edges(device) {
            let x: Vec<f32> = (0..n).map(|i| i as f32).collect();
            let (third, two_thirds) = (n / 3, 2 * n / 3);
            for method in FILTERS {
                let kept = |x: &[f32], keep: &str| {
                    compute::filter_by(&device.upload_buffer(x).unwrap(), keep, method).unwrap().read().unwrap()
                };
                let kinds = [
                    ("true".to_owned(), x.clone()),
                    ("false".to_owned(), Vec::new()),
                    (format!("x < {third}"), x[..third].to_vec()),
                    (format!("x >= {two_thirds}"), x[two_thirds..].to_vec()),
                    ("mod(x, 2) == 1".to_owned(), x.iter().copied().filter(|v| v % 2.0 == 1.0).collect()),
                ];
                for (keep, expected) in sample(kinds, n, 3) {
                    assert!(kept(&x, &keep) == expected, "{method:?} of {n}: {keep}");
                }
                let special: Vec<f32> = (0..n).map(|i| SPECIAL[i % SPECIAL.len()]).collect();
                let got = compute::compact_by(&device.upload_buffer(&special).unwrap(), method).unwrap();
                assert_eq!(bits(&got.read().unwrap()), bits(&reference::compact(&special)), "{method:?} of {n}");
                let wide: Vec<[f32; 3]> = x.iter().map(|v| [*v, -*v, 1.0]).collect();
                let got = compute::filter_by(&device.upload_buffer(&wide).unwrap(), "mod(x.x, 3) < 1", method).unwrap();
                assert!(got.read().unwrap() == reference::filter(&wide, |v| v[0] % 3.0 < 1.0), "{method:?} of {n}");
            }
        }
    });
}

#[test]
fn an_index_finds_every_place() {
    each(|device| {
        for n in edges(device).chain([15, 16, 17, 47, 48, 49, 79, 80, 81, 319, 320, 321, 1280, 1281]) {
            let mut sorted: Vec<f32> = noise(n, 2).iter().map(|v| (v * n as f32 / 4.0).round() + 0.0).collect();
            sorted.iter_mut().step_by(11).enumerate().for_each(|(i, v)| *v = SPECIAL[i % SPECIAL.len()]);
            let sorted = reference::sort(&sorted, false);
            let mut queries: Vec<f32> = sorted.iter().copied().step_by(1 + n / 2000).collect();
            queries.extend(noise(200, 3).iter().map(|v| v * n as f32));
            queries.extend(SPECIAL);
            let (s, q) = (device.upload_buffer(&sorted).unwrap(), device.upload(&queries).unwrap());
            let index = SearchIndex::new(&s).unwrap();
            let lower = reference::lower_bound(&sorted, &queries);
            let upper = reference::upper_bound(&sorted, &queries);
            assert!(index.lower_bound(&q).unwrap().read().unwrap() == lower, "{n}");
            assert!(index.upper_bound(&q).unwrap().read().unwrap() == upper, "{n}");
            assert!(compute::lower_bound_by(&s, &q, Search::Index).unwrap().read().unwrap() == lower, "{n}");
            // NaN belongs behind everything that is none, and upwards behind all.
            let mut with_nan = sorted.clone();
            with_nan.push(f32::NAN);
            let nan = device.upload_buffer(&[f32::NAN]).unwrap();
            let s = device.upload_buffer(&with_nan).unwrap();
            for method in Search::ALL {
                let found = |upper| match upper {
                    true => compute::upper_bound_by(&s, &nan, method).unwrap().read().unwrap(),
                    false => compute::lower_bound_by(&s, &nan, method).unwrap().read().unwrap(),
                };
                assert_eq!((found(false), found(true)), (vec![n as f32], vec![n as f32 + 1.0]), "{method:?} of {n}");
            }
        }
    });
}

#[test]
fn each_class_of_device_has_its_own() {
    each(|device| {
        let tiles = device.info().class == Class::Hardware;
        let (sum, ends) = (Operator::<f32>::sum(), Operator::new("first", "a", |a: f32, _| a));
        assert_eq!(Reduce::fastest(device, &sum), if tiles { Reduce::MultipleElements } else { Reduce::Runs });
        assert_eq!(Reduce::fastest(device, &ends), if tiles { Reduce::Tiles } else { Reduce::Runs });
        assert_eq!(Scan::fastest(device), if tiles { Scan::Tiles } else { Scan::Runs });
        assert_eq!(Sort::fastest(device), if tiles { Sort::RadixTiles } else { Sort::RadixRuns });
        assert_eq!(Filter::fastest(device), if tiles { Filter::Tiles } else { Filter::Runs });
        assert_eq!(Search::fastest(device, 1 << 20, 1), Search::BinarySearch);
        assert_eq!(Search::fastest(device, 1 << 20, 1 << 19), Search::Index);
    });
}

#[test]
fn data_of_any_length_agree() {
    let devices: Vec<Device> =
        support::dialects().into_iter().map(|dialect| open(builder(dialect))).filter(support::has_compute).collect();
    proptest!(support::cases(8, 8), |(n in 0usize..30_000, seed in 0u64..1000, levels in 1u32..9)| {
        let x: Vec<f32> = noise(n, seed).iter().map(|v| (v * levels as f32 * 4.0).round() + 0.0).collect();
        for device in &devices {
            folds_and_scans(device, &x, &Operator::sum());
            let buffer = device.upload_buffer(&x).unwrap();
            for method in SORTS {
                assert!(compute::sort_by(&buffer, method).unwrap().read().unwrap() == reference::sort(&x, false));
            }
            for method in FILTERS {
                let got = compute::filter_by(&buffer, "x > 1", method).unwrap().read().unwrap();
                assert!(got == reference::filter(&x, |v| *v > 1.0));
            }
        }
    });
}
