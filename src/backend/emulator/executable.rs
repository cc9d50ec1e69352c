//! Executables: fragment programs that are translated for a chip, and can be executed for rectangles of fragments.

use crate::backend::{BackendError, PassCost};
use crate::fragment_program::arithmetic::{Fp24, G80, GeForce, Ieee, R520};
use crate::fragment_program::cost::Demand;
use crate::fragment_program::{Chip, FragmentProgram, InstructionSet, Opcode, Sampler, TextureTarget};
use crate::geometry::Rect;
use crate::ir::interpret::MAX_ITERATIONS;

use super::arithmetic::{in_arithmetic, translated};
use super::bytecode::{Allocated, Mipmaps};
use super::interpreter::{Bindings, Bounds, Ended, Pass, Surface, Work};
use super::special::Special;

/// A fragment program that is translated for a chip.
pub struct Executable {
    name: String,
    chip: Chip,
    allocated: Allocated,
    /// The translations that are specialized to single passes.
    special: Special,
    /// The numbers of instructions and fetches of each fragment. They are zero for a program with control flow.
    straight: (u32, u32),
    has_loops: bool,
    demand: Demand,
    samplers: Vec<Sampler>,
    parameters: usize,
    coordinates: usize,
    bounds: Bounds,
}

impl Executable {
    /// Translates a program.
    ///
    /// # Errors
    /// Fails if the program is malformed, or needs a feature that the chip lacks.
    pub fn new(program: &FragmentProgram, chip: Chip) -> Result<Executable, BackendError> {
        Executable::with_mipmaps(program, chip, &[])
    }

    /// Translates a program for textures some of which have mip levels.
    ///
    /// # Errors
    /// The same as for [`new`](Executable::new).
    pub fn with_mipmaps(program: &FragmentProgram, chip: Chip, mipmaps: &Mipmaps) -> Result<Executable, BackendError> {
        check(program, chip)?;
        let translated = translated(program, chip, None, mipmaps);
        let (allocated, translated) = translated.map_err(|fault| malformed(&program.name, fault.0))?;
        let executed = chip.profile().executed.value.max().map(|max| max as u64);
        Ok(Executable {
            name: program.name.clone(),
            chip,
            allocated,
            special: Special::new(program, chip, mipmaps),
            straight: translated.straight,
            has_loops: translated.has_loops,
            demand: Demand::of(program, chip),
            samplers: program.samplers.clone(),
            parameters: program.parameters.len(),
            coordinates: program.coordinates.len(),
            // Without loops, the static count of a program is already an upper bound of the number of executed instructions.
            bounds: Bounds { executed: executed.filter(|_| translated.has_loops), iterations: MAX_ITERATIONS },
        })
    }

    /// Returns the limits of a fragment.
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Returns the work per fragment that the program demands of the chip.
    pub fn demand(&self) -> &Demand {
        &self.demand
    }

    /// Returns the numbers of instructions and fetches of each fragment. Returns `None` for a program with control flow.
    pub fn static_cost(&self) -> Option<(u32, u32)> {
        (self.straight != (0, 0)).then_some(self.straight)
    }

    /// Sets the maximum total number of iterations of all loops of a fragment.
    pub fn max_iterations(mut self, max: u64) -> Executable {
        self.bounds.iterations = max;
        self
    }

    /// Specializes the program to each pass if `always` is true, otherwise to none.
    #[cfg(test)]
    pub fn specialized(mut self, always: bool) -> Executable {
        self.special.worth = if always { 0 } else { usize::MAX };
        self
    }

    /// Executes the program for the fragments of rectangles that do not overlap. There is one surface for each output, with `width`
    /// texels per row.
    ///
    /// # Errors
    /// Fails if a fragment executes more instructions than the chip allows, or does not end. In this case the surfaces are unchanged.
    pub fn run(
        &self,
        bindings: Bindings,
        width: usize,
        rects: &[Rect],
        surfaces: &mut [Surface],
    ) -> Result<PassCost, BackendError> {
        self.check_bindings(&bindings)?;
        self.check_surfaces(width, rects, surfaces)?;
        // A program with loops may fail. Then the surfaces are restored from these copies.
        let before: Vec<Vec<u32>> = match self.has_loops {
            true => surfaces.iter().map(|surface| surface.words.to_vec()).collect(),
            false => Vec::new(),
        };
        let special = self.special.program(&self.allocated, &bindings, rects);
        let program = special.as_deref().unwrap_or(&self.allocated);
        let pass = Pass { program, bindings, bounds: self.bounds, width };
        let (mut fragments, mut total) = (0, Work::default());
        for &rect in rects.iter().filter(|rect| rect.area() > 0) {
            match in_arithmetic!(self.chip, A => pass.run::<A>(rect, surfaces)) {
                Ok(work) => total += work,
                Err(ended) => {
                    for (surface, before) in surfaces.iter_mut().zip(&before) {
                        surface.words.copy_from_slice(before);
                    }
                    return Err(self.ended(ended));
                }
            }
            fragments += rect.area() as u64;
        }
        Ok(self.cost(fragments, total))
    }

