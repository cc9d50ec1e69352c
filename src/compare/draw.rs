//! Draws charts as SVG and as PNG. The layout is our own and avoids overlaps: the legend has its own column, and the label of the y
//! axis is above the axis. Marks and dashes distinguish series without colours.

use std::error::Error;

use plotters::coord::Shift;
use plotters::element::DashedPathElement;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::chart::{Chart, Look, Ruler, Scale, Series};
use super::theme::Theme;

/// The size of a chart's files, in units of the drawing. A chart with a long legend is higher.
const WIDTH: u32 = 1000;
const HEIGHT: u32 = 560;
/// The minimum width and height of the plot, even if less space is left for it.
const LEAST: i32 = 60;
const LEFT: i32 = 76;
const TOP: i32 = 92;
const BOTTOM: i32 = 66;
const LEGEND: i32 = 286;
/// The legend: the distance of its first entry from the top of the plot, the height of a line, and the gap between entries.
const ENTRY: i32 = 4;
const LINE: i32 = 19;
const GAP: i32 = 7;

/// A subset of DejaVu Sans; its licence lies beside it. With it, letters are the same on all machines. It is not used in a browser,
/// where the page draws the letters.
#[cfg(not(target_family = "wasm"))]
const FONT: &[u8] = include_bytes!("font/DejaVuSans-subset.ttf");
const FAMILY: &str = "DejaVu Sans, Verdana, sans-serif";

type Failure = Box<dyn Error + Send + Sync>;

/// The area that is drawn to, and the number of pixels for each unit of the drawing.
struct Canvas<'a, B: DrawingBackend> {
    area: DrawingArea<B, Shift>,
    theme: &'a Theme,
    scale: f64,
}

/// Returns the height of a chart in units of the drawing, which is at least that of its legend.
pub fn height(chart: &Chart) -> u32 {
    let entry = |series: &Series| wrapped(&series.label).len() as i32 * LINE + GAP;
    let legend: i32 = chart.series.iter().map(entry).sum();
    HEIGHT.max((TOP + ENTRY + legend + GAP).unsigned_abs())
}

/// Returns the chart as an SVG document.
pub fn svg(chart: &Chart) -> Result<String, Failure> {
    let mut text = String::new();
    draw(chart, SVGBackend::with_string(&mut text, (WIDTH, height(chart))), &Theme::LIGHT, 1.0)?;
    Ok(text)
}

/// Returns the chart as a PNG file. It is drawn larger and scaled down, so that letters and slanted lines are smooth.
#[cfg(not(target_family = "wasm"))]
pub fn png(chart: &Chart) -> Result<Vec<u8>, Failure> {
    const FINER: u32 = 2;
    let size = (WIDTH * FINER, height(chart) * FINER);
    let mut pixels = vec![255; (size.0 * size.1 * 3) as usize];
    draw(chart, BitMapBackend::with_buffer(&mut pixels, size), &Theme::LIGHT, f64::from(FINER))?;
    let fine: image::RgbImage =
        image::ImageBuffer::from_raw(size.0, size.1, pixels).ok_or("a picture of another size")?;
    let picture = image::DynamicImage::from(fine).thumbnail_exact(WIDTH, height(chart));
    let mut file = Vec::new();
    let (compression, filter) = (image::codecs::png::CompressionType::Best, image::codecs::png::FilterType::NoFilter);
    let encoder = image::codecs::png::PngEncoder::new_with_quality(&mut file, compression, filter);
    picture.write_with_encoder(encoder)?;
    Ok(file)
}

/// Draws the chart over the whole area of a backend, with `scale` pixels for each unit.
pub fn draw<B: DrawingBackend>(chart: &Chart, backend: B, theme: &Theme, scale: f64) -> Result<(), Failure>
where
    B::ErrorType: 'static,
{
    register_font()?;
    let failed = |error: DrawingAreaErrorKind<B::ErrorType>| -> Failure { error.to_string().into() };
    let canvas = Canvas { area: backend.into_drawing_area(), theme, scale };
    plot(chart, &canvas).map_err(failed)?;
    canvas.area.present().map_err(failed)
}

/// Registers the font with plotters, which looks it up by name.
#[cfg(not(target_family = "wasm"))]
fn register_font() -> Result<(), Failure> {
    static REGISTERED: std::sync::OnceLock<bool> = std::sync::OnceLock::new();
    let register = || plotters::style::register_font(FAMILY, FontStyle::Normal, FONT).is_ok();
    match REGISTERED.get_or_init(register) {
        true => Ok(()),
        false => Err("the font of the charts cannot be read".into()),
    }
}

/// In a browser the page draws the letters, so only the family of the font is named.
#[cfg(target_family = "wasm")]
fn register_font() -> Result<(), Failure> {
    Ok(())
}

type Drawn<B> = Result<(), DrawingAreaErrorKind<<B as DrawingBackend>::ErrorType>>;

