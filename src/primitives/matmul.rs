//! Matrix product.

use crate::error::{Error, PrimitiveError};
use crate::geometry::{Layout, Rect};
use crate::glsl;
use crate::ir::{Loops, Needs};
use crate::lines::picture_size;
use crate::machine::{Device, Stream, StreamBinding};
use crate::method::{Citation, DrawnFor, MethodInfo, MethodKernel};

use super::needs::{MINIMAL, check, is_small, pass_methods, run_first_fitting, with_steps};

/// Methods of multiplying a matrix of M × K by one of K × N. A sum of the result is within (K + 2) · 2^-24 · Σ |a| |b| of the exact one, if
/// floats have 32 bits and are rounded to nearest. An infinity or NaN makes those elements NaN that depend on it and a zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Matmul {
    /// A fragment computes an element: one pass, in which each reads 2 K numbers. After Moravánszky 2003, *Dense Matrix Algebra on the GPU*,
    /// and Fatahalian, Sugerman and Hanrahan 2004, *Understanding the Efficiency of GPU Algorithms for Matrix-Matrix Multiplication*.
    InnerProduct,
    /// The fastest: a fragment computes four columns of as many rows as there are render targets, and with eight rows reads 12 texels for 128
    /// multiply-adds. The rows are in planes, which are joined: one more pass, or one for each plane if rows of the result are whole texels
    /// of a packed stream. A matrix whose rows are not, is packed in a pass of its own. Besides that it takes memory for the result. After
    /// Larsen and McAllister 2001, *Fast Matrix Multiplies using Graphics Hardware*, and Hall, Carr and Hart 2003, *Cache and Bandwidth Aware
    /// Matrix Multiplication on the GPU*.
    Blocks,
}

impl Matmul {
    /// Both methods.
    pub const ALL: [Matmul; 2] = [Matmul::InnerProduct, Matmul::Blocks];

    /// Returns the method that [`matmul`] uses: [`Matmul::Blocks`], or [`Matmul::InnerProduct`] if a kernel has at most 512 instructions. If
    /// its kernels do not fit on a chip, the other is used.
    pub fn fastest(device: &Device) -> Matmul {
        if is_small(device) { Matmul::InnerProduct } else { Matmul::Blocks }
    }
}

pass_methods!(Matmul);

const METHODS: [MethodInfo; 2] = [
    MethodInfo {
        variant: "Matmul::InnerProduct",
        name: "inner-product",
        default: true,
        passes: "1",
        of_2_20: "1",
        citation: Citation::new("Fatahalian et al. 2004", "after Moravánszky 2003 and Fatahalian et al. 2004"),
        needs: Needs { loops: Loops::Counted(256), inputs: 2, ..MINIMAL },
        kernels: &[MethodKernel::new("matmul_inner")],
        ..MethodInfo::PLAIN
    },
    MethodInfo {
        variant: "Matmul::Blocks",
        name: "blocks",
        default: true,
        passes: "2 to 4; as many as there are render targets, and 1, of packed rows of whole texels",
        of_2_20: "9 packed, 4 plain",
        citation: Citation::new("Hall et al. 2003", "after Larsen and McAllister 2001 and Hall et al. 2003"),
        needs: Needs { loops: Loops::Counted(256), inputs: 2, ..MINIMAL },
        kernels: &[
            MethodKernel::new("matmul_pack"),
            MethodKernel::new("matmul_blocks"),
            MethodKernel::new("matmul_join"),
            MethodKernel::drawn_for("matmul_join_texels", DrawnFor::Packed),
        ],
        ..MethodInfo::PACKED
    },
];

/// The names of the outputs for the planes of a product.
pub(super) const PLANES: [&str; 8] =
    ["plane_0", "plane_1", "plane_2", "plane_3", "plane_4", "plane_5", "plane_6", "plane_7"];

/// Multiplies two matrices, by the method that [`Matmul::fastest`] returns, as `a @ b` in NumPy. The result has the rows of `a` and the columns
/// of `b`, and the layout of `a`. Where there is nothing to sum, because `a` has no columns, it is 0.
///
/// ```
/// use brooklet::{Device, primitives};
/// let device = Device::headless()?;
/// let a = device.upload_shaped([2, 3], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])?;
/// let b = device.upload_shaped([3, 1], &[1.0, 0.0, -1.0])?;
/// let product = primitives::matmul(&a, &b)?;
/// assert_eq!((product.shape().extents(), product.read()?), (&[2, 1][..], vec![-2.0, -2.0]));
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`PrimitiveError::Picture`], for a stream that does not have two axes; [`PrimitiveError::Product`], if `a` does not have as many columns as
/// `b` has rows.
pub fn matmul(a: &Stream<f32>, b: &Stream<f32>) -> Result<Stream<f32>, Error> {
    let device = a.device();
    run_first_fitting(device, Matmul::fastest(device), Matmul::ALL, |method, on| {
        matmul_by(&on.lend(a), &on.lend(b), method)
    })
}

