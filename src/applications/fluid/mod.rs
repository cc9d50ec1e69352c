//! A fluid on a grid that flows around obstacles, as an example of predication: the depth test skips the cells of obstacles.
//!
//! The method is J. Stam's (*Stable Fluids*, 1999), after M. Harris, *Fast Fluid Dynamics Simulation on the GPU*, GPU Gems, chapter 38. Which cells
//! are obstacles is in the depth buffer, after M. Harris and I. Buck, *GPU Flow-Control Idioms*, GPU Gems 2, chapter 34.
//!
//! Each cell has a velocity in cells a step, a pressure, and a density of dye, all at its centre. Fluid and dye flow in at the left column, which
//! keeps what it has, and flow out at the right. The upper and the lower border are walls along which the fluid slides. An obstacle is any set of
//! cells: their velocity, pressure and dye are 0.
//!
//! | passes of a step | kernel | what it does |
//! |---|---|---|
//! | 2 | `fluid_advect` | advects velocity, and then dye: interpolates them bilinearly at the place where the fluid of a cell was a step ago |
//! | 1 | `fluid_divergence` | computes how much more flows out of a cell than into it |
//! | [`iterations`](Settings::iterations) | `fluid_pressure` | computes a Jacobi iteration of the pressure, which begins with that of the last step |
//! | 1 | `fluid_project` | subtracts the gradient of the pressure from the velocity |
//!
//! In the beginning, one pass of `fluid_open` finds to which of its four neighbours each cell is open; with early z, one of `fluid_cull` sets the depths.
//!
//! The cells of obstacles and of the left column have nothing to compute in any of these passes:
//!
//! | method | what happens there |
//! |---|---|
//! | [`Predication::None`] | the kernel computes, and writes what the cell had |
//! | [`Predication::Branch`] | the kernel branches around its work, and writes what the cell had |
//! | [`Predication::EarlyZ`] | the depth test fails, and nothing is written: both textures that take turns have had these values from the beginning |
//!
//! All methods run the same expressions, and so compute the same numbers, as tests hold on Mesa and on all chips. [`skipped`](Fluid::skipped) says
//! which share of all fragments did not pass the test, by an [`OcclusionQuery`]. Whether a device really skips the kernel for these is its own
//! matter. An emulated chip skips blocks of them, and its [trace](crate::Trace) has the fragments that ran.
//!
//! **Differences from chapter 38.** There is no pass for viscosity: bilinear interpolation smooths velocities already, more than the viscosity
//! of air would. The pressure begins with that of the last step, and not with 0, so that fewer iterations suffice. Obstacles need no passes of
//! their own: the pressure of a neighbour that is an obstacle counts as the cell's own, and nothing flows through the side between.
//!
//! **Exactness.** A step differs from one in double precision by a few roundings, and an unsteady flow enlarges the difference from step to step.
//! Advection makes no number larger. Velocities and pressures are at the same places, so the projection makes the divergence smaller, and not 0.
//! If obstacles leave no way out, the pressure rises in each step.
//!
//! ```
//! use brooklet::applications::fluid::{Fluid, Predication, Settings};
//! let device = brooklet::Device::headless()?;
//! let settings = Settings { size: [48, 24], ..Settings::default() };
//! let mut fluid = Fluid::new(&device, &settings, &settings.disc())?;
//! let mut other = Fluid::new(&device, &Settings { predication: Predication::None, ..settings }, &settings.disc())?;
//! for _ in 0..5 {
//!     fluid.step()?;
//!     other.step()?;
//! }
//! assert_eq!(fluid.dye().read()?, other.dye().read()?);
//! if let Some(skipped) = fluid.skipped()? {
//!     assert!(skipped > 0.02 && other.skipped()? == Some(0.0));
//! }
//! # Ok::<(), brooklet::applications::Error>(())
//! ```

mod settings;

pub use super::predication::Predication;
pub use settings::{FluidError, MAX_ITERATIONS, MAX_SIDE, MAX_SPEED, Settings};

use crate::kernel::Source;
use crate::{Compare, DepthStencil, DepthTest, Device, Kernel, Layout, OcclusionQuery, Pass, Stream, glsl};

use super::Error;

/// A fluid on a device.
#[derive(Debug)]
pub struct Fluid {
    settings: Settings,
    kernels: Kernels,
    kept: KeptCells,
    open: Stream<[f32; 4]>,
    /// The first of each two is current.
    velocity: [Stream<[f32; 2]>; 2],
    dye: [Stream<f32>; 2],
    pressure: [Stream<f32>; 2],
    divergence: Stream<f32>,
}

