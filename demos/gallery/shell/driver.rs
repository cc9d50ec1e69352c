//! Driver: runs a script of synthetic input, and looks at every frame that comes of it.

use std::collections::VecDeque;
use std::path::Path;
use std::time::Instant;

use egui::accesskit::{Node, Role, TreeUpdate};
use egui::{
    Color32, ColorImage, Event, Modifiers, MouseWheelSource, MouseWheelUnit, PointerButton, Pos2, RawInput, Rect,
    TouchPhase, pos2,
};

use super::command::seconds;
use super::files;
use super::script::{self, Line, Step};
use crate::address::Address;
use crate::app::Gallery;

/// How long a label or a size is waited for.
const PATIENCE: f64 = 10.0;
/// The frames of a drag between its ends.
const DRAG_FRAMES: usize = 8;

/// What only the shell can do.
pub enum Request {
    Resize([u32; 2]),
    Go(Address),
    LoseContext,
}

/// What came of a frame.
pub struct Frame<'a> {
    pub gallery: &'a Gallery,
    pub gl_error: Option<String>,
    pub pixels: ColorImage,
    pub tree: Option<TreeUpdate>,
}

pub struct Driver {
    lines: VecDeque<Line>,
    /// Input of the next frames, which the line under way comes to.
    inputs: VecDeque<Vec<Event>>,
    since: Instant,
    frames: usize,
    /// Whether the label of this line was found, and clicked.
    clicked: bool,
    labels: Vec<(String, Rect, Role)>,
    allow_errors: bool,
}

impl Driver {
    pub fn read(path: &Path) -> Result<Driver, String> {
        let place = |what| format!("{}: {what}", path.display());
        let text = std::fs::read_to_string(path).map_err(|error| place(error.to_string()))?;
        let lines = script::parse(&text).map_err(place)?.into();
        let (inputs, labels) = (VecDeque::new(), Vec::new());
        Ok(Driver { lines, inputs, since: Instant::now(), frames: 0, clicked: false, labels, allow_errors: false })
    }

    /// Puts in what comes next.
    pub fn before(&mut self, input: &mut RawInput) -> Option<Request> {
        // A script has the focus, whatever the desktop thinks.
        input.focused = true;
        if self.inputs.is_empty() && self.frames == 0 {
            self.since = Instant::now();
            let step = self.lines.front().map(|line| line.step.clone())?;
            let request = self.begin(&step, input);
            self.inject(input);
            return request;
        }
        self.inject(input);
        None
    }

    fn inject(&mut self, input: &mut RawInput) {
        self.frames += 1;
        input.events.extend(self.inputs.pop_front().unwrap_or_default());
    }

    fn begin(&mut self, step: &Step, input: &mut RawInput) -> Option<Request> {
        match step {
            Step::Key(modifiers, key) => {
                let event = |pressed| Event::Key {
                    key: *key,
                    physical_key: None,
                    pressed,
                    repeat: false,
                    modifiers: *modifiers,
                };
                let modifiers = *modifiers;
                self.inputs.extend([vec![Event::ModifiersChanged(modifiers), event(true)], vec![event(false)]]);
                self.inputs.push_back(vec![Event::ModifiersChanged(Modifiers::NONE)]);
            }
            Step::Text(text) => self.inputs.push_back(vec![Event::Text(text.clone())]),
            Step::Move(place) => self.inputs.push_back(vec![Event::PointerMoved(*place)]),
            Step::Click(place) => self.click(*place),
            Step::Drag(from, to) => {
                self.inputs.extend([vec![Event::PointerMoved(*from)], vec![button(*from, true)]]);
                for frame in 1..=DRAG_FRAMES {
                    let place = from.lerp(*to, frame as f32 / DRAG_FRAMES as f32);
                    self.inputs.push_back(vec![Event::PointerMoved(place)]);
                }
                self.inputs.push_back(vec![button(*to, false)]);
            }
            Step::Wheel(delta) => self.inputs.push_back(vec![Event::MouseWheel {
                unit: MouseWheelUnit::Point,
                delta: *delta,
                phase: TouchPhase::Move,
                source: MouseWheelSource::Unknown,
                modifiers: Modifiers::NONE,
            }]),
            Step::Drop(path) => input.dropped_files.push(files::dropped(path)),
            Step::Resize(size) => return Some(Request::Resize(*size)),
            Step::Go(address) => return Some(Request::Go(address.clone())),
            Step::LoseContext => return Some(Request::LoseContext),
            Step::AllowErrors => self.allow_errors = true,
            Step::Quit => self.lines.clear(),
            // Those look at what comes of the frame.
            _ => {}
        }
        None
    }

    fn click(&mut self, place: Pos2) {
        self.inputs.extend([
            vec![Event::PointerMoved(place)],
            vec![button(place, true)],
            vec![button(place, false)],
            // What the click leads to is laid out in the frame behind it.
            Vec::new(),
        ]);
    }

