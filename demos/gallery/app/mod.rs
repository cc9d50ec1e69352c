//! What the gallery shows, whichever shell it is in.

mod answers;
mod applications;
pub mod book;
pub mod brook;
mod column;
mod compare;
mod controls;
mod data;
mod element;
mod files;
pub mod film;
mod growth;
mod header;
mod icons;
mod keyboard;
mod keys;
mod labels;
mod live;
mod method;
mod methods;
mod narrow;
mod overlay;
mod passes;
mod picked;
mod picture;
mod player;
mod playground;
#[cfg_attr(target_arch = "wasm32", path = "puzzle_page.rs")]
mod puzzle;
mod saving;
mod scene;
mod settings;
mod setup;
mod stage;
mod stepping;
mod tabs;
mod text;
mod theme;
mod timeline;
mod tonemap;
mod tour;
mod track;
mod view;
mod words;

use brooklet::fragment_program::Chip;
use brooklet::{Device, Dialect};
use egui::Ui;

use crate::address::Address;
use growth::Growth;
use narrow::Tab;
use player::Player;
use playground::Playground;
use scene::Scene;
use settings::Settings;
pub use setup::{Setup, ShellKind};
use stepping::Stepping;
use theme::Theme;

/// The application. egui textures are kept over a change of context; what was made on the device is not. It has a field for
/// each thing that the shell brings, and for each part that is shown: few of these fields belong together.
pub struct Gallery {
    device: Result<Device, String>,
    /// The emulated chip that was chosen last.
    emulated: Option<(Chip, Result<Device, String>)>,
    shell: ShellKind,
    clock: fn() -> f64,
    grows: bool,
    still: bool,
    link: String,
    splats: Option<String>,
    puzzles_page: Option<String>,
    settings: Settings,
    /// What is wrong with the address, a line each.
    wrong: Vec<String>,
    player: Player,
    stepping: Stepping,
    compare: compare::Compare,
    playground: Playground,
    puzzles: puzzle::Puzzles,
    live: live::Live,
    /// How an application in motion becomes larger, or smaller; none: somebody has said how large it is.
    growth: Option<growth::Growth>,
    help: bool,
    /// The stop of the tour whose answer is shown.
    answered: Option<book::Position>,
    /// What of a scene is shown where there is not room for all.
    tab: narrow::Tab,
    inbox: files::Inbox,
    /// The picture or the film that is being saved.
    saving: Option<saving::Saving>,
    /// How large the text was made.
    scaled: Option<f32>,
    /// What is said for a while, and until when.
    said: Option<(String, f64)>,
}

/// Points of width below which the panels at the sides make room.
const NARROW: f32 = 760.0;

impl Gallery {
    pub fn new(setup: Setup) -> Gallery {
        let Setup { device, address, shell, clock, grows, still, link, splats, puzzles: puzzles_page } = setup;
        let mut gallery = Gallery {
            device,
            emulated: None,
            shell,
            clock,
            grows,
            still,
            link,
            splats,
            puzzles_page,
            settings: Settings::default(),
            wrong: Vec::new(),
            player: Player::default(),
            stepping: Stepping::default(),
            compare: compare::Compare::default(),
            playground: Playground::default(),
            puzzles: puzzle::Puzzles::default(),
            live: live::Live::default(),
            growth: None,
            help: false,
            answered: None,
            tab: narrow::Tab::default(),
            inbox: files::Inbox::default(),
            saving: None,
            scaled: None,
            said: None,
        };
        gallery.go_to(address);
        gallery
    }

    fn theme(&self, ui: &Ui) -> Theme {
        Theme { dark: self.settings.dark.unwrap_or_else(|| ui.visuals().dark_mode) }
    }

    /// Whether things may move by themselves.
    fn moves(&self) -> bool {
        self.settings.motion.unwrap_or(!self.still)
    }

