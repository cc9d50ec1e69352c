//! What the gallery shows, whichever shell it is in.

#![cfg_attr(target_arch = "wasm32", allow(dead_code, reason = "a browser has one dialect, and no help"))]

mod column;
mod compare;
mod controls;
mod data;
mod details;
mod files;
mod header;
mod icons;
mod keys;
mod lower;
mod methods;
mod overlay;
mod picked;
mod player;
mod playground;
mod readers;
mod scene;
mod settings;
mod stage;
mod stepping;
mod text;
mod theme;
mod timeline;
mod tonemap;
mod tour;
mod track;
mod view;

use brooklet::{Device, Dialect};
use egui::{Panel, Ui};

use crate::address::Address;
use files::Dropped;
use keys::Ask;
use player::Player;
use playground::Playground;
use scene::Scene;
pub use settings::KEYS;
use settings::{Settings, Show, View};
use stepping::Stepping;
use theme::Theme;

/// Which shell the gallery is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(dead_code, reason = "each target has only some of the shells")]
pub enum ShellKind {
    Window,
    Web,
    Picture,
}

/// What a shell brings.
pub struct Setup {
    /// The device in the shell's context, or why there is none.
    pub device: Result<Device, String>,
    pub address: Address,
    pub shell: ShellKind,
    /// Seconds from some moment; stands still for a picture.
    pub clock: fn() -> f64,
    /// What a link to an address begins with: the page, or the command.
    pub link: String,
}

/// The application. egui textures are kept over a change of context; what was made on the device is not.
pub struct Gallery {
    device: Result<Device, String>,
    shell: ShellKind,
    clock: fn() -> f64,
    link: String,
    settings: Settings,
    /// What is wrong with the address, a line each.
    wrong: Vec<String>,
    player: Player,
    stepping: Stepping,
    compare: compare::Compare,
    playground: Playground,
    help: bool,
    inbox: files::Inbox,
    /// How large the text was made.
    scaled: Option<f32>,
    /// What is said for a while, and until when.
    said: Option<(String, f64)>,
}

/// Points of width below which the panels at the sides make room.
const NARROW: f32 = 760.0;

impl Gallery {
    pub fn new(context: &egui::Context, setup: Setup) -> Gallery {
        let Setup { device, address, shell, clock, link } = setup;
        let mut gallery = Gallery {
            device,
            shell,
            clock,
            link,
            settings: Settings::default(),
            wrong: Vec::new(),
            player: Player::default(),
            stepping: Stepping::default(),
            compare: compare::Compare::default(),
            playground: Playground::default(),
            help: false,
            inbox: files::Inbox::default(),
            scaled: None,
            said: None,
        };
        gallery.go_to(address);
        let _ = context;
        gallery
    }

    fn theme(&self, ui: &Ui) -> Theme {
        Theme { dark: self.settings.dark.unwrap_or_else(|| ui.visuals().dark_mode) }
    }

    /// Text as large as the address says; afterwards egui's own keys change it, and the address says so.
    fn scale_text(&mut self, ui: &Ui) {
        if self.scaled != Some(self.settings.text) {
            ui.ctx().set_zoom_factor(self.settings.text);
            self.scaled = Some(self.settings.text);
        } else {
            let now = (ui.ctx().zoom_factor() * 100.0).round() / 100.0;
            self.settings.text = now.clamp(0.5, 3.0);
            self.scaled = Some(self.settings.text);
        }
    }

    /// Shows everything; asks for repaints through `ui.ctx()`.
    pub fn ui(&mut self, ui: &mut Ui) {
        let now = (self.clock)();
        if let Some(dark) = self.settings.dark {
            ui.ctx().set_theme(if dark { egui::Theme::Dark } else { egui::Theme::Light });
        }
        self.scale_text(ui);
        self.files(ui, now);
        for ask in keys::asked(ui) {
            self.answer(ask, ui, now);
        }
        let theme = self.theme(ui);
        header::show(self, ui, theme);
        if let Err(error) = &self.device {
            let error = error.clone();
            overlay::no_device(self, ui, &error, theme);
            overlay::show(self, ui, theme, now);
            return;
        }
        if self.settings.scene.has_passes() {
            self.show_passes(ui, theme, now);
        } else if self.settings.scene == Scene::Compare
            && let Ok(device) = self.device.clone()
        {
            compare::show(self, ui, &device, theme);
        } else if self.settings.scene == Scene::Brook {
            let Ok(device) = self.device.clone() else { return };
            self.playground.show(ui, &mut self.settings, &device, &self.wrong, theme, now);
        } else {
            overlay::failure(ui, self.settings.scene.title(), "This scene is not built yet.", theme);
        }
        overlay::show(self, ui, theme, now);
    }

