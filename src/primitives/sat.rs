//! Summed-area table: the sum of all elements above and to the left of each element of a picture.

use crate::error::Error;
use crate::geometry::Layout;
use crate::glsl;
use crate::ir::{Loops, Needs};
use crate::lines::rows_and_columns;
use crate::machine::{Device, Stream};
use crate::method::{Citation, DrawnFor, MethodInfo, MethodKernel};
use crate::operator::Operator;
use crate::texel::Texel;

use super::axis::{Constants, Lines};
use super::needs::{MINIMAL, check, is_small, pass_methods, run_first_fitting};
use super::scan_axis::{ScanAxis, scan_axis_by};

/// Methods of a summed-area table of `H` rows and `W` columns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sat {
    /// Recursive doubling: ⌈log4 W⌉ passes along rows and ⌈log4 H⌉ along columns (10 for 1024 × 1024), each of which adds 4 elements, and one
    /// more stream for ping-pong. Sums are off by at most 3 · 2^-24 · Σ|x| of the rectangle for each pass, to first order. After Hensley et
    /// al. 2005, *Fast Summed-Area Table Generation and its Applications*.
    RecursiveDoubling,
    /// The fastest: the scan of each row, and then of each column, by [`ScanAxis::Pyramid`]: 8 passes for a packed picture of 1024 × 1024, 14
    /// for a plain one. With p passes, sums are off by at most 20p · 2^-24 · Σ|x| of the rectangle, to first order.
    Pyramid,
}

impl Sat {
    /// Both methods.
    pub const ALL: [Sat; 2] = [Sat::RecursiveDoubling, Sat::Pyramid];

    /// Returns the method that [`sat`] uses: [`Sat::Pyramid`], or [`Sat::RecursiveDoubling`] if a kernel has at most 512 instructions. If its
    /// kernels do not fit on a chip, the other is used.
    pub fn fastest(device: &Device) -> Sat {
        if is_small(device) { Sat::RecursiveDoubling } else { Sat::Pyramid }
    }
}

pass_methods!(Sat);

const METHODS: [MethodInfo; 2] = [
    MethodInfo {
        variant: "Sat::RecursiveDoubling",
        name: "recursive-doubling",
        default: true,
        passes: "⌈log4 *W*⌉ + ⌈log4 *H*⌉, of *H* rows of *W*",
        of_2_20: "10",
        citation: Citation::new("Hensley et al. 2005", "after Hensley et al. 2005"),
        needs: Needs { loops: Loops::Counted(3), ..MINIMAL },
        layouts: &[Layout::Plain, Layout::Packed],
        kernels: &[MethodKernel::new("sat_step")],
        ..MethodInfo::PLAIN
    },
    MethodInfo {
        variant: "Sat::Pyramid",
        name: "pyramid",
        default: true,
        passes: "those of scan-axis along rows and columns",
        of_2_20: "8 packed, 14 plain",
        citation: Citation::new("today's, on fragments", "after Harris"),
        needs: Needs { loops: Loops::Counted(15), inputs: 2, ..MINIMAL },
        kernels: &[
            MethodKernel::new("reduce_brook_axis"),
            MethodKernel::new("scan_axis_down"),
            MethodKernel::drawn_for("scan_rows_up_packed", DrawnFor::Packed),
            MethodKernel::drawn_for("scan_rows_down_packed", DrawnFor::Packed),
            MethodKernel::drawn_for("scan_columns_up_packed", DrawnFor::Packed),
            MethodKernel::drawn_for("scan_columns_down_packed", DrawnFor::Packed),
        ],
        ..MethodInfo::PACKED
    },
];

/// Computes the summed-area table of a picture, by the method that [`Sat::fastest`] returns: an element of the result is the sum of the
/// rectangle from the first element to it, both included, as `x.cumsum(0).cumsum(1)` in NumPy. The last two axes are the rows and columns;
/// axes before them count pictures, each of which is summed by itself. The result has the shape and layout of the input.
///
/// The sum of any rectangle is then the difference of four elements, whatever its size. Its error is relative to the elements of the table,
/// which are larger than the difference: subtract the mean of a picture first if small rectangles matter (Hensley et al. 2005).
///
/// ```
/// use brooklet::{Device, primitives};
/// let device = Device::headless()?;
/// let x = device.upload_shaped([2, 3], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])?;
/// assert_eq!(primitives::sat(&x)?.read()?, [1.0, 3.0, 6.0, 5.0, 12.0, 21.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`PrimitiveError::Rows`](super::PrimitiveError::Rows), for a stream of one axis.
pub fn sat<T: Texel>(picture: &Stream<T>) -> Result<Stream<T>, Error> {
    let device = picture.device();
    run_first_fitting(device, Sat::fastest(device), Sat::ALL, |method, on| sat_by(&on.lend(picture), method))
}

/// Computes the summed-area table of a picture by the given method.
///
/// # Errors
/// As [`sat`]; [`PrimitiveError::Lacks`](super::PrimitiveError::Lacks), if the device lacks a feature that the method needs.
pub fn sat_by<T: Texel>(picture: &Stream<T>, method: Sat) -> Result<Stream<T>, Error> {
    let device = picture.device();
    check(method, device, Sat::fastest(device))?;
    rows_and_columns("sat", picture.shape())?;
    match method {
        Sat::Pyramid => {
            let sum = Operator::sum();
            let rows = scan_axis_by(picture, &sum, -1, ScanAxis::Pyramid)?;
            scan_axis_by(&rows, &sum, -2, ScanAxis::Pyramid)
        }
        Sat::RecursiveDoubling => {
            let rows = doubling(picture, Lines::new(picture.shape(), -1)?)?;
            doubling(&rows, Lines::new(picture.shape(), -2)?)
        }
    }
}

/// Scans the lines along an axis. Lines of one element take one pass, a copy.
fn doubling<T: Texel>(values: &Stream<T>, lines: Lines) -> Result<Stream<T>, Error> {
    let device = values.device();
    let kernel = device.kernel(&glsl!("primitives/sat_step.frag").element::<T>())?;
    let mut current: Option<Stream<T>> = None;
    let mut stride = 1;
    loop {
        let mut next = device.stream_with::<T>(values.shape(), values.layout())?;
        let pass = lines.constants(device.pass(&kernel).input("values", current.as_ref().unwrap_or(values)));
        pass.constant("stride", stride).output("sums", &mut next).run()?;
        stride *= 4;
        if stride >= lines.length {
            return Ok(next);
        }
        current = Some(next);
    }
}
