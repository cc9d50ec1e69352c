//! Predicted times: of a pass, or of several together.

use std::ops::AddAssign;

use serde::Serialize;

/// The time that a pass, or several together, would have taken. In seconds.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Predicted {
    /// In all, where one drew to textures: through DirectX, or to framebuffer objects.
    pub seconds: f64,
    /// In all, through OpenGL of the time: to a pbuffer, whose content was copied then. As `seconds`, where chips came too late for that.
    pub seconds_opengl: f64,
    /// Of the arithmetic.
    pub arithmetic: f64,
    /// Of the fetches.
    pub fetches: f64,
    /// Of the memory's traffic.
    pub memory: f64,
    /// Of the CPU, to issue the passes.
    pub issue: f64,
}

impl Predicted {
    /// Through DirectX, in milliseconds.
    pub fn ms(&self) -> f64 {
        self.seconds * 1e3
    }

    /// Through OpenGL, in milliseconds.
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
