//! Answers: what keys, buttons and dropped files do.

use egui::Ui;

use super::book::{Position, Stop};
use super::files::Dropped;
use super::growth::Growth;
use super::keys::Ask;
use super::narrow::Tab;
use super::saving::What;
use super::scene::Scene;
use super::settings::{Settings, Show};
use super::{Gallery, applications, controls, data, header, narrow, player, playground};
use crate::address::Address;

impl Gallery {
    /// Does what a key or a button asks for.
    pub(super) fn answer(&mut self, ask: Ask, ui: &Ui, now: f64) {
        // Scenes without passes have nothing to step through, and an address that says nothing of it.
        let of_passes = [Ask::Play, Ask::Back, Ask::Forward, Ask::First, Ask::Last, Ask::Fewer, Ask::More];
        if of_passes.contains(&ask) && !self.settings.scene.has_passes() {
            return;
        }
        let steps = self.passes();
        let done = self.settings.pass.unwrap_or(steps).min(steps);
        let mut step_to = |pass: usize| {
            self.player.playing = false;
            self.settings.pass = Some(pass.min(steps));
        };
        fn next<T: Copy + PartialEq>(all: &[T], now: T) -> T {
            let at = all.iter().position(|one| *one == now).unwrap_or(0);
            all[(at + 1) % all.len()]
        }
        match ask {
            Ask::Play => self.play(),
            Ask::Back => step_to(done.saturating_sub(1)),
            Ask::Forward => step_to(done + 1),
            Ask::First => step_to(0),
            Ask::Last => step_to(steps),
            Ask::Slower => self.player.speed = self.player.speed.saturating_sub(1),
            Ask::Faster => self.player.speed = (self.player.speed + 1).min(player::SPEEDS.len() - 1),
            Ask::Fewer => self.settings.n = (self.settings.n.div_ceil(2)).max(data::MIN),
            Ask::More => self.settings.n = (self.settings.n * 2).min(data::MAX),
            Ask::Scene(scene) => self.enter(scene),
            Ask::Application => {
                let all: Vec<Scene> = Scene::applications().collect();
                let at = all.iter().position(|scene| *scene == self.settings.scene);
                self.enter(all[at.map_or(0, |at| (at + 1) % all.len())]);
            }
            Ask::Tour => self.tour(self.settings.tour.is_none().then(Position::default)),
            Ask::StopBack => self.tour(self.settings.tour.map(|stop| stop.back().unwrap_or(stop))),
            Ask::StopForward => self.tour(self.settings.tour.map(|stop| stop.next().unwrap_or(stop))),
            Ask::Help => self.help = !self.help,
            Ask::Theme => self.settings.dark = Some(!self.theme(ui).dark),
            Ask::Chip => self.settings.chip = next(&header::chips(), self.settings.chip),
            Ask::Panel if narrow::is(ui) => self.tab = self.tab.next(&self.settings),
            Ask::Panel => self.settings.panel = !self.settings.panel,
            Ask::View => {
                let views = controls::views(&self.settings);
                (self.settings.view, self.settings.pass) = (Some(next(&views, self.settings.shown())), None);
            }
            Ask::Show => self.settings.show = next(Show::ALL, self.settings.show),
            Ask::Race => self.settings.race = !self.settings.race,
            Ask::Link => self.copy_link(ui, now),
            Ask::SavePicture => self.save(What::Picture, now),
            Ask::Close if self.saving.is_some() => self.stop_saving(),
            Ask::Close if self.help => self.help = false,
            Ask::Close => self.tour(None),
        }
    }

    /// Plays, or pauses.
    pub(super) fn play(&mut self) {
        let steps = self.passes();
        if self.player.toggle(self.settings.pass.is_none_or(|pass| pass >= steps)) {
            self.settings.pass = Some(0);
        }
    }

