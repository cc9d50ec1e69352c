//! Scan: reduces every prefix of a stream. Also known as prefix sum.

use crate::error::Error;
use crate::geometry::Layout;
use crate::glsl;
use crate::ir::{Loops, Needs};
use crate::machine::Device;
use crate::machine::Stream;
use crate::method::{Citation, DrawnFor, MethodInfo, MethodKernel};
use crate::operator::{Operator, OperatorError};
use crate::texel::{Components, Texel};

use super::kernels::Kernels;
use super::needs::{MINIMAL, check, pass_methods, run_first_fitting};
use super::texels::Texels;

/// Methods of scanning. All methods take streams of any extent. They keep the order of the elements, so the operator need not be
/// commutative.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scan {
    /// Takes ⌈log2 n⌉ passes (20 for 2^20) over all n elements: n log2 n operations, and one more stream for ping-pong. Sums are
    /// off by at most ⌈log2 n⌉ · 2^-24 · Σ|x| of the prefix, to first order. Horn, GPU Gems 2 ch. 36, figure 36-1, after Hillis and
    /// Steele.
    HillisSteele,
    /// Goes up and down a tree with one texture per level. That is 2⌈log2 n⌉ passes (40 for 2^20) and about 2n operations. The
    /// streams of all levels together have n elements. Sums are off by at most 2⌈log2 n⌉ · 2^-24 · Σ|x| of the prefix, to first
    /// order. Harris 2007, section 3.2, after Blelloch; here the scan is inclusive, so that the operator needs no identity.
    UpDownSweep,
    /// Goes up the tree until 4096 elements are left, scans these by [`Scan::HillisSteele`], and goes down again. For levels of few
    /// elements, the number of passes dominates the time. With l = ⌈log2(n / 4096)⌉ it takes 2l + 12 passes (28 for 2^20), or ⌈log2
    /// n⌉ for up to 4096 elements, and about 2n operations. Sums are off by at most (2l + 12) · 2^-24 · Σ|x| of the prefix, to
    /// first order. After Sengupta, Lefohn and Owens, *A Work-Efficient Step-Efficient Prefix Sum Algorithm*, 2006.
    Hybrid,
    /// The fastest: goes up and down a pyramid. An element of a level is the sum of four texels of the level below. The top level
    /// has at most 64 texels, which one pass scans. It takes 7 passes for 2^20 packed floats (levels of 2^20, 2^16, 2^12 and 2^8),
    /// 9 for plain ones (two more, which pack and unpack them), and 15 for vectors (2^20, 2^18, .. 2^6). It does about 2n
    /// operations. The levels take a fifteenth of the memory of the input, for vectors a third. With p passes, sums are off by at
    /// most (3p + 14) · 2^-24 · Σ|x| of the prefix, to first order.
    Pyramid,
}

impl Scan {
    /// All methods.
    pub const ALL: [Scan; 4] = [Scan::HillisSteele, Scan::UpDownSweep, Scan::Hybrid, Scan::Pyramid];

    /// Returns the method that [`scan`] uses: [`Scan::Pyramid`], or [`Scan::HillisSteele`] if a kernel has at most 1024
    /// instructions. If a kernel of that method does not fit on a chip, [`scan`] uses the next method that fits.
    pub fn fastest(device: &Device) -> Scan {
        // With four elements per texel and unrolled loops, a kernel has up to 1071 instructions.
        if device.features().instructions <= 1024 { Scan::HillisSteele } else { Scan::Pyramid }
    }
}

pass_methods!(Scan);

