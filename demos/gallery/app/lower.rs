//! The lower part of a column: the history of its passes, the network of comparators, or the descent of queries.

use brooklet::Error;
use brooklet::capture::Step;
use egui::{Align2, FontId, Rect, Ui};

use super::column::{Answer, Context};
use super::methods::Family;
use super::scene::Scene;
use super::settings::View;
use super::track::Track;
use super::view::descent::{self, Path};
use super::view::history::History;
use super::view::network::{self, MAX_LINES, Network};

/// What it keeps from frame to frame.
#[derive(Default)]
pub struct Lower {
    history: History,
    /// The comparators of each pass; none of passes that are something else.
    network: Vec<Option<Vec<(usize, usize)>>>,
    paths: Option<(usize, Vec<Path>)>,
}

/// What the kernels of a search call what they look for.
const QUERIES: &str = "queries";
/// The most queries whose descent is drawn.
const MAX_PATHS: usize = 64;

/// Whether a method is a network of comparators on plain elements.
pub fn has_network(scene: Scene, method: &str) -> bool {
    scene == Scene::Sort && ["bitonic", "bitonic-float"].contains(&method)
}

pub fn draw(
    lower: &mut Lower,
    ui: &mut Ui,
    space: Rect,
    track: &mut Track,
    step: usize,
    cx: &Context,
    answer: &mut Answer,
) -> Result<(), Error> {
    let fragment = track.method.family == Family::Fragment;
    let searches =
        matches!(&track.steps()[step], Step::Pass(pass) if pass.inputs.iter().any(|input| input.name == QUERIES));
    if cx.settings.scene == Scene::Search && searches {
        return lower.descent(ui, space, track, step, cx);
    }
    if cx.settings.view == Some(View::Network) && fragment && has_network(cx.settings.scene, track.method.name) {
        if cx.input.len() <= MAX_LINES {
            return lower.network(ui, space, track, cx, answer);
        }
        let text = format!("The network is drawn of up to {MAX_LINES} elements; these are {}.", cx.input.len());
        let font = FontId::proportional(13.0);
        ui.painter().text(space.center(), Align2::CENTER_CENTER, text, font, cx.theme.faint());
        return Ok(());
    }
    answer.unfinished |= track.fill_history(cx.done)?;
    let names: Vec<String> = track.steps().iter().map(|step| step.kernel().to_owned()).collect();
    let clicked =
        lower.history.draw(ui, space, cx.input, &track.rows, cx.done, cx.range, cx.settings.show, cx.theme, |step| {
            names.get(step).cloned().unwrap_or_default()
        });
    answer.go_to = clicked.map(|clicked| clicked.0);
    Ok(())
}

impl Lower {
    fn network(
        &mut self,
        ui: &mut Ui,
        space: Rect,
        track: &mut Track,
        cx: &Context,
        answer: &mut Answer,
    ) -> Result<(), Error> {
        let count = track.steps().len();
        // A few passes a frame, so that the frame comes.
        for step in self.network.len()..count.min(self.network.len() + 8) {
            let pairs = match track.fetches(step)? {
                Some(fetches) => network::comparators(&fetches)?,
                None => None,
            };
            self.network.push(pairs);
        }
        answer.unfinished |= self.network.len() < count || track.fill_history(cx.done)?;
        let rows = track.rows.iter().map(|row| row.as_ref().map(|row| row.numbers.as_slice()));
        let numbers = std::iter::once(Some(cx.input)).chain(rows).collect();
        let network = Network { n: cx.input.len(), passes: &self.network, numbers, done: cx.done };
        network.draw(ui, space, cx.range, cx.theme);
        Ok(())
    }

    fn descent(&mut self, ui: &mut Ui, space: Rect, track: &mut Track, step: usize, cx: &Context) -> Result<(), Error> {
        if self.paths.as_ref().is_none_or(|(of, _)| *of != step) {
            self.paths = Some((step, paths(track, step)?));
        }
        let Some((_, paths)) = &mut self.paths else { return Ok(()) };
        for path in paths.iter_mut() {
            path.picked = cx.settings.at == Some(path.query);
        }
        descent::draw(ui, space, paths, cx.range, cx.theme);
        Ok(())
    }
}

/// Where queries look in a pass: fetches of one element each are left out, since that is the query itself.
fn paths(track: &mut Track, step: usize) -> Result<Vec<Path>, Error> {
    let Some(fetches) = track.fetches(step)? else { return Ok(Vec::new()) };
    let Step::Pass(pass) = &track.steps()[step] else { return Ok(Vec::new()) };
    let names: Vec<String> = pass.inputs.iter().map(|input| input.name.clone()).collect();
    let extents: Vec<usize> = pass.inputs.iter().map(|input| input.geometry.count * input.layers).collect();
    let shown = track.show(step)?;
    let count = fetches.count();
    let stride = count.div_ceil(MAX_PATHS).max(1);
    let mut paths = Vec::new();
    for query in (0..count).step_by(stride).filter(|query| fetches.writes(*query)) {
        let made = fetches.of(query)?;
        let asked = names.iter().position(|name| name == QUERIES);
        let number = asked.and_then(|input| {
            let slot = shown.inputs.iter().find(|(slot, _)| slot.port == input)?;
            Some(super::view::texture::number(&slot.1.value(query)?, 0))
        });
        let places = made.fetches.iter().filter(|fetch| Some(fetch.input) != asked);
        let places = places.filter_map(|fetch| Some((fetch.element? as f32 + 0.5) / extents[fetch.input] as f32));
        paths.push(Path { query, number: number.unwrap_or(0.0), places: places.collect(), picked: false });
    }
    Ok(paths)
}
