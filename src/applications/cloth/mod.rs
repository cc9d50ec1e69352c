//! Cloth that hangs from two corners, blows in the wind, and tears.
//!
//! Buck et al., *Brook for GPUs* (section 6.2), have a step of a cloth among their kernels of several outputs. This one goes on
//! from there: masses on a grid, each with springs to its eight neighbours, gravity, damping along the springs, wind that presses
//! on the triangles between them, in gusts, and a floor. A spring that is stretched too far breaks, and stays broken; each is a
//! little stronger or weaker than the next. A step is one call of `demos/brook/cloth_torn.br`, which reads a mass and its
//! neighbours and writes three streams: positions, speeds, and how far each spring may be stretched (0: broken). It is one pass
//! where a device has three render targets, and else as many as it needs. Nothing is read back.
//!
//! Lengths are in distances of masses, each of mass 1. Speeds are changed first, and positions by the new speeds, which is stable
//! while the step is short: `step² · 12 stiffness + step · 24 damping < 4`, or it is an error. Each step is within rounding of the same
//! step in f64. Memory: twice twelve floats a mass.
//!
//! ```
//! use brooklet::{Device, applications::cloth::{Cloth, Settings}};
//! let device = Device::headless()?;
//! let mut cloth = Cloth::new(&device, Settings::of(12, 16))?;
//! for _ in 0..100 {
//!     cloth.step()?;
//! }
//! let state = cloth.state()?;
//! assert_eq!(state.positions[0][..3], [0.0, 0.0, 0.0]); // a corner is held
//! assert!(state.positions[12 * 16 - 8][1] < -11.0); // the middle of the lower edge has fallen
//! # Ok::<(), brooklet::applications::Error>(())
//! ```

mod settings;
mod state;

pub use settings::{ClothError, Settings};
pub use state::State;

use crate::brook::Program;
use crate::machine::{Device, Stream};
use crate::shape::Shape;

use super::Error;

const TEXT: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/demos/brook/cloth_torn.br"));

/// A piece of cloth on a device.
#[derive(Debug)]
pub struct Cloth {
    program: Program,
    settings: Settings,
    steps: usize,
    positions: Stream<[f32; 4]>,
    speeds: Stream<[f32; 3]>,
    springs: Stream<[f32; 4]>,
}

impl Cloth {
    /// A flat piece, held at its upper corners.
    ///
    /// # Errors
    /// Settings that are no numbers, too few masses, a step that is too long; what the device refuses.
    pub fn new(device: &Device, settings: Settings) -> Result<Cloth, Error> {
        settings.check()?;
        Cloth::of(device, settings, &State::flat(&settings), 0)
    }

    /// One that is in a state, after so many steps.
    ///
    /// # Errors
    /// The same; a state of another size.
    pub fn of(device: &Device, settings: Settings, state: &State, steps: usize) -> Result<Cloth, Error> {
        settings.check()?;
        let shape = Shape::from([settings.rows, settings.columns]);
        Ok(Cloth {
            program: Program::compile(device, "cloth_torn.br", TEXT)?,
            positions: device.upload_shaped(shape, &state.positions)?,
            speeds: device.upload_shaped(shape, &state.speeds)?,
            springs: device.upload_shaped(shape, &state.springs)?,
            settings,
            steps,
        })
    }

    /// Goes on by one step.
    ///
    /// # Errors
    /// What the device refuses.
    pub fn step(&mut self) -> Result<(), Error> {
        let settings = self.settings;
        let call = self.program.kernel("tear_and_move")?.constant("wind", settings.wind_at(self.steps));
        let call = call.constant("gravity", [0.0, -settings.gravity, 0.0]).constant("stiffness", settings.stiffness);
        let call = call.constant("damping", settings.damping).constant("drag", settings.drag);
        let call = call
            .constant("ground", settings.ground)
            .constant("step", settings.step)
            .constant("last", (settings.columns - 1) as f32);
        let call = call.in_out(["position", "at_all"], "new_position", &mut self.positions);
        let call = call.in_out(["speed", "speeds"], "new_speed", &mut self.speeds);
        call.in_out(["springs", "all_springs"], "new_springs", &mut self.springs).run()?;
        self.steps += 1;
        Ok(())
    }

    /// What acts on it.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// How many steps it has made.
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// Where the masses are, row by row from the top; in w 0 where they are held, else 1.
    pub fn positions(&self) -> &Stream<[f32; 4]> {
        &self.positions
    }

    /// How fast they are.
    pub fn speeds(&self) -> &Stream<[f32; 3]> {
        &self.speeds
    }

    /// How far the springs of each mass to the right, down, down right and down left may be stretched, in their own lengths:
    /// 0 where there is none, or it is broken.
    pub fn springs(&self) -> &Stream<[f32; 4]> {
        &self.springs
    }

    /// Reads all back.
    ///
    /// # Errors
    /// What the device refuses.
    pub fn state(&self) -> Result<State, Error> {
        let (positions, speeds, springs) = (self.positions.read()?, self.speeds.read()?, self.springs.read()?);
        Ok(State { positions, speeds, springs })
    }
}