    fn show_passes(&mut self, ui: &mut Ui, theme: Theme, now: f64) {
        let Ok(device) = self.device.clone() else { return };
        (self.settings.speed, self.settings.native) = (self.player.passes_a_second(), self.stepping.program.native);
        self.stepping.prepare(&device, &self.settings, ui.ctx());
        let steps = self.stepping.steps(&self.settings);
        let passes = self.player.passes(now);
        if passes > 0 {
            let done = self.settings.pass.unwrap_or(steps);
            let next = (done + passes).min(steps);
            self.settings.pass = Some(next);
            self.player.playing = next < steps;
        }
        if self.player.playing {
            ui.ctx().request_repaint_after_secs(self.player.wait());
        }
        let narrow = ui.available_width() < NARROW;
        overlay::tour(self, ui, theme);
        Panel::bottom("timeline").show_separator_line(true).show(ui, |ui| timeline::show(self, ui, steps, theme));
        if !narrow {
            Panel::left("controls")
                .resizable(false)
                .exact_size(210.0)
                .show(ui, |ui| controls::show(self, ui, &device, theme));
            if self.settings.panel {
                let panel = Panel::right("details").resizable(true).default_size(330.0).size_range(240.0..=700.0);
                panel.show(ui, |ui| details::show(&mut self.stepping, ui, &self.settings, theme, self.player.playing));
            }
        }
        let answer = self.stepping.show(ui, &self.settings, theme, (self.player.playing, self.clock));
        if let Some(pass) = answer.go_to {
            self.player.playing = false;
            self.settings.pass = Some(pass);
        }
        if let Some(element) = answer.clicked {
            self.settings.at = if self.settings.at == Some(element) { None } else { Some(element) };
        }
        if answer.unfinished {
            ui.ctx().request_repaint();
        }
    }

