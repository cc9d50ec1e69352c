//! K-means: a round on points of three numbers and 16 centres, and plain Rust.

use std::rc::Rc;

use crate::applications::kmeans::{Kmeans, kmeans_from};
use crate::catalog::noise;
use crate::{Error, Layout};

use super::{Cases, Data, copy, device, plain};

/// The number of centres.
const CENTRES: usize = 16;

pub fn cases(cases: &mut Cases<Data>) -> Result<(), Error> {
    let (device, n) = (device(cases), cases.data.n);
    let count = CENTRES.min(n);
    let points: Rc<Vec<[f32; 3]>> = Rc::new(noise(3 * n, 81).as_chunks().0.to_vec());
    let centres: Vec<[f32; 3]> = points[..count].to_vec();
    copy(cases, "app-kmeans", 3 * n)?;
    let bytes = 4 * (3 + 1) * n;
    let means = |sums: &[Sum]| -> Vec<[f32; 3]> {
        let mean = |(sum, count): &Sum| sum.map(|x| (x / *count as f64) as f32);
        sums.iter().map(mean).collect()
    };
    let wanted = Rc::new(means(&sums_of_nearest(&points, &centres)));
    let is_right = {
        let wanted = wanted.clone();
        move |found: &[[f32; 3]]| {
            let pairs = found.as_flattened().iter().zip(wanted.as_flattened());
            pairs.into_iter().all(|(found, wanted)| (found - wanted).abs() < 1e-4)
        }
    };
    let stream = device.upload_with(n, Layout::Plain, &points)?;
    let (start, right) = (centres.clone(), is_right.clone());
    let run = move |_: &Data| plain(kmeans_from(&stream, &start, 1));
    cases.add(("app-kmeans", "fragment", "group", "plain"), bytes, run, move |_: &Data, found: Kmeans<[f32; 3]>| {
        Ok(right(&found.centres))
    });
    // As the other, it also finds the nearest centres once more.
    let run = move |_: &Data| {
        let moved = means(&sums_of_nearest(&points, &centres));
        Ok((sums_of_nearest(&points, &moved).len(), moved))
    };
    cases.add(
        ("app-kmeans", "cpu", "all-cores", "slice"),
        bytes,
        run,
        move |_: &Data, found: (usize, Vec<[f32; 3]>)| Ok(found.0 == count && is_right(&found.1)),
    );
    Ok(())
}

/// The sum of the points that a centre is the nearest to, and how many they are.
type Sum = ([f64; 3], usize);

/// Returns the sums of all centres, on all cores.
fn sums_of_nearest(points: &[[f32; 3]], centres: &[[f32; 3]]) -> Vec<Sum> {
    let squared = |a: &[f32; 3], b: &[f32; 3]| (0..3).map(|c| (a[c] - b[c]) * (a[c] - b[c])).sum::<f32>();
    let of_chunk = |chunk: &[[f32; 3]]| {
        let mut sums = vec![([0.0; 3], 0); centres.len()];
        for point in chunk {
            let (mut own, mut least) = (0, squared(point, &centres[0]));
            for (number, centre) in centres.iter().enumerate().skip(1) {
                let squared = squared(point, centre);
                (own, least) = if squared < least { (number, squared) } else { (own, least) };
            }
            let (sum, count) = &mut sums[own];
            (0..3).for_each(|c| sum[c] += f64::from(point[c]));
            *count += 1;
        }
        sums
    };
    let add = |a: Vec<Sum>, b: Vec<Sum>| -> Vec<Sum> {
        let both = |((a, m), (b, n)): (Sum, Sum)| (std::array::from_fn(|c| a[c] + b[c]), m + n);
        a.into_iter().zip(b).map(both).collect()
    };
    const CHUNK: usize = 1 << 13;
    let none = || vec![([0.0; 3], 0); centres.len()];
    #[cfg(not(target_family = "wasm"))]
    {
        use rayon::prelude::*;
        points.par_chunks(CHUNK).map(of_chunk).reduce(none, add)
    }
    #[cfg(target_family = "wasm")]
    points.chunks(CHUNK).map(of_chunk).fold(none(), add)
}