const METHODS: [MethodInfo; 4] = [
    MethodInfo {
        variant: "Scan::HillisSteele",
        name: "hillis-steele",
        passes: "⌈log2 *n*⌉",
        of_2_20: "20",
        citation: Citation::horn("Horn, GPU Gems 2 ch. 36, 36.1"),
        kernels: &[MethodKernel::new("scan_step")],
        ..MethodInfo::PLAIN
    },
    MethodInfo {
        variant: "Scan::UpDownSweep",
        name: "up-down-sweep",
        passes: "2⌈log2 *n*⌉, with work ∝ *n*",
        of_2_20: "40",
        citation: Citation::harris("Harris, Parallel Prefix Sum, 3.2"),
        needs: Needs { inputs: 2, ..MINIMAL },
        kernels: &[MethodKernel::new("scan_up"), MethodKernel::new("scan_down")],
        ..MethodInfo::PLAIN
    },
    MethodInfo {
        variant: "Scan::Hybrid",
        name: "hybrid",
        passes: "2⌈log2(*n* / 4096)⌉ + 12, with work ∝ *n*",
        of_2_20: "28",
        citation: Citation::new("Sengupta et al. 2006", "after Sengupta, Lefohn and Owens 2006"),
        needs: Needs { inputs: 2, ..MINIMAL },
        kernels: &[MethodKernel::new("scan_up"), MethodKernel::new("scan_step"), MethodKernel::new("scan_down")],
        ..MethodInfo::PLAIN
    },
    MethodInfo {
        variant: "Scan::Pyramid",
        name: "pyramid",
        default: true,
        passes: "up and down by 4 texels",
        of_2_20: "7 packed, 9 plain",
        citation: Citation::new("today's, on fragments", "after Harris"),
        needs: Needs { loops: Loops::Counted(8), inputs: 2, ..MINIMAL },
        kernels: &[
            MethodKernel::new("scan_pyramid_up_packed"),
            MethodKernel::new("scan_pyramid_down_packed"),
            MethodKernel::drawn_for("scan_pyramid_up", DrawnFor::Others),
            MethodKernel::drawn_for("scan_pyramid_down", DrawnFor::Others),
        ],
        ..MethodInfo::PACKED
    },
];

/// Computes the inclusive scan, in C order, by the method that [`Scan::fastest`] returns: element i of the result combines elements
/// 0 to i. The result has the shape and layout of the input.
///
/// ```
/// use brooklet::{Device, Operator, primitives};
/// let device = Device::headless()?;
/// let x = device.upload(&[3.0, 1.0, 7.0, 0.0, 4.0, 1.0, 6.0, 3.0])?;
/// let (sums, trace) = device.traced(|| primitives::scan(&x, &Operator::sum()));
/// assert_eq!(sums?.read()?, [3.0, 4.0, 11.0, 11.0, 15.0, 16.0, 22.0, 25.0]);
/// assert_eq!(trace.passes().count(), 1);
/// # Ok::<(), brooklet::Error>(())
/// ```
pub fn scan<T: Texel>(values: &Stream<T>, op: &Operator<T>) -> Result<Stream<T>, Error> {
    run_first_fitting(values.device(), Scan::fastest(values.device()), Scan::ALL, |method, on| {
        scan_by(&on.lend(values), op, method)
    })
}

/// Computes the inclusive scan by the given method. One element takes one pass, a copy.
pub fn scan_by<T: Texel>(values: &Stream<T>, op: &Operator<T>, method: Scan) -> Result<Stream<T>, Error> {
    run(values, op, method, None)
}

/// Computes the exclusive scan by the method that [`Scan::fastest`] returns: element i of the result combines elements 0 to i - 1,
/// and the first is the operator's identity. The identity of [`Operator::min`] is infinity, or the largest number, 2^65 - 2^48, on
/// chips without infinities (R300, R420). It takes as many passes as the inclusive scan, because one of them also shifts.
///
/// ```
/// use brooklet::{Device, Operator, primitives};
/// let device = Device::headless()?;
/// let x = device.upload(&[3.0, 1.0, 7.0, 0.0])?;
/// assert_eq!(primitives::exclusive_scan(&x, &Operator::sum())?.read()?, [0.0, 3.0, 4.0, 11.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`OperatorError::NoIdentity`], for an operator that has none.
pub fn exclusive_scan<T: Texel>(values: &Stream<T>, op: &Operator<T>) -> Result<Stream<T>, Error> {
    run_first_fitting(values.device(), Scan::fastest(values.device()), Scan::ALL, |method, on| {
        exclusive_scan_by(&on.lend(values), op, method)
    })
}

