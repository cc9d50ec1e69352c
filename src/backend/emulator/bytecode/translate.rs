//! Translates a program into channel operations and control flow.
//!
//! The components of temporaries and outputs, and the condition code, are variables. In straight-line code, a variable is only a name
//! for a value, and a move only renames. At the end of a branch, each variable becomes a selection by the branch's mask. A variable
//! that a loop changes has a home. The home is written at the end of the loop's body and where fragments leave the loop, each time for
//! those fragments that are still in the loop. Each block has the mask of the fragments that execute it. A block that no fragment
//! executes is skipped.

use crate::fragment_program::{Chip, FragmentProgram, Instruction, Opcode};

use super::blocks::{Block, blocks};
use super::code::Code;
use super::fault::Fault;
use super::graph::{Graph, NONE, Numbers, Origin, Step, Value};
use super::mipmaps::Mipmaps;
use super::sides::Quad;

/// The variables of a program, which are numbered.
#[derive(Clone, Copy, Debug)]
pub struct Variables {
    pub temporaries: usize,
    pub outputs: usize,
}

impl Variables {
    pub fn temporary(&self, number: usize, component: usize) -> Option<usize> {
        (number < self.temporaries).then_some(4 * number + component)
    }

    pub fn output(&self, number: usize, component: usize) -> Option<usize> {
        (number < self.outputs).then_some(4 * (self.temporaries + number) + component)
    }

    pub fn condition(&self, component: usize) -> usize {
        4 * (self.temporaries + self.outputs) + component
    }

    fn count(&self) -> usize {
        self.condition(4)
    }
}

/// A loop, or the whole program, that fragments can leave.
pub struct Leavable {
    /// The index of the outermost of the masks that fragments are removed from when they leave.
    pub mask: usize,
    /// The variables with homes, each with its home.
    pub homes: Vec<(usize, Value)>,
}

/// The values of a pass that are known before it is executed.
#[derive(Clone, Copy)]
pub struct Known<'a> {
    /// The constant registers.
    pub parameters: &'a [[u32; 4]],
    /// The coordinates. For each component, they have the slope per column, the slope per row, and the start.
    pub coordinates: &'a [[[f32; 3]; 4]],
    /// The numbers of columns, rows and layers of the textures.
    pub textures: &'a [[usize; 3]],
    /// The first and the last column that are drawn.
    pub columns: (usize, usize),
    /// The first and the last row that are drawn.
    pub rows: (usize, usize),
}

/// The largest column or row up to which all centres are exact in every float format.
const LAST_MIDDLE: usize = 1 << 14;

/// The state of a translation. Its fields are what the translation of each kind of instruction reads or changes.
pub struct Translator<'a> {
    pub program: &'a FragmentProgram,
    pub known: Option<Known<'a>>,
    pub mipmaps: &'a Mipmaps,
    pub layout: Variables,
    pub graph: Graph,
    /// The current value of each variable.
    pub variables: Vec<Value>,
    /// The maximum number of iterations of a counted loop.
    pub max_iterations: u32,
    /// Whether a multiply-add is split into a multiplication and an addition where that is faster.
    pub splits_multiply_add: bool,
    store: fn(u32) -> u32,
    /// For each enclosing block, the mask of the fragments that execute it, outermost first. Empty in programs without control flow.
    pub masks: Vec<Value>,
    /// The mask of the fragments that no `KIL` has discarded.
    pub alive: Option<Value>,
    pub whole: Leavable,
    pub loops: Vec<Leavable>,
    /// The numbers of instructions and fetches that are not counted yet.
    uncounted: (u32, u32),
    /// The numbers of instructions and fetches of each fragment, in a program without control flow.
    pub straight: (u32, u32),
    pub has_loops: bool,
    pub quad: Quad,
}

/// A translated program.
pub struct Translated {
    pub graph: Graph,
    /// The components of each output.
    pub outputs: Vec<[Value; 4]>,
    /// The mask of the fragments that are written, or `None` if all are.
    pub alive: Option<Value>,
    /// The numbers of instructions and fetches of each fragment, in a program without control flow.
    pub straight: (u32, u32),
    pub has_loops: bool,
}

/// Translates a program, for all passes or for a single pass. `store` converts literals to the chip's format.
pub fn translate(
    program: &FragmentProgram,
    chip: Chip,
    numbers: Numbers,
    store: fn(u32) -> u32,
    known: Option<Known>,
    mipmaps: &Mipmaps,
) -> Result<Translated, Fault> {
    let layout = Variables { temporaries: program.temporaries, outputs: program.results() };
    let all = (0, chip.profile().largest_texture.value.saturating_sub(1));
    let (columns, rows) = known.map_or((all, all), |known| (known.columns, known.rows));
    let mut graph = Graph::new(numbers, columns, rows);
    let zero = graph.literal(0);
    let of_chip = chip.profile().loop_iterations.value.max().unwrap_or(i32::MAX as usize);
    // A machine without limits runs programs of chips as these do.
    let max = of_chip.min(program.set.max_iterations() as usize);
    let mut translator = Translator {
        program,
        known,
        mipmaps,
        layout,
        graph,
        variables: vec![zero; layout.count()],
        max_iterations: max as u32,
        splits_multiply_add: !matches!(chip, Chip::None | Chip::R520 | Chip::G80),
        store,
        masks: Vec::new(),
        alive: None,
        whole: Leavable { mask: 0, homes: Vec::new() },
        loops: Vec::new(),
        uncounted: (0, 0),
        straight: (0, 0),
        has_loops: false,
        quad: Quad::default(),
    };
    translator.whole_program()?;
    let outputs = (0..layout.outputs).map(|number| {
        std::array::from_fn(|c| translator.variables[layout.condition(0) - 4 * (layout.outputs - number) + c])
    });
    let outputs = outputs.collect();
    let Translator { graph, alive, straight, has_loops, .. } = translator;
    Ok(Translated { graph, outputs, alive, straight, has_loops })
}

