//! `brooklet tour`: every method of the toolkit at work, held against the reference.

use std::time::Instant;

use anyhow::bail;
use clap::Args;
use comfy_table::{CellAlignment, Table, presets};
use serde_json::json;

use brooklet::compare::noise;
use brooklet::fragment_program::cost::Predicted;
use brooklet::primitives::{self, Filter, Infinity, Reduce, Scan, Search, Sort, SortOptions};
use brooklet::{Device, Error, Layout, Operator, Stream, reference};

use super::session::Session;
use super::{Common, print};

/// Run every method of the toolkit on generated data, and check the results
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet tour
  brooklet tour --dialect es --json
  brooklet tour --chip nv40

For each method: the passes that it took, the time of a second run, and whether its result is that \
of plain Rust, bit for bit. Exit code 1 if any differs. With --chip: what its passes would have taken \
on that chip then, predicted from their work, where `brooklet chips CHIP --predict` has a model.")]
pub struct Tour {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Elements: the chapter's 136 passes sort so many.
const COUNT: usize = 1 << 16;

/// A method that has been run.
struct Row {
    primitive: &'static str,
    method: String,
    outcome: Outcome,
}

/// How a method went.
enum Outcome {
    Ran {
        passes: usize,
        milliseconds: f64,
        /// How long its passes would have taken on the chip that is emulated.
        predicted: Option<Predicted>,
        same: bool,
    },
    /// What the device has not for it.
    Lacks(String),
}

impl Row {
    fn is_wrong(&self) -> bool {
        matches!(self.outcome, Outcome::Ran { same: false, .. })
    }
}

/// A result, and what it should be: the bits of floats.
type Results = (Vec<f32>, Vec<f32>);

/// The rows so far.
struct Walk<'a> {
    session: &'a Session,
    rows: Vec<Row>,
}

impl Walk<'_> {
    /// Runs a method twice: once for its shaders to be compiled, its passes counted and its result checked; once for time.
    fn step<R>(
        &mut self,
        primitive: &'static str,
        method: impl Into<String>,
        run: impl Fn() -> Result<R, Error>,
        results: impl Fn(&R) -> Result<Results, Error>,
    ) -> Result<(), Error> {
        let method = method.into();
        self.session.progress.stage(format!("{primitive} {method}"));
        let device = &self.session.device;
        let (result, trace) = device.traced(&run);
        let result = match result {
            Err(error) if error.is_missing_feature() => {
                self.rows.push(Row { primitive, method, outcome: Outcome::Lacks(error.to_string()) });
                return Ok(());
            }
            result => result?,
        };
        let (got, expected) = results(&result)?;
        let bits = |floats: &[f32]| floats.iter().map(|float| float.to_bits()).collect::<Vec<_>>();
        device.finish()?;
        let start = Instant::now();
        run()?;
        device.finish()?;
        let milliseconds = start.elapsed().as_secs_f64() * 1e3;
        let same = bits(&got) == bits(&expected);
        let predicted = trace.predicted();
        let outcome = Outcome::Ran { passes: trace.passes().count(), milliseconds, predicted, same };
        self.rows.push(Row { primitive, method, outcome });
        Ok(())
    }
}

impl Tour {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        let (rows, device) = common.run(&[], |session| {
            let mut walk = Walk { session, rows: Vec::new() };
            walk_all(&mut walk, &session.device)?;
            Ok((walk.rows, session.device.clone()))
        })?;
        let verdict = verdict(&rows);
        if self.json {
            let rows: Vec<_> = rows.iter().map(described).collect();
            let info = device.info();
            let report =
                json!({ "device": info.renderer, "dialect": info.dialect, "rows": rows, "ok": verdict.is_ok() });
            print(serde_json::to_string_pretty(&report)?)?;
        } else {
            print(format!("{} elements on {}\n\n{}", COUNT, device.info().renderer, table(&rows)))?;
        }
        verdict
    }
}

/// A row as JSON.
fn described(row: &Row) -> serde_json::Value {
    let mut json = json!({ "primitive": row.primitive, "method": row.method, "n": COUNT });
    match &row.outcome {
        Outcome::Ran { passes, milliseconds, predicted, same } => {
            json["passes"] = json!(passes);
            json["ms"] = json!(milliseconds);
            json["ok"] = json!(same);
            if let Some(predicted) = predicted {
                json["predicted_ms"] = json!(predicted.ms());
                json["predicted_opengl_ms"] = json!(predicted.ms_opengl());
            }
        }
        Outcome::Lacks(why) => json["lacks"] = json!(why),
    }
    json
}

