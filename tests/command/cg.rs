//! Cg programs: compiled, checked, drawn with, and in sequences of passes.

use std::path::Path;

use crate::support;

use support::{Place, backends, bits};

const SCALE: &str = "float4 main(float2 at : TEXCOORD0, uniform samplerRECT image, uniform float2 scale = 2) : COLOR {
    return texRECT(image, at) * scale.x + scale.y;
}
";

/// Copies the demos into a directory.
fn demos(place: &Place) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("demos/cg");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ["cg", "seq", "csv"].iter().any(|own| ending == *own)) {
            std::fs::copy(&path, place.path(path.file_name().unwrap().to_str().unwrap())).unwrap();
        }
    }
}

#[test]
fn a_program_becomes_a_listing_or_a_shader() {
    let place = Place::new();
    place.file("scale.cg", SCALE);
    for (chip, profile) in [("r300", "arbfp1"), ("nv30", "fp30"), ("nv40", "fp40"), ("g70", "fp40")] {
        let text = place.ok(&["compile", "scale.cg", "--chip", chip]);
        let (header, register) = if chip == "nv30" { ("!!FP1.0", "") } else { ("!!ARBfp1.0", "c[0]") };
        assert!(text.starts_with(&format!("{header}\n")), "{text}");
        assert!(text.contains(&format!("#profile {profile}\n#program main\n")), "{text}");
        assert!(text.contains(&format!("#var float2 scale :  : {register} : 2 : 1\n")), "{text}");
        assert!(text.contains(&format!("# main: fits chip {chip}: 1 ALU")), "{text}");
    }
    let json: serde_json::Value =
        serde_json::from_str(&place.ok(&["compile", "scale.cg", "--chip", "r300", "--json"])).unwrap();
    assert_eq!(json["parameters"][2]["default"], serde_json::json!([2.0, 2.0]));
    assert_eq!((json["instructions"].as_u64(), json["fits"].as_bool()), (Some(2), Some(true)));
    place.ok(&["compile", "scale.cg", "--chip", "r300", "-o", "made"]);
    assert!(place.text("made/main.fp").contains("TEX R0,"));
    let shader = place.ok(&["compile", "scale.cg", "--dialect", "es"]);
    assert!(shader.starts_with("#version 300 es\n") && shader.contains("texture(_texture0,"), "{shader}");
    assert_eq!(place.ok(&["check", "scale.cg"]), "1 fragment program in 1 file\n");
    assert_eq!(place.ok(&["check", "made/main.fp"]), "1 fragment program in 1 file\n");
}

#[test]
fn a_listing_for_an_nv30_computes_what_its_program_does() {
    let place = Place::new();
    place.file(
        "mixed.cg",
        "half4 main(float2 at : WPOS, uniform samplerRECT image, uniform float4 scale, uniform float edge) : COLOR {
            half4 texel = texRECT(image, at);
            if (texel.x > edge) return texel * scale + edge;
            if (at.y < 2) discard;
            half sum = 0;
            for (int k = 0; k < 3; k++) sum += texel.y * scale[k];
            return sum == 0 ? texel.yxwz : sum.xxxx;
        }",
    );
    let numbers: Vec<f32> = (0..16).map(|k| (k * 37 % 23) as f32 * 0.137 - 1.0).collect();
    place.array("x.npy", &[4, 4], &numbers);
    let given = ["scale=0.3,1.7,-2.1,0.9", "edge=0.4"];
    place.ok(&["run", "mixed.cg", "--chip", "nv30", "image=x.npy", given[0], given[1], "out=@a.npy"]);
    place.ok(&["cgc", "-quiet", "-profile", "fp30", "mixed.cg", "-o", "mixed.fp"]);
    assert!(place.text("mixed.fp").starts_with("!!FP1.0\n"));
    place.ok(&["run", "mixed.fp", "--chip", "nv30", "texture0=x.npy", given[0], given[1], "out=@b.npy"]);
    assert_eq!(std::fs::read(place.path("a.npy")).unwrap(), std::fs::read(place.path("b.npy")).unwrap());
    assert_eq!(place.ok(&["check", "mixed.fp"]), "1 fragment program in 1 file\n");
}

#[test]
fn an_nv30_has_one_colour() {
    let place = Place::new();
    place.file(
        "two.cg",
        "void main(float4 at : TEXCOORD0, out float4 a : COLOR0, out float4 b : COLOR1) { a = at; b = -at; }",
    );
    let said = place.fails(&["cgc", "-profile", "fp30", "two.cg"]);
    assert!(said.contains("the program writes 2 colours, and NV_fragment_program has 1"), "{said}");
}

