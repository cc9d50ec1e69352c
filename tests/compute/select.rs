//! Selections and partitions on compute shaders against the plain-Rust reference.

use crate::support;
use crate::support::level::sample;

use brooklet::compute::{self, Filter};
use brooklet::{Layout, reference};
use support::{bits, builder, noise, open};

#[test]
fn records_are_partitioned_and_taken() {
    let edges = [0, 1, 2, 3, 4, 5, 31, 32, 33, 255, 256, 257, 1023, 1024, 1025, 2047, 2048, 2049, 4097, 70_001];
    for dialect in support::dialects() {
        for invocations in [usize::MAX, 32] {
            let device = open(builder(dialect).max_invocations(invocations));
            if !support::has_compute(&device) {
                continue;
            }
            let max = if invocations > 32 { usize::MAX } else { 2100 };
            for n in sample(edges, invocations, 4).filter(|n| *n <= max) {
                let mut x = noise(n, 1);
                for (at, special) in [f32::INFINITY, -0.0, 0.0, f32::NEG_INFINITY, 1.0e-40].into_iter().enumerate() {
                    x.get_mut(at * 7).into_iter().for_each(|v| *v = special);
                }
                let pairs: Vec<[f32; 3]> = x.iter().enumerate().map(|(at, &v)| [v, at as f32, -v]).collect();
                let (buffer, payload) = (device.upload_buffer(&x).unwrap(), device.upload_buffer(&pairs).unwrap());
                // No limit is so near to a denormal that it matters whether a device takes that for zero.
                for limit in [-2.0, -0.5, 1.0e-30, 0.99, f32::MAX] {
                    let (wanted, count) = reference::partition(&x, |v| *v > limit);
                    let keep = format!("x > {limit:?}");
                    let flags: Vec<f32> = x.iter().map(|v| f32::from(*v > limit)).collect();
                    let flags = device.upload_buffer(&flags).unwrap();
                    let (vectors, _) = reference::partition(&pairs, |v| v[0] > limit);
                    for method in Filter::ALL {
                        let case = format!("{method:?} of {n}, {keep}");
                        let (found, kept) = compute::partition_by(&buffer, &keep, method).unwrap();
                        assert!(kept == count && bits(&found.read().unwrap()) == bits(&wanted), "{case}");
                        let (found, kept) = compute::partition_by(&payload, &keep.replace('x', "x.x"), method).unwrap();
                        assert!(kept == count && found.read().unwrap() == vectors, "vectors by {case}");
                        let selection = compute::select_by(&flags, method).unwrap();
                        assert_eq!((selection.kept(), selection.records()), (count, n), "{case}");
                        assert!(
                            bits(&selection.take(&buffer).unwrap().read().unwrap()) == bits(&wanted[..count]),
                            "{case}"
                        );
                        assert!(selection.partition(&payload).unwrap().read().unwrap() == vectors, "{case}");
                    }
                }
            }
        }
    }
}

#[test]
fn wrong_calls_are_refused() {
    for dialect in support::dialects() {
        let device = support::device(dialect);
        if !support::has_compute(&device) {
            continue;
        }
        let x = device.upload_with([2, 3], Layout::Packed, &[1.0, 0.0, 2.0, 0.0, 3.0, 0.0]).unwrap();
        let selection = compute::select(&x).unwrap();
        let taken = selection.take(&x).unwrap();
        assert_eq!(
            (taken.shape(), taken.layout(), taken.read().unwrap()),
            (3.into(), Layout::Packed, vec![1.0, 2.0, 3.0])
        );
        let other = device.upload(&[1.0; 6]).unwrap();
        let said = selection.take(&other).unwrap_err().to_string();
        assert_eq!(said, "a selection: `the flags` is 2 × 3, `the values` is 6; they must have the same shape");
        assert!(compute::partition(&x, "x >").is_err());
        assert!(compute::partition(&device.buffer::<f32>(0).unwrap(), "x >").is_err());
    }
}
