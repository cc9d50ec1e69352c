//! The picture that comes with the gallery: a brook in evening light. A page loads it once a scene needs it.

use std::cell::OnceCell;
use std::rc::Rc;

use brooklet::io;

use super::picture::Picture;

thread_local! {
    static PICTURE: OnceCell<Rc<Picture>> = const { OnceCell::new() };
}

/// The picture, or why there is none: in a page, that it is being loaded.
pub fn picture() -> Result<Rc<Picture>, String> {
    let read = |bytes: &[u8]| {
        let loaded = io::decode("brook.hdr", bytes).map_err(|error| error.to_string())?;
        Picture::of(&loaded.array).map(Rc::new).ok_or_else(|| "brook.hdr has no colors".to_owned())
    };
    PICTURE.with(|kept| {
        if let Some(picture) = kept.get() {
            return Ok(Rc::clone(picture));
        }
        let picture = file(read)?;
        Ok(Rc::clone(kept.get_or_init(|| picture)))
    })
}

/// The picture, where [`picture`] was asked before whether it is there.
pub fn known() -> Rc<Picture> {
    picture().expect("the scene waits for its picture")
}

/// Reads the file.
#[cfg(not(target_family = "wasm"))]
fn file(read: impl FnOnce(&[u8]) -> Result<Rc<Picture>, String>) -> Result<Rc<Picture>, String> {
    read(include_bytes!("../../brook.hdr"))
}

#[cfg(target_family = "wasm")]
pub use page::{deliver, file, has_come, is_wanted};

/// Of a page: where the file is a file beside it.
#[cfg(target_family = "wasm")]
mod page {
    use std::cell::RefCell;
    use std::rc::Rc;

    use super::Picture;

    /// How far the file is.
    enum Loading {
        /// Nothing has asked for it.
        Unused,
        /// Something has, and the page is to load it.
        Wanted,
        /// The page loads it.
        Begun,
        Done(Result<Vec<u8>, String>),
    }

    thread_local! {
        static FILE: RefCell<Loading> = const { RefCell::new(Loading::Unused) };
    }

    /// Reads the file, or asks for it.
    pub fn file(read: impl FnOnce(&[u8]) -> Result<Rc<Picture>, String>) -> Result<Rc<Picture>, String> {
        FILE.with_borrow_mut(|file| match file {
            Loading::Done(Ok(bytes)) => read(bytes),
            Loading::Done(Err(why)) => Err(format!("the picture brook.hdr did not load: {why}")),
            Loading::Unused => {
                *file = Loading::Wanted;
                Err(LOADING.to_owned())
            }
            Loading::Wanted | Loading::Begun => Err(LOADING.to_owned()),
        })
    }

    const LOADING: &str = "the picture of a brook is being loaded";

    /// Whether something asked for the file, since this was asked last. The caller loads it, and hands it to [`deliver`].
    pub fn is_wanted() -> bool {
        FILE.with_borrow_mut(|file| {
            let is_wanted = matches!(file, Loading::Wanted);
            if is_wanted {
                *file = Loading::Begun;
            }
            is_wanted
        })
    }

    /// Takes the file, or why there is none.
    pub fn deliver(file: Result<Vec<u8>, String>) {
        FILE.with_borrow_mut(|kept| *kept = Loading::Done(file));
    }

    /// Whether the file, or why there is none, was delivered.
    pub fn has_come() -> bool {
        FILE.with_borrow(|file| matches!(file, Loading::Done(_)))
    }
}
