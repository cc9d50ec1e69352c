//! The traversal of two trees in unison, a level of pairs at a time.

use crate::applications::Error;
use crate::backend::LoopSupport;
use crate::geometry::Layout;
use crate::glsl;
use crate::machine::{Device, Stream};
use crate::primitives::{self, Filter};
use crate::texel::Texel;

use super::candidates::Candidates;
use super::error::CollideError;
use super::model::{Posed, with_halves};
use super::{Collide, Contacts, Level};

/// What boxes may be apart and still be said to overlap, in steps of the grid: more than the roundings of the test come to on any
/// device, and those of the posed vertices, which are up to 2.
pub(crate) const MARGIN: f32 = 48.0;

/// A traversal under way: see [`Collide::start`].
pub struct Traversal {
    collide: Collide,
    posed: Posed,
    candidates: Candidates,
    leaves: Option<Stream<[f32; 4]>>,
    levels: Vec<Level>,
}

/// What comes of a level: the candidates of the next, and all pairs of triangles so far, where there are new ones.
pub(crate) struct Next {
    pub candidates: Candidates,
    leaves: Option<Stream<[f32; 4]>>,
}

/// Which pairs of a test are picked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Nodes,
    Triangles,
}

impl Traversal {
    pub(super) fn new(collide: Collide, posed: Posed) -> Result<Traversal, Error> {
        let roots = collide.models().roots();
        let parents = collide.device().upload(roots.as_slice())?;
        let candidates = Candidates { parents, count: roots.iter().len(), boxes_a: collide.trees()[0].nodes().len() };
        Ok(Traversal { collide, posed, candidates, leaves: None, levels: Vec::new() })
    }

    fn device(&self) -> &Device {
        self.collide.device()
    }

    /// The pairs of nodes that the next level tests.
    pub fn candidates(&self) -> &Candidates {
        &self.candidates
    }

    /// The pairs of triangles whose boxes overlap, of the levels so far; none before leaves have met.
    pub fn leaves(&self) -> Option<&Stream<[f32; 4]>> {
        self.leaves.as_ref()
    }

    /// The vertices of the second mesh in its pose, three a triangle, in steps of the [grid](Collide::step) from the
    /// [origin](Collide::origin).
    pub fn posed(&self) -> &Stream<[f32; 3]> {
        &self.posed.vertices
    }

    /// The levels so far.
    pub fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// Tests the candidates, filters them and splits what is left; none where there was nothing to test.
    ///
    /// # Errors
    /// [`CollideError::Pairs`], where the next level would have more candidates than the limit, or there are more pairs of triangles.
    pub fn level(&mut self) -> Result<Option<Level>, Error> {
        if self.candidates.is_empty() {
            return Ok(None);
        }
        let device = self.device().clone();
        let (level, candidates) = (self.levels.len(), self.candidates.len());
        let (done, trace) = device.traced(|| {
            let next = self.next_by(self.collide.filter())?;
            let before = self.leaves.as_ref().map_or(0, Stream::len);
            self.leaves = next.leaves.or(self.leaves.take());
            let after = self.leaves.as_ref().map_or(0, Stream::len);
            self.candidates = next.candidates;
            Ok::<_, Error>((self.candidates.len() / 2, after - before))
        });
        let (nodes, leaves) = done?;
        let level = Level { level, candidates, nodes, leaves, passes: trace.passes().count() };
        self.levels.push(level);
        Ok(Some(level))
    }

    /// What a level makes of the candidates, which stay.
    pub(crate) fn next_by(&self, method: Option<Filter>) -> Result<Next, Error> {
        let level = self.levels.len();
        let [a, b] = self.collide.trees();
        let leaves_meet = level >= a.lowest_leaf() + b.lowest_leaf();
        let tested = self.test()?;
        let nodes = match level < a.height() + b.height() {
            true => self.pick(&tested, Class::Nodes, leaves_meet, method)?,
            // Both are leaves.
            false => self.device().stream(0)?,
        };
        let leaves = match leaves_meet {
            true => self.pick(&tested, Class::Triangles, true, method)?,
            false => self.device().stream(0)?,
        };
        drop(tested);
        Ok(Next { candidates: self.split(&nodes)?, leaves: self.with_leaves(&leaves)? })
    }

    /// One pass: a number a pair. Four a texel are filtered faster, where there is room for a kernel that tests four pairs.
    fn test(&self) -> Result<Stream<f32>, Error> {
        let device = self.device();
        let packed = device.features().loops == LoopSupport::Dynamic;
        let (kernel, layout) = match packed {
            true => (glsl!("applications/collide_test_packed.frag"), Layout::Packed),
            false => (glsl!("applications/collide_test.frag"), Layout::Plain),
        };
        let kernel = device.kernel(&kernel)?;
        let mut tested = device.stream_with(self.candidates.len(), layout)?;
        let pass = device.pass(&kernel).input("parents", &self.candidates.parents).input("boxes", &self.posed.boxes);
        pass.constant("margin", MARGIN).constant("zero", 0.0).output_texels("tested", &mut tested).run()?;
        Ok(tested)
    }

