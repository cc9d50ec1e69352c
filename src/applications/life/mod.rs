//! Conway's game of life, as an example of a program that needs no shader: texture mapping and blending compute it.
//!
//! Before there were fragment programs, people computed with what was behind the texture units. The *OpenGL Programming Guide* counts the
//! neighbours of a cell in the stencil buffer, and S. Green's *glLife* (2000) did so on the chips of its time, in 10 passes for a generation.
//! Here the blending unit adds, compares and subtracts, so that the result is a number that further passes can compute with. All passes draw
//! one kernel, which copies a texture to a shifted place.
//!
//! | passes | what they draw | blending | the texture has then |
//! |---|---|---|---|
//! | 3 | the cells, to the left, here and to the right | none, add, add | the sum of 3 in a row |
//! | 3 | those sums, below, here and above | none, add, add | the sum of 3 × 3 cells |
//! | 1 | the cells | subtract a half of them | *v* = the neighbours, and a half if the cell lives |
//! | 3 | *v*, and the colours 3.5 and 4 | none, max, min | *v* from 3.5 to 4 |
//! | 2 | the colours 2 and 2.5 | max, min | *v* from 2 to 2.5 |
//! | 2 | the former, and the colour 1.5 | subtract, add | a half where *v* is 2.5, 3 or 3.5, else 0 |
//! | 2 | that, twice | none, add | the next generation |
//!
//! A cell lives in the next generation if it has 3 neighbours now, or 2 and lives itself: if *v* is 2.5, 3 or 3.5. These are
//! [16 passes](Rule::Blending) of copies, beside [one](Rule::Kernel) of a kernel that computes the same. All numbers are halves of whole
//! numbers up to 9, so that both are exact. The field is a torus: beyond its last column is its first. Nothing is read back.
//!
//! ```
//! use brooklet::applications::life::{Life, Rule};
//! let device = brooklet::Device::headless()?;
//! let blinker = [
//!     0.0, 0.0, 0.0, 0.0, 0.0,
//!     0.0, 0.0, 0.0, 0.0, 0.0,
//!     0.0, 1.0, 1.0, 1.0, 0.0,
//!     0.0, 0.0, 0.0, 0.0, 0.0,
//! ];
//! let mut life = Life::new(&device, [5, 4], &blinker, Rule::Blending)?;
//! let (stepped, trace) = device.traced(|| life.step());
//! stepped?;
//! assert!(trace.passes().all(|pass| pass.kernel == "life_copy"));
//! let column = [0.0, 0.0, 1.0, 0.0, 0.0];
//! assert_eq!(life.cells().read()?, [[0.0; 5], column, column, column].concat());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::generator::{key_of, philox};
use crate::{Blend, BlendFactor, Device, Kernel, Stream, glsl};

use super::Error;

/// How a generation is computed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Rule {
    /// By copies and blending: 16 passes. It needs [`float_blending`](crate::Features::float_blending).
    #[default]
    Blending,
    /// By a kernel: 1 pass.
    Kernel,
}

impl Rule {
    /// All ways.
    pub const ALL: [Rule; 2] = [Rule::Blending, Rule::Kernel];

    /// Returns its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Rule::Blending => "blending",
            Rule::Kernel => "kernel",
        }
    }
}

/// Why there is no such field.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum LifeError {
    /// The field has no cells, or too many.
    #[error("a field of {columns} × {rows} cells: it must have from 1 to {MAX_SIDE} columns and rows")]
    Size {
        /// The number of columns.
        columns: usize,
        /// The number of rows.
        rows: usize,
    },
    /// The share of living cells is not from 0 to 1.
    #[error("the share of cells that live is {share}; it must be from 0 to 1")]
    Share {
        /// The share.
        share: f32,
    },
}

/// The maximum number of columns and rows.
pub const MAX_SIDE: usize = 1 << 14;

/// A field of cells, 1 where a cell lives and 0 elsewhere.
#[derive(Debug)]
pub struct Life {
    device: Device,
    rule: Rule,
    /// Columns and rows.
    size: [usize; 2],
    cells: Stream<f32>,
    /// The textures that the passes of a generation write, as many as the rule needs.
    work: Vec<Stream<f32>>,
    /// Textures of one texel: 2, 2.5, 3.5, 4 and 1.5.
    colours: Vec<Stream<f32>>,
    kernel: Kernel,
}

/// The cells of a field that are drawn at random: each lives with this probability. The same seed gives the same cells on every device.
///
/// # Errors
/// [`LifeError`], for a size or a share that is out of range.
pub fn random([columns, rows]: [usize; 2], share: f32, seed: u64) -> Result<Vec<f32>, LifeError> {
    check([columns, rows])?;
    if !(0.0..=1.0).contains(&share) {
        return Err(LifeError::Share { share });
    }
    let key = key_of(seed);
    let blocks = (0..(columns * rows).div_ceil(4) as u32).flat_map(|block| philox([block, 0, 0, 0], key));
    // Words of 32 bits are below 2^32, so that all live at a share of 1.
    let lives = |word: u32| f64::from(word) < f64::from(share) * 2f64.powi(32);
    Ok(blocks.take(columns * rows).map(|word| f32::from(lives(word))).collect())
}

