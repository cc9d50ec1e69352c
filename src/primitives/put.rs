//! Put: scatters values to given positions.

use crate::backend::Class;
use crate::error::Error;
use crate::geometry::Layout;
use crate::glsl;
use crate::ir::{Loops, Needs};
use crate::keys::KeyRange;
use crate::machine::{Device, Stream};
use crate::method::{Citation, DrawnFor, MethodInfo, MethodKernel, Units};
use crate::operator::Operator;
use crate::shape::{Named, Shape, ShapeError};
use crate::texel::Stored;

use super::argsort::check_positions;
use super::argsort_bits::Words;
use super::blending::blend_of;
use super::group::heads;
use super::needs::{MINIMAL, check, pass_methods};
use super::take::take_to;
use super::{Argsort, ArgsortOptions, Search, argsort_with, segmented_scan, upper_bound, upper_bound_by};

/// Methods of scattering. All copy elements bit for bit.
///
/// A fragment cannot write elsewhere than at its own position. So the first two sort the positions, and then each element of the array
/// searches for its own position among them. After Buck, *Taking the Plunge into GPU Computing*, GPU Gems 2, 2005. Besides those of a sort
/// and a search they take four passes, and two and those of a [`segmented_scan`] more to combine values. They need memory for three numbers
/// per value and two per element, and for what the sort needs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Put {
    /// Sorts by [`Argsort::Bitonic`], or by [`Argsort::BitonicFloat`] where there are no integers, and searches by
    /// [`Search::BinarySearch`]: the era's methods.
    BitonicSearch,
    /// The fastest with drivers that draw on the CPU, and to combine values: sorts and searches by the methods that [`Argsort::fastest`] and [`Search::fastest`] return. Where a word of 32 bits
    /// holds both, positions are sorted as integers of just as many bits as they have.
    SortSearch,
    /// The fastest on GPUs: draws each value as a [point](crate::Pass::points) at its position, since a vertex can go where a fragment cannot. It takes 2 passes, of
    /// which the first copies the array; packed streams are copied once more, to plain ones and back. Values are combined by blending, in
    /// their order, which needs [`float_blending`](crate::Features::float_blending), and by sum, product, min or max alone; a sum of k
    /// values is off by at most k · 2^-24 times the sum of their absolute values and the element's, to first order, as that of a loop. After
    /// Buck, *Taking the Plunge into GPU Computing*, GPU Gems 2, 2005; Scheuermann and Hensley, *Efficient Histogram Generation Using
    /// Scattering on GPUs*, 2007.
    Points,
}

impl Put {
    /// All methods.
    pub const ALL: [Put; 3] = [Put::BitonicSearch, Put::SortSearch, Put::Points];

    /// Returns the method that [`put`] uses: [`Put::Points`] on a GPU, and [`Put::SortSearch`] where a driver draws on the CPU.
    pub fn fastest(device: &Device) -> Put {
        let points = device.info().class == Class::Hardware && Put::Points.runs_on(device);
        if points { Put::Points } else { Put::SortSearch }
    }

    /// Returns the method that [`put_with`] uses: [`Put::SortSearch`], whose sums are more exact than those of [`Put::Points`].
    pub fn fastest_with(_: &Device) -> Put {
        Put::SortSearch
    }

    fn sort(self, keys: &Stream<f32>, elements: usize) -> Result<Stream<f32>, Error> {
        let device = keys.device();
        let options = ArgsortOptions::default();
        // The keys are the numbers from 0 to `elements`.
        let bits = Words::position_bits(elements + 1);
        let words = Argsort::fastest(device, keys.len(), Some(bits)) == Argsort::MergeWords;
        argsort_with(
            keys,
            match self {
                Put::BitonicSearch if device.features().integers => options.method(Argsort::Bitonic),
                Put::BitonicSearch => options.method(Argsort::BitonicFloat),
                Put::SortSearch if words => options.bits(bits.max(1), KeyRange::Integers),
                Put::SortSearch | Put::Points => options,
            },
        )
    }
}

pass_methods!(Put);

