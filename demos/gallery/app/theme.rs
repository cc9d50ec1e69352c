//! Colours: of the two themes, and of numbers. All pairs that have to be told apart differ in brightness too, so that they
//! hold up for colour-blind people and on a projector.

use egui::{Color32, Stroke, Style};

/// How a scene is coloured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Theme {
    pub dark: bool,
}

const fn rgb(hex: u32) -> Color32 {
    Color32::from_rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

impl Theme {
    fn pick(self, light: u32, dark: u32) -> Color32 {
        rgb(if self.dark { dark } else { light })
    }

    /// Behind textures.
    pub fn canvas(self) -> Color32 {
        self.pick(0xf4f4f1, 0x16181c)
    }

    /// Texels that hold no element, and elements that were not drawn yet.
    pub fn empty(self) -> Color32 {
        self.pick(0xdfdfda, 0x24272d)
    }

    /// Lines around things.
    pub fn frame(self) -> Color32 {
        self.pick(0xb4b4ae, 0x4a4f58)
    }

    /// Text.
    pub fn ink(self) -> Color32 {
        self.pick(0x1d1f23, 0xe8e8e4)
    }

    /// Text that matters less.
    pub fn faint(self) -> Color32 {
        self.pick(0x5c5f66, 0xa2a6ae)
    }

    /// The element that is looked at.
    pub fn picked(self) -> Color32 {
        self.pick(0xc8102e, 0xff5a4f)
    }

    /// What it was made from.
    pub fn source(self) -> Color32 {
        self.pick(0x9e4e00, 0xffa726)
    }

    /// What will be made from it.
    pub fn reader(self) -> Color32 {
        self.pick(0x0067a3, 0x5ec8ff)
    }

    /// Fragment pipeline, in labels: warm, as in charts.
    pub fn fragment(self) -> Color32 {
        self.pick(0x9e4e00, 0xffa726)
    }

    /// Compute shaders, likewise: cool.
    pub fn compute(self) -> Color32 {
        self.pick(0x0067a3, 0x5ec8ff)
    }

    /// Numbers in a program.
    pub fn number(self) -> Color32 {
        self.pick(0x1c6b32, 0x8bd49c)
    }

    /// Errors.
    pub fn error(self) -> Color32 {
        self.pick(0xa3141c, 0xff8a80)
    }

    /// Behind lines of a program that belong together.
    pub fn lit(self) -> Color32 {
        self.pick(0xffe9a8, 0x332b0b)
    }

    /// A null record: plus infinity.
    pub fn null(self) -> Color32 {
        self.pick(0xffffff, 0x000000)
    }

    /// Bits that are set, of sign, exponent and mantissa.
    pub fn bits(self) -> [Color32; 3] {
        if self.dark {
            [rgb(0xff5a4f), rgb(0xffa726), rgb(0x5ec8ff)]
        } else {
            [rgb(0xc8102e), rgb(0x9e4e00), rgb(0x0067a3)]
        }
    }
}

/// Mends what of egui's own style is hard to read or to see: links on white, coloured texts on what has the focus, and the line
/// around it.
pub fn mend(style: &mut Style) {
    let theme = Theme { dark: style.visuals.dark_mode };
    style.visuals.hyperlink_color = theme.reader();
    style.visuals.widgets.active.weak_bg_fill = theme.pick(0xe4e4e4, 0x282828);
    style.visuals.widgets.active.bg_stroke = Stroke::new(2.0, theme.reader());
}

/// NaN, in both themes: a colour that no number has.
pub const NAN: Color32 = rgb(0xff00ff);

/// The steps of viridis: dark blue to yellow, evenly brighter.
const VIRIDIS: [u32; 11] =
    [0x440154, 0x482475, 0x414487, 0x355f8d, 0x2a788e, 0x21918c, 0x22a884, 0x44bf70, 0x7ad151, 0xbddf26, 0xfde725];

fn between(steps: &[u32], at: f32) -> Color32 {
    let at = at.clamp(0.0, 1.0) * (steps.len() - 1) as f32;
    let low = (at as usize).min(steps.len() - 2);
    let (a, b) = (rgb(steps[low]), rgb(steps[low + 1]));
    let mix = |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * (at - low as f32)).round() as u8;
    Color32::from_rgb(mix(a.r(), b.r()), mix(a.g(), b.g()), mix(a.b(), b.b()))
}