#[test]
fn what_does_not_fit_a_chip_is_named() {
    let place = Place::new();
    let reads: String = (0..40).map(|k| format!("sum += texRECT(image, sum.xy + {k});\n")).collect();
    place.file("long.cg", format!("float4 main(float2 at : WPOS, uniform samplerRECT image) : COLOR {{\nfloat4 sum = at.xyxy;\n{reads}return sum; }}"));
    let run = place.run(&["compile", "long.cg", "--chip", "r300"]);
    assert_eq!(run.code, Some(1));
    assert!(run.out.contains("does not fit chip r300") && run.out.contains("texture indirections"), "{}", run.out);
    assert!(run.err.contains("`main` does not fit chip r300"), "{}", run.err);
}

#[test]
fn loops_over_a_uniform_need_its_value() {
    let place = Place::new();
    place.file(
        "loop.cg",
        "float4 main(float2 at : WPOS, uniform float n) : COLOR { float s = 0; for (float k = 0; k < n; k++) s += at.x; return s; }",
    );
    let run = place.run(&["compile", "loop.cg", "--chip", "r300"]);
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("a loop whose end depends on data") && run.err.contains("-c n=8"), "{}", run.err);
    let text = place.ok(&["compile", "loop.cg", "--chip", "r300", "-c", "n=3"]);
    assert!(text.contains("# main: fits chip r300:"), "{text}");
    let run = place.run(&["compile", "loop.cg", "--chip", "r300", "-c", "m=3"]);
    assert!(run.err.contains("the program has no uniform `m`; it has n"), "{}", run.err);
}

#[test]
fn cgc_has_the_options_of_the_time() {
    let place = Place::new();
    place.file("scale.cg", format!("#include \"kind.h\"\n{SCALE}").replace("main", "shade"));
    std::fs::create_dir(place.path("include")).unwrap();
    place.file("include/kind.h", "#ifndef KIND\n#error KIND is missing\n#endif\n");
    let args = [
        "cgc",
        "-quiet",
        "-profile",
        "fp40",
        "-entry",
        "shade",
        "-DKIND=1",
        "-Iinclude",
        "-po",
        "NumTemps=32",
        "-nowarn=7011",
        "-fastmath",
        "-o",
        "shade.fp",
        "scale.cg",
    ];
    place.ok(&args);
    let text = place.text("shade.fp");
    assert!(
        text.contains("#profile fp40\n#program shade\n") && text.contains("OPTION NV_fragment_program2;"),
        "{text}"
    );
    // The last line of the old compiler, unless -quiet hides it.
    let run = place.run(&args);
    assert_eq!(run.err, "");
    let run = place.run(&["cgc", "-entry", "shade", "-DKIND=1", "-Iinclude", "scale.cg"]);
    assert!(run.err.ends_with(" lines, 0 errors.\n"), "{}", run.err);
    let said = place.misuse(&["cgc", "-profile", "vp30", "scale.cg"]);
    assert!(said.contains("profile `vp30` is not supported: brooklet compiles for arbfp1, fp30 and fp40"), "{said}");
    let said = place.fails(&["cgc", "-profile", "arbfp1", "-DKIND", "-Iinclude", "scale.cg"]);
    assert!(said.contains("there is no function `main`") && said.contains("shade"), "{said}");
}

#[test]
fn mistakes_are_shown_with_their_lines() {
    let place = Place::new();
    place.file("wrong.cg", "float4 main(float2 at : TEXCOORD0) : COLOR {\n    return mix(at.x, at.y, 0.5);\n}\n");
    let said = place.fails(&["check", "wrong.cg"]);
    assert!(said.contains("C3002") && said.contains("wrong.cg:2") && said.contains("brooklet explain C3002"), "{said}");
    let said = place.misuse(&["check", "--entry", "f", "nothing.br"]);
    assert!(said.contains("only for Cg programs"), "{said}");
    place.file("scale.cg", SCALE);
    place.array("x.npy", &[2, 2], &[1.0; 4]);
    let said = place.fails(&["run", "scale.cg", "image=x.npy", "scales=1", "out=@y.npy"]);
    assert!(said.contains("the program has no parameter `scales`: did you mean `scale`?"), "{said}");
    let said = place.fails(&["run", "scale.cg", "out=@y.npy", "--shape", "2,2"]);
    assert!(said.contains("texture `image` is not given"), "{said}");
    let said = place.fails(&["run", "scale.cg", "out=@y.npy"]);
    assert!(said.contains("--shape ROWS,COLUMNS"), "{said}");
    let said = place.misuse(&["run", "scale.cg", "image=x.npy", "out=@y.npy", "--repeat", "0"]);
    assert!(said.contains("at least 1"), "{said}");
    let said = place.misuse(&["compile", "scale.cg", "--kernel", "main"]);
    assert!(said.contains("--entry names a function"), "{said}");
}

