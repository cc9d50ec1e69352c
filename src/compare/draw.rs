//! Draws charts, as SVG and as PNG. The plot is ours, so that nothing overlaps: the legend has a column of its own, the label
//! of the y axis stands above it. Colours are those of Okabe and Ito, which survive colour blindness; marks and dashes tell
//! series apart where there are no colours.

use std::error::Error;

use plotters::coord::Shift;
use plotters::element::DashedPathElement;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::chart::{Chart, Look, Ruler, Scale, Series};

const WIDTH: u32 = 1000;
const HEIGHT: u32 = 560;
const LEFT: i32 = 76;
const TOP: i32 = 92;
const BOTTOM: i32 = 66;
const LEGEND: i32 = 286;

/// DejaVu Sans, cut down: its licence lies beside it. Letters are the same wherever a picture is drawn. In a browser no
/// picture is: plotters leaves letters to the page there.
#[cfg(not(target_family = "wasm"))]
const FONT: &[u8] = include_bytes!("font/DejaVuSans-subset.ttf");
const FAMILY: &str = "DejaVu Sans, Verdana, sans-serif";

const WARM: [RGBColor; 4] =
    [RGBColor(213, 94, 0), RGBColor(230, 159, 0), RGBColor(204, 121, 167), RGBColor(140, 45, 4)];
const COOL: [RGBColor; 8] = [
    RGBColor(0, 114, 178),
    RGBColor(86, 180, 233),
    RGBColor(0, 158, 115),
    RGBColor(68, 1, 84),
    RGBColor(120, 160, 60),
    RGBColor(30, 60, 110),
    RGBColor(130, 130, 200),
    RGBColor(0, 90, 80),
];
const GREY: [RGBColor; 3] = [BLACK, RGBColor(110, 110, 110), RGBColor(160, 160, 160)];
const FAINT: RGBColor = RGBColor(225, 225, 225);
const INK: RGBColor = RGBColor(40, 40, 40);

type Failure = Box<dyn Error + Send + Sync>;

/// Where it is drawn, and how many pixels a unit of the drawing has.
struct Canvas<B: DrawingBackend> {
    area: DrawingArea<B, Shift>,
    scale: i32,
}

/// The chart as an SVG document.
pub fn svg(chart: &Chart) -> Result<String, Failure> {
    let mut text = String::new();
    draw(chart, SVGBackend::with_string(&mut text, (WIDTH, HEIGHT)).into_drawing_area(), 1)?;
    Ok(text)
}

/// The chart as a PNG file. It is drawn larger and made smaller, so that letters and slanted lines come out smooth.
#[cfg(not(target_family = "wasm"))]
pub fn png(chart: &Chart) -> Result<Vec<u8>, Failure> {
    const FINER: u32 = 2;
    let size = (WIDTH * FINER, HEIGHT * FINER);
    let mut pixels = vec![255; (size.0 * size.1 * 3) as usize];
    draw(chart, BitMapBackend::with_buffer(&mut pixels, size).into_drawing_area(), FINER as i32)?;
    let fine: image::RgbImage =
        image::ImageBuffer::from_raw(size.0, size.1, pixels).ok_or("a picture of another size")?;
    let picture = image::imageops::thumbnail(&fine, WIDTH, HEIGHT);
    let mut file = Vec::new();
    let (compression, filter) = (image::codecs::png::CompressionType::Best, image::codecs::png::FilterType::NoFilter);
    let encoder = image::codecs::png::PngEncoder::new_with_quality(&mut file, compression, filter);
    picture.write_with_encoder(encoder)?;
    Ok(file)
}

fn draw<B: DrawingBackend>(chart: &Chart, area: DrawingArea<B, Shift>, scale: i32) -> Result<(), Failure>
where
    B::ErrorType: 'static,
{
    register_font()?;
    let failed = |error: DrawingAreaErrorKind<B::ErrorType>| -> Failure { error.to_string().into() };
    let canvas = Canvas { area, scale };
    plot(chart, &canvas).map_err(failed)?;
    canvas.area.present().map_err(failed)
}