#[derive(Debug)]
struct Kernels {
    velocity: Kernel,
    dye: Kernel,
    divergence: Kernel,
    pressure: Kernel,
    project: Kernel,
}

impl Kernels {
    fn new(device: &Device, predication: Predication) -> Result<Kernels, Error> {
        let kernel = |source: Source| {
            let source = source.parameter("tests", predication == Predication::None);
            device.kernel(&source.parameter("branches", predication == Predication::Branch))
        };
        let advect = || -> Source { glsl!("applications/fluid_advect.frag") };
        Ok(Kernels {
            velocity: kernel(advect().element::<[f32; 2]>())?,
            dye: kernel(advect())?,
            divergence: kernel(glsl!("applications/fluid_divergence.frag"))?,
            pressure: kernel(glsl!("applications/fluid_pressure.frag"))?,
            project: kernel(glsl!("applications/fluid_project.frag"))?,
        })
    }
}

/// Which cells keep what they have, and how passes leave them out.
#[derive(Debug)]
struct KeptCells {
    device: Device,
    /// 1 for a cell that keeps what it has, and 0 for others.
    mask: Stream<f32>,
    /// The depths of the cells, for early z: 0 for those that keep what they have, and 1 for others.
    depths: Option<DepthStencil>,
    /// Whether the fragments of its passes are counted.
    counts: bool,
    /// Counts the fragments of the passes of the last step.
    query: Option<OcclusionQuery>,
}

impl KeptCells {
    fn new(device: &Device, mask: Stream<f32>, predication: Predication) -> Result<KeptCells, Error> {
        let depths = match predication {
            Predication::None | Predication::Branch => None,
            Predication::EarlyZ => {
                let kernel = device.kernel(&glsl!("applications/fluid_cull.frag"))?;
                let mut depths = device.depth_stencil(&mask)?;
                let pass = device.pass(&kernel).input("kept", &mask).depth_stencil(&mut depths);
                pass.depth_test(DepthTest::new(Compare::Always).write()).run()?;
                Some(depths)
            }
        };
        Ok(KeptCells { device: device.clone(), mask, depths, counts: predication.counts(device), query: None })
    }

    /// Makes a new query, if fragments are counted.
    fn start(&mut self) -> Result<(), Error> {
        self.query = match self.counts {
            true => Some(self.device.occlusion_query()?),
            false => None,
        };
        Ok(())
    }

    /// Runs a pass of `kernel` that `bind` binds the streams of.
    fn run<'a>(&'a mut self, kernel: &'a Kernel, bind: impl FnOnce(Pass<'a>) -> Pass<'a>) -> Result<(), Error> {
        let pass = bind(self.device.pass(kernel));
        let pass = match &mut self.depths {
            Some(depths) => pass.depth_stencil(depths).depth_test(DepthTest::new(Compare::Less).at(0.5)),
            None => pass.input("kept", &self.mask),
        };
        match &mut self.query {
            Some(query) => pass.count(query).run()?,
            None => pass.run()?,
        }
        Ok(())
    }
}

impl Fluid {
    /// Makes a fluid that flows to the right everywhere but in obstacles. A cell is one if its number in `obstacles`, row by row, is above 0.5.
    /// [`Settings::disc`] has some.
    ///
    /// # Errors
    /// [`FluidError`], for settings that are out of range, or a number of cells that differs from the size's; any error of the device.
    pub fn new(device: &Device, settings: &Settings, obstacles: &[f32]) -> Result<Fluid, Error> {
        settings.check()?;
        let [columns, rows] = settings.size;
        if obstacles.len() != columns * rows {
            return Err(FluidError::Cells { columns, rows, cells: obstacles.len() }.into());
        }
        let shape = [rows, columns];
        let is_solid = |[x, y]: [usize; 2]| obstacles[y * columns + x] > 0.5;
        let mask: Vec<f32> = settings.cells().map(|[x, y]| f32::from(x == 0 || is_solid([x, y]))).collect();
        let speed = |cell| [if is_solid(cell) { 0.0 } else { settings.speed }, 0.0];
        let velocity: Vec<_> = settings.cells().map(speed).collect();
        let flows_in = |[x, y]: [usize; 2]| x == 0 && !is_solid([x, y]);
        let dye = |[x, y]: [usize; 2]| if flows_in([x, y]) { settings.dye(y) } else { 0.0 };
        let dye: Vec<_> = settings.cells().map(dye).collect();
        let zeros = vec![0.0; columns * rows];
        let upload = |numbers: &[f32]| device.upload_with(shape, Layout::Plain, numbers);
        let velocities = || device.upload_with(shape, Layout::Plain, &velocity);
        let mask = upload(&mask)?;
        let mut open = device.stream_with(shape, Layout::Plain)?;
        let kernel = device.kernel(&glsl!("applications/fluid_open.frag"))?;
        device.pass(&kernel).input("kept", &mask).output("open", &mut open).run()?;
        Ok(Fluid {
            settings: *settings,
            kernels: Kernels::new(device, settings.predication)?,
            kept: KeptCells::new(device, mask, settings.predication)?,
            open,
            velocity: [velocities()?, velocities()?],
            dye: [upload(&dye)?, upload(&dye)?],
            pressure: [upload(&zeros)?, upload(&zeros)?],
            divergence: upload(&zeros)?,
        })
    }

