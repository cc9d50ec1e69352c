//! A sorted stream as a heat map: as much of a scene as the shells need to be tried.

use brooklet::{Device, Dialect, primitives};
use egui::{Color32, ColorImage, TextureHandle, TextureOptions};

use crate::address::Address;

pub struct Placeholder {
    count: usize,
    dialect: Option<Dialect>,
    note: String,
    presses: usize,
    files: Vec<String>,
    sorted: Option<Result<Vec<f32>, String>>,
    texture: Option<TextureHandle>,
}

impl Placeholder {
    pub fn new(address: &Address) -> Placeholder {
        let mut placeholder = Placeholder {
            count: 256,
            dialect: None,
            note: "a text field".to_owned(),
            presses: 0,
            files: Vec::new(),
            sorted: None,
            texture: None,
        };
        placeholder.go_to(address);
        placeholder
    }

    pub fn go_to(&mut self, address: &Address) {
        let count = address.get("n").and_then(|count| count.parse().ok()).unwrap_or(256);
        self.count = usize::clamp(count, 8, 1 << 20);
        self.dialect = address.get("dialect").and_then(|name| name.parse().ok());
        self.forget_results();
    }

    pub fn address(&self) -> Address {
        let mut address = Address::default();
        let pairs = [("scene", "sort".to_owned()), ("n", self.count.to_string())];
        let dialect = self.dialect.map(|dialect| ("dialect", dialect.name().to_owned()));
        for (key, value) in pairs.into_iter().chain(dialect) {
            address.set(key, value).expect("the keys are known");
        }
        address
    }

    pub fn wanted_dialect(&self) -> Option<Dialect> {
        self.dialect
    }

    pub fn forget_results(&mut self) {
        self.sorted = None;
    }

    pub fn ready(&self) -> bool {
        self.sorted.is_some()
    }

    pub fn error(&self) -> Option<String> {
        self.sorted.as_ref()?.as_ref().err().cloned()
    }

    pub fn results(&self) -> String {
        let bits = |values: &Vec<f32>| values.iter().map(|value| format!("{:08x}", value.to_bits())).collect();
        let bits: Vec<String> = match &self.sorted {
            Some(Ok(values)) => bits(values),
            _ => Vec::new(),
        };
        serde_json::json!({ "sorted": bits }).to_string()
    }

    pub fn ui(&mut self, ui: &mut egui::Ui, device: &Result<Device, String>, now: f64) {
        let dropped = ui.input(|input| input.raw.dropped_files.clone());
        self.files.extend(dropped.iter().map(|file| describe(&**file)));
        egui::CentralPanel::default().show(ui, |ui| {
            ui.heading("brooklet: the gallery");
            match device {
                Ok(device) => {
                    let info = device.info();
                    ui.label(format!("{}, {} ({})", info.renderer, info.version, info.dialect.name()));
                    self.computed(ui, device);
                }
                Err(reason) => drop(ui.colored_label(ui.visuals().error_fg_color, reason)),
            }
            ui.horizontal(|ui| {
                if ui.button("Double").clicked() {
                    self.count = (self.count * 2).min(1 << 20);
                    self.presses += 1;
                    self.forget_results();
                }
                ui.label(format!("n = {}, pressed {} times", self.count, self.presses));
            });
            ui.horizontal(|ui| {
                ui.label("Dialect:");
                for dialect in Dialect::ALL {
                    ui.selectable_value(&mut self.dialect, Some(dialect), dialect.name());
                }
            });
            ui.text_edit_singleline(&mut self.note);
            for file in &self.files {
                ui.label(file);
            }
            ui.small(format!("{now:.0} s"));
        });
        if !self.ready() {
            ui.ctx().request_repaint();
        }
    }

    fn computed(&mut self, ui: &mut egui::Ui, device: &Device) {
        if self.sorted.is_none() {
            let sorted = sorted(device, self.count);
            if let Ok(values) = &sorted {
                let image = heat_map(values);
                self.texture = Some(ui.ctx().load_texture("sorted", image, TextureOptions::NEAREST));
            }
            self.sorted = Some(sorted);
        }
        match (&self.sorted, &self.texture) {
            (Some(Err(error)), _) => drop(ui.colored_label(ui.visuals().error_fg_color, error)),
            (_, Some(texture)) => drop(ui.image((texture.id(), egui::vec2(256.0, 256.0)))),
            _ => {}
        }
    }
}

fn sorted(device: &Device, count: usize) -> Result<Vec<f32>, String> {
    let mut state = 1u32;
    let keys: Vec<f32> = (0..count)
        .map(|_| {
            state = state.wrapping_mul(1664525).wrapping_add(1013904223);
            (state >> 8) as f32 / 16_777_216.0
        })
        .collect();
    let compute = || primitives::sort(&device.upload(&keys)?)?.read();
    compute().map_err(|error: brooklet::Error| error.to_string())
}

fn heat_map(values: &[f32]) -> ColorImage {
    let side = (values.len() as f64).sqrt().ceil() as usize;
    let color = |at: usize| match values.get(at) {
        Some(value) => Color32::from_rgb((value * 255.0) as u8, (value * value * 255.0) as u8, 96),
        None => Color32::TRANSPARENT,
    };
    ColorImage::new([side, side], (0..side * side).map(color).collect())
}

#[cfg(not(target_arch = "wasm32"))]
fn describe(file: &dyn egui::DroppedFile) -> String {
    match file.bytes() {
        Ok(bytes) => format!("{}: {} bytes", file.path().display(), bytes.len()),
        Err(error) => format!("{}: {error}", file.path().display()),
    }
}

#[cfg(target_arch = "wasm32")]
fn describe(file: &dyn egui::DroppedFile) -> String {
    let size = file.web_file().map_or(0.0, |file| file.size());
    format!("{}: {size} bytes", file.path().display())
}
