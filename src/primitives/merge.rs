//! Merge: makes one sorted list of two.

use crate::error::{DeviceError, Error};
use crate::geometry::Layout;
use crate::glsl;
use crate::ir::{Loops, Needs};
use crate::kernel::Source;
use crate::machine::layers::Layers;
use crate::machine::{Device, Pass, Stream, StreamBinding};
use crate::method::{Citation, DrawnFor, MethodInfo, MethodKernel};
use crate::shape::{Named, ShapeError};
use crate::texel::{Components, Stored};

use super::argsort::check_positions;
use super::key::Key;
use super::key::sealed::Kind;
use super::needs::{MINIMAL, check, is_small, pass_methods, run_first_fitting};
use super::put::addresses;
use super::texels::packed;
use super::{Search, lower_bound, lower_bound_by};

/// Methods of merging. Both are stable: of equal elements, those of the first list come first. They need memory for the result, and for one
/// position per element if they say so.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Merge {
    /// Searches the second list for each element of the first, which gives the places of these in the result; then each element of the result
    /// searches for its place among them, and is gathered from either list. 6 passes, two of which are binary searches, and three
    /// streams of positions. The search is that of Buck and Purcell, GPU Gems ch. 37, section 37.3.2.
    RankSearch,
    /// The fastest: each fragment finds its start on the merge path by a binary search, merges from there in registers, and writes 8
    /// neighbouring texels into 8 render targets (4, 2 or 1 if the device has no more). 3 passes, and one more for each list that is
    /// plain, which is packed before: another one searches for every 256th element, so that 8 steps are left, and the last one writes
    /// the result. Besides it takes as much memory as the result. After Green, McColl and Bader, *GPU Merge Path*, 2012.
    ///
    /// On devices with integers, keys compare by their bits, in the total order of IEEE 754, but -0 and 0 tie; denormals are exact.
    MergePath,
}

impl Merge {
    /// Both methods.
    pub const ALL: [Merge; 2] = [Merge::RankSearch, Merge::MergePath];

    /// Returns the method that [`merge`] uses: [`Merge::MergePath`], or [`Merge::RankSearch`] if a kernel has at most 512 instructions. If a
    /// kernel of that method does not fit on a chip, the other method is used.
    pub fn fastest(device: &Device) -> Merge {
        if is_small(device) { Merge::RankSearch } else { Merge::MergePath }
    }
}

pass_methods!(Merge);

const METHODS: [MethodInfo; 2] = [
    MethodInfo {
        variant: "Merge::RankSearch",
        name: "rank-search",
        default: true,
        passes: "6",
        of_2_20: "6",
        citation: Citation::chapter_37("after Buck and Purcell, 37.3.2"),
        needs: Needs { loops: Loops::Counted(24), inputs: 3, ..MINIMAL },
        kernels: &[
            MethodKernel::new("binary_search"),
            MethodKernel::new("put_addresses"),
            MethodKernel::new("merge_ranks"),
            MethodKernel::new("merge_origins"),
            MethodKernel::new("merge_gather"),
        ],
        ..MethodInfo::PLAIN
    },
    MethodInfo {
        variant: "Merge::MergePath",
        name: "merge-path",
        default: true,
        remark: ", into 8 render targets",
        passes: "3; 5 plain",
        of_2_20: "3 packed, 5 plain",
        citation: Citation::new("Green et al. 2012", "after Green, McColl and Bader 2012"),
        needs: Needs { loops: Loops::Counted(25), inputs: 3, ..MINIMAL },
        kernels: &[
            MethodKernel::new("merge_starts"),
            MethodKernel::new("merge_path"),
            MethodKernel::drawn_for("merge_gather", DrawnFor::Others),
        ],
        ..MethodInfo::PACKED
    },
];

/// Merges two sorted lists, the smallest element first, in C order. Of equal elements, those of `a` come first, and all elements keep their
/// bits: -0 and 0 are equal. The result has one dimension, and is packed if both lists are. If a list is not sorted, or has NaN that [`sort`](super::sort())
/// did not put where it is, the result has elements of the lists in an unspecified order, maybe not all of them. The method is the one that
/// [`Merge::fastest`] returns; integers are merged by [`Merge::RankSearch`], whatever the method.
///
/// ```
/// use brooklet::{Device, primitives};
/// let device = Device::headless()?;
/// let (a, b) = (device.upload(&[1.0, 4.0, 4.0])?, device.upload(&[0.0, 4.0, 5.0, 6.0])?);
/// assert_eq!(primitives::merge(&a, &b)?.read()?, [0.0, 1.0, 4.0, 4.0, 4.0, 5.0, 6.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`PrimitiveError::FloatAddress`](super::PrimitiveError::FloatAddress), for more than 2^24 elements together.
pub fn merge<K: Key>(a: &Stream<K>, b: &Stream<K>) -> Result<Stream<K>, Error> {
    let device = a.device();
    run_first_fitting(device, Merge::fastest(device), Merge::ALL, |method, on| {
        merge_by(&on.lend(a), &on.lend(b), method)
    })
}

