//! `brooklet app march`: finds the surface of a volume.

use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};

use brooklet::applications::march::{self, GENERATED, MarchingCubes, Volume};
use brooklet::io::{self, Array};
use brooklet::kernel::Reading;
use brooklet::{Mesh, Shape};

use crate::cli::Common;
use crate::cli::vectors::Axis;

/// The maximum number of samples along an axis of a generated volume.
const MAX_SAMPLES: usize = 512;

/// Find the surface on which a volume has a given value
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet app march volume.npy --iso 0.5 -o surface.obj
  brooklet app march volume.npy --iso 0.5 --closed -o solid.obj
  brooklet app march --generate gyroid:64 -o gyroid.obj

The inside is where samples are at or above --iso; triangles are counterclockwise as seen from outside. Positions are numbers \
of samples, x along the last axis of the volume, z along the first. The surface has no holes but where it leaves the volume: \
--closed closes it there, in the planes of the outermost samples. Vertices of the same place are one, and triangles without an \
area are left out. Generated are, of N × N × N samples with their surface at 0: sphere, torus, gyroid and blobs. \
Marching cubes by filtering, after Horn (GPU Gems 2, section 36.3).")]
pub struct March {
    /// The volume: a file of three dimensions
    #[arg(value_name = "VOLUME", required_unless_present = "generate")]
    input: Option<PathBuf>,
    /// A volume that is computed in the place of a file
    #[arg(long, value_name = "NAME:N", conflicts_with = "input", value_parser = generated)]
    generate: Option<(String, usize)>,
    /// The level of the surface
    #[arg(long, value_name = "LEVEL", default_value_t = 0.0, allow_negative_numbers = true)]
    iso: f32,
    /// Where the surface goes
    #[arg(short, long, value_name = "OUT.obj")]
    output: PathBuf,
    /// Treat the space around the volume as outside, which closes the surface
    #[arg(long)]
    closed: bool,
    /// The method
    #[arg(long, value_enum, default_value = "pyramid")]
    method: Method,
}

#[derive(Clone, Copy, ValueEnum)]
enum Method {
    /// Variable outputs of kernels in Brook
    Brook,
    /// A pyramid of counts, the fastest
    Pyramid,
}

impl March {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        io::check_obj_output(&self.output)?;
        let files: Vec<_> = self.input.iter().chain([&self.output]).map(PathBuf::as_path).collect();
        common.run_long(&files, |session| {
            let (name, shape, samples) = match (&self.input, &self.generate) {
                (Some(input), _) => {
                    let Array { shape, data, .. } =
                        Axis::default().read(session, input, |_, _| Reading::OnlyScalars)?;
                    (input.display().to_string(), Shape::try_from(shape)?, data)
                }
                (None, Some((name, n))) => {
                    session.progress.stage("generating");
                    let samples = march::generate(name, *n).context("no such volume")?;
                    (format!("{name}:{n}"), Shape::from([*n; 3]), samples)
                }
                (None, None) => bail!("give a volume, or --generate NAME:N"),
            };
            session.progress.stage("uploading");
            let new = if self.closed { Volume::closed } else { Volume::new };
            let volume = new(&session.device, shape, &samples).with_context(|| name.clone())?;
            let method = match self.method {
                Method::Brook => march::Method::Brook,
                Method::Pyramid => march::Method::Pyramid,
            };
            session.progress.stage("marching");
            let surface = MarchingCubes::new(&session.device, method)?.surface(&volume, self.iso)?;
            if surface.is_empty() {
                let low = samples.iter().copied().fold(f32::INFINITY, f32::min);
                let high = samples.iter().copied().fold(f32::NEG_INFINITY, f32::max);
                bail!("{name} has no surface at {}: its samples are from {low} to {high}", self.iso);
            }
            session.progress.stage("reading back");
            let mesh = surface.mesh()?;
            if mesh.triangles.is_empty() {
                let single = "single samples that are the level itself";
                bail!("{name} has no surface at {} but for {single}: give another level", self.iso);
            }
            session.progress.stage("writing");
            session.place(io::prepare_obj(&self.output, &mesh)?);
            session.notes(&[described(&mesh)]);
            Ok(())
        })
    }
}

fn described(mesh: &Mesh) -> String {
    let (vertices, triangles) = (mesh.positions.len(), mesh.triangles.len());
    let open = mesh.edges().iter().filter(|(_, sides)| sides.len() == 1).count();
    match open {
        0 => format!(
            "{triangles} triangles, {vertices} vertices, closed; area {:.6}, volume {:.6}",
            mesh.area(),
            mesh.volume()
        ),
        _ => format!("{triangles} triangles, {vertices} vertices, {open} edges at the border; area {:.6}", mesh.area()),
    }
}

/// Parses a name and a number of samples: `sphere:64`.
fn generated(text: &str) -> Result<(String, usize), String> {
    let known = GENERATED.join(", ");
    let wanted = || format!("`{text}` is not a name, a colon and a number of samples, as in sphere:64");
    let (name, n) = text.split_once(':').ok_or_else(wanted)?;
    let n: usize = n.trim().parse().map_err(|_| wanted())?;
    if !GENERATED.contains(&name) {
        return Err(format!("there is no volume `{name}`; there are {known}"));
    }
    if !(2..=MAX_SAMPLES).contains(&n) {
        return Err(format!("{n} samples along an axis; there must be 2 to {MAX_SAMPLES}"));
    }
    Ok((name.to_owned(), n))
}
