//! The traversal of two trees together, one level of pairs at a time.

use crate::applications::Error;
use crate::backend::LoopSupport;
use crate::geometry::Layout;
use crate::glsl;
use crate::machine::{Device, Stream};
use crate::primitives::{self, Filter};
use crate::texel::Texel;

use super::candidates::Candidates;
use super::error::CollideError;
use super::leaves::{self, Waiting};
use super::model::Posed;
use super::{Collide, Contacts, Level};

/// The maximum distance, in steps of the grid, at which boxes are still reported as overlapping. It is more than the rounding
/// errors of the test on any device and those of the posed vertices, which are up to 2.
pub(crate) const MARGIN: f32 = 48.0;

/// A traversal in progress: see [`Collide::start`].
pub struct Traversal {
    collide: Collide,
    posed: Posed,
    candidates: Candidates,
    /// The test results of the levels that may have pairs of leaves, until they are gathered.
    waiting: Vec<Waiting>,
    leaves: Option<Stream<[f32; 4]>>,
    levels: Vec<Level>,
}

/// The result of a level: the candidates of the next level, and the level's test results if they may have pairs of leaves.
pub(crate) struct Next {
    pub candidates: Candidates,
    tested: Option<Stream<f32>>,
}

impl Traversal {
    pub(super) fn new(collide: Collide, posed: Posed) -> Result<Traversal, Error> {
        let roots = collide.models().roots();
        let parents = collide.device().upload(roots.as_slice())?;
        let candidates = Candidates { parents, count: roots.iter().len(), boxes_a: collide.trees()[0].nodes().len() };
        Ok(Traversal { collide, posed, candidates, waiting: Vec::new(), leaves: None, levels: Vec::new() })
    }

    fn device(&self) -> &Device {
        self.collide.device()
    }

    /// Returns the pairs of nodes that the next level tests.
    pub fn candidates(&self) -> &Candidates {
        &self.candidates
    }

    /// Returns the pairs of triangles whose boxes overlap, as far as they have been [gathered](Traversal::gather). Returns `None`
    /// before that, and if there are no such pairs.
    pub fn leaves(&self) -> Option<&Stream<[f32; 4]>> {
        self.leaves.as_ref()
    }

    /// Returns the vertices of the second mesh in its pose, three for each triangle, in steps of the [grid](Collide::step) from the
    /// [origin](Collide::origin).
    pub fn posed(&self) -> &Stream<[f32; 3]> {
        &self.posed.vertices
    }

    /// Returns the levels so far.
    pub fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// Tests the candidates, filters out the pairs to split, and splits them. Returns `None` if there was nothing to test. Reads
    /// back one count, except in the deepest possible level, where nothing is split.
    ///
    /// # Errors
    /// [`CollideError::Pairs`], if the next level would have more candidates than the limit.
    pub fn level(&mut self) -> Result<Option<Level>, Error> {
        if self.candidates.is_empty() {
            return Ok(None);
        }
        let device = self.device().clone();
        let (level, candidates) = (self.levels.len(), self.candidates.len());
        let (next, trace) = device.traced(|| self.next_by(self.collide.filter()));
        let Next { candidates: next, tested } = next?;
        let parents = std::mem::replace(&mut self.candidates, next).parents;
        self.waiting.extend(tested.map(|tested| Waiting { tested, parents }));
        let level = Level { level, candidates, nodes: self.candidates.len() / 2, passes: trace.passes().count() };
        self.levels.push(level);
        Ok(Some(level))
    }

    /// Computes the result of a level, without replacing the candidates.
    pub(crate) fn next_by(&self, method: Option<Filter>) -> Result<Next, Error> {
        let level = self.levels.len();
        let [a, b] = self.collide.trees();
        let leaves_meet = level >= a.lowest_leaf() + b.lowest_leaf();
        let tested = self.test()?;
        let nodes = match level < a.height() + b.height() {
            true => self.nodes(&tested, leaves_meet, method)?,
            // In the deepest level both boxes are leaves.
            false => self.device().stream(0)?,
        };
        Ok(Next { candidates: self.split(&nodes)?, tested: leaves_meet.then_some(tested) })
    }

    /// Tests the candidates in one pass that writes one number for each pair. If a kernel that tests four pairs fits the device, a
    /// texel has the results of four pairs, which are filtered faster.
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

