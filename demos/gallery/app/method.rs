//! A method: one way to do the algorithm of a scene, on fragments or in compute shaders.

use std::rc::Rc;

use brooklet::capture::Capture;

/// On what a method runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// Passes of the fragment pipeline.
    Fragment,
    /// Dispatches of compute shaders.
    Compute,
}

impl Family {
    /// What a step of it is called.
    pub fn step(self) -> &'static str {
        if self == Family::Fragment { "pass" } else { "dispatch" }
    }
}

/// A method of a scene.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Method {
    pub family: Family,
    /// In an address, and for people.
    pub name: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// Whether the device runs it.
    pub runs: bool,
}

/// What ran.
pub struct Run {
    pub capture: Rc<Capture>,
    /// What came out.
    pub result: Vec<f32>,
}