fn plot<B: DrawingBackend>(chart: &Chart, canvas: &Canvas<B>) -> Drawn<B> {
    let theme = canvas.theme;
    canvas.area.fill(&rgb(theme.background))?;
    let points = || chart.series.iter().flat_map(|series| series.points.iter());
    let (x, y) = (Ruler::of(&chart.x, points().map(|p| p.0)), Ruler::of(&chart.y, points().map(|p| p.1)));
    let (width, height) = canvas.area.dim_in_pixel();
    let units = |pixels: u32| (f64::from(pixels) / canvas.scale).round() as i32;
    let (width, height) = (units(width), units(height));
    let (right, floor) = ((width - LEGEND).max(LEFT + LEAST), (height - BOTTOM).max(TOP + LEAST));
    let across = |share: f64| LEFT + (share * f64::from(right - LEFT)).round() as i32;
    let up = |share: f64| floor - (share * f64::from(floor - TOP)).round() as i32;

    canvas.text(&chart.title, (LEFT - 56, 18), 24, (HPos::Left, VPos::Top))?;
    canvas.text(&chart.y.label, (LEFT - 56, 58), 17, (HPos::Left, VPos::Top))?;
    canvas.text(&chart.x.label, ((LEFT + right) / 2, height - 14), 17, (HPos::Center, VPos::Bottom))?;
    for (at, text) in &y.marks {
        let at = up(y.share(*at));
        canvas.line(&[(LEFT, at), (right, at)], theme.faint, 1)?;
        canvas.text(text, (LEFT - 8, at), 16, (HPos::Right, VPos::Center))?;
    }
    let bars = matches!(chart.x.scale, Scale::Bars(_));
    let named = bars || matches!(chart.x.scale, Scale::Names(_));
    for (at, text) in &x.marks {
        let at = across(x.share(*at));
        if !named {
            canvas.line(&[(at, TOP), (at, floor)], theme.faint, 1)?;
        }
        canvas.line(&[(at, floor), (at, floor + 5)], theme.ink, 1)?;
        canvas.text(text, (at, floor + 9), 16, (HPos::Center, VPos::Top))?;
    }
    canvas.line(&[(LEFT, TOP), (LEFT, floor), (right, floor)], theme.ink, 1)?;

    let mut entry = TOP + ENTRY;
    // Bars are side by side, and leave a fifth of the space of a name free.
    let beside = chart.series.iter().filter(|series| series.look != Look::Claim).count().max(1) as f64;
    let wide = 0.8 / beside;
    let mut number = 0.0;
    for (series, mut style) in chart.series.iter().zip(styles(&chart.series, theme)) {
        let place = |(a, b): &(f64, f64)| (across(x.place(&chart.x, *a)), up(y.place(&chart.y, *b)));
        let path: Vec<(i32, i32)> = series.points.iter().map(place).collect();
        if bars && series.look != Look::Claim {
            style.mark = Some(1);
            for (at, value) in &series.points {
                let left = at - 0.4 + number * wide;
                let (left, right) = (place(&(left, *value)), place(&(left + 0.88 * wide, 1.0)));
                style.bar(canvas, left, right)?;
            }
            number += 1.0;
        } else {
            if !named || bars {
                style.line(canvas, &path)?;
            }
            for point in &path {
                style.mark(canvas, *point)?;
            }
        }
        let left = right + 22;
        if (!named || series.look == Look::Claim) && path.len() > 1 {
            style.line(canvas, &[(left, entry + 8), (left + 34, entry + 8)])?;
        }
        style.mark(canvas, (left + 17, entry + 8))?;
        for part in wrapped(&series.label) {
            canvas.text(&part, (left + 44, entry + 8), 15, (HPos::Left, VPos::Center))?;
            entry += LINE;
        }
        entry += GAP;
    }
    Ok(())
}

