//! Methods: which ways a scene has to do its algorithm, and what runs them.

use brooklet::catalog::{self, Data, Filtering, Input, Options, Predicate, Primitive};
use brooklet::primitives::PrimitiveError;
use brooklet::{Bins, Device, Error, Operator};

use super::applications;
use super::data::{self, Noise};
use super::method::{Family, Method, Run};
use super::scene::Scene;

/// The primitive that a scene is about, if it is about one. An application may have the name of one.
pub fn primitive(scene: Scene) -> Option<&'static Primitive> {
    if scene.is_application() { None } else { catalog::find(scene.name()) }
}

/// The methods of a scene on the fragment pipeline.
pub fn fragment(scene: Scene, device: &Device) -> Vec<Method> {
    if let Some(Primitive { fragment, .. }) = primitive(scene) {
        return fragment.methods.iter().map(|m| listed(Family::Fragment, m, fragment.runs_on(m, device))).collect();
    }
    let of_picture = |name, source| Method { family: Family::Fragment, name, source, runs: true };
    match scene {
        Scene::Tonemap => {
            vec![of_picture("log-average", "Reinhard et al. 2002"), of_picture("brightest", "Buck and Purcell 2004")]
        }
        Scene::Brook | Scene::Compare | Scene::Puzzle => Vec::new(),
        _ => applications::methods(scene, device),
    }
}

/// The methods of a scene on compute shaders that do what all of them do; none where the device has none.
pub fn compute(scene: Scene, device: &Device) -> Vec<Method> {
    let Some(primitive) = primitive(scene).filter(|_| device.compute().is_some()) else { return Vec::new() };
    let of_all = primitive.examples[0].compute;
    let methods = primitive.compute.iter().flat_map(|family| family.methods).filter(|method| of_all.has(method));
    methods.map(|method| listed(Family::Compute, method, true)).collect()
}

fn listed(family: Family, method: &catalog::MethodInfo, runs: bool) -> Method {
    Method { family, name: method.name, source: method.citation.short, runs }
}

/// The methods that are shown side by side if nothing else is said.
pub fn usual(scene: Scene) -> &'static [&'static str] {
    match (primitive(scene), scene) {
        (Some(primitive), _) => primitive.fragment.shown,
        (None, Scene::Tonemap) => &["log-average"],
        // Its first: the fastest is a click away.
        (None, _) => &[],
    }
}

/// The compute method that is shown beside them if nothing else is said: the papers' where there is one.
pub fn usual_compute(scene: Scene) -> &'static str {
    let family = primitive(scene).and_then(|primitive| primitive.compute.as_ref());
    family.and_then(|family| family.shown.first()).copied().unwrap_or("off")
}

/// What a search looks for: as many numbers as there are elements.
pub fn queries(numbers: &[f32]) -> Vec<f32> {
    let mut noise = Noise::new(37);
    let (low, high) = (numbers.first().copied().unwrap_or(0.0), numbers.last().copied().unwrap_or(0.0));
    let at = |noise: &mut Noise| low + (high - low) * noise.below(1 << 16) as f32 / 65536.0;
    (0..numbers.len()).map(|_| at(&mut noise).round()).collect()
}

/// Runs a method on the numbers.
pub fn run(scene: Scene, method: Method, device: &Device, op: &Operator<f32>, numbers: &[f32]) -> Result<Run, Error> {
    // Scenes without one run by themselves.
    let Some(primitive) = primitive(scene) else {
        let (primitive, method) = (scene.name(), method.name.to_owned());
        return Err(PrimitiveError::NoMethod { primitive, method, methods: "none".to_owned() }.into());
    };
    let needed = primitive.inputs.iter().filter(|input| !input.optional);
    let input = |input: &Input| match (scene, input.data) {
        (_, Data::Queries) => queries(numbers),
        (Scene::Group, Data::Whole) => data::values(numbers.len()),
        _ => numbers.to_vec(),
    };
    let inputs: Vec<Vec<f32>> = needed.map(input).collect();
    // What is kept of the numbers: those below the middle.
    let keep = Some(Predicate::Below(data::middle(numbers)));
    let filter = Filtering { keep, ..Filtering::default() };
    let (first, last) = data::bins(numbers);
    let bins = Bins::between(data::BINS, first, last);
    // Keys of an argsort are integers of so many bits.
    let options = Options { operator: op.clone(), filter, bins, bits: Some(12), ..Options::default() };
    match method.family {
        Family::Fragment => {
            let streams = inputs.iter().map(|input| device.upload(input)).collect::<Result<Vec<_>, _>>()?;
            let streams: Vec<_> = streams.iter().collect();
            let (output, capture) = device.capture(|| primitive.draw(Some(method.name), &streams, &options))?;
            Ok(Run { capture, result: output.read()? })
        }
        Family::Compute => {
            let buffers = inputs.iter().map(|input| device.upload_buffer(input)).collect::<Result<Vec<_>, _>>()?;
            let buffers: Vec<_> = buffers.iter().collect();
            let (output, capture) = device.capture(|| primitive.dispatch(Some(method.name), &buffers, &options))?;
            Ok(Run { capture, result: output.read()? })
        }
    }
}
