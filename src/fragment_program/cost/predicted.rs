//! Predicted times of passes.

use std::ops::AddAssign;

use serde::Serialize;

/// The predicted time of a pass, or of several passes together, in seconds.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Predicted {
    /// The total time if the program renders to textures directly, through DirectX or framebuffer objects.
    pub seconds: f64,
    /// The total time through OpenGL with pbuffers, whose content is copied to a texture after each pass. For chips that are too recent
    /// for pbuffers, it equals `seconds`.
    pub seconds_opengl: f64,
    /// The time of the arithmetic.
    pub arithmetic: f64,
    /// The time of the fetches.
    pub fetches: f64,
    /// The time of the memory traffic.
    pub memory: f64,
    /// The time of the depth and stencil tests.
    pub tests: f64,
    /// The CPU time of issuing the passes.
    pub issue: f64,
}

impl Predicted {
    /// Returns the total time through DirectX, in milliseconds.
    pub fn ms(&self) -> f64 {
        self.seconds * 1e3
    }

    /// Returns the total time through OpenGL, in milliseconds.
    pub fn ms_opengl(&self) -> f64 {
        self.seconds_opengl * 1e3
    }
}

impl AddAssign for Predicted {
    fn add_assign(&mut self, other: Predicted) {
        self.seconds += other.seconds;
        self.seconds_opengl += other.seconds_opengl;
        self.arithmetic += other.arithmetic;
        self.fetches += other.fetches;
        self.memory += other.memory;
        self.tests += other.tests;
        self.issue += other.issue;
    }
}

impl std::iter::Sum for Predicted {
    fn sum<I: Iterator<Item = Predicted>>(all: I) -> Predicted {
        let mut sum = Predicted::default();
        all.for_each(|one| sum += one);
        sum
    }
}
