//! Tiles: elements that one work group loads, each invocation a few of them into registers, so that only what the invocations
//! come to goes through shared memory. What a GPU is best at.
//!
//! The sums of all tiles are scanned by the group that is done last, in the same dispatch. Nobody waits for a group that has
//! not begun: a scan in one dispatch (decoupled look-back) relies on groups that make progress whatever the others do, which
//! no version of OpenGL promises.

use crate::error::Error;
use crate::glsl;
use crate::kernel::Source;
use crate::machine::{Buffer, Device, Element};
use crate::texel::Texel;

use super::runs::Bind;

/// Invocations of a work group.
const THREADS: usize = 256;

/// A tile of elements of one type.
#[derive(Clone, Copy)]
pub(super) struct Tile {
    pub threads: usize,
    /// Elements of an invocation.
    each: usize,
}

impl Tile {
    /// The largest tile that a group has room for.
    pub fn of<T: Element>(device: &Device) -> Result<Tile, Error> {
        let each = (8 / T::WORDS).max(4);
        // A gap after each invocation's elements, and what the invocations come to, twice.
        Ok(Tile { threads: device.threads(THREADS, (each + 3) * T::WORDS * 4)?, each })
    }

    /// How many tiles so many elements make.
    pub fn tiles(self, count: usize) -> usize {
        count.div_ceil(self.threads * self.each)
    }

    /// A kernel of this tile.
    pub fn source(self, source: Source) -> Source {
        source.part("each", format!("const int EACH = {};\n", self.each))
    }
}

const LAST_GROUP: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/glsl/compute/last_group.glsl"));

/// What the last group does, for sums of type `T`.
pub(super) fn with_last_group<T: Element>(source: Source) -> Source {
    source.part("compute/last_group.glsl", LAST_GROUP.replace("tally", T::TYPE_NAME))
}

/// What all tiles up to each come to. In order, or with neighbouring invocations at neighbouring elements.
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

/// Exclusive with an identity.
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
    // The first tile does not look at what it is given as sums.
    let dispatch = device.dispatch(&kernel).input("values", values).input("sums", sums.as_ref().unwrap_or(values));
    let dispatch = dispatch.constant("count", count).constant("exclusive", identity.is_some());
    let dispatch = dispatch.constant("identity", identity.unwrap_or_default());
    dispatch.output("scanned", &mut scanned).run(tiles)?;
    Ok(scanned)
}
