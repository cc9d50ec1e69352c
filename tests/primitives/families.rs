//! One suite for every family: the fragment pipeline, compute shaders on streams and on buffers, and the plain-Rust
//! reference give the same results, by every method. A family that the context does not have is left out.

use crate::support;
use crate::support::level::{is_full, is_quick, sample};

use brooklet::primitives::{Filter, Infinity};
use brooklet::{
    Device, Element, Error, Layout, Operator, OperatorError, Shape, Stream, Texel, compute, primitives, reference,
};
use proptest::prelude::*;
use support::{SPECIAL, builder, fitting, noise, open};

/// Who computes.
enum Family {
    Fragment(Device, Layout),
    Compute(Device, Layout),
    Buffers(Device),
    Reference,
}

/// An expression, and the same in Rust.
type Keep<'a, T> = (&'a str, &'a dyn Fn(&T) -> bool);

type Results<R> = Vec<(String, Result<R, Error>)>;

impl Family {
    /// Every family, in each dialect, on devices as usual and on small ones: little textures, and little work groups, so
    /// that few elements make many levels. The first dialect has streams of both layouts on both devices; the others have packed ones
    /// on the small device and plain ones on the other, but for a full run. A quick run has packed streams on fragments, and buffers,
    /// of the small device alone.
    fn all() -> Vec<Family> {
        let mut families = vec![Family::Reference];
        for (number, dialect) in support::dialects().into_iter().enumerate() {
            for small in [true, false].into_iter().take(if is_quick() { 1 } else { 2 }) {
                let device = match small {
                    true => open(builder(dialect).largest_texture(80).max_invocations(32)),
                    false => open(builder(dialect)),
                };
                for &layout in if is_quick() { &[Layout::Packed][..] } else { &[Layout::Plain, Layout::Packed] } {
                    if number > 0 && small != (layout == Layout::Packed) && !is_full() {
                        continue;
                    }
                    families.push(Family::Fragment(device.clone(), layout));
                    if !is_quick() && device.compute().is_some() {
                        families.push(Family::Compute(device.clone(), layout));
                    }
                }
                if device.compute().is_some() {
                    families.push(Family::Buffers(device));
                }
            }
        }
        families
    }

    /// Sizes at which algorithms break; the fragment pipeline has tests of its own for all of them.
    fn sizes(&self) -> Vec<usize> {
        let fragment = matches!(self, Family::Fragment(..));
        support::sizes().filter(|n| !fragment || [0, 1, 2, 3, 9, 65, 129, 1000].contains(n)).collect()
    }

    fn name(&self) -> String {
        match self {
            Family::Fragment(device, layout) => format!("fragment, {}, {layout}", device.info().interface()),
            Family::Compute(device, layout) => format!("compute, {}, {layout}", device.info().interface()),
            Family::Buffers(device) => format!("buffers, {}", device.info().interface()),
            Family::Reference => "reference".to_owned(),
        }
    }

    /// Denormals are ordered as what they are.
    fn orders_denormals(&self) -> bool {
        !matches!(self, Family::Fragment(..))
    }

    fn results<M: Copy, R>(
        &self,
        methods: impl IntoIterator<Item = M>,
        name: impl Fn(M) -> &'static str,
        run: impl Fn(M) -> Result<R, Error>,
    ) -> Results<R> {
        let result = |method| (format!("{} by {}", self.name(), name(method)), run(method));
        // What a chip has no room for it must refuse in so many words.
        let fits = |result: Result<R, Error>| match result {
            Err(error) if error.is_missing_feature() => fitting(Err(error)).map(Ok),
            result => Some(result),
        };
        methods.into_iter().map(result).filter_map(|(name, result)| Some((name, fits(result)?))).collect()
    }

    fn reduce<T: Texel + Element>(&self, shape: Shape, x: &[T], op: &Operator<T>) -> Results<T> {
        match self {
            Family::Fragment(device, layout) => {
                let x = upload(device, shape, *layout, x);
                // Fixed units compute few operators, and each in its own way.
                let fixed = [primitives::Reduce::Blending, primitives::Reduce::MipLevels];
                let methods = support::reduces(device).into_iter().filter(|method| !fixed.contains(method));
                self.results(methods, primitives::Reduce::name, |m| primitives::reduce_by(&x, op, m))
            }
            Family::Compute(device, layout) => {
                let x = upload(device, shape, *layout, x);
                self.results(compute::Reduce::general(), compute::Reduce::name, |m| compute::reduce_by(&x, op, m))
            }
            Family::Buffers(device) => {
                let x = device.upload_buffer(x).unwrap();
                self.results(compute::Reduce::general(), compute::Reduce::name, |m| compute::reduce_by(&x, op, m))
            }
            Family::Reference => vec![(self.name(), reference::reduce(x, op))],
        }
    }

