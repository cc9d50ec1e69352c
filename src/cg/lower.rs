//! From a checked program to a fragment program and its listing.

use std::collections::BTreeMap;
use std::fmt;

use crate::fragment_program::counts::{Counts, Excess, check};
use crate::fragment_program::listing::{ListingError, Mapped, mapped_nv30, mapped_with};
use crate::fragment_program::shader::{NoShader, shader};
use crate::fragment_program::{
    Chip, FragmentProgram, LowerError, LowerTarget, RequestedRegister, Uniform, lower_fragment,
};
use crate::glsl::Dialect;
use crate::ir::Type;

use super::{ParameterKind, Profile, Program, header};

/// A program for a profile.
#[derive(Clone, PartialEq, Debug)]
pub struct Compiled {
    /// The program. Its local parameters are the program's uniforms, and its samplers have the numbers of the texture image units.
    pub program: FragmentProgram,
    /// The resources that it takes.
    pub counts: Counts,
    /// The resources of which the chip has too few, if it is compiled for one.
    pub excess: Vec<Excess>,
    /// For each uniform, in the order of the program's parameters: its register `program.local[n]`, if the program reads it.
    pub registers: Vec<Option<usize>>,
}

/// Why a program cannot be compiled for a profile.
#[derive(Clone, PartialEq, Debug)]
pub struct CompileError {
    program: String,
    files: crate::syntax::Files,
    error: LowerError,
}

impl CompileError {
    /// Whether the end of a loop is not known: with the values of uniforms it may be.
    pub fn is_open_loop(&self) -> bool {
        matches!(self.error, LowerError::DataDependentLoop { .. })
    }
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: {}", self.program, self.error)?;
        match self.error.span() {
            Some(span) => write!(f, "\n  {}", crate::fragment_program::place(&self.files, span)),
            None => Ok(()),
        }
    }
}

impl std::error::Error for CompileError {}

impl Program {
    /// Compiles the program for its profile, or for a chip of this profile. `values` are values of uniforms, by name, that are known and do
    /// not change: loops may depend on them.
    ///
    /// ```
    /// use brooklet::cg::{self, Options, Profile};
    /// let text = "float4 main(uniform float4 a) : COLOR { return a * 2; }";
    /// let program = cg::compile("twice.cg", text, &Options::of(Profile::Fp40))?;
    /// let compiled = program.lower(None, &[])?;
    /// assert_eq!(compiled.counts.alu, 1);
    /// assert_eq!(compiled.registers, [Some(0)]);
    /// assert!(program.listing(&compiled, "twice.cg")?.contains("#var float4 a :  : c[0] : 0 : 1"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The program needs something that the profile lacks, or has loops that cannot be unrolled.
    pub fn lower(&self, chip: Option<Chip>, values: &[(String, Vec<f32>)]) -> Result<Compiled, CompileError> {
        let target = LowerTarget {
            set: self.profile.set(),
            infinities: chip.is_none_or(|chip| chip.profile().infinities.value),
            rectangles: false,
            chip,
        };
        let mut known = BTreeMap::new();
        let mut asked = Vec::new();
        let uniforms = self.parameters.iter().filter(|own| matches!(own.kind, ParameterKind::Uniform { .. }));
        for (constant, parameter) in uniforms.enumerate() {
            let ParameterKind::Uniform { register, count, .. } = parameter.kind else { continue };
            let block = parameter.row.as_ref().map_or((0, 1), |row| (row.number, row.rows));
            asked.push(RequestedRegister { register, block });
            if let Some((_, values)) = values.iter().find(|(name, _)| *name == parameter.name) {
                for (component, value) in values.iter().take(count).enumerate() {
                    known.insert(Uniform::Constant { constant, component }, value.to_bits());
                }
            }
        }
        debug_assert_eq!(crate::ir::validate(&self.kernel).map_err(|invalid| invalid.to_string()), Ok(()));
        let lowered = lower_fragment(&self.kernel, target, &asked, &known).map_err(|error| CompileError {
            program: self.entry.clone(),
            files: self.warnings.files.clone(),
            error,
        })?;
        let counts = Counts::of(&lowered.program);
        let excess = chip.map(|chip| check(&lowered.program, chip)).unwrap_or_default();
        Ok(Compiled { program: lowered.program, counts, excess, registers: lowered.registers })
    }

    /// Returns the listing of a compiled program, with the lines by which programs of the time set its parameters. `arguments` is the
    /// command line.
    ///
    /// # Errors
    /// The assembler of the profile cannot take an instruction or a number.
    pub fn listing(&self, compiled: &Compiled, arguments: &str) -> Result<String, ListingError> {
        Ok(self.mapped_listing(compiled, arguments)?.text)
    }

    /// Returns the same as [`listing`](Program::listing), with the line of each instruction.
    ///
    /// # Errors
    /// The assembler of the profile cannot take an instruction or a number.
    pub fn mapped_listing(&self, compiled: &Compiled, arguments: &str) -> Result<Mapped, ListingError> {
        let lines = header::lines(self, &compiled.program, &compiled.registers, arguments);
        let mut mapped = match self.profile {
            Profile::Fp30 => {
                let names = header::declared(self, &compiled.program, &compiled.registers);
                mapped_nv30(&compiled.program, &lines, &names)?
            }
            Profile::Arbfp1 | Profile::Fp40 => mapped_with(&compiled.program, &lines)?,
        };
        let halves = compiled.program.halves().into_iter().filter(|half| *half).count();
        let (instructions, registers) = (compiled.program.executable().count(), compiled.program.temporaries - halves);
        let halves = if self.profile.has_half() { format!(", {halves} H-regs") } else { String::new() };
        mapped.text.push_str(&format!("# {instructions} instructions, {registers} R-regs{halves}\n"));
        Ok(mapped)
    }

    /// Returns a compiled program as a fragment shader in a dialect of GLSL. It is given its constant registers as `_parameters`, the slopes
    /// and starts of its attributes as `_lines`, three for each, and the sizes of its textures and their reciprocals as `_sizes`.
    ///
    /// # Errors
    /// What the dialect lacks, in words.
    pub fn shader(&self, compiled: &Compiled, dialect: Dialect) -> Result<String, String> {
        let made = shader(&compiled.program, dialect, &[]).map(|made| made.text);
        made.map_err(|NoShader(what)| {
            format!("program `{}` needs {what}, which {} does not have", self.entry, dialect.language())
        })
    }

    /// Returns the type of a colour's numbers and their count: what is written to each render target.
    pub fn colors(&self) -> Vec<usize> {
        self.kernel.interface.outputs.iter().map(|port| Type::count(port.ty)).collect()
    }
}
