//! Top: the largest or the smallest elements, and where they are.

use crate::error::{Error, PrimitiveError};
use crate::ir::{Loops, Needs};
use crate::machine::Stream;
use crate::method::{Citation, DrawnFor, MethodInfo, MethodKernel};
use crate::operator::OperatorError;

use super::key::Key;
use super::key::sealed::Kind;
use super::needs::{MINIMAL, check, pass_methods, run_first_fitting};
use super::sort::EXACT_POSITIONS;
use super::top_passes;
pub(super) use super::top_passes::Order;
use super::{Argsort, ArgsortOptions, argsort_with, take};

/// Methods of selecting the k largest elements, or the smallest. The order is that of a descending [`argsort`](super::argsort()), or an
/// ascending one for the smallest: of equal elements the first one comes first, and -0 and 0 are equal. All methods give the same result.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Top {
    /// Sorts positions by a bitonic sort, as [`Argsort::Bitonic`], and takes the first k. Without integers, it is
    /// [`Argsort::BitonicFloat`]. It takes two passes more than the sort: 212 for 2^20. Buck and Purcell, GPU Gems ch. 37, section 37.3.1,
    /// after Batcher.
    Bitonic,
    /// Sorts positions by the fastest [`Argsort`], and takes the first k. It takes two passes more than the sort: 28 for 2^20. It is the
    /// fastest for few elements, or if many of them are wanted.
    Sort,
    /// The fastest for a small part of many elements. A pass finds the best element of each group of 64, or of 16 if more are wanted. The
    /// k best groups have the k best elements, because an element of another group is beaten by an element of each of these. So the
    /// groups are selected by their best elements in the same way, their numbers are sorted, and of the elements of these groups an
    /// argsort finds the k best. Up to 4096 elements are sorted at once. It reads all elements once; the 10 largest of 2^20 take 13
    /// passes on a GPU, all but the first over few elements. The streams between them hold about n / 64 + 64 k elements. For k = 1,
    /// [`argmax`] takes fewer passes.
    Tournament,
}

impl Top {
    /// All methods.
    pub const ALL: [Top; 3] = [Top::Bitonic, Top::Sort, Top::Tournament];

    /// Returns the method that [`top`] uses for this number of elements, of which `k` are wanted: [`Top::Tournament`] if elements are
    /// more than 4096, and more than 64 k, else [`Top::Sort`]. If a kernel of that method does not fit on a chip, another method is used.
    pub fn fastest(count: usize, k: usize) -> Top {
        if top_passes::group_size(count, k).is_some() { Top::Tournament } else { Top::Sort }
    }
}

pass_methods!(Top);

const METHODS: [MethodInfo; 3] = [
    MethodInfo {
        variant: "Top::Bitonic",
        name: "bitonic",
        passes: "*k*(*k* + 1)/2 + 2, where *k* = ⌈log2 *n*⌉",
        of_2_20: "212",
        citation: Citation::chapter_37("Buck and Purcell, 37.3.1"),
        needs: Needs { inputs: 2, ..MINIMAL },
        kernels: &[MethodKernel::new("bitonic_sort_stable"), MethodKernel::new("take")],
        ..MethodInfo::PLAIN
    },
    MethodInfo {
        variant: "Top::Sort",
        name: "sort",
        remark: ", where few elements are left out",
        default: true,
        passes: "those of an argsort, and 2",
        of_2_20: "28",
        needs: Needs { inputs: 2, ..MINIMAL },
        kernels: &[MethodKernel::new("take")],
        ..MethodInfo::PACKED
    },
    MethodInfo {
        variant: "Top::Tournament",
        name: "tournament",
        default: true,
        passes: "5 for each 64-fold, and 3",
        of_2_20: "13 packed, 14 plain",
        citation: Citation::new("today's, on fragments", "after Knuth, TAOCP 3; ours"),
        needs: Needs { loops: Loops::Counted(15), inputs: 2, ..MINIMAL },
        kernels: &[
            MethodKernel::new("top_groups"),
            MethodKernel::drawn_for("top_float_groups", DrawnFor::Others),
            MethodKernel::new("top_candidates"),
            MethodKernel::new("argsort_ranks"),
            MethodKernel::new("argsort_chosen"),
            MethodKernel::new("top_positions"),
            MethodKernel::new("take"),
        ],
        ..MethodInfo::PACKED
    },
];

/// Options of a selection. The default is the fastest method, and the largest elements.
///
/// ```
/// use brooklet::{Device, primitives::{self, Top, TopOptions}};
/// let device = Device::headless()?;
/// let x = device.upload(&[3.0, 1.0, 4.0, 1.0, 5.0])?;
/// let (values, positions) = primitives::top_with(&x, 2, TopOptions::default().smallest().method(Top::Sort))?;
/// assert_eq!((values.read()?, positions.read()?), (vec![1.0, 1.0], vec![1.0, 3.0]));
/// # Ok::<(), brooklet::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TopOptions {
    method: Option<Top>,
    smallest: bool,
}

impl TopOptions {
    /// Selects by this method.
    pub fn method(self, method: Top) -> TopOptions {
        TopOptions { method: Some(method), ..self }
    }

    /// Selects the smallest elements, the smallest first.
    pub fn smallest(self) -> TopOptions {
        TopOptions { smallest: true, ..self }
    }
}

