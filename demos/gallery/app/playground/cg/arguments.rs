//! What an entry is given on the screen.

use brooklet::brook::Plain;
use brooklet::cg::{ParameterKind, Program};
use egui::{DragValue, RichText, ScrollArea, Ui};

use super::call::{Call, Size};
use crate::app::playground::SMALL;
use crate::app::playground::data::{MAX_ALONG, Material};
use crate::app::playground::inputs::{self, Canvases};
use crate::app::theme::Theme;

/// The most uniforms that are shown: each item of an array is one.
const MAX_SHOWN: usize = 128;

pub fn show(
    call: &mut Call,
    ui: &mut Ui,
    program: &Program,
    canvases: &mut Canvases,
    material: &Material,
    theme: Theme,
) {
    ScrollArea::vertical().id_salt("arguments").auto_shrink(false).show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.label("draws")
                .on_hover_text("Columns and rows of the render targets: a fragment for each of their texels");
            size(ui, &mut call.size);
        });
        let target = call.size;
        for (number, texture) in call.textures.iter_mut().enumerate() {
            ui.push_id(("texture", number), |ui| {
                ui.separator();
                ui.horizontal_wrapped(|ui| {
                    head(ui, &texture.name, &texture.ty, theme);
                    own_size(ui, &mut texture.own, target);
                });
                let canvas = canvases.entry((number, 0)).or_default();
                inputs::data(ui, &mut texture.data, "", Plain::floats(4), true, canvas, (material, theme));
            });
        }
        if !call.uniforms.is_empty() {
            ui.separator();
        }
        for (number, uniform) in call.uniforms.iter_mut().take(MAX_SHOWN).enumerate() {
            ui.push_id(("uniform", number), |ui| {
                ui.horizontal_wrapped(|ui| {
                    head(ui, &uniform.name, &uniform.ty, theme);
                    inputs::components(ui, &mut uniform.numbers, false);
                });
            });
        }
        let more = call.uniforms.len().saturating_sub(MAX_SHOWN);
        if more > 0 {
            let text = format!("and {more} uniforms more, which stay as they are");
            ui.label(RichText::new(text).size(SMALL).color(theme.faint()));
        }
        attributes(ui, program, theme);
    });
}

fn head(ui: &mut Ui, name: &str, ty: &str, theme: Theme) {
    ui.label(RichText::new(name).monospace().strong().color(theme.ink()));
    ui.label(RichText::new(ty).monospace().size(SMALL).color(theme.faint()));
}

/// Columns and rows.
fn size(ui: &mut Ui, [width, height]: &mut Size) {
    let along = |ui: &mut Ui, value: &mut usize| {
        let speed = (*value as f64 / 64.0).max(0.1);
        ui.add(DragValue::new(value).range(1..=MAX_ALONG).speed(speed));
    };
    along(ui, width);
    ui.label("×");
    along(ui, height);
}

/// A size that differs from that of the target.
fn own_size(ui: &mut Ui, own: &mut Option<Size>, target: Size) {
    let mut other = own.is_some();
    if ui.checkbox(&mut other, "own size").on_hover_text("A size that differs from that of the target").changed() {
        *own = other.then_some(target);
    }
    if let Some(own) = own {
        size(ui, own);
    }
}

/// What is interpolated: it is as where a quad is drawn over the targets.
fn attributes(ui: &mut Ui, program: &Program, theme: Theme) {
    use brooklet::ir::Attribute;
    for parameter in &program.parameters {
        let ParameterKind::Varying(attribute) = parameter.kind else { continue };
        let what = match attribute {
            Attribute::Position => "the centre of the fragment, in texels",
            Attribute::TexCoord(_) => "over the targets: in texels where a RECT texture is read, else from 0 to 1",
            Attribute::Color(0) => "1 everywhere",
            Attribute::Facing => "the front",
            _ => "0, 0, 0, 1 everywhere",
        };
        ui.horizontal_wrapped(|ui| {
            let semantic = parameter.semantic.as_deref().unwrap_or_default();
            head(ui, &parameter.name, &format!("{} : {semantic}", parameter.ty), theme);
            ui.label(RichText::new(what).size(SMALL).color(theme.faint()));
        });
    }
}
