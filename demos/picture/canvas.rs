//! A render target that a picture is put together on: other pictures, letters, and bars between them. Each is a pass of
//! its own into a rectangle.

use anyhow::{Context, bail};
use brooklet::kernel::Source;
use brooklet::{Device, Kernel, Rect, Stream, Texel};

pub type Colour = [f32; 3];

pub const PAPER: Colour = [0.055, 0.060, 0.085];
pub const INK: Colour = [0.93, 0.91, 0.87];
pub const FAINT: Colour = [0.58, 0.59, 0.67];
pub const CODE: Colour = [0.98, 0.73, 0.42];
pub const LEAD: Colour = [0.165, 0.170, 0.235];

/// Width and height of the whole, and its margin.
pub const SIZE: (usize, usize) = (1200, 572);
pub const MARGIN: usize = 24;

/// Columns and rows.
pub fn extents(picture: &Stream<impl Texel>) -> anyhow::Result<(usize, usize)> {
    match *picture.shape().extents() {
        [rows, columns] => Ok((columns, rows)),
        _ => bail!("a picture has rows and columns, not {}", picture.shape()),
    }
}

/// The pixels that a line of text is long.
pub fn long(text: &str, side: usize) -> usize {
    (6 * text.chars().count() - 1) * side
}

/// The render target that the picture is put together on, and what draws on it.
pub struct Canvas {
    device: Device,
    pub target: Stream<Colour>,
    magnify: Kernel,
    lead: Kernel,
    letters: Kernel,
    /// The letters, in the order of their rows in the font.
    names: String,
    font: Stream<f32>,
}

impl Canvas {
    pub fn new(device: &Device) -> anyhow::Result<Canvas> {
        // The font comes in bands: a line of letters, then the 8 rows of these letters side by side.
        let (mut names, mut rows) = (String::new(), Vec::new());
        let lines: Vec<&str> = include_str!("letters.txt").lines().collect();
        for band in lines.chunks(9) {
            names.push_str(band[0]);
            for letter in 0..band[0].chars().count() {
                for line in &band[1..] {
                    let row = line.split(' ').nth(letter).context("letters.txt: a row is short")?;
                    rows.extend(row.chars().map(|mark| if mark == '#' { 1.0 } else { 0.0 }));
                }
            }
        }
        let kernel = |name: &'static str, text: &'static str| device.kernel(&Source::new(name, text));
        Ok(Canvas {
            device: device.clone(),
            target: device.upload_shaped([SIZE.1, SIZE.0], &vec![PAPER; SIZE.0 * SIZE.1])?,
            magnify: kernel("magnify.frag", include_str!("magnify.frag"))?,
            lead: kernel("lead.frag", include_str!("lead.frag"))?,
            letters: kernel("letters.frag", include_str!("letters.frag"))?,
            font: device.upload_shaped([names.chars().count() * 8, 5], &rows)?,
            names,
        })
    }

    /// A picture, each texel `side` pixels wide and high.
    pub fn magnified(&mut self, small: &Stream<Colour>, left: usize, top: usize, side: usize) -> anyhow::Result<()> {
        let (columns, rows) = extents(small)?;
        let pass = self.device.pass(&self.magnify).input("small", small).constant("paper", PAPER);
        let pass = pass.constant("place", [left, top, side].map(|v| v as f32));
        let rectangle = Rect::new(left, top, columns * side, rows * side);
        Ok(pass.output("canvas", &mut self.target).rectangle(rectangle).run()?)
    }

    /// What leads from the right edge of a picture to the left edge of the next; their heights beside these.
    pub fn lead(&mut self, from: (usize, usize), to: (usize, usize), middle: usize) -> anyhow::Result<()> {
        let (left, right, high) = (from.0 + 6, to.0 - 6, from.1.max(to.1));
        self.bar(Rect::new(left, middle - high / 2, right - left, high), [from.1, to.1])
    }

    /// From under the end of the first row to above the start of the second: down, back, and down to an arrow.
    pub fn turn(&mut self, x: usize, to: (usize, usize)) -> anyhow::Result<()> {
        let mut full = |x, y, wide, high| self.bar(Rect::new(x, y, wide, high), [high, high]);
        full(x - 2, 270, 4, 24)?;
        full(to.0 - 2, 294, x - to.0 + 4, 4)?;
        full(to.0 - 2, 294, 4, to.1 - 310)?;
        (0..10).try_for_each(|k| full(to.0 - 10 + k, to.1 - 16 + k, 20 - 2 * k, 1))
    }

    /// A bar as high as `heights` at its left and right.
    fn bar(&mut self, area: Rect, heights: [usize; 2]) -> anyhow::Result<()> {
        let pass = self.device.pass(&self.lead).constant("paper", PAPER).constant("ink", LEAD);
        let pass = pass.constant("span", [area.x as f32, (area.x + area.width) as f32]);
        let pass = pass.constant("heights", heights.map(|high| high as f32));
        let pass = pass.constant("middle", area.y as f32 + area.height as f32 / 2.0);
        Ok(pass.output("canvas", &mut self.target).rectangle(area).run()?)
    }

    /// A line of text that ends at the right margin.
    pub fn text_to(&mut self, text: &str, top: usize, ink: Colour) -> anyhow::Result<()> {
        self.text(text, SIZE.0 - MARGIN - long(text, 2), top, 2, ink, PAPER)
    }

    /// A line of text, each texel of a letter `side` pixels wide and high.
    pub fn text(
        &mut self,
        text: &str,
        left: usize,
        top: usize,
        side: usize,
        ink: Colour,
        paper: Colour,
    ) -> anyhow::Result<()> {
        let number = |letter: char| match self.names.chars().position(|name| name == letter) {
            Some(number) => Ok(number as f32),
            None if letter == ' ' => Ok(-1.0),
            None => bail!("letters.txt has no `{letter}`"),
        };
        let numbers = text.chars().map(number).collect::<anyhow::Result<Vec<f32>>>()?;
        let numbers = self.device.upload(&numbers)?;
        let pass = self.device.pass(&self.letters).input("text", &numbers).input("font", &self.font);
        let pass = pass.constant("place", [left, top, side].map(|v| v as f32));
        let pass = pass.constant("paper", paper).constant("ink", ink);
        let area = Rect::new(left, top, long(text, side), 8 * side);
        Ok(pass.output("canvas", &mut self.target).rectangle(area).run()?)
    }
}
