//! `brooklet chips --predict`: shows the cost models of the chips, and their predictions of published figures.

use comfy_table::CellAlignment;
use serde_json::json;

use brooklet::compare::then::{self, Errors, Group, NATIVE_CHIPS, Prediction, native, predictions};
use brooklet::fragment_program::Chip;
use brooklet::fragment_program::cost::Model;

use super::table::{bare, shown};

/// Returns as JSON the constants of each chip's model, or why it has none, with all figures and the errors of each group.
pub fn to_json(chips: &[Chip]) -> serde_json::Value {
    let models: Vec<_> = chips
        .iter()
        .map(|&chip| match Model::of(chip) {
            Ok(model) => json!({"chip": chip.name(), "constants": model.constants()}),
            Err(missing) => json!({"chip": chip.name(), "missing": missing.why}),
        })
        .collect();
    let mut json = then::to_json(|one| one.chip.is_some_and(|chip| chips.contains(&chip)));
    json["models"] = models.into();
    let native: Vec<_> = native()
        .iter()
        .map(|row| {
            let own = NATIVE_CHIPS.iter().zip(&row.own).map(|(chip, own)| {
                json!({"chip": chip.name(), "passes": own.passes, "texture": own.texture, "arithmetic": own.arithmetic})
            });
            json!({"published": row.published, "own": own.collect::<Vec<_>>()})
        })
        .collect();
    json["native"] = native.into();
    json
}

/// Formats the models and their predictions as text.
pub fn text(chips: &[Chip], width: Option<usize>) -> String {
    let mut parts = Vec::new();
    for &chip in chips {
        match Model::of(chip) {
            Err(missing) => parts.push(missing.to_string()),
            Ok(model) => {
                let mut table = bare(width);
                for one in model.constants() {
                    let status = format!("{:?}", one.status).to_lowercase();
                    table.add_row([one.name.to_owned(), format!("{:.3}", one.value), status, one.source]);
                }
                parts.push(format!("{chip}: {}\n\n{}", chip.profile().cards, shown(table)));
            }
        }
    }
    for group in Group::ALL {
        let own = |one: &&Prediction| one.group == group && one.chip.is_some_and(|chip| chips.contains(&chip));
        let figures: Vec<&Prediction> = predictions().iter().filter(own).collect();
        if figures.is_empty() {
            continue;
        }
        let errors = Errors::of(figures.iter().copied()).map(|errors| {
            let percent = |share: f64| format!("{:.0} %", 100.0 * share);
            format!(": median error {}, worst {}", percent(errors.median), percent(errors.worst))
        });
        // Only the figures of the chosen chips: the group's title may cover more.
        let all = predictions().iter().filter(|one| one.group == group).count();
        let part = if figures.len() < all { format!(", {} of {all} figures", figures.len()) } else { String::new() };
        let title = group.title();
        parts.push(format!("{title}{part}{}\n\n{}", errors.unwrap_or_default(), figures_of(&figures, width)));
        if group == Group::Outputs {
            parts.push(native_counts(width));
        }
    }
    if predictions().iter().any(|one| !one.exact && one.chip.is_some_and(|chip| chips.contains(&chip))) {
        parts.push("† more elements than the chip's arithmetic numbers".to_owned());
    }
    parts.join("\n\n")
}

/// Formats Table 1 of the Brook paper beside the counts of our compiler.
fn native_counts(width: Option<usize>) -> String {
    let mut table = bare(width);
    let heads = NATIVE_CHIPS.map(|chip| format!("{chip}: passes, TEX, ALU"));
    table.set_header(
        ["instructions of all passes".to_owned(), "published: texld, arith".to_owned()].into_iter().chain(heads),
    );
    for row in native() {
        let own = row.own.iter().map(|own| format!("{}, {}, {}", own.passes, own.texture, own.arithmetic));
        let published = format!("{}, {}", row.published.texld, row.published.arith);
        table.add_row([row.published.program.to_owned(), published].into_iter().chain(own));
    }
    shown(table)
}

fn figures_of(figures: &[&Prediction], width: Option<usize>) -> String {
    let mut table = bare(width);
    table.set_header(["what", "n", "on", "API", "published", "predicted", "ratio", "OpenGL", ""]);
    let number = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.3}"));
    for one in figures {
        let mark = if one.exact { "" } else { " †" };
        table.add_row([
            one.work.clone(),
            one.n.map_or(String::new(), |n| format!("{n}{mark}")),
            one.hardware.to_owned(),
            one.shown_api().to_owned(),
            one.shown(),
            number(one.predicted),
            one.ratio().map_or("-".to_owned(), |ratio| format!("{ratio:.2}")),
            number(one.predicted_opengl),
            one.unit.to_owned(),
        ]);
    }
    for (at, column) in table.column_iter_mut().enumerate() {
        if [1, 4, 5, 6, 7].contains(&at) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    shown(table)
}
