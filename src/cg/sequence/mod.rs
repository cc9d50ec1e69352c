//! Sequences: what the host did around the programs of the time. A sequence is a function in the syntax of Cg beside the entries that it
//! draws with. It says which passes there are: loops over constants, and textures that are read and written in turn.
//!
//! ```text
//! #include "sort.cg"
//!
//! texture sort(texture keys) {
//!     float count = keys.width * keys.height;
//!     for (stage = 2; stage <= count; stage *= 2)
//!         for (offset = stage / 2; offset >= 1; offset /= 2)
//!             keys = main(keys = keys, width = keys.width, stage = stage, offset = offset);
//!     return keys;
//! }
//! ```
//!
//! - A parameter or variable is a `texture`, or numbers: `float` to `float4`, and arrays of them. A variable need not be declared.
//! - A call of an entry is a pass. Its arguments have names: those of the entry's textures, uniforms and interpolated inputs. `size` is the
//!   size of what is drawn, as `float2(width, height)`; without it, that is the size of the first texture.
//! - The value of a call is the colour that is drawn. An argument for an `out` parameter is a variable that gets it.
//! - A texture has a `width` and a `height`. Numbers have the operators of Cg, in double precision, and `floor`, `ceil`, `abs`, `min`, `max`,
//!   `log2`, `exp2`, `pow`, `sqrt` and `fmod`.
//! - An input that varies is given as one value, or as its values in three corners: the first, that at the end of the first row, and that at
//!   the end of the first column.

mod evaluate;
mod pass;
mod run;
mod value;

use std::path::Path;
use std::rc::Rc;

use crate::fragment_program::Chip;
use crate::machine::Device;
use crate::syntax::preprocess::{self, Sources};
use crate::syntax::{Code, Diagnostic, Diagnostics, Files, Severity, Span};

use super::ast::{FunctionItem, Program as Tree};
use super::{Options, RULES};
use run::Runner;

pub use value::{SequenceResult, SequenceValue};

/// A file with sequences.
pub struct Sequences {
    name: String,
    tree: Tree,
    files: Rc<Files>,
    options: Options,
    /// The text with its includes, for the entries: each is compiled when it is first called.
    texts: Texts,
}

/// Where the text of the entries comes from.
enum Texts {
    Text(String),
    File(std::path::PathBuf),
}

/// The word that makes a function a sequence, as the type of its result or of a parameter.
pub(super) const TEXTURE: &str = "texture";

impl Sequences {
    /// Reads sequences from a text. It can include no files.
    ///
    /// ```
    /// use brooklet::Device;
    /// use brooklet::backend::Texels;
    /// use brooklet::cg::{Options, SequenceValue, Sequences};
    /// use brooklet::fragment_program::Chip;
    ///
    /// let text = "
    ///     float4 halves(float2 at : WPOS, uniform samplerRECT image) : COLOR {
    ///         return texRECT(image, float2(2 * at.x - 0.5, 0.5)) + texRECT(image, float2(2 * at.x + 0.5, 0.5));
    ///     }
    ///     texture total(texture x) {
    ///         while (x.width > 1) x = halves(image = x, size = float2(x.width / 2, 1));
    ///         return x;
    ///     }";
    /// let sequences = Sequences::compile("total.seq", text, &Options::default())?;
    /// let x = Texels::new(4, 1, vec![[1.0; 4], [2.0; 4], [3.0; 4], [4.0; 4]]);
    /// let given = [("x".to_owned(), SequenceValue::texture(x))];
    /// let (results, passes) = sequences.run("total", &given, &Device::emulated(Chip::R300)?, Some(Chip::R300))?;
    /// assert_eq!(results[0].texels.texels, [[10.0; 4]]);
    /// assert_eq!(passes, 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// All errors of syntax.
    pub fn compile(name: &str, text: &str, options: &Options) -> Result<Sequences, Diagnostics> {
        let sources = Sources { defines: &options.lines(), load: &|_| None, search: &|_| None, rules: &RULES };
        Sequences::parse(name, text, &sources, options, Texts::Text(text.to_owned()))
    }