    fn scan<T: Texel + Element>(&self, shape: Shape, x: &[T], op: &Operator<T>, exclusive: bool) -> Results<Vec<T>> {
        match self {
            Family::Fragment(device, layout) => {
                let x = upload(device, shape, *layout, x);
                self.results(primitives::Scan::ALL, primitives::Scan::name, |m| match exclusive {
                    true => primitives::exclusive_scan_by(&x, op, m).map(|s| elements(s, shape, *layout)),
                    false => primitives::scan_by(&x, op, m).map(|s| elements(s, shape, *layout)),
                })
            }
            Family::Compute(device, layout) => {
                let x = upload(device, shape, *layout, x);
                self.results(compute::Scan::ALL, compute::Scan::name, |m| match exclusive {
                    true => compute::exclusive_scan_by(&x, op, m).map(|s| elements(s, shape, *layout)),
                    false => compute::scan_by(&x, op, m).map(|s| elements(s, shape, *layout)),
                })
            }
            Family::Buffers(device) => {
                let x = device.upload_buffer(x).unwrap();
                self.results(compute::Scan::ALL, compute::Scan::name, |m| match exclusive {
                    true => compute::exclusive_scan_by(&x, op, m)?.read(),
                    false => compute::scan_by(&x, op, m)?.read(),
                })
            }
            Family::Reference => vec![(
                self.name(),
                if exclusive { reference::exclusive_scan(x, op) } else { Ok(reference::scan(x, op)) },
            )],
        }
    }

    /// Sorted keys, once alone and once with the payload.
    fn sort<T: Texel + Element>(
        &self,
        shape: Shape,
        keys: &[f32],
        values: &[T],
        descending: bool,
        stable: bool,
    ) -> Results<(Vec<f32>, Vec<f32>, Vec<T>)> {
        match self {
            Family::Fragment(device, layout) => {
                let (k, v) = (upload(device, shape, *layout, keys), upload(device, shape, *layout, values));
                self.results(support::sorts(device), primitives::Sort::name, |m| {
                    let mut options = primitives::SortOptions::default().method(m);
                    options = if descending { options.descending() } else { options };
                    options = if stable { options.stable() } else { options };
                    let alone = elements(primitives::sort_with(&k, options)?, shape, *layout);
                    let (k, v) = primitives::sort_pairs_with(&k, &v, options)?;
                    Ok((alone, k.read()?, v.read()?))
                })
            }
            Family::Compute(..) | Family::Buffers(_) => self.results(compute::Sort::ALL, compute::Sort::name, |m| {
                let mut options = compute::SortOptions::default().method(m);
                options = if descending { options.descending() } else { options };
                options = if stable { options.stable() } else { options };
                match self {
                    Family::Compute(device, layout) => {
                        let (k, v) = (upload(device, shape, *layout, keys), upload(device, shape, *layout, values));
                        let alone = elements(compute::sort_with(&k, options)?, shape, *layout);
                        let (k, v) = compute::sort_pairs_with(&k, &v, options)?;
                        Ok((alone, elements(k, shape, *layout), elements(v, shape, *layout)))
                    }
                    Family::Buffers(device) => {
                        let (k, v) = (device.upload_buffer(keys)?, device.upload_buffer(values)?);
                        let alone = compute::sort_with(&k, options)?.read()?;
                        let (sorted, sorted_values) = compute::sort_pairs_with(&k, &v, options)?;
                        assert_eq!(support::bits(&k.read()?), support::bits(keys), "the input is left as it is");
                        Ok((alone, sorted.read()?, sorted_values.read()?))
                    }
                    _ => unreachable!(),
                }
            }),
            Family::Reference => {
                let (sorted, sorted_values) = reference::sort_pairs(keys, values, descending);
                vec![(self.name(), Ok((reference::sort(keys, descending), sorted, sorted_values)))]
            }
        }
    }

