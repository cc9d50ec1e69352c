//! Saving: a picture of what is shown, or a film of all of its passes, as a file. The shell reads the pixels of a frame, and
//! calls back; until then frames are drawn as ever.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;
use std::sync::{Arc, Mutex};

use egui::{ColorImage, Ui};

use super::film::{self, Film};
use super::{Gallery, files};

/// Frames in which everything finds its place: a menu closes, a texture comes.
const SETTLING: usize = 2;

/// What is saved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    Picture,
    Film,
}

/// Bytes that are written here and read there.
#[derive(Clone, Default)]
struct Bytes(Rc<RefCell<Vec<u8>>>);

impl Write for Bytes {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A picture or a film under way.
pub struct Saving {
    what: What,
    passes: Vec<usize>,
    a_second: u16,
    /// Pictures that have been taken.
    taken: usize,
    film: Option<Film<Bytes>>,
    bytes: Bytes,
    /// The pass that was shown before.
    before: Option<usize>,
    settled: usize,
    /// Whether the shell was asked for the pixels.
    asked: bool,
    arrived: Arc<Mutex<Option<Arc<ColorImage>>>>,
}

impl Saving {
    /// How far a film is, for the title.
    pub fn progress(&self) -> Option<String> {
        (self.what == What::Film).then(|| format!("film: picture {} of {}", self.taken + 1, self.passes.len()))
    }

    /// Takes a picture. Says whether it was the last.
    fn take(&mut self, picture: &ColorImage) -> Result<bool, String> {
        let text = |error: png::EncodingError| error.to_string();
        let film = match &mut self.film {
            Some(film) => film,
            none => {
                let made = Film::new(self.bytes.clone(), picture.size, self.passes.len(), self.a_second);
                none.insert(made.map_err(text)?)
            }
        };
        if film.size() != picture.size {
            return Err("The film is given up: its pictures have another size now.".to_owned());
        }
        film.add(picture).map_err(text)?;
        self.taken += 1;
        let last = self.taken == self.passes.len();
        if last && let Some(film) = self.film.take() {
            film.finish().map_err(text)?;
        }
        Ok(last)
    }
}

impl Gallery {
    /// Begins to save something; a film under way is given up.
    pub(super) fn save(&mut self, what: What, now: f64) {
        self.stop_saving();
        let before = self.settings.pass;
        let passes = match what {
            What::Picture => Ok((vec![0], 1)),
            What::Film => film::passes(self.passes(), self.settings.is_live()),
        };
        let (passes, a_second) = match passes {
            Ok(passes) => passes,
            Err(error) => return self.say(error, now),
        };
        if what == What::Film {
            self.player.playing = false;
        }
        (self.said, self.help) = (None, false);
        self.saving = Some(Saving {
            what,
            passes,
            a_second,
            taken: 0,
            film: None,
            bytes: Bytes::default(),
            before,
            settled: 0,
            asked: false,
            arrived: Arc::default(),
        });
    }

    /// Gives it up, and shows what was shown before.
    pub(super) fn stop_saving(&mut self) {
        if let Some(saving) = self.saving.take_if(|saving| saving.what == What::Film) {
            self.settings.pass = saving.before;
        }
        self.saving = None;
    }

    /// Shows the pass whose picture comes next.
    pub(super) fn show_saved(&mut self) {
        if let Some(Saving { what: What::Film, passes, taken, .. }) = &self.saving {
            self.settings.pass = passes.get(*taken).copied();
        }
    }

    /// Goes on with it after a frame.
    pub(super) fn go_on_saving(&mut self, ui: &Ui, now: f64) {
        let ready = self.ready();
        let Some(saving) = &mut self.saving else { return };
        ui.ctx().request_repaint();
        let arrived = saving.arrived.lock().ok().and_then(|mut arrived| arrived.take());
        if let Some(picture) = arrived {
            (saving.asked, saving.settled) = (false, 0);
            match saving.take(&picture) {
                Ok(false) => {}
                Ok(true) => {
                    let what = if saving.what == What::Film { "-film" } else { "" };
                    let name = format!("brooklet-{}{what}", self.settings.scene.name());
                    let saved = files::save_bytes(&name, "png", &saving.bytes.0.borrow());
                    self.stop_saving();
                    self.say(saved.unwrap_or_else(|why| why), now);
                }
                Err(why) => {
                    self.stop_saving();
                    self.say(why, now);
                }
            }
            return;
        }
        // What plays is never ready: its picture is taken as it goes.
        let shown = ready || (saving.what == What::Picture && self.player.playing);
        saving.settled = if shown { saving.settled + 1 } else { 0 };
        if saving.settled > SETTLING && !saving.asked {
            saving.asked = true;
            let (to, context) = (Arc::clone(&saving.arrived), ui.ctx().clone());
            ui.ctx().request_screenshot(move |picture| {
                if let Ok(mut to) = to.lock() {
                    *to = Some(picture);
                }
                context.request_repaint();
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::Color32;

    fn saving(passes: usize) -> Saving {
        Saving {
            what: What::Film,
            passes: (0..passes).collect(),
            a_second: 3,
            taken: 0,
            film: None,
            bytes: Bytes::default(),
            before: None,
            settled: 0,
            asked: false,
            arrived: Arc::default(),
        }
    }

    #[test]
    fn pictures_become_a_film() {
        let mut film = saving(2);
        assert_eq!(film.progress().as_deref(), Some("film: picture 1 of 2"));
        assert_eq!(film.take(&ColorImage::filled([4, 4], Color32::RED)), Ok(false));
        assert_eq!(film.take(&ColorImage::filled([4, 4], Color32::BLUE)), Ok(true));
        assert!(film.bytes.0.borrow().starts_with(b"\x89PNG"));
        assert!(film.bytes.0.borrow().ends_with(b"IEND\xae\x42\x60\x82"));
    }

    #[test]
    fn a_window_of_another_size_ends_a_film() {
        let mut film = saving(2);
        film.take(&ColorImage::filled([4, 4], Color32::RED)).unwrap();
        assert!(film.take(&ColorImage::filled([4, 5], Color32::RED)).is_err());
    }
}
