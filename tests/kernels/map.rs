//! Maps: any expression or kernel over streams of one shape, and what is wrong with an expression, with a caret.

use crate::support;

use brooklet::kernel::Source;
use brooklet::primitives::PrimitiveError;
use brooklet::{Device, Error, Layout, PassError, Stream, primitives, reference};
use expect_test::{Expect, expect};
use proptest::prelude::*;
use support::{each_dialect, noise};

#[test]
fn saxpy_is_exact_at_all_sizes_and_layouts() {
    each_dialect(|device| {
        for n in support::sizes() {
            // Small whole numbers: the same whether or not a compiler fuses multiply and add.
            let x: Vec<f32> = (0..n).map(|i| (i % 100) as f32).collect();
            let y: Vec<f32> = (0..n).map(|i| (i % 7) as f32).collect();
            let expected = reference::map(&[&x, &y], |v| 2.0 * v[0] + v[1]);
            for (from, other) in
                [(Layout::Plain, Layout::Plain), (Layout::Packed, Layout::Packed), (Layout::Plain, Layout::Packed)]
            {
                let (x, y) = (device.upload_with(n, from, &x).unwrap(), device.upload_with(n, other, &y).unwrap());
                let (z, trace): (Stream<f32>, _) = device.traced(|| {
                    let map = primitives::map(device, "alpha * x + y").input("x", &x).input("y", &y);
                    map.constant("alpha", 2.0).run().unwrap()
                });
                assert_eq!(z.read().unwrap(), expected);
                assert_eq!(trace.passes().count(), (n > 0) as usize);
                let packed = from == Layout::Packed && other == Layout::Packed;
                assert_eq!(z.layout(), if packed { Layout::Packed } else { Layout::Plain });
            }
        }
    });
}

#[test]
fn vectors_and_shapes_go_through() {
    each_dialect(|device| {
        let v: Vec<[f32; 3]> = (0..15).map(|i| [i as f32, 3.0, 4.0]).collect();
        let stream = device.upload_shaped([3, 5], &v).unwrap();
        let lengths: Stream<f32> = primitives::map(device, "length(v.yz)").input("v", &stream).run().unwrap();
        assert_eq!(lengths.shape().extents(), [3, 5]);
        assert_eq!(lengths.read().unwrap(), [5.0; 15]);
        let turned: Stream<[f32; 2]> =
            primitives::map(device, "v.zx + by").input("v", &stream).constant("by", [1.0, 2.0]).run().unwrap();
        assert_eq!(turned.get(&[2, 4]).unwrap(), [5.0, 16.0]);
        let chosen: Stream<f32> = primitives::map(device, "yes ? v[1] : v[0] <= 2 ? 10 : 0.5e1")
            .input("v", &stream)
            .constant("yes", false)
            .run()
            .unwrap();
        assert_eq!(chosen.read_range(1..5).unwrap(), [10.0, 10.0, 5.0, 5.0]);
    });
}

#[test]
fn whole_numbers_are_floats_in_both_dialects() {
    each_dialect(|device| {
        let x = device.upload(&[1.0, 4.0, 9.0]).unwrap();
        let map = |expression| -> Vec<f32> {
            let map = primitives::map(device, expression).input("x", &x).constant("three", 3);
            map.run::<f32>().unwrap().read().unwrap()
        };
        assert_eq!(map("2 * x + 1"), [3.0, 9.0, 19.0]);
        assert_eq!(map("1 / 2 * x"), [0.5, 2.0, 4.5]);
        assert_eq!(map("x - three"), [-2.0, 1.0, 6.0]);
        assert_eq!(map("clamp(x, 2, 5)"), [2.0, 4.0, 5.0]);
        assert_eq!(map("vec2(x, 7)[1]"), [7.0; 3]);
        assert_eq!(map("7"), [7.0; 3]);
    });
}

#[test]
fn a_name_may_be_that_of_the_result() {
    each_dialect(|device| {
        let x = device.upload(&[1.0, 2.0]).unwrap();
        let y: Stream<f32> = primitives::map(device, "result + 1").input("result", &x).run().unwrap();
        assert_eq!(y.read().unwrap(), [2.0, 3.0]);
    });
}

