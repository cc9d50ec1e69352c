//! `brooklet map`: what it computes is what plain Rust computes, in shapes, types and files of all kinds.

use crate::support;

use support::{AWKWARD, Place, bits, bytes_of, dialects, hdr, light};

#[test]
fn map_computes_what_rust_computes() {
    let place = Place::new();
    let x: Vec<f32> = (0..1000).map(|i| i as f32 / 8.0 - 60.0).collect();
    let y: Vec<f32> = (0..1000).map(|i| (i * i % 97) as f32).collect();
    place.list("a.npy", &x);
    place.list("b.npy", &y);
    let expected: Vec<f32> = x.iter().zip(&y).map(|(x, y)| 2.5 * x + y).collect();
    for dialect in dialects() {
        let args = ["map", "alpha * x + y", "-i", "x=a.npy", "-i", "y=b.npy", "-c", "alpha=2.5"];
        let out = place.ok(&[&args[..], &["-o", "out.npy", "--dialect", dialect]].concat());
        assert_eq!(out, "");
        assert_eq!(place.npy("out.npy"), (vec![1000], expected.clone()));
        assert_eq!(place.names(), ["a.npy", "b.npy", "out.npy"]);
    }
}

#[test]
fn map_keeps_the_shape_of_an_array() {
    let place = Place::new();
    let shapes: [&[usize]; 9] =
        [&[7], &[1, 5], &[5, 1], &[3, 5], &[2, 3, 5], &[2, 3, 1, 4], &[1, 20_000], &[20_000, 1], &[3, 0, 2]];
    for (shape, dialect) in shapes.iter().flat_map(|shape| dialects().into_iter().map(move |dialect| (shape, dialect)))
    {
        let x: Vec<f32> = (0..shape.iter().product()).map(|i| i as f32).collect();
        place.array("x.npy", shape, &x);
        place.ok(&["map", "x + 0.5", "-i", "x=x.npy", "-o", "out.npy", "--dialect", dialect, "--scalars"]);
        let expected: Vec<f32> = x.iter().map(|x| x + 0.5).collect();
        assert_eq!(place.npy("out.npy"), (shape.to_vec(), expected));
    }
}

#[test]
fn map_writes_over_its_own_input() {
    let place = Place::new();
    place.list("x.npy", &[1.0, 2.0, 3.0]);
    place.ok(&["map", "x * x", "-i", "x=x.npy", "-o", "x.npy"]);
    assert_eq!(place.npy("x.npy"), (vec![3], vec![1.0, 4.0, 9.0]));
    assert_eq!(place.names(), ["x.npy"]);
}

#[test]
fn constants_are_bound_bit_for_bit() {
    let place = Place::new();
    place.list("x.npy", &[1.0]);
    for (dialect, value) in dialects().into_iter().flat_map(|dialect| AWKWARD.map(|value| (dialect, value))) {
        let constant = format!("k={value:e}");
        let args = ["map", "x > 2.0 ? x : k", "-i", "x=x.npy", "-c", &constant];
        place.ok(&[&args[..], &["-o", "out.npy", "--dialect", dialect]].concat());
        assert_eq!(bits(&place.npy("out.npy").1), bits(&[value]), "{constant} in {dialect}");
    }
}

#[test]
fn constants_are_numbers_or_vectors() {
    let place = Place::new();
    place.list("x.npy", &[2.0, 3.0]);
    for dialect in dialects() {
        for (constant, expression, expected) in [
            ("k=-1.5e1", "x * k", [-30.0, -45.0]),
            ("k=1,10", "dot(k, vec2(x, 1.0))", [12.0, 13.0]),
            ("k=1, 10, 100", "dot(k, vec3(x, x, 1.0))", [122.0, 133.0]),
            ("k=1,10,100,1000", "dot(k, vec4(x, 1.0, 2.0, 3.0))", [3212.0, 3213.0]),
        ] {
            let args = ["map", expression, "-i", "x=x.npy", "-c", constant, "-o", "out.npy"];
            place.ok(&[&args[..], &["--dialect", dialect]].concat());
            assert_eq!(place.npy("out.npy").1, expected, "{constant} in {dialect}");
        }
    }
}

#[test]
fn whole_numbers_in_an_expression_are_floats() {
    let place = Place::new();
    place.list("x.npy", &[1.0, 2.0]);
    for dialect in dialects() {
        place.ok(&["map", "1 / 2 * x + 3", "-i", "x=x.npy", "-o", "out.npy", "--dialect", dialect]);
        assert_eq!(place.npy("out.npy").1, [3.5, 4.0]);
    }
}

