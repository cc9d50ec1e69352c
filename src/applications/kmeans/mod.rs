//! K-means: divides points into groups around centres, so that the squares of how far points are from their centres sum up to little.
//!
//! A use of [`group`](crate::primitives::group()), on points of one to four numbers: places, colours, or numbers themselves.
//!
//! - **Seeds** are points, taken by k-means++ (Arthur and Vassilvitskii 2007): each next one at random, the more likely the further it is from
//!   those before. A pass updates the squares of the distances, a [`scan`](crate::primitives::scan()) sums them, and a
//!   [search](crate::primitives::upper_bound()) finds where a random part of the sum is.
//! - **A round** (Lloyd 1982) is a pass in which each point finds the nearest centre, a `group` that sums the points of each centre, and a
//!   [`histogram`](crate::primitives::histogram()) that counts them. The centres are computed on the host from these few sums. Rounds end when no
//!   point goes to another centre, which a reduction says.
//!
//! A centre that no point is nearest to stays where it is. Sums of a group of m points are within 2^-24 · (3 p + 14) · Σ |x| of the exact ones,
//! with p passes, as those of [`SegmentedScan::Pyramid`](crate::primitives::SegmentedScan::Pyramid): far from 0, subtract the mean first.
//!
//! ```
//! use brooklet::{Device, applications::kmeans::{Options, kmeans}};
//! let device = Device::headless()?;
//! let points = device.upload(&[[0.0, 0.0], [9.0, 9.0], [0.0, 1.0], [9.0, 8.0]])?;
//! let found = kmeans(&points, Options { clusters: 2, ..Options::default() })?;
//! let labels = found.labels.read()?;
//! assert!(labels[0] == labels[2] && labels[1] == labels[3] && labels[0] != labels[1]);
//! assert_eq!(found.centres[labels[1] as usize], [9.0, 8.5]);
//! # Ok::<(), brooklet::applications::Error>(())
//! ```

use crate::bins::Bins;
use crate::generator::{key_of, philox};
use crate::glsl;
use crate::machine::{Device, Stream};
use crate::operator::Operator;
use crate::primitives::{self, with_steps};
use crate::texel::Texel;

use super::Error;

/// The options of a clustering.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The number of centres.
    pub clusters: usize,
    /// What the seeds are drawn by: the same points and options give the same result on the same device.
    pub seed: u64,
    /// The maximum number of rounds.
    pub rounds: usize,
}

impl Default for Options {
    /// Returns 8 clusters, the seed 0, and up to 100 rounds.
    fn default() -> Options {
        Options { clusters: 8, seed: 0, rounds: 100 }
    }
}

/// Why points cannot be divided into groups.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum KmeansError {
    /// There are more centres than points, or none.
    #[error(
        "{points} points cannot have {clusters} centres: there must be from 1 to as many as points, and at most {MOST}"
    )]
    Clusters {
        /// The number of points.
        points: usize,
        /// The number of centres.
        clusters: usize,
    },
    /// A point is not finite, or far away.
    #[error(
        "points are finite numbers, and squares of how far they are from each other must not be too large for float32"
    )]
    NotFinite,
}

/// The maximum number of centres.
pub const MOST: usize = 4096;

/// The result of a clustering.
#[derive(Debug)]
pub struct Kmeans<T: Texel> {
    /// The centres.
    pub centres: Vec<T>,
    /// The number of the centre of each point, from 0, in the shape and layout of the points. Whole numbers in floats.
    pub labels: Stream<f32>,
    /// The number of rounds until no point went to another centre, or until the maximum.
    pub rounds: usize,
    /// The sum over all points of the square of how far it is to its centre.
    pub inertia: f64,
}

/// Divides points into groups: takes seeds by k-means++, and then draws rounds until no point goes to another centre.
///
/// # Errors
/// [`KmeansError::Clusters`], for no centres, or more than points or than [`MOST`]; [`KmeansError::NotFinite`], for points or squares of
/// distances that are not finite; any error of the device.
pub fn kmeans<T: Texel>(points: &Stream<T>, options: Options) -> Result<Kmeans<T>, Error> {
    check(points.len(), options.clusters)?;
    kmeans_from(points, &seeds(points, options)?, options.rounds)
}

