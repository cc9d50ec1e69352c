//! `brooklet app particles`: simulates particles that fall, collide and bounce.

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::builder::PossibleValuesParser;
use clap::builder::TypedValueParser;
use clap::{Args, ValueEnum};

use brooklet::applications::particles::{self, Particles as System, Settings, State};
use brooklet::applications::view::{Camera, View};
use brooklet::io::{self, Array};
use brooklet::kernel::Reading;
use brooklet::primitives::Sort;

use super::numbers;
use crate::cli::session::Session;
use crate::cli::vectors::Axis;
use crate::cli::{Common, usage};

/// Let particles fall in a box, collide and bounce
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet app particles --count 65536 --steps 100 -o positions.npy
  brooklet app particles --count 20000 --steps 600 -o end.npy --velocities speeds.npy --frames pictures --every 5
  brooklet app particles --count 4096 --steps 50 --method bitonic --radius 0.01 --gravity 0,-1,0.2 -o end.npy
  brooklet app particles --start end.npy --start-velocities speeds.npy --radius 0.008 --steps 100 -o later.npy

A block of particles, the same for the same --seed, stands in the half of a box where x is small, and falls apart. Each step \
they move, bounce off the walls, are sorted into the cells of a uniform grid and pushed apart by those they touch: GPU Gems, \
chapter 37. The results have a row x, y, z for each particle. Frames are numbered pictures, one after every --every steps, \
coloured by speed. Time step, stiffness and damping follow from radius, gravity and box unless they are given.")]
pub struct Particles {
    /// How many particles
    #[arg(long, value_name = "N", default_value_t = 65536, value_parser = count, conflicts_with = "start")]
    count: usize,
    /// How many steps
    #[arg(long, value_name = "N", default_value_t = 100)]
    steps: usize,
    /// Where the positions go
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// Where the velocities go
    #[arg(long, value_name = "OUT")]
    velocities: Option<PathBuf>,
    /// The radius of the particles [default: such that they fill a fifth of a box of edge 1]
    #[arg(long, value_name = "R", value_parser = number, allow_negative_numbers = true)]
    radius: Option<f32>,
    /// The edges of the box, which begins at 0,0,0
    #[arg(long = "box", value_name = "X,Y,Z", value_parser = numbers::<3>, default_value = "1,1,1")]
    size: [f32; 3],
    /// The acceleration of all particles
    #[arg(long, value_name = "X,Y,Z", value_parser = numbers::<3>, default_value = "0,-1,0", allow_hyphen_values = true)]
    gravity: [f32; 3],
    /// The largest component of the initial velocities
    #[arg(long, value_name = "SPEED", default_value = "0.1", value_parser = number)]
    speed: f32,
    /// The seed of the initial positions and velocities
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The initial positions, a row x, y, z for each particle
    #[arg(long, value_name = "IN")]
    start: Option<PathBuf>,
    /// The initial velocities
    #[arg(long, value_name = "IN", requires = "start")]
    start_velocities: Option<PathBuf>,
    /// The time that a step takes
    #[arg(long, value_name = "TIME", value_parser = number)]
    time_step: Option<f32>,
    /// The force of a contact, for each unit of overlap
    #[arg(long, value_name = "FORCE", value_parser = number)]
    stiffness: Option<f32>,
    /// The force of a contact, for each unit of speed at which it closes
    #[arg(long, value_name = "FORCE", value_parser = number)]
    damping: Option<f32>,
    /// The share of its speed that a particle keeps at a wall
    #[arg(long, value_name = "SHARE", default_value = "0.5", value_parser = number)]
    bounce: f32,
    /// How particles that touch are found
    #[arg(long, value_enum, default_value = "grid")]
    collisions: Collisions,
    /// How particles are sorted into cells [default: the fastest]
    #[arg(long, value_name = "METHOD", value_parser = method())]
    method: Option<Sort>,
    /// Write numbered pictures into this directory
    #[arg(long, value_name = "DIR")]
    frames: Option<PathBuf>,
    /// Write a picture every N steps
    #[arg(long, value_name = "N", default_value = "1", requires = "frames",
        value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..))]
    every: usize,
}

#[derive(Clone, Copy, ValueEnum)]
enum Collisions {
    /// By a uniform grid
    Grid,
    /// By looking at all pairs
    AllPairs,
    /// They pass through each other
    None,
}

/// The maximum number of particles, which floats can still number exactly.
const MAX_COUNT: usize = 1 << 24;

fn count(text: &str) -> Result<usize, String> {
    let count = text.parse().map_err(|_| format!("`{text}` is not a whole number"))?;
    if count > MAX_COUNT { Err(format!("{count} is more than {MAX_COUNT}")) } else { Ok(count) }
}

fn number(text: &str) -> Result<f32, String> {
    numbers::<1>(text).map(|[number]| number)
}

