//! `brooklet app cloth`: simulates a piece of cloth in the wind.

use std::path::PathBuf;

use clap::{Arg, Args, value_parser};

use brooklet::applications::cloth::{Cloth as Piece, Settings, State};
use brooklet::applications::view::{Camera, View};
use brooklet::io::{self, Array};

use super::numbers;
use crate::cli::session::Session;
use crate::cli::{CSV_COLUMNS, Common};

/// The maximum number of masses along an axis.
const MAX_EXTENT: u64 = 1024;

/// Returns a hidden argument with the id of the shared `--columns` option for files. A cloth reads no files, and its own `--columns` is
/// the number of masses. The id keeps clap from adding the shared option here too.
fn of_files() -> Arg {
    Arg::new(CSV_COLUMNS).long("csv-columns").hide(true).value_parser(value_parser!(io::Columns))
}

/// Let a piece of cloth hang in the wind, and tear
#[derive(Args)]
#[command(arg = of_files())]
#[command(after_help = "Examples:
  brooklet app cloth --steps 1000 -o cloth.obj
  brooklet app cloth --steps 2000 --rows 64 --columns 96 --frames pictures --every 20 -o cloth.obj
  brooklet app cloth --steps 1000 --wind 0 -o calm.obj

A flat piece, held at its upper corners, falls, blows in gusts of wind and tears: springs between its masses break where they \
are stretched too far, and stay broken. Lengths are in distances of masses. The result has the triangles between springs that \
are whole. Frames are numbered pictures, one after every --every steps. Brook's Cloth (Buck et al. 2004), torn.")]
pub struct Cloth {
    /// How many steps
    #[arg(long, value_name = "N", default_value_t = 1000)]
    steps: usize,
    /// Where the cloth goes
    #[arg(short, long, value_name = "OUT.obj")]
    output: PathBuf,
    /// Masses from top to bottom
    #[arg(long, value_name = "N", default_value_t = 48, value_parser = value_parser!(u64).range(2..=MAX_EXTENT))]
    rows: u64,
    /// Masses from left to right
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = value_parser!(u64).range(2..=MAX_EXTENT))]
    columns: u64,
    /// The speed of the wind in gusts [default: enough to tear it]
    #[arg(long, value_name = "SPEED", value_parser = number)]
    wind: Option<f32>,
    /// The length at which the weakest springs break, in their own lengths
    #[arg(long, value_name = "LENGTH", value_parser = number)]
    strength: Option<f32>,
    /// The force of a spring, for each unit of length
    #[arg(long, value_name = "FORCE", value_parser = number)]
    stiffness: Option<f32>,
    /// The time that a step takes
    #[arg(long, value_name = "TIME", value_parser = number)]
    time_step: Option<f32>,
    /// Write numbered pictures into this directory
    #[arg(long, value_name = "DIR")]
    frames: Option<PathBuf>,
    /// Write a picture every N steps
    #[arg(long, value_name = "N", default_value = "10", requires = "frames",
        value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..))]
    every: usize,
}

fn number(text: &str) -> Result<f32, String> {
    numbers::<1>(text).map(|[number]| number)
}

impl Cloth {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        io::check_obj_output(&self.output)?;
        let frames = self.frames.as_deref().map(io::Directory::make).transpose()?;
        common.run_long(&[&self.output], |session| {
            let mut cloth = Piece::new(&session.device, self.settings())?;
            let whole = cloth.state()?.whole_springs();
            self.frame(session, &cloth, 0)?;
            for step in 1..=self.steps {
                session.progress.stage(format!("step {step} of {}", self.steps));
                cloth.step()?;
                if step % self.every == 0 {
                    self.frame(session, &cloth, step / self.every)?;
                }
            }
            session.progress.stage("reading back");
            let state = cloth.state()?;
            session.place(io::prepare_obj(&self.output, &state.mesh(cloth.settings()))?);
            session.notes(&[format!("{} of {whole} springs are broken", whole - state.whole_springs())]);
            Ok(())
        })?;
        if let Some(frames) = frames {
            frames.keep();
        }
        Ok(())
    }

    fn settings(&self) -> Settings {
        let of = Settings::of(self.rows as usize, self.columns as usize);
        Settings {
            wind: self.wind.unwrap_or(of.wind),
            strength: self.strength.unwrap_or(of.strength),
            stiffness: self.stiffness.unwrap_or(of.stiffness),
            step: self.time_step.unwrap_or(of.step),
            ..of
        }
    }

    /// Writes a picture of the cloth, if pictures are wanted.
    fn frame(&self, session: &Session, cloth: &Piece, number: usize) -> anyhow::Result<()> {
        const SIZE: [usize; 2] = [800, 600];
        let Some(directory) = &self.frames else { return Ok(()) };
        let (settings, state) = (cloth.settings(), cloth.state()?);
        let picture = Array { shape: vec![SIZE[1], SIZE[0]], components: 3, data: drawn(settings, &state, SIZE) };
        let path = directory.join(format!("{number:05}.png"));
        session.notes(&io::write(&path, &picture)?);
        Ok(())
    }
}

/// Draws the chequered cloth above its floor.
fn drawn(settings: &Settings, state: &State, [width, height]: [usize; 2]) -> Vec<f32> {
    let (wide, low) = (settings.columns as f32, settings.ground);
    // Leaves room for cloth that the wind lifts above its corners.
    let bounds = ([0.0, low, -0.4 * wide], [wide, -0.35 * low, 0.6 * wide]);
    let camera = Camera::around(bounds, [0.35, 0.12, 1.0]);
    let mut view = View::new(camera, width, height, [1.0; 3]);
    let floor = |x: f32, z: f32| [0.5 * wide + x * wide, low - 0.3, z * wide];
    let corners = [floor(-1.2, -1.2), floor(1.2, -1.2), floor(1.2, 1.4), floor(-1.2, 1.4)];
    view.triangles([[0, 2, 1], [0, 3, 2]].map(|k| (k.map(|k| corners[k]), [0.86; 3])));
    let mesh = state.mesh(settings);
    let colour = |corner: u32| {
        let (x, y) = (corner as usize % settings.columns / 4, corner as usize / settings.columns / 4);
        if (x + y) % 2 == 0 { [0.80, 0.22, 0.18] } else { [0.92, 0.80, 0.62] }
    };
    view.triangles((0..mesh.triangles.len()).map(|k| (mesh.corners(k), colour(mesh.triangles[k][0]))));
    view.pixels().into_iter().flatten().collect()
}
