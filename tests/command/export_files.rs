//! The files that `brooklet export` writes: what is in them, where they go, and what is refused.

use crate::support;

use support::Place;

#[test]
fn a_manifest_says_what_there_is_to_do() {
    let place = Place::new();
    let said = place.ok(&["export", "argsort", "--bits", "16", "--count", "1048576", "-o", "order"]);
    assert_eq!(said, "1048576 elements: 34 passes, 4194 kB of inputs, 29 MB of other textures\n");
    let manifest = place.json("order/plan.json");
    assert_eq!((&manifest["format"], &manifest["version"]), (&"brooklet-export".into(), &1.into()));
    assert_eq!(manifest["work"], "argsort --bits 16");
    assert!(manifest["depends_on_count"].is_null());
    let plan = &manifest["plans"][0];
    assert_eq!((&plan["count"], &plan["outputs"][0]["name"]), (&1_048_576.into(), &"order".into()));
    let textures = plan["textures"].as_array().unwrap();
    let names: Vec<&str> = textures.iter().map(|texture| texture["name"].as_str().unwrap()).collect();
    let passes = plan["passes"].as_array().unwrap();
    for pass in passes {
        let program = place.text(&format!("order/{}", pass["program"].as_str().unwrap()));
        assert!(program.starts_with("#version 300 es\n// "), "{program}");
        assert!(program.contains("precision highp float;"), "{program}");
        let inputs: Vec<&str> = pass["inputs"].as_array().unwrap().iter().map(|one| word(one, "texture")).collect();
        let targets: Vec<&str> = pass["targets"].as_array().unwrap().iter().map(|one| word(one, "texture")).collect();
        assert!(targets.len() <= 4 && inputs.iter().chain(&targets).all(|name| names.contains(name)), "{pass}");
        // No pass reads what it draws to.
        assert!(!targets.iter().any(|target| inputs.contains(target)), "{pass}");
        for uniform in pass["uniforms"].as_array().unwrap() {
            assert!(
                program.contains(&format!("uniform {} {};", word(uniform, "type"), word(uniform, "name"))),
                "{uniform}"
            );
        }
        for input in pass["inputs"].as_array().unwrap() {
            assert!(program.contains(word(input, "sampler")), "{input}");
        }
    }
    // Passes alternate between two textures of a size.
    let size =
        |texture: &serde_json::Value| ["format", "width", "height", "layers"].map(|field| texture[field].to_string());
    for texture in textures.iter().filter(|texture| texture["use"] == "scratch") {
        let same = textures.iter().filter(|other| other["use"] == "scratch" && size(other) == size(texture));
        assert!(same.count() <= 2, "{texture}");
    }
    let quad = place.text("order/quad.vert");
    assert!(quad.starts_with("#version 300 es\n// quad") && quad.contains("uniform vec4 _rects[2];"), "{quad}");
}

fn word<'a>(value: &'a serde_json::Value, field: &str) -> &'a str {
    value[field].as_str().unwrap()
}

/// The comments of the kernel's source, also of the files that it includes, and its spelling of numbers.
#[test]
fn shaders_are_for_people() {
    let place = Place::new();
    place.ok(&["export", "argsort", "--count", "100000", "-o", "order"]);
    let shader = place.text("order/sort_merge.frag");
    for line in [
        "// sort_merge: merges two sorted runs into one. A fragment searches for the start of its part of the merge path (as in GPU Gems, ch. 37,",
        "uniform int run; // number of texels in a run",
        "uniform bool narrowed; // whether `starts` holds results of sort_starts",
        "// Sorts a bitonic texel. A texel of two pairs is always bitonic.\nivec4 settled(ivec4 group) {",
        "    // The merge of halves is the last one: the result are positions.\n    texel_0 = from_order(next);",
        "    return bits ^ ((bits >> 31) & 0x7fffffff);",
        "int start = floatBitsToInt(fetch_starts(at >> 7)) - 0x00800000;",
    ] {
        assert!(shader.contains(line), "{line} is not in {shader}");
    }
    place.file(
        "own.frag",
        "// own: an example.\ninput float x; // what is read\n\n// How much.\nconstant float by;\noutput float y;\n\
         void main() {\n    // More of it.\n    y = by * fetch(x, here());\n}\n",
    );
    place.ok(&["export", "own.frag", "-c", "by=2", "--count", "10", "-o", "own"]);
    let shader = place.text("own/own.frag");
    for text in [
        "#version 300 es\n// own: an example.\n",
        "\n// How much.\nuniform float by;\n",
        "\n// what is read\nuniform sampler2D _stream_x;",
        "\n    // More of it.\n    y = by * ",
    ] {
        assert!(shader.contains(text), "{text} is not in {shader}");
    }
}