/// Divides points into groups around these centres at first, in up to so many rounds.
///
/// # Errors
/// As [`kmeans`].
pub fn kmeans_from<T: Texel>(points: &Stream<T>, centres: &[T], rounds: usize) -> Result<Kmeans<T>, Error> {
    check(points.len(), centres.len())?;
    let device = points.device();
    let mut centres = centres.to_vec();
    let mut labels = nearest(points, &centres, false)?;
    let mut drawn = 0;
    while drawn < rounds {
        move_to_means(&mut centres, points, &labels)?;
        let next = nearest(points, &centres, false)?;
        let moved = primitives::map(device, "abs(a - b)").input("a", &labels).input("b", &next).run::<f32>()?;
        labels = next;
        drawn += 1;
        if primitives::reduce(&moved, &Operator::max())? == 0.0 {
            break;
        }
    }
    let inertia = primitives::reduce(&nearest(points, &centres, true)?, &Operator::sum())?;
    match inertia.is_finite() {
        true => Ok(Kmeans { centres, labels, rounds: drawn, inertia: f64::from(inertia) }),
        false => Err(KmeansError::NotFinite.into()),
    }
}

fn check(points: usize, clusters: usize) -> Result<(), KmeansError> {
    match (1..=points.min(MOST)).contains(&clusters) {
        true => Ok(()),
        false => Err(KmeansError::Clusters { points, clusters }),
    }
}

/// Returns the number of the centre that is nearest to each point, or the square of how far it is.
fn nearest<T: Texel>(points: &Stream<T>, centres: &[T], far: bool) -> Result<Stream<f32>, Error> {
    let device = points.device();
    let source = glsl!("applications/kmeans_nearest.frag").element::<T>().parameter("far", far);
    let kernel = device.kernel(&with_steps(source, device, centres.len()))?;
    let mut nearest = device.stream_with(points.shape(), points.layout())?;
    let centres = device.upload(centres)?;
    let pass = device.pass(&kernel).input("points", points).input("centres", &centres);
    pass.constant("steps", centres.len()).output("nearest", &mut nearest).run()?;
    Ok(nearest)
}

/// Moves each centre to the mean of its points, if it has any.
fn move_to_means<T: Texel>(centres: &mut [T], points: &Stream<T>, labels: &Stream<f32>) -> Result<(), Error> {
    let (own, sums) = primitives::group(labels, points, &Operator::sum())?;
    // A bin for each label, which is in its middle.
    let count = centres.len();
    let counts = primitives::histogram(labels, Bins::between(count, -0.5, count as f32 - 0.5))?.read()?;
    for (label, sum) in own.read()?.into_iter().zip(sums.read()?) {
        let label = label as usize;
        centres[label] = T::from_fn(|c| (f64::from(sum.component(c)) / f64::from(counts[label])) as f32);
    }
    Ok(())
}

/// Returns centres for the first round, by k-means++.
fn seeds<T: Texel>(points: &Stream<T>, options: Options) -> Result<Vec<T>, Error> {
    let device = points.device();
    let count = points.len();
    let key = key_of(options.seed);
    let random = |number: usize| (f64::from(philox([number as u32, 0, 0, 0], key)[0]) + 0.5) / 2f64.powi(32);
    let point = |at: usize| points.read_range(at..at + 1).map(|found| found[0]);
    let mut centres = vec![point((random(0) * count as f64) as usize)?];
    let mut squared: Option<Stream<f32>> = None;
    while centres.len() < options.clusters {
        let next = distances(device, points, squared.as_ref(), centres[centres.len() - 1])?;
        let sums = primitives::scan(&next, &Operator::sum())?;
        squared = Some(next);
        let total = sums.read_range(count - 1..count)?[0];
        if !total.is_finite() {
            return Err(KmeansError::NotFinite.into());
        }
        // Where all points are centres already, the first is one once more.
        let part = device.upload(&[(random(centres.len()) * f64::from(total)) as f32])?;
        let at = if total > 0.0 { primitives::upper_bound(&sums, &part)?.read()?[0] as usize } else { 0 };
        centres.push(point(at.min(count - 1))?);
    }
    Ok(centres)
}

/// Returns the square of how far each point is from the nearest centre, given that from the nearest of the centres before the last.
fn distances<T: Texel>(
    device: &Device,
    points: &Stream<T>,
    before: Option<&Stream<f32>>,
    centre: T,
) -> Result<Stream<f32>, Error> {
    let source = glsl!("applications/kmeans_seed.frag").element::<T>().parameter("first", before.is_none());
    let kernel = device.kernel(&source)?;
    let centre = device.upload(&[centre])?;
    let mut squared = device.stream_with(points.shape(), points.layout())?;
    let pass = device.pass(&kernel).input("points", points).input("centre", &centre);
    // The first pass reads no other distances.
    let pass = match before {
        Some(before) => pass.input("before", before),
        None => pass.input("before", &centre),
    };
    pass.output("squared", &mut squared).run()?;
    Ok(squared)
}