const METHODS: [MethodInfo; 3] = [
    MethodInfo {
        variant: "Put::BitonicSearch",
        name: "bitonic-search",
        passes: "those of a bitonic argsort, and 5",
        of_2_20: "215",
        citation: SOURCE,
        needs: Needs { loops: Loops::Counted(24), inputs: 5, ..MINIMAL },
        kernels: &KERNELS,
        ..MethodInfo::PLAIN
    },
    MethodInfo {
        variant: "Put::SortSearch",
        name: "sort-search",
        remark: ", on CPUs",
        default: true,
        passes: "those of an argsort and a search, and 4",
        of_2_20: "32",
        citation: SOURCE,
        needs: Needs { loops: Loops::Counted(24), inputs: 5, ..MINIMAL },
        kernels: &KERNELS,
        ..MethodInfo::PACKED
    },
    MethodInfo {
        variant: "Put::Points",
        name: "points",
        remark: ", on GPUs",
        default: true,
        passes: "2",
        of_2_20: "4 packed, 2 plain",
        citation: Citation::new("Buck 2005", "after Buck, GPU Gems 2, 2005"),
        units: Units { points: true, ..Units::NONE },
        kernels: &[MethodKernel::new("copy")],
        ..MethodInfo::PLAIN
    },
];

const SOURCE: Citation = Citation::new("Buck 2005", "after Buck, GPU Gems 2, 2005");

const KERNELS: [MethodKernel; 4] = [
    MethodKernel::new("put_keys"),
    MethodKernel::new("put_addresses"),
    MethodKernel::new("put_last"),
    MethodKernel::drawn_for("put_combined", DrawnFor::Others),
];

/// Scatters values to these positions, in C order: returns a copy of `into` in which the element at `positions[i]` is `values[i]`. Of
/// several values for one position, the last one stays. Positions are whole numbers in floats, which are exact up to 2^24; a value whose
/// position is beyond the stream is not written. The result has the shape and layout of `into`. The method is the one that
/// [`Put::fastest`] returns.
///
/// ```
/// use brooklet::{Device, primitives};
/// let device = Device::headless()?;
/// let zeros = device.upload(&[0.0; 4])?;
/// let (positions, values) = (device.upload(&[2.0, 0.0, 2.0])?, device.upload(&[5.0, 6.0, 7.0])?);
/// assert_eq!(primitives::put(&zeros, &positions, &values)?.read()?, [6.0, 0.0, 7.0, 0.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`ShapeError::Mismatch`], for positions and values of different shapes;
/// [`PrimitiveError::FloatAddress`](super::PrimitiveError::FloatAddress), for more than 2^24 elements or values.
pub fn put<T: Stored>(into: &Stream<T>, positions: &Stream<f32>, values: &Stream<T>) -> Result<Stream<T>, Error> {
    put_by(into, positions, values, Put::fastest(into.device()))
}

/// Scatters values by the given method.
///
/// # Errors
/// As [`put`].
pub fn put_by<T: Stored>(
    into: &Stream<T>,
    positions: &Stream<f32>,
    values: &Stream<T>,
    method: Put,
) -> Result<Stream<T>, Error> {
    scatter(into, positions, values, None, method)
}

/// Combines the elements at these positions with values: as [`put`], but several values for one position are combined by the operator, in
/// C order, and the element of `into` with what they combine to, as `numpy.ufunc.at` does: with a sum, values are added to the elements.
/// Elements at no position keep their bits. Sums are as exact as those of a [`segmented_scan`], and one rounding more. The method is the one
/// that [`Put::fastest_with`] returns.
///
/// ```
/// use brooklet::{Device, Operator, primitives};
/// let device = Device::headless()?;
/// let into = device.upload(&[100.0, 200.0, 300.0])?;
/// let (positions, values) = (device.upload(&[2.0, 0.0, 2.0])?, device.upload(&[5.0, 6.0, 7.0])?);
/// assert_eq!(primitives::put_with(&into, &positions, &values, &Operator::sum())?.read()?, [106.0, 200.0, 312.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// As [`put`].
pub fn put_with<T: Stored>(
    into: &Stream<T>,
    positions: &Stream<f32>,
    values: &Stream<T>,
    op: &Operator<T>,
) -> Result<Stream<T>, Error> {
    put_with_by(into, positions, values, op, Put::fastest_with(into.device()))
}

/// Combines elements with values by the given method.
///
/// # Errors
/// As [`put`].
pub fn put_with_by<T: Stored>(
    into: &Stream<T>,
    positions: &Stream<f32>,
    values: &Stream<T>,
    op: &Operator<T>,
    method: Put,
) -> Result<Stream<T>, Error> {
    scatter(into, positions, values, Some(op), method)
}

