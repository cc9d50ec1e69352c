//! Documents: a report as sections of paragraphs, tables and charts, before it is HTML or Markdown.

use plotters::prelude::DrawingBackend;

use super::chart::Chart;
use super::theme::Theme;

/// A page.
#[derive(Clone, PartialEq, Debug)]
pub struct Document {
    /// Its heading.
    pub title: String,
    /// Stands under the heading.
    pub opening: Vec<Block>,
    /// In their order.
    pub sections: Vec<Section>,
}

/// A section.
#[derive(Clone, PartialEq, Debug)]
pub struct Section {
    /// Its heading.
    pub title: String,
    /// In their order.
    pub blocks: Vec<Block>,
}

/// A part of a section. In texts, what stands between backticks is code, and between stars emphasised.
#[derive(Clone, PartialEq, Debug)]
pub enum Block {
    /// A paragraph.
    Text(String),
    /// A paragraph that a reader must not miss.
    Note(String),
    /// A table.
    Table(Table),
    /// A chart; its files are named after it.
    Figure(Chart),
}

/// A table whose columns stand in groups: those of a paper, and those of today, are never the same.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Table {
    /// Stands above it.
    pub caption: String,
    /// Names of the groups, and how many columns each has.
    pub groups: Vec<(String, usize)>,
    /// The heads of the columns.
    pub head: Vec<String>,
    /// Whether its cells are words, which begin at the left.
    pub words: bool,
    /// Cells, a row as long as the head.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// A table without rows.
    pub fn new(caption: impl Into<String>) -> Table {
        Table { caption: caption.into(), ..Table::default() }
    }

    /// The same for words.
    pub fn of_words(caption: impl Into<String>) -> Table {
        Table { words: true, ..Table::new(caption) }
    }

    /// With another group of columns.
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
    /// All charts.
    pub fn charts(&self) -> impl Iterator<Item = &Chart> {
        let blocks = self.sections.iter().flat_map(|section| &section.blocks);
        blocks.filter_map(|block| match block {
            Block::Figure(chart) => Some(chart),
            _ => None,
        })
    }
}

impl Chart {
    /// Draws it over all of any backend of the crate plotters: `backend`, in the colours of `theme`, with `scale` pixels
    /// where a file of it has one. Letters are 15 to 24 pixels high at a scale of 1, and 1000 pixels by its
    /// [height](Chart::height) suit that.
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
    /// Those of the backend.
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

    /// The height of its files in pixels: 560, and more where its legend is longer.
    pub fn height(&self) -> u32 {
        super::draw::height(self)
    }

    /// As an SVG document.
    ///
    /// # Errors
    /// When it cannot be drawn.
    pub fn to_svg(&self) -> Result<String, Box<dyn std::error::Error + Send + Sync>> {
        super::draw::svg(self)
    }

    /// As a PNG file. In a browser there is none: letters are the page's there, and no font is at hand.
    ///
    /// # Errors
    /// When it cannot be drawn.
    #[cfg(not(target_family = "wasm"))]
    pub fn to_png(&self) -> Result<Vec<u8>, Box<dyn std::error::Error + Send + Sync>> {
        super::draw::png(self)
    }
}