#[test]
fn a_program_draws_the_same_on_every_device() {
    let place = Place::new();
    place.file("scale.cg", SCALE);
    place.file(
        "mixed.cg",
        "#include \"scale.h\"\n
        struct Out { float2 first : COLOR0; float4 second : COLOR1; };
        Out main(float4 at : TEXCOORD3, uniform sampler2D image, uniform float4 table[2]) {
            Out o;
            float sum = 0;
            for (int i = 0; i < 3; i++) { if (i == 2 && at.x < 0.5) break; sum += part(table[i % 2], i); }
            o.first = float2(sum, at.x);
            float4 texel = tex2D(image, at.xy);
            o.second = at.y > 0.5 ? texel.wzyx : lerp(texel, table[1], 0.25);
            if (at.x > 0.8) discard;
            return o;
        }",
    );
    place.file("scale.h", "float part(float4 v, int i) { return dot(v, float4(1, 2, 4, 8)) * (i + 1); }\n");
    let numbers: Vec<f32> = (0..12).map(|n| n as f32).collect();
    place.array("x.npy", &[3, 4], &numbers);
    let mut wanted: Option<(Vec<f32>, Vec<f32>, Vec<f32>)> = None;
    let arb = [["--dialect", "arb"]];
    for device in backends(&["none", "nv40"]).iter().chain(&arb) {
        let run = |words: &[&str]| {
            let all: Vec<&str> = words.iter().copied().chain(*device).collect();
            place.ok(&all)
        };
        // The driver's assembler does not always take rectangles.
        if device[1] != "arb" {
            run(&["run", "scale.cg", "image=x.npy", "scale=3,0.5", "out=@y.npy"]);
        }
        run(&["run", "mixed.cg", "image=x.npy", "table=1,2,3,4,5,6,7,8", "first=@a.npy", "second=@b.npy"]);
        let found = (place.npy("y.npy").1, place.npy("a.npy").1, place.npy("b.npy").1);
        let wanted = wanted.get_or_insert_with(|| found.clone());
        assert_eq!(bits(&found.0), bits(&wanted.0), "{device:?}");
        assert_eq!(bits(&found.1), bits(&wanted.1), "{device:?}");
        assert_eq!(bits(&found.2), bits(&wanted.2), "{device:?}");
    }
    let (scaled, ..) = wanted.unwrap();
    let red: Vec<f32> = scaled.iter().step_by(4).copied().collect();
    assert_eq!(red, numbers.iter().map(|x| 3.0 * x + 0.5).collect::<Vec<_>>());
}

#[test]
fn passes_repeat_and_swap() {
    let place = Place::new();
    place.file(
        "twice.cg",
        "float main(float2 at : WPOS, uniform samplerRECT x) : COLOR { return 2 * f1texRECT(x, at); }",
    );
    place.array("x.npy", &[1, 4], &[1.0, 2.0, 3.0, 4.0]);
    place.ok(&["run", "twice.cg", "x=x.npy", "out=@y.npy", "--repeat", "5", "--swap", "out=x", "--chip", "r300"]);
    assert_eq!(place.npy("y.npy").1, [32.0, 64.0, 96.0, 128.0]);
    // Interpolated inputs get their values in the corners.
    place.file("at.cg", "float2 main(float2 at : TEXCOORD0) : COLOR { return at; }");
    place.ok(&["run", "at.cg", "at=0,0:8,4", "out=@z.npy", "--shape", "1,2", "--chip", "none"]);
    assert_eq!(place.npy("z.npy").1, [2.0, 2.0, 6.0, 2.0]);
    place.ok(&["run", "at.cg", "TEXCOORD0=1,1:3,1:1,5", "out=@z.npy", "--shape", "1,2", "--chip", "none"]);
    assert_eq!(place.npy("z.npy").1, [1.5, 3.0, 2.5, 3.0]);
}

