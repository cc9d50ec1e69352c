//! `brooklet chips`.

use crate::support;

use support::Place;

#[test]
fn chips_are_shown_side_by_side_with_letters_and_a_legend() {
    let place = Place::new();
    let text = place.ok(&["chips"]);
    let has = |name: &str, fact: &str| text.lines().any(|line| line.starts_with(name) && line.contains(fact));
    for chip in ["r300", "r420", "r520", "nv30", "nv40", "g70", "g80", "none"] {
        let heads = |line: &&str| line.starts_with(' ') && line.split_whitespace().any(|word| word == chip);
        assert_eq!(text.lines().filter(heads).count(), 1, "{chip}: {text}");
    }
    let widest = text.lines().map(|line| line.chars().count()).max();
    assert!(widest <= Some(80), "{widest:?}: {text}");
    assert!(has("ALU instructions", "64 V"), "{text}");
    assert!(has("exact integers to", "131,072 P"), "{text}");
    assert!(has("instructions executed", "65,536 V"), "{text}");
    // No word is broken to fit.
    for word in ["condition-code", "2,147,483,647"] {
        assert!(text.split_whitespace().any(|printed| printed == word), "{word}: {text}");
    }
    assert!(has("exact integers to", "16,777,216 V  2,147,483,647  2,147,483,647"), "{text}");
    assert!(text.contains("\nV  read in a primary source\n"), "{text}");
}

#[test]
fn a_chip_has_a_line_for_each_fact_with_its_source() {
    let place = Place::new();
    let text = place.ok(&["chips", "NV40"]);
    assert!(text.starts_with("nv40: GeForce 6800 Ultra, 2004\n"), "{text}");
    let line = text.lines().find(|line| line.starts_with("iterations of a loop")).unwrap();
    assert!(line.contains("255") && line.contains("verified") && line.ends_with("NV_fragment_program2"), "{line}");
    let json: serde_json::Value = serde_json::from_str(&place.ok(&["chips", "r420", "--json"])).unwrap();
    assert_eq!(json["name"], "r420");
    assert_eq!(
        (&json["facts"][7]["name"], &json["facts"][7]["value"]),
        (&"blends floats in".into(), &"no format".into())
    );
    assert_eq!(
        (&json["facts"][10]["name"], &json["facts"][10]["value"]),
        (&"fragments skipped by early z".into(), &"blocks of 2 × 2".into())
    );
    assert_eq!(
        (&json["facts"][12]["name"], &json["facts"][12]["value"]),
        (&"rejected by hierarchical z".into(), &"blocks of 8 × 8, 256 fragments a clock".into())
    );
    assert_eq!(json["facts"][14]["name"], "ALU instructions");
    assert_eq!((&json["facts"][14]["value"], &json["facts"][14]["status"]), (&"512".into(), &"verified".into()));
    let all: serde_json::Value = serde_json::from_str(&place.ok(&["chips", "--json"])).unwrap();
    assert_eq!(all.as_array().unwrap().len(), 8);
}

#[test]
fn an_unknown_chip_is_wrong_usage() {
    let place = Place::new();
    let said = place.misuse(&["chips", "r302"]);
    let wanted =
        "there is no chip `r302`; did you mean `r300`? the chips are r300, r420, r520, nv30, nv40, g70, g80, none";
    assert!(said.contains(wanted), "{said}");
    place.misuse(&["chips", "--trace", "t.json"]);
}

#[test]
fn a_default_method_is_one_that_fits_the_chip() {
    let place = Place::new();
    let x: Vec<f32> = (0..100).map(|i| (i % 7) as f32 - 3.0).collect();
    place.list("x.npy", &x);
    place.ok(&["scan", "x.npy", "-o", "sums.npy", "--chip", "r300"]);
    let mut sum = 0.0;
    let sums: Vec<f32> = x.iter().map(|x| (sum += x, sum).1).collect();
    assert_eq!(place.npy("sums.npy").1, sums);
    place.ok(&["filter", "x.npy", "-o", "kept.npy", "--keep", "x > 0", "--chip", "r300"]);
    assert_eq!(place.npy("kept.npy").1, x.iter().copied().filter(|x| *x > 0.0).collect::<Vec<_>>());
    assert_eq!(place.value(&["reduce", "x.npy", "--op", "max", "--chip", "r300"]), 3.0);
}

