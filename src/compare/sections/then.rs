//! 8. Then, predicted: the published figures, and their predictions by cost models of the chips.

use crate::compare::chart::{Axis, Chart, Look, Series};
use crate::compare::document::{Block, Section, Table};
use crate::compare::number::{NONE, maybe, number, size};
use crate::compare::then::{Errors, Group, NATIVE_CHIPS, Prediction, native, predictions};
use crate::fragment_program::Chip;
use crate::fragment_program::cost::Model;

pub fn section() -> Section {
    let all = predictions();
    let of = |group: Group| all.iter().filter(move |one| one.group == group);
    let mut blocks = vec![
        Block::Text(
            "What would these programs have cost then? A model of each chip counts what a pass does (cycles of arithmetic, floats \
             fetched, bytes moved, the CPU's cost of issuing it, pbuffers and their copies) and takes its constants from facts: what \
             Brook's authors measured of their cards, clocks, units, bandwidths. Nothing comes from Table 36-1; the costs of a pass and of a pbuffer come from Brook's \
             figure 4 and its reduction through OpenGL, which therefore do not count here. The programs \
             are brooklet's, compiled for the chip and counted, not executed: this needs no device."
                .to_owned(),
        ),
        Block::Text(
            "Look at the ratios: 1 is as published, 0.5 predicts half the time. Figures marked † are of sizes that the chip's \
             arithmetic cannot number (24 bits tell 131,072 elements apart): their time can be predicted, their result could not be \
             right with addresses in floats."
                .to_owned(),
        ),
        Block::Table(errors()),
        Block::Figure(chart()),
    ];
    for group in Group::ALL {
        blocks.push(Block::Text(format!("*{}*. {}", capital(group.title()), group.about())));
        blocks.push(Block::Table(table(group, of(group))));
        if group == Group::Outputs {
            blocks.push(Block::Text(
                "The same kernels by brooklet's compiler: products of matrices take what the paper says; its Cloth is not printed, and \
                 brooklet's clamps what it gathers. On R300 Cloth does not fit one pass even with four outputs: it is cut."
                    .to_owned(),
            ));
            blocks.push(Block::Table(native_counts()));
        }
    }
    blocks.push(Block::Text(
        "The times of Harris (section 3) and of Mahardito et al. (section 4) are of CUDA: kernels of threads with shared memory are no \
         fragment passes, and G80 has neither a measured rate of fetches nor a cost of a pass among the facts. They are not \
         predicted."
            .to_owned(),
    ));
    blocks.push(Block::Text(
        "Where the filter by scan and search was slower on the X800 than predicted, three times and more, the published figures \
         disagree with each other: 512K records took 186 ms and 1024K took 191, and a pass took 4.4 ns a record where one of the \
         sort, which does more, took 5.6. A cost of each search that does not depend on its size (Horn compiled a kernel for \
         each length) would look so; the paper does not say, and nothing is put in for it."
            .to_owned(),
    ));
    blocks
        .push(Block::Text("The constants, for the clocks of the profiles; `brooklet chips` has the facts.".to_owned()));
    blocks.push(Block::Table(constants()));
    Section { title: "8. Then, predicted".to_owned(), blocks }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().collect::<String>() + letters.as_str())
}

/// Formats a share as percent.
fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

