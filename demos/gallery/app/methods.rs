//! Methods: how the algorithm of a scene is done, and what runs it.

use std::rc::Rc;

use brooklet::capture::Capture;
use brooklet::primitives::{self, SortOptions};
use brooklet::{Device, Error, Operator, compute};

use super::applications;
use super::data::Noise;
use super::scene::Scene;

/// On what a method runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// Passes of the fragment pipeline.
    Fragment,
    /// Dispatches of compute shaders.
    Compute,
}

impl Family {
    /// What a step of it is called.
    pub fn step(self) -> &'static str {
        if self == Family::Fragment { "pass" } else { "dispatch" }
    }
}

/// A method of a scene.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Method {
    pub family: Family,
    /// In an address, and for people.
    pub name: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// Whether the device runs it.
    pub runs: bool,
}

/// What ran.
pub struct Run {
    pub capture: Rc<Capture>,
    /// What came out.
    pub result: Vec<f32>,
}

const CHAPTER_37: &str = "Buck and Purcell 2004";
const HORN: &str = "Horn 2005";
const OURS: &str = "today's, on fragments";
const TODAY: &str = "today's";
const HARRIS: &str = "Harris 2007";
const MAHARDITO: &str = "Mahardito et al.";

macro_rules! family {
    ($family:ident, $all:expr, $runs:expr, |$method:ident| $source:expr) => {
        $all.into_iter()
            .map(|$method| {
                let runs: bool = $runs($method);
                Method { family: Family::$family, name: $method.name(), source: $source, runs }
            })
            .collect()
    };
}

/// The methods of a scene on the fragment pipeline.
pub fn fragment(scene: Scene, device: &Device) -> Vec<Method> {
    use primitives::{Filter, Reduce, Scan, Search, Sort};
    match scene {
        Scene::Reduce => family!(Fragment, Reduce::ALL, |m: Reduce| m.runs_on(device), |m| match m {
            Reduce::TwoByTwo => CHAPTER_37,
            Reduce::Brook => "Buck et al. 2004",
            Reduce::Runs | Reduce::Columns => OURS,
        }),
        Scene::Scan => family!(Fragment, Scan::ALL, |m: Scan| m.runs_on(device), |m| match m {
            Scan::HillisSteele => HORN,
            Scan::UpDownSweep => HARRIS,
            Scan::Pyramid => OURS,
        }),
        Scene::Sort => family!(Fragment, Sort::ALL, |m: Sort| m.runs_on(device), |m| match m {
            Sort::Bitonic | Sort::BitonicFloat => CHAPTER_37,
            Sort::BitonicPacked | Sort::Merge => OURS,
        }),
        Scene::Search => family!(Fragment, Search::ALL, |m: Search| m.runs_on(device), |m| match m {
            Search::BinarySearch => CHAPTER_37,
            Search::IndexPyramid => OURS,
        }),
        Scene::Filter => family!(Fragment, Filter::ALL, |m: Filter| m.runs_on(device), |m| match m {
            Filter::HistoPyramid => OURS,
            _ => HORN,
        }),
        Scene::Tonemap => vec![
            Method { family: Family::Fragment, name: "log-average", source: "Reinhard et al. 2002", runs: true },
            Method { family: Family::Fragment, name: "brightest", source: CHAPTER_37, runs: true },
        ],
        Scene::Brook | Scene::Compare => Vec::new(),
        _ => applications::methods(scene, device),
    }
}

/// The methods of a scene on compute shaders; none where the device has none.
pub fn compute(scene: Scene, device: &Device) -> Vec<Method> {
    use compute::{Filter, Reduce, Scan, Search, Sort};
    if device.compute().is_none() {
        return Vec::new();
    }
    match scene {
        Scene::Reduce => family!(Compute, Reduce::general(), |_| true, |m| match m {
            Reduce::Runs | Reduce::Tiles => TODAY,
            _ => MAHARDITO,
        }),
        Scene::Scan => family!(Compute, Scan::ALL, |_| true, |m| match m {
            Scan::Runs | Scan::Tiles => TODAY,
            _ => HARRIS,
        }),
        Scene::Sort => family!(Compute, Sort::ALL, |_| true, |m| match m {
            Sort::Bitonic | Sort::BitonicShared => "as in 2004, with a scatter",
            _ => TODAY,
        }),
        Scene::Search => family!(Compute, Search::ALL, |_| true, |m| match m {
            Search::BinarySearch => CHAPTER_37,
            Search::Index => TODAY,
        }),
        Scene::Filter => family!(Compute, Filter::ALL, |_| true, |m| match m {
            Filter::ScanScatter => HARRIS,
            _ => TODAY,
        }),
        _ => Vec::new(),
    }
}

