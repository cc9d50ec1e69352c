//! A search in rounds, in which the depth test skips queries whose position is known.

use crate::error::Error;
use crate::fragment_operations::{Compare, DepthTest};
use crate::geometry::Layout;
use crate::glsl;
use crate::machine::{OcclusionQuery, Stream};

use super::search_index::{exact, nowhere};

/// The most rounds that a search can take. Each one halves what is left of at most 2^24 positions. In two more, what was found last is drawn
/// again and then nothing is, and the answer to that comes a round late.
const MAX_ROUNDS: usize = 27;

/// Searches by interpolation. A round is a pass that narrows the positions of all queries that are not found, and, from the second on, a pass
/// that puts the found ones behind. They are two because the textures of two rounds take turns, and a query that is skipped must have its
/// position in both.
pub(super) fn search(sorted: &Stream<f32>, queries: &Stream<f32>, upper: bool) -> Result<Stream<f32>, Error> {
    let device = sorted.device();
    exact(sorted.len())?;
    if sorted.is_empty() || queries.is_empty() {
        return nowhere(queries);
    }
    let round = |first: bool| {
        let source = glsl!("primitives/search_round.frag").parameter("first", first).parameter("upper", upper);
        device.kernel(&source)
    };
    let (first, others) = (round(true)?, round(false)?);
    let found = device.kernel(&glsl!("primitives/search_found.frag"))?;
    let state = || device.stream_with::<[f32; 4]>(queries.shape(), Layout::Plain);
    let [mut before, mut after] = [state()?, state()?];
    let mut depths = device.depth_stencil(&before)?;
    // Where the depth test skips nothing while a query counts, the passes that find are counted instead, in which nothing is skipped.
    let counts_found = !device.info().early_z_in_queries;
    let mut left = queries.len() as u64;
    let mut last: Option<OcclusionQuery> = None;
    for number in 0..MAX_ROUNDS {
        let mut counted = device.occlusion_query()?;
        let pass = device.pass(if number == 0 { &first } else { &others }).input("sorted", sorted);
        let pass = if number == 0 { pass } else { pass.input("state", &before) };
        let pass = pass.input("queries", queries).output("next", &mut after).depth_stencil(&mut depths);
        let pass = pass.depth_test(DepthTest::new(Compare::Less).at(0.5));
        if counts_found { pass } else { pass.count(&mut counted) }.run()?;
        if number > 0 {
            // What was found before this round now has its position in both textures.
            let pass = device.pass(&found).input("state", &before).depth_stencil(&mut depths);
            let pass = pass.depth_test(DepthTest::new(Compare::Less).write());
            if counts_found { pass.count(&mut counted) } else { pass }.run()?;
        }
        before.swap(&mut after);
        if device.is_planning() && number > 0 {
            break;
        }
        // The answer about a round is waited for when the next one is drawn.
        if let Some(query) = last.replace(counted) {
            let is_done = if counts_found {
                left = left.saturating_sub(query.count()?);
                left == 0
            } else {
                !query.any()?
            };
            if is_done {
                break;
            }
        }
    }
    let kernel = device.kernel(&glsl!("primitives/search_positions.frag"))?;
    let mut position = device.stream_with(queries.shape(), queries.layout())?;
    device.pass(&kernel).input("state", &before).output("position", &mut position).run()?;
    Ok(position)
}
