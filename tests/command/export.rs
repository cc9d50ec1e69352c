//! What `brooklet export` writes, run by a runner in Python that knows nothing of the library: its results are the library's.

use std::process::{Command, Stdio};

use brooklet::catalog::{self, Data, Filtering, Grouping, Options, Predicate, Ranks};
use brooklet::{Bins, Operator};
use serde_json::{Map, Value, json};

use crate::support::{self, bytes_of, left_out};
use support::Place;

/// The numbers of elements: one, several rows of a texture, and one element past a row.
const COUNTS: [usize; 3] = [1, 1000, 4097];

/// An export, and what its results have to be.
struct Case {
    /// The words of the command, without the number of elements.
    words: &'static [&'static str],
    primitive: &'static str,
    /// The data of the inputs.
    data: &'static [Data],
    options: Options,
    /// Of how many numbers an output consists, if that depends on the data: the first of the output `number`.
    numbered: bool,
}

fn case(words: &'static [&'static str], data: &'static [Data], options: Options) -> Case {
    Case { words, primitive: words[0], data, options, numbered: false }
}

fn numbered(words: &'static [&'static str], data: &'static [Data], options: Options) -> Case {
    Case { numbered: true, ..case(words, data, options) }
}

fn plain() -> Options {
    Options::default()
}

fn reductions() -> Vec<Case> {
    let op = |operator| Options { operator, ..plain() };
    let whole = &[Data::Whole];
    vec![
        case(&["reduce"], whole, plain()),
        case(&["reduce", "--op", "max"], &[Data::Noise], op(Operator::max())),
        case(&["reduce", "--method", "2x2", "--op", "min"], &[Data::Noise], op(Operator::min())),
        case(&["reduce", "--method", "brook", "--packed"], whole, plain()),
        case(&["scan"], whole, plain()),
        case(&["scan", "--exclusive", "--op", "max"], whole, Options { exclusive: true, ..op(Operator::max()) }),
        case(&["scan", "--method", "hillis-steele"], whole, plain()),
        case(&["segmented-scan"], &[Data::Whole, Data::Flags], plain()),
        case(&["histogram", "--bins", "16", "--range", "-1,1"], &[Data::Noise], bins()),
        case(&["histogram", "--bins", "16", "--range", "-1,1", "--weights"], &[Data::Noise, Data::Whole], bins()),
        case(&["histogram", "--bins", "16", "--range", "-1,1", "--method", "sort-search"], &[Data::Noise], bins()),
    ]
}

fn bins() -> Options {
    Options { bins: Bins::between(16, -1.0, 1.0), ..plain() }
}

fn orders() -> Vec<Case> {
    let descending = || Options { descending: true, ..plain() };
    let bits = |bits| Options { bits: Some(bits), ..plain() };
    vec![
        case(&["sort"], &[Data::Noise], plain()),
        case(&["sort", "--packed", "--max-targets", "1"], &[Data::Noise], plain()),
        case(&["sort", "--method", "bitonic", "--descending"], &[Data::Whole], descending()),
        case(&["sort", "--values", "--stable"], &[Data::Zeros, Data::Noise], Options { stable: true, ..plain() }),
        case(&["argsort"], &[Data::Noise], plain()),
        case(&["argsort", "--descending", "--method", "merge"], &[Data::Whole], descending()),
        case(&["argsort", "--bits", "12", "--range", "0,4096"], &[Data::Integers], bits(12)),
        case(&["argsort", "--bits", "16", "--range", "0,65536", "--packed"], &[Data::Shorts], bits(16)),
        case(&["merge"], &[Data::Sorted, Data::OtherSorted], plain()),
        case(&["search"], &[Data::Sorted, Data::Queries], plain()),
        case(&["search", "--upper"], &[Data::Sorted, Data::Queries], Options { upper: true, ..plain() }),
        case(&["take"], &[Data::Noise, Data::Positions], plain()),
        case(&["put"], &[Data::Noise, Data::Positions, Data::Whole], plain()),
        case(
            &["put", "--op", "sum"],
            &[Data::Whole, Data::Positions, Data::Whole],
            Options { combined: true, ..plain() },
        ),
        case(&["top", "-k", "1"], &[Data::Noise], ranks(1, false)),
        case(&["top", "-k", "1", "--smallest"], &[Data::Whole], ranks(1, true)),
        case(&["quantile", "0,0.5,1"], &[Data::Noise], Options { ranks: QUANTILES, ..plain() }),
        case(&["random", "--seed", "7"], &[], plain()),
    ]
}