/// Computes the exclusive scan by the given method.
///
/// # Errors
/// As [`exclusive_scan`].
pub fn exclusive_scan_by<T: Texel>(values: &Stream<T>, op: &Operator<T>, method: Scan) -> Result<Stream<T>, Error> {
    let identity = op.identity_element().ok_or_else(|| OperatorError::NoIdentity { operator: op.name().to_owned() })?;
    run(values, op, method, Some(identity))
}

/// Scans inclusively if there is no identity, else exclusively.
fn run<T: Texel>(values: &Stream<T>, op: &Operator<T>, method: Scan, identity: Option<T>) -> Result<Stream<T>, Error> {
    let device = values.device();
    check(method, device, Scan::fastest(device))?;
    match method {
        Scan::HillisSteele => hillis_steele(values, op, identity),
        Scan::UpDownSweep if values.len() > 1 => up_down_sweep(values, op, identity, 1),
        Scan::Hybrid if values.len() > FEW => up_down_sweep(values, op, identity, FEW),
        Scan::UpDownSweep | Scan::Hybrid => hillis_steele(values, op, identity),
        Scan::Pyramid => pyramid(values, op, identity),
    }
}

fn hillis_steele<T: Texel>(values: &Stream<T>, op: &Operator<T>, identity: Option<T>) -> Result<Stream<T>, Error> {
    let device = values.device();
    let kernel = device.kernel(&op.bind(glsl!("primitives/scan_step.frag"))?)?;
    let mut stride = 1;
    let mut current: Option<Stream<T>> = None;
    loop {
        let mut next = device.stream_with::<T>(values.shape(), values.layout())?;
        // If the scan is exclusive, the first pass shifts.
        let shift = (identity.is_some() && current.is_none()) as i32;
        device
            .pass(&kernel)
            .input("values", current.as_ref().unwrap_or(values))
            .constant("stride", stride)
            .constant("shift", shift)
            .constant("identity", identity.unwrap_or(T::splat(0.0)).value())
            .output("scanned", &mut next)
            .run()?;
        current = Some(next);
        stride *= 2;
        if stride as usize >= values.len() {
            break;
        }
    }
    // The loop has run at least once.
    Ok(current.ok_or(OperatorError::NoElements { operator: op.name().to_owned() })?)
}

/// The maximum number of elements of a level that [`Scan::Hybrid`] scans by passes over all of it.
const FEW: usize = 4096;

/// Goes up the tree until at most `few` elements are left, scans these by [`hillis_steele`], and goes down.
fn up_down_sweep<T: Texel>(
    values: &Stream<T>,
    op: &Operator<T>,
    identity: Option<T>,
    few: usize,
) -> Result<Stream<T>, Error> {
    let device = values.device();
    let up = device.kernel(&op.bind(glsl!("primitives/scan_up.frag"))?)?;
    let down = device.kernel(&op.bind(glsl!("primitives/scan_down.frag"))?)?;
    let mut levels: Vec<Stream<T>> = Vec::new();
    while levels.last().unwrap_or(values).len() > few {
        let level = levels.last().unwrap_or(values);
        let mut sums = device.stream::<T>(level.len().div_ceil(2))?;
        device.pass(&up).input("values", level).output("sums", &mut sums).run()?;
        levels.push(sums);
    }
    // If the highest level has one element, it is its own scan.
    let mut pairs = levels.pop().ok_or(OperatorError::NoElements { operator: op.name().to_owned() })?;
    if pairs.len() > 1 {
        pairs = hillis_steele(&pairs, op, None)?;
    }
    loop {
        let level = levels.pop();
        let last = level.is_none();
        let source = level.as_ref().unwrap_or(values);
        let mut scanned = match last {
            true => device.stream_with::<T>(values.shape(), values.layout())?,
            false => device.stream::<T>(source.len())?,
        };
        device
            .pass(&down)
            .input("values", source)
            .input("pairs", &pairs)
            .constant("shift", (last && identity.is_some()) as i32)
            .constant("identity", identity.unwrap_or(T::splat(0.0)).value())
            .output("scanned", &mut scanned)
            .run()?;
        if last {
            return Ok(scanned);
        }
        pairs = scanned;
    }
}

