//! The results of a program, by name.

use super::draw_error::DrawError;
use super::{Parameter, ParameterKind, Program};

impl Program {
    /// Returns the results of a program, each with its index among what [`Draw::run`](super::Draw::run) returns.
    ///
    /// ```
    /// use brooklet::cg::{self, Options};
    /// let text = "void main(out float4 first : COLOR0, out float2 second : COLOR1) { first = 1; second = 2; }";
    /// let program = cg::compile("two.cg", text, &Options::default())?;
    /// assert_eq!(program.result("second")?, 1);
    /// let error = program.result("third").unwrap_err();
    /// assert_eq!(error.to_string(), "the program has no result `third`; it has first, second");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn results(&self) -> Vec<(&Parameter, usize)> {
        let index = |parameter: &Parameter| match parameter.kind {
            ParameterKind::Color(number) => Some(number),
            ParameterKind::Depth => Some(self.colors().len()),
            _ => None,
        };
        self.parameters.iter().filter_map(|parameter| Some((parameter, index(parameter)?))).collect()
    }

    /// Returns the index of the result that a name means: that of a parameter, of a member or of a semantic; or `out` for the only one.
    ///
    /// # Errors
    /// There is no such result.
    pub fn result(&self, name: &str) -> Result<usize, DrawError> {
        let results = self.results();
        let is_meant = |parameter: &Parameter| {
            let semantic = parameter.semantic.as_deref().unwrap_or_default();
            let member = parameter.name.rsplit('.').next().unwrap_or_default();
            parameter.name == name || member == name || semantic.eq_ignore_ascii_case(name)
        };
        if let Some((_, index)) = results.iter().find(|(parameter, _)| is_meant(parameter)) {
            return Ok(*index);
        }
        match (name, results.as_slice()) {
            ("out" | "result", [(_, only)]) => Ok(*only),
            _ => {
                let names: Vec<&str> = results.iter().map(|(parameter, _)| parameter.name.as_str()).collect();
                Err(DrawError::NoResult { name: name.to_owned(), results: names.join(", ") })
            }
        }
    }
}