fn has(program: &FragmentProgram, opcode: Opcode) -> bool {
    program.instructions.iter().any(|instruction| instruction.opcode == opcode)
}

impl Translator<'_> {
    /// Returns the bits of a literal in the chip's format.
    pub fn stored(&self, bits: u32) -> u32 {
        (self.store)(bits)
    }

    pub fn coordinate(&mut self, number: usize, component: usize) -> Value {
        if let Some(known) = self.known {
            let last = known.columns.1.max(known.rows.1);
            match known.coordinates[number][component] {
                [1.0, 0.0, 0.0] if last < LAST_MIDDLE => return self.middle(0),
                [0.0, 1.0, 0.0] if last < LAST_MIDDLE => return self.middle(1),
                [0.0, 0.0, start] => {
                    // Adding zero turns negative zero into positive zero.
                    let bits = self.stored((start + 0.0).to_bits());
                    return self.graph.literal(bits);
                }
                _ => {}
            }
        }
        let (column, row) = (self.middle(0), self.middle(1));
        self.graph.make(Code::Coordinate(number as u16, component as u8), &[column, row])
    }

    fn whole_program(&mut self) -> Result<(), Fault> {
        let program = self.program;
        let flow = [Opcode::If, Opcode::Rep, Opcode::Loop, Opcode::Brk, Opcode::Ret];
        let has_flow = flow.into_iter().any(|opcode| has(program, opcode));
        let kills = has(program, Opcode::Kil);
        let derives =
            |own: &Instruction| matches!(own.opcode, Opcode::Ddx | Opcode::Ddy) || self.compares_neighbours(own);
        if !has_flow && program.instructions.iter().any(derives) {
            if kills {
                self.begin_masks();
            }
            self.with_derivatives()?;
            match kills {
                true => self.flush(),
                false => self.straight = self.uncounted,
            }
            return Ok(());
        }
        if !has_flow && !kills {
            for instruction in &program.instructions {
                self.count(instruction);
                self.compute(instruction)?;
            }
            self.straight = self.uncounted;
            return Ok(());
        }
        let tree = blocks(&program.instructions)?;
        // Coordinates are computed at the start. If they were computed in a block that may be skipped, they would be available only
        // there.
        for number in 0..program.coordinates.len() {
            for component in 0..4 {
                self.coordinate(number, component);
            }
        }
        let mask = self.begin_masks();
        if has(program, Opcode::Ret) {
            let outputs = self.layout.condition(0) - 4 * self.layout.outputs..self.layout.condition(0);
            self.whole.homes = self.homes(outputs);
        }
        self.blocks(&tree)?;
        self.flush();
        let homes = std::mem::take(&mut self.whole.homes);
        self.leave(&homes, mask);
        for (variable, home) in homes {
            self.variables[variable] = home;
        }
        Ok(())
    }

    /// Begins the masks of a program that fragments can leave. Returns the mask of those that have not left it.
    fn begin_masks(&mut self) -> Value {
        let live = self.graph.source(Origin::Live);
        let mask = self.graph.copy(live);
        self.masks.push(mask);
        if has(self.program, Opcode::Kil) {
            self.alive = Some(self.graph.copy(live));
        }
        mask
    }

    pub fn mask(&self) -> Value {
        self.masks.last().copied().unwrap_or(NONE)
    }

    pub fn count(&mut self, instruction: &Instruction) {
        self.uncounted.0 += 1;
        let fetches = instruction.opcode.is_texture() && instruction.opcode != Opcode::Kil;
        self.uncounted.1 += u32::from(fetches);
    }

    /// Adds a step that counts the instructions and fetches that were translated since the last such step. It is called before the mask
    /// changes.
    pub fn flush(&mut self) {
        let (instructions, fetches) = std::mem::take(&mut self.uncounted);
        if instructions > 0 {
            let mask = self.mask();
            self.graph.steps.push(Step::Count(mask, instructions, fetches));
        }
    }

    pub fn blocks(&mut self, blocks: &[Block]) -> Result<(), Fault> {
        let program = self.program;
        for block in blocks {
            match block {
                Block::Plain(number) => {
                    let instruction = &program.instructions[*number];
                    self.count(instruction);
                    match instruction.opcode {
                        Opcode::Brk => self.leave_loop(instruction)?,
                        Opcode::Ret => self.leave_program(instruction)?,
                        Opcode::Kil => self.kill(instruction)?,
                        _ => self.compute(instruction)?,
                    }
                }
                Block::If(number, then, otherwise) => {
                    self.branch(&program.instructions[*number], then, otherwise)?;
                }
                Block::Loop(number, body) => self.repeat(&program.instructions[*number], body)?,
            }
        }
        Ok(())
    }
}
