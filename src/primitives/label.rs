//! Connected components: numbers the groups of neighbours of a picture that are not 0.

use crate::error::Error;
use crate::glsl;
use crate::ir::{Loops, Needs};
use crate::kernel::Source;
use crate::machine::{Device, Stream};
use crate::method::{Citation, MethodInfo, MethodKernel, Units};
use crate::operator::Operator;

use super::distance_passes::Plane;
use super::needs::{MINIMAL, check, pass_methods, run_first_fitting};
use super::query_passes::Depths;
use super::{map, put_with, reduce, scan, scan_axis, select};

/// Which elements of a picture are neighbours.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Connectivity {
    /// Those beside, above and below an element.
    #[default]
    Four,
    /// Those and the four at its corners.
    Eight,
}

/// Methods of labelling connected components. All first give each element the index of the first element of a run: of the run of a row in
/// which the run of its column starts. Then they repeat rounds until no neighbours differ, for which a number is read back or counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Label {
    /// A round gives each element the least label of its neighbours, and then that of the element which that label names. A round takes a
    /// pass; every fourth is followed by those of a reduction. Labels wander along thin and winding components step by step, and faster the
    /// more of it they know. After Shiloach and Vishkin 1982, without what they write to other places.
    Spreading,
    /// Hooking and pointer jumping: a round collects the places where labels of neighbours differ, and puts the lesser label at the element
    /// that the greater one names, by [`put_with`] and the minimum. Thus whole components join at once. Then labels spread, and are replaced
    /// by those of the elements that they name. Besides those of a selection and a put, a round takes 3 passes. After Shiloach and Vishkin
    /// 1982, *An O(log n) Parallel Connectivity Algorithm*.
    Hooking,
    /// Like [`Label::Spreading`], but an [occlusion query](crate::OcclusionQuery) tells whether neighbours differ: a check takes one pass
    /// instead of those of a reduction, and nothing is read back. The next rounds are drawn before the answer is waited for. They change
    /// nothing if no neighbours differ.
    OcclusionQuery,
}

impl Label {
    /// All methods.
    pub const ALL: [Label; 3] = [Label::Spreading, Label::Hooking, Label::OcclusionQuery];

    /// Returns the method that [`label`] uses.
    pub fn fastest(_: &Device) -> Label {
        Label::Hooking
    }
}

pass_methods!(Label);

const KERNELS: [MethodKernel; 6] = [
    MethodKernel::new("label_starts"),
    MethodKernel::new("label_runs"),
    MethodKernel::new("label_spread"),
    MethodKernel::new("label_propose"),
    MethodKernel::new("label_roots"),
    MethodKernel::new("label_numbers"),
];

const METHODS: [MethodInfo; 3] = [
    MethodInfo {
        variant: "Label::Spreading",
        name: "spreading",
        passes: "those of three scans and of the rounds",
        of_2_20: "depends on the picture",
        citation: Citation::new("Shiloach and Vishkin 1982", "after Shiloach and Vishkin 1982"),
        needs: Needs { loops: Loops::Counted(8), inputs: 2, ..MINIMAL },
        kernels: &KERNELS,
        ..MethodInfo::PACKED
    },
    MethodInfo {
        variant: "Label::Hooking",
        name: "hooking",
        default: true,
        passes: "those of three scans and of the rounds",
        of_2_20: "depends on the picture",
        citation: Citation::new("Shiloach and Vishkin 1982", "after Shiloach and Vishkin 1982"),
        needs: Needs { loops: Loops::Counted(24), inputs: 5, ..MINIMAL },
        kernels: &[
            KERNELS[0],
            KERNELS[1],
            KERNELS[2],
            KERNELS[3],
            KERNELS[4],
            KERNELS[5],
            MethodKernel::new("label_jump"),
        ],
        ..MethodInfo::PACKED
    },
    MethodInfo {
        variant: "Label::OcclusionQuery",
        name: "occlusion-query",
        passes: "those of three scans and of the rounds",
        of_2_20: "depends on the picture",
        citation: Citation::new("Shiloach and Vishkin 1982", "after Shiloach and Vishkin 1982"),
        needs: Needs { loops: Loops::Counted(8), inputs: 2, ..MINIMAL },
        units: Units { waits_for_queries: true, ..Units::NONE },
        kernels: &[KERNELS[0], KERNELS[1], KERNELS[2], MethodKernel::new("label_differs"), KERNELS[4], KERNELS[5]],
        ..MethodInfo::PACKED
    },
];

