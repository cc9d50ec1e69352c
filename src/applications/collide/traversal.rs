//! The traversal of two trees in unison, a level of pairs at a time.

use crate::applications::Error;
use crate::glsl;
use crate::machine::{Device, Stream};
use crate::primitives::{self, Filter};

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
    candidates: Stream<[f32; 4]>,
    leaves: Option<Stream<[f32; 4]>>,
    levels: Vec<Level>,
}

/// What comes of a level: the candidates of the next, and pairs of triangles.
pub(crate) struct Next {
    pub candidates: Stream<[f32; 4]>,
    pub leaves: Stream<[f32; 4]>,
}

/// Which pairs of a test are picked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Nodes,
    Triangles,
}

impl Traversal {
    pub(super) fn new(collide: Collide, posed: Posed) -> Result<Traversal, Error> {
        let roots: &[[f32; 4]] = if collide.is_empty() { &[] } else { &[[0.0; 4]] };
        let candidates = collide.device().upload(roots)?;
        Ok(Traversal { collide, posed, candidates, leaves: None, levels: Vec::new() })
    }

    fn device(&self) -> &Device {
        self.collide.device()
    }

    /// The pairs of nodes that the next level tests: a node of each tree in the first two numbers.
    pub fn candidates(&self) -> &Stream<[f32; 4]> {
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

    /// Tests the candidates, filters them and doubles what is left; none where there was nothing to test.
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
            let (nodes, leaves) = (next.candidates.len() / 2, next.leaves.len());
            self.append(next.leaves)?;
            self.candidates = next.candidates;
            Ok::<_, Error>((nodes, leaves))
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
        Ok(Next { candidates: self.doubled(&nodes)?, leaves })
    }

    /// One pass.
    fn test(&self) -> Result<Stream<[f32; 4]>, Error> {
        let device = self.device();
        let kernel = device.kernel(&glsl!("applications/collide_test.frag"))?;
        let mut tested = device.stream(self.candidates.len())?;
        let [a, b] = self.collide.models();
        let pass = device.pass(&kernel).input("pairs", &self.candidates);
        let pass = pass.input("centers_a", &a.boxes.centers).input("halves_a", a.halves());
        let pass = pass.input("turns_a", &a.boxes.turns).input("centers_b", &self.posed.boxes.centers);
        let pass = pass.input("halves_b", b.halves()).input("turns_b", &self.posed.boxes.turns);
        pass.constant("margin", MARGIN).constant("zero", 0.0).output("tested", &mut tested).run()?;
        Ok(tested)
    }

    /// The pairs of a class, of a test that may hold both.
    fn pick(
        &self,
        tested: &Stream<[f32; 4]>,
        class: Class,
        both: bool,
        method: Option<Filter>,
    ) -> Result<Stream<[f32; 4]>, Error> {
        let device = self.device();
        if !both {
            return Ok(
                method.map_or_else(|| primitives::compact(tested), |method| primitives::compact_by(tested, method))?
            );
        }
        if method.unwrap_or_else(|| Filter::fastest(device)) == Filter::HistoPyramid {
            // What is null is beyond every class.
            let keep = if class == Class::Nodes { "x.w < 1.5" } else { "x.w > 1.5 && x.w < 2.5" };
            return Ok(primitives::filter_by(tested, keep, Filter::HistoPyramid)?);
        }
        let kernel = device.kernel(&glsl!("applications/collide_class.frag"))?;
        let mut picked = device.stream(tested.len())?;
        let pass = device.pass(&kernel).input("tested", tested).constant("triangles", class == Class::Triangles);
        pass.constant("zero", 0.0).output("picked", &mut picked).run()?;
        Ok(method.map_or_else(|| primitives::compact(&picked), |method| primitives::compact_by(&picked, method))?)
    }

    /// One pass, where there were some already.
    fn append(&mut self, leaves: Stream<[f32; 4]>) -> Result<(), Error> {
        if leaves.is_empty() {
            return Ok(());
        }
        let Some(first) = self.leaves.take() else {
            self.leaves = Some(leaves);
            return Ok(());
        };
        let device = self.device().clone();
        let pairs = first.len() + leaves.len();
        self.room_for(pairs, self.levels.len())?;
        let kernel = device.kernel(&glsl!("applications/collide_append.frag"))?;
        let mut both = device.stream(pairs)?;
        device.pass(&kernel).input("first", &first).input("second", &leaves).output("both", &mut both).run()?;
        self.leaves = Some(both);
        Ok(())
    }

    /// One pass.
    fn doubled(&self, nodes: &Stream<[f32; 4]>) -> Result<Stream<[f32; 4]>, Error> {
        let device = self.device();
        let pairs = 2 * nodes.len();
        self.room_for(pairs, self.levels.len() + 1)?;
        let kernel = device.kernel(&glsl!("applications/collide_double.frag"))?;
        let mut doubled = device.stream(pairs)?;
        if pairs > 0 {
            device.pass(&kernel).input("kept", nodes).output("pairs", &mut doubled).run()?;
        }
        Ok(doubled)
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
        let [a, _] = self.collide.models();
        let pass = device.pass(&kernel).input("pairs", leaves).input("vertices_a", &a.vertices);
        let pass = pass.input("vertices_b", &self.posed.vertices).constant("zero", 0.0);
        pass.output("touching", &mut touching).run()?;
        let method = self.collide.filter();
        Ok(method.map_or_else(|| primitives::compact(&touching), |method| primitives::compact_by(&touching, method))?)
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