/// Selects the k largest elements: returns them, the largest first, and their positions, in C order. Of equal elements the first one
/// comes first. The results have one dimension and the layout of the elements; elements keep their bits, and positions are whole numbers
/// in floats. Nothing is read back. The method is the one that [`Top::fastest`] returns; integers are sorted, also by [`Top::Tournament`].
///
/// NaN compares as in an [`argsort`](super::argsort()): on a device with integers it is larger than all numbers (smaller, if its sign is
/// set), on others the result is not specified.
///
/// ```
/// use brooklet::{Device, primitives};
/// let device = Device::headless()?;
/// let scores = device.upload(&[0.5, 2.0, 1.0, 2.0])?;
/// let (values, positions) = primitives::top(&scores, 3)?;
/// assert_eq!((values.read()?, positions.read()?), (vec![2.0, 2.0, 1.0], vec![1.0, 3.0, 2.0]));
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`PrimitiveError::TooFew`], for more elements than there are; [`PrimitiveError::FloatAddress`], for a stream of more than 2^24
/// elements.
pub fn top<K: Key>(values: &Stream<K>, k: usize) -> Result<(Stream<K>, Stream<f32>), Error> {
    top_with(values, k, TopOptions::default())
}

/// Selects the k largest elements by the given method.
///
/// # Errors
/// As [`top_with`].
pub fn top_by<K: Key>(values: &Stream<K>, k: usize, method: Top) -> Result<(Stream<K>, Stream<f32>), Error> {
    top_with(values, k, TopOptions::default().method(method))
}

/// Selects k elements as the options say.
///
/// # Errors
/// As [`top`]; [`PrimitiveError::Lacks`], if the device lacks a feature that the named method needs.
pub fn top_with<K: Key>(values: &Stream<K>, k: usize, options: TopOptions) -> Result<(Stream<K>, Stream<f32>), Error> {
    let (device, count) = (values.device(), values.len());
    check_exact(values, "top", IN_PARTS)?;
    if k > count {
        return Err(PrimitiveError::TooFew { k, count }.into());
    }
    if k == 0 {
        return Ok((device.stream_with(0, values.layout())?, device.stream_with(0, values.layout())?));
    }
    let order = Order { descending: !options.smallest };
    let fastest = Top::fastest(count, k);
    match options.method {
        Some(method) => {
            check(method, device, fastest)?;
            run(values, k, order, method)
        }
        None => run_first_fitting(device, fastest, [Top::Sort, Top::Bitonic], |method, on| {
            run(&on.lend(values), k, order, method)
        }),
    }
}

fn run<K: Key>(values: &Stream<K>, k: usize, order: Order, method: Top) -> Result<(Stream<K>, Stream<f32>), Error> {
    let layout = values.layout();
    let positions = match (method, K::kind(values)) {
        (Top::Tournament, Kind::Floats(values, _)) => top_passes::tournament(values, k, order, layout)?,
        _ => top_passes::first(&sorted(values, order, method)?, k, layout)?,
    };
    Ok((take(values, &positions)?, positions))
}

/// What to do instead of selecting from too many elements.
const IN_PARTS: &str = "select from parts, and from what was selected";

/// Returns an error for more elements than the device's floats number exactly.
pub(super) fn check_exact<K: Key>(
    values: &Stream<K>,
    what: &'static str,
    instead: &'static str,
) -> Result<(), PrimitiveError> {
    let exact = EXACT_POSITIONS.min(values.device().features().exact_integer as usize);
    if values.len() <= exact {
        return Ok(());
    }
    let count = values.len();
    Err(PrimitiveError::FloatAddress { what, count, exact, instead })
}

/// Sorts all positions.
fn sorted<K: Key>(values: &Stream<K>, order: Order, method: Top) -> Result<Stream<f32>, Error> {
    let options = match (method, values.device().features().integers) {
        (Top::Bitonic, true) => ArgsortOptions::default().method(Argsort::Bitonic),
        (Top::Bitonic, false) => ArgsortOptions::default().method(Argsort::BitonicFloat),
        _ => ArgsortOptions::default(),
    };
    argsort_with(values, if order.descending { options.descending() } else { options })
}

/// Finds the position of the largest element, in C order; of equal ones, that of the first. It reads the position back. It takes a pass
/// for each 64-fold of elements, up and down a tournament of groups of 64: 7 passes for 2^20 packed elements. Elements compare as by
/// [`top`]: unlike `numpy.argmax`, which returns the first NaN, it takes NaN as the sorts do.
///
/// ```
/// use brooklet::{Device, primitives};
/// let device = Device::headless()?;
/// let x = device.upload(&[1.0, 5.0, -2.0, 5.0])?;
/// assert_eq!((primitives::argmax(&x)?, primitives::argmin(&x)?), (1, 2));
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`OperatorError::NoElements`], for an empty stream; [`PrimitiveError::FloatAddress`], for more than 2^24 elements.
pub fn argmax<K: Key>(values: &Stream<K>) -> Result<usize, Error> {
    position(values, "argmax", Order { descending: true })
}

/// Finds the position of the smallest element, as [`argmax`] finds that of the largest.
///
/// # Errors
/// As [`argmax`].
pub fn argmin<K: Key>(values: &Stream<K>) -> Result<usize, Error> {
    position(values, "argmin", Order { descending: false })
}

fn position<K: Key>(values: &Stream<K>, what: &'static str, order: Order) -> Result<usize, Error> {
    Ok(position_of(values, what, order)?.read()?[0] as usize)
}

/// Finds the position of the first element in this order, as a stream of one element.
pub(super) fn position_of<K: Key>(values: &Stream<K>, what: &'static str, order: Order) -> Result<Stream<f32>, Error> {
    check_exact(values, what, IN_PARTS)?;
    if values.is_empty() {
        return Err(OperatorError::NoElements { operator: what.to_owned() }.into());
    }
    run_first_fitting(values.device(), Top::Tournament, [Top::Sort, Top::Bitonic], |method, on| {
        let values = on.lend(values);
        match (method, K::kind(&values)) {
            (Top::Tournament, Kind::Floats(values, _)) => top_passes::best(values, order),
            _ => Ok(run(&values, 1, order, method)?.1),
        }
    })
}