    /// Enters a scene as it usually is, with the same data.
    pub(super) fn enter(&mut self, scene: Scene) {
        self.stop_saving();
        let was_application = self.settings.scene.is_application();
        let Settings { data, n, show, text, motion, dark, dialect, chip, panel, .. } = self.settings.clone();
        let usual = Settings::default();
        self.settings = Settings { scene, data, n, show, text, motion, dark, dialect, chip, panel, ..usual };
        if scene == Scene::Brook {
            // A program that is being edited is still there.
            self.playground.remember(&mut self.settings);
        }
        if scene == Scene::Puzzle {
            self.puzzles.enter(&mut self.settings);
        }
        (self.player.playing, self.tab, self.growth) = (false, Tab::default(), None);
        if let Some(n) = applications::usual_n(scene) {
            // In motion from the beginning; or its best picture, and still.
            let moves = self.moves();
            self.growth = self.grows.then(|| if moves { Growth::small(n) } else { Growth::usual(n) });
            self.settings.n = self.growth.as_ref().map_or(n, Growth::n);
            self.settings.pass = Some(if moves { 0 } else { applications::moment(scene) });
            self.player.set_speed(player::LIVE_SPEED);
            if moves {
                self.play();
            }
        } else if was_application {
            self.settings.n = Settings::default().n;
        }
        self.wrong.clear();
    }

    /// Goes to a stop of the tour; none: out of it.
    pub(super) fn tour(&mut self, position: Option<Position>) {
        let Some(position) = position else {
            self.settings.tour = None;
            return;
        };
        let stop = position.shown();
        let address = Address::parse_hash(&stop.address).unwrap_or_default();
        let Settings { text, motion, dark, dialect, .. } = self.settings.clone();
        let (settings, _) = Settings::read(&address);
        self.settings = Settings { tour: Some(position), text, motion, dark, dialect, ..settings };
        if self.without_compute(stop) {
            self.settings.compute = Some("off".to_owned());
        }
        (self.player.playing, self.tab, self.growth) = (false, Tab::default(), None);
        self.wrong.clear();
    }

    /// Whether a stop is about compute shaders, which the device does not have.
    pub(super) fn without_compute(&self, stop: &Stop) -> bool {
        let names_one = stop.address.split('&').any(|part| part.starts_with("compute=") && part != "compute=off");
        names_one && self.device.as_ref().is_ok_and(|device| device.compute().is_none())
    }

    pub(super) fn copy_link(&mut self, ui: &Ui, now: f64) {
        ui.ctx().copy_text(self.link());
        let left_out = self.playground.left_out().filter(|_| self.settings.scene == Scene::Brook);
        self.say(left_out.unwrap_or_else(|| "The link is copied.".to_owned()), now);
    }

    pub(super) fn say(&mut self, text: impl Into<String>, now: f64) {
        self.said = Some((text.into(), now + 4.0));
    }

    /// Takes files that were dropped.
    pub(super) fn files(&mut self, ui: &Ui, now: f64) {
        self.inbox.receive(ui);
        let Some(file) = self.inbox.take() else { return };
        match file {
            Ok(Dropped::Program(name, text)) => {
                let length = text.len();
                if length > playground::MAX_BYTES {
                    let max = playground::MAX_BYTES;
                    let ending = if playground::cg::is_cg(&name) { "" } else { ".br" };
                    self.wrong = vec![format!("{name}{ending} has {length} bytes; the maximum is {max}")];
                    return;
                }
                self.wrong.clear();
                self.enter(Scene::Brook);
                self.playground.take_program(&name, text, &mut self.settings);
            }
            Ok(Dropped::Answers(name, text)) => {
                self.wrong = self.puzzles.take_answers(&name, &text).err().into_iter().collect();
                self.enter(Scene::Puzzle);
            }
            Ok(Dropped::Numbers(file)) if self.settings.scene == Scene::Brook => {
                self.wrong.clear();
                self.playground.take_file(file, &self.settings);
            }
            Ok(Dropped::Numbers(file)) => {
                self.wrong.clear();
                self.settings.data = data::Kind::File;
                let numbers = file.array.data.len() / file.array.components.max(1);
                self.settings.n = numbers.clamp(data::MIN, data::MAX);
                self.stepping.take(file);
            }
            Err(error) => {
                // Said over the scene too: not all of them have a place for it.
                self.say(error.clone(), now);
                self.wrong = vec![error];
            }
        }
    }
}