const QUANTILES: Ranks = Ranks { count: 10, smallest: false, quantiles: &[0.0, 0.5, 1.0] };

fn ranks(count: usize, smallest: bool) -> Options {
    Options { ranks: Ranks { count, smallest, ..Ranks::default() }, ..plain() }
}

fn selections() -> Vec<Case> {
    let keep = |partition| Options {
        filter: Filtering { keep: Some(Predicate::Above(0.5)), partition, ..Filtering::default() },
        ..plain()
    };
    let sorted = Options { groups: Grouping { sorted: true }, ..plain() };
    vec![
        numbered(&["filter"], &[Data::Records], plain()),
        numbered(&["filter", "--packed"], &[Data::Tiny], plain()),
        numbered(&["filter", "--keep", "x > 0.5"], &[Data::Noise], keep(false)),
        numbered(&["filter", "--keep", "x > 0.5", "--max-targets", "1"], &[Data::Noise], keep(false)),
        case(&["filter", "--keep", "x > 0.5", "--partition"], &[Data::Noise], keep(true)),
        numbered(&["unique"], &[Data::Integers], plain()),
        numbered(&["run-lengths"], &[Data::SortedIntegers], sorted),
        numbered(&["group"], &[Data::Integers, Data::Whole], plain()),
    ]
}

/// Primitives along an axis and of pictures, with the extents of their inputs.
fn along_axes() -> Vec<(Case, &'static str)> {
    let along = |axis| Options { axis: Some(axis), ..plain() };
    let k = |axis| Options { ranks: Ranks { count: 3, ..Ranks::default() }, ..along(axis) };
    let median = |axis| Options { ranks: Ranks { quantiles: &[0.5], ..Ranks::default() }, ..along(axis) };
    let whole = &[Data::Whole];
    vec![
        (case(&["reduce-axis"], whole, along(-1)), "64,75"),
        (case(&["scan-axis", "--axis", "0"], whole, along(0)), "64,75"),
        (case(&["sort-axis", "--axis", "0"], &[Data::Noise], along(0)), "64,75"),
        (case(&["argsort-axis", "--axis", "1"], &[Data::Noise], along(1)), "64,75"),
        (case(&["top-axis", "-k", "3"], &[Data::Noise], k(-1)), "64,75"),
        (case(&["quantile-axis", "0.5", "--axis", "0"], &[Data::Noise], median(0)), "64,75"),
        (case(&["transpose"], &[Data::Noise], along(-1)), "64,75"),
        (case(&["matmul"], &[Data::Whole, Data::Whole], along(-1)), "64,64"),
        (case(&["sat"], whole, along(-1)), "64,75"),
        (case(&["convolve", "1,4,6,4,1;4,16,24,16,4;6,24,36,24,6;4,16,24,16,4;1,4,6,4,1"], whole, along(-1)), "64,75"),
        (case(&["median-filter", "5"], &[Data::Noise], along(-1)), "64,75"),
        (case(&["distance"], &[Data::Flags], along(-1)), "64,75"),
        (case(&["fft"], &[Data::Noise], along(-1)), "64,75"),
        (case(&["fft", "--axis", "0", "--method", "radix-2"], &[Data::Noise], along(0)), "64,75"),
    ]
}

impl Case {
    /// Returns the name of its folder.
    fn folder(&self) -> String {
        self.words.concat().replace(|c: char| !c.is_ascii_alphanumeric(), "_")
    }

