//! Search among sorted integers, which are digits of 16 bits in floats.

use crate::error::Error;
use crate::glsl;
use crate::machine::Stream;
use crate::texel::Stored;

use super::integer_sort::weights;
use super::search_index::exact;

/// Finds lower or upper bounds by a binary search.
pub(super) fn search<K: Stored>(sorted: &Stream<K>, queries: &Stream<K>, upper: bool) -> Result<Stream<f32>, Error> {
    let (device, count) = (sorted.device(), sorted.len());
    exact(count)?;
    if count == 0 {
        return device.upload_shaped(queries.shape(), &vec![0.0; queries.len()]);
    }
    let middle = count.next_power_of_two().max(2) / 2;
    let source = glsl!("primitives/search_integers.frag").element::<K>();
    let source = source.parameter("steps", middle.ilog2() as usize).parameter("upper", upper);
    let kernel = device.kernel(&source)?;
    let mut position = device.stream_with(queries.shape(), queries.layout())?;
    let digits = K::COMPONENTS.count();
    let weights = weights::<K>(|digit| (1 << (digits - 1 - digit)) as f32);
    let pass = device.pass(&kernel).input("sorted", sorted).input("queries", queries);
    pass.constant("middle", middle).constant("weights", weights).output("position", &mut position).run()?;
    Ok(position)
}
