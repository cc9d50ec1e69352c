//! Files that are dropped onto the gallery.

use std::cell::RefCell;
use std::rc::Rc;

use brooklet::io;
use egui::Ui;

use super::data::File;
use super::playground::cg;

/// Where files arrive: at once from a disk, later in a browser.
#[derive(Clone, Default)]
pub struct Inbox(Rc<RefCell<Vec<Result<Dropped, String>>>>);

/// What a file holds.
pub enum Dropped {
    Numbers(File),
    /// A program: its name, in Brook without the ending, and its text.
    Program(String, String),
}

impl Inbox {
    /// Takes what was dropped in this frame.
    pub fn receive(&self, ui: &Ui) {
        for file in ui.input(|input| input.raw.dropped_files.clone()) {
            #[cfg(not(target_arch = "wasm32"))]
            self.0.borrow_mut().push(opened(&*file, file.bytes()));
            #[cfg(target_arch = "wasm32")]
            {
                let (inbox, context) = (self.clone(), ui.ctx().clone());
                wasm_bindgen_futures::spawn_local(async move {
                    let read = file.bytes_async().await;
                    inbox.0.borrow_mut().push(opened(&*file, read));
                    context.request_repaint();
                });
            }
        }
    }

    /// What has arrived.
    pub fn take(&self) -> Option<Result<Dropped, String>> {
        self.0.borrow_mut().pop()
    }
}

fn name(file: &dyn egui::DroppedFile) -> String {
    file.path().file_name().map_or_else(|| "the file".into(), |name| name.to_string_lossy().into_owned())
}

/// What a file holds, or why it cannot be read.
fn opened(file: &dyn egui::DroppedFile, read: Result<impl AsRef<[u8]>, String>) -> Result<Dropped, String> {
    let name = name(file);
    let bytes = read.map_err(|error| format!("{name} cannot be read: {error}"))?;
    decode(&name, bytes.as_ref())
}

fn decode(name: &str, bytes: &[u8]) -> Result<Dropped, String> {
    if let Some(name) = name.strip_suffix(".br") {
        return Ok(Dropped::Program(name.to_owned(), String::from_utf8_lossy(bytes).into_owned()));
    }
    if cg::is_cg(name) {
        return Ok(Dropped::Program(name.to_owned(), String::from_utf8_lossy(bytes).into_owned()));
    }
    let loaded = io::decode(name, bytes).map_err(|error| error.to_string())?;
    Ok(Dropped::Numbers(File { name: name.to_owned(), array: loaded.array }))
}
