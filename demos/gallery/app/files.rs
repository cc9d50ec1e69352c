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
    /// Answers to puzzles: the name of the file, and its text.
    Answers(String, String),
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
    if name.ends_with(".json") {
        return Ok(Dropped::Answers(name.to_owned(), String::from_utf8_lossy(bytes).into_owned()));
    }
    let loaded = io::decode(name, bytes).map_err(|error| error.to_string())?;
    Ok(Dropped::Numbers(File { name: name.to_owned(), array: loaded.array }))
}

/// Saves a text as a file. Returns where it is, in words.
///
/// # Errors
/// As [`save_bytes`].
pub fn save(name: &str, ending: &str, text: &str) -> Result<String, String> {
    save_bytes(name, ending, text.as_bytes())
}

/// Saves bytes into the working folder, beside what is there already. Returns where the file is, in words.
///
/// # Errors
/// What to say: a folder that takes no file.
#[cfg(not(target_arch = "wasm32"))]
pub fn save_bytes(name: &str, ending: &str, bytes: &[u8]) -> Result<String, String> {
    let free = |name: &String| !std::path::Path::new(name).exists();
    let numbered = (2..1000).map(|number| format!("{name}-{number}.{ending}"));
    let file = std::iter::once(format!("{name}.{ending}")).chain(numbered).find(free);
    let file = file.ok_or("there are too many such files in this folder already")?;
    let written = brooklet::io::write_beside(file.as_ref(), |to| to.write_all(bytes));
    written.map_err(|error| error.to_string())?;
    let folder = std::env::current_dir().unwrap_or_default();
    Ok(format!("Saved as {}", folder.join(file).display()))
}

/// Saves bytes as a download of the browser: a link to it in memory is made, clicked, and forgotten. Returns its name, in words.
///
/// # Errors
/// What to say: a browser that takes no download.
#[cfg(target_arch = "wasm32")]
pub fn save_bytes(name: &str, ending: &str, bytes: &[u8]) -> Result<String, String> {
    use wasm_bindgen::JsCast;
    let failed = |_| "the browser takes no download".to_owned();
    let window = web_sys::window().ok_or("there is no window")?;
    let document = window.document().ok_or("there is no page")?;
    let bytes = web_sys::js_sys::Uint8Array::from(bytes);
    let blob =
        web_sys::Blob::new_with_u8_array_sequence(&web_sys::js_sys::Array::of1(&bytes.into())).map_err(failed)?;
    let url = web_sys::Url::create_object_url_with_blob(&blob).map_err(failed)?;
    let link: web_sys::HtmlAnchorElement =
        document.create_element("a").map_err(failed)?.dyn_into().map_err(|_| "the page makes no link")?;
    link.set_href(&url);
    link.set_download(&format!("{name}.{ending}"));
    link.click();
    let _ = web_sys::Url::revoke_object_url(&url);
    Ok(format!("Downloaded as {name}.{ending}"))
}
