//! The passes of a selection by rank, from a sample.

use crate::error::Error;
use crate::geometry::Layout;
use crate::glsl;
use crate::machine::{Stream, StreamBinding};
use crate::operator::Operator;
use crate::shape::Shape;

use super::axis::{Constants, Lines};
use super::filter_pyramid::{LEVELS, TOP, level, sums};
use super::needs::with_kept;
use super::reduce_passes::{RUN, runs};
use super::texels::{Texels, packed};
use super::{Reduce, sort};

/// The maximum number of brackets. More quantiles share some.
const MAX_BRACKETS: usize = 12;
/// The maximum number of brackets whose elements a pass counts.
const TOGETHER: usize = 3;
/// The place of an end before the first element of the sample.
const BEFORE: f32 = -1.0;
/// The place of an end past the last element of the sample.
const PAST: f32 = -2.0;
/// The number of elements in a leaf of the pyramid of counts.
const LEAF: usize = 16;
/// The number of texels that a fragment counts.
const BLOCK: usize = 16;
/// The names of the outputs of counts.
const COUNTS: [&str; TOGETHER] = ["counts_0", "counts_1", "counts_2"];
/// The widths of brackets that are tried, in standard deviations of the rank in the sample, to either side.
const WIDTHS: [f64; 2] = [3.25, 16.0];

/// The counts of a bracket, in parts.
type Counts = Stream<[f32; 4]>;

/// A rank among sorted elements: two neighbours, and the weight of the upper one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rank {
    lower: usize,
    upper: usize,
    weight: f64,
}

impl Rank {
    /// Returns the rank of a quantile of this many elements.
    pub fn of(q: f64, count: usize) -> Rank {
        let (last, rank) = (count - 1, q * (count - 1) as f64);
        let lower = (rank.floor() as usize).min(last);
        Rank { lower, upper: (lower + 1).min(last), weight: rank - lower as f64 }
    }

    /// Returns the places of the neighbours that matter.
    pub fn neighbours(&self) -> impl Iterator<Item = usize> + use<> {
        let upper = (self.weight > 0.0).then_some(self.upper);
        [self.lower].into_iter().chain(upper)
    }

    /// Returns the number between the neighbours, of which `element` returns each.
    pub fn between(&self, element: impl Fn(usize) -> f32) -> f32 {
        if self.weight == 0.0 {
            return element(self.lower);
        }
        let [lower, upper] = [self.lower, self.upper].map(|place| f64::from(element(place)));
        // Equal neighbours may be infinite.
        if lower == upper { lower as f32 } else { (lower * (1.0 - self.weight) + upper * self.weight) as f32 }
    }
}

/// Picks the elements at these ranks from all elements, sorted.
pub(super) fn of_sorted(sorted: &Stream<f32>, ranks: &[Rank]) -> Result<Stream<f32>, Error> {
    pick(sorted, None, &places(ranks))
}

/// Picks the elements at these ranks of each line, of which each is sorted: for each rank, the elements of all lines in C order.
pub(super) fn of_sorted_lines(
    sorted: &Stream<f32>,
    lines: Lines,
    ranks: &[Rank],
    shape: Shape,
) -> Result<Stream<f32>, Error> {
    let device = sorted.device();
    let kernel = device.kernel(&glsl!("primitives/quantile_pick.frag").parameter("along", true))?;
    let ranks = device.upload(&places(ranks))?;
    let mut found = device.stream_with::<f32>(shape, sorted.layout())?;
    let pass = lines.constants(device.pass(&kernel).input("sorted", sorted).input("ranks", &ranks));
    pass.constant("lines", lines.count()).output("quantile", &mut found).run()?;
    Ok(found)
}

/// Returns ranks as texels: the places of both neighbours, and the weight of the upper one.
fn places(ranks: &[Rank]) -> Vec<[f32; 4]> {
    ranks.iter().map(|rank| [rank.lower as f32, rank.upper as f32, rank.weight as f32, 0.0]).collect()
}

/// Picks elements at places among sorted elements, or ends of brackets.
fn pick(sorted: &Stream<f32>, bounds: Option<&Stream<f32>>, places: &[[f32; 4]]) -> Result<Stream<f32>, Error> {
    let device = sorted.device();
    let kernel = device.kernel(&glsl!("primitives/quantile_pick.frag").parameter("bracketed", bounds.is_some()))?;
    let ranks = device.upload(places)?;
    let mut found = device.stream::<f32>(places.len())?;
    let mut pass = device.pass(&kernel).input("sorted", sorted).input("ranks", &ranks);
    if let Some(bounds) = bounds {
        pass = pass.input("bounds", bounds);
    }
    pass.output("quantile", &mut found).run()?;
    Ok(found)
}