/// Names the methods whose results differ.
fn verdict(rows: &[Row]) -> anyhow::Result<()> {
    let wrong = rows.iter().filter(|row| row.is_wrong()).map(|row| format!("{} {}", row.primitive, row.method));
    let wrong: Vec<String> = wrong.collect();
    if !wrong.is_empty() {
        bail!("not as in the reference: {}", wrong.join("; "));
    }
    Ok(())
}

fn table(rows: &[Row]) -> String {
    let mut table = Table::new();
    // What a chip took then stands beside what it takes to emulate it.
    let predicts = rows.iter().any(|row| matches!(row.outcome, Outcome::Ran { predicted: Some(_), .. }));
    let header = ["", "method", "passes", "ms", "right", "then, ms"];
    table.load_preset(presets::NOTHING).set_header(&header[..if predicts { 6 } else { 5 }]);
    let mut last = "";
    let mut reasons = String::new();
    for row in rows {
        let primitive = if row.primitive == last { "" } else { row.primitive };
        last = row.primitive;
        let (passes, milliseconds, same, then) = match &row.outcome {
            Outcome::Ran { passes, milliseconds, predicted, same } => {
                let then = predicted.map_or(String::new(), |predicted| format!("{:.2}", predicted.ms()));
                (passes.to_string(), format!("{milliseconds:.2}"), if *same { "yes" } else { "NO" }, then)
            }
            Outcome::Lacks(why) => {
                let first = why.lines().next().unwrap_or("");
                reasons.push_str(&format!("\n{} {}: {first}", row.primitive, row.method));
                (String::new(), String::new(), "-", String::new())
            }
        };
        let cells = [primitive, &row.method, &passes, &milliseconds, same, &then];
        table.add_row(&cells[..if predicts { 6 } else { 5 }]);
    }
    for (number, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, 2));
        if [2, 3, 5].contains(&number) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    if !reasons.is_empty() {
        reasons.insert_str(0, "\n\n- what this device cannot run:");
    }
    table.trim_fmt() + &reasons
}

