//! Argsort: the order of keys, as their positions.

use crate::error::{Error, PrimitiveError};
use crate::geometry::Layout;
use crate::glsl;
use crate::ir::{Loops, Needs};
use crate::keys::{KeyBits, KeyRange};
use crate::machine::layers::Layers;
use crate::machine::{Device, Stream};
use crate::method::{Citation, DrawnFor, MethodInfo, MethodKernel};

use super::argsort_bits::{Quantized, Words};
use super::integer_sort::{self, Order, Steps};
use super::key::Key;
use super::key::sealed::Kind;
pub(super) use super::needs::check_positions;
use super::needs::{MINIMAL, check, is_small, pass_methods, run_first_fitting};
use super::sort::Sort;
use super::{bitonic_pairs, packed_sort, sort_merge};

/// Methods of finding the order of keys. All are stable: of equal keys the first one comes first, also in descending order. They are the
/// sorts of [`Sort`](super::Sort) with positions as payload, and compare keys as those do with a payload: -0 and 0 tie.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Argsort {
    /// A bitonic sort of keys and positions, with addresses in integers: k(k + 1)/2 passes where 2^(k-1) < n ≤ 2^k (210 for 2^20), each
    /// into 2 render targets. Buck and Purcell, GPU Gems ch. 37, section 37.3.1, after Batcher.
    Bitonic,
    /// The same with addresses in floats, as the chapter computes them.
    BitonicFloat,
    /// The fastest on devices without integers, bit operations or array textures: a bitonic sort of two keys and their positions per
    /// texel, as [`Sort::BitonicPacked`](super::Sort::BitonicPacked). 83 passes for 2^20 keys.
    BitonicPacked,
    /// The fastest for keys of more than a few bits: merges runs of two keys and their positions per texel, as
    /// [`Sort::Merge`](super::Sort::Merge). 29 passes for 2^20 keys.
    Merge,
    /// The fastest for keys of few bits: merges words of a key and its position, four per texel, which is as fast as to sort keys alone.
    /// A word has up to 32 bits: the bits of a key, and ⌈log2 n⌉ of a position. 27 passes for 2^20 keys of 12 bits, and those of the
    /// reductions to the smallest and the largest key if the range is [`KeyRange::Own`].
    MergeWords,
}

impl Argsort {
    /// All methods.
    pub const ALL: [Argsort; 5] =
        [Argsort::Bitonic, Argsort::BitonicFloat, Argsort::BitonicPacked, Argsort::Merge, Argsort::MergeWords];

    /// Returns the method that [`argsort_with`] uses for this number of keys, of which `bits` bits are compared (none: all). It is
    /// [`Argsort::MergeWords`] if a word holds key and position, else [`Argsort::Merge`]. If the device cannot run it, it is
    /// [`Argsort::BitonicPacked`], or [`Argsort::BitonicFloat`] if a kernel has at most 512 instructions. If a kernel of that method
    /// does not fit on a chip, the next method that fits is used.
    pub fn fastest(device: &Device, count: usize, bits: Option<u32>) -> Argsort {
        let fits = bits.is_some_and(|bits| bits.saturating_add(Words::position_bits(count)) <= Words::MAX);
        match () {
            () if fits && Argsort::MergeWords.runs_on(device) => Argsort::MergeWords,
            () if Argsort::Merge.runs_on(device) => Argsort::Merge,
            () if is_small(device) => Argsort::BitonicFloat,
            () => Argsort::BitonicPacked,
        }
    }
}

pass_methods!(Argsort);

impl Argsort {
    /// Returns how the method sorts integers.
    fn steps(self) -> Steps {
        match self {
            Argsort::Bitonic => Steps::Bitonic { in_floats: false },
            Argsort::BitonicFloat => Steps::Bitonic { in_floats: true },
            Argsort::BitonicPacked => Steps::Packed,
            Argsort::Merge | Argsort::MergeWords => Steps::Merge,
        }
    }
}

impl From<Sort> for Argsort {
    /// Returns the argsort that sorts positions in the same way.
    fn from(method: Sort) -> Argsort {
        match method {
            Sort::Bitonic => Argsort::Bitonic,
            Sort::BitonicFloat => Argsort::BitonicFloat,
            Sort::BitonicPacked => Argsort::BitonicPacked,
            Sort::Merge => Argsort::Merge,
        }
    }
}