    /// The middle of what has this label; what can be clicked goes before a text beside it.
    fn find(&self, label: &str) -> Option<Pos2> {
        let found = self.labels.iter().filter(|(text, ..)| text == label);
        found.min_by_key(|(_, _, role)| *role == Role::Label).map(|(_, bounds, _)| bounds.center())
    }

    /// Judges a frame, and ends the step that it belongs to. Says whether the script goes on.
    ///
    /// # Errors
    /// What is wrong with the frame, and the line of the script.
    pub fn after(&mut self, frame: &Frame) -> Result<bool, String> {
        if let Some(tree) = &frame.tree {
            self.labels = labels(tree);
        }
        let Some(line) = self.lines.front().cloned() else { return Ok(false) };
        let judged = self.judge(frame).and_then(|()| Ok(self.inputs.is_empty() && self.end(&line.step, frame)?));
        if judged.map_err(|what| format!("line {}: `{}`: {what}", line.number, line.text))? {
            self.lines.pop_front();
            (self.frames, self.clicked) = (0, false);
        }
        Ok(!self.lines.is_empty())
    }

    fn judge(&self, frame: &Frame) -> Result<(), String> {
        if let Some(error) = &frame.gl_error {
            return Err(format!("OpenGL complains: {error}"));
        }
        if let Some(color) = blank(&frame.pixels) {
            return Err(format!("the frame is blank: all its pixels are {color:?}"));
        }
        match frame.gallery.error() {
            Some(error) if !self.allow_errors => Err(format!("an error is shown: {error}")),
            _ => Ok(()),
        }
    }

    /// Whether the step is done with this frame.
    fn end(&mut self, step: &Step, frame: &Frame) -> Result<bool, String> {
        let waited = self.since.elapsed().as_secs_f64();
        let wait_for = |there: bool, what: &dyn Fn() -> String| match there {
            false if waited > PATIENCE => Err(what()),
            there => Ok(there),
        };
        match step {
            // What is ready is laid out anew once more.
            Step::WaitReady(_) if frame.gallery.ready() && self.frames > 2 => Ok(true),
            Step::WaitReady(seconds) if waited > *seconds => Err(format!("it was not ready in {seconds} s")),
            Step::WaitReady(_) => Ok(false),
            Step::Frames(count) => Ok(self.frames >= *count),
            Step::Resize(size) => {
                let is = frame.pixels.size;
                wait_for(is == size.map(|side| side as usize), &|| format!("the window stays at {is:?} pixels"))
            }
            Step::Expect(text) => {
                let there = self.labels.iter().any(|(label, ..)| label.contains(text.as_str()));
                wait_for(there, &|| self.nothing_says(text))
            }
            Step::ClickOn(_) if self.clicked => Ok(true),
            Step::ClickOn(label) => {
                let place = self.find(label);
                wait_for(place.is_some(), &|| self.nothing_says(label))?;
                if let Some(place) = place {
                    self.click(place);
                    self.clicked = true;
                }
                Ok(false)
            }
            Step::Print(words) => {
                println!("{:.3} s: {words}", seconds());
                Ok(true)
            }
            Step::Results(path) => {
                let written = std::fs::write(path, frame.gallery.results());
                written.map(|()| true).map_err(|error| format!("{}: {error}", path.display()))
            }
            Step::Screenshot(path) => files::write_png(path, &frame.pixels).map(|()| true),
            _ => Ok(true),
        }
    }

    fn nothing_says(&self, text: &str) -> String {
        let labels: Vec<_> = self.labels.iter().map(|(label, ..)| format!("{label:?}")).collect();
        format!("nothing on the screen says {text:?}; there are {}", labels.join(", "))
    }
}

/// The color of all pixels, where they have one.
pub fn blank(pixels: &ColorImage) -> Option<Color32> {
    let first = *pixels.pixels.first()?;
    pixels.pixels.iter().all(|&pixel| pixel == first).then_some(first)
}

fn button(place: Pos2, pressed: bool) -> Event {
    Event::PointerButton { pos: place, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE }
}

/// What is on the screen: its text, where it is in points, and what it is.
fn labels(tree: &TreeUpdate) -> Vec<(String, Rect, Role)> {
    let of = |node: &Node| {
        let bounds = node.bounds()?;
        let corner = |x: f64, y: f64| pos2(x as f32, y as f32);
        let bounds = Rect::from_two_pos(corner(bounds.x0, bounds.y0), corner(bounds.x1, bounds.y1));
        // A list shows what is chosen; its label is its name for screen readers.
        let value = node.value().filter(|_| node.role() == Role::ComboBox);
        let text = value.or(node.label()).or(node.value()).filter(|text| !text.is_empty())?;
        Some((text.to_owned(), bounds, node.role()))
    };
    tree.nodes.iter().filter_map(|(_, node)| of(node)).collect()
}
