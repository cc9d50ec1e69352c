//! `brooklet debug`: one fragment, instruction by instruction.

use crate::support;

use serde_json::Value;
use support::Place;

const SCALE: &str = "input float x;\nconstant float by;\noutput float y;\n\
                     void main() {\n    y = by * fetch(x, here()) + 1.0;\n}\n";

fn place() -> Place {
    let place = Place::new();
    place.file("scale.frag", SCALE);
    place.file("saxpy.br", "kernel void saxpy(float a, float x<>, float y<>, out float r<>) { r = a * x + y; }\n");
    place.array("x.npy", &[4, 6], &(0..24).map(|i| i as f32 * 0.5).collect::<Vec<_>>());
    place.list("keys.npy", &[3.0, 1.0, 7.0, 5.0, 2.0, 9.0, 4.0, 8.0]);
    place
}

fn json(place: &Place, args: &[&str]) -> Value {
    serde_json::from_str(&place.ok(&[&["debug"], args, &["--json"]].concat())).unwrap()
}

#[test]
fn a_kernel_is_looked_into() {
    let place = place();
    let given = ["debug", "scale.frag", "--chip", "r300", "-i", "x=x.npy", "-c", "by=3"];
    let text = place.ok(&[&given[..], &["--at", "5,3"]].concat());
    assert!(text.starts_with("scale on r300: fragment (5, 3), element 23\n2 instructions executed"), "{text}");
    for part in ["-- scale.frag:5: y = by * fetch(x, here()) + 1.0;", "x[23] at (5, 3)", "TEX ", "MAD ", "11.5", "35.5"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
    // By the number of the element, and with bits.
    assert_eq!(place.ok(&[&given[..], &["--at", "23"]].concat()), text);
    let hex = place.ok(&[&given[..], &["--at", "23", "--hex", "--steps", "1"]].concat());
    assert!(hex.contains("41380000") && hex.contains("… and 1 instruction more"), "{hex}");
}

#[test]
fn json_has_what_the_text_has() {
    let place = place();
    let found =
        json(&place, &["saxpy.br", "--chip", "nv40", "--at", "7", "-i", "x=x.npy", "-i", "y=x.npy", "-c", "a=2"]);
    assert_eq!((&found["chip"], &found["pass"], &found["passes"][0]), (&"nv40".into(), &1.into(), &"saxpy".into()));
    let program = &found["programs"][0];
    assert_eq!((program["column"].as_u64(), program["row"].as_u64()), (Some(1), Some(1)));
    assert_eq!(program["outputs"][0]["name"], "r");
    assert_eq!(program["outputs"][0]["values"][0], 10.5);
    assert_eq!(program["excess"].as_array().unwrap().len(), 0);
    let steps = program["steps"].as_array().unwrap();
    let fetched: Vec<_> = steps.iter().filter(|step| !step["fetch"].is_null()).map(|s| &s["fetch"]["name"]).collect();
    assert_eq!(fetched, ["x", "y"]);
    let mad = steps.last().unwrap();
    assert_eq!(mad["source"]["file"], "saxpy.br");
    assert_eq!(
        (&mad["destination"]["written"], &mad["destination"]["after"]["values"][0]),
        (&"x".into(), &10.5.into())
    );
}

#[test]
fn passes_of_the_toolkit_are_looked_into() {
    let place = place();
    let text =
        place.ok(&["debug", "bitonic_sort", "--chip", "r300", "--at", "5", "--pass", "2", "-i", "keys=keys.npy"]);
    // Eight keys take six steps.
    assert!(text.starts_with("pass 2 of 6: bitonic_sort, drawn over 4 × 2 at (0, 0)\nbitonic_sort on r300"), "{text}");
    // The last pass leaves the keys sorted.
    for (element, key) in [(0, 1.0), (3, 4.0), (7, 9.0)] {
        let at = element.to_string();
        let found = json(&place, &["sort", "--chip", "r300", "--at", &at, "--pass", "6", "-i", "keys=keys.npy"]);
        assert_eq!(found["programs"][0]["outputs"][0]["values"][0], key);
    }
    let given = ["search", "--method", "binary-search", "--at", "2", "-i", "sorted=keys.npy", "-i", "queries=keys.npy"];
    assert_eq!(json(&place, &given)["passes"][0], "binary_search");
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow where nothing is optimised: .ci/run has it in release")]
fn every_kernel_of_the_toolkit_is_found() {
    let place = Place::new();
    let numbers: Vec<f32> = (0..1025).map(|i| (i * 7 % 1025) as f32 - 300.0).collect();
    place.list("x.npy", &numbers);
    place.array("tall.npy", &[1025, 1], &numbers);
    // As a packed stream, 128 rows of 128 texels.
    place.list("long.npy", &numbers.repeat(64)[..1 << 16]);
    // A separate search pays off in long runs of many texels alone.
    place.list("longest.npy", &numbers.repeat(256)[..(1 << 18) + 4]);
    // As few as are not sorted at once in a selection.
    place.list("groups.npy", &numbers.repeat(4)[..4097]);
    // Rows and columns of more texels than one pass scans.
    place.array("square.npy", &[128, 128], &numbers.repeat(16)[..1 << 14]);
    // A mask of groups that take some rounds to be joined.
    let mask: Vec<f32> = (0..1024).map(|i| f32::from(i * i % 11 < 7)).collect();
    place.array("mask.npy", &[32, 32], &mask);
    // A sparse matrix of a long row and a short one, which lie in one row of a texture.
    place.list("offsets.npy", &[0.0, 1000.0, 1025.0]);
    place.list("columns.npy", &(0..1025).map(|entry| (entry % 1025) as f32).collect::<Vec<_>>());
    // Blocks of 2 × 2 that nothing is left of.
    place.array("even.npy", &[32, 32], &numbers[..1024]);
    let said = place.fails(&["debug", "bogosort", "--at", "0"]);
    let (_, names) = said.split_once("the toolkit has ").unwrap();
    let names: Vec<&str> = names.trim().split(", ").collect();
    assert!(names.len() > 35, "{names:?}");
    for name in names {
        let primitive = name.split('_').next().unwrap();
        let of_sort = ["sort", "bitonic", "packed", "blending", "copy"].contains(&primitive);
        let mut inputs = match primitive {
            _ if name == "sort_starts" => vec!["-i", "keys=longest.npy"],
            _ if of_sort => vec!["-i", "keys=x.npy"],
            "search" | "binary" => vec!["-i", "sorted=x.npy", "-i", "queries=x.npy"],
            "random" => vec!["-i", "like=x.npy"],
            // It chooses among few groups of a selection.
            _ if name == "argsort_chosen" => vec!["-i", "values=groups.npy"],
            "argsort" | "argsort-axis" | "sort-axis" | "mip" | "unique" | "run-lengths" => vec!["-i", "keys=x.npy"],
            _ if ["group_ends", "group_counts", "group_counts_packed"].contains(&name) => vec!["-i", "keys=x.npy"],
            _ if name == "take" => vec!["-i", "values=x.npy", "-i", "positions=x.npy"],
            _ if name == "segment_heads" || ["group", "run"].contains(&primitive) => {
                vec!["-i", "keys=x.npy", "-i", "values=x.npy"]
            }
            "put" => vec!["-i", "into=x.npy", "-i", "positions=x.npy", "-i", "values=x.npy"],
            "merge" => vec!["-i", "a=x.npy", "-i", "b=x.npy"],
            "segmented-scan" | "segment" => vec!["-i", "values=x.npy", "-i", "heads=x.npy"],
            "distance" | "label" => vec!["-i", "mask=mask.npy"],
            "transpose" | "sat" => vec!["-i", "values=square.npy"],
            "convolve" | "median" | "median-filter" => vec!["-i", "picture=square.npy"],
            "spmv" => {
                let numbers = ["offsets=offsets.npy", "indices=columns.npy", "values=x.npy", "x=x.npy"];
                numbers.iter().flat_map(|own| ["-i", own]).collect()
            }
            "matmul" => vec!["-i", "a=square.npy", "-i", "b=square.npy"],
            _ if name.starts_with("scan_rows") || name.starts_with("scan_columns") => vec!["-i", "values=square.npy"],
            // Groups compete, and a sample is taken, in long lists alone.
            "top" | "take" => vec!["-i", "values=long.npy"],
            _ if name == "reduce_2x2" => vec!["-i", "values=even.npy"],
            _ if name == "reduce_columns" => vec!["-i", "values=tall.npy"],
            _ if name == "reduce_columns_packed" => vec!["-i", "values=long.npy"],
            _ => vec!["-i", "values=x.npy"],
        };
        if of_sort && (name.ends_with("gather") || name.ends_with("stable")) {
            inputs.extend(["-i", "values=x.npy"]);
        }
        let text = place.ok(&[&["debug", name, "--at", "0", "--steps", "3"], &inputs[..]].concat());
        // An element that is drawn as a point is no fragment of the rectangle.
        let first = if text.contains("point of 1 × 1 at") { "element 0\n" } else { "fragment (0, 0), element 0\n" };
        let of_kernel = name == primitive || text.contains(&format!("{name} on none: {first}"));
        assert!(of_kernel && text.contains("END"), "{name}: {text}");
    }
}

#[test]
fn an_element_that_is_drawn_as_a_point_has_its_place() {
    let place = Place::new();
    place.list("x.npy", &[3.0, 1.0, 2.0, 5.0, 4.0, 2.0]);
    let given = ["debug", "histogram", "--method", "points", "-i", "values=x.npy", "--at", "1", "--pass", "4"];
    let text = place.ok(&given);
    let head = "pass 4 of 5: histogram_points, drawn as points of 1 × 1\nhistogram_points on none: element 1\n";
    assert!(text.starts_with(head) && text.contains("point of 1 × 1 at (0, 0)"), "{text}");
}

#[test]
fn a_listing_is_looked_into() {
    let place = place();
    place.file(
        "scale.fp",
        "!!ARBfp1.0\nTEMP a;\nTEX a, fragment.texcoord[0], texture[0], 2D;\n\
                            MAD result.color, a, program.local[0].x, -program.local[0].y;\nEND\n",
    );
    let given = ["debug", "scale.fp", "--chip", "nv30", "--at", "1,2", "-i", "0=x.npy", "-c", "local0=2,0.5"];
    let text = place.ok(&given);
    for part in ["input 0[13] at (1, 2)", "-c0.y", "12.5", "result.color"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let said = place.fails(&["debug", "scale.fp", "--at", "6,0", "-i", "0=x.npy", "-c", "local0=1"]);
    assert!(said.contains("there is no fragment (6, 0): its render targets are 6 × 4"), "{said}");
}

#[test]
fn what_does_not_fit_is_looked_into_with_a_note() {
    let place = place();
    let long = "MUL a, a, program.local[0];\n".repeat(70);
    place.file(
        "long.fp",
        format!("!!ARBfp1.0\nTEMP a;\nTEX a, fragment.texcoord[0], texture[0], 2D;\n{long}MOV result.color, a;\nEND\n"),
    );
    let args = ["debug", "long.fp", "--chip", "r300", "--at", "0", "-i", "0=x.npy", "-c", "local0=1,1,1,1"];
    let run = place.run(&args);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.err.contains("note: `long` does not fit r300: ") && run.err.contains("64"), "{}", run.err);
    assert!(
        run.out.contains("long on r300: fragment (0, 0)") && run.out.contains(" 72  MOV result.color"),
        "{}",
        run.out
    );
    let found = json(&place, &[&args[1..], &["-q"]].concat());
    let excess = &found["programs"][0]["excess"][0];
    assert_eq!((&excess["needed"], &excess["available"]), (&71.into(), &64.into()));
}

#[test]
fn a_kernel_that_is_cut_has_several_programs() {
    let place = place();
    let given = ["search_separators", "--chip", "r300", "--at", "0", "-i", "sorted=keys.npy", "-i", "queries=keys.npy"];
    let text = place.ok(&[&["debug"], &given[..]].concat());
    assert!(text.contains("program 1 of ") && text.contains("intermediate 0"), "{text}");
    let found = json(&place, &given);
    let programs = found["programs"].as_array().unwrap();
    assert!(programs.len() > 1);
    // What one wrote the next ones read.
    let written = &programs[0]["outputs"][0];
    let mut fetches = programs[1]["steps"].as_array().unwrap().iter().map(|step| &step["fetch"]);
    let read = fetches.rfind(|fetch| fetch["name"] == written["name"]).unwrap();
    assert_eq!(read["bits"][0], written["bits"][0]);
    let last = programs.last().unwrap();
    assert_eq!(last["outputs"].as_array().unwrap().last().unwrap()["name"], "separators");
}

/// What a chip runs in several passes runs once: a warning of its kernel is there once.
#[test]
fn what_is_cut_runs_once() {
    let place = place();
    let steps = "    a = a * a + 0.25;\n".repeat(80);
    place.file(
        "long.frag",
        format!(
            "input float x;\noutput float y;\nvoid main() {{\n    float a = fetch(x, here());\n{steps}    \
             y = a + float(int(a) * 3);\n}}\n"
        ),
    );
    for options in [&["--chip", "r300"][..], &["--chip", "r300", "--max-targets", "2"], &["--chip", "nv40"]] {
        let run = place.run(&[&["debug", "long.frag", "-i", "x=x.npy", "--at", "0"], options].concat());
        assert_eq!(run.code, Some(0), "{}", run.err);
        assert_eq!(run.out.contains("program 1 of "), options[1] == "r300", "{}", run.out);
        assert_eq!(run.err.matches("kernel `long` computes with ints from line 85").count(), 1, "{}", run.err);
        assert_eq!(run.err.lines().count(), 1, "{}", run.err);
    }
    // One of two outputs where there is one target is refused, and not run as if there were two.
    place.file("two.frag", "input float x;\noutput float y;\noutput float z;\nvoid main() {\n    y = fetch(x, here());\n    z = y + 1.0;\n}\n");
    let given = ["debug", "two.frag", "-i", "x=x.npy", "--at", "0", "--chip", "nv40", "--max-targets", "1"];
    assert!(place.fails(&given).contains("two"), "{}", place.fails(&given));
}

#[test]
fn mistakes_say_what_to_write() {
    let place = place();
    let given = ["debug", "scale.frag", "-i", "x=x.npy"];
    let fails = |more: &[&str]| place.fails(&[&given[..], more].concat());
    let misuse = |more: &[&str]| place.misuse(&[&given[..], more].concat());
    let by = ["-c", "by=3"];
    let said = fails(&[&by[..], &["--at", "6,0"]].concat());
    assert!(said.contains("draws no fragment (6, 0): it is drawn over 6 × 4 at (0, 0)"), "{said}");
    let said = fails(&[&by[..], &["--at", "24"]].concat());
    assert!(said.contains("has no element 24: its outputs have 24"), "{said}");
    let said = fails(&[&by[..], &["--at", "0", "--pass", "2"]].concat());
    assert!(said.contains("there is no pass 2: passes go from 1 to 1"), "{said}");
    let said = fails(&["--at", "0", "-c", "by=three"]);
    assert!(said.contains("constant `by` has the type float, but `three` is not"), "{said}");
    let said = misuse(&["--at", "0"]);
    assert!(said.contains("kernel `scale` still needs -c by=.."), "{said}");
    let said = misuse(&[&by[..], &["--at", "0", "-i", "z=x.npy"]].concat());
    assert!(said.contains("kernel `scale` has no input `z`; it has `x`"), "{said}");
    let said = misuse(&[&by[..], &["--at", "first"]].concat());
    assert!(said.contains("`first` is not a column, a row or the index of an element"), "{said}");
    let said = misuse(&[&by[..], &["--at", "0", "--method", "merge"]].concat());
    assert!(said.contains("--method is only for the primitives of the toolkit"), "{said}");
    let said = misuse(&[&by[..], &["--at", "0", "--dialect", "es"]].concat());
    assert!(said.contains("leave out --dialect"), "{said}");
    let said = place.misuse(&["debug", "sort", "--at", "0", "-i", "keys=keys.npy", "--method", "bogo"]);
    assert!(said.contains("sort has no method `bogo`; it has bitonic, "), "{said}");
    let said =
        place.fails(&["debug", "sort", "--method", "merge", "--chip", "r300", "--at", "0", "-i", "keys=keys.npy"]);
    assert!(said.contains("the method merge needs integers"), "{said}");
}

#[test]
fn inputs_and_constants_can_be_bare_words() {
    let place = place();
    for (options, words) in [
        (&["scale.frag", "-i", "x=x.npy", "-c", "by=3"][..], &["scale.frag", "x=x.npy", "by=3"][..]),
        (&["sort", "--pass", "2", "-i", "keys=keys.npy"], &["sort", "keys=keys.npy", "--pass", "2"]),
        (&["saxpy.br", "-i", "x=x.npy", "-i", "y=x.npy", "-c", "a=2"], &["saxpy.br", "x=x.npy", "y=x.npy", "a=2"]),
        (&["scale.frag", "-i", "x=x.npy", "-c", "by=3"], &["scale.frag", "by=3", "-i", "x=x.npy"]),
        (&["scale.fp", "-i", "0=x.npy", "-c", "local0=2,0.5"], &["scale.fp", "0=x.npy", "local0=2,0.5"]),
    ] {
        place.file(
            "scale.fp",
            "!!ARBfp1.0\nTEMP a;\nTEX a, fragment.texcoord[0], texture[0], 2D;\n\
             MAD result.color, a, program.local[0].x, program.local[0].y;\nEND\n",
        );
        let text = |args: &[&str]| place.ok(&[&["debug"], args, &["--at", "3"]].concat());
        assert_eq!(text(words), text(options), "{words:?}");
    }
    let misuse = |words: &[&str]| place.misuse(&[&["debug", "scale.frag"], words, &["--at", "3"]].concat());
    assert!(
        misuse(&["x=x.npy", "by=3", "z=1"]).contains("kernel `scale` has no input or constant `z`; it has `x`, `by`")
    );
    assert!(misuse(&["x=x.npy", "by=3", "-c", "by=2"]).contains("constant `by` is bound twice"));
    assert!(misuse(&["x=x.npy"]).contains("kernel `scale` still needs -c by=.."));
    assert!(misuse(&["x=x.npy", "by="]).contains("invalid value 'by=' for '[NAME=VALUE]...': `by` is given no value"));
}
