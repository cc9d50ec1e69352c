//! Cloth simulation: a piece of cloth hangs from two corners, moves in the wind, and tears.
//!
//! Buck et al., *Brook for GPUs* (section 6.2), use a step of a cloth as an example of a kernel with several outputs. This
//! simulation goes further. It has a grid of masses, each with springs to its eight neighbours, gravity, damping along the springs,
//! a floor, and wind that blows in gusts against the triangles between the masses. A spring that is stretched too far breaks and
//! stays broken. Springs differ a little in strength. A step is one call of `demos/brook/cloth_torn.br`, which reads a mass and its
//! neighbours, and writes three streams: positions, speeds, and the length to which each spring may be stretched (0 if it is
//! broken). It is one pass on a device with three render targets, and several passes on a device with fewer. Nothing is read back.
//!
//! The unit of length is the distance between neighbouring masses, and each mass is 1. A step updates the speeds first, then the
//! positions from the new speeds. This is stable while `step² · 12 stiffness + step · 24 damping < 4`; a longer step is an error.
//! Each step agrees with the same step in f64 except for rounding. Memory: twice twelve floats for each mass.
//!
//! ```
//! use brooklet::{Device, applications::cloth::{Cloth, Settings}};
//! let device = Device::headless()?;
//! let mut cloth = Cloth::new(&device, Settings::of(12, 16))?;
//! for _ in 0..100 {
//!     cloth.step()?;
//! }
//! let state = cloth.state()?;
//! assert_eq!(state.positions[0][..3], [0.0, 0.0, 0.0]); // this corner is held fixed
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
    /// Creates a flat piece of cloth, whose upper corners are held fixed.
    ///
    /// # Errors
    /// Settings that are not valid numbers; too few masses; a step that is too long; any error of the device.
    pub fn new(device: &Device, settings: Settings) -> Result<Cloth, Error> {
        settings.check()?;
        Cloth::of(device, settings, &State::flat(&settings), 0)
    }

    /// Creates a piece of cloth in the given state, which it has after `steps` steps.
    ///
    /// # Errors
    /// The same as for [`new`](Cloth::new); a state of another size.
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

    /// Computes one step.
    ///
    /// # Errors
    /// Any error of the device.
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

    /// Returns the size and the properties of the cloth, and the forces on it.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns the number of steps so far.
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// Returns the positions of the masses, row by row from the top. w is 0 for a mass that is held fixed, else 1.
    pub fn positions(&self) -> &Stream<[f32; 4]> {
        &self.positions
    }

    /// Returns the speeds of the masses, row by row from the top.
    pub fn speeds(&self) -> &Stream<[f32; 3]> {
        &self.speeds
    }

    /// Returns the lengths to which the springs of each mass to the right, down, down right and down left may be stretched, as
    /// multiples of their own lengths. A length is 0 if the spring is broken or does not exist.
    pub fn springs(&self) -> &Stream<[f32; 4]> {
        &self.springs
    }

    /// Reads the whole state back.
    ///
    /// # Errors
    /// Any error of the device.
    pub fn state(&self) -> Result<State, Error> {
        let (positions, speeds, springs) = (self.positions.read()?, self.speeds.read()?, self.springs.read()?);
        Ok(State { positions, speeds, springs })
    }
}
