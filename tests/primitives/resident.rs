//! Primitives that read nothing back give what the others give, and their number.

use crate::support;

use brooklet::primitives::{self, Filter, Reduce, resident};
use brooklet::{Layout, Operator, reference};
use support::{bits, builder, dialect, each_dialect, noise, open};

const SIZES: [usize; 6] = [1, 16, 17, 65, 1000, 4097];

#[test]
fn any_part_of_records_is_kept_and_counted() {
    each_dialect(|device| {
        if !Filter::HistoPyramid.runs_on(device) {
            return;
        }
        for targets in [1, 8] {
            let device = open(builder(dialect(device)).max_targets(targets));
            for (count, layout) in SIZES.into_iter().flat_map(|n| [(n, Layout::Plain), (n, Layout::Packed)]) {
                let data = noise(count, 5);
                let x = device.upload_with(count, layout, &data).unwrap();
                // None, few, half, all but few, all.
                for limit in [2.0, 0.97, 0.0, -0.97, -2.0] {
                    let keep = format!("x > {limit:?}");
                    let what = format!("{keep} of {count}, {layout}, {targets} targets");
                    let (found, trace) = device.traced(|| {
                        Ok::<_, brooklet::Error>((resident::filter(&x, &keep)?, resident::partition(&x, &keep)?))
                    });
                    let (kept, parted) = found.unwrap();
                    assert_eq!(trace.readbacks().count(), 0, "{what}");
                    let (partitioned, number) = reference::partition(&data, |x| *x > limit);
                    assert_eq!(
                        (kept.number.read().unwrap(), kept.records.len()),
                        (vec![number as f32], count),
                        "{what}"
                    );
                    assert_eq!(kept.records.read_range(0..number).unwrap(), partitioned[..number], "{what}");
                    assert_eq!(parted.number.read().unwrap(), [number as f32], "{what}");
                    assert_eq!(parted.records.read().unwrap(), partitioned, "{what}");
                    assert_eq!((kept.records.layout(), parted.records.layout()), (layout, layout));
                }
            }
        }
    });
}

#[test]
fn groups_are_counted() {
    each_dialect(|device| {
        if !Filter::HistoPyramid.runs_on(device) {
            return;
        }
        for (count, distinct) in SIZES.into_iter().flat_map(|count| [(count, 1.0), (count, 20.0), (count, 1e6)]) {
            let keys: Vec<f32> = noise(count, 3).iter().map(|x| (x * distinct).round() + 0.0).collect();
            let values: Vec<f32> = noise(count, 4).iter().map(|x| (x * 4.0).round() + 0.0).collect();
            for layout in [Layout::Plain, Layout::Packed] {
                let what = format!("{count} of {distinct}, {layout}");
                let (x, y) = (device.upload_with(count, layout, &keys), device.upload_with(count, layout, &values));
                let (x, y) = (x.unwrap(), y.unwrap());
                let expected = reference::unique(&keys);
                let sums = reference::group(&keys, &values, &Operator::sum());
                let of = |groups: resident::Groups| {
                    let number = groups.number.read().unwrap()[0] as usize;
                    (groups.keys.read_range(0..number).unwrap(), groups.results.read_range(0..number).unwrap())
                };
                assert_eq!(of(resident::unique(&x).unwrap()), expected, "{what}");
                assert_eq!(of(resident::group(&x, &y, &Operator::sum()).unwrap()), sums, "{what}");
                let runs = primitives::run_lengths(&x).unwrap();
                let runs = (runs.keys.read().unwrap(), runs.counts.read().unwrap());
                assert_eq!(of(resident::run_lengths(&x).unwrap()), runs, "{what}");
            }
        }
    });
}

#[test]
fn reductions_stay_on_the_device() {
    each_dialect(|device| {
        for count in SIZES {
            let data = noise(count, 7);
            let x = device.upload(&data).unwrap();
            let largest = data.iter().copied().fold(f32::MIN, f32::max);
            let of_max = |method: &Reduce| method.computes(&Operator::<f32>::max()) && method.runs_on(device);
            for method in Reduce::ALL.into_iter().filter(of_max).map(Some).chain([None]) {
                let (found, trace) = device.traced(|| resident::reduce(&x, &Operator::max(), method));
                assert_eq!(trace.readbacks().count(), 0);
                assert_eq!(bits(&found.unwrap().read().unwrap()), bits(&[largest]), "{count} by {method:?}");
            }
            if Reduce::MipLevels.runs_on(device) {
                let (sum, trace) =
                    device.traced(|| resident::reduce(&x, &Operator::sum(), Some(Reduce::MipLevels)).unwrap());
                assert_eq!((trace.readbacks().count(), trace.passes().count()), (0, 2));
                let read = primitives::reduce_by(&x, &Operator::sum(), Reduce::MipLevels).unwrap();
                assert_eq!(bits(&sum.read().unwrap()), bits(&[read]), "{count}");
            }
            let place = resident::argmax(&x).unwrap().read().unwrap();
            assert_eq!(place, [primitives::argmax(&x).unwrap() as f32]);
            assert_eq!(resident::argmin(&x).unwrap().read().unwrap(), [primitives::argmin(&x).unwrap() as f32]);
        }
        let none = device.upload::<f32>(&[]).unwrap();
        let error = resident::reduce(&none, &Operator::sum(), None).unwrap_err().to_string();
        assert!(error.contains("sum"), "{error}");
    });
}
