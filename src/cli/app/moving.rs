//! What the commands share that move particles: their files, steps and pictures.

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;
use clap::builder::{PossibleValuesParser, RangedU64ValueParser, TypedValueParser};

use brooklet::applications::Error;
use brooklet::applications::particles::State;
use brooklet::applications::view::{Camera, View};
use brooklet::io::{self, Array};
use brooklet::kernel::Reading;
use brooklet::primitives::Sort;

use super::numbers;
use crate::cli::session::Session;
use crate::cli::vectors::Axis;
use crate::cli::{Common, usage};

/// The size of a picture.
const PICTURE: [usize; 2] = [800, 600];

/// How many steps, from which state, and where results go.
#[derive(Args)]
pub struct Steps {
    /// How many steps
    #[arg(long, value_name = "N", default_value_t = 100)]
    steps: usize,
    /// Where the positions go
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// Where the velocities go
    #[arg(long, value_name = "OUT")]
    velocities: Option<PathBuf>,
    /// The initial positions, a row x, y, z for each particle
    #[arg(long, value_name = "IN")]
    start: Option<PathBuf>,
    /// The initial velocities
    #[arg(long, value_name = "IN", requires = "start")]
    start_velocities: Option<PathBuf>,
    /// How particles are sorted into cells [default: the fastest]
    #[arg(long, value_name = "METHOD", value_parser = method())]
    pub method: Option<Sort>,
    /// Write numbered pictures into this directory
    #[arg(long, value_name = "DIR")]
    frames: Option<PathBuf>,
    /// Write a picture every N steps
    #[arg(long, value_name = "N", default_value = "1", requires = "frames",
        value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    every: usize,
}

/// Particles that a command moves.
pub trait Moving {
    fn step(&mut self) -> Result<(), Error>;
    fn state(&self) -> Result<State, Error>;
    fn look(&self) -> Look;

    /// Returns the density of each particle.
    fn densities(&self) -> Result<Vec<f32>, Error> {
        Ok(Vec::new())
    }
}

/// What pictures show.
pub struct Look {
    /// The radius of the balls that are drawn.
    pub radius: f32,
    /// The edges of the box.
    pub size: [f32; 3],
    pub gravity: [f32; 3],
}

/// The maximum number of particles, which floats can still number exactly.
const MAX_COUNT: usize = 1 << 24;

pub fn count(text: &str) -> Result<usize, String> {
    let count = text.parse().map_err(|_| format!("`{text}` is not a whole number"))?;
    if count > MAX_COUNT { Err(format!("{count} is more than {MAX_COUNT}")) } else { Ok(count) }
}

pub fn number(text: &str) -> Result<f32, String> {
    numbers::<1>(text).map(|[number]| number)
}

fn method() -> impl TypedValueParser<Value = Sort> {
    let named =
        |name: String| Sort::WITH_PAYLOAD.into_iter().find(|method| method.name() == name).expect("a possible value");
    PossibleValuesParser::new(Sort::WITH_PAYLOAD.map(Sort::name)).map(named)
}

impl Steps {
    /// Runs the steps of particles that `start` makes, and writes their states. `densities` is where densities go.
    pub fn run<M: Moving>(
        &self,
        command: &str,
        densities: Option<&Path>,
        common: &Common,
        start: impl FnOnce(&Session) -> anyhow::Result<M>,
    ) -> anyhow::Result<()> {
        let outputs = [Some(self.output.as_path()), self.velocities.as_deref(), densities];
        let outputs: Vec<&Path> = outputs.into_iter().flatten().collect();
        for (k, output) in outputs.iter().enumerate() {
            if outputs[..k].iter().any(|other| io::same_file(other, output)) {
                usage(command, format!("two results go to {}: give each a file of its own", output.display()));
            }
            io::check_output(output)?;
        }
        let frames = self.frames.as_deref().map(io::Directory::make).transpose()?;
        let files: Vec<&Path> =
            outputs.into_iter().chain(self.start.as_deref()).chain(self.start_velocities.as_deref()).collect();
        common.run_long(&files, |session| {
            let mut system = start(session)?;
            self.frame(session, &system, 0)?;
            for step in 1..=self.steps {
                session.progress.stage(format!("step {step} of {}", self.steps));
                system.step()?;
                if step % self.every == 0 {
                    self.frame(session, &system, step / self.every)?;
                }
            }
            session.progress.stage("reading back");
            let state = system.state()?;
            self.check(&state)?;
            session.write(&self.output, &mut array(&state.positions))?;
            if let Some(path) = &self.velocities {
                session.write(path, &mut array(&state.velocities))?;
            }
            if let Some(path) = densities {
                let data = system.densities()?;
                session.write(path, &mut Array { shape: vec![data.len()], components: 1, data })?;
            }
            Ok(())
        })?;
        if let Some(frames) = frames {
            frames.keep();
        }
        Ok(())
    }

