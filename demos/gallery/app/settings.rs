//! Settings: everything that an address says.

use std::str::FromStr;

use brooklet::Dialect;
use brooklet::compare::Part;
use brooklet::fragment_program::Chip;

use super::applications;
use super::book::Position;
use super::data::{self, Kind};
use super::element::{Picked, number};
use super::player::{SPEEDS, USUAL_SPEED};
use super::scene::Scene;
pub use super::words::{Op, Show, View};
use crate::address::{Address, KEYS};

/// Everything that an address says: one of its fields for each of the [`KEYS`].
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    pub scene: Scene,
    pub tour: Option<Position>,
    /// None: the usual ones.
    pub methods: Option<Vec<String>>,
    pub compute: Option<String>,
    pub data: Kind,
    pub op: Option<Op>,
    pub n: usize,
    /// None: the last.
    pub pass: Option<usize>,
    pub at: Option<Picked>,
    pub view: Option<View>,
    pub show: Show,
    pub race: bool,
    pub exposure: f32,
    pub program: Option<String>,
    /// The text of a program that has been edited.
    pub source: Option<String>,
    pub kernel: Option<String>,
    pub part: Option<Part>,
    /// The number of a puzzle, and whether it is solved in Brook.
    pub puzzle: Option<(usize, bool)>,
    pub speed: f32,
    /// Whether the text for the driver is shown.
    pub native: bool,
    pub panel: bool,
    /// None: as the width of the window has it.
    pub text: Option<f32>,
    /// Whether applications start by themselves; none: as the system asks for.
    pub motion: Option<bool>,
    pub dark: Option<bool>,
    pub dialect: Option<Dialect>,
    /// None: the driver.
    pub chip: Option<Chip>,
}

/// How many elements there are if nothing else is said.
const USUAL_N: usize = 256;

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            scene: Scene::Sort,
            tour: None,
            methods: None,
            compute: None,
            data: Kind::Random,
            op: None,
            n: USUAL_N,
            pass: None,
            at: None,
            view: None,
            show: Show::Heat,
            race: false,
            exposure: 0.0,
            program: None,
            source: None,
            kernel: None,
            part: None,
            puzzle: None,
            speed: SPEEDS[USUAL_SPEED],
            native: false,
            panel: true,
            text: None,
            motion: None,
            dark: None,
            dialect: None,
            chip: None,
        }
    }
}

fn switch(text: &str) -> Option<bool> {
    match text {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    }
}

/// A number from `low` to `high`.
fn within<T: FromStr + PartialOrd>(text: &str, low: T, high: T) -> Option<T> {
    text.parse().ok().filter(|value| *value >= low && *value <= high)
}

impl Settings {
    /// The view that is shown: of an application, it in motion, if nothing else is said.
    pub fn shown(&self) -> View {
        let usual = if self.scene.is_application() { View::Live } else { View::All };
        self.view.filter(|view| *view != View::Live || usual == View::Live).unwrap_or(usual)
    }

    /// Whether an application is shown in motion.
    pub fn is_live(&self) -> bool {
        self.shown() == View::Live
    }

    /// Reads an address; with what is wrong with it, a line each: that is left as it usually is.
    pub fn read(address: &Address) -> (Settings, Vec<String>) {
        let mut settings = Settings::default();
        let mut wrong = Vec::new();
        if let Some(n) = address.get("scene").and_then(Scene::of).and_then(applications::usual_n) {
            settings.n = n;
        }
        for (key, text) in address.iter() {
            if settings.set(key, text).is_none() {
                let help = KEYS.iter().find(|known| known.name == key).map_or("", |known| known.help);
                wrong.push(format!("`{text}` is not valid for {key}. {help}"));
            }
        }
        (settings, wrong)
    }

    /// Takes a value from an address; none if it is none of that key.
    fn set(&mut self, key: &str, text: &str) -> Option<()> {
        let word = || Some(text.to_owned());
        match key {
            "scene" => self.scene = Scene::of(text)?,
            "tour" => self.tour = Some(Position::of(text)?),
            "method" => self.methods = Some(text.split(',').map(str::to_owned).collect()),
            "compute" => self.compute = word(),
            "data" => self.data = Kind::of(text)?,
            "op" => self.op = Some(Op::of(text)?),
            "n" => self.n = number(text).filter(|n| (data::MIN..=data::MAX).contains(n))?,
            "pass" => self.pass = Some(number(text)?),
            "at" => self.at = Some(Picked::of(text)?),
            "view" => self.view = Some(View::of(text)?),
            "show" => self.show = Show::of(text)?,
            "race" => self.race = switch(text)?,
            "exposure" => self.exposure = within(text, -8.0, 8.0)?,
            "program" => self.program = word(),
            "source" => self.source = word(),
            "kernel" => self.kernel = word(),
            "part" => self.part = Some(Part::ALL.into_iter().find(|part| part.name() == text)?),
            "puzzle" => {
                let (digits, brook) = text.strip_suffix("-brook").map_or((text, false), |digits| (digits, true));
                self.puzzle = Some((number(digits)?, brook));
            }
            "speed" => self.speed = within(text, SPEEDS[0], SPEEDS[SPEEDS.len() - 1])?,
            "code" => {
                self.native = match text {
                    "kernel" => false,
                    "glsl" => true,
                    _ => return None,
                }
            }
            "panel" => self.panel = switch(text)?,
            "text" => self.text = Some(within(text, 0.5, 3.0)?),
            "motion" => self.motion = Some(switch(text)?),
            "theme" => {
                self.dark = match text {
                    "light" => Some(false),
                    "dark" => Some(true),
                    _ => return None,
                }
            }
            "dialect" => self.dialect = Some(text.parse().ok()?),
            "chip" => {
                self.chip = match text {
                    "driver" => None,
                    name => Some(Chip::of_name(name)?),
                }
            }
            _ => return None,
        }
        Some(())
    }