/// The colour of a number by its place in a range, 0 to 1.
pub fn heat(at: f32) -> Color32 {
    between(&VIRIDIS, at)
}

/// The colour of a number by its sign and size, -1 to 1: blue below zero, orange above.
pub fn signed(at: f32, theme: Theme) -> Color32 {
    let steps: [u32; 5] = if theme.dark {
        [0x7fd3ff, 0x1f6f9f, 0x101114, 0x9a4a00, 0xffb347]
    } else {
        [0x004f80, 0x6fb4dc, 0xffffff, 0xf0a35a, 0x8a3d00]
    };
    between(&steps, (at + 1.0) / 2.0)
}

/// How bright a colour is for the eye: WCAG's relative luminance.
fn luminance(colour: Color32) -> f32 {
    let linear = |level: u8| match f32::from(level) / 255.0 {
        x if x <= 0.04045 => x / 12.92,
        x => ((x + 0.055) / 1.055).powf(2.4),
    };
    let [r, g, b, _] = colour.to_array();
    0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
}

/// How well two colours are told apart, from 1 to 21: WCAG's contrast.
fn contrast(a: Color32, b: Color32) -> f32 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// Black or white, whichever is read better on this colour.
pub fn on(background: Color32) -> Color32 {
    let of = |text| contrast(text, background);
    if of(Color32::BLACK) > of(Color32::WHITE) { Color32::BLACK } else { Color32::WHITE }
}

#[cfg(test)]
mod tests {
    use egui::Visuals;

    use super::*;

    /// What WCAG asks of texts.
    fn is_read(what: &str, text: Color32, on: Color32, theme: Theme) {
        let contrast = contrast(text, on);
        assert!(contrast >= 4.5, "{what}: {text:?} on {on:?} has {contrast:.2} to 1, dark: {}", theme.dark);
    }

    #[test]
    fn texts_are_read_on_what_they_stand_on() {
        for dark in [false, true] {
            let theme = Theme { dark };
            let mut style =
                Style { visuals: if dark { Visuals::dark() } else { Visuals::light() }, ..Style::default() };
            mend(&mut style);
            let visuals = &style.visuals;
            let texts = [theme.ink(), theme.faint(), theme.picked(), theme.source(), theme.reader(), theme.error()];
            let own = [theme.fragment(), theme.compute(), visuals.hyperlink_color, theme.number()];
            let behind =
                [theme.canvas(), visuals.panel_fill, visuals.window_fill, visuals.extreme_bg_color, theme.lit()];
            for text in texts.into_iter().chain(own).chain(theme.bits()) {
                behind.iter().for_each(|on| is_read("a text", text, *on, theme));
            }
            // Labels of egui's own colour, and buttons: as they are, and with the focus.
            behind[..4].iter().for_each(|on| is_read("a label", visuals.text_color(), *on, theme));
            let widgets = &visuals.widgets;
            for widget in [&widgets.inactive, &widgets.hovered, &widgets.active, &widgets.open] {
                is_read("a button", widget.fg_stroke.color, widget.weak_bg_fill, theme);
            }
            for text in [theme.ink(), theme.faint(), theme.fragment(), theme.compute()] {
                is_read("a coloured button", text, widgets.inactive.weak_bg_fill, theme);
                is_read("a coloured button with the focus", text, widgets.active.weak_bg_fill, theme);
            }
            is_read("what is chosen", visuals.selection.stroke.color, visuals.selection.bg_fill, theme);
        }
    }

    #[test]
    fn numbers_are_read_on_every_colour() {
        for step in 0..=100 {
            let (at, light, dark) = (step as f32 / 100.0, Theme { dark: false }, Theme { dark: true });
            for colour in [heat(at), signed(2.0 * at - 1.0, light), signed(2.0 * at - 1.0, dark)] {
                is_read("a number", on(colour), colour, light);
            }
        }
    }
}