    /// Exports the case, and returns a job for each number of elements: it writes the inputs, too.
    fn export(&self, place: &Place, extents: &[&str], counts: &[usize]) -> Vec<Value> {
        let folder = self.folder();
        let said = place.ok(&[&["export"], self.words, extents, &["-o", &folder]].concat());
        assert_eq!(said.lines().count(), counts.len(), "{said}");
        let manifest = place.json(&format!("{folder}/plan.json"));
        let jobs = manifest["plans"].as_array().unwrap().iter().zip(counts).map(|(plan, count)| {
            let inputs = plan["inputs"].as_array().unwrap().iter().zip(self.inputs(*count)).map(|(port, numbers)| {
                let file = format!("{folder}-{count}-{}.f32", port["name"].as_str().unwrap());
                place.file(&file, bytes_of(&numbers));
                (port["name"].as_str().unwrap().to_owned(), json!(file))
            });
            let inputs: Map<String, Value> = inputs.collect();
            assert_eq!(inputs.len(), self.data.len(), "{folder}: the inputs");
            let outputs = plan["outputs"].as_array().unwrap().iter().map(|port| {
                let name = port["name"].as_str().unwrap();
                (name.to_owned(), json!(format!("{folder}-{count}-out-{name}.f32")))
            });
            let outputs: Map<String, Value> = outputs.collect();
            json!({ "folder": folder, "count": count, "inputs": inputs, "outputs": outputs, "constants": {} })
        });
        jobs.collect()
    }

    fn inputs(&self, count: usize) -> Vec<Vec<f32>> {
        self.data.iter().map(|data| data.numbers(count, 4.0)).collect()
    }

    /// Compares what the runner wrote with what the library computes.
    fn compare(&self, place: &Place, job: &Value, count: usize) {
        let outputs = job["outputs"].as_object().unwrap();
        let read = |file: &Value| floats(&place.bytes(file.as_str().unwrap()));
        let number = outputs.get("number").map(|file| read(file)[0] as usize);
        // Distances are as exact as the device's root; the nearest elements, which they follow from, are exact.
        let left = ["number", "distances"];
        let streams = outputs.iter().filter(|(name, _)| !left.contains(&name.as_str())).map(|(_, file)| {
            let mut numbers = read(file);
            if self.numbered {
                numbers.truncate(number.unwrap());
            }
            numbers
        });
        let found = streams.collect::<Vec<_>>().concat();
        let expected = match self.primitive {
            "random" => brooklet::reference::random(count, 7, brooklet::reference::Generator::Philox),
            name => {
                let inputs = self.inputs(count);
                let inputs: Vec<&[f32]> = inputs.iter().map(Vec::as_slice).collect();
                catalog::find(name).unwrap().expected(&inputs, &self.options).unwrap()
            }
        };
        assert_eq!(found.len(), expected.len(), "{:?} of {count}", self.words);
        if let Some(example) =
            catalog::find(self.primitive).and_then(|own| own.examples.first()).filter(|own| own.error.is_some())
        {
            assert_eq!(example.difference(&expected, &found, 1 << 24), None, "{:?} of {count}", self.words);
            return;
        }
        let differs = |(a, b): (&f32, &f32)| a.to_bits() != b.to_bits();
        let wrong = found.iter().zip(&expected).position(differs);
        assert_eq!(wrong, None, "{:?} of {count}: {found:?}, expected {expected:?}", self.words);
    }
}

fn floats(bytes: &[u8]) -> Vec<f32> {
    bytes.chunks_exact(4).map(|bytes| f32::from_le_bytes(bytes.try_into().unwrap())).collect()
}

/// Runs jobs by the runner in Python. Returns false where there is no Python.
fn run(place: &Place, jobs: &[Value]) -> bool {
    if Command::new("python3").arg("--version").stdout(Stdio::null()).status().is_err() {
        left_out("exports run by Python: there is no python3");
        return false;
    }
    place.file("jobs.json", serde_json::to_string(jobs).unwrap());
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/run_exports.py");
    let mut python = Command::new("python3");
    python.args(["-B", script, "jobs.json"]).current_dir(place.path(""));
    let output = python.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    true
}

/// Exports cases for all counts, runs them, and compares the results.
fn all_agree(cases: &[Case]) {
    let place = Place::new();
    let counts = COUNTS.map(|count| count.to_string()).join(",");
    let jobs: Vec<Vec<_>> = cases.iter().map(|case| case.export(&place, &["--count", &counts], &COUNTS)).collect();
    if run(&place, &jobs.concat()) {
        for (case, jobs) in cases.iter().zip(&jobs) {
            jobs.iter().zip(COUNTS).for_each(|(job, count)| case.compare(&place, job, count));
        }
    }
}

#[test]
fn reductions_and_scans_run_elsewhere() {
    all_agree(&reductions());
}

#[test]
fn sorts_and_searches_run_elsewhere() {
    all_agree(&orders());
}

