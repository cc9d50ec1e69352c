//! The positions and velocities of particles on a device, and the passes that move and reorder them.

use crate::applications::Error;
use crate::error::Error as DeviceError;
use crate::glsl;
use crate::kernel::Source;
use crate::machine::{Device, Kernel, Pass, Stream};

use super::motion::Motion;
use super::{ParticlesError, State};

/// The outputs of kernels that write positions and velocities, and the parameters that say whether a kernel has them.
const OUTPUTS: [(&str, &str); 2] = [("position_now_0", "writes_position"), ("velocity_now_0", "writes_velocity")];

/// Particles on a device. They may be in any order: the fourth component of a position is the index of its particle.
pub(in crate::applications) struct Bodies {
    pub position: Stream<[f32; 4]>,
    pub velocity: Stream<[f32; 4]>,
}

impl Bodies {
    /// Uploads a state, whose numbers have been checked.
    pub fn upload(device: &Device, state: &State) -> Result<Bodies, Error> {
        let count = state.positions.len();
        let max = device.features().exact_integer.min(1 << 24) as usize;
        if count > max {
            return Err(ParticlesError::TooMany { count, max }.into());
        }
        let numbered = |(number, at): (usize, &[f32; 3])| [at[0], at[1], at[2], number as f32];
        let positions: Vec<[f32; 4]> = state.positions.iter().enumerate().map(numbered).collect();
        let velocities: Vec<[f32; 4]> = state.velocities.iter().map(|v| [v[0], v[1], v[2], 0.0]).collect();
        Ok(Bodies { position: device.upload(&positions)?, velocity: device.upload(&velocities)? })
    }

    /// Applies gravity, velocities and walls. Sets the fourth component of velocities to 0.
    pub fn integrate(&mut self, motion: &Motion) -> Result<(), DeviceError> {
        let (step, (lowest, highest)) = (motion.time_step, motion.room);
        let (position, velocity) = (&self.position, &self.velocity);
        let kernels = self.kernels(&glsl!("applications/particles_integrate.frag"))?;
        let made = self.both(&kernels, |pass| {
            let pass = pass.input("position", position).input("velocity", velocity);
            let pass = pass.constant("lowest", lowest).constant("highest", highest).constant("time_step", step);
            pass.constant("gained", motion.gravity.map(|pull| pull * step)).constant("bounce", motion.bounce)
        })?;
        [self.position, self.velocity] = made;
        Ok(())
    }

    /// Puts the particles in this order.
    pub fn gather(&mut self, order: &Stream<f32>) -> Result<(), DeviceError> {
        let (position, velocity) = (&self.position, &self.velocity);
        let kernels = self.kernels(&glsl!("applications/particles_gather.frag"))?;
        let made = self.both(&kernels, |pass| {
            pass.input("order", order).input("position", position).input("velocity", velocity)
        })?;
        [self.position, self.velocity] = made;
        Ok(())
    }

    /// Compiles the kernel that writes positions and velocities, or two kernels if a pass has only one render target.
    fn kernels(&self, source: &Source) -> Result<Vec<(&'static [usize], Kernel)>, DeviceError> {
        let device = self.position.device();
        let kernel = |written: &'static [usize]| {
            let writes = |source: Source, k: usize| source.parameter(OUTPUTS[k].1, i32::from(written.contains(&k)));
            Ok((written, device.kernel(&(0..2).fold(source.clone(), writes))?))
        };
        [0, 1].chunks(device.limits().targets.min(2)).map(kernel).collect()
    }

    /// Runs these kernels.
    fn both<'a>(
        &self,
        kernels: &'a [(&'static [usize], Kernel)],
        bind: impl Fn(Pass<'a>) -> Pass<'a>,
    ) -> Result<[Stream<[f32; 4]>; 2], DeviceError> {
        let (device, count) = (self.position.device(), self.position.len());
        let mut made = [device.stream(count)?, device.stream(count)?];
        for (written, kernel) in kernels {
            let mut pass = bind(device.pass(kernel));
            for (k, stream) in made.iter_mut().enumerate().filter(|(k, _)| written.contains(k)) {
                pass = pass.output(OUTPUTS[k].0, stream);
            }
            pass.run()?;
        }
        Ok(made)
    }

    /// Reads back all particles, in the order of their indices.
    pub fn state(&self) -> Result<State, Error> {
        let (positions, velocities) = (self.position.read()?, self.velocity.read()?);
        let count = positions.len();
        let mut state = State { positions: vec![[0.0; 3]; count], velocities: vec![[0.0; 3]; count] };
        for ([x, y, z, number], [u, v, w, _]) in positions.into_iter().zip(velocities) {
            state.positions[number as usize] = [x, y, z];
            state.velocities[number as usize] = [u, v, w];
        }
        Ok(state)
    }
}