#[test]
fn the_runner_is_small() {
    let place = Place::new();
    place.ok(&["export", "map", "x", "-i", "x", "--count", "1", "-o", "out"]);
    let runner = place.text("out/run.js");
    assert!(runner.len() <= 6 * 1024, "run.js has {} bytes", runner.len());
    assert!(runner.lines().all(|line| line.len() <= 140) && !runner.contains("import"), "{runner}");
}

/// Many engines draw to one target at a time.
#[test]
fn one_target_needs_no_array_textures() {
    let place = Place::new();
    for (number, words) in
        [&["sort"][..], &["filter", "--keep", "x > 0.0"], &["histogram", "--bins", "64", "--range", "0,1"]]
            .iter()
            .enumerate()
    {
        let folder = number.to_string();
        place.ok(&[&["export"], *words, &["--count", "10000", "--max-targets", "1", "-o", &folder]].concat());
        let manifest = place.json(&format!("{folder}/plan.json"));
        assert_eq!(manifest["limits"]["targets"], 1);
        assert!(manifest["programs"].as_array().unwrap().iter().all(|program| program["targets"] == 1), "{words:?}");
        let textures = manifest["plans"][0]["textures"].as_array().unwrap();
        assert!(textures.iter().all(|texture| texture["layers"] == 1), "{words:?}");
    }
}

#[test]
fn plans_for_several_counts_share_programs_and_say_what_differs() {
    let place = Place::new();
    place.ok(&["export", "map", "x * x", "-i", "x", "--count", "1000,4096", "-o", "squares", "-q"]);
    let manifest = place.json("squares/plan.json");
    assert_eq!(manifest["programs"].as_array().unwrap().len(), 1);
    let differs = &manifest["depends_on_count"];
    assert_eq!(differs["passes"], false);
    assert_eq!(differs["textures"], serde_json::json!(["x", "mapped"]));
    assert_eq!(differs["in_passes"][0]["rectangles"], true);
    place.ok(&["export", "sort", "--count", "100,100000", "-o", "sorted"]);
    assert_eq!(place.json("sorted/plan.json")["depends_on_count"], serde_json::json!({ "passes": true }));
}