const METHODS: [MethodInfo; 5] = [
    MethodInfo {
        variant: "Argsort::Bitonic",
        name: "bitonic",
        passes: "*k*(*k* + 1)/2, where *k* = ⌈log2 *n*⌉",
        of_2_20: "210",
        citation: Citation::chapter_37("Buck and Purcell, 37.3.1"),
        needs: Needs { integers: true, inputs: 2, outputs: 2, ..MINIMAL },
        kernels: &BITONIC,
        ..MethodInfo::PLAIN
    },
    MethodInfo {
        variant: "Argsort::BitonicFloat",
        name: "bitonic-float",
        remark: ", its addresses in floats",
        default: true,
        passes: "the same",
        of_2_20: "210",
        citation: Citation::chapter_37("Buck and Purcell, 37.3.1"),
        needs: Needs { inputs: 2, ..MINIMAL },
        kernels: &BITONIC,
        ..MethodInfo::PLAIN
    },
    MethodInfo {
        variant: "Argsort::BitonicPacked",
        name: "bitonic-packed",
        remark: ", without integers, into 4 render targets",
        default: true,
        passes: "⌊(*s* + 1)² / 4⌋ + 2, where *s* = ⌈log2(*n* / 8)⌉",
        of_2_20: "83",
        citation: Citation::new("today's, on fragments", "after Batcher; ours"),
        kernels: &[
            MethodKernel::new("packed_sort_groups"),
            MethodKernel::new("packed_sort_steps"),
            MethodKernel::new("argsort_gather"),
            MethodKernel::drawn_for("argsort_quantize", DrawnFor::Others),
        ],
        ..MethodInfo::PACKED
    },
    MethodInfo {
        variant: "Argsort::Merge",
        name: "merge",
        remark: ", into 8 render targets",
        default: true,
        passes: "2, and one or two for each doubling from 32",
        of_2_20: "29",
        needs: Needs { integers: true, loops: Loops::Dynamic, inputs: 2, ..MINIMAL },
        kernels: &MERGE,
        ..MethodInfo::PACKED
    },
    MethodInfo {
        variant: "Argsort::MergeWords",
        name: "merge-words",
        remark: ", for keys of few bits",
        default: true,
        passes: "2, and one or two for each doubling from 64",
        of_2_20: "27",
        needs: Needs { integers: true, loops: Loops::Dynamic, inputs: 3, ..MINIMAL },
        kernels: &MERGE,
        ..MethodInfo::PACKED
    },
];

const BITONIC: [MethodKernel; 2] =
    [MethodKernel::new("bitonic_sort_stable"), MethodKernel::drawn_for("argsort_quantize", DrawnFor::Others)];

const MERGE: [MethodKernel; 5] = [
    MethodKernel::new("sort_groups"),
    MethodKernel::new("sort_starts"),
    MethodKernel::new("sort_merge"),
    MethodKernel::new("argsort_result"),
    MethodKernel::drawn_for("argsort_result_packed", DrawnFor::Packed),
];

/// Options of an argsort. The default is the fastest method, ascending order, and keys of all their bits.
///
/// ```
/// use brooklet::{Device, primitives::{self, ArgsortOptions, KeyRange}};
/// let device = Device::headless()?;
/// let depths = device.upload(&[0.9, 0.1, 0.5, 0.7])?;
/// let options = ArgsortOptions::default().descending().bits(16, KeyRange::Between(0.0, 1.0));
/// assert_eq!(primitives::argsort_with(&depths, options)?.read()?, [0.0, 3.0, 2.0, 1.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct ArgsortOptions {
    method: Option<Argsort>,
    descending: bool,
    bits: Option<KeyBits>,
}

impl ArgsortOptions {
    /// Sorts by this method.
    pub fn method(self, method: Argsort) -> ArgsortOptions {
        ArgsortOptions { method: Some(method), ..self }
    }

    /// Puts the largest keys first.
    pub fn descending(self) -> ArgsortOptions {
        ArgsortOptions { descending: true, ..self }
    }

    /// Compares keys by 1 to 24 bits: divides the range into 2^bits steps of equal size, and sorts by the number of the step in which a
    /// key lies. Keys in one step tie. On the border of two steps, rounding decides.
    pub fn bits(self, bits: u32, range: KeyRange) -> ArgsortOptions {
        ArgsortOptions { bits: Some(KeyBits { bits, range }), ..self }
    }

    /// Sorts by the method of the options. If they name none, it is the fastest method, or the next whose kernels fit.
    fn run<T>(
        self,
        device: &Device,
        count: usize,
        argsort: impl Fn(Argsort, &Device) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let fastest = Argsort::fastest(device, count, self.bits.map(|bits| bits.bits));
        self.check(self.method.unwrap_or(fastest), count)?;
        match self.method {
            None => run_first_fitting(device, fastest, [Argsort::Bitonic, Argsort::BitonicFloat], argsort),
            Some(method) => {
                check(method.name(), method.needs(), device, fastest.name())?;
                argsort(method, device)
            }
        }
    }

    /// Returns an error if a word cannot hold a key and a position, or floats cannot hold all positions.
    fn check(self, method: Argsort, count: usize) -> Result<(), PrimitiveError> {
        if let Some(bits) = self.bits {
            bits.check()?;
        }
        let position_bits = Words::position_bits(count);
        let bits = self.bits.map_or(32, |bits| bits.bits);
        if method == Argsort::MergeWords && bits + position_bits > Words::MAX {
            let (method, max) = (method.name(), Words::MAX);
            return Err(PrimitiveError::WordBits { method, bits, position_bits, max });
        }
        check_positions("an argsort", count)
    }
}