/// The keys of the kernels of a pyramid.
#[derive(PartialEq)]
enum Level {
    Up,
    Top,
    Down,
}

/// The number of texels whose sum is one element of the level above.
const BLOCK: usize = 4;
/// The maximum number of texels that one pass scans.
const TOP: usize = 64;

fn pyramid<T: Texel>(values: &Stream<T>, op: &Operator<T>, identity: Option<T>) -> Result<Stream<T>, Error> {
    let device = values.device();
    if T::COMPONENTS == Components::One && values.layout() == Layout::Plain && values.len() > TOP {
        // Packing and unpacking take two more passes, but then far fewer texels are summed up.
        return pyramid(&values.to_layout(Layout::Packed)?, op, identity)?.to_layout(Layout::Plain);
    }
    let mut result = device.stream_with::<T>(values.shape(), values.layout())?;
    let packed = values.layout() == Layout::Packed;
    let (up, down) = match packed {
        true => (glsl!("primitives/scan_pyramid_up_packed.frag"), glsl!("primitives/scan_pyramid_down_packed.frag")),
        false => (glsl!("primitives/scan_pyramid_up.frag"), glsl!("primitives/scan_pyramid_down.frag")),
    };
    let mut kernels = Kernels::new();
    let mut levels: Vec<Stream<T>> = Vec::new();
    while Texels::of(levels.last().unwrap_or(values)).count() > TOP {
        let kernel = kernels.get(Level::Up, || device.kernel(&op.bind(up.clone())?))?;
        let level = Texels::of(levels.last().unwrap_or(values));
        let mut sums = device.stream_with::<T>(level.count().div_ceil(BLOCK), values.layout())?;
        let pass = device.pass(kernel).bound("values", level.in_blocks(BLOCK));
        pass.output_texels("sums", &mut sums).run()?;
        levels.push(sums);
    }
    let mut above: Option<Stream<T>> = None;
    loop {
        let level = levels.pop();
        let last = level.is_none();
        let source = Texels::of(level.as_ref().unwrap_or(values));
        // The highest level is one block with no level above it.
        let (way, [groups, size, reads]) = match above {
            None => (Level::Top, [8, TOP / 8, TOP / 8]),
            Some(_) => (Level::Down, [1, BLOCK, BLOCK - 1]),
        };
        let length = groups * size;
        let kernel = kernels.get(way, || {
            let source = op.bind(down.clone())?.parameter("groups", groups).parameter("size", size);
            device.kernel(&source.parameter("reads", reads))
        })?;
        let mut next = match last {
            true => None,
            false => Some(device.stream_with::<T>(level.as_ref().unwrap_or(values).shape(), values.layout())?),
        };
        let sums = above.as_ref().map_or(source.bound(), |sums| Texels::of(sums).bound());
        let pass = device.pass(kernel).bound("values", source.in_blocks(length)).bound("sums", sums);
        let pass = pass.constant("in_rows", source.in_rows(length));
        let pass = pass.constant("exclusive", last && identity.is_some());
        let pass = pass.constant("identity", identity.unwrap_or(T::splat(0.0)).value());
        pass.output_texels("scanned", next.as_mut().unwrap_or(&mut result)).run()?;
        match next {
            Some(next) => above = Some(next),
            None => return Ok(result),
        }
    }
}
