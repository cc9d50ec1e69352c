//! Keys, and the help overlay that lists them.

use egui::{Key, Modifiers, Ui};

use super::keyboard::OF_WIDGETS;
use super::scene::Scene;

/// What a key asks for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Ask {
    Play,
    Back,
    Forward,
    First,
    Last,
    Slower,
    Faster,
    Fewer,
    More,
    Scene(Scene),
    /// The next application.
    Application,
    Tour,
    /// The stop before, the next one.
    StopBack,
    StopForward,
    Help,
    Theme,
    Chip,
    Panel,
    View,
    Show,
    Race,
    Link,
    SavePicture,
    Close,
}

/// The keys, with what they do.
pub const KEYS: &[(&str, &str)] = &[
    ("space", "play and pause"),
    ("left, right", "a pass back, a pass forward"),
    ("Home, End", "before the first pass, after the last"),
    ("down, up", "slower, faster"),
    ("- and +", "half as many elements, twice as many"),
    ("1 to 8, A, H, G, U", "the scenes; argsort, histogram, group, puzzles"),
    ("9", "the guided tour"),
    ("0", "the next application"),
    ("Page up, Page down", "in the tour: the stop before, the next one"),
    ("V", "textures, history or network"),
    ("M", "heat map, signed, numbers or bits"),
    ("R", "race: by bytes moved, not pass by pass"),
    ("P", "the panels with kernel, values and registers"),
    ("C", "the driver, or the next emulated chip"),
    ("T", "light and dark"),
    ("L", "copy a link to what is shown"),
    ("Ctrl and + or -", "larger and smaller text"),
    ("S", "save a picture of what is shown"),
    ("Tab, Shift and Tab", "the next button, the one before; Esc leaves them"),
    ("arrows, + and -", "there: the element of a texture, the place of a slider or a pass; zoom"),
    ("?", "this help"),
    ("Ctrl and Enter", "run the program, check the answer"),
    ("Esc", "close what is open, leave the editor"),
];

/// What colours say.
pub const COLOURS: &[(&str, &str)] = &[
    ("dark blue to yellow", "small numbers to large ones"),
    ("white, in the dark black", "infinity: a null record"),
    ("magenta", "NaN"),
    ("grey", "no element, or none yet"),
    ("red, orange, blue", "the element, what it was made from, what is made from it"),
];

/// With the mouse.
pub const MOUSE: &[(&str, &str)] = &[
    ("point", "an element: what it is, and where it came from"),
    ("click", "keep it, until it is clicked again"),
    ("wheel, drag", "zoom and move a texture"),
    ("double click", "all of it again"),
    ("drop a file", ".npy, .csv, .f32, .hdr or .png as data; .br as program; .json as answers"),
];

/// What was asked for by keys in this frame; nothing while text is edited, and of what has the focus, its own keys.
pub fn asked(ui: &Ui) -> Vec<Ask> {
    if ui.ctx().text_edit_focused() {
        return Vec::new();
    }
    let focused = ui.ctx().egui_wants_keyboard_input();
    const PLAIN: &[(Key, Ask)] = &[
        (Key::Space, Ask::Play),
        (Key::ArrowLeft, Ask::Back),
        (Key::ArrowRight, Ask::Forward),
        (Key::Home, Ask::First),
        (Key::End, Ask::Last),
        (Key::ArrowDown, Ask::Slower),
        (Key::ArrowUp, Ask::Faster),
        (Key::Minus, Ask::Fewer),
        (Key::Plus, Ask::More),
        (Key::Equals, Ask::More),
        (Key::Num1, Ask::Scene(Scene::Reduce)),
        (Key::Num2, Ask::Scene(Scene::Scan)),
        (Key::Num3, Ask::Scene(Scene::Sort)),
        (Key::Num4, Ask::Scene(Scene::Search)),
        (Key::Num5, Ask::Scene(Scene::Filter)),
        (Key::Num6, Ask::Scene(Scene::Tonemap)),
        (Key::Num7, Ask::Scene(Scene::Brook)),
        (Key::Num8, Ask::Scene(Scene::Compare)),
        (Key::A, Ask::Scene(Scene::Argsort)),
        (Key::H, Ask::Scene(Scene::Histogram)),
        (Key::G, Ask::Scene(Scene::Group)),
        (Key::U, Ask::Scene(Scene::Puzzle)),
        (Key::Num9, Ask::Tour),
        (Key::Num0, Ask::Application),
        (Key::PageUp, Ask::StopBack),
        (Key::PageDown, Ask::StopForward),
        (Key::V, Ask::View),
        (Key::M, Ask::Show),
        (Key::R, Ask::Race),
        (Key::P, Ask::Panel),
        (Key::C, Ask::Chip),
        (Key::T, Ask::Theme),
        (Key::L, Ask::Link),
        (Key::S, Ask::SavePicture),
        (Key::Questionmark, Ask::Help),
        (Key::Escape, Ask::Close),
    ];
    ui.input_mut(|input| {
        let mut asked = Vec::new();
        for &(key, ask) in PLAIN {
            if focused && OF_WIDGETS.contains(&key) {
                continue;
            }
            // A letter with Ctrl is the browser's or the desktop's; a question mark may come with Shift.
            if input.consume_key(Modifiers::NONE, key) || input.consume_key(Modifiers::SHIFT, key) {
                asked.push(ask);
            }
        }
        asked
    })
}
