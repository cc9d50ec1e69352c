//! Describes the interfaces of kernels as JSON: their parameters, and their passes with the inputs of each.

use serde_json::{Value, json};

use brooklet::brook::ir::{Role, StreamKernel};
use brooklet::brook::{Feed, PassRole, Plan, Records, Supply, signature};
use brooklet::ir::{self, Interface, Kernel, Port};

/// Describes a kernel of a Brook program and its passes.
pub fn brook(kernel: &StreamKernel, plan: &Plan, records: &Records, shaders: &[String]) -> Value {
    let parameters = kernel.parameters.iter().map(|parameter| {
        let role = match parameter.role {
            Role::Stream => "stream",
            other => other.noun(),
        };
        let mut described = json!({ "name": parameter.name, "role": role, "type": records.name(parameter.ty) });
        if let Role::Variable { max: Some(max) } = parameter.role {
            described["max"] = max.into();
        }
        if let Role::Gather { brackets } | Role::Scatter { brackets } = parameter.role {
            described["dimensions"] = brackets.into();
        }
        let stored = parameter.stored();
        if stored.len() > 1 || !stored[0].path.is_empty() {
            let fields = stored.iter().map(|field| json!({ "name": field.path, "type": field.ty.brook() }));
            described["fields"] = fields.collect();
        }
        described
    });
    let passes = plan.passes.iter().zip(shaders).map(|(pass, shader)| {
        let inputs = pass.inputs.iter().map(|input| {
            let feeds = input.feeds.iter().map(|feed| match feed {
                Feed::Slot(of) => kernel.slot_name(*of),
                Feed::Old(of) => format!("{} before", kernel.slot_name(*of)),
                Feed::Element => "number of the element that pushes".into(),
                Feed::PushIndex => "pushes of it before this one".into(),
            });
            json!({ "name": input.name, "type": input.components.type_name(), "from": feeds.collect::<Vec<_>>() })
        });
        let constants = pass.constants.iter().map(|constant| match constant.supply {
            Supply::Slot(of) => json!({ "name": constant.name, "from": kernel.slot_name(of) }),
            _ => json!({ "name": constant.name, "from": "shapes" }),
        });
        let outputs = pass.outputs.iter().map(|output| {
            let to = match output.slot {
                Some(of) => kernel.slot_name(of),
                None => "number of pushes".into(),
            };
            json!({ "name": output.name, "type": output.components.type_name(), "to": to })
        });
        let part = match pass.role {
            PassRole::Whole if kernel.reduction => "reduce",
            PassRole::Whole => "map",
            PassRole::Count(_) => "count of pushes",
            PassRole::Values(_) => "values pushed",
        };
        json!({
            "name": pass.name(),
            "part": part,
            "inputs": inputs.collect::<Vec<_>>(),
            "constants": constants.collect::<Vec<_>>(),
            "outputs": outputs.collect::<Vec<_>>(),
            "fetches": pass.cost.fetches,
            "arithmetic": pass.cost.arithmetic,
            "glsl": shader,
        })
    });
    json!({
        "name": kernel.name,
        "signature": signature(kernel, records),
        "kind": if kernel.reduction { "reduction" } else { "kernel" },
        "parameters": parameters.collect::<Vec<_>>(),
        "passes": passes.collect::<Vec<_>>(),
    })
}

/// Describes a kernel of the library and its shader.
pub fn kernel(kernel: &Kernel, shader: &str) -> Value {
    let Interface { inputs, constants, outputs, .. } = &kernel.interface;
    let described = |name: &str, ty: ir::Type| json!({ "name": name, "type": ty.name() });
    let ports = |ports: &[Port]| ports.iter().map(|port| described(&port.name, port.ty)).collect::<Vec<_>>();
    let constants: Vec<_> = constants.iter().map(|constant| described(&constant.name, constant.ty)).collect();
    json!({
        "name": kernel.name, "inputs": ports(inputs), "constants": constants, "outputs": ports(outputs),
        "glsl": shader,
    })
}
