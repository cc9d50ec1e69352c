//! The passes of a reduction by blending.

use crate::error::Error;
use crate::fragment_operations::Blend;
use crate::glsl;
use crate::machine::Stream;
use crate::operator::Operator;
use crate::texel::Texel;

use super::blending::blend_of;

/// Halves the stream until at most `enough` elements are left: copies the lower half, and draws the upper half over it. Returns none if
/// there are no more than that already.
///
/// # Errors
/// The blending unit does not compute the operator. `instead` is a method that does.
pub(super) fn blended<T: Texel>(
    values: &Stream<T>,
    op: &Operator<T>,
    enough: usize,
    instead: &'static str,
) -> Result<Option<Stream<T>>, Error> {
    let device = values.device();
    let blend = blend_of(op, device, ("blending", instead))?;
    let past = neutral(blend);
    let kernel = device.kernel(&glsl!("primitives/reduce_half.frag").element::<T>())?;
    let layout = values.layout();
    let mut work: Option<Stream<T>> = None;
    while work.as_ref().unwrap_or(values).len() > enough {
        let from = work.as_ref().unwrap_or(values);
        // The upper half of a packed stream begins at a texel, as long as there are several.
        let block = if from.geometry().texels() > 1 { layout.lanes() } else { 1 };
        let lower = from.len().div_ceil(2).next_multiple_of(block);
        let mut next = device.stream_with::<T>(lower, layout)?;
        let half =
            |start: usize| device.pass(&kernel).input("values", from).constant("start", start).constant("past", past);
        half(0).output("half_of_all", &mut next).run()?;
        // The last elements of the lower half may have no partners.
        let partners = next.geometry().rects_of(0..(from.len() - lower).div_ceil(layout.lanes()));
        half(lower).output("half_of_all", &mut next).rectangles(partners).blend(blend).run()?;
        work = Some(next);
    }
    Ok(work)
}

/// Returns the number that changes no other when it is combined with it.
fn neutral(blend: Blend) -> f32 {
    match blend {
        Blend::MAX => f32::NEG_INFINITY,
        Blend::MIN => f32::INFINITY,
        // 0 would change -0.
        Blend::ADD => -0.0,
        _ => 1.0,
    }
}