#[test]
fn the_toolkit_in_cg_is_that_of_the_library() {
    let place = Place::new();
    demos(&place);
    let keys: Vec<f32> = (0..64).map(|n| ((n * 37 + 11) % 64) as f32 - 20.0).collect();
    place.array("keys.npy", &[8, 8], &keys);
    place.list("list.npy", &keys);
    place.array("queries.npy", &[2, 3], &[-100.0, -20.0, 3.5, 4.0, 43.0, 100.0]);
    for device in backends(&["r300", "nv30", "nv40"]) {
        let ok = |words: &[&str]| place.ok(&words.iter().copied().chain(device).collect::<Vec<_>>());
        ok(&["run", "sort.seq", "keys=keys.npy", "out=@sorted.npy"]);
        ok(&["sort", "list.npy", "-o", "wanted.npy"]);
        assert_eq!(place.npy("sorted.npy").1, place.npy("wanted.npy").1, "{device:?}");
        for (name, op) in [("total", "sum"), ("maximum", "max")] {
            ok(&["run", "reduce.seq", "--entry", name, "values=keys.npy", "out=@one.npy"]);
            let wanted: f32 = ok(&["reduce", "list.npy", "--op", op]).trim().parse().unwrap();
            assert_eq!(place.npy("one.npy").1, [wanted], "{device:?}");
        }
        let search = ["run", "search.seq", "keys=sorted.npy", "queries=queries.npy", "out=@found.npy", "-D", "LOG2=6"];
        if device[1] == "r300" {
            // Six dependent look-ups are more than its programs have room for.
            let said = place.fails(&[&search[..], &device].concat());
            assert!(said.contains("and r300 has 64"), "{said}");
            continue;
        }
        ok(&search);
        let below = |query: f32| keys.iter().filter(|key| **key < query).count() as f32;
        let wanted: Vec<f32> = [-100.0, -20.0, 3.5, 4.0, 43.0, 100.0].map(below).to_vec();
        assert_eq!(place.npy("found.npy").1, wanted, "{device:?}");
    }
}

#[test]
fn the_other_demos_do_what_they_say() {
    let place = Place::new();
    demos(&place);
    // A fluid loses its divergence.
    let side = 16;
    let mut velocity = Vec::new();
    for n in 0..side * side {
        let (x, y) = ((n % side) as f32 - 7.5, (n / side) as f32 - 7.5);
        let near = (-(x * x + y * y) / 8.0).exp();
        velocity.extend([x * near, y * near, 0.0, 1.0]);
    }
    place.array("velocity.npy", &[side, side, 4], &velocity);
    place.ok(&["run", "fluid.seq", "velocity=velocity.npy", "time=0", "out=@after.npy", "--chip", "none"]);
    let size = |numbers: &[f32]| numbers.chunks(4).map(|v| v[0].hypot(v[1])).fold(0.0, f32::max);
    let after = place.npy("after.npy").1;
    assert!(size(&after) < 0.35 * size(&velocity), "{} of {}", size(&after), size(&velocity));
    // Two substances react where both are.
    let mut cells = [1.0, 0.0].repeat(64);
    cells[2 * 27 + 1] = 0.5;
    place.array("cells.npy", &[8, 8, 2], &cells);
    place.ok(&["run", "reaction.seq", "cells=cells.npy", "steps=3", "out=@cells2.npy", "--chip", "none"]);
    let wanted = (0..3).fold(cells.iter().map(|&x| f64::from(x)).collect::<Vec<_>>(), |cells, _| reacted(&cells));
    for (given, wanted) in place.npy("cells2.npy").1.iter().zip(wanted) {
        assert!((f64::from(*given) - wanted).abs() < 1e-5, "{given} is not {wanted}");
    }
    // An octree: the root's last octant has children, one of them a leaf.
    let mut tree = vec![0.0; 2 * 8 * 4];
    tree[7 * 4..8 * 4].copy_from_slice(&[1.0, 0.0, 0.0, 1.0]);
    tree[..4].copy_from_slice(&[0.25, 0.5, 0.75, 0.0]);
    tree[(8 + 3) * 4..(8 + 4) * 4].copy_from_slice(&[9.0, 8.0, 7.0, 0.0]);
    place.array("tree.npy", &[2, 8, 4], &tree);
    place.array("points.npy", &[1, 2, 4], &[0.1, 0.1, 0.1, 0.0, 0.9, 0.8, 0.6, 0.0]);
    place.ok(&["run", "octree.seq", "tree=tree.npy", "points=points.npy", "out=@found.npy", "--chip", "none"]);
    assert_eq!(place.npy("found.npy").1, [0.25, 0.5, 0.75, 1.0, 9.0, 8.0, 7.0, 1.0]);
    // A call: price, strike, rate, volatility. Black and Scholes say 10.45.
    place.array("contracts.npy", &[1, 1, 4], &[100.0, 100.0, 0.05, 0.2]);
    place.ok(&["run", "options.seq", "contracts=contracts.npy", "steps=64", "out=@prices.npy", "--chip", "none"]);
    let price = place.npy("prices.npy").1[0];
    assert!((price - 10.45).abs() < 0.05, "{price}");
}

