//! Cloth that hangs from two corners, blows in the wind, and tears.
//!
//! Buck et al., *Brook for GPUs* (section 6.2), count a step of a cloth among their kernels with several outputs. This one goes
//! further: a grid of masses, each with springs to its eight neighbours, gravity, damping along the springs, a floor, and wind that
//! blows in gusts against the triangles between the masses. A spring that is stretched too far breaks and stays broken; springs
//! differ a little in strength. A step is one call of `demos/brook/cloth_torn.br`, which reads a mass and its neighbours and writes
//! three streams: positions, speeds, and how far each spring may be stretched (0: broken). It is one pass on a device with three
//! render targets, and several passes on a device with fewer. Nothing is read back.
//!
//! Lengths are in units of the distance between neighbouring masses; each mass is 1. A step updates the speeds first, then the
//! positions from the new speeds. This is stable while `step² · 12 stiffness + step · 24 damping < 4`; a longer step is an error.
//! Each step matches the same step in f64 to within rounding. Memory: twice twelve floats a mass.
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
    /// Creates a flat piece that is held at its upper corners.
    ///
    /// # Errors
    /// Settings that are not numbers, too few masses, a step that is too long; what the device refuses.
    pub fn new(device: &Device, settings: Settings) -> Result<Cloth, Error> {
        settings.check()?;
        Cloth::of(device, settings, &State::flat(&settings), 0)
    }

    /// Creates a piece in the given state, after `steps` steps.
    ///
    /// # Errors
    /// As [`new`](Cloth::new); a state of another size.
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

    /// The size and properties of the cloth, and what acts on it.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// How many steps it has made.
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// The positions of the masses, row by row from the top; w is 0 where a mass is held, else 1.
    pub fn positions(&self) -> &Stream<[f32; 4]> {
        &self.positions
    }

    /// The speeds of the masses, row by row from the top.
    pub fn speeds(&self) -> &Stream<[f32; 3]> {
        &self.speeds
    }

    /// How far the springs of each mass to the right, down, down right and down left may be stretched, as multiples of their own
    /// lengths: 0 where there is no spring, or it is broken.
    pub fn springs(&self) -> &Stream<[f32; 4]> {
        &self.springs
    }

    /// Reads the whole state back.
    ///
    /// # Errors
    /// What the device refuses.
    pub fn state(&self) -> Result<State, Error> {
        let (positions, speeds, springs) = (self.positions.read()?, self.speeds.read()?, self.springs.read()?);
        Ok(State { positions, speeds, springs })
    }
}
