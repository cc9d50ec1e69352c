//! Charts as data, before they are drawn.

/// A chart: lines and marks over two axes, with a legend beside them.
#[derive(Clone, PartialEq, Debug)]
pub struct Chart {
    /// The stem of the names of its files.
    pub name: &'static str,
    /// The title above the chart.
    pub title: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// The lines and marks, in the order of the legend.
    pub series: Vec<Series>,
}

/// An axis: its label and its scale.
#[derive(Clone, PartialEq, Debug)]
pub struct Axis {
    /// The label, with the unit.
    pub label: String,
    /// The placement of values.
    pub scale: Scale,
}

/// The placement of values on an axis.
#[derive(Clone, PartialEq, Debug)]
pub enum Scale {
    /// Linear, from 0 on.
    Linear,
    /// Logarithmic, marked at powers of ten.
    Log10,
    /// Logarithmic, marked at powers of two: 1K is 1024.
    Log2,
    /// Names, at 0, 1, 2 ..
    Names(Vec<String>),
    /// Names, with a bar for each series. Bars begin at 1 on the other axis.
    Bars(Vec<String>),
}

impl Axis {
    /// Makes an axis with a linear scale.
    pub fn linear(label: impl Into<String>) -> Axis {
        Axis { label: label.into(), scale: Scale::Linear }
    }

    /// Makes an axis with a logarithmic scale, marked at powers of ten.
    pub fn log10(label: impl Into<String>) -> Axis {
        Axis { label: label.into(), scale: Scale::Log10 }
    }

    /// Makes an axis with a logarithmic scale, marked at powers of two.
    pub fn log2(label: impl Into<String>) -> Axis {
        Axis { label: label.into(), scale: Scale::Log2 }
    }
}

/// The look of a series: colours, dashes and marks. It follows from the origin of the figures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    /// The fragment pipeline: warm colours.
    Fragment,
    /// Compute shaders: cool colours.
    Compute,
    /// Plain Rust: black and greys.
    Cpu,
    /// A paper's figures: dashes, hollow marks.
    Published,
    /// A claim or a model: a dotted line, no marks.
    Claim,
    /// A point that the chart highlights.
    Mark,
    /// Points without a line.
    Points,
}

impl Look {
    /// Returns the look of a family.
    pub fn of(family: &str) -> Look {
        match family {
            "fragment" => Look::Fragment,
            "compute" => Look::Compute,
            _ => Look::Cpu,
        }
    }
}

/// A line of a chart, or its marks alone.
#[derive(Clone, PartialEq, Debug)]
pub struct Series {
    /// Its entry in the legend.
    pub label: String,
    /// Its look.
    pub look: Look,
    /// The points, from left to right.
    pub points: Vec<(f64, f64)>,
}

impl Series {
    /// Makes a series of points.
    pub fn new(label: impl Into<String>, look: Look, points: Vec<(f64, f64)>) -> Series {
        Series { label: label.into(), look, points }
    }
}

impl Chart {
    /// Returns the chart without the values and series that cannot be drawn: values that are not finite, or not above 0 on a
    /// logarithmic axis, and series without points. Returns `None` if nothing is left.
    pub fn drawable(mut self) -> Option<Chart> {
        let log = |axis: &Axis| matches!(axis.scale, Scale::Log2 | Scale::Log10);
        let (log_x, log_y) = (log(&self.x), log(&self.y));
        let fits = |value: f64, log: bool| value.is_finite() && (!log || value > 0.0);
        for series in &mut self.series {
            series.points.retain(|(x, y)| fits(*x, log_x) && fits(*y, log_y));
        }
        self.series.retain(|series| !series.points.is_empty());
        (!self.series.is_empty()).then_some(self)
    }
}

/// An axis with its ends and its marks, in the units of the drawing. On a logarithmic axis these are logarithms.
pub(crate) struct Ruler {
    low: f64,
    high: f64,
    /// The position and the text of each mark.
    pub marks: Vec<(f64, String)>,
}

