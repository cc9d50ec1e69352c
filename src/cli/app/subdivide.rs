//! `brooklet app subdivide`: smooths a mesh by Loop's subdivision.

use std::path::PathBuf;

use clap::Args;

use brooklet::applications::subdivide::{Criterion, Level, MAX_LEVELS, Subdivision};
use brooklet::applications::view::Camera;
use brooklet::{Mesh, io};

use super::numbers;
use crate::cli::{Common, usage};

/// Subdivide a mesh, after Loop: everywhere, or where edges are long or the surface bends
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet app subdivide cube.obj --levels 3 -o smooth.obj
  brooklet app subdivide cube.obj --levels 6 --adaptive 8 --camera 3,2,5 --look-at 0,0,0 -o seen.obj -v
  brooklet app subdivide cube.obj --levels 6 --curvature 4 -o bends.obj
  brooklet app subdivide cube.obj --levels 5 --edge 'distance(a, b) < 0.1 || b.z < 0' -o upper.obj

The mesh is a closed surface: two triangles at each edge, which agree on what is outside. Each level makes four triangles of one. \
Without a criterion that is so everywhere. With one, triangles whose three edges meet it are left as they are, \
slivers close the gaps beside them, and the result is closed, too. With -v a table says what became of each level's \
triangles. After Loop 1987; Horn, GPU Gems 2, ch. 36.")]
pub struct Subdivide {
    /// The mesh
    #[arg(value_name = "IN.obj")]
    input: PathBuf,
    /// How often triangles are split, at most
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(0..=i64::from(MAX_LEVELS)))]
    levels: u32,
    /// Split only edges that are seen longer than this many pixels
    #[arg(long, value_name = "SIZE", group = "criterion")]
    adaptive: Option<f32>,
    /// Split only edges at which the surface bends by more than this many degrees
    #[arg(long, value_name = "ANGLE", group = "criterion", allow_negative_numbers = true)]
    curvature: Option<f32>,
    /// Do not split edges whose ends `a` and `b` satisfy this condition; `a` is the one with the smaller x
    #[arg(long, value_name = "EXPRESSION", group = "criterion")]
    edge: Option<String>,
    /// Where the camera of --adaptive is [default: it sees the whole mesh, along -z]
    #[arg(long, value_name = "X,Y,Z", requires = "adaptive", value_parser = numbers::<3>, allow_hyphen_values = true)]
    camera: Option<[f32; 3]>,
    /// What it looks at [default: the middle of the mesh]
    #[arg(long, value_name = "X,Y,Z", requires = "adaptive", value_parser = numbers::<3>, allow_hyphen_values = true)]
    look_at: Option<[f32; 3]>,
    /// The direction that is up in its picture [default: 0,1,0]
    #[arg(long, value_name = "X,Y,Z", requires = "adaptive", value_parser = numbers::<3>, allow_hyphen_values = true)]
    up: Option<[f32; 3]>,
    /// Its angle of view from bottom to top, in degrees [default: 45]
    #[arg(long, value_name = "DEGREES", requires = "adaptive")]
    field: Option<f32>,
    /// How many rows of pixels its picture has [default: 720]
    #[arg(long, value_name = "PIXELS", requires = "adaptive")]
    height: Option<f32>,
    /// Where the result goes
    #[arg(short, long, value_name = "OUT.obj")]
    output: PathBuf,
}

impl Subdivide {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        for (what, number) in [("--adaptive", self.adaptive), ("--curvature", self.curvature)] {
            if number.is_some_and(|number| !number.is_finite() || number < 0.0) {
                usage("app subdivide", format!("{what} must be a number, and not below 0"));
            }
        }
        io::check_obj_output(&self.output)?;
        common.run_long(&[&self.input, &self.output], |session| {
            session.progress.stages(u64::from(self.levels) + 3);
            session.progress.stage("reading");
            let mesh = io::read_obj(&self.input)?;
            session.progress.stage("finding neighbours");
            let mut subdivision = Subdivision::new(&session.device, &mesh, &self.criterion(&mesh), self.levels)?;
            let mut rows: Vec<(Level, usize)> = Vec::new();
            loop {
                session.progress.stage(format!("level {}", rows.len()));
                let (level, trace) = session.device.traced(|| subdivision.step());
                match level? {
                    Some(level) => rows.push((level, trace.passes().count())),
                    None => break,
                }
            }
            session.progress.stage("writing");
            let mesh = subdivision.mesh()?;
            if common.verbose > 0 {
                session.progress.suspend(|| eprint!("{}", table(&rows)));
            }
            session.notes(&[format!("{} triangles, {} vertices", mesh.triangles.len(), mesh.positions.len())]);
            session.place(io::prepare_obj(&self.output, &mesh)?);
            Ok(())
        })
    }

    fn criterion(&self, mesh: &Mesh) -> Criterion {
        let facing = Camera::facing(mesh.bounds());
        let camera = Camera {
            eye: self.camera.unwrap_or(facing.eye),
            look_at: self.look_at.unwrap_or(facing.look_at),
            up: self.up.unwrap_or(facing.up),
            degrees: self.field.unwrap_or(facing.degrees),
        };
        let height = self.height.unwrap_or(720.0);
        match (self.adaptive, self.curvature, &self.edge) {
            (Some(pixels), ..) => Criterion::Screen { camera, height, pixels },
            (_, Some(degrees), _) => Criterion::Curvature { degrees },
            (.., Some(expression)) => Criterion::Edge(expression.clone()),
            _ => Criterion::Uniform,
        }
    }
}

/// Formats a table of what became of the triangles of each level.
fn table(rows: &[(Level, usize)]) -> String {
    let mut table = format!(
        "{:>5} {:>10} {:>10} {:>10} {:>10} {:>7}\n",
        "level", "triangles", "completed", "continued", "slivers", "passes"
    );
    for (Level { level, triangles, completed, continued, slivers }, passes) in rows {
        table += &format!("{level:>5} {triangles:>10} {completed:>10} {continued:>10} {slivers:>10} {passes:>7}\n");
    }
    table
}
