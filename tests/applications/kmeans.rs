//! K-means, against plain Rust in double precision.

use brooklet::applications::Error;
use brooklet::applications::kmeans::{KmeansError, Options, kmeans, kmeans_from};
use brooklet::{Device, Texel};

use crate::support::{each_dialect, noise};

/// Points around so many places, far from each other.
fn around(places: usize, count: usize) -> Vec<[f32; 2]> {
    let off = noise(2 * count, 3);
    let place = |at: usize| [(at % places % 3) as f32 * 8.0, (at % places / 3) as f32 * 8.0];
    (0..count).map(|at| [place(at)[0] + 0.5 * off[2 * at], place(at)[1] + 0.5 * off[2 * at + 1]]).collect()
}

fn squared<T: Texel>(a: &T, b: &T) -> f64 {
    (0..T::COMPONENTS.count()).map(|c| (f64::from(a.component(c)) - f64::from(b.component(c))).powi(2)).sum()
}

/// Checks that nothing would move: each point is with the nearest centre, and each centre is the mean of its points.
fn check<T: Texel>(device: &Device, points: &[T], options: Options, what: &str) {
    let stream = device.upload(points).unwrap();
    let found = kmeans(&stream, options).unwrap();
    let labels = found.labels.read().unwrap();
    assert_eq!(found.centres.len(), options.clusters, "{what}");
    assert!(found.rounds < options.rounds, "{what}: {} rounds", found.rounds);
    let (mut inertia, mut sums) = (0.0, vec![(0usize, [0.0f64; 4]); options.clusters]);
    for (point, label) in points.iter().zip(&labels) {
        let own = squared(point, &found.centres[*label as usize]);
        let least = found.centres.iter().map(|centre| squared(point, centre)).fold(f64::INFINITY, f64::min);
        assert!(own <= least * (1.0 + 1e-5) + 1e-6, "{what}: {own} is not {least}");
        inertia += own;
        let (count, sum) = &mut sums[*label as usize];
        *count += 1;
        (0..T::COMPONENTS.count()).for_each(|c| sum[c] += f64::from(point.component(c)));
    }
    for (centre, (count, sum)) in found.centres.iter().zip(&sums).filter(|(_, (count, _))| *count > 0) {
        for (c, sum) in sum.iter().enumerate().take(T::COMPONENTS.count()) {
            let mean = sum / *count as f64;
            assert!((f64::from(centre.component(c)) - mean).abs() < 1e-4, "{what}: {centre:?} is not {mean}");
        }
    }
    assert!((found.inertia - inertia).abs() <= 1e-4 * inertia + 1e-6, "{what}: {} is not {inertia}", found.inertia);
}

#[test]
fn nothing_moves_in_the_end() {
    each_dialect(|device| {
        for (number, count) in [1, 2, 7, 64, 1000].into_iter().enumerate() {
            let numbers = noise(4 * count, 5);
            let of =
                |clusters: usize| Options { clusters: clusters.min(count), seed: number as u64, ..Options::default() };
            check(device, &numbers[..count], of(3), &format!("{count} numbers"));
            check(device, numbers[..2 * count].as_chunks::<2>().0, of(5), &format!("{count} pairs"));
            check(device, numbers[..3 * count].as_chunks::<3>().0, of(4), &format!("{count} colours"));
            check(device, numbers.as_chunks::<4>().0, of(2), &format!("{count} vectors of 4"));
        }
        check(device, &[[1.0f32, 2.0]; 9], Options { clusters: 3, ..Options::default() }, "one place");
    });
}

#[test]
fn places_far_from_each_other_are_found() {
    each_dialect(|device| {
        let points = around(9, 300);
        let stream = device.upload(&points).unwrap();
        for seed in 0..4 {
            let found = kmeans(&stream, Options { clusters: 9, seed, ..Options::default() }).unwrap();
            let labels = found.labels.read().unwrap();
            for (at, label) in labels.iter().enumerate() {
                assert_eq!(*label, labels[at % 9], "point {at} by seed {seed}");
            }
            // The same points and options give the same result.
            let again = kmeans(&stream, Options { clusters: 9, seed, ..Options::default() }).unwrap();
            assert_eq!((again.labels.read().unwrap(), again.centres), (labels, found.centres));
        }
    });
}

#[test]
fn a_round_moves_centres_to_means() {
    each_dialect(|device| {
        let points = device.upload(&[1.0, 2.0, 3.0, 10.0, 12.0]).unwrap();
        let found = kmeans_from(&points, &[0.0, 4.0, 99.0], 1).unwrap();
        // 2 is as near to 4 as to 0, and goes to the first; nothing is near 99.
        assert_eq!((found.centres, found.rounds), (vec![1.5, 25.0 / 3.0, 99.0], 1));
        assert_eq!(found.labels.read().unwrap(), [0.0, 0.0, 0.0, 1.0, 1.0]);
        let none = kmeans_from(&points, &[0.0, 4.0], 0).unwrap();
        assert_eq!((none.rounds, none.labels.read().unwrap()), (0, vec![0.0, 0.0, 1.0, 1.0, 1.0]));
        assert_eq!(none.inertia, 1.0 + 4.0 + 1.0 + 36.0 + 64.0);
    });
}

#[test]
fn what_cannot_be_divided_is_said() {
    let device = Device::headless().unwrap();
    let points = device.upload(&[1.0, f32::INFINITY, 3.0]).unwrap();
    let said = |clusters: usize| match kmeans(&points, Options { clusters, ..Options::default() }) {
        Err(Error::Kmeans(error)) => error,
        other => panic!("{other:?}"),
    };
    assert_eq!(said(2), KmeansError::NotFinite);
    assert_eq!(said(0), KmeansError::Clusters { points: 3, clusters: 0 });
    assert_eq!(
        said(4).to_string(),
        "3 points cannot have 4 centres: there must be from 1 to as many as points, and at most 4096"
    );
}