    /// Reads sequences from a file.
    ///
    /// # Errors
    /// The file cannot be read; or, in the inner result, all errors of syntax.
    pub fn open(path: &Path, options: &Options) -> std::io::Result<Result<Sequences, Diagnostics>> {
        preprocess::open(path, &options.lines(), &options.includes, &RULES, |name, text, sources| {
            Sequences::parse(name, text, sources, options, Texts::File(path.to_owned()))
        })
    }

    fn parse(
        name: &str,
        text: &str,
        sources: &Sources,
        options: &Options,
        texts: Texts,
    ) -> Result<Sequences, Diagnostics> {
        let tree = super::Tree::parse(name, text, sources);
        let mut diagnostics = tree.diagnostics;
        diagnostics.extend(tree.read.fatal);
        diagnostics.extend(tree.read.diagnostics);
        let files = tree.read.files;
        if diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
            return Err(Diagnostics::new(files, diagnostics));
        }
        Ok(Sequences {
            name: name.to_owned(),
            tree: tree.program,
            files: Rc::new(files),
            options: options.clone(),
            texts,
        })
    }

    /// Returns the names of the sequences.
    pub fn names(&self) -> Vec<&str> {
        self.tree.functions.iter().filter(|own| is_sequence(own)).map(|own| own.name.text.as_str()).collect()
    }

    /// Returns the parameters of a sequence, each with whether it is a texture, and whether it is a result.
    pub fn parameters(&self, name: &str) -> Vec<(&str, bool, bool)> {
        let function = self.tree.functions.iter().find(|own| is_sequence(own) && own.name.text == name);
        let parameters = function.map_or(&[][..], |own| &own.parameters);
        parameters.iter().map(|own| (own.name.text.as_str(), own.ty.text == TEXTURE, own.qualifiers.is_out)).collect()
    }

    /// Runs a sequence on a device. `chip` is that of an emulated device. Returns the results and the number of
    /// passes.
    ///
    /// # Errors
    /// There is no such sequence, something that it needs is not given, or a pass cannot be drawn. The error says where.
    pub fn run(
        &self,
        name: &str,
        given: &[(String, SequenceValue)],
        device: &Device,
        chip: Option<Chip>,
    ) -> Result<(Vec<SequenceResult>, usize), Diagnostics> {
        let function = self.tree.functions.iter().find(|own| is_sequence(own) && own.name.text == name);
        let Some(function) = function else {
            let names = self.names();
            let title = format!("there is no sequence `{name}` in {}", self.name);
            let help = if names.is_empty() {
                "a sequence is a function whose result or parameter is a `texture`".to_owned()
            } else {
                format!("there are {}", names.join(", "))
            };
            return Err(self.error(Diagnostic::error(Code::C3001, Span::default(), title).help(help)));
        };
        let mut runner = Runner::new(self, device, chip);
        match runner.function(function, given) {
            Ok(results) => Ok((results, runner.passes)),
            Err(diagnostics) => Err(*diagnostics),
        }
    }

    fn error(&self, diagnostic: Diagnostic) -> Diagnostics {
        Diagnostics::new((*self.files).clone(), vec![diagnostic])
    }

    /// Compiles an entry.
    fn entry(&self, name: &str) -> Result<super::Program, Diagnostics> {
        let options = Options { entry: name.to_owned(), ..self.options.clone() };
        match &self.texts {
            Texts::Text(text) => super::compile(&self.name, text, &options),
            Texts::File(path) => match super::open(path, &options) {
                Ok(compiled) => compiled,
                Err(cause) => Err(self.error(Diagnostic::error(Code::C3001, Span::default(), cause.to_string()))),
            },
        }
    }
}

fn is_sequence(function: &FunctionItem) -> bool {
    let of_textures = function.result.text == TEXTURE || function.parameters.iter().any(|own| own.ty.text == TEXTURE);
    of_textures && function.body.is_some() && function.owner.is_none()
}
