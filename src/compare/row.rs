//! Measurements: a row for each method, layout and size.

use serde::Serialize;

/// The figures of a method on so many elements: the fields are the columns of the results' file.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Row {
    /// What it does: reduce, scan, sort, search, filter, copy, map ..
    pub primitive: String,
    /// Who does it: fragment, compute, emulator or cpu.
    pub family: String,
    /// How, as the command line names it.
    pub method: String,
    /// How its data lie: plain, packed, buffer or slice.
    pub layout: String,
    /// Elements.
    pub n: usize,
    /// Wall-clock milliseconds, to the end of a wait for the device.
    pub median_ms: f64,
    /// The fastest run.
    pub min_ms: f64,
    /// The slowest run.
    pub max_ms: f64,
    /// By the device's own clock.
    pub gpu_ms: Option<f64>,
    /// The median, an element.
    pub ns_per_element: f64,
    /// Bytes that have to move at the least, by the median.
    pub gb_per_s: f64,
    /// Passes or dispatches.
    pub passes: usize,
    /// Texels that the passes are given to read, each once a pass.
    pub texels_read: usize,
    /// Texels that the passes write.
    pub texels_written: usize,
    /// Bytes that passes or dispatches read and write.
    pub bytes_moved: usize,
    /// Microseconds of the wall clock that a pass takes longer than the same pass by bare calls of the graphics library.
    pub over_bare_us: Option<f64>,
    /// As a multiple of an RGBA32F copy in the same run: of as many floats, or of an application's own data.
    pub copies: Option<f64>,
    /// How many times faster than the paper's method in the same run.
    pub times_paper: Option<f64>,
    /// As a multiple of the same pass on OpenGL in the same run.
    pub opengl: Option<f64>,
    /// Whether the result was as the reference has it.
    pub ok: bool,
    /// What the check has to say beside that: what is wrong, or what it set aside.
    pub note: Option<String>,
}

/// What could not be measured, and why.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Failure {
    /// The name of the row, or of the rows.
    pub row: String,
    /// The error.
    pub why: String,
}

impl Row {
    /// Its name in a message about it.
    pub fn name(&self) -> String {
        name(&self.primitive, &self.method, &self.family, &self.layout, self.n)
    }
}

/// The name of a row by what it measures.
pub(super) fn name(primitive: &str, method: &str, family: &str, layout: &str, n: usize) -> String {
    format!("{primitive} {method} ({family}, {layout}, {n})")
}

/// Rows, asked by their keys.
#[derive(Clone, Copy)]
pub struct Rows<'a>(pub &'a [Row]);

impl<'a> Rows<'a> {
    /// The fastest row of a method at a size, whatever its layout.
    pub fn find(self, primitive: &str, family: &str, method: &str, n: usize) -> Option<&'a Row> {
        let rows = self
            .0
            .iter()
            .filter(|row| row.primitive == primitive && row.family == family && row.method == method && row.n == n);
        rows.min_by(|a, b| a.median_ms.total_cmp(&b.median_ms))
    }

    /// The fastest row of a family at a size.
    pub fn best(self, primitive: &str, family: &str, n: usize) -> Option<&'a Row> {
        let rows = self.0.iter().filter(|row| row.primitive == primitive && row.family == family && row.n == n);
        rows.min_by(|a, b| a.median_ms.total_cmp(&b.median_ms))
    }

    /// The sizes of a primitive, smallest first.
    pub fn sizes(self, primitive: &str) -> Vec<usize> {
        let mut sizes: Vec<usize> = self.0.iter().filter(|row| row.primitive == primitive).map(|row| row.n).collect();
        sizes.sort_unstable();
        sizes.dedup();
        sizes
    }

    /// The methods of a primitive as (family, method, layout), in the order in which they were measured.
    pub fn methods(self, primitive: &str) -> Vec<(&'a str, &'a str, &'a str)> {
        let mut methods = Vec::new();
        for row in self.0.iter().filter(|row| row.primitive == primitive) {
            let key = (row.family.as_str(), row.method.as_str(), row.layout.as_str());
            if !methods.contains(&key) {
                methods.push(key);
            }
        }
        methods
    }

    /// A value of a method in one layout, over its sizes.
    pub fn series(
        self,
        primitive: &str,
        (family, method, layout): (&str, &str, &str),
        value: impl Fn(&Row) -> f64,
    ) -> Vec<(f64, f64)> {
        let rows = self.0.iter().filter(|row| {
            row.primitive == primitive && row.family == family && row.method == method && row.layout == layout
        });
        let mut points: Vec<(f64, f64)> = rows.map(|row| (row.n as f64, value(row))).collect();
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        points
    }

    /// The names of the rows whose results are wrong, as one text: figures of those are worth nothing. None where all are as
    /// the reference has them.
    pub fn wrong(self) -> Option<String> {
        let named = |row: &Row| match &row.note {
            Some(note) => format!("{}: {note}", row.name()),
            None => row.name(),
        };
        let names: Vec<String> = self.0.iter().filter(|row| !row.ok).map(named).collect();
        (!names.is_empty()).then(|| names.join("; "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_results_are_named() {
        let row = |method: &str, ok| Row {
            primitive: "scan".to_owned(),
            family: "compute".to_owned(),
            method: method.to_owned(),
            layout: "buffer".to_owned(),
            n: 64,
            median_ms: 1.0,
            min_ms: 1.0,
            max_ms: 1.0,
            gpu_ms: None,
            ns_per_element: 1.0,
            gb_per_s: 1.0,
            passes: 1,
            texels_read: 0,
            texels_written: 0,
            bytes_moved: 0,
            over_bare_us: None,
            copies: None,
            times_paper: None,
            opengl: None,
            ok,
            note: (!ok && method == "tiles").then(|| "3 of 64 are 0".to_owned()),
        };
        assert_eq!(Rows(&[row("naive", true)]).wrong(), None);
        let rows = [row("naive", true), row("tiles", false), row("work-efficient", false)];
        let names = "scan tiles (compute, buffer, 64): 3 of 64 are 0; scan work-efficient (compute, buffer, 64)";
        assert_eq!(Rows(&rows).wrong().as_deref(), Some(names));
    }
}