#[test]
fn the_result_has_the_type_of_the_expression() {
    let place = Place::new();
    place.file("v.csv", "3,4\n6,8\n0,-5\n");
    for (dialect, (expression, expected)) in dialects().into_iter().flat_map(|dialect| {
        [
            ("length(v)", "5\n10\n5\n"),
            ("v * 2", "6,8\n12,16\n0,-10\n"),
            ("v.yx", "4,3\n8,6\n-5,0\n"),
            ("vec3(v, 1)", "3,4,1\n6,8,1\n0,-5,1\n"),
            ("v.xxyy", "3,3,4,4\n6,6,8,8\n0,0,-5,-5\n"),
        ]
        .map(|case| (dialect, case))
    }) {
        place.ok(&["map", expression, "-i", "v=v.csv", "-o", "out.csv", "--dialect", dialect]);
        assert_eq!(place.text("out.csv"), expected, "{expression} in {dialect}");
    }
    // In a format of one float an element, components are a last axis.
    place.ok(&["map", "v + 1", "-i", "v=v.csv", "-o", "out.npy"]);
    assert_eq!(place.npy("out.npy"), (vec![3, 2], vec![4.0, 5.0, 7.0, 9.0, 1.0, -4.0]));
}

#[test]
fn files_of_any_kind_go_in_and_out() {
    let place = Place::new();
    let ramp: Vec<f32> = (0..6).map(|i| i as f32 / 4.0).collect();
    place.array("x.npy", &[2, 3], &ramp);
    place.file("y.f32", bytes_of(&ramp));
    place.file("z.csv", "0\n0.25\n0.5\n0.75\n1\n1.25\n");
    let pixels = [[128, 64, 32, 129], [255, 1, 0, 130]];
    place.file("p.hdr", hdr(1, 2, &pixels));
    place.ok(&["map", "y + z", "-i", "y=y.f32", "-i", "z=z.csv", "-o", "sum.f32"]);
    let doubled: Vec<f32> = ramp.iter().map(|x| x * 2.0).collect();
    assert_eq!(place.bytes("sum.f32"), bytes_of(&doubled));

    place.ok(&["map", "p * 2", "-i", "p=p.hdr", "-o", "q.hdr"]);
    place.ok(&["map", "p", "-i", "p=q.hdr", "-o", "q.npy"]);
    let expected: Vec<f32> = pixels.iter().flat_map(|&p| light(p)).map(|x| x * 2.0).collect();
    assert_eq!(place.npy("q.npy"), (vec![1, 2, 3], expected));

    place.ok(&["map", "clamp(x, 0, 1)", "-i", "x=x.npy", "-o", "x.png"]);
    let picture = image::open(place.path("x.png")).unwrap();
    assert_eq!((picture.width(), picture.height()), (3, 2));
    assert_eq!(picture.as_luma8().unwrap().as_raw(), &[0, 64, 128, 191, 255, 255]);
    place.ok(&["map", "x * 255", "-i", "x=x.png", "-o", "back.npy"]);
    assert_eq!(place.npy("back.npy"), (vec![2, 3], vec![0.0, 64.0, 128.0, 191.0, 255.0, 255.0]));
}

#[test]
fn names_that_the_kernel_uses_itself_may_be_bound() {
    let place = Place::new();
    place.list("x.npy", &[5.0]);
    for (name, dialect) in ["result", "result_0", "value", "X", "a_b", "map", "expression", "values"]
        .iter()
        .flat_map(|name| dialects().into_iter().map(move |dialect| (name, dialect)))
    {
        let (input, expression) = (format!("{name}=x.npy"), format!("{name} + 1"));
        place.ok(&["map", &expression, "-i", &input, "-o", "out.npy", "--dialect", dialect]);
        assert_eq!(place.npy("out.npy").1, [6.0], "{name}");
    }
}

#[test]
fn an_expression_may_begin_with_a_minus() {
    let place = Place::new();
    place.list("x.npy", &[1.0, -2.0]);
    for expression in ["-x", "-0.5 * x", "-1 * x", "- x"] {
        place.ok(&["map", expression, "-i", "x=x.npy", "-o", "out.npy"]);
        assert!(place.npy("out.npy").1[0] < 0.0);
    }
}

#[test]
fn words_inside_the_kernel_are_free_names() {
    let place = Place::new();
    place.list("x.npy", &[1.0]);
    let names = ["texel", "lie", "tail", "lane", "run", "target0", "x_lie", "x_inverse"];
    for (name, dialect) in names.iter().flat_map(|name| dialects().into_iter().map(move |dialect| (name, dialect))) {
        let (input, expression) = (format!("{name}=x.npy"), format!("{name} + x"));
        let args = ["map", &expression, "-i", &input, "-i", "x=x.npy", "-o", "out.npy"];
        place.ok(&[&args[..], &["--dialect", dialect]].concat());
        assert_eq!(place.npy("out.npy").1, [2.0], "{name}");
    }
}

#[test]
fn a_comma_between_values_is_an_error() {
    let place = Place::new();
    place.list("x.npy", &[1.0]);
    for expression in ["1,5 * x", "x, x", "(x, 2)"] {
        let error = place.fails(&["map", expression, "-i", "x=x.npy", "-o", "out.npy"]);
        assert!(error.contains('^'), "{error}");
    }
}

