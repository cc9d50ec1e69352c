//! The stage: the methods of a scene side by side, and how far each of them is.

use brooklet::fragment_program::Chip;
use brooklet::{Device, Error, Operator};

use super::applications;
use super::brook;
use super::data::{self, File, Kind};
use super::method::{Family, Method};
use super::methods;
use super::scene::Scene;
use super::settings::{Op, Settings};
use super::tonemap;
use super::track::Track;
use super::view::colour::Range;

/// What the tracks depend on: they are made anew when it changes.
#[derive(Clone, PartialEq, Debug)]
pub struct Work {
    pub scene: Scene,
    pub methods: Vec<Method>,
    pub data: Kind,
    pub op: Op,
    pub n: usize,
    pub exposure: f32,
    /// The emulated chip that runs them; none: the driver.
    pub chip: Option<Chip>,
    /// Which file was dropped.
    pub file: usize,
}

/// A method on the stage: running, or why not.
pub enum Place {
    Waiting(Method),
    Running(Box<Track>),
    Failed(Method, String),
    /// It is nothing that the chip can do, and why.
    Refused(Method, String),
}

impl Place {
    pub fn method(&self) -> Method {
        match self {
            Place::Waiting(method) | Place::Failed(method, _) | Place::Refused(method, _) => *method,
            Place::Running(track) => track.method,
        }
    }

    pub fn track(&mut self) -> Option<&mut Track> {
        match self {
            Place::Running(track) => Some(track),
            _ => None,
        }
    }
}

pub struct Stage {
    pub work: Work,
    pub input: Vec<f32>,
    pub places: Vec<Place>,
    /// The range of the numbers in the input and in what comes out.
    pub range: Range,
}

/// Methods by the names of an address; with what is wrong with these.
pub fn chosen(settings: &Settings, device: &Device) -> (Vec<Method>, Vec<String>) {
    let scene = settings.scene;
    let (fragment, compute) = (methods::fragment(scene, device), methods::compute(scene, device));
    let mut wrong = Vec::new();
    let mut chosen = Vec::new();
    let usual = usual(scene, &fragment);
    for name in settings.methods.as_ref().unwrap_or(&usual) {
        match fragment.iter().find(|method| method.name == name) {
            Some(method) if chosen.contains(method) => {}
            Some(method) => chosen.push(*method),
            None => wrong.push(unknown("method", name, &fragment)),
        }
    }
    let usual = if compute.is_empty() { "off" } else { methods::usual_compute(scene) };
    // An emulated chip has none: what an address says of them is for the driver.
    let said = settings.compute.as_deref().filter(|_| settings.chip.is_none());
    match said.unwrap_or(usual) {
        "off" => {}
        name => match compute.iter().find(|method| method.name == name) {
            Some(method) => chosen.push(*method),
            None if compute.is_empty() => wrong.push("this context has no compute shaders".to_owned()),
            None => wrong.push(unknown("compute method", name, &compute)),
        },
    }
    (chosen, wrong)
}

/// The usual methods, without those that the device does not run; where none are left, the first that it runs.
fn usual(scene: Scene, fragment: &[Method]) -> Vec<String> {
    let is_usual = |method: &&Method| methods::usual(scene).contains(&method.name);
    let run: Vec<&Method> = fragment.iter().filter(|method| method.runs).collect();
    let usual: Vec<String> = run.iter().copied().filter(is_usual).map(|method| method.name.to_owned()).collect();
    match (usual.is_empty(), run.first()) {
        (true, Some(first)) => vec![first.name.to_owned()],
        _ => usual,
    }
}

fn unknown(what: &str, name: &str, all: &[Method]) -> String {
    let names: Vec<&str> = all.iter().map(|method| method.name).collect();
    format!("there is no {what} `{name}` here; available: {}", names.join(", "))
}

