//! The passes of the fastest segmented scan: up and down a pyramid of sums, each with a flag that says whether a segment starts among the
//! elements of the sum.

use crate::error::Error;
use crate::geometry::Layout;
use crate::glsl;
use crate::kernel::Source;
use crate::machine::{Device, Pass, Stream, StreamBinding};
use crate::operator::Operator;
use crate::texel::{Components, Stored};

use super::texels::Texels;

/// The number of texels of two sums that combine into a sum of the level above.
const BLOCK: usize = 4;
/// The number of blocks of the highest level, which one pass scans.
const GROUPS: usize = 8;
/// The maximum number of sums of the highest level.
const TOP: usize = 2 * BLOCK * GROUPS;

/// Where segments start.
#[derive(Clone, Copy)]
pub(super) enum Starts<'a> {
    /// At elements whose flag is not 0.
    Flags(Texels<'a>),
    /// At elements whose key differs from that of the element before.
    Keys(Texels<'a>),
}

impl<'a> Starts<'a> {
    /// Returns a kernel that reads the flags or the keys.
    pub fn source(self, source: Source, device: &Device) -> Source {
        let keys = matches!(self, Starts::Keys(_));
        source.parameter("by_keys", keys).parameter("by_bits", keys && device.features().integers)
    }

    pub fn texels(self) -> Texels<'a> {
        match self {
            Starts::Flags(texels) | Starts::Keys(texels) => texels,
        }
    }
}

pub(super) fn scan<T: Stored>(values: &Stream<T>, heads: &Stream<f32>, op: &Operator<T>) -> Result<Stream<T>, Error> {
    if T::COMPONENTS != Components::One {
        return by_eights(values, heads, op);
    }
    if values.layout() == Layout::Packed && heads.layout() == Layout::Packed {
        return packed(values, Starts::Flags(Texels::of(heads)), op);
    }
    // Packing and unpacking take up to three more passes, but then far fewer texels are summed up.
    let heads = heads.to_layout(Layout::Packed)?;
    match values.layout() {
        Layout::Packed => packed(values, Starts::Flags(Texels::of(&heads)), op),
        Layout::Plain => {
            packed(&values.to_layout(Layout::Packed)?, Starts::Flags(Texels::of(&heads)), op)?.to_layout(Layout::Plain)
        }
    }
}

/// Scans a packed stream.
fn packed<T: Stored>(values: &Stream<T>, starts: Starts, op: &Operator<T>) -> Result<Stream<T>, Error> {
    let device = values.device();
    let sums = scanned_sums(values, starts, op)?;
    let kernel = device.kernel(&starts.source(op.bind(glsl!("primitives/segment_down_packed.frag"))?, device))?;
    let mut scanned = device.stream_with::<T>(values.shape(), values.layout())?;
    let pass = device.pass(&kernel).bound("values", Texels::of(values).bound()).bound("heads", starts.texels().bound());
    // A stream of one texel has no sums, and the kernel uses none.
    let sums = sums.as_ref().map_or(Texels::of(values).bound(), |sums| Texels::of(sums).bound());
    pass.bound("sums", sums).output_texels("scanned", &mut scanned).run()?;
    Ok(scanned)
}

/// Scans the sums of the texels of a packed stream: element i of the result is that of the last element of texel i. Returns none for one
/// texel.
pub(super) fn scanned_sums<T: Stored>(
    values: &Stream<T>,
    starts: Starts,
    op: &Operator<T>,
) -> Result<Option<Stream<T>>, Error> {
    let device = values.device();
    let texels = Texels::of(values);
    if texels.count() <= 1 {
        return Ok(None);
    }
    let kernel = device.kernel(&starts.source(op.bind(glsl!("primitives/segment_up_packed.frag"))?, device))?;
    let mut base = Level::new(values, texels.count())?;
    let pass = device.pass(&kernel).bound("values", texels.in_blocks(2)).bound("heads", starts.texels().in_blocks(2));
    pass.output("sums", &mut base.texels).run()?;
    let mut levels = vec![base];
    let up = device.kernel(&op.bind(glsl!("primitives/segment_level_up_packed.frag"))?)?;
    while levels[levels.len() - 1].sums > TOP {
        let below = &levels[levels.len() - 1];
        let mut level = Level::new(values, below.sums.div_ceil(2 * BLOCK))?;
        below.bind(device.pass(&up), 2 * BLOCK).output("sums", &mut level.texels).run()?;
        levels.push(level);
    }
    let down = op.bind(glsl!("primitives/segment_level_down_packed.frag"))?;
    let mut above: Option<Stream<T>> = None;
    while let Some(level) = levels.pop() {
        let groups = if above.is_none() { GROUPS } else { 1 };
        let kernel = device.kernel(&down.clone().parameter("groups", groups))?;
        let mut scanned = device.stream_with::<T>(level.sums, Layout::Packed)?;
        // The highest level is one block with no level above it.
        let sums = above.as_ref().map_or(StreamBinding::of(&level.texels), StreamBinding::texels);
        let pass = level.bind(device.pass(&kernel), BLOCK * groups).bound("sums", sums);
        pass.output_texels("scanned", &mut scanned).run()?;
        above = Some(scanned);
    }
    Ok(above)
}

/// A level of the pyramid: texels of two sums and their flags.
struct Level {
    texels: Stream<[f32; 4]>,
    sums: usize,
}

impl Level {
    fn new<T: Stored>(of: &Stream<T>, sums: usize) -> Result<Level, Error> {
        Ok(Level { texels: of.device().stream(sums.div_ceil(2))?, sums })
    }

    fn bind<'a>(&'a self, pass: Pass<'a>, block: usize) -> Pass<'a> {
        pass.bound("values", Texels::of(&self.texels).in_blocks(block))
    }
}

/// The number of elements of a level whose sum is one element of the level above, for elements that are vectors.
const EIGHT: usize = 8;

fn by_eights<T: Stored>(values: &Stream<T>, heads: &Stream<f32>, op: &Operator<T>) -> Result<Stream<T>, Error> {
    let device = values.device();
    let fold = device.kernel(&glsl!("primitives/segment_flags.frag"))?;
    let up = device.kernel(&op.bind(glsl!("primitives/segment_up.frag"))?)?;
    let down = device.kernel(&op.bind(glsl!("primitives/segment_down.frag"))?)?;
    let mut levels: Vec<(Stream<T>, Stream<f32>)> = Vec::new();
    loop {
        let (below, below_flags) = levels.last().map_or((values, heads), |(sums, flags)| (sums, flags));
        if below.len() <= EIGHT {
            break;
        }
        let count = below.len().div_ceil(EIGHT);
        let (mut sums, mut flags) = (device.stream::<T>(count)?, device.stream::<f32>(count)?);
        device.pass(&up).input("values", below).input("flags", below_flags).output("sums", &mut sums).run()?;
        device.pass(&fold).input("heads", below_flags).output("flags", &mut flags).run()?;
        levels.push((sums, flags));
    }
    let mut above: Option<Stream<T>> = None;
    loop {
        let level = levels.pop();
        let (source, flags) = level.as_ref().map_or((values, heads), |(sums, flags)| (sums, flags));
        let mut scanned = device.stream_with::<T>(source.shape(), source.layout())?;
        // The highest level is one block, with no level above it.
        let pass = device.pass(&down).input("values", source).input("flags", flags);
        pass.input("sums", above.as_ref().unwrap_or(source)).output("scanned", &mut scanned).run()?;
        if level.is_none() {
            return Ok(scanned);
        }
        above = Some(scanned);
    }
}