#[test]
fn inputs_may_have_counts_of_their_own() {
    let place = Place::new();
    place.ok(&["export", "search", "--count", "1000", "--count-of", "queries=7", "-o", "found"]);
    let plan = &place.json("found/plan.json")["plans"][0];
    let counts = |ports: &str| {
        let ports = plan[ports].as_array().unwrap();
        ports.iter().map(|port| port["numbers"].as_u64().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!((counts("inputs"), counts("outputs")), (vec![1000, 7], vec![7]));
}

/// Returns the names of the files in a directory.
fn names_in(place: &Place, directory: &str) -> Vec<String> {
    let entries = std::fs::read_dir(place.path(directory)).unwrap();
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_directory_is_written_whole_or_not_at_all() {
    let place = Place::new();
    place.ok(&["export", "sort", "--count", "10", "-o", "deep/er/out"]);
    assert_eq!(place.names(), ["deep"]);
    // An export is replaced, with what is no longer in it.
    place.ok(&["export", "map", "x", "-i", "x", "--count", "1", "-o", "deep/er/out"]);
    assert_eq!(names_in(&place, "deep/er/out"), ["map.frag", "plan.json", "quad.vert", "run.js"]);
    // What the work or the limits refuse leaves it as it was.
    place.fails(&["export", "map", "y", "-i", "x", "--count", "1", "-o", "deep/er/out"]);
    place.file("deep/er/out/notes.txt", "mine");
    assert_eq!(
        place.fails(&["export", "sort", "--count", "10", "-o", "deep/er/out"]),
        "brooklet: deep/er/out is an export, but notes.txt in it is not of it, and would go: move it, or choose another directory\n"
    );
    std::fs::create_dir(place.path("own")).unwrap();
    place.file("own/notes.txt", "mine");
    assert_eq!(
        place.fails(&["export", "sort", "--count", "10", "-o", "own"]),
        "brooklet: own is there already, and is no export: choose another directory\n"
    );
    place.file("file", "");
    assert_eq!(
        place.fails(&["export", "sort", "--count", "10", "-o", "file"]),
        "brooklet: file is there already, and is no directory: choose another one\n"
    );
}

/// It stays the same directory, since a shell may be in it.
#[test]
fn an_empty_directory_is_filled() {
    let place = Place::new();
    std::fs::create_dir(place.path("empty")).unwrap();
    #[cfg(unix)]
    let identity = || std::os::unix::fs::MetadataExt::ino(&std::fs::metadata(place.path("empty")).unwrap());
    #[cfg(unix)]
    let before = identity();
    place.ok(&["export", "map", "x", "-i", "x", "--count", "1", "-o", "empty"]);
    assert_eq!(names_in(&place, "empty"), ["map.frag", "plan.json", "quad.vert", "run.js"]);
    assert_eq!(place.names(), ["empty"]);
    #[cfg(unix)]
    assert_eq!(identity(), before);
}

#[test]
fn what_cannot_be_exported_is_refused() {
    let place = Place::new();
    let fails = |words: &[&str]| place.fails(&[&["export"], words, &["-o", "out"]].concat());
    let misuse = |words: &[&str]| place.misuse(&[&["export"], words, &["-o", "out"]].concat());
    let error = fails(&["srot", "--count", "10"]);
    assert!(
        error.starts_with("brooklet: there is no primitive or file `srot`; the primitives are map, reduce, "),
        "{error}"
    );
    let error = fails(&["sort", "--count", "16777217"]);
    assert!(error.contains("16777217") && error.contains("4096 × 4096, which holds 16777216"), "{error}");
    assert!(error.ends_with("; if all devices that will run it have larger ones: --largest-texture N\n"), "{error}");
    let error = fails(&["filter", "--count", "16777217", "--largest-texture", "16384"]);
    assert!(error.contains("16777217") && error.contains("16777216"), "{error}");
    let error = fails(&["top", "-k", "20", "--count", "10"]);
    assert!(error.contains("20") && error.contains("10"), "{error}");
    let error = fails(&["filter", "--method", "stable-sort", "--count", "10"]);
    assert!(
        error.starts_with("brooklet: filter by stable-sort has no fixed passes: it reads back how many"),
        "{error}"
    );
    let error = fails(&["quantile", "0.5", "--method", "sample", "--count", "10"]);
    assert!(error.starts_with("brooklet: quantile by sample has no fixed passes"), "{error}");
    let error = fails(&["map", "x + z", "-i", "x", "--count", "10"]);
    assert!(error.contains("there is no `z`"), "{error}");
    let error = misuse(&["sort", "--count", "0"]);
    assert!(error.contains("invalid value '0' for '--count <N[,N..]>': at least 1"), "{error}");
    let error = misuse(&["sort", "--count", "5,7,5"]);
    assert!(error.contains("--count has 5 twice"), "{error}");
    let error = misuse(&["sort", "--count", "10", "--bits", "16"]);
    assert!(
        error.contains("`--bits` is no option of sort; its options are --method, --descending, --stable, --values"),
        "{error}"
    );
    let error = misuse(&["sort", "--count", "10", "--method", "quick"]);
    assert!(error.contains("sort has no method `quick`; it has bitonic"), "{error}");
    let error = misuse(&["histogram", "--bins", "4", "--count", "10"]);
    assert!(error.contains("histogram needs --range A,B: without it, the bins depend on the smallest"), "{error}");
    let error = misuse(&["search", "--count", "10", "--count-of", "keys=3"]);
    assert!(error.contains("there is no input `keys`; there are sorted, queries"), "{error}");
    let error = misuse(&["sort", "--count", "10", "--chip", "nv40"]);
    assert!(error.contains("an export runs none"), "{error}");
    assert!(place.misuse(&["export", "sort", "--count", "10"]).contains("--output <DIR>"));
    assert!(place.misuse(&["export", "sort", "-o", "out"]).contains("--count"));
    assert!(place.names().is_empty());
}
