//! The browser: a canvas of the page, whose hash is the address.

use std::cell::RefCell;
use std::sync::Arc;

use brooklet::Device;
use brooklet::gl::{Foreign, glow};
use eframe::{CreationContext, WebOptions, WebRunner};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};
use wasm_bindgen_futures::JsFuture;

use crate::address::Address;
use crate::app::brook;
use crate::app::{Gallery, Setup, ShellKind};

thread_local! {
    /// The one that runs in this page.
    static RUNNER: RefCell<Option<WebRunner>> = const { RefCell::new(None) };
}

#[wasm_bindgen]
extern "C" {
    /// Of `index.html`: takes the loading note away.
    #[wasm_bindgen(js_namespace = window, js_name = galleryStarted)]
    fn started();
    /// Of `index.html`: says, instead of the gallery, what is wrong.
    #[wasm_bindgen(js_namespace = window, js_name = galleryFailed)]
    fn failed(what: &str);
}

/// Starts in the canvas of the page.
pub fn start() {
    // Warnings go to the browser's console; whoever else logs already keeps doing so.
    let _ = eframe::WebLogger::init(log::LevelFilter::Warn);
    let runner = WebRunner::new();
    // In front of what the runner does on a panic: to say so on the page.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        hook(panic);
        failed(&panic.to_string());
    }));
    RUNNER.with_borrow_mut(|kept| *kept = Some(runner.clone()));
    wasm_bindgen_futures::spawn_local(async move {
        let Some(canvas) = canvas() else { return failed("the page has no canvas `gallery`") };
        // As in a picture: the same colors everywhere.
        let options = WebOptions { dithering: false, ..WebOptions::default() };
        let begun = runner.start(canvas, options, Box::new(|context| Ok(Box::new(Page::new(context)?)))).await;
        match begun {
            // The first frame says that it has started.
            Ok(()) => {}
            Err(error) => failed(&error.as_string().unwrap_or_else(|| format!("{error:?}"))),
        }
    });
}

fn canvas() -> Option<web_sys::HtmlCanvasElement> {
    let canvas = web_sys::window()?.document()?.get_element_by_id("gallery")?;
    canvas.dyn_into().ok()
}

/// What the gallery shows now, as JSON: `ready`, `address`, `error`, and once it is ready `results`, what was computed.
#[wasm_bindgen]
pub fn state() -> String {
    RUNNER.with_borrow(|runner| {
        let Some(page) = runner.as_ref().and_then(|runner| runner.app_mut::<Page>()) else {
            return r#"{"ready":false}"#.to_owned();
        };
        let gallery = &page.gallery;
        let hash = page.hash.as_str();
        // A hash that is not gone to yet is another picture than this.
        let ready = gallery.ready() && !page.waits_for_picture && page.frames > SETTLING && location_hash() == hash;
        let results = if ready { gallery.results() } else { "null".to_owned() };
        // What waits for its picture is only not ready.
        let error = gallery.error().filter(|_| !page.waits_for_picture);
        let known = serde_json::json!({ "address": hash, "error": error, "frames": page.frames, "ready": ready });
        let known = known.to_string();
        format!("{},\"results\":{results}}}", known.trim_end_matches('}'))
    })
}

/// Frames after which what is shown has found its place.
const SETTLING: usize = 2;

struct Page {
    gallery: Gallery,
    /// The hash of the URL, as it was seen or set last.
    hash: String,
    title: String,
    started: bool,
    /// Frames drawn since the address changed.
    frames: usize,
    /// Whether the picture is being loaded that something asked for.
    waits_for_picture: bool,
}

impl Page {
    fn new(context: &CreationContext) -> Result<Page, String> {
        let gl = context.gl.clone().ok_or("the browser gave no WebGL 2 context")?;
        let hash = location_hash();
        // What is no address of ours is of no use to anybody; the page opens where it opens without.
        let address = Address::parse_hash(&hash).unwrap_or_default();
        let (shell, link) = (ShellKind::Web, location());
        let setup = Setup {
            device: adopt(gl),
            address,
            shell,
            clock: seconds,
            grows: true,
            still: asks_for_less_motion(),
            link,
            splats: related("splats"),
            puzzles: related("puzzles"),
        };
        let gallery = Gallery::new(setup);
        Ok(Page { gallery, hash, title: String::new(), started: false, frames: 0, waits_for_picture: false })
    }

