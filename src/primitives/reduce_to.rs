//! Reduction of blocks: reduces a stream to a smaller one of the same rank.

use std::borrow::Borrow;

use crate::error::Error;
use crate::geometry::Layout;
use crate::glsl;
use crate::machine::Stream;
use crate::operator::{Operator, OperatorError};
use crate::shape::{IntoShape, Shape, ShapeError};
use crate::texel::Texel;

/// Reduces a stream to a smaller one of the same rank. Each element of the result combines one block of the input, in C order. The
/// extents of `shape` must divide those of the input.
///
/// Passes: ⌈log8 k⌉ for each axis whose extent shrinks by k, the last axis first. Work is linear. Besides its input, a pass needs
/// memory for its output, which is at most half of the input. Keeps the order of the elements; as exact as
/// [`Reduce::Brook`](super::Reduce::Brook). Brook, section 3.3.
///
/// ```
/// use brooklet::{Device, Operator, primitives};
/// let device = Device::headless()?;
/// let matrix = device.upload_shaped([2, 3], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])?;
/// let rows = primitives::reduce_to(&matrix, &Operator::sum(), [2, 1])?;
/// assert_eq!(rows.read()?, [6.0, 15.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`ShapeError::NotDividing`], if the extents do not divide; [`OperatorError::NoElements`] for blocks of no elements, as
/// [`reduce`](super::reduce).
pub fn reduce_to<T: Texel>(values: &Stream<T>, op: &Operator<T>, shape: impl IntoShape) -> Result<Stream<T>, Error> {
    let (input, output) = (values.shape(), shape.into_shape()?);
    let divides = |(n, m): (&usize, &usize)| if *m == 0 { *n == 0 } else { n.is_multiple_of(*m) };
    if input.rank() != output.rank() || !input.extents().iter().zip(output.extents()).all(divides) {
        return Err(ShapeError::NotDividing { input, output }.into());
    }
    let device = values.device();
    if values.is_empty() && !output.extents().contains(&0) {
        let none = op.empty_value().ok_or_else(|| OperatorError::NoElements { operator: op.name().to_owned() })?;
        return device.upload_shaped(output, &vec![none; output.count()]);
    }
    let mut extents = input.extents().to_vec();
    let mut current = Work::Borrowed(values);
    let kernel = device.kernel(&op.bind(glsl!("primitives/reduce_brook_axis.frag"))?)?;
    // The last axis is reduced first, so that the elements of a block are combined in C order.
    for axis in (0..extents.len()).rev() {
        while extents[axis] > output.extents()[axis] {
            let block = extents[axis] / output.extents()[axis];
            let groups = block.div_ceil(8);
            let inner: usize = extents[axis + 1..].iter().product();
            let extent = extents[axis];
            extents[axis] = output.extents()[axis] * groups;
            let mut next = device.stream::<T>(Shape::try_from(extents.as_slice())?)?;
            device
                .pass(&kernel)
                .input("values", current.borrow())
                .constant("extent", extent as i32)
                .constant("block", block as i32)
                .constant("groups", groups as i32)
                .constant("inner", inner as i32)
                .output("reduced", &mut next)
                .run()?;
            current = Work::Owned(next);
        }
    }
    match current {
        Work::Owned(stream) => Ok(stream),
        Work::Borrowed(stream) => stream.to_layout(Layout::Plain),
    }
}

/// The input of the next pass: the caller's stream for the first pass, then the output of the pass before.
enum Work<'a, T: Texel> {
    Borrowed(&'a Stream<T>),
    Owned(Stream<T>),
}

impl<T: Texel> Borrow<Stream<T>> for Work<'_, T> {
    fn borrow(&self) -> &Stream<T> {
        match self {
            Work::Borrowed(stream) => stream,
            Work::Owned(stream) => stream,
        }
    }
}