/// The connected components of a picture.
#[derive(Debug)]
pub struct Labels {
    /// The number of each element's component, from 1, in the order of their first elements in C order; 0 for elements that are 0. Whole
    /// numbers in floats.
    pub labels: Stream<f32>,
    /// The number of components.
    pub count: usize,
    /// The number of rounds until no neighbours differed.
    pub rounds: usize,
}

/// Labels the connected components of a picture, by the method that [`Label::fastest`] returns: elements that are not 0 belong together if
/// a path of neighbours leads from one to the other. Labels count from 1 in reading order, as `scipy.ndimage.label`; the background is 0.
/// They have the shape and layout of the input.
///
/// ```
/// use brooklet::{Device, primitives::{self, Connectivity}};
/// let device = Device::headless()?;
/// let mask = device.upload_shaped([3, 3], &[1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0])?;
/// let found = primitives::label(&mask, Connectivity::Four)?;
/// assert_eq!((found.count, found.labels.read()?), (4, vec![1.0, 0.0, 2.0, 0.0, 3.0, 0.0, 4.0, 0.0, 0.0]));
/// assert_eq!(primitives::label(&mask, Connectivity::Eight)?.count, 1);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`PrimitiveError::Picture`](super::PrimitiveError::Picture), for a stream that does not have two axes;
/// [`PrimitiveError::FloatAddress`](super::PrimitiveError::FloatAddress), for more elements than the device's floats number exactly, which is
/// 2^24 in OpenGL.
pub fn label(mask: &Stream<f32>, connectivity: Connectivity) -> Result<Labels, Error> {
    let device = mask.device();
    run_first_fitting(device, Label::fastest(device), Label::ALL, |method, on| {
        label_by(&on.lend(mask), connectivity, method)
    })
}

/// Labels the connected components of a picture by the given method.
///
/// # Errors
/// As [`label`]; [`PrimitiveError::Lacks`](super::PrimitiveError::Lacks), if the device lacks a feature that the method needs.
pub fn label_by(mask: &Stream<f32>, connectivity: Connectivity, method: Label) -> Result<Labels, Error> {
    let device = mask.device();
    check(method, device, Label::fastest(device))?;
    let plane = Plane::of("a labelling", mask)?;
    if mask.is_empty() {
        return Ok(Labels { labels: device.stream_with(mask.shape(), mask.layout())?, count: 0, rounds: 0 });
    }
    let rounds = Rounds { plane, connectivity };
    let first = rounds.runs(mask)?;
    let (labels, rounds) = match method {
        Label::Spreading => rounds.spreading(first)?,
        Label::Hooking => rounds.hooking(first)?,
        Label::OcclusionQuery => rounds.queried(first)?,
    };
    numbered(&labels, rounds)
}

/// The rounds of a labelling.
struct Rounds {
    plane: Plane,
    connectivity: Connectivity,
}

/// The number of rounds of [`Label::Spreading`] between two checks.
const UNCHECKED: usize = 4;

impl Rounds {
    /// Returns the first labels: for each element, the index of the first element of the row's run in which its run of the column starts.
    fn runs(&self, mask: &Stream<f32>) -> Result<Stream<f32>, Error> {
        let along = |down: bool| {
            let starts = glsl!("primitives/label_starts.frag").parameter("down", down);
            let starts = drawn(starts, &[("mask", mask)], "starts", None)?;
            scan_axis(&starts, &Operator::max(), if down { 0 } else { 1 })
        };
        let source = glsl!("primitives/label_runs.frag");
        let labels = drawn(source.clone(), &[("mask", mask), ("starts", &along(false)?)], "first", None)?;
        let inputs = [("mask", mask), ("starts", &along(true)?), ("labels", &labels)];
        drawn(source.parameter("down", true), &inputs, "first", None)
    }

