//! Readers: what a later pass makes from an element that a pass wrote.

use std::rc::Rc;

use brooklet::Error;
use brooklet::capture::{Binding, Contents, Step};

use super::Track;

/// The most elements of a pass whose readers are told.
pub const MAX_READERS: usize = 4096;
/// The most inputs whose readers are kept.
const MAX_KEPT: usize = 16;

/// The readers of each element of an input.
type Readers = Rc<Vec<Vec<usize>>>;

/// Readers that have been found: of a step and one of its inputs.
#[derive(Default)]
pub struct Known(Vec<((usize, usize), Readers)>);

impl Track {
    /// For each element of an input of a pass, who reads it; none where there are too many to say.
    pub fn readers(&mut self, step: usize, input: usize) -> Result<Option<Readers>, Error> {
        if let Some((_, readers)) = self.known_readers.0.iter().find(|(of, _)| *of == (step, input)) {
            return Ok(Some(readers.clone()));
        }
        let Some(fetches) = self.fetches(step)?.filter(|fetches| fetches.count() <= MAX_READERS) else {
            return Ok(None);
        };
        let readers = Rc::new(fetches.readers(input)?);
        if self.known_readers.0.len() == MAX_KEPT {
            self.known_readers.0.remove(0);
        }
        self.known_readers.0.push(((step, input), readers.clone()));
        Ok(Some(readers))
    }

    /// The next pass that reads the texture that a pass wrote, and by which of its inputs; none, where it is written again
    /// before, or a dispatch comes.
    fn next_reader(&self, step: usize, written: &Binding) -> Option<(usize, Vec<usize>)> {
        for (number, later) in self.steps().iter().enumerate().skip(step + 1) {
            let Step::Pass(pass) = later else { return None };
            let inputs = pass.inputs.iter().enumerate().filter(|(_, input)| input.resource == written.resource);
            let inputs: Vec<usize> = inputs.map(|(input, _)| input).collect();
            if !inputs.is_empty() {
                return Some((number, inputs));
            }
            if pass.outputs.iter().any(|output| output.resource == written.resource) {
                return None;
            }
        }
        None
    }

    /// The step that reads an element next which a pass wrote, and what that makes from it; none where nobody reads it, or
    /// there are too many to say.
    pub fn next_readers(
        &mut self,
        step: usize,
        written: &Binding,
        contents: &Contents,
        element: usize,
    ) -> Result<Option<(usize, Vec<usize>)>, Error> {
        let Some((next, inputs)) = self.next_reader(step, written) else { return Ok(None) };
        let mut all = Vec::new();
        for input in inputs {
            let Step::Pass(pass) = &self.steps()[next] else { return Ok(None) };
            let own = same_texel(written, contents, element, &pass.inputs[input]);
            let Some(readers) = self.readers(next, input)? else { return Ok(None) };
            all.extend(own.iter().filter_map(|element| readers.get(*element)).flatten().copied());
        }
        all.sort_unstable();
        all.dedup();
        Ok(Some((next, all)))
    }
}

/// The elements of an input that lie where an element was written: a pass may take texels of four for elements, which the one
/// before wrote one by one, and the other way round.
fn same_texel(written: &Binding, contents: &Contents, element: usize, read: &Binding) -> Vec<usize> {
    let (x, y, layer, lane) = contents.place(element);
    let layer = written.layer + layer;
    let texel = y * read.geometry.width + x;
    let (lanes, written_lanes) = (read.geometry.layout.lanes(), written.geometry.layout.lanes());
    let own = match (lanes, written_lanes) {
        (1, _) => 0..1,
        (_, 1) => 0..lanes,
        _ => lane..lane + 1,
    };
    if layer >= read.layers {
        return Vec::new();
    }
    let numbers = own.map(|lane| (texel * lanes + lane) * read.layers + layer);
    numbers.filter(|number| *number < read.geometry.count * read.layers).collect()
}

#[cfg(test)]
mod tests {
    use brooklet::ir::interpret::Value;
    use brooklet::{Device, Operator};

    use super::*;
    use crate::app::data::{Kind, input};
    use crate::app::methods;
    use crate::app::scene::Scene;
    use crate::app::track::Source;

    /// The bits of a texel's numbers that an element holds, with where in the texel they are.
    fn words(contents: &Contents, element: usize) -> Vec<(usize, u32)> {
        let value: Value = contents.value(element).unwrap();
        let (_, _, _, lane) = contents.place(element);
        (0..value.count()).map(|component| (lane + component, value.words()[component])).collect()
    }

    #[test]
    fn what_the_next_pass_reads_is_what_was_written() {
        let device = Device::headless().unwrap();
        let mut compared = 0;
        let scenes = [Scene::Reduce, Scene::Scan, Scene::Sort, Scene::Search, Scene::Filter];
        for scene in scenes.into_iter().chain([Scene::Argsort, Scene::Histogram, Scene::Group]) {
            let numbers = input(scene, Kind::Random, 300, None).unwrap();
            for method in methods::fragment(scene, &device) {
                let run = methods::run(scene, method, &device, &Operator::sum(), &numbers).unwrap();
                let mut track = Track::new(method, run);
                for step in 0..track.steps().len() {
                    let shown = track.show(step).unwrap();
                    for (slot, contents) in &shown.outputs {
                        let Source::Texture(written) = &slot.of else { continue };
                        let Some((next, inputs)) = track.next_reader(step, written) else { continue };
                        let Step::Pass(pass) = &track.steps()[next] else { continue };
                        let read = pass.inputs[inputs[0]].clone();
                        let later = track.show(next).unwrap();
                        let (_, there) = later.inputs.iter().find(|(slot, _)| slot.port == inputs[0]).unwrap();
                        for element in 0..contents.len() {
                            let own = words(contents, element);
                            let twins = same_texel(written, contents, element, &read);
                            let theirs: Vec<_> = twins.iter().flat_map(|twin| words(there, *twin)).collect();
                            let same = own.iter().all(|word| theirs.contains(word));
                            // A shorter stream may end inside of the texture of a longer one.
                            assert!(twins.is_empty() || same, "{} {step}: {element}", method.name);
                            compared += usize::from(!twins.is_empty());
                        }
                    }
                }
            }
        }
        assert!(compared > 10_000, "{compared}");
    }

    #[test]
    fn where_points_go_is_shown_beside_the_inputs() {
        let device = Device::headless().unwrap();
        let numbers = input(Scene::Histogram, Kind::Random, 100, None).unwrap();
        let method = methods::fragment(Scene::Histogram, &device).into_iter().find(|m| m.name == "points").unwrap();
        let run = methods::run(Scene::Histogram, method, &device, &Operator::sum(), &numbers).unwrap();
        let mut track = Track::new(method, run);
        let points = |step: &Step| matches!(step, Step::Pass(pass) if pass.points.is_some());
        let step = track.steps().iter().position(points).unwrap();
        let shown = track.show(step).unwrap();
        let (slot, places) = shown.inputs.last().unwrap();
        assert_eq!((slot.name.as_str(), places.len()), ("places", 100));
        let (_, counts) = &shown.outputs[0];
        let number = |contents: &Contents, element: usize| f32::from_bits(contents.value(element).unwrap().words()[0]);
        for bin in 0..counts.len() {
            let wanted = (0..100).filter(|element| number(places, *element) == bin as f32).count();
            assert_eq!(number(counts, bin), wanted as f32, "bin {bin}");
        }
        // No kernel fetches them.
        let port = slot.port;
        let readers = track.readers(step, port).unwrap().unwrap();
        assert!(readers.iter().all(Vec::is_empty));
    }
}