#[test]
fn a_selection_keeps_its_bits() {
    let x = [f32::from_bits(1), -0.0, f32::INFINITY, f32::from_bits(0x7fc0_1234)];
    each_dialect(|device| {
        let stream = device.upload(&x).unwrap();
        let same: Stream<f32> = primitives::map(device, "x").input("x", &stream).run().unwrap();
        assert_eq!(support::bits(&same.read().unwrap()), support::bits(&x));
    });
}

#[test]
fn kernels_map_too_and_gather_from_any_shape() {
    let text = "
        input float place;
        input float table;
        output float found;
        void main() { found = fetch(table, int(fetch(place, here()))); }";
    each_dialect(|device| {
        let kernel = device.kernel(&Source::new("lookup", text)).unwrap();
        let place = device.upload(&[3.0, 0.0, 2.0, 2.0, 1.0]).unwrap();
        let table = device.upload_shaped([2, 2], &[10.0, 11.0, 12.0, 13.0]).unwrap();
        let found: Stream<f32> =
            primitives::map_with(device, &kernel).input("place", &place).gather("table", &table).run().unwrap();
        assert_eq!(found.read().unwrap(), [13.0, 10.0, 12.0, 12.0, 11.0]);
        let constant = device.kernel(&Source::new("one", "output float y; void main() { y = 1.0; }")).unwrap();
        let ones: Stream<f32> = primitives::map_with(device, &constant).shape([2, 3]).run().unwrap();
        assert_eq!(ones.read().unwrap(), [1.0; 6]);
        let two = "output float a; output float b; void main() { a = 1.0; b = 1.0; }";
        let two = device.kernel(&Source::new("two", two)).unwrap();
        assert_eq!(
            primitives::map_with(device, &two).shape(3).run::<f32>().unwrap_err().to_string(),
            "map `two`: the kernel has 2 outputs, and a map makes one stream; use device.pass()"
        );
    });
}

#[test]
fn streams_of_a_map_have_one_shape() {
    each_dialect(|device| {
        let (x, y) = (device.upload(&[1.0; 6]).unwrap(), device.upload_shaped([2, 3], &[1.0; 6]).unwrap());
        let map = primitives::map(device, "x + y").input("x", &x).input("y", &y);
        assert_eq!(
            map.run::<f32>().unwrap_err().to_string(),
            "the streams of a map: `x` is 6, `y` is 2 × 3; they must have the same shape"
        );
        assert!(matches!(
            primitives::map(device, "1").run::<f32>(),
            Err(Error::Primitive(PrimitiveError::NoShape { .. }))
        ));
        let twice = primitives::map(device, "x").input("x", &x).constant("x", 1.0).run::<f32>();
        assert!(matches!(twice, Err(Error::Pass(PassError::Twice { .. }))));
    });
}

fn compile_error(device: &Device, expression: &str) -> String {
    let x = device.upload(&[1.0]).unwrap();
    let v = device.upload(&[[1.0, 2.0]]).unwrap();
    let map = primitives::map(device, expression).input("x", &x).input("v", &v).constant("alpha", 2.0);
    map.run::<f32>().unwrap_err().to_string()
}

/// Mistakes that are found before a driver sees them: the same words everywhere.
fn shows(expression: &str, expected: Expect) {
    let said = std::cell::RefCell::new(Vec::new());
    each_dialect(|device| said.borrow_mut().push(compile_error(device, expression)));
    let said = said.into_inner();
    assert!(said.iter().all(|other| *other == said[0]), "{said:?}");
    expected.assert_eq(&said[0]);
}