    /// The pairs of a class, of a test that may hold both.
    fn pick(
        &self,
        tested: &Stream<f32>,
        class: Class,
        both: bool,
        method: Option<Filter>,
    ) -> Result<Stream<f32>, Error> {
        let device = self.device();
        if !both {
            return Ok(compact(tested, method)?);
        }
        if method.unwrap_or_else(|| Filter::fastest(device)) == Filter::HistoPyramid {
            // What is null is beyond every class.
            let keep = if class == Class::Nodes { "x >= 0.0 && x < 1e30" } else { "x < 0.0" };
            return Ok(primitives::filter_by(tested, keep, Filter::HistoPyramid)?);
        }
        let kernel = device.kernel(&glsl!("applications/collide_class.frag"))?;
        let mut picked = device.stream_with(tested.len(), tested.layout())?;
        let pass = device.pass(&kernel).input("tested", tested).constant("leaves", class == Class::Triangles);
        pass.constant("zero", 0.0).output("picked", &mut picked).run()?;
        Ok(compact(&picked, method)?)
    }

    /// One pass: the pairs of triangles before, and those of this level; none where it has none.
    fn with_leaves(&self, kept: &Stream<f32>) -> Result<Option<Stream<[f32; 4]>>, Error> {
        if kept.is_empty() {
            return Ok(None);
        }
        let device = self.device();
        let before = self.leaves.as_ref().map_or(0, Stream::len);
        let pairs = before + kept.len();
        self.room_for(pairs, self.levels.len())?;
        let kernel = device.kernel(&glsl!("applications/collide_leaves.frag"))?;
        let mut leaves = device.stream(pairs)?;
        // Where there are none before, nothing is taken of what is read.
        let pass = device.pass(&kernel).input("before", self.leaves.as_ref().unwrap_or(&self.posed.boxes));
        let pass = pass.constant("count_before", before).input("kept", kept);
        let pass = pass.input("parents", &self.candidates.parents).input("nodes", &self.collide.models().nodes);
        pass.output("leaves", &mut leaves).run()?;
        Ok(Some(leaves))
    }

    /// One pass.
    fn split(&self, kept: &Stream<f32>) -> Result<Candidates, Error> {
        let device = self.device();
        let count = 2 * kept.len();
        self.room_for(count, self.levels.len() + 1)?;
        let mut parents = device.stream(kept.len())?;
        if count > 0 {
            let kernel = device.kernel(&glsl!("applications/collide_split.frag"))?;
            let pass = device.pass(&kernel).input("kept", kept).input("parents", &self.candidates.parents);
            pass.input("nodes", &self.collide.models().nodes).output("split", &mut parents).run()?;
        }
        Ok(Candidates { parents, count, ..self.candidates })
    }

    fn room_for(&self, pairs: usize, level: usize) -> Result<(), CollideError> {
        let limit = self.collide.limit();
        if pairs > limit { Err(CollideError::Pairs { level, pairs, limit }) } else { Ok(()) }
    }

    /// Tests the triangles whose boxes overlap, one pass, and filters them: the pairs that have a point in common, in the order of their
    /// boxes. To be called once all levels are done.
    pub fn touching(&self) -> Result<Stream<[f32; 4]>, Error> {
        let device = self.device();
        let Some(leaves) = &self.leaves else { return Ok(device.stream(0)?) };
        let kernel = device.kernel(&with_halves(glsl!("applications/collide_triangles.frag")))?;
        let mut touching = device.stream(leaves.len())?;
        let pass = device.pass(&kernel).input("pairs", leaves).input("vertices_a", self.collide.vertices());
        let pass = pass.input("vertices_b", &self.posed.vertices).constant("zero", 0.0);
        pass.output("touching", &mut touching).run()?;
        Ok(compact(&touching, self.collide.filter())?)
    }

    /// What [`touching`](Traversal::touching) finds, read back and sorted, with the levels.
    pub fn contacts(self) -> Result<Contacts, Error> {
        let device = self.device().clone();
        let (touching, trace) = device.traced(|| self.touching());
        let mut pairs: Vec<[u32; 2]> = touching?.read()?.iter().map(|pair| [pair[0] as u32, pair[1] as u32]).collect();
        pairs.sort_unstable();
        let tested = self.leaves.as_ref().map_or(0, Stream::len);
        Ok(Contacts { pairs, levels: self.levels, tested, passes: trace.passes().count() })
    }
}

/// Drops null records by a method, or by what is fastest.
fn compact<T: Texel>(values: &Stream<T>, method: Option<Filter>) -> Result<Stream<T>, crate::Error> {
    match method {
        Some(method) => primitives::compact_by(values, method),
        None => primitives::compact(values),
    }
}
