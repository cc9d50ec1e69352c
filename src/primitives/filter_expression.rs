//! Filtering by an expression: marks the records that it drops as null, and drops the null records.

use crate::error::{Error, PrimitiveError};
use crate::glsl;
use crate::kernel::Source;
use crate::machine::Stream;
use crate::operator::Operator;
use crate::texel::Texel;

use super::filter::{Filter, SMALLER, compact_by, countable};
use super::needs::run_first_fitting;
use super::query_passes::Depths;
use super::{filter_pyramid, predicate, reduce};

/// The source of the infinity that marks a null record.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Infinity {
    /// The shader computes it.
    #[default]
    Made,
    /// The shader reads it from a stream of one element, for hardware that can store infinity but not compute it.
    Streamed,
}

/// Keeps the records for which a one-line expression in `x` is true, by the method that [`Filter::fastest`] returns.
///
/// ```
/// use brooklet::{Device, primitives};
/// let device = Device::headless()?;
/// let x = device.upload(&[3.0, -1.0, 4.0, -1.0, -5.0, 9.0])?;
/// assert_eq!(primitives::filter(&x, "x > 0.0")?.read()?, [3.0, 4.0, 9.0]);
/// let points = device.upload(&[[3.0, 4.0], [0.6, 0.8], [0.0, 0.1]])?;
/// assert_eq!(primitives::filter(&points, "length(x) < 2")?.read()?, [[0.6, 0.8], [0.0, 0.1]]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`Error::Compile`], for an invalid expression; [`PrimitiveError::FloatAddress`], for more than 2^24 records on a device without
/// integers.
pub fn filter<T: Texel>(values: &Stream<T>, keep: &str) -> Result<Stream<T>, Error> {
    let fastest = Filter::fastest(values.device());
    countable(values, fastest, "a filter")?;
    run_first_fitting(values.device(), fastest, SMALLER, |method, on| filter_by(&on.lend(values), keep, method))
}

/// Keeps the records for which the expression is true, by the given method.
///
/// The methods of the chapter take one more pass than for [`compact`](super::compact()), to mark the dropped records as null. Before this pass,
/// another pass and a reduction (an occlusion query for [`Filter::OcclusionQuery`]) look for a record that is +inf and would be kept. Such a record is an error, because it could not
/// be distinguished from a null one.
///
/// # Errors
/// As [`filter`]; [`PrimitiveError::KeptInfinity`], from the methods of the chapter.
pub fn filter_by<T: Texel>(values: &Stream<T>, keep: &str, method: Filter) -> Result<Stream<T>, Error> {
    filter_with(values, keep, method, Infinity::Made)
}

/// Keeps the records for which the expression is true, with the infinity from the given source. [`Filter::HistoPyramid`] needs no
/// infinity.
pub fn filter_with<T: Texel>(
    values: &Stream<T>,
    keep: &str,
    method: Filter,
    infinity: Infinity,
) -> Result<Stream<T>, Error> {
    let device = values.device();
    method.check(device)?;
    let bind = |source: Source| predicate::kernel::<T>(device, source, keep);
    if method == Filter::HistoPyramid {
        if values.is_empty() {
            // Nothing is drawn, but errors in the expression must be found.
            bind(glsl!("primitives/filter_clash.frag"))?;
            return device.stream_with(0, values.layout());
        }
        countable(values, method, method.name())?;
        return filter_pyramid::filter(values, bind);
    }
    let queried = method == Filter::OcclusionQuery;
    let clash = bind(match queried {
        true => glsl!("primitives/filter_clash_near.frag"),
        false => glsl!("primitives/filter_clash.frag"),
    })?;
    let mark = bind(match infinity {
        Infinity::Made => glsl!("primitives/filter_mark.frag"),
        Infinity::Streamed => glsl!("primitives/filter_mark_streamed.frag"),
    })?;
    if values.is_empty() {
        return device.stream(0);
    }
    let pass = device.pass(&clash).input("values", values);
    let clashes = if queried {
        let query = Depths::new(device, values.shape())?.query(pass)?;
        !device.is_planning() && query.any()?
    } else {
        let mut clashes = device.stream_with::<f32>(values.shape(), values.layout())?;
        pass.output("clash", &mut clashes).run()?;
        reduce(&clashes, &Operator::max())? > 0.0
    };
    if clashes {
        return Err(PrimitiveError::KeptInfinity { keep: keep.to_owned() }.into());
    }
    let mut marked = device.stream_with::<T>(values.shape(), values.layout())?;
    let pass = device.pass(&mark).input("values", values);
    match infinity {
        Infinity::Made => pass.constant("zero", 0.0).output("marked", &mut marked).run()?,
        Infinity::Streamed => {
            let infinity = device.upload(&[f32::INFINITY])?;
            pass.input("infinity", &infinity).output("marked", &mut marked).run()?;
        }
    }
    compact_by(&marked, method)
}
