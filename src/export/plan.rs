//! Plans: the textures and passes of some work for one number of elements.

use serde_json::{Value as Json, json};

use crate::backend::Channel;
use crate::geometry::Layout;
use crate::machine::capture::{Capture, PassStep, Step};

use super::json::{float, object};
use super::pass::{constant, pass};
use super::programs::Programs;
use super::recording::{Port, Recording};
use super::textures::{Texture, Textures, Use};
use super::{ExportError, PlanSize};

/// The passes for one number of elements.
pub(super) struct Plan {
    pub count: usize,
    inputs: Vec<Json>,
    constants: Vec<Json>,
    outputs: Vec<Json>,
    pub textures: Vec<Json>,
    pub passes: Vec<Json>,
    size: PlanSize,
}

impl Plan {
    pub fn new(
        work: &str,
        count: usize,
        recording: &Recording,
        capture: &Capture,
        programs: &mut Programs,
    ) -> Result<Plan, ExportError> {
        let not_passes = |what| ExportError::NotPasses { work: work.to_owned(), what };
        let names: Vec<&String> = recording.inputs.iter().chain(&recording.outputs).map(|port| &port.name).collect();
        if let Some((_, name)) = names.iter().enumerate().find(|(k, name)| names[..*k].contains(name)) {
            return Err(ExportError::Name { work: work.to_owned(), name: (*name).clone() });
        }
        let steps = capture.steps().iter().map(|step| match step {
            Step::Pass(pass) if pass.points.is_some() => Err(not_passes("draws points")),
            Step::Pass(pass) if pass.kernel.interface().depth().is_some() => Err(not_passes("writes a depth")),
            Step::Pass(pass) if !pass.event.operations.is_default() => {
                Err(not_passes("blends, tests or masks what kernels write"))
            }
            Step::Pass(pass) if is_half(capture, pass) => Err(not_passes("reads or writes half floats")),
            Step::Pass(pass) => Ok(pass),
            Step::Dispatch(_) => Err(not_passes("runs compute shaders")),
        });
        let steps = steps.collect::<Result<Vec<&PassStep>, _>>()?;
        let drawn = |resource| steps.iter().any(|step| step.outputs.iter().any(|output| output.resource == resource));
        if capture.written().any(|(resource, ..)| drawn(resource)) {
            return Err(not_passes("draws to a texture that it also uploads to"));
        }
        let textures = Textures::new(recording, capture, &steps);
        let mut outputs = Vec::new();
        for port in &recording.outputs {
            let resource = port.texture.and_then(|texture| capture.resource_of(texture));
            let Some(resource) = resource.filter(|resource| textures.has(*resource)) else {
                return Err(ExportError::NoTexture { work: work.to_owned(), output: port.name.clone() });
            };
            outputs.push(described(port, &textures.of(resource).name));
        }
        let open = &recording.constants;
        let mut passes = Vec::new();
        for step in &steps {
            passes.push(pass(step, programs.of(step)?, &textures, open));
        }
        let bytes = |filter: fn(Use) -> bool| -> usize {
            textures.all.iter().filter(|texture| filter(texture.used)).map(|texture| texture.spec.bytes()).sum()
        };
        let size = PlanSize {
            count,
            passes: passes.len(),
            input_bytes: bytes(|used| used == Use::Input),
            own_bytes: bytes(|used| used != Use::Input),
        };
        let constants = open.iter().map(|(name, value)| {
            let (ty, value) = constant(*value);
            object([("name", name.as_str().into()), ("type", ty.into()), ("value", value)])
        });
        Ok(Plan {
            count,
            inputs: recording.inputs.iter().map(|port| described(port, &port.name)).collect(),
            constants: constants.collect(),
            outputs,
            textures: textures.all.iter().map(texture).collect(),
            passes,
            size,
        })
    }

    pub fn size(&self) -> PlanSize {
        self.size
    }

    pub fn to_json(&self) -> Json {
        json!({
            "count": self.count,
            "bytes": { "inputs": self.size.input_bytes, "own": self.size.own_bytes },
            "inputs": self.inputs,
            "constants": self.constants,
            "outputs": self.outputs,
            "textures": self.textures,
            "passes": self.passes,
        })
    }
}

/// Returns whether a pass reads or writes a texture of half floats.
fn is_half(capture: &Capture, pass: &PassStep) -> bool {
    let mut bindings = pass.inputs.iter().chain(&pass.outputs);
    bindings.any(|binding| capture.texture_spec(binding.resource).is_some_and(|spec| spec.ty == Channel::Half))
}

/// Describes where the elements of an input or output are.
fn described(port: &Port, texture: &str) -> Json {
    let lanes = port.geometry.layout.lanes();
    object([
        ("name", port.name.as_str().into()),
        ("texture", texture.into()),
        ("type", port.components.type_name().into()),
        ("count", port.geometry.count.into()),
        ("numbers", (port.geometry.count * port.components.channels()).into()),
        ("shape", port.shape.extents().into()),
        ("layout", if port.geometry.layout == Layout::Packed { "packed" } else { "plain" }.into()),
        ("elements_per_texel", lanes.into()),
        ("width", port.geometry.width.into()),
        ("height", port.geometry.height.into()),
    ])
}

fn texture(texture: &Texture) -> Json {
    let mut described = object([
        ("name", texture.name.as_str().into()),
        ("use", texture.used.word().into()),
        ("format", texture.format().into()),
        ("channels", texture.spec.channels.into()),
        ("width", texture.spec.width.into()),
        ("height", texture.spec.height.into()),
        ("layers", texture.spec.layers.into()),
    ]);
    if texture.used == Use::Data {
        described["data"] = texture.data.iter().copied().map(float).collect::<Vec<_>>().into();
    }
    described
}