/// The operator of a scene if nothing else is said.
pub fn usual_op(scene: Scene) -> Op {
    if scene == Scene::Reduce { Op::Max } else { Op::Sum }
}

pub fn operator(op: Op) -> Operator<f32> {
    match op {
        Op::Max => Operator::max(),
        Op::Min => Operator::min(),
        Op::Sum => Operator::sum(),
    }
}

impl Stage {
    /// A stage for this work; its tracks are made one at a time by [`Stage::go_on`].
    pub fn new(work: Work, file: Option<&File>) -> Result<Stage, String> {
        let input = match work.scene {
            Scene::Tonemap => {
                if work.data == Kind::File { data::picture(file).map(drop) } else { brook::picture().map(drop) }?;
                Vec::new()
            }
            Scene::Fft => {
                brook::picture()?;
                Vec::new()
            }
            // What they work on is their own.
            scene if scene.is_application() => Vec::new(),
            scene => data::input(scene, work.data, work.n, file)?,
        };
        let places = work.methods.iter().map(|method| Place::Waiting(*method)).collect();
        let range = Range::of(&input);
        Ok(Stage { work, input, places, range })
    }

    /// Whether all methods have run, or cannot.
    pub fn is_complete(&self) -> bool {
        !self.places.iter().any(|place| matches!(place, Place::Waiting(_)))
    }

    /// Runs the next method that waits.
    pub fn go_on(&mut self, device: &Device, file: Option<&File>) {
        let Some(place) = self.places.iter_mut().find(|place| matches!(place, Place::Waiting(_))) else { return };
        let method = place.method();
        *place = match run(&self.work, method, device, &self.input, file) {
            Ok(track) => {
                // The sums of a scan go far beyond what went in; places, counts and sums of groups are no numbers of the input.
                let others = [Scene::Search, Scene::Argsort, Scene::Histogram, Scene::Group];
                if !others.contains(&self.work.scene) {
                    self.range = self.range.with(Range::of(track.result.iter().chain(&self.input)));
                }
                if self.work.scene == Scene::Scan {
                    let mean = self.input.iter().sum::<f32>() / self.input.len().max(1) as f32;
                    self.range = self.range.skewed(mean, mean);
                }
                Place::Running(Box::new(track))
            }
            Err(error) => match self.work.chip.filter(|_| error.is_missing_feature()) {
                Some(chip) => Place::Refused(method, refusal(chip, &error)),
                None => Place::Failed(method, error.to_string()),
            },
        };
    }

    /// Steps of the longest track.
    pub fn steps(&self) -> usize {
        self.places
            .iter()
            .map(|place| if let Place::Running(track) = place { track.steps().len() } else { 0 })
            .max()
            .unwrap_or(0)
    }
}

/// Why a chip does not run something.
fn refusal(chip: Chip, error: &Error) -> String {
    let profile = chip.profile();
    let card = match profile.year {
        Some(year) => format!("{}, of {year},", profile.cards),
        None => "This machine".to_owned(),
    };
    format!("{card} could not do this: {error}.")
}

fn run(work: &Work, method: Method, device: &Device, input: &[f32], file: Option<&File>) -> Result<Track, Error> {
    let run = match work.scene {
        Scene::Tonemap => tonemap::run(method.name, device, work.exposure, file.filter(|_| work.data == Kind::File))?,
        scene if scene.is_application() => applications::run(scene, method.name, device, work.n)?,
        scene => methods::run(scene, method, device, &operator(work.op), input)?,
    };
    Ok(Track::new(method, run))
}

/// How many steps a track has done at a place of the timeline: so many passes, or so many bytes of all.
pub fn done(track: &Track, position: usize, race: Option<usize>) -> usize {
    match race {
        None => position.min(track.steps().len()),
        Some(bytes) => track.steps_by_work(bytes),
    }
}

/// Whether the method runs on fragments.
pub fn on_fragments(method: Method) -> bool {
    method.family == Family::Fragment
}
