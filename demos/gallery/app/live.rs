//! Applications in motion: the picture of one, step after step. How many steps have been done is the place on the timeline, so
//! that an address, a film and a picture show the same.

use brooklet::{Device, Error};
use egui::{CentralPanel, Color32, Rect, Sense, TextureHandle, TextureOptions, Ui, pos2, vec2};

use super::applications::{self, Look, Moving};
use super::brook;
use super::keyboard;
use super::overlay;
use super::scene::Scene;
use super::settings::Settings;
use super::stage;
use super::theme::Theme;

/// Steps that the timeline has.
pub const STEPS: usize = 600;

/// The most pixels of the picture along each axis: it is drawn by the CPU, and stretched.
const MAX_PIXELS: f32 = 720.0;

/// Seconds of a frame in which steps are caught up.
const PATIENCE: f64 = 0.03;

/// What is shown: an application of a size, by a method, on a device.
#[derive(Clone, PartialEq)]
struct Work {
    scene: Scene,
    method: &'static str,
    n: usize,
    chip: Option<brooklet::fragment_program::Chip>,
}

#[derive(Default)]
pub struct Live {
    work: Option<Work>,
    moving: Option<Box<dyn Moving>>,
    /// Steps that it has done.
    done: usize,
    turn: [f32; 2],
    texture: Option<TextureHandle>,
    /// What the texture shows.
    drawn: Option<(usize, Look)>,
    error: Option<String>,
    ready: bool,
    /// Seconds of a step with its picture, in the last frame that had both.
    cost: Option<f64>,
}

impl Live {
    /// Drops all that lies on the device.
    pub fn forget(&mut self) {
        (self.work, self.moving, self.drawn, self.error, self.cost) = (None, None, None, None, None);
    }

    pub fn ready(&self) -> bool {
        self.ready || self.error.is_some()
    }

    /// What a step with its picture cost, each frame that had both once.
    pub fn cost(&mut self) -> Option<f64> {
        self.cost.take()
    }

    pub fn error(&self) -> Option<String> {
        self.error.clone()
    }

    /// Shows the application after so many steps.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        device: &Device,
        settings: &Settings,
        theme: Theme,
        (steps, clock): (usize, fn() -> f64),
    ) {
        let chosen = stage::chosen(settings, device).0;
        let method = chosen.first().map_or("", |method| method.name);
        let work = Work { scene: settings.scene, method, n: settings.n, chip: settings.chip };
        if self.work.as_ref() != Some(&work) {
            self.forget();
            self.turn = [0.0; 2];
        }
        if (self.error.is_none() && self.moving.is_none()) || steps < self.done {
            self.start(device, work);
        }
        let mut cost = None;
        if self.error.is_none() {
            match self.catch_up(steps, clock) {
                Ok(seconds) => cost = seconds,
                Err(error) => self.error = Some(error.to_string()),
            }
        }
        CentralPanel::default().frame(egui::Frame::new().fill(theme.canvas()).inner_margin(10.0)).show(ui, |ui| {
            if let Some(error) = &self.error {
                overlay::message(ui, error, theme);
                return;
            }
            let Some(moving) = &mut self.moving else { return };
            ui.label(egui::RichText::new(moving.says()).color(theme.ink()));
            let space = ui.available_rect_before_wrap();
            let response = ui.allocate_rect(space, Sense::click_and_drag());
            if moving.turns() {
                turn(&mut self.turn, ui, &response);
            }
            keyboard::ring(ui, space.shrink(2.0), &response);
            let scale = (MAX_PIXELS / space.width().max(space.height())).min(ui.pixels_per_point());
            let pixels = |points: f32| ((points * scale) as usize).max(1);
            let look = Look {
                width: pixels(space.width()),
                height: pixels(space.height()),
                turn: self.turn,
                dark: theme.dark,
            };
            if self.drawn != Some((self.done, look)) {
                let start = clock();
                match moving.picture(look) {
                    Ok(picture) => {
                        let name = "application";
                        let options = TextureOptions::LINEAR;
                        match &mut self.texture {
                            Some(texture) => texture.set(picture, options),
                            None => self.texture = Some(ui.ctx().load_texture(name, picture, options)),
                        }
                        self.drawn = Some((self.done, look));
                        self.cost = cost.map(|cost| cost + clock() - start);
                    }
                    Err(error) => self.error = Some(error.to_string()),
                }
            }
            if let Some(texture) = &self.texture {
                paint(ui, space, texture);
            }
            if moving.turns() {
                response.on_hover_text("Drag to turn it, double click to turn it back");
            }
        });
        self.ready = self.done == steps && self.drawn.is_some();
        if !self.ready() {
            ui.ctx().request_repaint();
        }
    }

    /// Begins with the first step.
    fn start(&mut self, device: &Device, work: Work) {
        self.done = 0;
        let there = if work.scene == Scene::Fft { brook::picture().map(drop) } else { Ok(()) };
        let start = || applications::start(work.scene, device, work.method, work.n).map_err(|error| error.to_string());
        match there.and_then(|()| start()) {
            Ok(moving) => self.moving = Some(moving),
            Err(error) => self.error = Some(error),
        }
        self.work = Some(work);
        self.drawn = None;
    }

    /// Goes on to a step, as long as there is time. Returns the seconds of each that it did.
    fn catch_up(&mut self, steps: usize, clock: fn() -> f64) -> Result<Option<f64>, Error> {
        let Some(moving) = &mut self.moving else { return Ok(None) };
        let (start, before) = (clock(), self.done);
        while self.done < steps {
            moving.step()?;
            self.done += 1;
            if clock() - start > PATIENCE {
                break;
            }
        }
        let count = self.done - before;
        Ok((count > 0).then(|| (clock() - start) / count as f64))
    }
}

fn paint(ui: &Ui, space: Rect, texture: &TextureHandle) {
    let [width, height] = texture.size().map(|extent| extent as f32);
    let scale = (space.width() / width).min(space.height() / height);
    let rect = Rect::from_center_size(space.center(), vec2(width, height) * scale);
    let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
    ui.painter_at(space).image(texture.id(), rect, whole, Color32::WHITE);
}

/// Turns what is seen by a drag or the arrow keys, and back by a double click.
fn turn(turn: &mut [f32; 2], ui: &Ui, response: &egui::Response) {
    let [right, down] = keyboard::arrows(ui, response);
    let by = if response.dragged() { response.drag_delta() } else { egui::Vec2::ZERO };
    turn[0] -= by.x * 0.01 + 0.1 * right as f32;
    turn[1] = (turn[1] + by.y * 0.01 + 0.1 * down as f32).clamp(-1.2, 1.2);
    if response.double_clicked() {
        *turn = [0.0; 2];
    }
}
