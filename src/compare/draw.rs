//! Draws charts, as SVG and as PNG. The plot is ours, so that nothing overlaps: the legend has a column of its own, the label
//! of the y axis stands above it. Colours are those of Okabe and Ito, which survive colour blindness; marks and dashes tell
//! series apart where there are no colours.

use std::error::Error;
use std::sync::OnceLock;

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::chart::{Chart, Look, Ruler, Scale, Series};

const WIDTH: u32 = 1000;
const HEIGHT: u32 = 560;
const LEFT: i32 = 76;
const TOP: i32 = 92;
const BOTTOM: i32 = 66;
const LEGEND: i32 = 286;

/// DejaVu Sans, cut down: its licence lies beside it. Letters are the same wherever a picture is drawn.
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
type Area<'a, B> = DrawingArea<B, Shift>;

/// The chart as an SVG document.
pub fn svg(chart: &Chart) -> Result<String, Failure> {
    let mut text = String::new();
    draw(chart, SVGBackend::with_string(&mut text, (WIDTH, HEIGHT)).into_drawing_area())?;
    Ok(text)
}

/// The chart as a PNG file.
pub fn png(chart: &Chart) -> Result<Vec<u8>, Failure> {
    let mut pixels = vec![255; (WIDTH * HEIGHT * 3) as usize];
    draw(chart, BitMapBackend::with_buffer(&mut pixels, (WIDTH, HEIGHT)).into_drawing_area())?;
    let mut file = Vec::new();
    let encoder = image::codecs::png::PngEncoder::new_with_quality(
        &mut file,
        image::codecs::png::CompressionType::Best,
        image::codecs::png::FilterType::Adaptive,
    );
    image::ImageEncoder::write_image(encoder, &pixels, WIDTH, HEIGHT, image::ExtendedColorType::Rgb8)?;
    Ok(file)
}

fn draw<B: DrawingBackend>(chart: &Chart, area: Area<B>) -> Result<(), Failure>
where
    B::ErrorType: 'static,
{
    static REGISTERED: OnceLock<bool> = OnceLock::new();
    let register = || plotters::style::register_font(FAMILY, FontStyle::Normal, FONT).is_ok();
    if !REGISTERED.get_or_init(register) {
        return Err("the font of the charts cannot be read".into());
    }
    let failed = |error: DrawingAreaErrorKind<B::ErrorType>| -> Failure { error.to_string().into() };
    plot(chart, &area).map_err(failed)?;
    area.present().map_err(failed)
}

type Drawn<B> = Result<(), DrawingAreaErrorKind<<B as DrawingBackend>::ErrorType>>;

