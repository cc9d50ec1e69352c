//! What the self-test has found: a line for each method.

use brooklet::Error;
use brooklet::backend::BackendError;
use brooklet::catalog::{Case, Difference, Memory};

/// All lines, and the sizes that were tried.
#[derive(Default)]
pub struct Findings {
    pub lines: Vec<Line>,
    /// The sizes that were tried, in order.
    pub sizes: Vec<usize>,
    /// The sizes that were left out for some or all methods, in order.
    pub left_out: Vec<usize>,
    lost: bool,
}

/// What was found of a method of a family.
pub struct Line {
    pub primitive: &'static str,
    pub method: &'static str,
    pub on_passes: bool,
    /// The number of results that equal the reference's.
    pub right: usize,
    /// The number of results that differ, and the first of them.
    pub wrong: usize,
    pub first_wrong: Option<String>,
    /// The first error that is not about a missing feature.
    pub error: Option<String>,
    /// What the device lacks for it, or the first error about a missing feature.
    pub lacks: Option<String>,
}

impl Line {
    pub fn is_bad(&self) -> bool {
        self.wrong > 0 || self.error.is_some()
    }

    /// Returns the method's name, as messages name it.
    pub fn name(&self) -> String {
        let family = if self.on_passes { "" } else { " on compute shaders" };
        format!("{} by {}{family}", self.primitive, self.method)
    }
}

impl Findings {
    /// Returns whether the driver has reset the device, so that nothing can run any more.
    pub fn is_lost(&self) -> bool {
        self.lost
    }

    /// Records that there was no time for a case.
    pub fn leave_out(&mut self, case: &Case) {
        self.line(case);
        insert(&mut self.left_out, case.size);
    }

    /// Records the comparison of a case.
    pub fn compared(&mut self, case: &Case, compared: Result<Option<Difference>, Error>) {
        insert(&mut self.sizes, case.size);
        self.lost |= matches!(compared, Err(Error::Backend(BackendError::Lost { .. })));
        let line = self.line(case);
        match compared {
            Ok(None) => line.right += 1,
            Ok(Some(difference)) => {
                line.wrong += 1;
                line.first_wrong.get_or_insert_with(|| format!("{case}: {difference}"));
            }
            Err(error) if error.is_missing_feature() => {
                line.lacks.get_or_insert_with(|| said(&error));
            }
            Err(error) => {
                line.error.get_or_insert_with(|| format!("{case}: {}", said(&error)));
            }
        }
    }

    /// Records that a device lacks what a method needs.
    pub fn lacks(&mut self, case: &Case, lacks: String) {
        self.line(case).lacks.get_or_insert(lacks);
    }

    /// Returns a text that names what is wrong, if anything is.
    pub fn verdict(&self) -> Option<String> {
        let bad: Vec<String> = self.lines.iter().filter(|line| line.is_bad()).map(Line::name).collect();
        if self.lines.iter().all(|line| line.right == 0) {
            return Some("no method gave a right result".to_owned());
        }
        (!bad.is_empty()).then(|| format!("wrong or failed: {}", bad.join("; ")))
    }

    fn line(&mut self, case: &Case) -> &mut Line {
        let at = match self.lines.iter().position(|line| is_of(line, case)) {
            Some(at) => at,
            None => {
                self.lines.push(Line {
                    primitive: case.primitive.name,
                    method: case.method.name,
                    on_passes: is_on_passes(case),
                    right: 0,
                    wrong: 0,
                    first_wrong: None,
                    error: None,
                    lacks: None,
                });
                self.lines.len() - 1
            }
        };
        &mut self.lines[at]
    }
}

fn is_on_passes(case: &Case) -> bool {
    matches!(case.memory, Memory::Streams(_))
}

fn is_of(line: &Line, case: &Case) -> bool {
    (line.primitive, line.method, line.on_passes) == (case.primitive.name, case.method.name, is_on_passes(case))
}

/// Adds a size that is not there yet. Sizes come in order.
fn insert(sizes: &mut Vec<usize>, size: usize) {
    if sizes.last() != Some(&size) {
        sizes.push(size);
    }
}

/// Returns the first line of an error's message.
fn said(error: &Error) -> String {
    error.to_string().lines().next().unwrap_or_default().to_owned()
}