fn check([columns, rows]: [usize; 2]) -> Result<(), LifeError> {
    let is_side = |side| (1..=MAX_SIDE).contains(&side);
    if is_side(columns) && is_side(rows) { Ok(()) } else { Err(LifeError::Size { columns, rows }) }
}

impl Life {
    /// Makes a field of `size` columns and rows. A cell lives where the number is above 0.5.
    ///
    /// # Errors
    /// [`LifeError::Size`]; a number of cells that differs from the size's. Whether the device blends floats shows in the first step.
    pub fn new(device: &Device, size: [usize; 2], cells: &[f32], rule: Rule) -> Result<Life, Error> {
        check(size)?;
        let [columns, rows] = size;
        let cells: Vec<f32> = cells.iter().map(|cell| f32::from(*cell > 0.5)).collect();
        let cells = device.upload_shaped([rows, columns], &cells)?;
        let source = match rule {
            Rule::Blending => glsl!("applications/life_copy.frag"),
            Rule::Kernel => glsl!("applications/life_step.frag"),
        };
        let (textures, colours) = match rule {
            Rule::Blending => (3, &[2.0, 2.5, 3.5, 4.0, 1.5][..]),
            Rule::Kernel => (1, &[][..]),
        };
        let work = (0..textures).map(|_| device.stream([rows, columns])).collect::<Result<_, _>>()?;
        let colour = |number: &f32| device.upload_shaped([1, 1], &[*number]);
        let colours = colours.iter().map(colour).collect::<Result<_, _>>()?;
        Ok(Life { device: device.clone(), rule, size, cells, work, colours, kernel: device.kernel(&source)? })
    }

    /// Returns the cells, in rows: 1 where a cell lives and 0 elsewhere.
    pub fn cells(&self) -> &Stream<f32> {
        &self.cells
    }

    /// Computes the next generation.
    ///
    /// # Errors
    /// Any error of the device: it may lack [`float_blending`](crate::Features::float_blending).
    pub fn step(&mut self) -> Result<(), Error> {
        match self.rule {
            Rule::Blending => self.blend(),
            Rule::Kernel => {
                let next = &mut self.work[0];
                self.device.pass(&self.kernel).input("cells", &self.cells).output("next", next).run()?;
                self.cells.swap(next);
                Ok(())
            }
        }
    }

    fn blend(&mut self) -> Result<(), Error> {
        let [sums, low, high] = &mut self.work[..] else { unreachable!("blending has three textures") };
        let [two, two_and_half, three_and_half, four, one_and_half] = &self.colours[..] else {
            unreachable!("blending has five colours")
        };
        let [columns, rows] = self.size;
        let add = Some(Blend::ADD);
        let half = [0.5; 4];
        let less_half = Blend::REVERSE_SUBTRACT.factors(BlendFactor::Constant, BlendFactor::One).constant(half);
        let device = &self.device;
        let kernel = &self.kernel;
        let shifted = |from: &Stream<f32>, [right, up]: [usize; 2], to: &mut Stream<f32>, blend: Option<Blend>| {
            let pass = device.pass(kernel).input("picture", from).constant("right", right).constant("up", up);
            let pass = pass.output("drawn", to);
            match blend {
                Some(blend) => pass.blend(blend).run(),
                None => pass.run(),
            }
        };
        let draw = |from: &Stream<f32>, to: &mut Stream<f32>, blend| shifted(from, [0, 0], to, blend);
        // The sum of a row of three, and of three such rows.
        shifted(&self.cells, [columns - 1, 0], sums, None)?;
        draw(&self.cells, sums, add)?;
        shifted(&self.cells, [1, 0], sums, add)?;
        shifted(sums, [0, rows - 1], low, None)?;
        draw(sums, low, add)?;
        shifted(sums, [0, 1], low, add)?;
        draw(&self.cells, low, Some(less_half))?;
        // What is a half above 3.5, and what is a half above 2.
        draw(low, high, None)?;
        draw(three_and_half, high, Some(Blend::MAX))?;
        draw(four, high, Some(Blend::MIN))?;
        draw(two, low, Some(Blend::MAX))?;
        draw(two_and_half, low, Some(Blend::MIN))?;
        draw(high, low, Some(Blend::REVERSE_SUBTRACT))?;
        draw(one_and_half, low, add)?;
        draw(low, &mut self.cells, None)?;
        draw(low, &mut self.cells, add)?;
        Ok(())
    }
}
