//! Aggregates of selected records, where fragments are counted.

use brooklet::Device;
use brooklet::applications::database::{Condition, Selection, Table};

use super::{all_devices, upload, whole};

fn counting() -> impl Iterator<Item = Device> {
    all_devices().into_iter().filter(|device| device.features().fragment_counts)
}

/// Checks all aggregates of a column against those of the numbers that are selected.
fn check(found: &mut Selection, column: &str, mut wanted: Vec<f32>) {
    wanted.sort_by(f32::total_cmp);
    let n = wanted.len();
    assert_eq!(found.count().unwrap(), n as u64);
    assert_eq!(found.min(column).unwrap(), wanted.first().copied());
    assert_eq!(found.max(column).unwrap(), wanted.last().copied());
    let middle = |k: usize| f64::from(wanted[k]);
    let median = (n > 0).then(|| ((middle((n - 1) / 2) + middle(n / 2)) / 2.0) as f32);
    assert_eq!(found.median(column).unwrap(), median);
    for k in [1, 2, n / 3, n].into_iter().filter(|k| (1..=n).contains(k)) {
        assert_eq!(found.kth_largest(column, k as u64).unwrap(), wanted[n - k], "{k}");
    }
}

fn check_sums(found: &mut Selection, column: &str, wanted: &[f32]) {
    let sum: u64 = wanted.iter().map(|number| *number as u64).sum();
    assert_eq!(found.sum(column).unwrap(), sum);
    let average = (!wanted.is_empty()).then(|| sum as f64 / wanted.len() as f64);
    assert_eq!(found.average(column).unwrap(), average);
}

#[test]
fn aggregates_of_tables_of_all_sizes() {
    for device in counting() {
        for n in [0, 1, 2, 3, 4, 255, 256, 257, 1025] {
            let (age, pay) = (whole(n, 90, 1), whole(n, 131_072, 2));
            let (x, y) = (upload(&device, &age), upload(&device, &pay));
            let table = Table::new(&[("age", &x), ("pay", &y)]).unwrap();
            let mut found = table.select_where("age < 60").unwrap();
            let wanted: Vec<f32> = (0..n).filter(|k| age[*k] < 60.0).map(|k| pay[k]).collect();
            check_sums(&mut found, "pay", &wanted);
            check(&mut found, "pay", wanted);
            // The selection is still there, for the other column, which has ties.
            check(&mut found, "age", age.iter().copied().filter(|age| *age < 60.0).collect());
        }
    }
}

#[test]
fn the_largest_whole_numbers_are_summed() {
    for device in counting() {
        let largest = device.features().exact_integer.min(1 << 24) as f32 - 1.0;
        let numbers = vec![largest; 300];
        let x = upload(&device, &numbers);
        let table = Table::new(&[("x", &x)]).unwrap();
        check_sums(&mut table.select(&Condition::all()).unwrap(), "x", &numbers);
        check_sums(&mut table.select_where("x > 5 and x < 5").unwrap(), "x", &[]);
    }
}

#[test]
fn ranks_of_all_floats() {
    let numbers =
        [f32::INFINITY, -1e-45, 1e-45, 0.0, 0.0, -7.25, f32::MAX, f32::MIN, 1.0, 1.000_000_1, -1.0, f32::NEG_INFINITY];
    for device in counting().filter(|device| device.features().integers) {
        let x = upload(&device, &numbers);
        let table = Table::new(&[("x", &x)]).unwrap();
        check(&mut table.select_where("x > -100").unwrap(), "x", numbers.into_iter().filter(|x| *x > -100.0).collect());
        check(&mut table.select_where("x < 1").unwrap(), "x", numbers.into_iter().filter(|x| *x < 1.0).collect());
        let mut found = table.select(&Condition::all()).unwrap();
        assert_eq!(
            [found.min("x"), found.max("x")].map(Result::unwrap),
            [Some(f32::NEG_INFINITY), Some(f32::INFINITY)]
        );
    }
}

#[test]
fn passes_are_those_of_the_documentation() {
    for device in counting() {
        let x = upload(&device, &whole(50, 40_000, 3));
        let table = Table::new(&[("x", &x)]).unwrap();
        let mut found = table.select_where("x < 30000").unwrap();
        let mut passes = |run: &dyn Fn(&mut Selection)| {
            let ((), trace) = device.traced(|| run(&mut found));
            trace.passes().count()
        };
        // A check, a level and 24 bits; without integers no check, and with floats of 24 bits 17 bits.
        let (sum, rank) = match (device.features().integers, device.features().exact_integer) {
            (true, _) => (26, 34),
            (false, exact) if exact < 1 << 24 => (18, 19),
            (false, _) => (25, 26),
        };
        let count = |found: &mut Selection| assert!(found.count().unwrap() > 0);
        assert_eq!([passes(&count), passes(&count)], [1, 0]);
        assert_eq!(passes(&|found| assert!(found.sum("x").unwrap() > 0)), sum);
        assert_eq!(passes(&|found| assert!(found.min("x").unwrap().is_some())), rank);
        assert_eq!(passes(&|found| assert!(found.max("x").unwrap().is_some())), rank);
    }
}