    /// Returns the pairs to split. The test results may also have pairs of leaves.
    fn nodes(&self, tested: &Stream<f32>, leaves_meet: bool, method: Option<Filter>) -> Result<Stream<f32>, Error> {
        let device = self.device();
        if !leaves_meet {
            return Ok(compact(tested, method)?);
        }
        if method.unwrap_or_else(|| Filter::fastest(device)) == Filter::HistoPyramid {
            // Null (infinity) is larger than every position.
            return Ok(primitives::filter_by(tested, "x >= 0.0 && x < 1e30", Filter::HistoPyramid)?);
        }
        let kernel = device.kernel(&glsl!("applications/collide_nodes.frag"))?;
        let mut nodes = device.stream_with(tested.len(), tested.layout())?;
        let pass = device.pass(&kernel).input("tested", tested).constant("zero", 0.0);
        pass.output("nodes", &mut nodes).run()?;
        Ok(compact(&nodes, method)?)
    }

    /// Splits the pairs that a filter kept, in one pass.
    fn split(&self, kept: &Stream<f32>) -> Result<Candidates, Error> {
        let device = self.device();
        let (count, limit) = (2 * kept.len(), self.collide.limit());
        if count > limit {
            return Err(CollideError::Pairs { level: self.levels.len() + 1, pairs: count, limit }.into());
        }
        let mut parents = device.stream(kept.len())?;
        if count > 0 {
            let kernel = device.kernel(&glsl!("applications/collide_split.frag"))?;
            let pass = device.pass(&kernel).input("kept", kept).input("parents", &self.candidates.parents);
            pass.input("nodes", &self.collide.models().nodes).output("split", &mut parents).run()?;
        }
        Ok(Candidates { parents, count, ..self.candidates })
    }

    /// Gathers the pairs of triangles whose boxes overlap, from all levels since the last call. This takes a pass for each level
    /// where leaves can meet, a filter, and a pass for each eight levels, which lists the pairs. Returns the number of pairs
    /// gathered so far. Reads back one count. If these levels have more than 2^24 candidates in total, they are processed in parts
    /// of at most that number, with one count for each part.
    ///
    /// # Errors
    /// [`CollideError::Leaves`], if there are more pairs than the limit.
    pub fn gather(&mut self) -> Result<usize, Error> {
        let device = self.device().clone();
        while let Some(gathered) = leaves::gather(&device, &mut self.waiting)? {
            let kept = compact(&gathered.tested, self.collide.filter())?;
            if kept.is_empty() {
                continue;
            }
            let before = self.leaves.as_ref();
            let (pairs, limit) = (before.map_or(0, Stream::len) + kept.len(), self.collide.limit());
            if pairs > limit {
                return Err(CollideError::Leaves { pairs, limit }.into());
            }
            self.leaves = Some(gathered.listed(&kept, before, &self.collide.models().nodes)?);
        }
        Ok(self.leaves.as_ref().map_or(0, Stream::len))
    }

    /// Tests the [gathered](Traversal::gather) triangles in one pass, and filters them. Returns the pairs that have a point in
    /// common, ordered by level and then by their boxes. Reads back one count. Call it when all levels are done. It first gathers
    /// pairs that are not gathered yet.
    ///
    /// # Errors
    /// The same as for [`gather`](Traversal::gather).
    pub fn touching(&mut self) -> Result<Stream<[f32; 4]>, Error> {
        self.gather()?;
        let device = self.device();
        let Some(leaves) = &self.leaves else { return Ok(device.stream(0)?) };
        let kernel = device.kernel(&glsl!("applications/collide_triangles.frag"))?;
        let mut touching = device.stream(leaves.len())?;
        let pass = device.pass(&kernel).input("pairs", leaves).input("vertices_a", self.collide.vertices());
        let pass = pass.input("vertices_b", &self.posed.vertices).constant("zero", 0.0);
        pass.output("touching", &mut touching).run()?;
        Ok(compact(&touching, self.collide.filter())?)
    }

    /// Reads back the result of [`touching`](Traversal::touching), sorted, and returns it with the levels.
    ///
    /// # Errors
    /// The same as for [`gather`](Traversal::gather).
    pub fn contacts(mut self) -> Result<Contacts, Error> {
        let device = self.device().clone();
        let (touching, trace) = device.traced(|| self.touching());
        let mut pairs: Vec<[u32; 2]> = touching?.read()?.iter().map(|pair| [pair[0] as u32, pair[1] as u32]).collect();
        pairs.sort_unstable();
        let tested = self.leaves.as_ref().map_or(0, Stream::len);
        Ok(Contacts { pairs, levels: self.levels, tested, passes: trace.passes().count() })
    }
}

/// Drops null records with the given method, or with the fastest one.
fn compact<T: Texel>(values: &Stream<T>, method: Option<Filter>) -> Result<Stream<T>, crate::Error> {
    match method {
        Some(method) => primitives::compact_by(values, method),
        None => primitives::compact(values),
    }
}