    fn search(&self, sorted: &[f32], queries: &[f32], upper: bool) -> Results<Vec<f32>> {
        let result = match self {
            Family::Fragment(device, layout) => {
                let s = upload(device, sorted.len().into(), *layout, sorted);
                let q = upload(device, queries.len().into(), *layout, queries);
                let found = if upper { primitives::upper_bound(&s, &q) } else { primitives::lower_bound(&s, &q) };
                found.and_then(|found| found.read())
            }
            Family::Compute(device, layout) => {
                let s = upload(device, sorted.len().into(), *layout, sorted);
                let q = upload(device, queries.len().into(), *layout, queries);
                return self.results(compute::Search::ALL, compute::Search::name, |m| match upper {
                    true => compute::upper_bound_by(&s, &q, m)?.read(),
                    false => compute::lower_bound_by(&s, &q, m)?.read(),
                });
            }
            Family::Buffers(device) => {
                let (s, q) = (device.upload_buffer(sorted).unwrap(), device.upload_buffer(queries).unwrap());
                return self.results(compute::Search::ALL, compute::Search::name, |m| match upper {
                    true => compute::upper_bound_by(&s, &q, m)?.read(),
                    false => compute::lower_bound_by(&s, &q, m)?.read(),
                });
            }
            Family::Reference => Ok(if upper {
                reference::upper_bound(sorted, queries)
            } else {
                reference::lower_bound(sorted, queries)
            }),
        };
        vec![(self.name(), result)]
    }

    /// Without an expression, the null records go.
    fn filter<T: Texel + Element>(&self, shape: Shape, x: &[T], keep: Option<Keep<T>>) -> Results<Vec<T>> {
        match self {
            Family::Fragment(device, layout) => {
                let x = upload(device, shape, *layout, x);
                self.results(support::filters(device), Filter::name, |m| match keep {
                    Some((keep, _)) => primitives::filter_with(&x, keep, m, Infinity::Made)?.read(),
                    None => primitives::compact_by(&x, m)?.read(),
                })
            }
            Family::Compute(device, layout) => {
                let stream = upload(device, shape, *layout, x);
                self.results(compute::Filter::ALL, compute::Filter::name, |m| {
                    let kept = match keep {
                        Some((keep, _)) => compute::filter_by(&stream, keep, m)?,
                        None => compute::compact_by(&stream, m)?,
                    };
                    assert_eq!((kept.shape().rank(), kept.layout()), (1, stream.layout()));
                    kept.read()
                })
            }
            Family::Buffers(device) => {
                let x = device.upload_buffer(x).unwrap();
                self.results(compute::Filter::ALL, compute::Filter::name, |m| match keep {
                    Some((keep, _)) => compute::filter_by(&x, keep, m)?.read(),
                    None => compute::compact_by(&x, m)?.read(),
                })
            }
            Family::Reference => {
                let kept = keep.map_or_else(|| reference::compact(x), |(_, keep)| reference::filter(x, keep));
                vec![(self.name(), Ok(kept))]
            }
        }
    }
}

/// Vectors cannot be packed: they are plain then.
fn upload<T: Texel>(device: &Device, shape: Shape, layout: Layout, x: &[T]) -> Stream<T> {
    let layout = if T::COMPONENTS.count() > 1 { Layout::Plain } else { layout };
    device.upload_with(shape, layout, x).unwrap()
}

/// What a stream holds, once it has been seen to lie as its input did.
fn elements<T: Texel>(stream: Stream<T>, shape: Shape, layout: Layout) -> Vec<T> {
    assert_eq!(stream.shape(), shape);
    assert!(stream.layout() == layout || T::COMPONENTS.count() > 1);
    stream.read().unwrap()
}

fn words<T: Texel>(elements: &[T]) -> &[u32] {
    bytemuck::cast_slice(elements)
}

/// Bit for bit.
fn same<T: Texel>(results: Results<Vec<T>>, expected: &[T]) {
    for (who, got) in results {
        let got = got.unwrap_or_else(|error| panic!("{who}: {error}"));
        assert!(words(&got) == words(expected), "{who}, of {}: {got:?}\n{expected:?}", expected.len());
    }
}

fn same_one<T: Texel>(results: Results<T>, expected: T) {
    same(results.into_iter().map(|(who, got)| (who, got.map(|got| vec![got]))).collect(), &[expected]);
}

fn list(n: usize) -> Shape {
    Shape::from(n)
}

/// Whole numbers, whose sums are exact in any order; no -0, since 0 + -0 is 0.
fn whole(n: usize, seed: u64) -> Vec<f32> {
    noise(n, seed).iter().map(|v| (v * 8.0).round() + 0.0).collect()
}

