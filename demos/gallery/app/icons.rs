//! Buttons with a painted sign: the fonts have none of these.

use egui::{
    Color32, Painter, Pos2, Rect, Response, Role, Sense, Shape, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2,
};

/// A sign on a button.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Icon {
    First,
    Back,
    Play,
    Pause,
    Forward,
    Last,
    Sun,
    Moon,
    Link,
}

/// A button with a sign and a name, which is its tip and what a screen reader says.
pub fn button(ui: &mut Ui, icon: Icon, name: &str) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(28.0, ui.spacing().interact_size.y.max(22.0)), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
    let visuals = ui.style().interact(&response);
    let painter = ui.painter();
    let around = rect.expand(visuals.expansion);
    painter.rect(around, visuals.corner_radius, visuals.weak_bg_fill, visuals.bg_stroke, StrokeKind::Inside);
    paint(painter, Rect::from_center_size(rect.center(), vec2(12.0, 12.0)), icon, visuals.fg_stroke.color);
    response.on_hover_text(name)
}

/// Buttons that go to the place before and to the next one, of so many; `text` stands between them.
#[cfg_attr(target_arch = "wasm32", allow(dead_code, reason = "the puzzles are a page of their own there"))]
pub fn stepper(ui: &mut Ui, at: &mut usize, count: usize, text: &str, names: [&str; 2]) {
    if ui.add_enabled_ui(*at > 0, |ui| button(ui, Icon::Back, names[0])).inner.clicked() {
        *at -= 1;
    }
    ui.label(text);
    if ui.add_enabled_ui(*at + 1 < count, |ui| button(ui, Icon::Forward, names[1])).inner.clicked() {
        *at += 1;
    }
}

fn paint(painter: &Painter, space: Rect, icon: Icon, colour: Color32) {
    let at = |x: f32, y: f32| pos2(space.min.x + x * space.width(), space.min.y + y * space.height());
    let polygon = |points: Vec<Pos2>| {
        painter.add(Shape::convex_polygon(points, colour, Stroke::NONE));
    };
    let bar = |x: f32, width: f32| {
        painter.rect_filled(Rect::from_min_max(at(x, 0.0), at(x + width, 1.0)), 0.0, colour);
    };
    let right = |x: f32| polygon(vec![at(x, 0.0), at(x + 0.7, 0.5), at(x, 1.0)]);
    let left = |x: f32| polygon(vec![at(x, 0.0), at(x - 0.7, 0.5), at(x, 1.0)]);
    match icon {
        Icon::First => {
            bar(0.0, 0.18);
            left(0.95);
        }
        Icon::Back => {
            left(0.7);
            bar(0.78, 0.16);
        }
        Icon::Play => polygon(vec![at(0.1, 0.0), at(1.0, 0.5), at(0.1, 1.0)]),
        Icon::Pause => {
            bar(0.1, 0.28);
            bar(0.62, 0.28);
        }
        Icon::Forward => {
            bar(0.06, 0.16);
            right(0.3);
        }
        Icon::Last => {
            right(0.05);
            bar(0.82, 0.18);
        }
        Icon::Sun => {
            painter.circle_filled(space.center(), 3.2, colour);
            for ray in 0..8 {
                let turn = egui::Vec2::angled(ray as f32 * std::f32::consts::TAU / 8.0);
                let ends = [space.center() + turn * 4.6, space.center() + turn * 6.6];
                painter.line_segment(ends, Stroke::new(1.4, colour));
            }
        }
        Icon::Moon => {
            // What is between two circles: no convex shape, so drawn as strips.
            for strip in 0..24 {
                let y = (strip as f32 + 0.5) / 12.0 - 1.0;
                let outer = (1.0 - y * y).sqrt();
                let inner = (1.0 - (y / 0.98).powi(2)).max(0.0).sqrt() * 0.9 - 0.45;
                let (from, to) = (-outer, -inner.max(-outer));
                let x = |x: f32| space.center().x + 1.0 + x * 6.0;
                let y = space.center().y + y * 6.0;
                if to > from {
                    painter.hline(x(from)..=x(to), y, Stroke::new(0.7, colour));
                }
            }
        }
        Icon::Link => {
            let stroke = Stroke::new(1.6, colour);
            for (x, y) in [(0.28, 0.72), (0.72, 0.28)] {
                painter.circle_stroke(at(x, y), 3.4, stroke);
            }
            painter.line_segment([at(0.38, 0.62), at(0.62, 0.38)], stroke);
        }
    }
}