impl Ruler {
    /// Makes the ruler of an axis for these values.
    pub fn of(axis: &Axis, values: impl Iterator<Item = f64>) -> Ruler {
        let values: Vec<f64> = values.collect();
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let max = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        match &axis.scale {
            Scale::Names(names) | Scale::Bars(names) => {
                let marks = names.iter().enumerate().map(|(at, name)| (at as f64, name.clone())).collect();
                Ruler { low: -0.5, high: names.len() as f64 - 0.5, marks }
            }
            Scale::Linear => {
                let step = nice(max.max(1e-9) / 5.0);
                let high = (max / step).ceil().max(1.0) * step;
                let marks = (0..=(high / step).round() as usize).map(|k| k as f64 * step);
                Ruler { low: 0.0, high, marks: marks.map(|at| (at, short(at))).collect() }
            }
            Scale::Log2 => {
                let (low, high) = (least.log2().floor(), max.log2().ceil());
                let every = if high - low > 13.0 { 2 } else { 1 };
                let marks = (low as i32..=high as i32).filter(|k| (k - low as i32) % every == 0);
                let marks = marks.map(|k| (f64::from(k), binary(k))).collect();
                Ruler { low: low - 0.3, high: high + 0.3, marks }
            }
            Scale::Log10 => {
                let (low, high) = (least.log10(), max.log10());
                let margin = ((high - low) * 0.05).max(0.05);
                let (low, high) = (low - margin, high + margin);
                let steps: &[f64] = match high - low {
                    span if span < 1.7 => &[1.0, 2.0, 3.0, 5.0, 7.0],
                    span if span < 3.2 => &[1.0, 2.0, 5.0],
                    _ => &[1.0],
                };
                let decades = low.floor() as i32..=high.ceil() as i32;
                let values = decades.flat_map(|k| steps.iter().map(move |step| step * 10f64.powi(k)));
                let marks = values.map(|value| (value.log10(), short(value)));
                Ruler { low, high, marks: marks.filter(|(at, _)| (low..=high).contains(at)).collect() }
            }
        }
    }

    /// Returns the position of a value, from 0 to 1.
    pub fn place(&self, axis: &Axis, value: f64) -> f64 {
        let at = match axis.scale {
            Scale::Log2 => value.log2(),
            Scale::Log10 => value.log10(),
            _ => value,
        };
        self.share(at)
    }

    /// Returns the position of a mark, from 0 to 1.
    pub fn share(&self, at: f64) -> f64 {
        (at - self.low) / (self.high - self.low)
    }
}

/// Rounds the step up to 1, 2 or 5 times a power of ten.
fn nice(step: f64) -> f64 {
    let power = 10f64.powf(step.log10().floor());
    let factors = [1.0, 2.0, 5.0, 10.0];
    factors.into_iter().find(|factor| factor * power >= step * 0.999).unwrap_or(10.0) * power
}

/// Formats a number of a scale without trailing zeros.
fn short(value: f64) -> String {
    let digits = if value == 0.0 { 0.0 } else { value.log10().floor() };
    let text = format!("{value:.*}", (-digits).max(0.0) as usize + usize::from(digits < 0.0));
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

/// Formats a power of two with K and M.
fn binary(power: i32) -> String {
    match power {
        ..0 => short(2f64.powi(power)),
        0..10 => (1u32 << power).to_string(),
        10..20 => format!("{}K", 1u32 << (power - 10)),
        20..30 => format!("{}M", 1u32 << (power - 20)),
        _ => format!("2^{power}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_round_numbers_within_the_ends() {
        let marks = |axis: &Axis, values: &[f64]| -> Vec<String> {
            Ruler::of(axis, values.iter().copied()).marks.into_iter().map(|(_, text)| text).collect()
        };
        assert_eq!(marks(&Axis::linear(""), &[1.0, 31.2]), ["0", "10", "20", "30", "40"]);
        assert_eq!(marks(&Axis::log2(""), &[1024.0, 65536.0]), ["1K", "2K", "4K", "8K", "16K", "32K", "64K"]);
        assert_eq!(marks(&Axis::log10(""), &[0.002, 90.0]), ["0.01", "0.1", "1", "10", "100"]);
        assert_eq!(marks(&Axis::log10(""), &[0.1, 1.7]), ["0.1", "0.2", "0.3", "0.5", "0.7", "1"]);
        assert_eq!(short(0.0002), "0.0002");
        assert_eq!(short(0.15), "0.15");
        assert_eq!(short(2500.0), "2500");
    }

    #[test]
    fn what_cannot_be_drawn_is_left_out() {
        let series = |points| Series::new("a", Look::Cpu, points);
        let chart =
            |series| Chart { name: "c", title: String::new(), x: Axis::log2("n"), y: Axis::log10("ms"), series };
        let some = chart(vec![series(vec![(1.0, 0.0), (2.0, f64::NAN), (4.0, 1.0)]), series(vec![])]);
        assert_eq!(some.drawable().unwrap().series, [series(vec![(4.0, 1.0)])]);
        assert_eq!(chart(vec![series(vec![(0.0, 1.0)])]).drawable(), None);
    }
}