/// Takes the first's head and the last's tail: associative, and does not commute.
fn ends() -> Operator<[f32; 2]> {
    Operator::new("ends", "vec2(a.x, b.y)", |a: [f32; 2], b: [f32; 2]| [a[0], b[1]])
}

#[test]
fn reductions_agree() {
    for family in Family::all() {
        for n in family.sizes() {
            let x = noise(n, n as u64 + 1);
            for op in [Operator::max(), Operator::min()] {
                match reference::reduce(&x, &op) {
                    Ok(expected) => same_one(family.reduce(list(n), &x, &op), expected),
                    Err(_) => assert!(
                        family
                            .reduce(list(n), &x, &op)
                            .iter()
                            .all(|(_, r)| matches!(r, Err(Error::Operator(OperatorError::NoElements { .. }))))
                    ),
                }
            }
            let x = whole(n, n as u64);
            let sum = reference::reduce(&x, &Operator::sum()).unwrap();
            same_one(family.reduce(list(n), &x, &Operator::sum()), sum);
        }
    }
}

#[test]
fn reductions_of_vectors_agree() {
    fn check<T: Texel + Element>(family: &Family, n: usize, op: Operator<T>) {
        let floats = whole(4 * n, n as u64);
        let x: Vec<T> = (0..n).map(|i| T::from_fn(|c| floats[4 * i + c])).collect();
        same_one(family.reduce(list(n), &x, &op), reference::reduce(&x, &op).unwrap());
    }
    for family in Family::all() {
        for n in [1, 2, 5, 33, 1000, 2049] {
            check::<[f32; 2]>(&family, n, Operator::max());
            check::<[f32; 3]>(&family, n, Operator::sum());
            check::<[f32; 4]>(&family, n, Operator::min());
        }
    }
}

#[test]
fn an_operator_that_minds_the_order_keeps_it_or_is_refused() {
    for family in Family::all() {
        for n in [1, 2, 3, 31, 32, 33, 64, 65, 1000, 4097] {
            let x: Vec<[f32; 2]> = (0..n).map(|i| [i as f32, -(i as f32)]).collect();
            let expected = [0.0, -(n as f32 - 1.0)];
            let mut kept = 0;
            for (who, got) in family.reduce(list(n), &x, &ends()) {
                match got {
                    Ok(got) => {
                        assert_eq!(got, expected, "{who}");
                        kept += 1;
                    }
                    Err(error) => assert!(
                        matches!(error, Error::Operator(OperatorError::NotCommutative { .. })),
                        "{who}: {error}"
                    ),
                }
            }
            assert!(kept > 0, "{}", family.name());
            same(family.scan(list(n), &x, &ends(), false), &reference::scan(&x, &ends()));
            let refused = family.scan(list(n), &x, &ends(), true);
            assert!(
                refused.iter().all(|(_, got)| matches!(got, Err(Error::Operator(OperatorError::NoIdentity { .. }))))
            );
        }
    }
}

#[test]
fn scans_agree() {
    for family in Family::all() {
        for n in family.sizes() {
            let (x, counts) = (noise(n, n as u64 + 2), whole(n, n as u64));
            for (x, op) in [(&x, Operator::max()), (&x, Operator::min()), (&counts, Operator::sum())] {
                same(family.scan(list(n), x, &op, false), &reference::scan(x, &op));
                same(family.scan(list(n), x, &op, true), &reference::exclusive_scan(x, &op).unwrap());
            }
            let vectors: Vec<[f32; 3]> = (0..n).map(|i| [counts[i], 1.0, -counts[n - 1 - i] + 0.0]).collect();
            same(family.scan(list(n), &vectors, &Operator::sum(), false), &reference::scan(&vectors, &Operator::sum()));
        }
    }
}

#[test]
fn arrays_of_any_shape_are_taken_in_c_order() {
    for family in Family::all() {
        let shapes = [Shape::from([5, 7]), Shape::from([3, 100]), Shape::from([2, 3, 4]), Shape::from([2, 3, 4, 5])];
        for shape in sample(shapes, 0, 2) {
            let n = shape.count();
            let x = noise(n, 3);
            same_one(family.reduce(shape, &x, &Operator::max()), reference::reduce(&x, &Operator::max()).unwrap());
            same(family.scan(shape, &x, &Operator::max(), false), &reference::scan(&x, &Operator::max()));
            sorts_agree(&family, shape, &x);
            same(family.filter(shape, &x, Some(("x > 0.2", &|v| *v > 0.2))), &reference::filter(&x, |v| *v > 0.2));
        }
    }
}

