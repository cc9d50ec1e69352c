//! Measurements: a row for each method, layout and size.

use serde::Serialize;

/// The figures of a method at one size. The fields are the columns of the results' file.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Row {
    /// The primitive: reduce, scan, sort, search, filter, copy, map ..
    pub primitive: String,
    /// The family: fragment, compute, emulator or cpu.
    pub family: String,
    /// The method, as the command line names it.
    pub method: String,
    /// The layout of its data: plain, packed, buffer or slice.
    pub layout: String,
    /// The number of elements.
    pub n: usize,
    /// The median of wall-clock milliseconds, which include the wait for the device.
    pub median_ms: f64,
    /// The fastest run.
    pub min_ms: f64,
    /// The slowest run.
    pub max_ms: f64,
    /// The median of milliseconds by the device's own clock.
    pub gpu_ms: Option<f64>,
    /// The median time for each element.
    pub ns_per_element: f64,
    /// The minimum number of bytes that have to be moved, divided by the median time.
    pub gb_per_s: f64,
    /// The number of passes or dispatches.
    pub passes: usize,
    /// The texels of the passes' inputs. Each is counted once in each pass.
    pub texels_read: usize,
    /// The texels that the passes write.
    pub texels_written: usize,
    /// The bytes that passes or dispatches read and write.
    pub bytes_moved: usize,
    /// The wall-clock microseconds that a pass takes more than the same pass with bare calls of the graphics library.
    pub over_bare_us: Option<f64>,
    /// The time as a multiple of an RGBA32F copy in the same run. The copy has the same number of floats, or copies an
    /// application's own data.
    pub copies: Option<f64>,
    /// The speed as a multiple of the paper's method in the same run.
    pub times_paper: Option<f64>,
    /// The time as a multiple of the same pass on OpenGL in the same run.
    pub opengl: Option<f64>,
    /// Whether the result agrees with the reference.
    pub ok: bool,
    /// A note from the check: what is wrong, or what was set aside.
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

impl Failure {
    /// Returns a line for each reason, with the rows that were left out for it.
    ///
    /// ```
    /// use brooklet::compare::Failure;
    /// let left_out = |n: usize| Failure { row: format!("quantile ({n})"), why: "no occlusion queries".to_owned() };
    /// let lines = Failure::left_out_by_reason(&[left_out(8), left_out(16)]);
    /// assert_eq!(lines, ["left out: quantile (8), quantile (16): no occlusion queries"]);
    /// ```
    pub fn left_out_by_reason(left_out: &[Failure]) -> Vec<String> {
        let mut reasons: Vec<(&str, Vec<&str>)> = Vec::new();
        for Failure { row, why } in left_out {
            match reasons.iter_mut().find(|(reason, _)| reason == why) {
                Some((_, rows)) => rows.push(row),
                None => reasons.push((why, vec![row])),
            }
        }
        reasons.iter().map(|(why, rows)| format!("left out: {}: {why}", rows.join(", "))).collect()
    }
}

impl Row {
    /// Returns the name of the row for messages.
    pub fn name(&self) -> String {
        name(&self.primitive, &self.method, &self.family, &self.layout, self.n)
    }
}

/// Makes the name of a row from its keys.
pub(super) fn name(primitive: &str, method: &str, family: &str, layout: &str, n: usize) -> String {
    format!("{primitive} {method} ({family}, {layout}, {n})")
}

/// Rows that can be queried by their keys.
#[derive(Clone, Copy)]
pub struct Rows<'a>(pub &'a [Row]);

impl<'a> Rows<'a> {
    /// Returns the fastest row of a method at a size, in any layout.
    pub fn find(self, primitive: &str, family: &str, method: &str, n: usize) -> Option<&'a Row> {
        let rows = self
            .0
            .iter()
            .filter(|row| row.primitive == primitive && row.family == family && row.method == method && row.n == n);
        rows.min_by(|a, b| a.median_ms.total_cmp(&b.median_ms))
    }

    /// Returns the fastest row of a family at a size.
    pub fn best(self, primitive: &str, family: &str, n: usize) -> Option<&'a Row> {
        let rows = self.0.iter().filter(|row| row.primitive == primitive && row.family == family && row.n == n);
        rows.min_by(|a, b| a.median_ms.total_cmp(&b.median_ms))
    }

    /// Returns the sizes of a primitive, smallest first.
    pub fn sizes(self, primitive: &str) -> Vec<usize> {
        let mut sizes: Vec<usize> = self.0.iter().filter(|row| row.primitive == primitive).map(|row| row.n).collect();
        sizes.sort_unstable();
        sizes.dedup();
        sizes
    }

    /// Returns the methods of a primitive as (family, method, layout), in the order in which they were measured.
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

    /// Returns a value of a method in one layout, for each measured size.
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

    /// Returns one text with the names of the rows whose results are wrong. The figures of these rows are meaningless. Returns
    /// `None` if all rows agree with the reference.
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