fn errors() -> Table {
    let mut table = Table::new("Errors: how far predictions are from what was published")
        .group("", ["figures", "of"])
        .group("predicted", ["median", "worst"])
        .group("through OpenGL", ["median", "worst"]);
    let mut row = |title: String, of: Vec<&Prediction>| {
        let Some(errors) = Errors::of(of.iter().copied()) else { return };
        let opengl = Errors::of_opengl(of);
        let cell = |share: Option<f64>| share.map_or(NONE.to_owned(), percent);
        table.row([
            title,
            errors.of.to_string(),
            percent(errors.median),
            percent(errors.worst),
            cell(opengl.map(|errors| errors.median)),
            cell(opengl.map(|errors| errors.worst)),
        ]);
    };
    for group in Group::ALL {
        let all: Vec<&Prediction> = predictions().iter().filter(|one| one.group == group).collect();
        row(group.title().to_owned(), all.clone());
        // The figures of Table 36-1 are also listed by card and method, and those of the reduction by kind.
        let mut kinds: Vec<(&str, &str)> = Vec::new();
        for one in all.iter().filter(|one| one.counts) {
            let kind = match group {
                Group::Filter => (one.hardware, one.work.as_str()),
                _ => ("", one.work.as_str()),
            };
            if matches!(group, Group::Filter | Group::Reduction) && !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        for (hardware, work) in kinds {
            let own = |one: &&&Prediction| one.work == work && (hardware.is_empty() || one.hardware == hardware);
            let title = if hardware.is_empty() { format!("– {work}") } else { format!("– {hardware}, {work}") };
            row(title, all.iter().filter(own).copied().collect());
        }
    }
    table
}

fn table<'a>(group: Group, figures: impl Iterator<Item = &'a Prediction>) -> Table {
    let mut table = Table::new(capital(group.title()))
        .group("published", ["what", "n", "on", "API", "figure", "unit"])
        .group("predicted", ["passes", "arithmetic", "fetches", "figure", "ratio"])
        .group("through OpenGL", ["figure", "ratio"]);
    for one in figures {
        let mark = if one.exact { "" } else { " †" };
        table.row([
            one.work.clone(),
            one.n.map_or(String::new(), |n| size(n) + mark),
            one.hardware.to_owned(),
            one.shown_api().to_owned(),
            one.shown(),
            one.unit.to_owned(),
            one.passes.map_or(NONE.to_owned(), |passes| passes.to_string()),
            maybe(one.arithmetic),
            maybe(one.fetches),
            maybe(one.predicted),
            maybe(one.ratio()),
            maybe(one.predicted_opengl),
            maybe(one.ratio_opengl()),
        ]);
    }
    table
}

/// Counts Brook's Table 1 with our compiler.
fn native_counts() -> Table {
    let mut table =
        Table::new("Brook's Table 1: instructions of all passes").group("Brook, 2004", ["program", "texld", "arith"]);
    for chip in NATIVE_CHIPS {
        table = table.group(chip.name(), ["passes", "texture", "arithmetic"]);
    }
    for row in native() {
        let printed = [row.published.program, row.published.texld, row.published.arith].map(str::to_owned);
        let own =
            row.own.iter().flat_map(|own| [own.passes, own.texture, own.arithmetic].map(|count| count.to_string()));
        table.row(printed.into_iter().chain(own));
    }
    table
}

/// Plots published against predicted figures, one point for each.
fn chart() -> Chart {
    let points = |group: Group, hardware: &str| -> Vec<(f64, f64)> {
        let own =
            predictions().iter().filter(|one| one.group == group && one.counts && one.hardware.contains(hardware));
        own.filter_map(|one| Some((one.figure? * one.ms?, one.predicted? * one.ms?))).collect()
    };
    let groups = [
        ("Table 36-1, 6800 Ultra", points(Group::Filter, "6800")),
        ("Table 36-1, X800", points(Group::Filter, "X800")),
        ("Brook's reduction", points(Group::Reduction, "")),
        ("the toolkit's sort", points(Group::Toolkit, "")),
        ("GPUSort (recalled)", points(Group::GpuSort, "")),
    ];
    let all: Vec<f64> = groups.iter().flat_map(|(_, points)| points.iter().flat_map(|(x, y)| [*x, *y])).collect();
    let (least, max) = (all.iter().copied().fold(f64::INFINITY, f64::min), all.iter().copied().fold(0.0f64, f64::max));
    let mut series: Vec<Series> =
        groups.into_iter().map(|(label, points)| Series::new(label, Look::Points, points)).collect();
    series.push(Series::new("predicted as published", Look::Claim, vec![(least, least), (max, max)]));
    Chart {
        name: "then-predicted",
        title: "Then: published and predicted".to_owned(),
        x: Axis::log10("published, ms"),
        y: Axis::log10("predicted, ms"),
        series,
    }
}

fn constants() -> Table {
    let mut table =
        Table::of_words("Constants of the models").group("", ["chip", "constant", "value", "status", "from"]);
    for chip in Chip::ALL {
        match Model::of(chip) {
            Err(missing) if chip != Chip::None => {
                table.row([
                    chip.name().to_owned(),
                    NONE.to_owned(),
                    NONE.to_owned(),
                    NONE.to_owned(),
                    missing.why.to_owned(),
                ]);
            }
            Err(_) => {}
            Ok(model) => {
                for one in model.constants() {
                    let status = format!("{:?}", one.status).to_lowercase();
                    table.row([chip.name().to_owned(), one.name.to_owned(), number(one.value), status, one.source]);
                }
            }
        }
    }
    table
}