/// Merges two sorted lists by the given method.
///
/// # Errors
/// As [`merge`].
pub fn merge_by<K: Key>(a: &Stream<K>, b: &Stream<K>, method: Merge) -> Result<Stream<K>, Error> {
    let lists = Lists::new(a, b, method)?;
    let layout = lists.layout();
    if a.is_empty() || b.is_empty() {
        return joined(a, b, layout);
    }
    match (method, lists.floats()) {
        (Merge::MergePath, Some((floats, keys_of))) => Ok(keys_of(floats.path(false, layout)?)),
        _ => gather(a, b, &lists.rank_search()?, layout),
    }
}

/// Merges two sorted lists of keys, each with a payload that moves with its keys. It takes the passes of [`merge`], and two more by
/// [`Merge::MergePath`], or one by [`Merge::RankSearch`].
///
/// ```
/// use brooklet::{Device, primitives};
/// let device = Device::headless()?;
/// let (a, b) = (device.upload(&[1.0, 4.0])?, device.upload(&[0.0, 4.0])?);
/// let (of_a, of_b) = (device.upload(&[10.0, 11.0])?, device.upload(&[20.0, 21.0])?);
/// let (keys, values) = primitives::merge_pairs((&a, &of_a), (&b, &of_b))?;
/// assert_eq!((keys.read()?, values.read()?), (vec![0.0, 1.0, 4.0, 4.0], vec![20.0, 10.0, 11.0, 21.0]));
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// As [`merge`]; [`ShapeError::Mismatch`], for keys and a payload of different shapes.
pub fn merge_pairs<K: Key, T: Stored>(
    a: (&Stream<K>, &Stream<T>),
    b: (&Stream<K>, &Stream<T>),
) -> Result<(Stream<K>, Stream<T>), Error> {
    let device = a.0.device();
    run_first_fitting(device, Merge::fastest(device), Merge::ALL, |method, on| {
        merge_pairs_by((&on.lend(a.0), &on.lend(a.1)), (&on.lend(b.0), &on.lend(b.1)), method)
    })
}

/// Merges two sorted lists with a payload by the given method.
///
/// # Errors
/// As [`merge_pairs`].
pub fn merge_pairs_by<K: Key, T: Stored>(
    (a, of_a): (&Stream<K>, &Stream<T>),
    (b, of_b): (&Stream<K>, &Stream<T>),
    method: Merge,
) -> Result<(Stream<K>, Stream<T>), Error> {
    let lists = Lists::new(a, b, method)?;
    same_shape(a, of_a)?;
    same_shape(b, of_b)?;
    let packed = [of_a.layout(), of_b.layout()] == [Layout::Packed; 2];
    let layouts = (lists.layout(), if packed { Layout::Packed } else { Layout::Plain });
    if a.is_empty() || b.is_empty() {
        return Ok((joined(a, b, layouts.0)?, joined(of_a, of_b, layouts.1)?));
    }
    let origins = match (method, lists.floats()) {
        (Merge::MergePath, Some((floats, _))) => floats.path(true, layouts.0)?,
        _ => lists.rank_search()?,
    };
    Ok((gather(a, b, &origins, layouts.0)?, gather(of_a, of_b, &origins, layouts.1)?))
}

/// The distance of the elements of the result whose start on the merge path is searched for in a pass of its own, where fragments write one
/// texel, and where they write several. It is a multiple of what they write.
const SPACING: [usize; 2] = [64, 256];

/// The conversion of floats to keys of this type, which are floats.
type KeysOf<K> = fn(Stream<f32>) -> Stream<K>;

/// Two sorted lists.
struct Lists<'a, K: Key> {
    a: &'a Stream<K>,
    b: &'a Stream<K>,
}

