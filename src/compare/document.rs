//! Documents: a report as sections of paragraphs, tables and charts, before it becomes HTML or Markdown.

use plotters::prelude::DrawingBackend;

use super::chart::Chart;
use super::theme::Theme;

/// A page.
#[derive(Clone, PartialEq, Debug)]
pub struct Document {
    /// Its heading.
    pub title: String,
    /// The blocks under the heading.
    pub opening: Vec<Block>,
    /// The sections, in order.
    pub sections: Vec<Section>,
}

/// A section.
#[derive(Clone, PartialEq, Debug)]
pub struct Section {
    /// Its heading.
    pub title: String,
    /// The blocks, in order.
    pub blocks: Vec<Block>,
}

/// A part of a section. In texts, backticks mark code, and stars mark emphasis.
#[derive(Clone, PartialEq, Debug)]
pub enum Block {
    /// A paragraph.
    Text(String),
    /// A paragraph that a reader must not miss.
    Note(String),
    /// A table.
    Table(Table),
    /// A chart. Its files are named after it.
    Figure(Chart),
}

/// A table whose columns form groups. A paper's columns and today's are never in the same group.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Table {
    /// The caption above the table.
    pub caption: String,
    /// The names of the groups, and the number of columns in each.
    pub groups: Vec<(String, usize)>,
    /// The heads of the columns.
    pub head: Vec<String>,
    /// Whether the cells are words, which are aligned to the left.
    pub words: bool,
    /// The cells. Each row is as long as the head.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// Makes a table without rows.
    pub fn new(caption: impl Into<String>) -> Table {
        Table { caption: caption.into(), ..Table::default() }
    }

    /// Makes a table of words, without rows.
    pub fn of_words(caption: impl Into<String>) -> Table {
        Table { words: true, ..Table::new(caption) }
    }

    /// Adds a group of columns.
    pub fn group<S: Into<String>>(mut self, name: impl Into<String>, heads: impl IntoIterator<Item = S>) -> Table {
        let before = self.head.len();
        self.head.extend(heads.into_iter().map(Into::into));
        self.groups.push((name.into(), self.head.len() - before));
        self
    }

    /// Adds a row.
    pub fn row<S: Into<String>>(&mut self, cells: impl IntoIterator<Item = S>) {
        let mut cells: Vec<String> = cells.into_iter().map(Into::into).collect();
        debug_assert_eq!(cells.len(), self.head.len(), "{}", self.caption);
        cells.resize(self.head.len(), String::new());
        self.rows.push(cells);
    }
}

impl Document {
    /// Returns all charts.
    pub fn charts(&self) -> impl Iterator<Item = &Chart> {
        let blocks = self.sections.iter().flat_map(|section| &section.blocks);
        blocks.filter_map(|block| match block {
            Block::Figure(chart) => Some(chart),
            _ => None,
        })
    }
}

impl Chart {
    /// Draws the chart over the whole area of any backend of the crate plotters, in the colours of `theme`. `scale` is the ratio of
    /// its pixels to those of the chart's file. At a scale of 1, letters are 15 to 24 pixels high, and a good size is 1000 pixels
    /// by the chart's [height](Chart::height).
    ///
    /// ```
    /// use brooklet::compare::plotters::prelude::SVGBackend;
    /// use brooklet::compare::{Axis, Chart, Look, Series, Theme};
    ///
    /// let series = vec![Series::new("fragment: merge", Look::Fragment, vec![(1024.0, 0.5), (4096.0, 1.5)])];
    /// let (x, y) = (Axis::log2("elements"), Axis::log10("ms"));
    /// let chart = Chart { name: "sort", title: "Sorting".to_owned(), x, y, series };
    /// let mut svg = String::new();
    /// chart.draw(SVGBackend::with_string(&mut svg, (1500, 840)), &Theme::DARK, 1.5)?;
    /// assert!(svg.contains("fragment: merge"));
    /// # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of the backend.
    pub fn draw<B: DrawingBackend>(
        &self,
        backend: B,
        theme: &Theme,
        scale: f64,
    ) -> Result<(), Box<dyn std::error::Error + Send + Sync>>
    where
        B::ErrorType: 'static,
    {
        super::draw::draw(self, backend, theme, scale)
    }

    /// Returns the height of its files in pixels: 560, or more if the legend needs it.
    pub fn height(&self) -> u32 {
        super::draw::height(self)
    }

    /// Returns the chart as an SVG document.
    ///
    /// # Errors
    /// Returns an error if the chart cannot be drawn.
    pub fn to_svg(&self) -> Result<String, Box<dyn std::error::Error + Send + Sync>> {
        super::draw::svg(self)
    }

    /// Returns the chart as a PNG file. This function does not exist in a browser, where the page draws the letters and no font is
    /// available.
    ///
    /// # Errors
    /// Returns an error if the chart cannot be drawn.
    #[cfg(not(target_family = "wasm"))]
    pub fn to_png(&self) -> Result<Vec<u8>, Box<dyn std::error::Error + Send + Sync>> {
        super::draw::png(self)
    }
}
