//! Saving a report as one HTML file: into the working folder, or as a download of the browser.

use super::page::Page;

/// The name of the file.
const NAME: &str = "brooklet-report";

/// Saves the report; says where it is.
///
/// # Errors
/// What to say: a chart that cannot be drawn, a folder that takes no file.
pub fn save(page: &Page) -> Result<String, String> {
    let html = page.document.to_html().map_err(|error| error.to_string())?;
    write(&html)
}

/// Writes it wholly or not at all, beside what is there already.
#[cfg(not(target_arch = "wasm32"))]
fn write(html: &str) -> Result<String, String> {
    let free = |name: &String| !std::path::Path::new(name).exists();
    let numbered = (2..1000).map(|number| format!("{NAME}-{number}.html"));
    let name = std::iter::once(format!("{NAME}.html")).chain(numbered).find(free);
    let name = name.ok_or("there are too many reports in this folder already")?;
    let written = brooklet::io::write_beside(name.as_ref(), |file| file.write_all(html.as_bytes()));
    written.map_err(|error| error.to_string())?;
    let folder = std::env::current_dir().unwrap_or_default();
    Ok(format!("Saved as {}", folder.join(name).display()))
}

/// A link to the file in memory is made, clicked, and forgotten.
#[cfg(target_arch = "wasm32")]
fn write(html: &str) -> Result<String, String> {
    use wasm_bindgen::JsCast;
    let failed = |_| "the browser takes no download".to_owned();
    let window = web_sys::window().ok_or("there is no window")?;
    let document = window.document().ok_or("there is no page")?;
    let blob = web_sys::Blob::new_with_str_sequence(&web_sys::js_sys::Array::of1(&html.into())).map_err(failed)?;
    let url = web_sys::Url::create_object_url_with_blob(&blob).map_err(failed)?;
    let link: web_sys::HtmlAnchorElement =
        document.create_element("a").map_err(failed)?.dyn_into().map_err(|_| "the page makes no link")?;
    link.set_href(&url);
    link.set_download(&format!("{NAME}.html"));
    link.click();
    let _ = web_sys::Url::revoke_object_url(&url);
    Ok(format!("Downloaded as {NAME}.html"))
}