/// Finds the order of keys: element i of the result is the position, in C order, of the key that comes i-th when the keys are sorted.
/// The smallest key is first, and equal keys keep their order. The result has the shape and layout of the keys; positions are whole
/// numbers in floats. The method is the one that [`Argsort::fastest`] returns.
///
/// ```
/// use brooklet::{Device, primitives};
/// let device = Device::headless()?;
/// let keys = device.upload(&[0.5, 0.25, 1.0, 0.25])?;
/// assert_eq!(primitives::argsort(&keys)?.read()?, [1.0, 3.0, 0.0, 2.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`PrimitiveError::FloatAddress`], for more than 2^24 keys.
pub fn argsort<K: Key>(keys: &Stream<K>) -> Result<Stream<f32>, Error> {
    argsort_with(keys, ArgsortOptions::default())
}

/// Finds the order of keys by the given method.
///
/// # Errors
/// As [`argsort_with`].
pub fn argsort_by<K: Key>(keys: &Stream<K>, method: Argsort) -> Result<Stream<f32>, Error> {
    argsort_with(keys, ArgsortOptions::default().method(method))
}

/// Finds the order of keys as the options say.
///
/// # Errors
/// As [`argsort`]; [`PrimitiveError::KeyBits`] and [`PrimitiveError::KeyRange`], for bits and a range that cannot be;
/// [`PrimitiveError::WordBits`], if [`Argsort::MergeWords`] is named, and a word cannot hold key and position;
/// [`PrimitiveError::Lacks`], if the device lacks a feature that the named method needs.
pub fn argsort_with<K: Key>(keys: &Stream<K>, options: ArgsortOptions) -> Result<Stream<f32>, Error> {
    let signed = match K::kind(keys) {
        Kind::Floats(keys, _) => return argsort_floats(keys, options),
        Kind::Integers { signed } => signed,
    };
    let descending = options.descending;
    options.run(keys.device(), keys.len(), |method, on| {
        let keys = on.lend(keys);
        match options.bits {
            // Bits are those of floats.
            Some(_) if keys.len() > 1 => run(&integer_sort::floats(&keys)?, options, method),
            _ => integer_sort::positions(&keys, Order { signed, descending, steps: method.steps() }),
        }
    })
}

fn argsort_floats(keys: &Stream<f32>, options: ArgsortOptions) -> Result<Stream<f32>, Error> {
    options.run(keys.device(), keys.len(), |method, on| run(&on.lend(keys), options, method))
}

fn run(keys: &Stream<f32>, options: ArgsortOptions, method: Argsort) -> Result<Stream<f32>, Error> {
    let (device, shape, layout) = (keys.device(), keys.shape(), keys.layout());
    if keys.len() < 2 {
        let order = device.upload_shaped(shape, &vec![0.0; keys.len()])?;
        return order.to_layout(layout);
    }
    let Some(bits) = options.bits else { return by_all_bits(keys, options.descending, method) };
    let quantized = Quantized::new(keys, bits, options.descending)?;
    if method != Argsort::MergeWords {
        return by_all_bits(&quantized.stream()?, false, method);
    }
    let words = Words::new(&quantized);
    let sorted = sort_merge::sort_words(keys, &words)?;
    result(keys, &sorted, if words.halves() { Form::Positions } else { Form::Words }, Some(&words))
}

fn by_all_bits(keys: &Stream<f32>, descending: bool, method: Argsort) -> Result<Stream<f32>, Error> {
    match method {
        Argsort::Bitonic | Argsort::BitonicFloat => {
            let in_floats = method == Argsort::BitonicFloat;
            bitonic_pairs::positions(keys, bitonic_pairs::Order { descending, stable: true, in_floats })
        }
        Argsort::BitonicPacked => packed_sort::positions(keys, &packed_sort::sort_positions(keys, descending)?),
        Argsort::Merge | Argsort::MergeWords => {
            result(keys, &sort_merge::sort_positions(keys, descending)?, Form::Pairs, None)
        }
    }
}

/// What a texel of a merge holds.
#[derive(Clone, Copy)]
enum Form {
    Pairs = 0,
    Words = 1,
    Positions = 2,
}

/// Draws the last pass of a merge, which writes the positions.
fn result(keys: &Stream<f32>, sorted: &Layers, form: Form, words: Option<&Words>) -> Result<Stream<f32>, Error> {
    let device = keys.device();
    let source = match keys.layout() {
        Layout::Packed => glsl!("primitives/argsort_result_packed.frag"),
        Layout::Plain => glsl!("primitives/argsort_result.frag"),
    };
    let kernel = device.kernel(&source.parameter("form", form as i32))?;
    let mut order = device.stream_with(keys.shape(), keys.layout())?;
    let mut pass = device.pass(&kernel).bound("sorted", sorted.bound());
    if let (Form::Words, Some(words)) = (form, words) {
        pass = words.mask(pass);
    }
    pass.output_texels("order", &mut order).run()?;
    Ok(order)
}