    /// Goes where the hash says, when somebody else changed it; else keeps it equal to what is shown.
    fn follow_hash(&mut self) {
        let there = location_hash();
        if there != self.hash {
            match Address::parse_hash(&there) {
                Ok(address) => self.gallery.go_to(address),
                Err(error) => log::warn!("{there}: {error}"),
            }
            (self.hash, self.frames) = (there, 0);
        }
    }

    fn show_hash(&mut self) {
        let shown = self.gallery.address().to_hash();
        if shown != self.hash {
            let url = if shown.is_empty() { "#" } else { &shown };
            // No history entry for each step: the way back leads out of the gallery.
            let replaced = web_sys::window()
                .and_then(|window| window.history().ok())
                .is_some_and(|history| history.replace_state_with_url(&JsValue::NULL, "", Some(url)).is_ok());
            if replaced {
                (self.hash, self.frames) = (location_hash(), 0);
            }
        }
        let title = self.gallery.title();
        if title != self.title
            && let Some(document) = web_sys::window().and_then(|window| window.document())
        {
            document.set_title(&title);
            self.title = title;
        }
    }
}

impl eframe::App for Page {
    fn ui(&mut self, ui: &mut egui::Ui, _: &mut eframe::Frame) {
        self.follow_hash();
        if self.waits_for_picture && brook::has_come() {
            self.waits_for_picture = false;
            self.gallery.compute_again();
        }
        self.gallery.ui(ui);
        if brook::is_wanted() {
            self.waits_for_picture = true;
            load_picture(ui.ctx().clone());
        }
        if let Some(page) = self.gallery.elsewhere()
            && let Some(window) = web_sys::window()
        {
            let _ = window.location().set_href(&page);
            return;
        }
        self.show_hash();
        if !self.started {
            self.started = true;
            started();
        }
        self.frames += 1;
        if self.frames <= SETTLING {
            ui.ctx().request_repaint();
        }
    }

    fn clear_color(&self, visuals: &egui::Visuals) -> [f32; 4] {
        visuals.panel_fill.to_normalized_gamma_f32()
    }

    fn persist_egui_memory(&self) -> bool {
        false
    }

    fn as_any_mut(&mut self) -> Option<&mut dyn std::any::Any> {
        Some(self)
    }
}

fn adopt(gl: Arc<glow::Context>) -> Result<Device, String> {
    // SAFETY: a WebGL context is always current, and lives as long as somebody holds it.
    let foreign = unsafe { Foreign::new(gl, || Ok(())) };
    Device::adopt(foreign).map_err(|error| error.to_string())
}

/// Loads the picture that lies beside the page.
fn load_picture(context: egui::Context) {
    wasm_bindgen_futures::spawn_local(async move {
        let said = |error: JsValue| error.as_string().unwrap_or_else(|| format!("{error:?}"));
        brook::deliver(fetched("brook.hdr").await.map_err(said));
        context.request_repaint();
    });
}

async fn fetched(file: &str) -> Result<Vec<u8>, JsValue> {
    let window = web_sys::window().ok_or("there is no window")?;
    let response: web_sys::Response = JsFuture::from(window.fetch_with_str(file)).await?.dyn_into()?;
    if !response.ok() {
        return Err(format!("the server answers {}", response.status()).into());
    }
    let bytes = JsFuture::from(response.array_buffer()?).await?;
    Ok(web_sys::js_sys::Uint8Array::new(&bytes).to_vec())
}

/// Where the page says that another page is.
fn related(id: &str) -> Option<String> {
    web_sys::window()?.document()?.get_element_by_id(id)?.get_attribute("href")
}

/// Whether the browser, or the system behind it, asks for less motion.
fn asks_for_less_motion() -> bool {
    let asked = web_sys::window().and_then(|window| window.match_media("(prefers-reduced-motion: reduce)").ok());
    asked.flatten().is_some_and(|list| list.matches())
}

/// Seconds since the page was opened.
fn seconds() -> f64 {
    let performance = web_sys::window().and_then(|window| window.performance());
    performance.map_or(0.0, |performance| performance.now() / 1000.0)
}

fn location_hash() -> String {
    web_sys::window().and_then(|window| window.location().hash().ok()).unwrap_or_default()
}

/// The page, without the hash.
fn location() -> String {
    let href = web_sys::window().and_then(|window| window.location().href().ok()).unwrap_or_default();
    href.split('#').next().unwrap_or_default().to_owned()
}