fn scatter<T: Stored>(
    into: &Stream<T>,
    positions: &Stream<f32>,
    values: &Stream<T>,
    op: Option<&Operator<T>>,
    method: Put,
) -> Result<Stream<T>, Error> {
    let device = into.device();
    check(method, device, Put::fastest(device))?;
    check_positions("a put", into.len())?;
    check_positions("a put", positions.len())?;
    same_shape(positions.shape(), values.shape())?;
    if positions.is_empty() || into.is_empty() {
        return into.to_layout(into.layout());
    }
    if method == Put::Points {
        return draw_points(into, positions, values, op);
    }
    let kernel = device.kernel(&glsl!("primitives/put_keys.frag"))?;
    let layout = if method == Put::SortSearch { Layout::Packed } else { Layout::Plain };
    let mut keys = device.stream_with(positions.len(), layout)?;
    let pass = device.pass(&kernel).input("positions", positions).constant("elements", into.len() as f32);
    pass.output("keys", &mut keys).run()?;

    let order = method.sort(&keys, into.len())?;
    let sorted = take_to(&keys, &order, layout)?;
    drop(keys);
    let own = addresses(device, into.len(), layout)?;
    let ends = match method {
        Put::BitonicSearch => upper_bound_by(&sorted, &own, Search::BinarySearch)?,
        Put::SortSearch | Put::Points => upper_bound(&sorted, &own)?,
    };
    drop(own);

    let mut result = device.stream_with(into.shape(), into.layout())?;
    match op {
        None => {
            let kernel = device.kernel(&glsl!("primitives/put_last.frag").element::<T>())?;
            let pass = device.pass(&kernel).input("into", into).input("sorted", &sorted).input("order", &order);
            pass.input("ends", &ends).input("values", values).output("result", &mut result).run()?;
        }
        Some(op) => {
            let values = take_to(values, &order, values.layout())?;
            let sums = segmented_scan(&values, &heads(&sorted)?, op)?;
            let source = glsl!("primitives/put_combined.frag").element::<T>();
            let kernel = device.kernel(&op.bind(source)?)?;
            let pass = device.pass(&kernel).input("into", into).input("sorted", &sorted).input("ends", &ends);
            pass.input("sums", &sums).output("result", &mut result).run()?;
        }
    }
    Ok(result)
}

/// Draws each value as a point at its position, in a copy of `into`.
fn draw_points<T: Stored>(
    into: &Stream<T>,
    positions: &Stream<f32>,
    values: &Stream<T>,
    op: Option<&Operator<T>>,
) -> Result<Stream<T>, Error> {
    let device = into.device();
    let blend = op.map(|op| blend_of(op, device, (Put::Points.name(), Put::SortSearch.name()))).transpose()?;
    let mut result = into.to_layout(Layout::Plain)?;
    let plain = match positions.layout() {
        Layout::Plain => None,
        Layout::Packed => Some(positions.to_layout(Layout::Plain)?),
    };
    let kernel = device.kernel(&glsl!("primitives/copy.frag").element::<T>())?;
    let pass = device.pass(&kernel).input("values", values).output("copied", &mut result);
    let pass = pass.points(plain.as_ref().unwrap_or(positions));
    blend.into_iter().fold(pass, |pass, blend| pass.blend(blend)).run()?;
    match into.layout() {
        Layout::Plain => Ok(result),
        Layout::Packed => result.to_layout(Layout::Packed),
    }
}

/// Returns the numbers from 0, as a list.
pub(super) fn addresses(device: &Device, count: usize, layout: Layout) -> Result<Stream<f32>, Error> {
    let kernel = device.kernel(&glsl!("primitives/put_addresses.frag"))?;
    let mut own = device.stream_with(count, layout)?;
    device.pass(&kernel).output("address", &mut own).run()?;
    Ok(own)
}

fn same_shape(positions: Shape, values: Shape) -> Result<(), ShapeError> {
    match positions == values {
        true => Ok(()),
        false => Err(ShapeError::Mismatch {
            what: "positions and values of a put".to_owned(),
            first: Named::new("positions", positions),
            second: Named::new("values", values),
        }),
    }
}
