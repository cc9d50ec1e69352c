//! The lines of a stream along one of its axes, as constants of passes.

use crate::machine::Pass;

pub(super) use crate::lines::Lines;

/// Sets the constants of `shared/lines.glsl`.
pub(super) trait Constants {
    fn constants<'a>(&self, pass: Pass<'a>) -> Pass<'a>;
}

impl Constants for Lines {
    fn constants<'a>(&self, pass: Pass<'a>) -> Pass<'a> {
        pass.constant("extent", self.length).constant("inner", self.inner)
    }
}