    /// Reads the initial state, if there is a file of it.
    pub fn given(&self, session: &Session) -> anyhow::Result<Option<State>> {
        let Some(path) = &self.start else { return Ok(None) };
        let positions = vectors(session, path)?;
        let velocities = match &self.start_velocities {
            None => vec![[0.0; 3]; positions.len()],
            Some(path) => vectors(session, path)?,
        };
        Ok(Some(State { positions, velocities }))
    }

    /// Returns an error if particles have left for infinity.
    fn check(&self, state: &State) -> anyhow::Result<()> {
        let lost = |(at, velocity): (&[f32; 3], &[f32; 3])| !at.iter().chain(velocity).all(|x| x.is_finite());
        let Some(particle) = state.positions.iter().zip(&state.velocities).position(lost) else { return Ok(()) };
        let ([x, y, z], [u, v, w]) = (state.positions[particle], state.velocities[particle]);
        bail!(
            "after {} steps, particle {particle} is at ({x}, {y}, {z}) with the velocity ({u}, {v}, {w}): the steps are not stable; try a \
             shorter --time-step",
            self.steps
        )
    }

    /// Writes a picture of the particles, if pictures are wanted.
    fn frame(&self, session: &Session, system: &impl Moving, number: usize) -> anyhow::Result<()> {
        let Some(directory) = &self.frames else { return Ok(()) };
        let data = picture(&system.look(), &system.state()?).into_iter().flatten().collect();
        let picture = Array { shape: vec![PICTURE[1], PICTURE[0]], components: 3, data };
        let path = directory.join(format!("{number:05}.png"));
        session.notes(&io::write(&path, &picture)?);
        Ok(())
    }
}

/// Draws particles in their box, coloured by speed.
fn picture(look: &Look, state: &State) -> Vec<[f32; 3]> {
    let [x, y, z] = look.size;
    let around = Camera::around(([0.0; 3], look.size), [0.55, 0.35, 1.0]);
    // A box extends less far up and down than the sphere around it.
    let camera = Camera { degrees: 0.84 * around.degrees, ..around };
    let mut view = View::new(camera, PICTURE[0], PICTURE[1], [1.0; 3]);
    // Draws the floor and the rear wall.
    let (o, a, b, c) = ([0.0; 3], [x, 0.0, 0.0], [0.0, 0.0, z], [x, 0.0, z]);
    let (up, right) = ([0.0, y, 0.0], [x, y, 0.0]);
    let walls = [[o, b, c], [o, c, a], [o, a, right], [o, right, up]];
    view.triangles(walls.map(|corners| (corners, [0.86; 3])));
    let pull = look.gravity.iter().zip(look.size).map(|(pull, edge)| (pull * edge).abs()).sum::<f32>();
    let fast = if pull > 0.0 { pull.sqrt() } else { 1.0 };
    let colour = |velocity: &[f32; 3]| {
        let speed = velocity.iter().map(|x| x * x).sum::<f32>().sqrt();
        let share = (speed / fast).clamp(0.0, 1.0);
        std::array::from_fn(|k| [0.10, 0.35, 0.75][k] + share * ([1.0, 0.75, 0.25][k] - [0.10, 0.35, 0.75][k]))
    };
    let spheres = state.positions.iter().zip(&state.velocities).map(|(at, velocity)| (*at, colour(velocity)));
    view.spheres(look.radius, spheres);
    view.pixels()
}

/// Makes an array with a row of three numbers for each particle.
fn array(vectors: &[[f32; 3]]) -> Array {
    Array { shape: vec![vectors.len(), 3], components: 1, data: vectors.as_flattened().to_vec() }
}

fn vectors(session: &Session, path: &Path) -> anyhow::Result<Vec<[f32; 3]>> {
    let array = Axis::default().read(session, path, |_, _| Reading::Vectors)?;
    if array.components != 3 || array.shape.len() != 1 {
        bail!("{}: particles are rows of three numbers, x, y and z", path.display());
    }
    Ok(array.data.as_chunks::<3>().0.to_vec())
}