fn method() -> impl TypedValueParser<Value = Sort> {
    let named = |name: String| Sort::ALL.into_iter().find(|method| method.name() == name).expect("a possible value");
    PossibleValuesParser::new(Sort::ALL.map(Sort::name)).map(named)
}

impl Particles {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        let outputs: Vec<&Path> =
            [Some(&self.output), self.velocities.as_ref()].into_iter().flatten().map(PathBuf::as_path).collect();
        if let [positions, velocities] = outputs[..]
            && io::same_file(positions, velocities)
        {
            usage("app particles", "positions and velocities go to one file: give each its own".to_owned());
        }
        for output in &outputs {
            io::check_output(output)?;
        }
        let frames = self.frames.as_deref().map(io::Directory::make).transpose()?;
        let files: Vec<&Path> =
            outputs.iter().copied().chain(self.start.as_deref()).chain(self.start_velocities.as_deref()).collect();
        common.run_long(&files, |session| {
            let (state, settings) = self.state(session)?;
            let mut system = System::new(&session.device, &state, settings)?;
            drop(state);
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
            session.write(&self.output, &mut array(&state.positions))?;
            if let Some(path) = &self.velocities {
                session.write(path, &mut array(&state.velocities))?;
            }
            Ok(())
        })?;
        if let Some(frames) = frames {
            frames.keep();
        }
        Ok(())
    }

    /// Returns the initial state of the particles, and the settings.
    fn state(&self, session: &Session) -> anyhow::Result<(State, Settings)> {
        let given = match &self.start {
            None => None,
            Some(path) => Some((path, vectors(session, path)?)),
        };
        let count = given.as_ref().map_or(self.count, |(_, positions)| positions.len());
        let of_count = Settings::of_count(count);
        let settings = Settings {
            radius: self.radius.unwrap_or(of_count.radius),
            size: self.size,
            gravity: self.gravity,
            bounce: self.bounce,
            ..of_count
        }
        .stable();
        let settings = Settings {
            time_step: self.time_step.unwrap_or(settings.time_step),
            stiffness: self.stiffness.unwrap_or(settings.stiffness),
            damping: self.damping.unwrap_or(settings.damping),
            collisions: match self.collisions {
                Collisions::Grid => particles::Collisions::Grid,
                Collisions::AllPairs => particles::Collisions::AllPairs,
                Collisions::None => particles::Collisions::None,
            },
            sort: self.method,
            ..settings
        };
        let state = match given {
            None => State::block(count, self.seed, self.speed, &settings)?,
            Some((_, positions)) => State {
                velocities: match &self.start_velocities {
                    None => vec![[0.0; 3]; positions.len()],
                    Some(path) => vectors(session, path)?,
                },
                positions,
            },
        };
        Ok((state, settings))
    }

    /// Writes a picture of the particles, if pictures are wanted.
    fn frame(&self, session: &Session, system: &System, number: usize) -> anyhow::Result<()> {
        const SIZE: [usize; 2] = [800, 600];
        let Some(directory) = &self.frames else { return Ok(()) };
        let (settings, state) = (system.settings(), system.state()?);
        let [x, y, z] = settings.size;
        let around = Camera::around(([0.0; 3], settings.size), [0.55, 0.35, 1.0]);
        // A box extends less far up and down than the sphere around it.
        let camera = Camera { degrees: 0.84 * around.degrees, ..around };
        let mut view = View::new(camera, SIZE[0], SIZE[1], [1.0; 3]);
        // Draws the floor and the rear wall.
        let (o, a, b, c) = ([0.0; 3], [x, 0.0, 0.0], [0.0, 0.0, z], [x, 0.0, z]);
        let (up, right) = ([0.0, y, 0.0], [x, y, 0.0]);
        let walls = [[o, b, c], [o, c, a], [o, a, right], [o, right, up]];
        view.triangles(walls.map(|corners| (corners, [0.86; 3])));
        let pull = settings.gravity.iter().zip(settings.size).map(|(pull, edge)| (pull * edge).abs()).sum::<f32>();
        let fast = if pull > 0.0 { pull.sqrt() } else { 1.0 };
        let colour = |velocity: &[f32; 3]| {
            let speed = velocity.iter().map(|x| x * x).sum::<f32>().sqrt();
            let share = (speed / fast).clamp(0.0, 1.0);
            std::array::from_fn(|k| [0.10, 0.35, 0.75][k] + share * ([1.0, 0.75, 0.25][k] - [0.10, 0.35, 0.75][k]))
        };
        let spheres = state.positions.iter().zip(&state.velocities).map(|(at, velocity)| (*at, colour(velocity)));
        view.spheres(settings.radius, spheres);
        let data = view.pixels().into_iter().flatten().collect();
        let picture = Array { shape: vec![SIZE[1], SIZE[0]], components: 3, data };
        let path = directory.join(format!("{number:05}.png"));
        session.notes(&io::write(&path, &picture)?);
        Ok(())
    }
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