/// A step of the reaction on a torus of 8 by 8 cells.
fn reacted(cells: &[f64]) -> Vec<f64> {
    let at = |x: i32, y: i32, c: usize| cells[2 * ((y.rem_euclid(8) * 8 + x.rem_euclid(8)) as usize) + c];
    let mut next = Vec::new();
    for n in 0..64 {
        let (x, y) = (n % 8, n / 8);
        let spread = |c: usize| {
            let straight = at(x + 1, y, c) + at(x - 1, y, c) + at(x, y + 1, c) + at(x, y - 1, c);
            let askew = at(x + 1, y + 1, c) + at(x - 1, y - 1, c) + at(x + 1, y - 1, c) + at(x - 1, y + 1, c);
            0.2 * straight + 0.05 * askew - at(x, y, c)
        };
        let (a, b) = (at(x, y, 0), at(x, y, 1));
        next.push(a + spread(0) + 0.037 * (1.0 - a) - a * b * b);
        next.push(b + 0.5 * spread(1) + a * b * b - (0.06 + 0.037) * b);
    }
    next
}

#[test]
fn a_fragment_is_shown_instruction_by_instruction() {
    let place = Place::new();
    place.file("scale.cg", SCALE);
    place.array("x.npy", &[2, 2], &[1.0, 2.0, 3.0, 4.0]);
    for chip in ["r300", "nv40"] {
        let text = place.ok(&["debug", "scale.cg", "image=x.npy", "scale=3,0.5", "--at", "1,1", "--chip", chip]);
        assert!(text.contains("scale.cg:2"), "{text}");
        assert!(text.contains("12.5"), "{text}");
    }
    let said = place.fails(&["debug", "scale.cg", "image=x.npy", "--at", "9", "--chip", "r300"]);
    assert!(said.contains("there is no element 9"), "{said}");
    let said = place.misuse(&["debug", "saxpy.br", "--entry", "f", "--at", "1"]);
    assert!(said.contains("only for Cg programs"), "{said}");
}

#[test]
fn each_demo_prints_what_its_text_says() {
    let place = Place::new();
    demos(&place);
    let mut ran = 0;
    for name in place.names().iter().filter(|name| name.ends_with(".seq")) {
        let text = place.text(name);
        let command = text.lines().next().and_then(|line| line.strip_prefix("// $ brooklet ")).unwrap();
        let wanted: Vec<&str> = text.lines().skip(1).map_while(|line| line.strip_prefix("//   ")).collect();
        assert!(!wanted.is_empty(), "{name}");
        for device in backends(&["none"]) {
            let words: Vec<&str> = command.split(' ').chain(device).collect();
            let printed = place.ok(&words);
            let numbers = |line: &str| line.split(',').map(|number| number.parse().unwrap()).collect::<Vec<f32>>();
            let (printed, wanted): (Vec<_>, Vec<_>) =
                (printed.lines().map(numbers).collect(), wanted.iter().map(|line| numbers(line)).collect());
            assert_eq!(printed.len(), wanted.len(), "{name}");
            for (printed, wanted) in printed.iter().flatten().zip(wanted.iter().flatten()) {
                assert!((printed - wanted).abs() <= 1e-4 * wanted.abs().max(1.0), "{name}: {printed} is not {wanted}");
            }
        }
        ran += 1;
    }
    assert_eq!(ran, 7);
}

#[test]
fn small_results_are_printed_where_no_file_is_named() {
    let place = Place::new();
    place.file("scale.cg", SCALE);
    place.array("x.npy", &[2, 1], &[1.0, 2.0]);
    assert_eq!(place.ok(&["run", "scale.cg", "image=x.npy"]), "4,2,2,4\n6,2,2,4\n");
    place.file("two.cg", "void main(out float4 a : COLOR0, out float4 b : COLOR1) { a = 1; b = 2; }");
    let said = place.misuse(&["run", "two.cg", "--shape", "1,1"]);
    assert!(said.contains("only one result can be printed: name files, as a=@a.npy; there are a, b"), "{said}");
    let said = place.misuse(&["run", "scale.cg", "--shape", "11,10", "image=x.npy"]);
    assert!(said.contains("110 lines are too many to print"), "{said}");
}