#[test]
fn filters_and_groups_run_elsewhere() {
    all_agree(&selections());
}

#[test]
fn primitives_along_an_axis_run_elsewhere() {
    let place = Place::new();
    let cases = along_axes();
    let count = |shape: &str| shape.split(',').map(|extent| extent.parse::<usize>().unwrap()).product::<usize>();
    let export = |(case, shape): &(Case, &str)| case.export(&place, &["--shape", shape], &[count(shape)]);
    let jobs: Vec<Vec<_>> = cases.iter().map(export).collect();
    if run(&place, &jobs.concat()) {
        cases.iter().zip(&jobs).for_each(|((case, shape), jobs)| case.compare(&place, &jobs[0], count(shape)));
    }
}

/// So a primitive that is new is exported, too.
#[test]
fn every_primitive_is_exported() {
    let axes = along_axes().into_iter().map(|(case, _)| case.primitive);
    let cases = [reductions(), orders(), selections()].into_iter().flatten().map(|case| case.primitive);
    let exported: Vec<&str> = cases.chain(axes).collect();
    // The rounds of a labelling depend on the picture, and the passes of a sparse matrix on its longest row.
    let has_passes = |name: &&str| !["label", "spmv"].contains(name);
    let missing: Vec<&str> = catalog::names().filter(has_passes).filter(|name| !exported.contains(name)).collect();
    assert!(missing.is_empty(), "{missing:?} have no case here");
}

/// A job of the runner for the only plan of a folder.
fn job(folder: &str, inputs: Value, outputs: Value, constants: Value) -> Value {
    json!({
        "folder": folder, "count": null,
        "inputs": inputs, "outputs": outputs, "constants": constants,
    })
}

/// Constants of expressions and kernels are the host's to change.
#[test]
fn expressions_and_kernels_run_elsewhere() {
    let place = Place::new();
    place.file(
        "steps.frag",
        "input vec3 v; constant index shift; constant bool twice; output float sum; output vec2 ends;\n\
         void main() { vec3 a = clamped(v, here() - shift); float s = a.x + a.y + a.z; sum = twice ? 2.0 * s : s; ends = a.xz; }\n",
    );
    place.ok(&[
        "export",
        "map",
        "a * x + w.y",
        "-i",
        "x",
        "-i",
        "w=vec2",
        "-c",
        "a=2",
        "--count",
        "5",
        "-o",
        "own/map",
    ]);
    place.ok(&["export", "steps.frag", "-c", "shift=1", "-c", "twice=1", "--count", "3", "-o", "own/steps"]);
    place.file("x.f32", bytes_of(&[1.0, 2.0, 3.0, 4.0, 5.0]));
    place.file("w.f32", bytes_of(&[0.0, 10.0, 0.0, 20.0, 0.0, 30.0, 0.0, 40.0, 0.0, 50.0]));
    // Vectors of three take four numbers of a texture.
    place.file("v.f32", bytes_of(&[1.0, 2.0, 3.0, 0.0, 4.0, 5.0, 6.0, 0.0, 7.0, 8.0, 9.0, 0.0]));
    let jobs = [
        job("own/map", json!({ "x": "x.f32", "w": "w.f32" }), json!({ "mapped": "0.f32" }), json!({})),
        job("own/map", json!({ "x": "x.f32", "w": "w.f32" }), json!({ "mapped": "1.f32" }), json!({ "a": -1.0 })),
        job("own/steps", json!({ "v": "v.f32" }), json!({ "sum": "2.f32", "ends": "3.f32" }), json!({})),
        job("own/steps", json!({ "v": "v.f32" }), json!({ "sum": "4.f32" }), json!({ "shift": 0, "twice": 0 })),
    ];
    if !run(&place, &jobs) {
        return;
    }
    let expected: [&[f32]; 5] = [
        &[12.0, 24.0, 36.0, 48.0, 60.0],
        &[9.0, 18.0, 27.0, 36.0, 45.0],
        &[12.0, 12.0, 30.0],
        &[1.0, 3.0, 1.0, 3.0, 4.0, 6.0],
        &[6.0, 15.0, 24.0],
    ];
    for (number, expected) in expected.iter().enumerate() {
        assert_eq!(floats(&place.bytes(&format!("{number}.f32"))), *expected, "{number}");
    }
}