/// Helpers for integers have no line; the figure beside a line is how many instructions come from it.
#[test]
fn the_lines_that_cost_most_are_named() {
    let place = Place::new();
    place.file(
        "many.br",
        format!(
            "/* many */\nkernel void many(int a<>, int b<>, out int r<>) {{\n r = 0;\n {}\n}}\n",
            "r += (a & b) != 0; ".repeat(9)
        ),
    );
    let json: serde_json::Value =
        serde_json::from_str(&place.ok(&["compile", "many.br", "--chip", "r300", "--json", "-q"])).unwrap();
    let excess = &json["passes"][0]["excess"][0];
    let lines: Vec<&str> = excess["lines"].as_array().unwrap().iter().map(|line| line.as_str().unwrap()).collect();
    assert!(!lines.iter().any(|line| line.contains(":1: ")), "{lines:?}");
    assert!(lines.iter().any(|line| line.ends_with("  what brooklet adds to the kernel")), "{lines:?}");
    let counts = lines.iter().map(|line| line.split_whitespace().next().unwrap().parse::<u64>().unwrap());
    // Instructions, of which two may be a pair.
    let (counts, needed) = (counts.sum::<u64>(), excess["needed"].as_u64().unwrap());
    assert!(counts >= needed, "{counts} of {needed}: {lines:?}");
}

#[test]
fn constants_that_no_kernel_has_are_refused() {
    let place = Place::new();
    let text = "input float x; output float y; constant index n;\n\
                void main() { y = 0.0; for (index i = 0; i < n; i++) y += fetch(x, i); }";
    std::fs::write(place.path("n.frag"), text).unwrap();
    let compile = |constant| ["compile", "n.frag", "--chip", "r300", "-c", constant];
    assert!(place.ok(&compile("n=3")).contains("3 TEX"));
    for (constant, said) in [
        ("n=0.5", "constant `n` is of type index, and is given the float 0.5"),
        ("zz=3", "no kernel here has a constant `zz`"),
        ("n=1e99", "`1e99` is beyond float32"),
    ] {
        let run = place.run(&compile(constant));
        let all = run.out.clone() + &run.err;
        assert!(run.code != Some(0) && !all.contains("fits "), "{constant}: {all}");
        assert!(all.contains(said), "{constant}: {all}");
    }
}

#[test]
fn assembly_takes_shaders_of_glsl_120() {
    let place = Place::new();
    std::fs::write(place.path("k.frag"), "input float x; output float y; void main() { y = fetch(x, here()); }")
        .unwrap();
    let text = place.ok(&["compile", "k.frag", "--dialect", "arb"]);
    assert!(text.contains("gl_FragData[0]") && !text.contains("layout("), "{text}");
}