/// Keys in order, each payload beside its key, none lost; stable where asked.
fn sorts_agree(family: &Family, shape: Shape, keys: &[f32]) {
    let places: Vec<[f32; 2]> = keys.iter().enumerate().map(|(i, key)| [i as f32, *key]).collect();
    let ways = [(false, false), (true, true), (true, false), (false, true)];
    // Each is a set of kernels: two of them, and the others at the next size.
    let ways = match (is_full(), keys.len() % 2) {
        (true, _) => &ways[..],
        (false, 0) => &ways[..2],
        (false, _) => &ways[2..],
    };
    for &(descending, stable) in ways {
        let (expected, expected_places) = reference::sort_pairs(keys, &places, descending);
        for (who, got) in family.sort(shape, keys, &places, descending, stable) {
            let (alone, sorted, payload) = got.unwrap_or_else(|error| panic!("{who}: {error}"));
            assert_eq!(alone, expected, "{who}, of {shape}");
            assert_eq!(sorted, expected, "{who}, of {shape}");
            if stable {
                assert!(words(&alone) == words(&expected) && words(&sorted) == words(&expected), "{who}");
                assert_eq!(payload, expected_places, "{who}");
            }
            assert!(sorted.iter().zip(&payload).all(|(key, place)| key.to_bits() == place[1].to_bits()), "{who}");
            let mut seen: Vec<u32> = payload.iter().map(|place| place[0] as u32).collect();
            seen.sort_unstable();
            assert!(seen.into_iter().eq(0..keys.len() as u32), "{who}");
            let (mut a, mut b) = (words(&alone).to_vec(), words(keys).to_vec());
            a.sort_unstable();
            b.sort_unstable();
            assert!(a == b, "{who}: bits are lost");
        }
    }
}

#[test]
fn sorts_of_all_sizes_agree() {
    for family in Family::all() {
        for n in family.sizes() {
            let few: Vec<f32> = noise(n, n as u64).iter().map(|v| (v * 3.0).round() + 0.0).collect();
            sorts_agree(&family, list(n), &few);
            if n < 200 {
                sorts_agree(&family, list(n), &noise(n, n as u64));
            }
        }
    }
}

#[test]
fn special_values_agree() {
    for family in Family::all() {
        let special: Vec<f32> =
            SPECIAL.iter().copied().filter(|v| family.orders_denormals() || !v.is_subnormal()).collect();
        for n in sample([3, 12, 33, 100], 0, 3) {
            let keys: Vec<f32> = (0..n).map(|i| special[(i * 7 + n) % special.len()]).collect();
            sorts_agree(&family, list(n), &keys);
            let sorted = reference::sort(&keys, false);
            let queries = [&keys[..], &[0.5, -0.5, -0.0, f32::MIN_POSITIVE]].concat();
            same(family.search(&sorted, &queries, false), &reference::lower_bound(&sorted, &queries));
            same(family.search(&sorted, &queries, true), &reference::upper_bound(&sorted, &queries));
            same(family.filter(list(n), &keys, None), &reference::compact(&keys));
            // Selected, not computed: one of the elements, bit for bit; of -0 and 0 either.
            let normal: Vec<f32> = keys.iter().copied().filter(|v| !v.is_subnormal()).collect();
            for op in [Operator::max(), Operator::min()] {
                let expected = reference::reduce(&normal, &op).unwrap();
                for (who, got) in family.reduce(list(normal.len()), &normal, &op) {
                    let got = got.unwrap();
                    assert!(got == expected && words(&normal).contains(&got.to_bits()), "{who}: {got}");
                }
                for (who, got) in family.scan(list(normal.len()), &normal, &op, false) {
                    let got = got.unwrap();
                    assert_eq!(got, reference::scan(&normal, &op), "{who}");
                    assert!(got.iter().all(|v| words(&normal).contains(&v.to_bits())), "{who}");
                }
            }
        }
    }
}

#[test]
fn nan_wins_a_maximum_and_is_kept_by_a_filter() {
    for family in Family::all() {
        for n in [2, 40, 700] {
            let mut x = noise(n, 1);
            x[n / 2] = f32::NAN;
            for (who, got) in family.reduce(list(n), &x, &Operator::max()) {
                assert!(got.unwrap().is_nan(), "{who}");
            }
            for (who, got) in family.scan(list(n), &x, &Operator::min(), false) {
                let got = got.unwrap();
                assert!(got[..n / 2].iter().all(|v| !v.is_nan()) && got[n / 2..].iter().all(|v| v.is_nan()), "{who}");
            }
            x[0] = f32::INFINITY;
            same(family.filter(list(n), &x, None), &reference::compact(&x));
        }
    }
}