#[test]
fn errors_in_an_expression_are_shown_with_a_caret() {
    shows(
        "alpha * x + alpa",
        expect![[r#"
            kernel `map` does not compile
            error[K0302]: there is no `alpa`
             --> expression:1:13
              |
            1 | alpha * x + alpa
              |             ^^^^
              |
              = help: did you mean `alpha`?"#]],
    );
    shows(
        "squrt(x)",
        expect![[r#"
            kernel `map` does not compile
            error[K0303]: there is no `squrt`
             --> expression:1:1
              |
            1 | squrt(x)
              | ^^^^^
              |
              = help: did you mean `sqrt`?"#]],
    );
    shows(
        "x + (2 * x",
        expect![[r#"
            kernel `map` does not compile
            error[K0104]: this `(` is not closed
             --> expression:1:5
              |
            1 | x + (2 * x
              |     ^"#]],
    );
    shows(
        "x + 2) * x",
        expect![[r#"
            kernel `map` does not compile
            error[K0105]: this `)` closes nothing
             --> expression:1:6
              |
            1 | x + 2) * x
              |      ^"#]],
    );
    shows(
        "2 x",
        expect![[r#"
            kernel `map` does not compile
            error[K0106]: an operator is missing between `2` and `x`
             --> expression:1:3
              |
            1 | 2 x
              |   ^"#]],
    );
    shows(
        "x +",
        expect![[r#"
            kernel `map` does not compile
            error[K0107]: nothing follows this `+`
             --> expression:1:3
              |
            1 | x +
              |   ^"#]],
    );
    shows(
        "x = 2",
        expect![[r#"
            kernel `map` does not compile
            error[K0118]: `=` cannot be part of an expression
             --> expression:1:3
              |
            1 | x = 2
              |   ^
              |
              = help: to compare, write `==`; for statements, write a kernel"#]],
    );
    shows(
        "x; discard",
        expect![[r#"
            kernel `map` does not compile
            error[K0118]: `;` cannot be part of an expression
             --> expression:1:2
              |
            1 | x; discard
              |  ^
              |
              = help: for statements, write a kernel"#]],
    );
    shows(
        "fetch(x, 1)",
        expect![[r#"
            kernel `map` does not compile
            error[K0303]: there is no `fetch`
             --> expression:1:1
              |
            1 | fetch(x, 1)
              | ^^^^^
              |
              = help: an expression sees one element of each input, at its own place; to fetch others, write a kernel"#]],
    );
    shows(
        "x × 2",
        expect![[r#"
            kernel `map` does not compile
            error[K0109]: the kernel language has no `×`
             --> expression:1:3
              |
            1 | x × 2
              |   ^"#]],
    );
    shows(
        " ",
        expect![[r#"
            kernel `map` does not compile
            error[K0121]: there is no expression
             --> expression:1:1
              |
            1 |  
              | ^
              |
              = help: write one, as in `alpha * x + y`"#]],
    );
}

#[test]
fn type_errors_have_their_caret_too() {
    each_dialect(|device| {
        let caret = |expression: &str, line: &str| {
            let said = compile_error(device, expression);
            assert!(said.contains(&format!("1 | {expression}\n  | {line}")), "{said}");
        };
        caret("2 * 3 * x + dot(x, v)", "            ^^^");
        caret("7 + x + v.q", "          ^");
        caret("v * 2", "^^^^^");
        let said = compile_error(device, "v * 2");
        assert!(said.contains("error[K0301]: expected a `float`, found a `vec2`"), "{said}");
    });
}

#[test]
fn names_that_the_language_keeps_are_refused() {
    each_dialect(|device| {
        let x = device.upload(&[1.0]).unwrap();
        for name in ["in", "mix", "float", "element", "gl_x", "_x", "1x", "", "fetch_x", "ä", "uniform", "main"] {
            let error = primitives::map(device, "1").input(name, &x).run::<f32>().unwrap_err();
            assert!(error.to_string().contains("cannot be the name of an input or a constant"), "{name}: {error}");
        }
        for name in [
            "input1", "keys", "Sample", "textures", "e", "pi", "main2", "lane", "values", "count1", "sample", "a__b",
            "x_",
        ] {
            let y: Stream<f32> = primitives::map(device, name).input(name, &x).run().unwrap();
            assert_eq!(y.read().unwrap(), [1.0], "{name}");
        }
    });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn no_expression_brings_the_program_down(expression in "[-x+*/()0-9.,;{}v\\[\\]=<>!&|?: alphsin#\"]{0,30}") {
        each_dialect(|device| {
            let x = device.upload(&[1.0]).unwrap();
            let v = device.upload(&[[1.0, 2.0]]).unwrap();
            // Whatever it is, it is a stream or an error.
            let map = primitives::map(device, &expression).input("x", &x).input("v", &v).constant("alpha", 2.0);
            match map.run::<f32>() {
                Ok(y) => assert_eq!(y.len(), 1),
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        });
    }

    #[test]
    fn any_shape_maps(a in 0usize..60, b in 0usize..60, seed in 0u64..1000) {
        each_dialect(|device| {
            let x = noise(a * b, seed);
            let stream = device.upload_shaped([a, b], &x).unwrap();
            let y: Stream<f32> = primitives::map(device, "-x").input("x", &stream).run().unwrap();
            assert_eq!(y.read().unwrap(), reference::map(&[&x], |v| -v[0]));
        });
    }
}
