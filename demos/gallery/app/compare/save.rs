//! Saving a report as one HTML file: into the working folder, or as a download of the browser.

use super::page::Page;
use crate::app::files;

/// The name of the file.
const NAME: &str = "brooklet-report";

/// Saves the report; says where it is.
///
/// # Errors
/// What to say: a chart that cannot be drawn, a folder that takes no file.
pub fn save(page: &Page) -> Result<String, String> {
    let html = page.document.to_html().map_err(|error| error.to_string())?;
    files::save(NAME, "html", &html)
}