/// Makes the font known to plotters, which asks for it by name.
#[cfg(not(target_family = "wasm"))]
fn register_font() -> Result<(), Failure> {
    static REGISTERED: std::sync::OnceLock<bool> = std::sync::OnceLock::new();
    let register = || plotters::style::register_font(FAMILY, FontStyle::Normal, FONT).is_ok();
    match REGISTERED.get_or_init(register) {
        true => Ok(()),
        false => Err("the font of the charts cannot be read".into()),
    }
}

/// In a browser letters are the page's: only their family is named.
#[cfg(target_family = "wasm")]
fn register_font() -> Result<(), Failure> {
    Ok(())
}

type Drawn<B> = Result<(), DrawingAreaErrorKind<<B as DrawingBackend>::ErrorType>>;

fn plot<B: DrawingBackend>(chart: &Chart, canvas: &Canvas<B>) -> Drawn<B> {
    canvas.area.fill(&WHITE)?;
    let points = || chart.series.iter().flat_map(|series| series.points.iter());
    let (x, y) = (Ruler::of(&chart.x, points().map(|p| p.0)), Ruler::of(&chart.y, points().map(|p| p.1)));
    let (right, floor) = (WIDTH as i32 - LEGEND, HEIGHT as i32 - BOTTOM);
    let across = |share: f64| LEFT + (share * f64::from(right - LEFT)).round() as i32;
    let up = |share: f64| floor - (share * f64::from(floor - TOP)).round() as i32;

    canvas.say(&chart.title, (LEFT - 56, 18), 24, (HPos::Left, VPos::Top))?;
    canvas.say(&chart.y.label, (LEFT - 56, 58), 17, (HPos::Left, VPos::Top))?;
    canvas.say(&chart.x.label, ((LEFT + right) / 2, HEIGHT as i32 - 14), 17, (HPos::Center, VPos::Bottom))?;
    for (at, text) in &y.marks {
        let at = up(y.share(*at));
        canvas.line(&[(LEFT, at), (right, at)], FAINT, 1)?;
        canvas.say(text, (LEFT - 8, at), 16, (HPos::Right, VPos::Center))?;
    }
    let named = matches!(chart.x.scale, Scale::Names(_));
    for (at, text) in &x.marks {
        let at = across(x.share(*at));
        if !named {
            canvas.line(&[(at, TOP), (at, floor)], FAINT, 1)?;
        }
        canvas.line(&[(at, floor), (at, floor + 5)], INK, 1)?;
        canvas.say(text, (at, floor + 9), 16, (HPos::Center, VPos::Top))?;
    }
    canvas.line(&[(LEFT, TOP), (LEFT, floor), (right, floor)], INK, 1)?;

    let mut entry = TOP + 4;
    for (series, style) in chart.series.iter().zip(styles(&chart.series)) {
        let place = |(a, b): &(f64, f64)| (across(x.place(&chart.x, *a)), up(y.place(&chart.y, *b)));
        let path: Vec<(i32, i32)> = series.points.iter().map(place).collect();
        if !named {
            style.line(canvas, &path)?;
        }
        for point in &path {
            style.mark(canvas, *point)?;
        }
        let left = right + 22;
        if !named && path.len() > 1 {
            style.line(canvas, &[(left, entry + 8), (left + 34, entry + 8)])?;
        }
        style.mark(canvas, (left + 17, entry + 8))?;
        for part in wrapped(&series.label) {
            canvas.say(&part, (left + 44, entry + 8), 15, (HPos::Left, VPos::Center))?;
            entry += 19;
        }
        entry += 7;
    }
    Ok(())
}

/// A label in lines that fit the legend.
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

/// How a series is told from the others.
struct Style {
    colour: RGBColor,
    /// Pixels drawn and left out.
    dash: Option<(i32, i32)>,
    /// Its form; none: no marks.
    mark: Option<usize>,
    hollow: bool,
}