    /// Executes the program for the fragments in these columns and rows, without writing anything. Returns the cost.
    ///
    /// # Errors
    /// The same as for [`run`](Executable::run).
    pub fn count(&self, bindings: Bindings, places: &[(usize, usize)]) -> Result<PassCost, BackendError> {
        self.check_bindings(&bindings)?;
        let pass = Pass { program: &self.allocated, bindings, bounds: self.bounds, width: 0 };
        let work = in_arithmetic!(self.chip, A => pass.count::<A>(places)).map_err(|ended| self.ended(ended))?;
        Ok(self.cost(places.len() as u64, work))
    }

    /// Returns the cost of this number of fragments. `work` is the work that a program with control flow has counted.
    fn cost(&self, fragments: u64, work: Work) -> PassCost {
        let instructions = Some(work.instructions + fragments * u64::from(self.straight.0));
        let fetches = Some(work.fetches + fragments * u64::from(self.straight.1));
        PassCost { fragments, instructions, fetches, predicted: None }
    }

    fn ended(&self, ended: Ended) -> BackendError {
        match ended {
            Ended::Executed(needed) => BackendError::Exceeds {
                what: format!("a fragment of kernel `{}`", self.name),
                resource: "instructions executed",
                needed,
                available: self.bounds.executed.unwrap_or(0),
                device: self.chip.name().to_owned(),
                hint: None,
            },
            Ended::Iterations(taken) => {
                BackendError::Endless { kernel: self.name.clone(), taken, max: self.bounds.iterations }
            }
        }
    }

    /// Checks that the number of arguments is the number that the program needs.
    fn check_given(&self, what: &str, wanted: usize, given: usize) -> Result<(), BackendError> {
        match wanted == given {
            true => Ok(()),
            false => Err(malformed(&self.name, format!("it has {wanted} {what}, and {given} are given"))),
        }
    }

    fn check_surfaces(&self, width: usize, rects: &[Rect], surfaces: &[Surface]) -> Result<(), BackendError> {
        self.check_given("render targets", self.allocated.outputs.len(), surfaces.len())?;
        for rect in rects {
            let fits = |surface: &Surface| {
                rect.x + rect.width <= width && (rect.y + rect.height) * width * surface.channels <= surface.words.len()
            };
            if !surfaces.iter().all(fits) {
                return Err(malformed(&self.name, format!("{rect} is not inside of its render targets")));
            }
        }
        Ok(())
    }

    fn check_bindings(&self, bindings: &Bindings) -> Result<(), BackendError> {
        self.check_given("constant registers", self.parameters, bindings.parameters.len())?;
        self.check_given("coordinates", self.coordinates, bindings.coordinates.len())?;
        self.check_given("textures", self.samplers.len(), bindings.textures.len())?;
        let profile = self.chip.profile();
        let rectangles_only = profile.float_rectangles_only.value;
        for (number, (sampler, texture)) in self.samplers.iter().zip(bindings.textures).enumerate() {
            let lacks = |what: &str| BackendError::Lacks {
                kernel: self.name.clone(),
                what: format!("{what} (texture {number}, of {} × {})", texture.width, texture.height),
                device: self.chip.name().to_owned(),
            };
            if texture.words.is_empty() {
                return Err(malformed(&self.name, format!("texture {number} has no texels")));
            }
            if rectangles_only && sampler.target != TextureTarget::Rectangle {
                return Err(lacks("float textures of another target than RECT"));
            }
        }
        Ok(())
    }
}

fn malformed(name: &str, what: String) -> BackendError {
    BackendError::Malformed { program: name.to_owned(), what }
}

/// Checks that the chip has all features and registers that a program uses. The length of the program is not checked here, but by its
/// counts.
fn check(program: &FragmentProgram, chip: Chip) -> Result<(), BackendError> {
    let lacks =
        |what: String| BackendError::Lacks { kernel: program.name.clone(), what, device: chip.name().to_owned() };
    let exceeds = |resource, needed: usize, available: usize| match needed > available {
        true => Err(BackendError::Exceeds {
            what: format!("kernel `{}`", program.name),
            resource,
            needed: needed as u64,
            available: available as u64,
            device: chip.name().to_owned(),
            hint: None,
        }),
        false => Ok(()),
    };
    let (profile, set) = (chip.profile(), chip.set());
    exceeds("render targets", program.outputs, profile.targets.value)?;
    exceeds("samplers", program.samplers.len(), profile.samplers.value)?;
    // The bytecode stores indices of constants and coordinates in 16 bits.
    exceeds("constants", program.parameters.len(), usize::from(u16::MAX))?;
    exceeds("coordinates", program.coordinates.len(), usize::from(u16::MAX))?;
    for instruction in &program.instructions {
        let name = instruction.opcode.name();
        let flow = matches!(instruction.opcode, Opcode::If | Opcode::Rep | Opcode::Loop | Opcode::Brk | Opcode::Ret);
        if flow && !set.branches() {
            return Err(lacks(format!("branches and loops ({name})")));
        }
        if !set.conditions() && (instruction.guard.is_some() || instruction.sets_condition) {
            return Err(lacks(format!("condition codes ({name})")));
        }
        if instruction.kind.precision().is_some() && !chip.has_half() {
            return Err(lacks(format!("numbers of less precision ({name})")));
        }
        if (!instruction.kind.is_float() || instruction.opcode == Opcode::Txf) && !set.integers() {
            return Err(lacks(format!("integers ({name})")));
        }
        if matches!(instruction.opcode, Opcode::Math(_)) && set != InstructionSet::Plain {
            return Err(lacks("functions as instructions".to_owned()));
        }
    }
    Ok(())
}