    fn answer(&mut self, ask: Ask, ui: &Ui, now: f64) {
        // Scenes without passes have nothing to step through, and an address that says nothing of it.
        let of_passes = [Ask::Play, Ask::Back, Ask::Forward, Ask::First, Ask::Last, Ask::Fewer, Ask::More];
        if of_passes.contains(&ask) && !self.settings.scene.has_passes() {
            return;
        }
        let steps = self.stepping.steps(&self.settings);
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
            Ask::Fewer => self.settings.n = (self.settings.n.div_ceil(2)).max(data::LEAST),
            Ask::More => self.settings.n = (self.settings.n * 2).min(data::MOST),
            Ask::Scene(number) => self.enter(Scene::ALL[number]),
            Ask::Tour => self.tour(match self.settings.tour {
                None => Some(1),
                Some(_) => None,
            }),
            Ask::StopBack => self.tour(self.settings.tour.map(|stop| stop.saturating_sub(1).max(1))),
            Ask::StopForward => self.tour(self.settings.tour.map(|stop| (stop + 1).min(tour::STOPS.len()))),
            Ask::Help => self.help = !self.help,
            Ask::Theme => self.settings.dark = Some(!self.theme(ui).dark),
            Ask::Panel => self.settings.panel = !self.settings.panel,
            Ask::View => {
                let views = controls::views(&self.settings);
                self.settings.view = Some(next(&views, self.settings.view.unwrap_or(View::All)));
            }
            Ask::Show => self.settings.show = next(Show::ALL, self.settings.show),
            Ask::Race => self.settings.race = !self.settings.race,
            Ask::Link => self.copy_link(ui, now),
            Ask::Close if self.help => self.help = false,
            Ask::Close => self.tour(None),
        }
    }

    /// Plays, or pauses.
    fn play(&mut self) {
        let steps = self.stepping.steps(&self.settings);
        if self.player.toggle(self.settings.pass.is_none_or(|pass| pass >= steps)) {
            self.settings.pass = Some(0);
        }
    }

    /// Enters a scene as it usually is, with the same data.
    fn enter(&mut self, scene: Scene) {
        let Settings { data, n, show, text, dark, dialect, panel, .. } = self.settings.clone();
        self.settings = Settings { scene, data, n, show, text, dark, dialect, panel, ..Settings::default() };
        if scene == Scene::Brook {
            // A program that is being edited is still there.
            self.playground.remember(&mut self.settings);
        }
        self.player.playing = false;
        self.wrong.clear();
    }

    /// Goes to a stop of the tour, counted from 1; none: out of it.
    fn tour(&mut self, stop: Option<usize>) {
        let Some(number) = stop else {
            self.settings.tour = None;
            return;
        };
        let Some(stop) = tour::STOPS.get(number - 1) else { return };
        let address = Address::parse_hash(stop.address).unwrap_or_default();
        let Settings { text, dark, dialect, .. } = self.settings.clone();
        let (settings, _) = Settings::read(&address);
        self.settings = Settings { tour: Some(number), text, dark, dialect, ..settings };
        self.player.playing = false;
        self.wrong.clear();
    }

    fn copy_link(&mut self, ui: &Ui, now: f64) {
        ui.ctx().copy_text(self.link());
        let left_out = self.playground.left_out().filter(|_| self.settings.scene == Scene::Brook);
        self.say(left_out.unwrap_or_else(|| "The link is copied.".to_owned()), now);
    }

    fn say(&mut self, text: impl Into<String>, now: f64) {
        self.said = Some((text.into(), now + 4.0));
    }

    /// Takes files that were dropped.
    fn files(&mut self, ui: &Ui, now: f64) {
        self.inbox.receive(ui);
        let Some(file) = self.inbox.take() else { return };
        match file {
            Ok(Dropped::Program(name, text)) => {
                let length = text.len();
                if length > playground::MAX_BYTES {
                    let most = playground::MAX_BYTES;
                    self.wrong = vec![format!("{name}.br has {length} bytes, and {most} are the most that are taken")];
                    return;
                }
                self.wrong.clear();
                self.enter(Scene::Brook);
                self.playground.take_program(&name, text, &mut self.settings);
            }
            Ok(Dropped::Numbers(file)) if self.settings.scene == Scene::Brook => {
                self.wrong.clear();
                self.playground.take_file(file, &self.settings);
            }
            Ok(Dropped::Numbers(file)) => {
                self.wrong.clear();
                self.settings.data = data::Kind::File;
                let numbers = file.array.data.len() / file.array.components.max(1);
                self.settings.n = numbers.clamp(data::LEAST, data::MOST);
                self.stepping.take(file);
            }
            Err(error) => {
                // Said over the scene too: not all of them have a place for it.
                self.say(error.clone(), now);
                self.wrong = vec![error];
            }
        }
    }

    /// The address of what is shown.
    pub fn address(&self) -> Address {
        self.settings.address()
    }

    pub fn go_to(&mut self, address: Address) {
        let (settings, wrong) = Settings::read(&address);
        let stop = settings.tour.filter(|_| address.get("scene").is_none());
        self.settings = settings;
        // A stop alone stands for all that it shows.
        if stop.is_some() {
            self.tour(stop);
        }
        self.wrong = wrong;
        self.player.playing = false;
        self.player.set_speed(self.settings.speed);
        self.stepping.program.native = self.settings.native;
    }

    /// A link to what is shown.
    pub fn link(&self) -> String {
        match self.shell {
            ShellKind::Web => format!("{}{}", self.link, self.address().to_hash()),
            _ => format!("{} {}", self.link, self.address().to_command_line()),
        }
    }

    /// The dialect that is asked for. Where the device has another, a shell that can makes the context anew.
    pub fn wanted_dialect(&self) -> Option<Dialect> {
        self.settings.dialect
    }

    /// Drops whatever lies on the device, and the device; called while its context is still there.
    pub fn forget_device(&mut self) {
        self.stepping.forget();
        self.compare.forget();
        self.playground.forget();
        self.device = Err("the graphics context is being made".to_owned());
    }

    /// Another device, after a change of the dialect or a lost context.
    pub fn set_device(&mut self, device: Result<Device, String>) {
        self.forget_device();
        self.device = device;
    }

    pub fn title(&self) -> String {
        format!("brooklet gallery: {}", self.settings.scene.title())
    }

    /// Whether nothing more is to be computed for what is shown: a picture may be taken.
    pub fn ready(&self) -> bool {
        self.device.is_err()
            || match self.settings.scene {
                Scene::Brook => self.playground.ready(),
                Scene::Compare => self.compare.ready(&self.settings),
                scene => !scene.has_passes() || self.stepping.ready(&self.settings),
            }
    }

    /// Passes of what is shown.
    #[allow(dead_code, reason = "a browser makes no films")]
    pub fn passes(&self) -> usize {
        self.stepping.steps(&self.settings)
    }

    /// What went wrong, and is said on the screen.
    pub fn error(&self) -> Option<String> {
        let device = self.device.as_ref().err().cloned();
        let scene = || match self.settings.scene {
            Scene::Brook => self.playground.error(),
            Scene::Compare => self.compare.error(),
            _ => self.stepping.error(),
        };
        device.or_else(|| self.wrong.first().cloned()).or_else(scene)
    }

    /// What was computed, as JSON: the tests compare it between shells, bit for bit.
    pub fn results(&self) -> String {
        match self.settings.scene {
            Scene::Brook => self.playground.results(),
            Scene::Compare => self.compare.results(),
            _ => self.stepping.results(),
        }
        .to_string()
    }
}