/// Multiplies two matrices by the given method.
///
/// # Errors
/// As [`matmul`]; [`PrimitiveError::Lacks`], if the device lacks a feature that the method needs.
pub fn matmul_by(a: &Stream<f32>, b: &Stream<f32>, method: Matmul) -> Result<Stream<f32>, Error> {
    let device = a.device();
    check(method, device, Matmul::fastest(device))?;
    let ([rows, depth], [other, columns]) =
        (picture_size("a product", a.shape())?, picture_size("a product", b.shape())?);
    if depth != other {
        return Err(PrimitiveError::Product { a: a.shape(), b: b.shape() }.into());
    }
    let mut product = device.stream_with::<f32>([rows, columns], a.layout())?;
    if product.is_empty() {
        return Ok(product);
    }
    if depth == 0 {
        return device.upload_with([rows, columns], a.layout(), &vec![0.0; rows * columns]);
    }
    match method {
        Matmul::InnerProduct => {
            let kernel = device.kernel(&with_steps(glsl!("primitives/matmul_inner.frag"), device, depth))?;
            let pass = device.pass(&kernel).input("a", a).input("b", b).constant("steps", depth);
            pass.output("product", &mut product).run()?;
        }
        Matmul::Blocks => {
            let (a, b) = (Texels::of(a, rows)?, Texels::of(b, depth.next_multiple_of(4))?);
            blocks(a.bound(), b.bound(), [rows, depth, columns], &mut product)?;
        }
    }
    Ok(product)
}

/// A matrix, in texels of four neighbours of a row.
enum Texels<'a> {
    Own(StreamBinding<'a>),
    Packed(Stream<[f32; 4]>),
}

impl<'a> Texels<'a> {
    /// Returns the texels of a matrix. If its rows are not whole texels, or it has fewer rows than asked for, it is filled up with zeros.
    fn of(matrix: &'a Stream<f32>, rows: usize) -> Result<Texels<'a>, Error> {
        let device = matrix.device();
        let [own, columns] = picture_size("a product", matrix.shape())?;
        if matrix.layout() == Layout::Packed && columns.is_multiple_of(4) && own == rows {
            return Ok(Texels::Own(StreamBinding::texels(matrix).with_row(columns / 4)));
        }
        let kernel = device.kernel(&glsl!("primitives/matmul_pack.frag"))?;
        let mut packed = device.stream([rows, columns.div_ceil(4)])?;
        let pass = device.pass(&kernel).input("matrix", matrix).constant("rows", own).constant("columns", columns);
        pass.output("packed", &mut packed).run()?;
        Ok(Texels::Packed(packed))
    }

    fn bound(&self) -> StreamBinding<'_> {
        match self {
            Texels::Own(bound) => *bound,
            Texels::Packed(packed) => StreamBinding::of(packed),
        }
    }
}

/// Multiplies a matrix of M × K by one of K × N, both in texels, and joins the planes.
fn blocks(
    a: StreamBinding,
    b: StreamBinding,
    [rows, depth, columns]: [usize; 3],
    product: &mut Stream<f32>,
) -> Result<(), Error> {
    let device = product.device().clone();
    let planes = planes(&device, a, b, [rows, depth, columns])?;
    let of_plane = rows.div_ceil(planes.len());
    let width = columns.div_ceil(4);
    if product.layout() == Layout::Packed && columns.is_multiple_of(4) && !product.geometry().wrapped() {
        let kernel = device.kernel(&glsl!("primitives/matmul_join_texels.frag"))?;
        for (number, plane) in planes.iter().enumerate() {
            let start = (number * of_plane).min(rows);
            let rectangle = Rect::new(0, start, width, of_plane.min(rows - start));
            if rectangle.height > 0 {
                let pass = device.pass(&kernel).input("plane", plane).constant("start", start).rectangle(rectangle);
                pass.output_texels("joined", product).run()?;
            }
        }
        return Ok(());
    }
    let kernel = device.kernel(&glsl!("primitives/matmul_join.frag").parameter("targets", planes.len()))?;
    let pass = planes.iter().zip(PLANES).fold(device.pass(&kernel), |pass, (plane, name)| pass.input(name, plane));
    pass.constant("rows", of_plane).output("product", product).run()
}

/// Returns the planes of a product: the first has the first rows, the second the following, and so on, as many each.
pub(crate) fn planes(
    device: &Device,
    a: StreamBinding,
    b: StreamBinding,
    [rows, depth, columns]: [usize; 3],
) -> Result<Vec<Stream<[f32; 4]>>, Error> {
    let targets = 1 << device.limits().targets.clamp(1, PLANES.len()).ilog2();
    let (of_plane, steps) = (rows.div_ceil(targets), depth.div_ceil(4));
    let source = glsl!("primitives/matmul_blocks.frag").parameter("targets", targets);
    let kernel = device.kernel(&with_steps(source, device, steps))?;
    let mut planes: Vec<Stream<[f32; 4]>> =
        (0..targets).map(|_| device.stream([of_plane, columns.div_ceil(4)])).collect::<Result<_, _>>()?;
    let pass = device.pass(&kernel).bound("a", a).bound("b", b).constant("rows", of_plane).constant("last", rows - 1);
    let pass = planes.iter_mut().zip(PLANES).fold(pass, |pass, (plane, name)| pass.output(name, plane));
    pass.constant("steps", steps).run()?;
    Ok(planes)
}
