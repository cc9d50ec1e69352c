//! Criteria that decide whether an edge needs no further split.

use super::error::SubdivideError;
use crate::applications::view::Camera;
use crate::error::Error;
use crate::glsl;
use crate::ir::Type;
use crate::kernel::{CompileError, FunctionBody, Text, expression};
use crate::machine::{Device, Kernel, Pass};
use crate::mesh::Mesh;
use crate::texel::Components;

/// Decides whether an edge is complete. A triangle with three complete edges is not split any more.
///
/// The criterion is evaluated once for each new edge, except for edges that lie on a complete edge. It is a function of the edge's
/// ends and of the two vertices across. These are passed in an order that depends only on their coordinates, so the result is the
/// same for both triangles at the edge.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum Criterion {
    /// No edge is complete: every triangle is split at every level.
    #[default]
    Uniform,
    /// An edge is complete if it has at most this length in the picture of a camera.
    Screen {
        /// The camera.
        camera: Camera,
        /// The height of the picture, in pixels.
        height: f32,
        /// The maximum length, in pixels.
        pixels: f32,
    },
    /// An edge is complete if the angle between the normals of its two triangles is at most this one. For a flat edge the angle is
    /// 0.
    Curvature {
        /// The maximum angle in degrees, from 0 to 180.
        degrees: f32,
    },
    /// An edge is complete if an expression of the kernel language is true. `a` and `b` are its ends, of type vec3. `a` is the end
    /// with the smaller x; if both have the same x, y and then z decide.
    Edge(String),
}

/// The minimum depth in front of the camera, as a part of the mesh's extent. Points that are nearer or behind the camera are
/// treated as if they had this depth.
const NEAREST: f32 = 1e-3;

/// A criterion on a device.
pub(super) struct Judge {
    pub kernel: Kernel,
    constants: Vec<(&'static str, crate::value::Value)>,
}

impl Judge {
    /// Prepares a criterion. Returns `None` for [`Criterion::Uniform`].
    pub fn new(
        device: &Device,
        criterion: &Criterion,
        mesh: &Mesh,
    ) -> Result<Option<Judge>, crate::applications::Error> {
        let (low, high) = mesh.bounds();
        let extent = (0..3).map(|k| high[k] - low[k]).fold(0.0, f32::max).max(f32::MIN_POSITIVE);
        let source = glsl!("applications/subdivide_criterion.frag");
        let with = |screen: bool, curvature: bool| source.parameter("screen", screen).parameter("curvature", curvature);
        let (source, constants) = match criterion {
            Criterion::Uniform => return Ok(None),
            Criterion::Screen { camera, height, pixels } => {
                within("the size of an edge", *pixels, |x| x > 0.0, "a number of pixels above 0")?;
                within(
                    "the camera's field of view",
                    camera.degrees,
                    |x| x > 0.0 && x < 180.0,
                    "above 0 and below 180",
                )?;
                within("the height of the picture", *height, |x| x > 0.0, "a number of pixels above 0")?;
                let [right, up, forward] = rows(camera, *height)?;
                let constants = vec![
                    ("right_of", right.into()),
                    ("up_of", up.into()),
                    ("forward", forward.into()),
                    ("nearest", (NEAREST * extent).into()),
                    ("pixels", (*pixels).into()),
                ];
                (with(true, false), constants)
            }
            Criterion::Curvature { degrees } => {
                within("the angle", *degrees, |x| (0.0..=180.0).contains(&x), "from 0 to 180 degrees")?;
                let cosine = f64::from(*degrees).to_radians().cos() as f32;
                (with(false, true), vec![("cosine", cosine.into()), ("scale", (1.0 / extent).into())])
            }
            Criterion::Edge(written) => {
                // Check the expression separately first, so that it can use only the two ends, and errors refer only to its own
                // text.
                let end = Type::Float(Components::Three);
                expression::check(FILE, written, &[("a", end), ("b", end)], "", Type::BOOL)
                    .map_err(|found| Error::from(CompileError::new("subdivide", found)))?;
                let (file, text) = (Text::Static(FILE), Text::from(written.clone()));
                let body = FunctionBody { file, text, expression: true, includes: &[] };
                (with(false, false).bind(Text::Static("chosen"), body), Vec::new())
            }
        };
        let kernel = device.kernel(&source)?;
        Ok(Some(Judge { kernel, constants }))
    }

    /// Returns a pass of the criterion, with its constants.
    pub fn pass<'a>(&'a self, device: &Device) -> Pass<'a> {
        let pass = device.pass(&self.kernel);
        self.constants.iter().fold(pass, |pass, (name, value)| pass.constant(name, *value))
    }
}

fn within(
    what: &'static str,
    value: f32,
    fits: impl Fn(f32) -> bool,
    wanted: &'static str,
) -> Result<(), SubdivideError> {
    if value.is_finite() && fits(value) { Ok(()) } else { Err(SubdivideError::Criterion { what, value, wanted }) }
}

/// The name of the expression in messages.
const FILE: &str = "expression";

/// Returns the three rows of the camera's transformation: column in pixels, row in pixels, and depth. The fourth number of a row is
/// the offset that results from the camera's position.
fn rows(camera: &Camera, height: f32) -> Result<[[f32; 4]; 3], SubdivideError> {
    let sub = |a: [f64; 3], b: [f64; 3]| -> [f64; 3] { std::array::from_fn(|k| a[k] - b[k]) };
    let cross = |a: [f64; 3], b: [f64; 3]| -> [f64; 3] {
        std::array::from_fn(|k| a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3])
    };
    let dot = |a: [f64; 3], b: [f64; 3]| a.iter().zip(&b).map(|(a, b)| a * b).sum::<f64>();
    let unit = |a: [f64; 3]| {
        let length = dot(a, a).sqrt();
        if length > 0.0 && length.is_finite() { Ok(a.map(|x| x / length)) } else { Err(SubdivideError::Camera) }
    };
    let [eye, target, up] = [camera.eye, camera.look_at, camera.up].map(|v| v.map(f64::from));
    let forward = unit(sub(target, eye))?;
    let right = unit(cross(forward, unit(up)?)).map_err(|_| SubdivideError::Camera)?;
    let up = cross(right, forward);
    let pixels = 0.5 * f64::from(height) / (0.5 * f64::from(camera.degrees).to_radians()).tan();
    let row = |axis: [f64; 3], scale: f64| {
        let [x, y, z] = axis.map(|x| x * scale);
        [x, y, z, -dot([x, y, z], eye)].map(|x| x as f32)
    };
    Ok([row(right, pixels), row(up, pixels), row(forward, 1.0)])
}