    /// Text as large as the address says, or as the width has it; egui's own keys change it, and the address says so.
    fn scale_text(&mut self, ui: &Ui) {
        let now = ui.ctx().zoom_factor();
        let usual = narrow::usual_text(ui.ctx().content_rect().width() * now);
        let wanted = self.settings.text.unwrap_or(usual);
        if self.scaled != Some(wanted) {
            ui.ctx().set_zoom_factor(wanted);
            self.scaled = Some(wanted);
        } else if (now - wanted).abs() > 0.005 {
            let text = ((now * 100.0).round() / 100.0).clamp(0.5, 3.0);
            self.settings.text = (text != usual).then_some(text);
            self.scaled = Some(text);
        }
    }

    /// Shows everything; asks for repaints through `ui.ctx()`.
    pub fn ui(&mut self, ui: &mut Ui) {
        let now = (self.clock)();
        if let Some(dark) = self.settings.dark {
            ui.ctx().set_theme(if dark { egui::Theme::Dark } else { egui::Theme::Light });
        }
        self.scale_text(ui);
        narrow::fit(ui);
        if !self.moves() && ui.style().animation_time != 0.0 {
            ui.ctx().all_styles_mut(|style| style.animation_time = 0.0);
            ui.reset_style();
        }
        self.files(ui, now);
        for ask in keys::asked(ui) {
            self.answer(ask, ui, now);
        }
        self.show_saved();
        let theme = self.theme(ui);
        let figure = self.shell == ShellKind::Figure;
        if !figure {
            header::show(self, ui, theme);
        }
        self.follow_chip();
        if !figure {
            tour::show(self, ui, theme);
        }
        match self.used().clone() {
            // Neither a driver nor a GPU is needed for them.
            _ if self.settings.scene == Scene::Puzzle => {
                if let Some(text) = self.puzzles.show(ui, &mut self.settings, &self.wrong, theme) {
                    self.say(text, now);
                }
            }
            Err(error) => overlay::no_device(self, ui, &error, theme),
            Ok(device) => match self.settings.scene {
                Scene::Brook => self.playground.show(ui, &mut self.settings, &device, &self.wrong, theme, now),
                Scene::Compare => compare::show(self, ui, &device, theme),
                _ => self.show_passes(ui, &device, theme, now),
            },
        }
        overlay::show(self, ui, theme, now);
        self.go_on_saving(ui, now);
    }

    /// Makes the emulated chip that is chosen. What lies on another one, or on the driver, is dropped.
    fn follow_chip(&mut self) {
        let chosen = self.settings.chip;
        if self.emulated.as_ref().map(|(chip, _)| *chip) != chosen {
            self.stepping.forget();
            self.playground.forget();
            self.live.forget();
            self.emulated = chosen.map(|chip| (chip, Device::emulated(chip).map_err(|error| error.to_string())));
        }
    }

    /// The device that passes run on.
    fn used(&self) -> &Result<Device, String> {
        match &self.emulated {
            // What is compared is measured on the driver.
            Some((chip, device)) if self.settings.chip == Some(*chip) && self.settings.scene != Scene::Compare => {
                device
            }
            _ => &self.device,
        }
    }

    /// The address of what is shown.
    pub fn address(&self) -> Address {
        self.settings.address()
    }

    pub fn go_to(&mut self, address: Address) {
        let (settings, wrong) = Settings::read(&address);
        self.saving = None;
        let says = |key: &str| address.get(key).is_some();
        let (says_n, says_pass, says_speed) = (says("n"), says("pass"), says("speed"));
        let stop = settings.tour.filter(|_| address.get("scene").is_none());
        self.settings = settings;
        // A stop alone stands for all that it shows.
        if stop.is_some() {
            self.tour(stop);
        }
        self.wrong = wrong;
        (self.player.playing, self.tab) = (false, Tab::default());
        let live = self.settings.is_live();
        if live && !says_pass {
            self.settings.pass = Some(applications::moment(self.settings.scene));
        }
        self.growth = (live && self.grows && !says_n).then(|| Growth::usual(self.settings.n));
        self.player.set_speed(if live && !says_speed { player::LIVE_SPEED } else { self.settings.speed });
        self.stepping.program.native = self.settings.native;
    }