#[test]
fn searches_agree() {
    for family in Family::all() {
        for n in family.sizes() {
            let few: Vec<f32> = noise(n, n as u64).iter().map(|v| (v * 20.0).round() + 0.0).collect();
            let sorted = reference::sort(&few, false);
            let mut queries: Vec<f32> = (-25..=25).map(|i| i as f32 / 1.25).collect();
            queries.extend(&sorted[..n.min(40)]);
            queries.extend([f32::NEG_INFINITY, f32::INFINITY, -0.0, 0.0, f32::MAX, f32::MIN]);
            for queries in [&queries[..], &[]] {
                same(family.search(&sorted, queries, false), &reference::lower_bound(&sorted, queries));
                same(family.search(&sorted, queries, true), &reference::upper_bound(&sorted, queries));
            }
        }
    }
}

#[test]
fn filters_agree() {
    const NULL: f32 = f32::INFINITY;
    for family in Family::all() {
        for n in family.sizes() {
            for null in [0.0, 0.5, 1.0] {
                let x: Vec<f32> = noise(n, n as u64).iter().map(|v| if v.abs() < null { NULL } else { *v }).collect();
                same(family.filter(list(n), &x, None), &reference::compact(&x));
            }
            let x: Vec<[f32; 4]> = noise(4 * n, 9).chunks(4).map(|v| [v[0], v[1], v[2], v[3]]).collect();
            same(
                family.filter(list(n), &x, Some(("x.y < 0.25", &|v| v[1] < 0.25))),
                &reference::filter(&x, |v| v[1] < 0.25),
            );
            let x: Vec<[f32; 3]> = x.iter().map(|v| [v[0], v[1], v[2]]).collect();
            same(family.filter(list(n), &x, None), &x);
        }
    }
}

#[test]
fn an_expression_that_is_none_is_refused_in_the_same_words() {
    let mut said = Vec::new();
    for family in Family::all().into_iter().filter(|family| !matches!(family, Family::Reference)) {
        for keep in ["y > 0", "x +", "x + 1"] {
            let always: &dyn Fn(&f32) -> bool = &|_| true;
            for (who, got) in family.filter(list(2), &[1.0, 2.0], Some((keep, always))) {
                let error = got.unwrap_err();
                assert!(matches!(error, Error::Compile(_)), "{who}: {error}");
                said.push((keep, error.to_string()));
            }
        }
        let wrong = Operator::new("wrong", "a +* b", |a: f32, _| a).commutative();
        // Of few elements, a method may leave the operator to the CPU.
        for (who, got) in family.reduce(list(3000), &[1.0; 3000], &wrong) {
            assert!(matches!(got, Err(Error::Compile(_))), "{who}");
        }
    }
    said.sort();
    said.dedup();
    assert_eq!(said.len(), 3, "{said:#?}");
}

#[test]
fn any_data_of_any_shape_agree() {
    let families = Family::all();
    let (keep, kept): (_, fn(&f32) -> bool) = ("x > 1.0", |v| *v > 1.0);
    // Every shape has kernels of its own, which drivers take long to compile.
    proptest!(support::cases(2, 24), |(a in 1usize..12, b in 1usize..80, seed in 0u64..1000, levels in 1u32..9)| {
        let shape = Shape::from([a, b]);
        let x: Vec<f32> = noise(a * b, seed).iter().map(|v| (v * levels as f32 * 4.0).round() + 0.0).collect();
        let sorted = reference::sort(&x, false);
        for family in &families {
            same_one(family.reduce(shape, &x, &Operator::sum()), reference::reduce(&x, &Operator::sum()).unwrap());
            same(family.scan(shape, &x, &Operator::sum(), false), &reference::scan(&x, &Operator::sum()));
            same(
                family.scan(shape, &x, &Operator::max(), true),
                &reference::exclusive_scan(&x, &Operator::max()).unwrap(),
            );
            sorts_agree(family, shape, &x);
            same(family.search(&sorted, &x, true), &reference::upper_bound(&sorted, &x));
            same(family.filter(shape, &x, Some((keep, &kept))), &reference::filter(&x, kept));
        }
    });
}
