//! The lower part of a column: the history of its passes, the network of comparators, or the descent of queries.

use brooklet::Error;
use brooklet::capture::{Binding, Step};
use egui::{Align2, FontId, Rect, Ui};

use super::{Answer, At, Context};
use crate::app::data;
use crate::app::element::{Picked, Place};
use crate::app::method::Family;
use crate::app::scene::Scene;
use crate::app::settings::{Show, View};
use crate::app::stage;
use crate::app::track::Track;
use crate::app::view::bars::Bars;
use crate::app::view::chain::{Chain, Link};
use crate::app::view::descent::{self, Path};
use crate::app::view::groups::{Groups, Sorted};
use crate::app::view::history::{History, Rows};
use crate::app::view::network::{self, MAX_LINES, Network};
use crate::app::view::order::Order;
use crate::app::view::texture::Look;

/// What it keeps from frame to frame.
#[derive(Default)]
pub struct Lower {
    history: History,
    /// The comparators of each pass; none of passes that are something else.
    network: Vec<Option<Vec<(usize, usize)>>>,
    paths: Option<(usize, Vec<Path>)>,
    chain: Chain,
    sorted: Option<Sorted>,
}

/// What the kernels of a search call what they look for.
const QUERIES: &str = "queries";
/// Seconds of a frame that may go by with reading what passes wrote.
const SECONDS: f64 = 0.012;
/// The most queries whose descent is drawn.
const MAX_PATHS: usize = 64;

/// Whether a method is a network of comparators on plain elements.
pub fn has_network(scene: Scene, method: &str) -> bool {
    scene == Scene::Sort && ["bitonic", "bitonic-float"].contains(&method)
}

impl Lower {
    /// Draws what the scene and the view have there.
    pub fn draw(&mut self, ui: &mut Ui, space: Rect, at: &mut At, answer: &mut Answer) -> Result<(), Error> {
        let cx = at.cx;
        let method = at.track.method;
        let fragment = method.family == Family::Fragment;
        let searches = match &at.track.steps()[at.step] {
            Step::Pass(pass) => pass.inputs.iter().any(|input| input.name == QUERIES),
            Step::Dispatch(_) => false,
        };
        if cx.settings.scene == Scene::Search && searches {
            return self.descent(ui, space, at);
        }
        if cx.settings.view == Some(View::Network) && fragment && has_network(cx.settings.scene, method.name) {
            if cx.input.len() <= MAX_LINES {
                return self.network(ui, space, at, answer);
            }
            let text = format!("The network is drawn of up to {MAX_LINES} elements; these are {}.", cx.input.len());
            let font = FontId::proportional(13.0);
            ui.painter().text(space.center(), Align2::CENTER_CENTER, text, font, cx.theme.faint());
            return Ok(());
        }
        if cx.settings.scene == Scene::Reduce && fragment {
            return self.chain(ui, space, at, answer);
        }
        if cx.settings.shown() == View::All && self.outcome(ui, space, at) {
            return Ok(());
        }
        let one_range = matches!(cx.settings.scene, Scene::Sort | Scene::Scan);
        answer.unfinished |= fill(at)?;
        let track = &*at.track;
        let rows = Rows {
            input: cx.input,
            rows: &track.rows,
            done: cx.done,
            range: one_range.then_some(cx.range),
            show: cx.settings.show,
            theme: cx.theme,
        };
        let name = |step: usize| format!("{} {}: {}", method.family.step(), step + 1, track.steps()[step].kernel());
        answer.go_to = self.history.draw(ui, space, &rows, name);
        Ok(())
    }

    /// Draws what the scene is about, from what goes in to what comes out; whether there is a picture of it.
    fn outcome(&mut self, ui: &Ui, space: Rect, at: &At) -> bool {
        let At { track, cx, .. } = at;
        let &Context { input, range, theme, .. } = *cx;
        let (result, finished) = (&track.result, cx.done == track.steps().len());
        match cx.settings.scene {
            Scene::Argsort => Order { keys: input, order: result, finished, range, theme }.draw(ui, space),
            Scene::Histogram => {
                let ends = data::bins(input);
                Bars { numbers: input, counts: result, ends, finished, range, theme }.draw(ui, space);
            }
            Scene::Group => {
                let (distinct, results) = result.split_at(result.len() / 2);
                let op = cx.settings.op.unwrap_or(stage::usual_op(Scene::Group));
                let sorted = self.sorted.get_or_insert_with(|| Sorted::of(input, data::values(input.len())));
                let groups =
                    Groups { keys: input, sorted, distinct, results, title: op.title(), finished, range, theme };
                groups.draw(ui, space);
            }
            _ => return false,
        }
        true
    }

