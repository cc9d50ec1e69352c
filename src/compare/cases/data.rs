//! The data of a comparison, in memory and on the device.

use crate::catalog::{self, Data as CatalogData, Options};
use crate::{Buffer, Device, Error, Layout, Stream};

/// The data of one size. Data that no wanted primitive reads are empty.
pub struct Data {
    pub device: Device,
    pub n: usize,
    /// The numbers of each kind, in the order of [`CatalogData::ALL`].
    kinds: Vec<Numbers>,
    /// The noise as texels of four floats.
    pub quads: Stream<[f32; 4]>,
    /// A stream with an eighth of the data's number of floats.
    pub eighth: Stream<[f32; 4]>,
}

/// The same floats in memory, on the device in both layouts, and in a buffer if there are compute shaders.
pub struct Numbers {
    pub slice: Vec<f32>,
    pub plain: Stream<f32>,
    pub packed: Stream<f32>,
    pub buffer: Option<Buffer<f32>>,
    /// The same streams as matrices, if an example along an axis reads them.
    matrices: Option<[Stream<f32>; 2]>,
}

/// The largest of the integers. It is small enough that sums of all of them are exact.
const LARGEST: f32 = 4.0;

impl Numbers {
    fn new(device: &Device, slice: Vec<f32>, on_device: bool, matrix: Option<Options>) -> Result<Numbers, Error> {
        let data: &[f32] = if on_device { &slice } else { &[] };
        let compute = device.compute().is_some();
        let of_layout = |options: &Options, layout| device.upload_with(options.shape(data.len()), layout, data);
        let matrices = match matrix.filter(|_| on_device) {
            Some(options) => Some([of_layout(&options, Layout::Plain)?, of_layout(&options, Layout::Packed)?]),
            None => None,
        };
        Ok(Numbers {
            matrices,
            plain: device.upload(data)?,
            packed: device.upload_with(data.len(), Layout::Packed, data)?,
            buffer: compute.then(|| device.upload_buffer(data)).transpose()?,
            slice,
        })
    }

    /// Returns the stream in a layout.
    pub fn of(&self, layout: Layout) -> &Stream<f32> {
        if layout == Layout::Packed { &self.packed } else { &self.plain }
    }

    /// Returns the stream in a layout and in the shape that these options want.
    pub fn shaped(&self, layout: Layout, options: &Options) -> &Stream<f32> {
        match &self.matrices {
            Some([plain, packed]) if options.axis.is_some() => {
                if layout == Layout::Packed {
                    packed
                } else {
                    plain
                }
            }
            _ => self.of(layout),
        }
    }
}

impl Data {
    pub fn new(device: &Device, n: usize, queries: usize, wanted: &dyn Fn(&str) -> bool) -> Result<Data, Error> {
        let numbers = |kind: CatalogData| {
            let count = if kind == CatalogData::Queries { queries.min(n) } else { n };
            // Clear the lowest bits, so that the numbers are exact in the format of any chip, but not those of positions, which would move.
            let numbers = kind.numbers(count, LARGEST).into_iter();
            let mask = if matches!(kind, CatalogData::Positions | CatalogData::Offsets) { !0 } else { !0x7F };
            numbers.map(|x| f32::from_bits(x.to_bits() & mask)).collect::<Vec<f32>>()
        };
        let of = |kind| {
            let is_read = is_read(kind, wanted);
            // The copy of noise is always needed: all times are compared with it.
            let slice = if is_read || kind == CatalogData::Noise { numbers(kind) } else { Vec::new() };
            Numbers::new(device, slice, is_read, matrix(kind, wanted))
        };
        let kinds = CatalogData::ALL.into_iter().map(of).collect::<Result<Vec<_>, _>>()?;
        Ok(Data {
            quads: device.upload(kinds[CatalogData::Noise as usize].slice.as_chunks::<4>().0)?,
            kinds,
            eighth: device.upload(&vec![[1.0; 4]; (n / 32).max(1)])?,
            device: device.clone(),
            n,
        })
    }

    /// Returns the numbers of a kind.
    pub fn of(&self, kind: CatalogData) -> &Numbers {
        &self.kinds[kind as usize]
    }

    /// Returns the number of queries.
    pub fn queries(&self) -> usize {
        self.of(CatalogData::Queries).slice.len()
    }
}

/// Returns the options of a wanted example along an axis that reads numbers of this kind.
fn matrix(kind: CatalogData, wanted: &dyn Fn(&str) -> bool) -> Option<Options> {
    let primitives = catalog::PRIMITIVES.into_iter().filter(|primitive| wanted(primitive.name));
    let examples = primitives.flat_map(|primitive| primitive.examples).filter(|example| example.data.contains(&kind));
    examples.map(|example| (example.options)()).find(|options| options.axis.is_some())
}

/// Returns whether a wanted case reads numbers of this kind: an example of the catalogue, or a case that has no methods.
fn is_read(kind: CatalogData, wanted: &dyn Fn(&str) -> bool) -> bool {
    let others: &[&str] = match kind {
        CatalogData::Noise => &["copy", "convert", "transfer", "overhead"],
        CatalogData::Whole => &["map", "overhead"],
        CatalogData::Sorted | CatalogData::Queries => &["search-indexed"],
        CatalogData::Integers
        | CatalogData::SortedIntegers
        | CatalogData::Shorts
        | CatalogData::Positions
        | CatalogData::Offsets
        | CatalogData::OtherSorted
        | CatalogData::Zeros
        | CatalogData::SortedZeros
        | CatalogData::Tiny
        | CatalogData::Flags
        | CatalogData::Seeds
        | CatalogData::Islands => &[],
        CatalogData::Records => &["overhead"],
    };
    let examples = |primitive: &&catalog::Primitive| {
        primitive.examples.iter().any(|example| example.row.is_some() && example.data.contains(&kind))
    };
    let read = catalog::PRIMITIVES.into_iter().filter(examples).map(|primitive| primitive.name);
    read.chain(others.iter().copied()).any(wanted)
}
