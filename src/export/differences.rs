//! What of the passes depends on the number of elements, as far as the plans of an export show it.

use serde_json::{Value as Json, json};

use super::plan::Plan;

/// Returns which textures, rectangles and uniforms differ between plans. Returns null for one plan, which cannot show it.
pub(super) fn differences(plans: &[Plan]) -> Json {
    let [first, others @ ..] = plans else { return Json::Null };
    if others.is_empty() {
        return Json::Null;
    }
    // Passes of different programs, inputs or targets have nothing in common that is worth a comparison.
    let bound = |pass: &Json| (pass["program"].clone(), pass["inputs"].clone(), pass["targets"].clone());
    let wiring = |plan: &Plan| plan.passes.iter().map(bound).collect::<Vec<_>>();
    let names = |plan: &Plan| plan.textures.iter().map(|texture| texture["name"].clone()).collect::<Vec<_>>();
    if others.iter().any(|plan| wiring(plan) != wiring(first) || names(plan) != names(first)) {
        return json!({ "passes": true });
    }
    let differs = |at: &dyn Fn(&Plan) -> &Json| others.iter().any(|plan| at(plan) != at(first));
    let textures = (0..first.textures.len()).filter(|texture| differs(&|plan: &Plan| &plan.textures[*texture]));
    let textures: Vec<&Json> = textures.map(|texture| &first.textures[texture]["name"]).collect();
    let mut passes = Vec::new();
    for (number, pass) in first.passes.iter().enumerate() {
        let drawn = ["viewport", "rectangles"];
        let size = drawn.iter().any(|field| differs(&|plan: &Plan| &plan.passes[number][*field]));
        let count = pass["uniforms"].as_array().map_or(0, Vec::len);
        let uniforms = (0..count).filter(|k| differs(&|plan: &Plan| &plan.passes[number]["uniforms"][*k]["value"]));
        let uniforms: Vec<&Json> = uniforms.map(|k| &pass["uniforms"][k]["name"]).collect();
        if size || !uniforms.is_empty() {
            passes.push(json!({ "pass": number, "rectangles": size, "uniforms": uniforms }));
        }
    }
    json!({ "passes": false, "textures": textures, "in_passes": passes })
}
