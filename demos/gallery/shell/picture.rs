//! The picture: what an address shows, drawn without window, display or clock.

use std::sync::Arc;

use brooklet::Dialect;
use egui::{Context, Pos2, RawInput, Rect, Vec2, ViewportCommand, ViewportId};

use super::arguments::Options;
use super::command::COMMAND;
use super::driver::{self, Driver, Frame, Request};
use super::files;
use super::headless::Headless;
use super::painting::Painting;
#[cfg(test)]
use crate::address::Address;
use crate::app::{Gallery, Setup, ShellKind, film};

/// Frames that are waited for what the address shows; 100 a second, and it is far too long.
const MOST_FRAMES: usize = 100_000;
/// Frames after the last result, in which everything finds its place.
const SETTLING: usize = 2;

struct Picture {
    // Fields drop in order: what uses the context goes before it.
    gallery: Gallery,
    painting: Painting,
    headless: Option<Headless>,
    /// That of the device, or the one that none could be had for.
    dialect: Option<Dialect>,
    context: Context,
    size: [u32; 2],
    scale: f32,
    frames: usize,
}

/// Draws, and writes what the options ask for.
///
/// # Errors
/// What to print: no driver, a scene that fails, a file that cannot be written.
pub fn run(options: Options) -> Result<(), String> {
    let mut picture = Picture::new(&options, ShellKind::Picture)?;
    let files = options.files.iter().map(files::dropped).collect();
    let input = RawInput { dropped_files: files, ..RawInput::default() };
    if let Some(script) = &options.drive {
        picture.drive(Driver::read(script)?, input).map_err(|error| format!("{}: {error}", script.display()))?;
    } else {
        picture.settle(input)?;
    }
    if let Some(path) = &options.film {
        let (pictures, a_second) = picture.film()?;
        files::write_film(path, &pictures, a_second)?;
    }
    if let Some(path) = &options.screenshot {
        let pixels = picture.painting.pixels(picture.size);
        if driver::blank(&pixels).is_some() {
            return Err("the picture is blank: nothing was drawn".to_owned());
        }
        files::write_png(path, &pixels)?;
    }
    if options.results {
        println!("{}", picture.gallery.results());
    }
    match picture.gallery.error() {
        // A script says itself which errors it expects.
        Some(error) if options.drive.is_none() => Err(format!("an error is shown: {error}")),
        _ => Ok(()),
    }
}

/// What the address of the options shows.
#[cfg(test)]
pub fn draw(options: Options) -> Result<egui::ColorImage, String> {
    let mut picture = Picture::new(&options, ShellKind::Picture)?;
    picture.settle(RawInput::default())?;
    picture.gallery.error().map_or_else(|| Ok(picture.painting.pixels(picture.size)), Err)
}

/// The figures of addresses, all in one context: what each shows, without what one chooses it by.
#[cfg(test)]
pub fn figures(options: &Options, addresses: &[Address]) -> Result<Vec<egui::ColorImage>, String> {
    let mut picture = Picture::new(options, ShellKind::Figure)?;
    let device = picture.headless.as_ref().expect("a picture has one").adopt(picture.dialect);
    let mut figure = |address: &Address| {
        // A gallery of its own, but programs that are compiled stay so.
        picture.gallery.forget_device();
        picture.gallery = Gallery::new(Setup {
            device: device.clone(),
            address: address.clone(),
            shell: ShellKind::Figure,
            clock: || 0.0,
            link: String::new(),
            splats: None,
            puzzles: None,
            grows: false,
            still: false,
        });
        picture.settle(RawInput::default())?;
        let error = picture.gallery.error().map(|error| format!("{}: {error}", address.to_hash()));
        error.map_or_else(|| Ok(picture.painting.pixels(picture.size)), Err)
    };
    addresses.iter().map(&mut figure).collect()
}

impl Picture {
    /// Draws frames until everything is computed and has found its place.
    fn settle(&mut self, mut input: RawInput) -> Result<(), String> {
        let mut settled = 0;
        while settled < SETTLING {
            self.frame(std::mem::take(&mut input))?;
            settled = if self.gallery.ready() { settled + 1 } else { 0 };
            if self.frames > MOST_FRAMES {
                return Err(format!("it is not ready after {MOST_FRAMES} frames"));
            }
        }
        Ok(())
    }

