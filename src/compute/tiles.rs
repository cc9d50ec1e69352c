//! Tiles: the elements that one work group loads. Each invocation loads a few of them into registers, so that only the results of
//! invocations go through shared memory. This suits GPUs best.
//!
//! The group that finishes last scans the sums of all tiles, in the same dispatch. No group waits for one that has not begun. (A
//! scan in a single dispatch, by decoupled look-back, relies on groups that make progress whatever the others do, which no version
//! of OpenGL guarantees.)

use crate::error::Error;
use crate::glsl;
use crate::kernel::Source;
use crate::machine::{Buffer, Device, Element};
use crate::texel::Texel;

use super::runs::Bind;

/// The number of invocations of a work group.
const THREADS: usize = 256;

/// The size of a tile of elements of one type.
#[derive(Clone, Copy)]
pub(super) struct Tile {
    pub threads: usize,
    /// The number of elements of an invocation.
    pub each: usize,
}

impl Tile {
    /// Returns the largest tile that fits into the shared memory of a group.
    pub fn of<T: Element>(device: &Device) -> Result<Tile, Error> {
        let each = (8 / T::WORDS).max(4);
        // Besides its elements, each invocation needs a gap after them and two places for its result.
        Ok(Tile { threads: device.threads(THREADS, (each + 3) * T::WORDS * 4)?, each })
    }

    /// Returns the number of tiles of `count` elements.
    pub fn tiles(self, count: usize) -> usize {
        count.div_ceil(self.threads * self.each)
    }

    /// Adds the size of the tile to the source of a kernel.
    pub fn source(self, source: Source) -> Source {
        source.part("each", format!("const int EACH = {};\n", self.each))
    }
}

const LAST_GROUP: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/glsl/compute/last_group.glsl"));

/// Adds the work of the last group, for sums of type `T`, to the source of a kernel.
pub(super) fn with_last_group<T: Element>(source: Source) -> Source {
    source.part("compute/last_group.glsl", LAST_GROUP.replace("tally", T::TYPE_NAME))
}

/// Computes the inclusive scan of the tiles' sums. If `ordered`, the elements of an invocation are neighbours, which keeps their
/// order; otherwise neighbouring invocations load neighbouring elements.
fn sums<T: Element>(values: &Buffer<T>, tile: Tile, ordered: bool, bind: Bind) -> Result<Buffer<T>, Error> {
    let (device, count) = (values.device(), values.len());
    let source = with_last_group::<T>(tile.source(glsl!("compute/tile_sums.comp")));
    let kernel = bind(source, tile.threads)?;
    let tiles = tile.tiles(count);
    let mut sums = device.buffer::<T>(tiles)?;
    let (along, apart) = if ordered { (tile.each, 1) } else { (1, tile.threads) };
    let dispatch = device.dispatch(&kernel).input("values", values).output("sums", &mut sums).counter("finished")?;
    dispatch.constant("count", count).constant("along", along).constant("apart", apart).run(tiles)?;
    Ok(sums)
}

pub(super) fn reduce<T: Texel + Element>(values: &Buffer<T>, ordered: bool, bind: Bind) -> Result<T, Error> {
    let mut all = values.len();
    let sums = match all {
        1 => None,
        _ => Some(sums(values, Tile::of::<T>(values.device())?, ordered, bind)?),
    };
    let sums = sums.as_ref().unwrap_or(values);
    all = sums.len();
    Ok(sums.read_range(all - 1..all)?[0])
}

/// Scans by tiles; the scan is exclusive if there is an identity.
pub(super) fn scan<T: Element>(
    values: &Buffer<T>,
    identity: Option<[f32; 4]>,
    ordered: bool,
    bind: Bind,
) -> Result<Buffer<T>, Error> {
    let (device, count) = (values.device(), values.len());
    let tile = Tile::of::<T>(device)?;
    let tiles = tile.tiles(count);
    let sums = if tiles > 1 { Some(sums(values, tile, ordered, bind)?) } else { None };
    let kernel = bind(tile.source(glsl!("compute/scan_tiles.comp")), tile.threads)?;
    let mut scanned = device.buffer::<T>(count)?;
    // The first tile does not read the sums: if it is the only one, any buffer will do.
    let dispatch = device.dispatch(&kernel).input("values", values).input("sums", sums.as_ref().unwrap_or(values));
    let dispatch = dispatch.constant("count", count).constant("exclusive", identity.is_some());
    let dispatch = dispatch.constant("identity", identity.unwrap_or_default());
    dispatch.output("scanned", &mut scanned).run(tiles)?;
    Ok(scanned)
}
