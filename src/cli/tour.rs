//! `brooklet tour`: runs every method of the toolkit and compares it with the reference.

use std::time::Instant;

use anyhow::bail;
use clap::Args;
use comfy_table::{CellAlignment, Table, presets};
use serde_json::json;

use brooklet::catalog::{self, Data, Difference, Example, MethodInfo, Primitive, Select};
use brooklet::fragment_program::cost::Predicted;
use brooklet::{Device, Error, Layout, Stream, primitives, reference};

use super::session::Session;
use super::{Common, print};

/// Run every method of the toolkit on generated data, and check the results
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet tour
  brooklet tour --dialect es --json
  brooklet tour --chip nv40

Each line shows a method's passes, the time of its second run, and whether its result equals that of plain Rust, bit for bit (a Fourier transform: within its error). \
The exit code is 1 if any differs. With --chip it also shows the time that the chip itself would have taken, predicted from the \
work, if `brooklet chips CHIP --predict` has a model of it.")]
pub struct Tour {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The number of elements: as many as the chapter's 136 passes sort.
const COUNT: usize = 1 << 16;

/// A method that has been run.
struct Row {
    primitive: &'static str,
    method: String,
    outcome: Outcome,
}

/// The outcome of a method.
enum Outcome {
    Ran {
        passes: usize,
        milliseconds: f64,
        /// The predicted time of its passes on the emulated chip.
        predicted: Option<Predicted>,
        same: bool,
    },
    /// The device lacks a feature. Holds the message.
    Lacks(String),
}

impl Row {
    fn is_wrong(&self) -> bool {
        matches!(self.outcome, Outcome::Ran { same: false, .. })
    }
}

/// Returns whether a result is the expected one, bit for bit.
fn is_same(got: &[f32], expected: &[f32]) -> bool {
    Difference::between(expected, got).is_none()
}

/// The tour so far.
struct Walk<'a> {
    session: &'a Session,
    rows: Vec<Row>,
}

impl Walk<'_> {
    /// Runs a method twice: the first run compiles its shaders, counts its passes and checks its result; the second is timed.
    fn step<R>(
        &mut self,
        primitive: &'static str,
        method: impl Into<String>,
        run: impl Fn() -> Result<R, Error>,
        right: impl Fn(&R) -> Result<bool, Error>,
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
        let same = right(&result)?;
        device.finish()?;
        let start = Instant::now();
        run()?;
        device.finish()?;
        let milliseconds = start.elapsed().as_secs_f64() * 1e3;
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

/// Returns a row as JSON.
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

/// Returns an error that names the methods whose results differ, if there are any.
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
    // The predicted time of the chip is a column beside the time of the emulation.
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

/// The largest of the whole numbers, small enough that the sum of all elements is exact.
const LARGEST: f32 = 100.0;

/// A cache of generated data, as the device holds them.
struct Held<'a> {
    device: &'a Device,
    data: Vec<(Data, Vec<f32>)>,
}

impl Held<'_> {
    /// Returns data as they are after an upload: a device with floats of 24 bits keeps fewer digits.
    fn of(&mut self, data: Data) -> Result<&[f32], Error> {
        let at = match self.data.iter().position(|(known, _)| *known == data) {
            Some(at) => at,
            None => {
                let numbers = data.numbers(COUNT, LARGEST);
                let held = self.device.upload(&numbers)?.read()?.into_iter();
                // Null records stay infinite, whatever a chip without infinities stores for them.
                let held = held.zip(numbers).map(|(held, made)| if made.is_infinite() { made } else { held });
                self.data.push((data, held.collect()));
                self.data.len() - 1
            }
        };
        Ok(&self.data[at].1)
    }
}

fn walk_all(walk: &mut Walk, device: &Device) -> Result<(), Error> {
    let mut held = Held { device, data: Vec::new() };
    let (x, whole) = (held.of(Data::Noise)?.to_vec(), held.of(Data::Whole)?.to_vec());
    let (stream, counts) = (device.upload(&x)?, device.upload(&whole)?);
    walk.step(
        "map",
        "2 * x + y",
        || -> Result<Stream<f32>, _> {
            primitives::map(device, "2 * x + y").input("x", &counts).input("y", &counts).run()
        },
        |got| Ok(is_same(&got.read()?, &reference::map(&[&whole, &whole], |v| 2.0 * v[0] + v[1]))),
    )?;
    let to = |layout| move |stream: &Stream<f32>| stream.to_layout(layout);
    walk.step("convert", "plain to packed", || to(Layout::Packed)(&stream), |got| Ok(is_same(&got.read()?, &x)))?;
    let packed = stream.to_layout(Layout::Packed)?;
    walk.step("convert", "packed to plain", || to(Layout::Plain)(&packed), |got| Ok(is_same(&got.read()?, &x)))?;
    for primitive in catalog::PRIMITIVES {
        let shown = primitive.examples.iter().filter(|example| example.title.is_some());
        let (of_all, of_some): (Vec<_>, Vec<_>) = shown.partition(|example| matches!(example.fragment, Select::All));
        for method in primitive.fragment.methods {
            for example in &of_all {
                show(walk, &mut held, primitive, example, method)?;
            }
        }
        for example in of_some {
            for method in primitive.fragment.methods.iter().filter(|method| example.fragment.has(method)) {
                if !example.quiet || primitive.fragment.runs_on(method, device) {
                    show(walk, &mut held, primitive, example, method)?;
                }
            }
        }
    }
    Ok(())
}

/// Runs an example of a primitive by one method, as a step of the tour.
fn show(
    walk: &mut Walk,
    held: &mut Held,
    primitive: &'static Primitive,
    example: &Example,
    method: &MethodInfo,
) -> Result<(), Error> {
    let options = (example.options)();
    // A method that takes fewer elements than the tour has is shown on some of them.
    let some = |all: &[f32]| all[..all.len().min(method.max_elements)].to_vec();
    let inputs = example.data.iter().map(|data| Ok(some(held.of(*data)?))).collect::<Result<Vec<_>, Error>>()?;
    let fewer = if method.max_elements < COUNT { format!(", of {}", method.max_elements) } else { String::new() };
    let upload = |input: &Vec<f32>| held.device.upload_shaped(options.shape(input.len()), input);
    let streams = inputs.iter().map(upload).collect::<Result<Vec<_>, Error>>()?;
    let streams: Vec<_> = streams.iter().collect();
    let slices: Vec<&[f32]> = inputs.iter().map(Vec::as_slice).collect();
    walk.step(
        primitive.name,
        format!("{}{}{fewer}", method.name, example.title.unwrap_or("")),
        || primitive.draw(Some(method.name), &streams, &options),
        |got| {
            let expected = primitive.expected_of(method.name, &slices, &options)?;
            let exact = held.device.features().exact_integer;
            Ok(example.difference(&expected, &got.read()?, exact).is_none())
        },
    )
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