/// Breaks a label into lines that fit the legend.
fn wrapped(label: &str) -> Vec<String> {
    const LETTERS: usize = 25;
    let mut lines: Vec<String> = vec![String::new()];
    for word in label.split(' ') {
        let last = lines.len() - 1;
        if lines[last].is_empty() {
            lines[last] = word.to_owned();
        } else if lines[last].chars().count() + 1 + word.chars().count() <= LETTERS {
            lines[last] = format!("{} {word}", lines[last]);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

/// The style that distinguishes a series from the others.
struct Style {
    colour: [u8; 3],
    /// The number of pixels that a dash draws, and that it skips.
    dash: Option<(i32, i32)>,
    /// The index of the form of its marks, or `None` for no marks.
    mark: Option<usize>,
    hollow: bool,
    /// Whether a line connects its points.
    joined: bool,
}

fn styles(series: &[Series], theme: &Theme) -> Vec<Style> {
    let mut seen = [0usize; 7];
    let style = |(number, series): (usize, &Series)| {
        let of = seen[series.look as usize];
        seen[series.look as usize] += 1;
        let colour = match series.look {
            Look::Fragment => theme.fragment[of % theme.fragment.len()],
            Look::Compute => theme.compute[of % theme.compute.len()],
            Look::Cpu => theme.cpu[of % theme.cpu.len()],
            Look::Published => theme.cpu[(of + 1) % theme.cpu.len()],
            Look::Claim => theme.cpu[0],
            Look::Mark => theme.compute[2],
            Look::Points => theme.compute[of % theme.compute.len()],
        };
        let (dash, hollow) = match series.look {
            Look::Published => (Some((9, 6)), true),
            Look::Claim => (Some((2, 5)), false),
            _ => (None, false),
        };
        let mark = match series.look {
            Look::Claim => None,
            Look::Published => Some(of % 5), // the forms that can be hollow
            Look::Mark => Some(3),
            _ => Some(number),
        };
        Style { colour, dash, mark, hollow, joined: series.look != Look::Points }
    };
    series.iter().enumerate().map(style).collect()
}

impl Style {
    fn line<B: DrawingBackend>(&self, canvas: &Canvas<B>, path: &[(i32, i32)]) -> Drawn<B> {
        match self.dash {
            _ if !self.joined => Ok(()),
            None => canvas.line(path, self.colour, 2),
            Some(dash) => canvas.dashes(path, dash, self.colour, 2),
        }
    }

    /// Draws a bar between two corners.
    fn bar<B: DrawingBackend>(&self, canvas: &Canvas<B>, (a, top): (i32, i32), (b, floor): (i32, i32)) -> Drawn<B> {
        let corners = [(a, top), (b, top), (b, floor), (a, floor), (a, top)];
        canvas.fill(&corners[..4], if self.hollow { canvas.theme.background } else { self.colour })?;
        canvas.line(&corners, self.colour, if self.hollow { 2 } else { 1 })
    }

    fn mark<B: DrawingBackend>(&self, canvas: &Canvas<B>, (x, y): (i32, i32)) -> Drawn<B> {
        let Some(number) = self.mark else { return Ok(()) };
        let form = FORMS[number % FORMS.len()];
        let at: Vec<(i32, i32)> = form.iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
        canvas.fill(&at, if self.hollow { canvas.theme.background } else { self.colour })?;
        let outline: Vec<(i32, i32)> = at.iter().chain(&at[..1]).copied().collect();
        canvas.line(&outline, self.colour, if self.hollow { 2 } else { 1 })
    }
}

/// The forms of marks: a disc, a square, triangles, a diamond, a plus and a cross.
const FORMS: [&[(i32, i32)]; 7] = [
    &[(-2, -6), (2, -6), (4, -4), (6, -2), (6, 2), (4, 4), (2, 6), (-2, 6), (-4, 4), (-6, 2), (-6, -2), (-4, -4)],
    &[(-5, -5), (5, -5), (5, 5), (-5, 5)],
    &[(0, -6), (6, 5), (-6, 5)],
    &[(0, -7), (7, 0), (0, 7), (-7, 0)],
    &[(0, 6), (6, -5), (-6, -5)],
    &[(-2, -6), (2, -6), (2, -2), (6, -2), (6, 2), (2, 2), (2, 6), (-2, 6), (-2, 2), (-6, 2), (-6, -2), (-2, -2)],
    &[(-6, -4), (-4, -6), (0, -2), (4, -6), (6, -4), (2, 0), (6, 4), (4, 6), (0, 2), (-4, 6), (-6, 4), (-2, 0)],
];

impl<B: DrawingBackend> Canvas<'_, B> {
    fn pixels(&self, units: i32) -> i32 {
        (f64::from(units) * self.scale).round() as i32
    }

    fn scaled(&self, path: &[(i32, i32)]) -> Vec<(i32, i32)> {
        path.iter().map(|(x, y)| (self.pixels(*x), self.pixels(*y))).collect()
    }

    fn stroke(&self, colour: [u8; 3], width: i32) -> ShapeStyle {
        rgb(colour).stroke_width(self.pixels(width).max(1) as u32)
    }

    fn line(&self, path: &[(i32, i32)], colour: [u8; 3], width: i32) -> Drawn<B> {
        self.area.draw(&PathElement::new(self.scaled(path), self.stroke(colour, width)))
    }

    fn dashes(&self, path: &[(i32, i32)], (drawn, left_out): (i32, i32), colour: [u8; 3], width: i32) -> Drawn<B> {
        let path = self.scaled(path).into_iter();
        let (drawn, left_out) = (self.pixels(drawn).max(1), self.pixels(left_out).max(1));
        self.area.draw(&DashedPathElement::new(path, drawn, left_out, self.stroke(colour, width)))
    }

    fn fill(&self, path: &[(i32, i32)], colour: [u8; 3]) -> Drawn<B> {
        self.area.draw(&Polygon::new(self.scaled(path), rgb(colour).filled()))
    }

    fn text(&self, text: &str, (x, y): (i32, i32), size: i32, (h, v): (HPos, VPos)) -> Drawn<B> {
        let font = (FAMILY, f64::from(size) * self.scale).into_font();
        let ink = rgb(self.theme.ink);
        let style = TextStyle::from(font).color(&ink).pos(Pos::new(h, v));
        self.area.draw(&Text::new(text.to_owned(), (self.pixels(x), self.pixels(y)), style))
    }
}

fn rgb([red, green, blue]: [u8; 3]) -> RGBColor {
    RGBColor(red, green, blue)
}