fn walk_all(walk: &mut Walk, device: &Device) -> Result<(), Error> {
    // What the device makes of an upload: one of 24 bits has fewer digits.
    let held = |values: Vec<f32>| device.upload(&values)?.read();
    let x = held(noise(COUNT, 1))?;
    // Whole numbers add exactly, so that sums can be compared bit for bit.
    let whole: Vec<f32> = noise(COUNT, 2).iter().map(|v| (v * 100.0).round() + 0.0).collect();
    let (stream, counts) = (device.upload(&x)?, device.upload(&whole)?);

    walk.step(
        "map",
        "2 * x + y",
        || -> Result<Stream<f32>, _> {
            primitives::map(device, "2 * x + y").input("x", &counts).input("y", &counts).run()
        },
        |got| Ok((got.read()?, reference::map(&[&whole, &whole], |v| 2.0 * v[0] + v[1]))),
    )?;
    let to = |layout| move |stream: &Stream<f32>| stream.to_layout(layout);
    walk.step("convert", "plain to packed", || to(Layout::Packed)(&stream), |got| Ok((got.read()?, x.clone())))?;
    let packed = stream.to_layout(Layout::Packed)?;
    walk.step("convert", "packed to plain", || to(Layout::Plain)(&packed), |got| Ok((got.read()?, x.clone())))?;
    for method in Reduce::ALL {
        for op in [Operator::max(), Operator::sum()] {
            let result = reference::reduce(&whole, &op)?;
            let name = format!("{} of {}", method.name(), op.name());
            walk.step(
                "reduce",
                name,
                || primitives::reduce_by(&counts, &op, method),
                |got| Ok((vec![*got], vec![result])),
            )?;
        }
    }
    let rows = device.upload_shaped([256, COUNT / 256], &whole)?;
    let sums = reference::reduce_to(&whole, rows.shape(), &Operator::sum(), [256, 1].into())?;
    walk.step(
        "reduce",
        "brook, to a stream of 256",
        || primitives::reduce_to(&rows, &Operator::sum(), [256, 1]),
        |got| Ok((got.read()?, sums.clone())),
    )?;
    let ways = [(Operator::<f32>::sum(), false), (Operator::sum(), true), (Operator::max(), false)];
    for method in Scan::ALL {
        for (op, exclusive) in ways.clone() {
            let name = format!("{} of {}{}", method.name(), op.name(), if exclusive { ", exclusive" } else { "" });
            let run = || match exclusive {
                true => primitives::exclusive_scan_by(&counts, &op, method),
                false => primitives::scan_by(&counts, &op, method),
            };
            let expected =
                if exclusive { reference::exclusive_scan(&whole, &op)? } else { reference::scan(&whole, &op) };
            walk.step("scan", name, run, |got| Ok((got.read()?, expected.clone())))?;
        }
    }
    let sorted = reference::sort(&x, false);
    for method in Sort::ALL {
        walk.step(
            "sort",
            method.name(),
            || primitives::sort_by(&stream, method),
            |got| Ok((got.read()?, sorted.clone())),
        )?;
    }
    let (keys, places) = reference::sort_pairs(&whole, &x, true);
    for method in [Sort::Bitonic, Sort::BitonicPacked, Sort::Merge].into_iter().filter(|method| method.runs_on(device))
    {
        let options = SortOptions::default().method(method).descending().stable();
        walk.step(
            "sort",
            format!("{}, stable, descending, with payload", method.name()),
            || primitives::sort_pairs_with(&counts, &stream, options),
            |(got_keys, got)| Ok(([got_keys.read()?, got.read()?].concat(), [keys.clone(), places.clone()].concat())),
        )?;
    }
    let elements = device.upload(&sorted)?;
    let queries = held(noise(COUNT, 3))?;
    let asked = device.upload(&queries)?;
    for method in Search::ALL {
        walk.step(
            "search",
            format!("{}, lower bound", method.name()),
            || primitives::lower_bound_by(&elements, &asked, method),
            |got| Ok((got.read()?, reference::lower_bound(&sorted, &queries))),
        )?;
        walk.step(
            "search",
            format!("{}, upper bound", method.name()),
            || primitives::upper_bound_by(&elements, &asked, method),
            |got| Ok((got.read()?, reference::upper_bound(&sorted, &queries))),
        )?;
    }
    let half: Vec<f32> = x.iter().map(|v| if *v < 0.0 { f32::INFINITY } else { *v }).collect();
    let records = device.upload(&half)?;
    for method in Filter::ALL {
        let expected = reference::compact(&half);
        walk.step(
            "filter",
            method.name(),
            || primitives::compact_by(&records, method),
            |got| Ok((got.read()?, expected.clone())),
        )?;
    }
    for (name, infinity) in [("made", Infinity::Made), ("streamed", Infinity::Streamed)] {
        walk.step(
            "filter",
            format!("scan-search-gather, x > 0.5, infinity {name}"),
            || primitives::filter_with(&stream, "x > 0.5", Filter::ScanSearchGather, infinity),
            |got| Ok((got.read()?, reference::filter(&x, |v| *v > 0.5))),
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_that_differs_fails_the_tour_by_name() {
        let row = |method: &str, same| Row {
            primitive: "sort",
            method: method.to_owned(),
            outcome: Outcome::Ran { passes: 1, milliseconds: 1.0, predicted: None, same },
        };
        assert!(verdict(&[row("bitonic", true)]).is_ok());
        let error = verdict(&[row("bitonic", true), row("bitonic-float", false)]).unwrap_err();
        assert_eq!(error.to_string(), "not as in the reference: sort bitonic-float");
        assert!(table(&[row("bitonic", false)]).contains("NO"));
    }

    #[test]
    fn what_a_chip_would_have_taken_stands_beside_what_emulating_it_takes() {
        let predicted = Predicted { seconds: 0.0125, seconds_opengl: 0.25, ..Predicted::default() };
        let row = |predicted| Row {
            primitive: "sort",
            method: "bitonic-float".to_owned(),
            outcome: Outcome::Ran { passes: 1, milliseconds: 400.0, predicted, same: true },
        };
        let text = table(&[row(Some(predicted))]);
        assert!(text.lines().next().unwrap().ends_with("then, ms") && text.contains("400.00"), "{text}");
        assert!(text.lines().nth(1).unwrap().ends_with("12.50"), "{text}");
        assert!(!table(&[row(None)]).contains("then"));
        let json = described(&row(Some(predicted)));
        assert_eq!((&json["predicted_ms"], &json["predicted_opengl_ms"]), (&json!(12.5), &json!(250.0)));
        assert!(described(&row(None))["predicted_ms"].is_null());
    }
}