    /// Runs a kernel that reads the labels of neighbours.
    fn with_neighbours(
        &self,
        labels: &Stream<f32>,
        source: Source,
        output: &'static str,
    ) -> Result<Stream<f32>, Error> {
        let source = source.parameter("diagonal", self.connectivity == Connectivity::Eight);
        drawn(source, &[("labels", labels)], output, Some(self.plane))
    }

    fn proposals(&self, labels: &Stream<f32>) -> Result<Stream<f32>, Error> {
        self.with_neighbours(labels, glsl!("primitives/label_propose.frag"), "proposals")
    }

    fn spread(&self, labels: &Stream<f32>) -> Result<Stream<f32>, Error> {
        self.with_neighbours(labels, glsl!("primitives/label_spread.frag"), "spread")
    }

    fn spreading(&self, mut labels: Stream<f32>) -> Result<(Stream<f32>, usize), Error> {
        let mut rounds = 0;
        while reduce(&self.proposals(&labels)?, &Operator::max())? >= 0.0 {
            for _ in 0..UNCHECKED {
                labels = self.spread(&labels)?;
            }
            rounds += UNCHECKED;
            if labels.device().is_planning() {
                break;
            }
        }
        Ok((labels, rounds))
    }

    fn queried(&self, mut labels: Stream<f32>) -> Result<(Stream<f32>, usize), Error> {
        let device = labels.device().clone();
        let source = glsl!("primitives/label_differs.frag");
        let kernel = device.kernel(&source.parameter("diagonal", self.connectivity == Connectivity::Eight))?;
        let mut depths = Depths::new(&device, labels.shape())?;
        let mut rounds = 0;
        loop {
            let query = depths.query(self.plane.bind(device.pass(&kernel).input("labels", &labels)))?;
            for _ in 0..UNCHECKED {
                labels = self.spread(&labels)?;
            }
            if device.is_planning() || !query.any()? {
                return Ok((labels, rounds));
            }
            rounds += UNCHECKED;
        }
    }

    fn hooking(&self, mut labels: Stream<f32>) -> Result<(Stream<f32>, usize), Error> {
        let mut rounds = 0;
        loop {
            let proposals = self.proposals(&labels)?;
            let differing = select(map(labels.device(), "p >= 0.0").input("p", &proposals))?;
            if differing.kept() == 0 {
                return Ok((labels, rounds));
            }
            let (greater, lesser) = (differing.take(&labels)?, differing.take(&proposals)?);
            drop((differing, proposals));
            labels = put_with(&labels, &greater, &lesser, &Operator::min())?;
            labels = self.spread(&labels)?;
            labels = drawn(glsl!("primitives/label_jump.frag"), &[("labels", &labels)], "jumped", None)?;
            rounds += 1;
            if labels.device().is_planning() {
                return Ok((labels, rounds));
            }
        }
    }
}

/// Draws a kernel over a stream of the shape and layout of its first input. A kernel that needs them gets the numbers of rows and columns.
fn drawn(
    source: Source,
    inputs: &[(&str, &Stream<f32>)],
    output: &str,
    plane: Option<Plane>,
) -> Result<Stream<f32>, Error> {
    let like = inputs[0].1;
    let device = like.device();
    let kernel = device.kernel(&source)?;
    let mut result = device.stream_with::<f32>(like.shape(), like.layout())?;
    let mut pass = inputs.iter().fold(device.pass(&kernel), |pass, (name, stream)| pass.input(name, stream));
    if let Some(plane) = plane {
        pass = plane.bind(pass);
    }
    pass.output(output, &mut result).run()?;
    Ok(result)
}

/// Numbers the components, whose labels are the indices of their first elements.
fn numbered(labels: &Stream<f32>, rounds: usize) -> Result<Labels, Error> {
    let roots = drawn(glsl!("primitives/label_roots.frag"), &[("labels", labels)], "roots", None)?;
    let ranks = scan(&roots, &Operator::sum())?;
    let inputs = [("labels", labels), ("ranks", &ranks)];
    let numbers = drawn(glsl!("primitives/label_numbers.frag"), &inputs, "numbers", None)?;
    let last = ranks.len() - 1;
    let count = match labels.device().is_planning() {
        true => 0,
        false => ranks.read_range(last..last + 1)?[0] as usize,
    };
    Ok(Labels { labels: numbers, count, rounds })
}