/// Finds the elements at these ranks by brackets from a sample.
pub(super) fn by_sample(values: &Stream<f32>, ranks: &[Rank]) -> Result<Stream<f32>, Error> {
    let values = packed(values)?;
    let sample = sort(&sample(&values)?)?;
    for width in WIDTHS {
        if let Some(found) = Brackets::new(&values, &sample, ranks, width)?.find(ranks)? {
            return Ok(found);
        }
    }
    of_sorted(&sort(&values)?, ranks)
}

/// Takes about n^(2/3) elements, one from each part of the stream.
fn sample(values: &Stream<f32>) -> Result<Stream<f32>, Error> {
    let (device, count) = (values.device(), values.len());
    // With (4n)^(2/3) elements, the sample and the elements in a bracket are about equally many.
    let samples = (1 << (count.saturating_mul(4).ilog2() * 2 / 3)).min(count);
    let kernel = device.kernel(&glsl!("primitives/quantile_sample.frag"))?;
    let mut sampled = device.stream_with(samples, Layout::Packed)?;
    let pass = device.pass(&kernel).input("values", values).constant("part", count / samples);
    pass.constant("rest", count % samples).constant("samples", samples).output("sampled", &mut sampled).run()?;
    Ok(sampled)
}

/// Where the elements at some ranks are.
struct Found {
    /// For each rank, places of two neighbours among the sorted elements inside brackets, or at ends of brackets; and a weight.
    places: Vec<[f32; 4]>,
    /// The number of elements inside brackets.
    inside: usize,
}

/// Reads back the parts of each count, and adds them.
fn totals(counts: &[Counts]) -> Result<Vec<[usize; 4]>, Error> {
    let total = |parts: Vec<[f32; 4]>| {
        parts.iter().fold([0; 4], |sums: [usize; 4], part| std::array::from_fn(|k| sums[k] + part[k] as usize))
    };
    counts.iter().map(|parts| Ok(total(parts.read()?))).collect()
}

/// Brackets in which the elements at some ranks are expected. Their lower ends ascend, and their upper ends, too.
struct Brackets<'a> {
    values: &'a Stream<f32>,
    /// The lower and the upper end of each.
    bounds: Stream<f32>,
    /// The bracket of each rank.
    of: Vec<usize>,
    count: usize,
}