    fn chain(&mut self, ui: &mut Ui, space: Rect, at: &mut At, answer: &mut Answer) -> Result<(), Error> {
        let At { track, cx, .. } = at;
        let size = |binding: &Binding| [binding.geometry.width, binding.geometry.height];
        let mut links = Vec::new();
        for step in 0..track.steps().len() {
            let Step::Pass(pass) = &track.steps()[step] else { continue };
            let (input, output) = (size(&pass.inputs[0]), size(&pass.outputs[0]));
            let shown = if step < cx.done || step == 0 { Some(track.show(step)?) } else { None };
            if step == 0 {
                let contents = shown.as_ref().and_then(|shown| Some(shown.inputs.first()?.1.clone()));
                links.push(Link { size: input, contents });
            }
            let contents = shown.filter(|_| step < cx.done).and_then(|shown| Some(shown.outputs.first()?.1.clone()));
            links.push(Link { size: output, contents });
        }
        // Cells are too small for numbers; where they are not, numbers are written on the heat map too.
        let show = if cx.settings.show == Show::Numbers { Show::Heat } else { cx.settings.show };
        let look = Look { show, range: cx.range, theme: cx.theme, picture: false, written: true };
        answer.go_to = self.chain.draw(ui, space, &links, cx.done, &look);
        Ok(())
    }

    fn network(&mut self, ui: &mut Ui, space: Rect, at: &mut At, answer: &mut Answer) -> Result<(), Error> {
        let (cx, count) = (at.cx, at.track.steps().len());
        // A few passes a frame, so that the frame comes.
        for step in self.network.len()..count.min(self.network.len() + 8) {
            let pairs = match at.track.fetches(step)? {
                Some(fetches) => network::comparators(&fetches)?,
                None => None,
            };
            self.network.push(pairs);
        }
        answer.unfinished |= self.network.len() < count || fill(at)?;
        let rows = at.track.rows.iter().map(|row| row.as_ref().map(|row| row.numbers.as_slice()));
        let numbers = std::iter::once(Some(cx.input)).chain(rows).collect();
        let network = Network { n: cx.input.len(), passes: &self.network, numbers, done: cx.done };
        network.draw(ui, space, cx.range, cx.theme);
        Ok(())
    }

    fn descent(&mut self, ui: &mut Ui, space: Rect, at: &mut At) -> Result<(), Error> {
        let (step, cx) = (at.step, at.cx);
        if self.paths.as_ref().is_none_or(|(of, _)| *of != step) {
            self.paths = Some((step, paths(at.track, step, cx.input)?));
        }
        let shown = at.track.show(step)?;
        let is_query = |kept: &Picked| match kept.place {
            Place::Output(slot) => slot == 0,
            Place::Input(slot) => shown.inputs.get(slot).is_some_and(|(slot, _)| slot.name == QUERIES),
        };
        let kept = cx.settings.at.filter(is_query).map(|kept| kept.element);
        let Some((_, paths)) = &mut self.paths else { return Ok(()) };
        for path in paths.iter_mut() {
            path.picked = kept == Some(path.query);
        }
        descent::draw(ui, space, paths, cx.range, cx.theme);
        Ok(())
    }
}

/// Reads rows of the history for a part of a frame; whether there are more.
fn fill(at: &mut At) -> Result<bool, Error> {
    let (cx, start) = (at.cx, (at.cx.clock)());
    while at.track.fill_history(cx.done)? {
        if (cx.clock)() - start > SECONDS {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Where queries look in a pass: fetches of one element each are left out, since that is the query itself.
fn paths(track: &mut Track, step: usize, sorted: &[f32]) -> Result<Vec<Path>, Error> {
    let Some(fetches) = track.fetches(step)? else { return Ok(Vec::new()) };
    let Step::Pass(pass) = &track.steps()[step] else { return Ok(Vec::new()) };
    let names: Vec<String> = pass.inputs.iter().map(|input| input.name.clone()).collect();
    let shown = track.show(step)?;
    let count = fetches.count();
    let stride = count.div_ceil(MAX_PATHS).max(1);
    let mut paths = Vec::new();
    for query in (0..count).step_by(stride).filter(|query| fetches.writes(*query)) {
        let made = fetches.of(query)?;
        let asked = names.iter().position(|name| name == QUERIES);
        let number = asked.and_then(|input| {
            let slot = shown.inputs.iter().find(|(slot, _)| slot.port == input)?;
            Some(crate::app::view::texture::number(&slot.1.value(query)?, 0))
        });
        let places = made.fetches.iter().filter(|fetch| Some(fetch.input) != asked);
        let places = places.filter_map(|fetch| {
            let element = fetch.element?;
            let (_, contents) = shown.inputs.iter().find(|(slot, _)| slot.port == fetch.input)?;
            let components = contents.ty.count();
            if contents.len() * components >= sorted.len() {
                return Some((element as f32 + 0.5) / contents.len() as f32);
            }
            // A separator of an index stands where its number would stand among the elements.
            let number = crate::app::view::texture::number(&contents.value(element)?, components / 2);
            let (below, upto) = (sorted.partition_point(|x| *x < number), sorted.partition_point(|x| *x <= number));
            Some((below + upto) as f32 / (2 * sorted.len().max(1)) as f32)
        });
        paths.push(Path { query, number: number.unwrap_or(0.0), places: places.collect(), picked: false });
    }
    Ok(paths)
}