    /// A picture of each pass, and one before the first; of what is in motion, of some. With how many of them pass in a second.
    fn film(&mut self) -> Result<(Vec<egui::ColorImage>, u16), String> {
        let (passes, a_second) = film::passes(self.gallery.passes(), self.gallery.is_live())?;
        let mut pictures = Vec::with_capacity(passes.len());
        for pass in passes {
            let mut address = self.gallery.address();
            address.set("pass", pass.to_string()).map_err(|error| error.to_string())?;
            self.gallery.go_to(address);
            self.settle(RawInput::default())?;
            pictures.push(self.painting.pixels(self.size));
        }
        Ok((pictures, a_second))
    }

    fn new(options: &Options, shell: ShellKind) -> Result<Picture, String> {
        let dialect = options.address.get("dialect").and_then(|name| name.parse().ok());
        let mut headless = Headless::open(dialect)?;
        headless.resize(options.size)?;
        let painting = Painting::new(headless.gl.clone())?;
        let context = Context::default();
        let device = headless.adopt(dialect);
        let dialect = device.as_ref().map_or(dialect, |device| device.info().dialect);
        let setup = Setup {
            device,
            address: options.address.clone(),
            shell,
            clock: || 0.0,
            grows: false,
            still: false,
            link: COMMAND.to_owned(),
            splats: None,
            puzzles: None,
        };
        let gallery = Gallery::new(setup);
        let (size, scale) = (options.size, options.scale.unwrap_or(1.0));
        // What the gallery chooses later stays.
        context.set_theme(options.theme.unwrap_or(egui::Theme::Light));
        Ok(Picture { gallery, painting, headless: Some(headless), dialect, context, size, scale, frames: 0 })
    }

    /// Draws a frame, as long after the last as all of them.
    fn frame(&mut self, mut input: RawInput) -> Result<Option<egui::accesskit::TreeUpdate>, String> {
        let wanted = self.gallery.wanted_dialect();
        if wanted.is_some() && wanted != self.dialect {
            self.renew(wanted)?;
        }
        let points = Vec2::from(self.size.map(|side| side as f32)) / (self.scale * self.context.zoom_factor());
        input.screen_rect = Some(Rect::from_min_size(Pos2::ZERO, points));
        input.max_texture_side = Some(self.painting.largest_texture());
        input.time = Some(self.frames as f64 / 60.0);
        input.viewports.entry(ViewportId::ROOT).or_default().native_pixels_per_point = Some(self.scale);
        self.context.all_styles_mut(|style| {
            style.animation_time = 0.0;
            style.visuals.text_cursor.blink = false;
        });
        let output = self.context.run_ui(input, |ui| self.gallery.ui(ui));
        let primitives = self.context.tessellate(output.shapes, output.pixels_per_point);
        let background = self.context.global_style().visuals.panel_fill;
        self.painting.paint(self.size, output.pixels_per_point, background, &primitives, output.textures_delta);
        self.frames += 1;
        let commands = output.viewport_output.into_values().flat_map(|viewport| viewport.commands);
        for command in commands {
            if let ViewportCommand::Screenshot(callback) = command {
                callback.complete(Arc::new(self.painting.pixels(self.size)));
            }
        }
        Ok(output.platform_output.accesskit_update)
    }

    /// Makes the context anew, as a window does.
    fn renew(&mut self, dialect: Option<Dialect>) -> Result<(), String> {
        self.gallery.forget_device();
        self.painting.leave();
        self.headless = None;
        let mut headless = Headless::open(dialect)?;
        headless.resize(self.size)?;
        self.painting.go_on_in(headless.gl.clone())?;
        self.gallery.set_device(headless.adopt(dialect));
        self.headless = Some(headless);
        self.dialect = dialect;
        Ok(())
    }

    fn drive(&mut self, mut driver: Driver, mut input: RawInput) -> Result<(), String> {
        self.context.enable_accesskit();
        loop {
            match driver.before(&mut input) {
                Some(Request::Resize(size)) => {
                    self.size = size;
                    self.headless.as_mut().map_or(Ok(()), |headless| headless.resize(size))?;
                }
                Some(Request::Go(address)) => self.gallery.go_to(address),
                Some(Request::LoseContext) => self.renew(self.dialect)?,
                None => {}
            }
            let tree = self.frame(std::mem::take(&mut input))?;
            let gl_error = self.painting.error();
            let pixels = self.painting.pixels(self.size);
            if !driver.after(&Frame { gallery: &self.gallery, gl_error, pixels, tree })? {
                return Ok(());
            }
        }
    }
}

impl Drop for Picture {
    fn drop(&mut self) {
        self.gallery.forget_device();
        self.painting.leave();
    }
}