impl Brackets<'_> {
    /// Takes the ends of brackets from a sorted sample, `width` standard deviations to either side of a rank.
    fn new<'a>(
        values: &'a Stream<f32>,
        sample: &Stream<f32>,
        ranks: &[Rank],
        width: f64,
    ) -> Result<Brackets<'a>, Error> {
        let mut order: Vec<usize> = (0..ranks.len()).collect();
        order.sort_by_key(|at| ranks[*at].lower);
        let (elements, samples) = (values.len() as f64, sample.len());
        // The place of a rank in the sample, moved by the width.
        let place = |rank: usize, side: f64| {
            let q = (rank as f64 + 0.5) / elements;
            let deviation = (samples as f64 * q * (1.0 - q)).sqrt();
            q * samples as f64 - 0.5 + side * (width * deviation + 2.0)
        };
        let mut of = vec![0; ranks.len()];
        let mut places: Vec<f32> = Vec::new();
        for (number, together) in order.chunks(ranks.len().div_ceil(MAX_BRACKETS)).enumerate() {
            for at in together {
                of[*at] = number;
            }
            let lower = place(ranks[together[0]].lower, -1.0).floor();
            let upper = place(ranks[together[together.len() - 1]].upper, 1.0).ceil();
            places.push(if lower < 0.0 { BEFORE } else { lower as f32 });
            places.push(if upper >= samples as f64 { PAST } else { upper as f32 });
        }
        let device = values.device();
        let kernel = device.kernel(&glsl!("primitives/quantile_bounds.frag"))?;
        let uploaded = device.upload(&places)?;
        let mut bounds = device.stream::<f32>(places.len())?;
        let pass = device.pass(&kernel).input("sorted", sample).input("places", &uploaded);
        let pass = pass.constant("lowest", f32::NEG_INFINITY).constant("highest", f32::INFINITY);
        pass.output("bounds", &mut bounds).run()?;
        Ok(Brackets { values, bounds, of, count: places.len() / 2 })
    }

    /// Finds the elements at these ranks. Returns none if one is in no bracket.
    fn find(&self, ranks: &[Rank]) -> Result<Option<Stream<f32>>, Error> {
        let device = self.values.device();
        let (inside, counts) = self.counts()?;
        let mut levels = vec![inside];
        while levels[levels.len() - 1].geometry().texels() > TOP {
            levels.push(sums(&levels[levels.len() - 1])?);
        }
        // The counts are read back when all passes that do not need them are on their way.
        let found = match device.is_planning() {
            true => Found { places: vec![[0.0; 4]; ranks.len()], inside: 0 },
            false => match self.places(ranks, &totals(&counts)?) {
                Some(found) => found,
                None => return Ok(None),
            },
        };
        with_kept(
            device,
            self.values.len(),
            || Ok(found.inside),
            |kept| {
                let bounds = Some(&self.bounds);
                if kept == 0 {
                    // All ranks are those of ends.
                    return pick(&self.bounds, bounds, &found.places);
                }
                pick(&sort(&self.gather(&levels, kept)?)?, bounds, &found.places)
            },
        )
        .map(Some)
    }

    /// Counts the elements inside any bracket, for each leaf; and for each bracket, in parts, those below its lower end, up to it, below
    /// its upper end, and up to it.
    fn counts(&self) -> Result<(Stream<f32>, Vec<Counts>), Error> {
        let device = self.values.device();
        let blocks = self.values.len().div_ceil(4 * BLOCK);
        let mut inside = level(device, self.values.len().div_ceil(LEAF))?;
        let geometry = *StreamBinding::texels(&inside).geometry();
        let mut counts = Vec::new();
        let targets = device.limits().targets;
        let (mut writes_inside, mut first) = (1, 0);
        while writes_inside == 1 || first < self.count {
            let together = (targets - writes_inside).min(TOGETHER).min(self.count - first);
            let source = glsl!("primitives/quantile_counts.frag").parameter("brackets", self.count);
            let source = source.parameter("writes_inside", writes_inside).parameter("writes_counts", together);
            let kernel = device.kernel(&source.parameter("first_counted", first))?;
            let make = |_| Stream::<[f32; 4]>::new(device, Shape::from(blocks), geometry);
            let mut own = (0..together).map(make).collect::<Result<Vec<_>, Error>>()?;
            let texels = Texels::of(self.values);
            let mut pass = device.pass(&kernel).bound("values", texels.in_blocks(BLOCK)).input("bounds", &self.bounds);
            pass = pass.constant("elements", self.values.len()).constant("highest", f32::INFINITY);
            if writes_inside == 1 {
                pass = pass.output_texels("inside_0", &mut inside);
            }
            for (name, own) in COUNTS.iter().zip(&mut own) {
                pass = pass.output_texels(name, own);
            }
            pass.run()?;
            let sum = Operator::sum();
            let columns = Reduce::fastest(device, &sum) == Reduce::Columns;
            for own in own {
                counts.push(runs(&own, &sum, RUN, columns)?.unwrap_or(own));
            }
            (writes_inside, first) = (0, first + together);
        }
        Ok((inside, counts))
    }

    /// Returns where the elements at these ranks are. Returns none if one is in no bracket.
    fn places(&self, ranks: &[Rank], counts: &[[usize; 4]]) -> Option<Found> {
        // The number of elements inside brackets that are not above the lower end of each bracket, and in the end that of all.
        let mut before = vec![0; self.count + 1];
        for (at, [_, from, to, _]) in counts.iter().enumerate() {
            let up_to = counts.get(at + 1).map_or(usize::MAX, |[_, up_to, ..]| *up_to);
            before[at + 1] = before[at] + to.min(&up_to).saturating_sub(*from);
        }
        let place = |bracket: usize, rank: usize| {
            let [below, up_to_lower, below_upper, up_to_upper] = counts[bracket];
            match () {
                () if rank < below => None,
                () if rank < up_to_lower => Some(-1.0 - (2 * bracket) as f32),
                () if rank < below_upper => Some((before[bracket] + rank - up_to_lower) as f32),
                () if rank < up_to_upper => Some(-2.0 - (2 * bracket) as f32),
                () => None,
            }
        };
        let places = ranks.iter().zip(&self.of).map(|(rank, bracket)| {
            Some([place(*bracket, rank.lower)?, place(*bracket, rank.upper)?, rank.weight as f32, 0.0])
        });
        Some(Found { places: places.collect::<Option<_>>()?, inside: before[self.count] })
    }

    /// Gathers the elements inside brackets.
    fn gather(&self, levels: &[Stream<f32>], kept: usize) -> Result<Stream<f32>, Error> {
        let device = self.values.device();
        let source = glsl!("primitives/quantile_gather.frag").parameter("brackets", self.count);
        let kernel = device.kernel(&source.parameter("levels", levels.len()))?;
        let mut gathered = device.stream_with(kept, Layout::Packed)?;
        let mut pass = device.pass(&kernel).bound("values", StreamBinding::texels(self.values));
        pass = pass.input("bounds", &self.bounds).constant("last_texel", self.values.len().div_ceil(4) - 1);
        for (level, name) in levels.iter().zip(LEVELS) {
            pass = pass.bound(name, StreamBinding::texels(level));
        }
        pass.output("gathered", &mut gathered).run()?;
        Ok(gathered)
    }
}