fn plot<B: DrawingBackend>(chart: &Chart, area: &Area<B>) -> Drawn<B> {
    area.fill(&WHITE)?;
    let points = || chart.series.iter().flat_map(|series| series.points.iter());
    let (x, y) = (Ruler::of(&chart.x, points().map(|p| p.0)), Ruler::of(&chart.y, points().map(|p| p.1)));
    let (right, floor) = (WIDTH as i32 - LEGEND, HEIGHT as i32 - BOTTOM);
    let across = |share: f64| LEFT + (share * f64::from(right - LEFT)).round() as i32;
    let up = |share: f64| floor - (share * f64::from(floor - TOP)).round() as i32;

    say(area, &chart.title, (LEFT - 56, 18), 24, (HPos::Left, VPos::Top), INK)?;
    say(area, &chart.y.label, (LEFT - 56, 58), 17, (HPos::Left, VPos::Top), INK)?;
    say(area, &chart.x.label, ((LEFT + right) / 2, HEIGHT as i32 - 14), 17, (HPos::Center, VPos::Bottom), INK)?;
    for (at, text) in &y.marks {
        let at = up(y.share(*at));
        line(area, &[(LEFT, at), (right, at)], FAINT.stroke_width(1))?;
        say(area, text, (LEFT - 8, at), 16, (HPos::Right, VPos::Center), INK)?;
    }
    let named = matches!(chart.x.scale, Scale::Names(_));
    for (at, text) in &x.marks {
        let at = across(x.share(*at));
        if !named {
            line(area, &[(at, TOP), (at, floor)], FAINT.stroke_width(1))?;
        }
        line(area, &[(at, floor), (at, floor + 5)], INK.stroke_width(1))?;
        say(area, text, (at, floor + 9), 16, (HPos::Center, VPos::Top), INK)?;
    }
    line(area, &[(LEFT, TOP), (LEFT, floor), (right, floor)], INK.stroke_width(1))?;

    let mut entry = TOP + 4;
    for (series, style) in chart.series.iter().zip(styles(&chart.series)) {
        let place = |(a, b): &(f64, f64)| (across(x.place(&chart.x, *a)), up(y.place(&chart.y, *b)));
        let path: Vec<(i32, i32)> = series.points.iter().map(place).collect();
        if !named {
            style.line(area, &path)?;
        }
        for point in &path {
            style.mark(area, *point)?;
        }
        let left = right + 22;
        if !named {
            style.line(area, &[(left, entry + 8), (left + 34, entry + 8)])?;
        }
        style.mark(area, (left + 17, entry + 8))?;
        for part in wrapped(&series.label) {
            say(area, &part, (left + 44, entry + 8), 15, (HPos::Left, VPos::Center), INK)?;
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
    let mut seen = [0usize; 5];
    let style = |(number, series): (usize, &Series)| {
        let of = seen[series.look as usize];
        seen[series.look as usize] += 1;
        let colour = match series.look {
            Look::Fragment => WARM[of % WARM.len()],
            Look::Compute => COOL[of % COOL.len()],
            Look::Cpu => GREY[of % GREY.len()],
            Look::Published => GREY[(of + 1) % GREY.len()],
            Look::Claim => BLACK,
        };
        let (dash, hollow) = match series.look {
            Look::Published => (Some((9, 6)), true),
            Look::Claim => (Some((2, 5)), false),
            _ => (None, false),
        };
        Style { colour, dash, mark: (series.look != Look::Claim).then_some(number), hollow }
    };
    series.iter().enumerate().map(style).collect()
}

impl Style {
    fn line<B: DrawingBackend>(&self, area: &Area<B>, path: &[(i32, i32)]) -> Drawn<B> {
        match self.dash {
            None => line(area, path, self.colour.stroke_width(2)),
            Some((drawn, left_out)) => {
                let path = path.to_vec().into_iter();
                area.draw(&plotters::element::DashedPathElement::new(
                    path,
                    drawn,
                    left_out,
                    self.colour.stroke_width(2),
                ))
            }
        }
    }

    fn mark<B: DrawingBackend>(&self, area: &Area<B>, (x, y): (i32, i32)) -> Drawn<B> {
        let Some(number) = self.mark else { return Ok(()) };
        let form: &[(i32, i32)] = match number % 7 {
            0 => &[(-3, -5), (3, -5), (5, -3), (5, 3), (3, 5), (-3, 5), (-5, 3), (-5, -3)],
            1 => &[(-5, -5), (5, -5), (5, 5), (-5, 5)],
            2 => &[(0, -6), (6, 5), (-6, 5)],
            3 => &[(0, -7), (7, 0), (0, 7), (-7, 0)],
            4 => &[(0, 6), (6, -5), (-6, -5)],
            5 => &[
                (-2, -6),
                (2, -6),
                (2, -2),
                (6, -2),
                (6, 2),
                (2, 2),
                (2, 6),
                (-2, 6),
                (-2, 2),
                (-6, 2),
                (-6, -2),
                (-2, -2),
            ],
            _ => &[
                (-6, -4),
                (-4, -6),
                (0, -2),
                (4, -6),
                (6, -4),
                (2, 0),
                (6, 4),
                (4, 6),
                (0, 2),
                (-4, 6),
                (-6, 4),
                (-2, 0),
            ],
        };
        let at: Vec<(i32, i32)> = form.iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
        let inside = if self.hollow { WHITE } else { self.colour };
        area.draw(&Polygon::new(at.clone(), inside.filled()))?;
        let outline: Vec<(i32, i32)> = at.iter().chain(&at[..1]).copied().collect();
        line(area, &outline, self.colour.stroke_width(if self.hollow { 2 } else { 1 }))
    }
}

fn line<B: DrawingBackend>(area: &Area<B>, path: &[(i32, i32)], style: ShapeStyle) -> Drawn<B> {
    area.draw(&PathElement::new(path.to_vec(), style))
}

fn say<B: DrawingBackend>(
    area: &Area<B>,
    text: &str,
    at: (i32, i32),
    size: u32,
    (h, v): (HPos, VPos),
    colour: RGBColor,
) -> Drawn<B> {
    let style = TextStyle::from((FAMILY, size).into_font()).color(&colour).pos(Pos::new(h, v));
    area.draw(&Text::new(text.to_owned(), at, style))
}