    /// The address that says all this: what is as usual is left out.
    pub fn address(&self) -> Address {
        let mut address = Address::default();
        let usual = Settings::default();
        let of = |differs: bool, value: String| differs.then_some(value);
        let pairs = [
            ("scene", Some(self.scene.name().to_owned())),
            ("tour", self.tour.map(|stop| stop.to_string())),
            ("method", self.methods.as_ref().map(|methods| methods.join(","))),
            ("compute", self.compute.clone()),
            ("data", of(self.data != usual.data, self.data.name().to_owned())),
            ("op", self.op.map(|op| op.name().to_owned())),
            ("n", of(self.scene.has_passes(), self.n.to_string())),
            ("pass", self.pass.map(|pass| pass.to_string())),
            ("at", self.at.map(Picked::name)),
            ("view", self.view.map(|view| view.name().to_owned())),
            ("show", of(self.show != usual.show, self.show.name().to_owned())),
            ("race", of(self.race, "on".to_owned())),
            ("exposure", of(self.exposure != 0.0, self.exposure.to_string())),
            ("program", self.program.clone()),
            ("source", self.source.clone()),
            ("kernel", self.kernel.clone()),
            ("part", self.part.map(|part| part.name().to_owned())),
            ("puzzle", self.puzzle.map(|(number, brook)| format!("{number}{}", if brook { "-brook" } else { "" }))),
            ("speed", of(self.speed != usual.speed, self.speed.to_string())),
            ("code", of(self.native, "glsl".to_owned())),
            ("panel", of(!self.panel, "off".to_owned())),
            ("text", self.text.map(|text| text.to_string())),
            ("motion", self.motion.map(|on| if on { "on" } else { "off" }.to_owned())),
            ("theme", self.dark.map(|dark| if dark { "dark" } else { "light" }.to_owned())),
            ("dialect", self.dialect.map(|dialect| dialect.name().to_owned())),
            ("chip", self.chip.map(|chip| chip.name().to_owned())),
        ];
        for (key, value) in pairs {
            if let Some(value) = value {
                address.set(key, value).expect("all of these are keys");
            }
        }
        address
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_comes_back() {
        let text = "#scene=filter&method=histopyramid,stable-sort&compute=off&data=few&n=4096&pass=3&at=17&view=history\
                    &show=bits&race=on&speed=30&code=glsl&panel=off&text=1.5&motion=off&theme=dark&dialect=es&chip=r300";
        let address = Address::parse_hash(text).unwrap();
        let (settings, wrong) = Settings::read(&address);
        assert_eq!(wrong, Vec::<String>::new());
        assert_eq!(settings.address(), address);
        let own = Settings {
            source: Some("kernel void é() {\n\t}&#=% 'x'".to_owned()),
            scene: Scene::Brook,
            ..Settings::default()
        };
        assert_eq!(Settings::read(&Address::parse_hash(&own.address().to_hash()).unwrap()), (own.clone(), Vec::new()));
        let arguments = own.address().to_arguments();
        assert_eq!(Settings::read(&Address::parse_arguments(&arguments).unwrap()).0.source, own.source);
        let (input, _) = Settings::read(&Address::parse_hash("at=in0:37").unwrap());
        assert_eq!(input.address().get("at"), Some("in0:37"));
        let (powers, _) = Settings::read(&Address::parse_hash("n=2^12").unwrap());
        assert_eq!(powers.n, 4096);
        let (driver, wrong) = Settings::read(&Address::parse_hash("chip=driver").unwrap());
        assert_eq!((driver.chip, wrong), (None, Vec::new()));
    }

    #[test]
    fn what_is_wrong_is_said_and_the_rest_counts() {
        let (settings, wrong) = Settings::read(&Address::parse_hash("scene=scan&n=7&theme=blue&text=9").unwrap());
        assert_eq!((settings.scene, settings.n), (Scene::Scan, USUAL_N));
        assert_eq!(wrong.len(), 3);
        assert!(wrong[0].starts_with("`7` is not valid for n. How many elements, 8 to 1048576"), "{}", wrong[0]);
    }
}