#[test]
fn all_dialects_take_the_same_numbers() {
    let place = Place::new();
    place.list("x.npy", &[1.0]);
    for (expression, taken) in [
        ("0x10 + x", false),
        ("1u + x", false),
        ("3 / 2u * x", false),
        ("1f", false),
        ("1e", false),
        ("1.2.3", false),
        ("1e39", false),
        ("2 / 4 * x", true),
        ("1.5e-3f + .5", true),
    ] {
        for dialect in dialects() {
            let args = ["map", expression, "-i", "x=x.npy", "-o", "out.npy", "--dialect", dialect];
            assert_eq!(place.run(&args).code, Some(if taken { 0 } else { 1 }), "{expression} in {dialect}");
        }
    }
}

#[test]
fn a_whole_constant_that_float32_changes_is_noted() {
    let place = Place::new();
    place.list("x.npy", &[0.0]);
    let map = |constant: &str| {
        let run = place.run(&["map", "x + k", "-i", "x=x.npy", "-c", constant, "-o", "out.npy"]);
        assert_eq!(run.code, Some(0), "{run:?}");
        run.err
    };
    assert_eq!(map("k=16777217"), "note: constant k: 16777217 is 16777216 in float32\n");
    for exact in ["k=16777216", "k=0.1", "k=3.4028235e38", "k=-0", "k=inf", "k=nan", "k=1e-45"] {
        assert_eq!(map(exact), "", "{exact}");
    }
}

#[test]
fn what_other_languages_write_is_explained() {
    let place = Place::new();
    place.list("x.npy", &[2.0]);
    for (expression, help) in [
        ("x % 2", "write mod(a, b)"),
        ("x^2", "write pow(a, b)"),
        ("x**2", "write pow(a, b)"),
        ("int(x)", "floor(x) and trunc(x) drop the fraction"),
        ("sin", "called with brackets"),
        ("x++ + x", "an expression cannot change a value"),
        ("x > 0 & x < 2 ? 1 : 0", "write `&&`"),
        ("x > 0 | x < 2 ? 1 : 0", "write `||`"),
        ("1,5 * x", "decimals are written with a point"),
        ("0x10", "numbers are decimal"),
        ("1e39", "its largest is 3.4028235e38"),
        ("x\u{a0}+ 1", "the kernel language has no U+00A0"),
    ] {
        let error = place.fails(&["map", expression, "-i", "x=x.npy", "-o", "out.npy"]);
        assert!(error.contains(help) && error.contains("--> expression:1:"), "{expression}: {error}");
    }
}

#[test]
fn an_expression_has_an_end() {
    let place = Place::new();
    place.list("x.npy", &[1.0]);
    let map = |expression: String| place.fails(&["map", &expression, "-i", "x=x.npy", "-o", "out.npy"]);
    // Windows has no command lines of more than 32,767 characters.
    assert!(map(vec!["x"; 10_000].join("+")).contains("19999 words and signs; the maximum is 4096"));
    assert!(
        map("(".repeat(1000) + "x" + &")".repeat(1000)).contains("brackets are nested 129 deep; the maximum is 128")
    );
    let deep = "(".repeat(128) + "x" + &")".repeat(128) + &"+x".repeat(1000);
    place.ok(&["map", &deep, "-i", "x=x.npy", "-o", "out.npy"]);
    assert_eq!(place.npy("out.npy").1, [1001.0]);
}

#[test]
fn names_that_are_bound_for_nothing_are_said() {
    let place = Place::new();
    place.list("x.npy", &[1.0]);
    let bound = ["-i", "x=x.npy", "-i", "y=x.npy", "-c", "c=2", "-c", "cc=3", "-o", "o.npy"];
    let run = place.run(&[&["map", "x + cc"][..], &bound].concat());
    assert_eq!(
        (run.code, run.err.as_str()),
        (Some(0), "note: `y` is bound, and never used\nnote: `c` is bound, and never used\n")
    );
    // A component is no use of a name, nor is a function.
    let args = ["map", "vec2(x, 1).y + sin(0)", "-i", "x=x.npy", "-c", "y=2", "-c", "sine=1", "-o", "o.npy"];
    assert_eq!(place.run(&args).err, "note: `y` is bound, and never used\nnote: `sine` is bound, and never used\n");
    let run = place.run(&["filter", "x.npy", "--keep", "1 > 0", "-o", "o.npy"]);
    assert_eq!(run.err, "note: --keep does not use `x`: it keeps all records, or none\n");
    place.ok(&["filter", "x.npy", "--keep", "1 > 0", "-o", "o.npy", "-q"]);
    place.ok(&[&["map", "x + y * c * cc"][..], &bound].concat());
    place.ok(&[&["map", "x", "-q"][..], &bound].concat());
}