    /// A link to what is shown.
    pub fn link(&self) -> String {
        match self.shell {
            ShellKind::Web => format!("{}{}", self.link, self.address().to_hash()),
            _ => format!("{} {}", self.link, self.address().to_command_line()),
        }
    }

    /// The page to which a browser has to go for what is shown.
    #[cfg_attr(not(target_arch = "wasm32"), allow(dead_code, reason = "a window shows everything itself"))]
    pub fn elsewhere(&self) -> Option<String> {
        let page = self.puzzles_page.as_ref().filter(|_| self.settings.scene == Scene::Puzzle)?;
        let (number, brook) = self.settings.puzzle.unwrap_or((1, false));
        Some(format!("{page}#{number}{}", if brook { "-brook" } else { "" }))
    }

    pub fn title(&self) -> String {
        let progress = self.saving.as_ref().and_then(saving::Saving::progress).map(|text| format!(" ({text})"));
        format!("brooklet gallery: {}{}", self.settings.scene.title(), progress.unwrap_or_default())
    }

    /// Whether nothing more is to be computed for what is shown: a picture may be taken.
    pub fn ready(&self) -> bool {
        self.settings.scene != Scene::Puzzle && self.used().is_err()
            || match self.settings.scene {
                Scene::Brook => self.playground.ready(),
                Scene::Compare => self.compare.ready(&self.settings),
                Scene::Puzzle => self.puzzles.ready(),
                _ if self.settings.is_live() => self.live.ready(),
                scene => !scene.has_passes() || self.stepping.ready(&self.settings),
            }
    }

    /// Whether an application is shown in motion.
    #[cfg_attr(target_arch = "wasm32", allow(dead_code, reason = "a browser makes no film of the command"))]
    pub fn is_live(&self) -> bool {
        self.settings.is_live()
    }

    /// Passes of what is shown; of what is in motion, steps.
    pub fn passes(&self) -> usize {
        if self.settings.is_live() { live::STEPS } else { self.stepping.steps(&self.settings) }
    }

    /// What went wrong, and is said on the screen.
    pub fn error(&self) -> Option<String> {
        let device = self.used().as_ref().err().cloned().filter(|_| self.settings.scene != Scene::Puzzle);
        let scene = || match self.settings.scene {
            Scene::Brook => self.playground.error(),
            Scene::Compare => self.compare.error(),
            Scene::Puzzle => self.puzzles.error(),
            _ if self.settings.is_live() => self.live.error(),
            _ => self.stepping.error(),
        };
        device.or_else(|| self.wrong.first().cloned()).or_else(scene)
    }

    /// What was computed, as JSON: the tests compare it between shells, bit for bit.
    pub fn results(&self) -> String {
        match self.settings.scene {
            Scene::Brook => self.playground.results(),
            Scene::Compare => self.compare.results(),
            Scene::Puzzle => self.puzzles.results(),
            _ => self.stepping.results(),
        }
        .to_string()
    }
}

/// What shells need that make the context anew.
#[cfg_attr(target_arch = "wasm32", allow(dead_code, reason = "a browser's tab has one context, of one dialect"))]
impl Gallery {
    /// The dialect that is asked for. Where the device has another, a shell that can makes the context anew.
    pub fn wanted_dialect(&self) -> Option<Dialect> {
        self.settings.dialect
    }

    /// Drops whatever lies on the device, and the device; called while its context is still there.
    pub fn forget_device(&mut self) {
        self.stepping.forget();
        self.compare.forget();
        self.playground.forget();
        self.live.forget();
        self.device = Err("the graphics context is being made".to_owned());
    }

    /// Computes everything anew: what was missing is there.
    #[cfg_attr(not(target_arch = "wasm32"), allow(dead_code, reason = "nothing is missing outside of a page"))]
    pub fn compute_again(&mut self) {
        self.set_device(self.device.clone());
    }

    /// Another device, after a change of the dialect or a lost context.
    pub fn set_device(&mut self, device: Result<Device, String>) {
        self.forget_device();
        self.device = device;
    }
}
