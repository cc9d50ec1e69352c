//! The methods of argsorts.

use crate::ir::{Loops, Needs};
use crate::machine::Device;
use crate::method::{Citation, DrawnFor, MethodInfo, MethodKernel};

use super::argsort_bits::Words;
use super::argsort_rank;
use super::integer_sort::Steps;
use super::needs::{MINIMAL, is_small, pass_methods};
use super::sort::Sort;

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
    /// [`Sort::Merge`](super::Sort::Merge). 26 passes for 2^20 keys.
    Merge,
    /// The fastest for keys of few bits: merges words of a key and its position, four per texel, which is as fast as to sort keys alone.
    /// A word has up to 32 bits: the bits of a key, and ⌈log2 n⌉ of a position. 24 passes for 2^20 keys of 12 bits, and those of the
    /// reductions to the smallest and the largest key if the range is [`KeyRange::Own`](super::KeyRange::Own).
    MergeWords,
    /// The fastest for keys of up to 20 bits that leave no room for a position in the word: sorts blocks of keys as
    /// [`Argsort::MergeWords`], with positions in the block, and merges the blocks as [`Argsort::Merge`]. 25 passes for 2^20 keys of 16
    /// bits, whose blocks have 2^15 keys, and those of the reductions if the range is [`KeyRange::Own`](super::KeyRange::Own).
    MergeBlocks,
    /// The radix sort on fragments that others have built, for comparison: sorts by digits of four bits. For each digit, passes count the
    /// keys of every group of 16 by digit, and sum the counts up a pyramid, four to one. Then each fragment descends the pyramid, with
    /// three fetches for each level, to the key that belongs at its place. That is 11 passes a digit for 2^20 keys, and 8 digits for
    /// whole floats. After M. Moroz's sort of Gaussian splats and that of PlayCanvas, which let the driver make mip maps of the counts;
    /// the sums have passes of their own here.
    MipRadix,
    /// The fastest for up to 1024 keys: a pass compares every key with all others, and counts those that come before it; another one
    /// searches the counts for the key of each place. It takes 2 passes for packed keys (4 for plain ones), and n²/8 fetches; more than
    /// 16,384 keys are an error. A sort by comparison counting, after Knuth, The Art of Computer Programming, vol. 3, section 5.2.
    Rank,
}

impl Argsort {
    /// All methods.
    pub const ALL: [Argsort; 8] = [
        Argsort::Bitonic,
        Argsort::BitonicFloat,
        Argsort::BitonicPacked,
        Argsort::Merge,
        Argsort::MergeWords,
        Argsort::MergeBlocks,
        Argsort::MipRadix,
        Argsort::Rank,
    ];

    /// Returns the method that [`argsort_with`](super::argsort_with) uses for this number of keys, of which `bits` bits are compared (none: all). It is
    /// [`Argsort::Rank`] for up to 1024 keys (256, if the driver is software), [`Argsort::MergeWords`] if a word holds key and position, else [`Argsort::MergeBlocks`] for up to 20 bits and [`Argsort::Merge`]
    /// for more. If the device cannot run it, it is [`Argsort::BitonicPacked`], or [`Argsort::BitonicFloat`] if a kernel has at most 512 instructions. If a kernel of that method
    /// does not fit on a chip, the next method that fits is used.
    pub fn fastest(device: &Device, count: usize, bits: Option<u32>) -> Argsort {
        let fits = bits.is_some_and(|bits| bits.saturating_add(Words::position_bits(count)) <= Words::MAX);
        match () {
            () if count <= argsort_rank::few(device) && Argsort::Rank.runs_on(device) => Argsort::Rank,
            () if fits && Argsort::MergeWords.runs_on(device) => Argsort::MergeWords,
            () if bits.is_some_and(|bits| bits <= BLOCK_BITS) && Argsort::MergeBlocks.runs_on(device) => {
                Argsort::MergeBlocks
            }
            () if Argsort::Merge.runs_on(device) => Argsort::Merge,
            () if is_small(device) => Argsort::BitonicFloat,
            () => Argsort::BitonicPacked,
        }
    }
}

pass_methods!(Argsort);

impl Argsort {
    /// Returns how the method sorts integers.
    pub(super) fn steps(self) -> Steps {
        match self {
            Argsort::Bitonic => Steps::Bitonic { in_floats: false },
            Argsort::BitonicFloat => Steps::Bitonic { in_floats: true },
            Argsort::BitonicPacked => Steps::Packed,
            // Ranks are those of floats. Integers are merged instead.
            Argsort::Merge | Argsort::MergeWords | Argsort::MergeBlocks | Argsort::Rank => Steps::Merge,
            Argsort::MipRadix => Steps::Radix,
        }
    }
}

impl Argsort {
    /// Returns the argsort that sorts positions in the same way as a sort, or `None` if the sort moves nothing with its keys.
    pub fn like(method: Sort) -> Option<Argsort> {
        match method {
            Sort::Bitonic => Some(Argsort::Bitonic),
            Sort::BitonicFloat => Some(Argsort::BitonicFloat),
            Sort::BitonicPacked => Some(Argsort::BitonicPacked),
            Sort::Merge => Some(Argsort::Merge),
            Sort::Blending => None,
        }
    }
}

const METHODS: [MethodInfo; 8] = [
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
        of_2_20: "26",
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
        of_2_20: "24",
        needs: Needs { integers: true, loops: Loops::Dynamic, inputs: 3, ..MINIMAL },
        kernels: &MERGE,
        ..MethodInfo::PACKED
    },
    MethodInfo {
        variant: "Argsort::MergeBlocks",
        name: "merge-blocks",
        remark: ", for keys of up to 20 bits",
        default: true,
        passes: "3, and one or two for each doubling from 64",
        of_2_20: "25",
        needs: Needs { integers: true, loops: Loops::Dynamic, inputs: 3, ..MINIMAL },
        kernels: &MERGE_BLOCKS,
        ..MethodInfo::PACKED
    },
    MethodInfo {
        variant: "Argsort::MipRadix",
        name: "mip-radix",
        passes: "⌈log4 (16⌈*n* / 16⌉)⌉ + 1 for each 4 bits of a key",
        of_2_20: "88",
        citation: Citation::new("after Moroz, PlayCanvas", "after Moroz's and PlayCanvas's sorts of splats"),
        needs: Needs { integers: true, loops: Loops::Dynamic, inputs: 12, outputs: 2, ..MINIMAL },
        kernels: &[
            MethodKernel::new("mip_radix_counts"),
            MethodKernel::new("mip_radix_sums"),
            MethodKernel::new("mip_radix_reorder"),
        ],
        ..MethodInfo::PLAIN
    },
    MethodInfo {
        variant: "Argsort::Rank",
        name: "rank",
        remark: ", for up to 1024 keys",
        default: true,
        passes: "2",
        of_2_20: "2, of at most 2^14",
        citation: Citation::new("today's, on fragments", "after Knuth, TAOCP 3; ours"),
        needs: Needs { integers: true, loops: Loops::Dynamic, ..MINIMAL },
        max_elements: argsort_rank::MOST,
        kernels: &[MethodKernel::new("argsort_ranks"), MethodKernel::new("argsort_places")],
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

const MERGE_BLOCKS: [MethodKernel; 6] =
    [MERGE[0], MERGE[1], MERGE[2], MethodKernel::drawn_for("sort_widen", DrawnFor::Others), MERGE[3], MERGE[4]];

/// The maximum number of bits of a key for which blocks of words pay off.
const BLOCK_BITS: u32 = 20;