impl<'a, K: Key> Lists<'a, K> {
    fn new(a: &'a Stream<K>, b: &'a Stream<K>, method: Merge) -> Result<Lists<'a, K>, Error> {
        let device = a.device();
        check(method, device, Merge::fastest(device))?;
        check_positions("a merge", a.len() + b.len())?;
        if a.device().inner.id != b.device().inner.id {
            return Err(DeviceError::OtherDevice { what: "the second list of a merge".to_owned() }.into());
        }
        Ok(Lists { a, b })
    }

    fn len(&self) -> usize {
        self.a.len() + self.b.len()
    }

    fn layout(&self) -> Layout {
        match [self.a.layout(), self.b.layout()] {
            [Layout::Packed, Layout::Packed] => Layout::Packed,
            _ => Layout::Plain,
        }
    }

    /// Returns the lists as lists of floats, if they are, with the conversion of merged floats to keys.
    fn floats(&self) -> Option<(Lists<'a, f32>, KeysOf<K>)> {
        match (K::kind(self.a), K::kind(self.b)) {
            (Kind::Floats(a, keys_of), Kind::Floats(b, _)) => Some((Lists { a, b }, keys_of)),
            _ => None,
        }
    }

    /// Finds by searches where the elements of the result come from.
    fn rank_search(&self) -> Result<Stream<f32>, Error> {
        let device = self.a.device();
        let found = match self.floats() {
            Some((floats, _)) => lower_bound_by(floats.b, floats.a, Search::BinarySearch)?,
            None => lower_bound(self.b, self.a)?,
        };
        let kernel = device.kernel(&glsl!("primitives/merge_ranks.frag"))?;
        let mut ranks = device.stream::<f32>(self.a.len())?;
        device.pass(&kernel).input("found", &found).output("ranks", &mut ranks).run()?;
        let own = addresses(device, self.len(), Layout::Plain)?;
        let before = lower_bound_by(&ranks, &own, Search::BinarySearch)?;
        let kernel = device.kernel(&glsl!("primitives/merge_origins.frag"))?;
        let mut origins = device.stream::<f32>(self.len())?;
        let pass = device.pass(&kernel).input("ranks", &ranks).input("before", &before);
        pass.output("origins", &mut origins).run()?;
        Ok(origins)
    }
}

impl Lists<'_, f32> {
    /// Merges along the merge path: writes the elements, or where they come from.
    fn path(&self, origins: bool, layout: Layout) -> Result<Stream<f32>, Error> {
        let device = self.a.device();
        let (first, second) = (packed(self.a)?, packed(self.b)?);
        let layers = Layers::max(device);
        let spacing = if layers == 1 { SPACING[0] } else { SPACING[1] };
        let by_bits = device.features().integers;
        let source = |source: Source, longest: usize| {
            let steps = (longest + 1).next_power_of_two().ilog2() as usize;
            source.parameter("by_bits", by_bits).parameter("spacing", spacing).parameter("steps", steps)
        };
        let longest = self.a.len().min(self.b.len());
        let kernel = device.kernel(&source(glsl!("primitives/merge_starts.frag"), longest))?;
        let mut starts = device.stream::<f32>(self.len().div_ceil(spacing))?;
        let pass = self.counts(device.pass(&kernel).input("a", &first).input("b", &second));
        pass.output("starts", &mut starts).run()?;

        let source = source(glsl!("primitives/merge_path.frag"), longest.min(spacing - 1));
        let kernel = device.kernel(&source.parameter("origins", origins).parameter("layers", layers))?;
        let mut merged = Layers::new(device, self.len().div_ceil(4), layers, Components::Four)?;
        let pass = device.pass(&kernel).bound("a", StreamBinding::texels(&first));
        let pass = self.counts(pass.bound("b", StreamBinding::texels(&second)).input("starts", &starts));
        merged.outputs(pass).run()?;
        let mut result = device.stream_with(self.len(), layout)?;
        merged.copy_to(&mut result)?;
        Ok(result)
    }

    fn counts<'b>(&self, pass: Pass<'b>) -> Pass<'b> {
        pass.constant("a_elements", self.a.len()).constant("b_elements", self.b.len())
    }
}

/// Takes each element of the result from where it comes from.
fn gather<T: Stored>(a: &Stream<T>, b: &Stream<T>, origins: &Stream<f32>, layout: Layout) -> Result<Stream<T>, Error> {
    let device = a.device();
    let kernel = device.kernel(&glsl!("primitives/merge_gather.frag").element::<T>())?;
    let mut gathered = device.stream_with(origins.len(), layout)?;
    let pass = device.pass(&kernel).input("a", a).input("b", b).input("origins", origins);
    pass.output("gathered", &mut gathered).run()?;
    Ok(gathered)
}

/// Returns the elements of two lists, of which one at least is empty.
fn joined<T: Stored>(a: &Stream<T>, b: &Stream<T>, layout: Layout) -> Result<Stream<T>, Error> {
    let all = if a.is_empty() { b } else { a };
    let mut copied = all.device().stream_with(all.len(), layout)?;
    if !all.is_empty() {
        let kernel = all.device().kernel(&glsl!("primitives/copy.frag").element::<T>())?;
        all.device().pass(&kernel).input("values", all).output("copied", &mut copied).run()?;
    }
    Ok(copied)
}

fn same_shape<K: Key, T: Stored>(keys: &Stream<K>, values: &Stream<T>) -> Result<(), ShapeError> {
    match keys.shape() == values.shape() {
        true => Ok(()),
        false => Err(ShapeError::Mismatch {
            what: "keys and payload of a merge".to_owned(),
            first: Named::new("keys", keys.shape()),
            second: Named::new("values", values.shape()),
        }),
    }
}