/// The methods that are shown side by side if nothing else is said.
pub fn usual(scene: Scene) -> &'static [&'static str] {
    match scene {
        Scene::Reduce => &["2x2", "brook", "runs"],
        Scene::Scan => &["hillis-steele", "up-down-sweep", "pyramid"],
        Scene::Sort => &["bitonic"],
        Scene::Search => &["binary-search", "index-pyramid"],
        Scene::Filter => &["scan-search-gather", "histopyramid"],
        Scene::Tonemap => &["log-average"],
        Scene::Brook | Scene::Compare => &[],
        // Its first: the fastest is a click away.
        _ => &[],
    }
}

/// The compute method that is shown beside them if nothing else is said: the papers' where there is one.
pub fn usual_compute(scene: Scene) -> &'static str {
    match scene {
        Scene::Reduce => "sequential-addressing",
        Scene::Scan => "work-efficient",
        Scene::Sort => "bitonic",
        Scene::Search => "binary-search",
        Scene::Filter => "scan-scatter",
        _ => "off",
    }
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
    match method.family {
        Family::Fragment => on_fragments(scene, method.name, device, op, numbers),
        Family::Compute => on_compute(scene, method.name, device, op, numbers),
    }
}

/// What is kept of the numbers: those below the middle.
pub fn keep(numbers: &[f32]) -> String {
    format!("x < {:?}", super::data::middle(numbers))
}

fn on_fragments(scene: Scene, name: &str, device: &Device, op: &Operator<f32>, numbers: &[f32]) -> Result<Run, Error> {
    use primitives::{Filter, Reduce, Scan, Search, Sort};
    let x = device.upload(numbers)?;
    let (result, capture) = match scene {
        Scene::Reduce => {
            let method = named(Reduce::ALL, name, Reduce::name);
            let (result, capture) = device.capture(|| primitives::reduce_by(&x, op, method))?;
            (vec![result], capture)
        }
        Scene::Scan => {
            let method = named(Scan::ALL, name, Scan::name);
            let (sums, capture) = device.capture(|| primitives::scan_by(&x, op, method))?;
            (sums.read()?, capture)
        }
        Scene::Sort => {
            let method = named(Sort::ALL, name, Sort::name);
            let (sorted, capture) =
                device.capture(|| primitives::sort_with(&x, SortOptions::default().method(method)))?;
            (sorted.read()?, capture)
        }
        Scene::Search => {
            let method = named(Search::ALL, name, Search::name);
            let queries = device.upload(&queries(numbers))?;
            let (found, capture) = device.capture(|| primitives::lower_bound_by(&x, &queries, method))?;
            (found.read()?, capture)
        }
        _ => {
            let method = named(Filter::ALL, name, Filter::name);
            let (kept, capture) = device.capture(|| primitives::filter_by(&x, &keep(numbers), method))?;
            (kept.read()?, capture)
        }
    };
    Ok(Run { capture, result })
}

fn on_compute(scene: Scene, name: &str, device: &Device, op: &Operator<f32>, numbers: &[f32]) -> Result<Run, Error> {
    use compute::{Filter, Reduce, Scan, Search, Sort};
    let x = device.upload_buffer(numbers)?;
    let (result, capture) = match scene {
        Scene::Reduce => {
            let method = named(Reduce::general(), name, Reduce::name);
            let (result, capture) = device.capture(|| compute::reduce_by(&x, op, method))?;
            (vec![result], capture)
        }
        Scene::Scan => {
            let method = named(Scan::ALL, name, Scan::name);
            let (sums, capture) = device.capture(|| compute::scan_by(&x, op, method))?;
            (sums.read()?, capture)
        }
        Scene::Sort => {
            let method = named(Sort::ALL, name, Sort::name);
            let (sorted, capture) = device.capture(|| compute::sort_by(&x, method))?;
            (sorted.read()?, capture)
        }
        Scene::Search => {
            let method = named(Search::ALL, name, Search::name);
            let queries = device.upload_buffer(&queries(numbers))?;
            let (found, capture) = device.capture(|| compute::lower_bound_by(&x, &queries, method))?;
            (found.read()?, capture)
        }
        _ => {
            let method = named(Filter::ALL, name, Filter::name);
            let (kept, capture) = device.capture(|| compute::filter_by(&x, &keep(numbers), method))?;
            (kept.read()?, capture)
        }
    };
    Ok(Run { capture, result })
}

/// The method of this name; the first, if there is none: names were looked up before they get here.
fn named<M: Copy>(all: impl IntoIterator<Item = M>, name: &str, of: impl Fn(M) -> &'static str) -> M {
    let all: Vec<M> = all.into_iter().collect();
    all.iter().copied().find(|method| of(*method) == name).unwrap_or(all[0])
}
