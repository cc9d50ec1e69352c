//! `brooklet app fluid`: lets a fluid flow around obstacles.

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;
use clap::builder::RangedU64ValueParser;

use brooklet::Trace;
use brooklet::applications::fluid::{self, Settings};
use brooklet::io::{self, Array, FileFormat, input_name};
use brooklet::kernel::Reading;

use super::brightness;
use super::moving::number;
use super::predication::{Method, skipped};
use super::raytrace::size;
use crate::cli::session::Session;
use crate::cli::vectors::Axis;
use crate::cli::{Common, usage};

/// Let a fluid flow around obstacles, whose cells the depth test skips
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet app fluid -o dye.png
  brooklet app fluid --obstacles plan.png --steps 500 -o dye.png --velocities velocities.npy
  brooklet app fluid --size 512x256 --speed 4 -o end.npy --frames pictures --every 5
  brooklet app fluid --size 64x32 --steps 10 --method branch --chip nv40 --trace trace.json -o dye.npy

Fluid with stripes of dye flows in at the left and out at the right, between walls. Pixels of --obstacles that are darker than a half are solid; \
without a picture, a disc is. A .png or .hdr shows the dye and the obstacles in colours, other files have the dye of each cell. Velocities have \
two numbers for each cell: columns and rows a step. Frames are numbered pictures, the first before any step, and one after every --every steps. The depth buffer holds which \
cells are solid, so that kernels are skipped there (early z), as chips could do that had no branches. After Stam 1999, Harris, GPU Gems, \
chapter 38, 2004, and Harris and Buck, GPU Gems 2, chapter 34, 2005.")]
pub struct Fluid {
    /// Where the dye goes
    #[arg(short, long, visible_alias = "out", value_name = "OUT")]
    output: PathBuf,
    /// Where the velocities go
    #[arg(long, value_name = "OUT")]
    velocities: Option<PathBuf>,
    /// A picture of the obstacles: dark is solid. The fluid has its size [default: a disc]
    #[arg(long, value_name = "IN", conflicts_with = "size")]
    obstacles: Option<PathBuf>,
    /// Cells of the fluid
    #[arg(long, value_name = "WxH", default_value = "256x128", value_parser = size)]
    size: [usize; 2],
    /// How many steps
    #[arg(long, value_name = "N", default_value_t = 300)]
    steps: usize,
    /// How fast the fluid flows in, in cells a step
    #[arg(long, value_name = "CELLS", default_value_t = Settings::default().speed, value_parser = number, allow_negative_numbers = true)]
    speed: f32,
    /// Stripes of dye that flow in
    #[arg(long, value_name = "N", default_value_t = Settings::default().stripes)]
    stripes: usize,
    /// Jacobi iterations of the pressure in a step
    #[arg(long, value_name = "N", default_value_t = Settings::default().iterations)]
    iterations: usize,
    /// How the cells of obstacles are skipped
    #[arg(long, visible_alias = "predication", value_enum, default_value = "early-z")]
    method: Method,
    /// Write numbered pictures into this directory
    #[arg(long, value_name = "DIR")]
    frames: Option<PathBuf>,
    /// Write a picture every N steps
    #[arg(long, value_name = "N", default_value = "1", requires = "frames", value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    every: usize,
}

impl Fluid {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        io::check_output(&self.output)?;
        if let Some(path) = &self.velocities {
            if io::same_file(path, &self.output) {
                usage("app fluid", format!("two results go to {}: give each a file of its own", path.display()));
            }
            io::check_output(path)?;
            if matches!(FileFormat::of(path)?, FileFormat::Png | FileFormat::Hdr) {
                usage("app fluid", format!("{}: velocities are numbers: name a .npy, .npz or .csv", path.display()));
            }
        }
        let frames = self.frames.as_deref().map(io::Directory::make).transpose()?;
        let files = [Some(&self.output), self.velocities.as_ref(), self.obstacles.as_ref()];
        let files: Vec<&Path> = files.into_iter().flatten().map(PathBuf::as_path).collect();
        common.run_long(&files, |session| {
            let (settings, solid) = self.scene(session)?;
            let mut fluid = fluid::Fluid::new(&session.device, &settings, &solid)?;
            self.frame(session, &fluid, &solid, 0)?;
            let mut last = Trace::default();
            for step in 1..=self.steps {
                session.progress.stage(format!("step {step} of {}", self.steps));
                let stepped;
                (stepped, last) = session.device.traced(|| fluid.step());
                stepped?;
                if step % self.every == 0 {
                    self.frame(session, &fluid, &solid, step / self.every)?;
                }
            }
            if let Some(skipped) = fluid.skipped()?.or_else(|| skipped(&last, |_| true)) {
                session.notes(&[format!("each pass skipped {:.1} % of its cells", 100.0 * skipped)]);
            }
            session.progress.stage("reading back");
            let is_picture = matches!(FileFormat::of(&self.output)?, FileFormat::Png | FileFormat::Hdr);
            let mut array = if is_picture { picture(&fluid, &solid)? } else { Array::of(fluid.dye())? };
            session.write(&self.output, &mut array)?;
            match &self.velocities {
                Some(path) => session.write(path, &mut Array::of(fluid.velocity())?),
                None => Ok(()),
            }
        })?;
        if let Some(frames) = frames {
            frames.keep();
        }
        Ok(())
    }

    /// Returns the settings and the obstacles.
    fn scene(&self, session: &Session) -> anyhow::Result<(Settings, Vec<f32>)> {
        let Fluid { size, speed, stripes, iterations, .. } = *self;
        let settings = Settings { size, speed, stripes, iterations, predication: self.method.into() };
        let Some(input) = &self.obstacles else {
            settings.check()?;
            return Ok((settings, settings.disc()));
        };
        // A third axis holds the colours.
        let colours = |shape: &[usize], _| if shape.len() == 3 { Reading::Vectors } else { Reading::OnlyScalars };
        let array = Axis::default().read(session, input, colours)?;
        let ([rows, columns], pixels) = brightness(input, &array)?;
        if pixels.is_empty() {
            bail!("{}: a picture of no pixels has no cells", input_name(input));
        }
        let solid = pixels.iter().map(|pixel| f32::from(*pixel < 0.5)).collect();
        Ok((Settings { size: [columns, rows], ..settings }, solid))
    }

    /// Writes a picture, if pictures are wanted.
    fn frame(&self, session: &Session, fluid: &fluid::Fluid, solid: &[f32], number: usize) -> anyhow::Result<()> {
        let Some(directory) = &self.frames else { return Ok(()) };
        session.notes(&io::write(&directory.join(format!("{number:05}.png")), &picture(fluid, solid)?)?);
        Ok(())
    }
}

/// Draws the dye from dark blue to light, and obstacles.
fn picture(fluid: &fluid::Fluid, solid: &[f32]) -> anyhow::Result<Array> {
    let [columns, rows] = fluid.settings().size;
    let colour = |(dye, solid): (f32, &f32)| {
        let between = |from: f32, to: f32| from + (to - from) * dye.clamp(0.0, 1.0);
        if *solid > 0.5 { [0.75, 0.42, 0.2] } else { [between(0.03, 0.95), between(0.1, 0.97), between(0.25, 1.0)] }
    };
    let data = fluid.dye().read()?.into_iter().zip(solid).flat_map(colour).collect();
    Ok(Array { shape: vec![rows, columns], components: 3, data })
}