fn styles(series: &[Series]) -> Vec<Style> {
    let mut seen = [0usize; 6];
    let style = |(number, series): (usize, &Series)| {
        let of = seen[series.look as usize];
        seen[series.look as usize] += 1;
        let colour = match series.look {
            Look::Fragment => WARM[of % WARM.len()],
            Look::Compute => COOL[of % COOL.len()],
            Look::Cpu => GREY[of % GREY.len()],
            Look::Published => GREY[(of + 1) % GREY.len()],
            Look::Claim => BLACK,
            Look::Mark => COOL[2],
        };
        let (dash, hollow) = match series.look {
            Look::Published => (Some((9, 6)), true),
            Look::Claim => (Some((2, 5)), false),
            _ => (None, false),
        };
        let mark = match series.look {
            Look::Claim => None,
            Look::Published => Some(of % 5), // those that can be hollow
            Look::Mark => Some(3),
            _ => Some(number),
        };
        Style { colour, dash, mark, hollow }
    };
    series.iter().enumerate().map(style).collect()
}

impl Style {
    fn line<B: DrawingBackend>(&self, canvas: &Canvas<B>, path: &[(i32, i32)]) -> Drawn<B> {
        match self.dash {
            None => canvas.line(path, self.colour, 2),
            Some(dash) => canvas.dashes(path, dash, self.colour, 2),
        }
    }

    fn mark<B: DrawingBackend>(&self, canvas: &Canvas<B>, (x, y): (i32, i32)) -> Drawn<B> {
        let Some(number) = self.mark else { return Ok(()) };
        let form = FORMS[number % FORMS.len()];
        let at: Vec<(i32, i32)> = form.iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
        canvas.fill(&at, if self.hollow { WHITE } else { self.colour })?;
        let outline: Vec<(i32, i32)> = at.iter().chain(&at[..1]).copied().collect();
        canvas.line(&outline, self.colour, if self.hollow { 2 } else { 1 })
    }
}

/// The marks: a disc, a square, triangles, a diamond, a plus and a cross.
const FORMS: [&[(i32, i32)]; 7] = [
    &[(-2, -6), (2, -6), (4, -4), (6, -2), (6, 2), (4, 4), (2, 6), (-2, 6), (-4, 4), (-6, 2), (-6, -2), (-4, -4)],
    &[(-5, -5), (5, -5), (5, 5), (-5, 5)],
    &[(0, -6), (6, 5), (-6, 5)],
    &[(0, -7), (7, 0), (0, 7), (-7, 0)],
    &[(0, 6), (6, -5), (-6, -5)],
    &[(-2, -6), (2, -6), (2, -2), (6, -2), (6, 2), (2, 2), (2, 6), (-2, 6), (-2, 2), (-6, 2), (-6, -2), (-2, -2)],
    &[(-6, -4), (-4, -6), (0, -2), (4, -6), (6, -4), (2, 0), (6, 4), (4, 6), (0, 2), (-4, 6), (-6, 4), (-2, 0)],
];

impl<B: DrawingBackend> Canvas<B> {
    fn scaled(&self, path: &[(i32, i32)]) -> Vec<(i32, i32)> {
        path.iter().map(|(x, y)| (x * self.scale, y * self.scale)).collect()
    }

    fn line(&self, path: &[(i32, i32)], colour: RGBColor, width: i32) -> Drawn<B> {
        let style = colour.stroke_width((width * self.scale) as u32);
        self.area.draw(&PathElement::new(self.scaled(path), style))
    }

    fn dashes(&self, path: &[(i32, i32)], (drawn, left_out): (i32, i32), colour: RGBColor, width: i32) -> Drawn<B> {
        let style = colour.stroke_width((width * self.scale) as u32);
        let path = self.scaled(path).into_iter();
        let dashes = DashedPathElement::new(path, drawn * self.scale, left_out * self.scale, style);
        self.area.draw(&dashes)
    }

    fn fill(&self, path: &[(i32, i32)], colour: RGBColor) -> Drawn<B> {
        self.area.draw(&Polygon::new(self.scaled(path), colour.filled()))
    }

    fn say(&self, text: &str, (x, y): (i32, i32), size: i32, (h, v): (HPos, VPos)) -> Drawn<B> {
        let style = TextStyle::from((FAMILY, size * self.scale).into_font()).color(&INK).pos(Pos::new(h, v));
        self.area.draw(&Text::new(text.to_owned(), (x * self.scale, y * self.scale), style))
    }
}