    /// Computes a step.
    ///
    /// # Errors
    /// Any error of the device: a chip may not have room for the kernels.
    pub fn step(&mut self) -> Result<(), Error> {
        self.kept.start()?;
        let result = self.passes();
        if result.is_err() {
            // The query has counted a part of the passes.
            self.kept.query = None;
        }
        result
    }

    fn passes(&mut self) -> Result<(), Error> {
        self.advect()?;
        let Fluid { kernels, kept, open, velocity: [velocity, _], divergence, .. } = self;
        kept.run(&kernels.divergence, |pass| {
            pass.input("open", open).input("velocity", velocity).output("divergence", divergence)
        })?;
        let Fluid { pressure: [pressure, next], .. } = self;
        for _ in 0..self.settings.iterations {
            kept.run(&kernels.pressure, |pass| {
                let pass = pass.input("open", open).input("divergence", divergence);
                pass.input("pressure", pressure).output("next", next)
            })?;
            pressure.swap(next);
        }
        let Fluid { velocity: [velocity, next], .. } = self;
        kept.run(&kernels.project, |pass| {
            let pass = pass.input("open", open).input("pressure", pressure);
            pass.input("velocity", velocity).output("next", next)
        })?;
        velocity.swap(next);
        Ok(())
    }

    fn advect(&mut self) -> Result<(), Error> {
        let Fluid { kernels, kept, velocity: [velocity, next], dye: [dye, next_dye], .. } = self;
        kept.run(&kernels.velocity, |pass| {
            pass.input("velocity", velocity).input("moved", velocity).output("next", next)
        })?;
        // The dye moves by the same velocity, which has no divergence. The new one may have some.
        kept.run(&kernels.dye, |pass| pass.input("velocity", velocity).input("moved", dye).output("next", next_dye))?;
        velocity.swap(next);
        dye.swap(next_dye);
        Ok(())
    }

    /// Returns the settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns the velocity of each cell, in columns and rows a step.
    pub fn velocity(&self) -> &Stream<[f32; 2]> {
        &self.velocity[0]
    }

    /// Returns the pressure in each cell. Beyond the right border it is 0.
    pub fn pressure(&self) -> &Stream<f32> {
        &self.pressure[0]
    }

    /// Returns the dye in each cell, from 0 to 1.
    pub fn dye(&self) -> &Stream<f32> {
        &self.dye[0]
    }

    /// Returns the divergence that the last step found before its projection. It is 0 before the first step.
    pub fn divergence(&self) -> &Stream<f32> {
        &self.divergence
    }

    /// Waits for the passes of the last step, and returns the share of their fragments that the depth test skipped, from 0 to 1. Returns `None`
    /// before the first step, after a step that failed, and if the device does not [count fragments](crate::Features::fragment_counts) or would not
    /// [skip them then](crate::DeviceInfo::early_z_in_queries).
    ///
    /// # Errors
    /// Any error of the device.
    pub fn skipped(&self) -> Result<Option<f64>, Error> {
        let Some(query) = self.kept.query.as_ref().filter(|_| !self.kept.device.is_planning()) else { return Ok(None) };
        let passes = 4 + self.settings.iterations as u64;
        let all = passes * self.kept.mask.len() as u64;
        Ok(Some(1.0 - query.count()? as f64 / all as f64))
    }
}