#[test]
fn what_is_too_large_for_a_chip_is_compiled_to_several_listings() {
    let place = Place::new();
    let steps: String = (0..100).map(|k| format!("a = a * x + {k}.0;\n")).collect();
    place
        .file("long.br", format!("kernel void long_one(float x<>, out float y<>) {{ float a = x;\n{steps}y = a; }}\n"));
    let text = place.ok(&["compile", "long.br", "--chip", "r300"]);
    assert!(text.contains("# Pass 1 of 2: result.color[0] is intermediate 0."), "{text}");
    assert!(text.contains("# Pass 2 of 2: result.color[0] is y."), "{text}");
    assert!(text.contains("# texture[0] = intermediate 0, 2D"), "{text}");
    let said = place.ok(&["compile", "long.br", "--chip", "r300", "-o", "listings"]);
    assert!(said.contains("100 pairs of arithmetic operations, and the chip has 64"), "{said}");
    assert!(said.contains("so it is cut into 2 passes, with 1 intermediate texture:"), "{said}");
    for (name, intermediates) in [("1of2", "0 read, 1 written"), ("2of2", "1 read, 0 written")] {
        let line = said.lines().find(|line| line.contains(&format!("long_one.{name}: fits chip r300"))).unwrap();
        assert!(line.ends_with(intermediates), "{line}");
        assert!(
            std::fs::read_to_string(place.path(&format!("listings/long_one.{name}.fp"))).unwrap().ends_with("END\n")
        );
    }
    let json: serde_json::Value =
        serde_json::from_str(&place.ok(&["compile", "long.br", "--chip", "r300", "--json"])).unwrap();
    let pass = &json["passes"][0];
    assert_eq!((&pass["fits"], &pass["runs"]), (&false.into(), &true.into()));
    assert_eq!(pass["intermediates"], serde_json::json!([4]));
    let part = &pass["parts"][1];
    assert_eq!((&part["name"], &part["writes"]), (&"long_one.2of2".into(), &serde_json::json!([{ "output": 0 }])));
    assert_eq!(part["reads"][0], serde_json::json!({ "unit": 0, "intermediate": 0 }));
    let pairs: u64 =
        pass["parts"].as_array().unwrap().iter().map(|part| part["counts"]["pairs"].as_u64().unwrap()).sum();
    assert_eq!(pairs, 100);
    // It runs like that, and says so.
    place.list("x.npy", &[0.0, 0.5]);
    place.ok(&["run", "long.br", "long_one", "x=x.npy", "y=@y.npy", "--chip", "r300", "--trace", "t.json"]);
    let trace: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(place.path("t.json")).unwrap()).unwrap();
    assert_eq!(trace["passes"][1]["part"], serde_json::json!({ "number": 2, "of": 2 }));
}

#[test]
fn what_no_cuts_help_is_said() {
    let place = Place::new();
    let body = "float y = x; float i; for (i = 0; i < 4000; i += 1) { y = y * y + 0.5; y = frac(y); y = y * 1.5 - x; \
                y = frac(y) * x; y = y + x * y; } r = y;";
    place.file("long.br", format!("kernel void long_one(float x<>, out float r<>) {{ {body} }}\n"));
    place.list("x.npy", &[0.0, 0.5]);
    let said = place.fails(&["run", "long.br", "long_one", "x=x.npy", "r=@r.npy", "--chip", "r300"]);
    assert!(
        said.contains("and r300 has 64: it is not cut into passes, as it has ")
            && said.contains(" instructions with its loops unrolled, and kernels are cut up to 16384: "),
        "{said}"
    );
    // What is compiled to be read says the same, and not all the instructions.
    let made = place.run(&["compile", "long.br", "--chip", "r300"]);
    assert_eq!((made.code, made.err.as_str()), (Some(1), "brooklet: `long_one` does not fit chip r300\n"));
    assert!(made.out.starts_with("# long_one: does not fit chip r300: "), "{}", &made.out[..500]);
    assert!(made.out.contains(", and kernels are cut up to 16384: "), "{}", made.out);
    let left_out = made.out.lines().last().unwrap();
    assert!(
        left_out.starts_with("# its listing of ") && left_out.ends_with(" instructions is left out; --json has it")
    );
    assert!(made.out.lines().count() < 20, "{}", made.out.lines().count());
    let made = place.run(&["compile", "long.br", "--chip", "r300", "--json"]);
    let found: serde_json::Value = serde_json::from_str(&made.out).unwrap();
    assert!(found["passes"][0]["listing"].as_str().unwrap().lines().count() > 16384);
    let uncut = found["passes"][0]["uncut"].as_str().unwrap();
    assert!(uncut.contains(", and kernels are cut up to 16384: "), "{uncut}");
}
