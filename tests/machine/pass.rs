//! Passes: what they draw, where, and what they refuse.

use crate::support;

use brooklet::kernel::Source;
use brooklet::{Device, DeviceError, Error, Kernel, Layout, PassError, Rect, Stream};
use support::{builder, each_dialect, noise, open};

fn kernel(device: &Device, text: &'static str) -> Kernel {
    device.kernel(&Source::new("test", text)).unwrap_or_else(|error| panic!("{error}"))
}

fn say<T: std::fmt::Debug>(result: Result<T, Error>) -> String {
    result.unwrap_err().to_string()
}

const POSITION: &str = "
    output vec4 place;
    void main() {
        place = vec4(float(here()), float(here_x()), float(here_y()), float(count(place) + width(place) * height(place)));
    }";

#[test]
fn every_element_knows_its_position() {
    each_dialect(|device| {
        let kernel = kernel(device, POSITION);
        for n in support::sizes() {
            let mut place = device.stream::<[f32; 4]>(n).unwrap();
            device.pass(&kernel).output("place", &mut place).run().unwrap();
            let row = place.geometry().width;
            let all = n + n.div_ceil(row.max(1)) * row;
            let expected: Vec<_> = (0..n).map(|i| [i, i % row, i / row, all].map(|v| v as f32)).collect();
            assert_eq!(place.read().unwrap(), expected);
        }
        let mut place = device.stream::<[f32; 4]>([3, 5, 7]).unwrap();
        device.pass(&kernel).output("place", &mut place).run().unwrap();
        assert_eq!(place.get(&[2, 4, 6]).unwrap(), [104.0, 6.0, 14.0, 210.0]);
    });
}

#[test]
fn rows_that_wrap_are_rows_all_the_same() {
    for dialect in support::dialects() {
        let device = open(builder(dialect).largest_texture(32));
        let kernel = kernel(&device, POSITION);
        let mut place = device.stream::<[f32; 4]>([5, 100]).unwrap();
        assert!(place.geometry().wrapped());
        device.pass(&kernel).output("place", &mut place).run().unwrap();
        assert_eq!(place.get(&[3, 42]).unwrap(), [342.0, 42.0, 3.0, 1000.0]);
    }
}

#[test]
fn packed_outputs_run_the_kernel_for_each_lane() {
    let text = "output float place; void main() { place = float(here_y() * 100000 + here_x()); }";
    each_dialect(|device| {
        let kernel = kernel(device, text);
        for n in support::sizes() {
            let mut place = device.stream_with::<f32>(n, Layout::Packed).unwrap();
            device.pass(&kernel).output("place", &mut place).run().unwrap();
            let row = 4 * place.geometry().width;
            let expected: Vec<_> = (0..n).map(|i| (i / row * 100_000 + i % row) as f32).collect();
            assert_eq!(place.read().unwrap(), expected);
        }
    });
}

#[test]
fn an_input_is_fetched_however_it_lies() {
    let text = "
        input float x;
        output float reversed;
        void main() { reversed = fetch(x, count(x) - 1 - here()) + clamped(x, -5) + clamped(x, count(x) + 7); }";
    for dialect in support::dialects() {
        for largest in [16384, 64] {
            let device = open(builder(dialect).largest_texture(largest));
            let kernel = kernel(&device, text);
            for n in support::sizes().filter(|&n| n > 0 && n < largest * largest) {
                for (from, to) in [
                    (Layout::Plain, Layout::Plain),
                    (Layout::Plain, Layout::Packed),
                    (Layout::Packed, Layout::Plain),
                    (Layout::Packed, Layout::Packed),
                ] {
                    let x: Vec<f32> = (0..n).map(|i| i as f32).collect();
                    let input = device.upload_with(n, from, &x).unwrap();
                    let mut output = device.stream_with::<f32>(n, to).unwrap();
                    device.pass(&kernel).input("x", &input).output("reversed", &mut output).run().unwrap();
                    let expected: Vec<f32> = x.iter().rev().map(|v| v + x[n - 1]).collect();
                    assert_eq!(output.read().unwrap(), expected, "{n} {from} {to}");
                }
            }
        }
    }
}

#[test]
fn columns_and_rows_are_fetched_however_they_lie() {
    let text = "
        input float image;
        output float flipped;
        void main() {
            flipped = fetch(image, width(image) - 1 - here_x(), height(image) - 1 - here_y())
                + clamped(image, -1, -1) + clamped(image, 1000, 1000);
        }";
    for dialect in support::dialects() {
        for largest in [16384, 32] {
            let device = open(builder(dialect).largest_texture(largest));
            let kernel = kernel(&device, text);
            for (h, w) in [(1, 1), (1, 7), (7, 1), (3, 5), (8, 16), (5, 100), (100, 5)] {
                for layout in [Layout::Plain, Layout::Packed] {
                    let x: Vec<f32> = (0..h * w).map(|i| i as f32).collect();
                    let image = device.upload_with([h, w], layout, &x).unwrap();
                    let mut flipped = device.stream::<f32>([h, w]).unwrap();
                    device.pass(&kernel).input("image", &image).output("flipped", &mut flipped).run().unwrap();
                    let expected: Vec<f32> = x.iter().rev().map(|v| v + x[h * w - 1]).collect();
                    assert_eq!(flipped.read().unwrap(), expected, "{h} × {w} {layout}");
                }
            }
        }
    }
}

#[test]
fn the_last_row_of_a_list_is_clamped_where_it_ends() {
    let text = "input float x; output float y; void main() { y = clamped(x, here_x() + 1, height(x) - 1); }";
    each_dialect(|device| {
        let kernel = kernel(device, text);
        let x = noise(70, 1); // rows of 16, six of them in the last
        let input = device.upload(&x).unwrap();
        let mut y = device.stream::<f32>(16).unwrap();
        device.pass(&kernel).input("x", &input).output("y", &mut y).run().unwrap();
        let expected: Vec<f32> = (0..16).map(|i| x[64 + (i % 4 + 1).min(5)]).collect();
        assert_eq!(y.read().unwrap(), expected);
    });
}

#[test]
fn addresses_are_exact_far_out() {
    // The reciprocal rounds here: widths that are no power of two, and positions beyond 2^23.
    let text = "
        input float x;
        constant index from;
        output float y;
        void main() { y = fetch(x, from + here()); }";
    for dialect in support::dialects() {
        let device = open(Device::builder().dialect(dialect));
        let kernel = kernel(&device, text);
        let (h, w) = (5000, 3001);
        let x: Vec<f32> = (0..h * w).map(|i| i as f32).collect();
        let image = device.upload_shaped([h, w], &x).unwrap();
        let rows = &[1, 2, 2047, 4998, 4999];
        for &row in rows {
            let from = row * w - 50;
            let mut y = device.stream::<f32>(100).unwrap();
            let pass = device.pass(&kernel).input("x", &image).constant("from", from as i32);
            pass.output("y", &mut y).run().unwrap();
            assert_eq!(y.read().unwrap(), x[from..from + 100]);
        }
    }
}

#[test]
fn a_rectangle_alone_is_drawn() {
    each_dialect(|device| {
        let kernel = kernel(device, "output float y; void main() { y = 1.0; }");
        let mut y = device.upload_shaped([4, 5], &[0.0; 20]).unwrap();
        let draw = |y: &mut Stream<f32>, rect| device.pass(&kernel).output("y", y).rectangle(rect).run();
        let (result, trace) = device.traced(|| draw(&mut y, Rect::new(1, 2, 3, 1)));
        result.unwrap();
        assert_eq!(trace.passes().next().unwrap().rectangle, Some(Rect::new(1, 2, 3, 1)));
        let mut expected = [0.0; 20];
        expected[11..14].fill(1.0);
        assert_eq!(y.read().unwrap(), expected);
        assert_eq!(
            say(draw(&mut y, Rect::new(3, 0, 3, 1))),
            "a rectangle of 3 × 1 at (3, 0) texels reaches outside the render target of 5 × 4"
        );
        assert!(matches!(draw(&mut y, Rect::new(usize::MAX, 0, 3, 1)), Err(Error::Pass(PassError::Rectangle { .. }))));
    });
}

#[test]
fn texels_outside_the_stream_stay_as_they_are() {
    // A kernel that fetches outside on purpose finds the poison still there after a pass over the stream.
    let outside = "input float x; output float y; void main() { y = fetch(x, 5 + here()); }";
    each_dialect(|device| {
        let fill = kernel(device, "output float y; void main() { y = 1.0; }");
        let peek = kernel(device, outside);
        for layout in [Layout::Plain, Layout::Packed] {
            let mut x = device.stream_with::<f32>(5, layout).unwrap(); // in 4 × 2 texels, or in 2 × 1 of four
            device.pass(&fill).output("y", &mut x).run().unwrap();
            assert_eq!(x.read().unwrap(), [1.0; 5]);
            let mut y = device.stream::<f32>(3).unwrap();
            device.pass(&peek).input("x", &x).output("y", &mut y).run().unwrap();
            assert_eq!(y.read().unwrap(), [support::poison(support::dialect(device)); 3], "{layout}");
        }
    });
}

#[test]
fn names_do_not_clash_with_what_is_generated() {
    let text = "
        input float lane;
        input float lie;
        input float lane_here;
        input float row, texel, i, t;
        constant float column, inverted, x, off;
        output float first;
        void main() {
            first = fetch(lane, here()) + fetch(lie, 0) + fetch(lane_here, here()) + fetch(row, 0, 0) + fetch(texel, 0)
                + clamped(i, 0, 0) + clamped(t, -1) + column + inverted + x + off + float(count(lie));
        }";
    each_dialect(|device| {
        let kernel = kernel(device, text);
        for layout in [Layout::Plain, Layout::Packed] {
            let one = device.upload_with(1, layout, &[1.0]).unwrap();
            let mut first = device.stream_with::<f32>(1, layout).unwrap();
            let mut pass = device.pass(&kernel);
            for name in ["lane", "lie", "lane_here", "row", "texel", "i", "t"] {
                pass = pass.input(name, &one);
            }
            for name in ["column", "inverted", "x", "off"] {
                pass = pass.constant(name, 10.0);
            }
            pass.output("first", &mut first).run().unwrap();
            assert_eq!(first.read().unwrap(), [48.0]);
        }
    });
}

#[test]
fn an_output_that_no_branch_writes_is_zero_in_every_layout() {
    let text = "output float y; void main() { if (quotient(here(), 2) * 2 == here()) { y = float(here()) + 1.0; } }";
    each_dialect(|device| {
        let kernel = kernel(device, text);
        for layout in [Layout::Plain, Layout::Packed] {
            let mut y = device.stream_with::<f32>(7, layout).unwrap();
            device.pass(&kernel).output("y", &mut y).run().unwrap();
            assert_eq!(y.read().unwrap(), [1.0, 0.0, 3.0, 0.0, 5.0, 0.0, 7.0], "{layout}");
        }
    });
}

#[test]
fn a_kernel_may_return_before_its_end_in_every_layout() {
    let early = "if (here() > 4) { y = 9.0; return; } y = float(here()); if (here() > 2) { return; } y += 0.5;";
    let unwritten = "if (here() > 4) { return; } y = float(here());";
    each_dialect(|device| {
        let compiled = |text: String| device.kernel(&Source::new("early", text)).unwrap();
        for (code, expected, ways) in [
            (early, [0.5, 1.5, 2.5, 3.0, 4.0, 9.0, 9.0], [3.0, 3.0, 3.0, 2.0, 2.0, 1.0, 1.0]),
            (unwritten, [0.0, 1.0, 2.0, 3.0, 4.0, 0.0, 0.0], [3.0, 3.0, 3.0, 3.0, 3.0, 2.0, 2.0]),
        ] {
            let one = compiled(format!("output float y; void main() {{ {code} }}"));
            for layout in [Layout::Plain, Layout::Packed] {
                let mut y = device.stream_with::<f32>(7, layout).unwrap();
                device.pass(&one).output("y", &mut y).run().unwrap();
                assert_eq!(y.read().unwrap(), expected, "{layout}: {code}");
            }
            // Of three numbers, and beside an output of one.
            let code = code.replace("y ", "v.y ").replace("{ v.y = 9.0", "{ v.y = 9.0; w = 1.0");
            let text =
                format!("output vec3 v; output float w; void main() {{ v = vec3(0.0); w = 2.0; {code} w = 3.0; }}");
            if !support::writes(device, &[3, 1]) {
                continue;
            }
            let two = compiled(text.clone());
            let (mut v, mut w) = (device.stream::<[f32; 3]>(7).unwrap(), device.stream::<f32>(7).unwrap());
            device.pass(&two).output("v", &mut v).output("w", &mut w).run().unwrap();
            assert_eq!(v.read().unwrap(), expected.map(|y| [0.0, y, 0.0]), "{text}");
            assert_eq!(w.read().unwrap(), ways, "{text}");
        }
    });
}

#[test]
fn an_output_is_a_variable_as_any() {
    // It is passed to be changed, read again, and written in part.
    let text = "
        input vec2 x;
        output vec2 y;
        output float sum;
        void add(vec2 v, inout vec2 to) { to += v; }
        void tell(out float total) { total = y.x + y.y; }
        void main() {
            y = fetch(x, here());
            for (index i = 0; i < 3; i++) {
                add(fetch(x, i), y);
            }
            y.x = 2.0 * y.x;
            tell(sum);
        }";
    each_dialect(|device| {
        if !support::writes(device, &[2, 1]) {
            return;
        }
        let kernel = kernel(device, text);
        let x = device.upload(&[[1.0f32, 10.0], [2.0, 20.0], [3.0, 30.0]]).unwrap();
        let (mut y, mut sum) = (device.stream::<[f32; 2]>(3).unwrap(), device.stream::<f32>(3).unwrap());
        device.pass(&kernel).input("x", &x).output("y", &mut y).output("sum", &mut sum).run().unwrap();
        assert_eq!(y.read().unwrap(), [[14.0, 70.0], [16.0, 80.0], [18.0, 90.0]]);
        assert_eq!(sum.read().unwrap(), [84.0, 96.0, 108.0]);
    });
}

#[test]
fn odd_writing_means_what_it_says() {
    // Calls over several lines, tabs, carriage returns, comments that end in a backslash or hold words of the contract.
    let text = "input float x; // é, main, fetch(x, \\\r\noutput\tfloat y; /* fetch(q,\r\n0) */\r\nconstant float _;\r\n\
                float twice(float v) {\n    // no more \\\n    return 2.0 * v;\n}\nvoid\nmain() {\n    y = twice(fetch(x,\n        here()))\n \
                + fetch(x, index(clamped(x, index(fetch(x, 0)))));\n}\n"
        .replace("constant float _;", "constant float rects;");
    each_dialect(|device| {
        let kernel = device.kernel(&Source::new("odd", text.clone())).unwrap_or_else(|error| panic!("{error}"));
        let x = device.upload(&[1.0, 2.0, 3.0]).unwrap();
        let mut y = device.stream::<f32>(3).unwrap();
        device.pass(&kernel).input("x", &x).constant("rects", 1.0).output("y", &mut y).run().unwrap();
        assert_eq!(y.read().unwrap(), [5.0, 7.0, 9.0]);
    });
}

#[test]
fn counts_are_constants_as_they_come() {
    each_dialect(|device| {
        let kernel = kernel(device, "constant index n; output float y; void main() { y = float(n); }");
        let mut y = device.stream::<f32>(1).unwrap();
        let n = y.len() + 4;
        device.pass(&kernel).constant("n", n).output("y", &mut y).run().unwrap();
        assert_eq!(y.read().unwrap(), [5.0]);
        assert_eq!(
            say(device.pass(&kernel).constant("n", 5_000_000_000usize).output("y", &mut y).run()),
            "pass `test`: constant `n` is index in the kernel, and is given the integer 5000000000"
        );
    });
}

#[test]
fn kernels_outlive_what_a_trim_forgets() {
    each_dialect(|device| {
        let kernel = kernel(device, "output float y; void main() { y = 3.0; }");
        let other = "output float y; void main() { y = 4.0; }";
        for _ in 0..3 {
            device.trim();
            let other = device.kernel(&Source::new("test", other)).unwrap();
            let mut y = device.stream::<f32>(1).unwrap();
            device.pass(&kernel).output("y", &mut y).run().unwrap();
            assert_eq!(y.read().unwrap(), [3.0]);
            device.pass(&other).output("y", &mut y).run().unwrap();
            assert_eq!(y.read().unwrap(), [4.0]);
        }
    });
}

#[test]
fn several_outputs_are_written_at_once() {
    let text = "
        input float x;
        output float twice;
        output vec3 many;
        output vec2 pair;
        void main() {
            float v = fetch(x, here());
            twice = 2.0 * v;
            many = vec3(v, v + 1.0, v + 2.0);
            pair = vec2(-v, v);
        }";
    each_dialect(|device| {
        if !support::writes(device, &[1, 3, 2]) {
            return;
        }
        let kernel = kernel(device, text);
        let x = device.upload(&[1.0, 2.0, 3.0]).unwrap();
        let mut twice = device.stream::<f32>(3).unwrap();
        let mut many = device.stream::<[f32; 3]>(3).unwrap();
        let mut pair = device.stream::<[f32; 2]>(3).unwrap();
        let (result, trace) = device.traced(|| {
            let pass = device.pass(&kernel).output("pair", &mut pair).output("many", &mut many);
            pass.output("twice", &mut twice).input("x", &x).run()
        });
        result.unwrap();
        assert_eq!(twice.read().unwrap(), [2.0, 4.0, 6.0]);
        assert_eq!(many.read().unwrap(), [[1.0, 2.0, 3.0], [2.0, 3.0, 4.0], [3.0, 4.0, 5.0]]);
        assert_eq!(pair.read().unwrap(), [[-1.0, 1.0], [-2.0, 2.0], [-3.0, 3.0]]);
        assert_eq!(trace.passes().map(|pass| pass.outputs).collect::<Vec<_>>(), [3]);
    });
}

#[test]
fn constants_of_every_type_arrive_with_their_bits() {
    let text = "
        constant float a;
        constant vec2 b;
        constant vec3 c;
        constant vec4 d;
        constant index i;
        constant bool yes;
        output float y;
        void main() {
            y = here() == 0 ? a : here() == 1 ? b.y : here() == 2 ? c.z : here() == 3 ? d.w : here() == 4 ? float(i)
                : yes ? 1.0 : 0.0;
        }";
    each_dialect(|device| {
        let kernel = kernel(device, text);
        let mut y = device.stream::<f32>(6).unwrap();
        let pass = device.pass(&kernel).constant("a", -0.0).constant("b", [1.0, f32::INFINITY]);
        let pass = pass.constant("c", [1.0, 2.0, 1.0e-38]).constant("d", [1.0, 2.0, 3.0, f32::MAX]);
        pass.constant("i", -7).constant("yes", true).output("y", &mut y).run().unwrap();
        let expected = [-0.0, f32::INFINITY, support::held(1.0e-38), f32::MAX, -7.0, 1.0];
        assert_eq!(support::bits(&y.read().unwrap()), support::bits(&expected));
    });
}

#[test]
fn names_and_types_are_held_against_the_kernel_and_not_the_driver() {
    // A driver would forget `unused` and `never`: nothing depends on them.
    let text = "
        input float x;
        input vec2 unused;
        constant float scale;
        constant index never;
        output float y;
        void main() { y = scale * fetch(x, here()); }";
    each_dialect(|device| {
        let kernel = kernel(device, text);
        let x = device.upload(&[1.0, 2.0]).unwrap();
        let v = device.upload(&[[1.0, 2.0], [3.0, 4.0]]).unwrap();
        let mut y = device.stream::<f32>(2).unwrap();
        let mut w = device.stream::<[f32; 2]>(2).unwrap();
        macro_rules! refuses {
            ($message:literal, $($call:ident($name:literal, $value:expr)),*) => {
                let pass = device.pass(&kernel)$(.$call($name, $value))*;
                assert_eq!(say(pass.run()), $message);
            };
        }
        refuses!(
            "pass `test`: input `unused` (vec2) is missing; add .input(\"unused\", ..)",
            input("x", &x),
            constant("scale", 2.0),
            constant("never", 1),
            output("y", &mut y)
        );
        refuses!(
            "pass `test`: constant `never` (index) is missing; add .constant(\"never\", ..)",
            input("x", &x),
            input("unused", &v),
            constant("scale", 2.0),
            output("y", &mut y)
        );
        refuses!(
            "pass `test`: output `y` (float) is missing; add .output(\"y\", ..)",
            input("x", &x),
            input("unused", &v),
            constant("scale", 2.0),
            constant("never", 1)
        );
        refuses!(
            "pass `test`: the kernel has no input `z`; it has `x`, `unused`",
            input("x", &x),
            input("z", &x),
            input("unused", &v),
            constant("scale", 2.0),
            constant("never", 1),
            output("y", &mut y)
        );
        refuses!(
            "pass `test`: the kernel has no constant `scales`; did you mean `scale`? It has `scale`, `never`",
            input("x", &x),
            input("unused", &v),
            constant("scales", 2.0),
            constant("never", 1),
            output("y", &mut y)
        );
        refuses!(
            "pass `test`: input `x` is given twice",
            input("x", &x),
            input("x", &x),
            input("unused", &v),
            constant("scale", 2.0),
            constant("never", 1),
            output("y", &mut y)
        );
        refuses!(
            "pass `test`: input `x` is float in the kernel, and is given a stream of vec2",
            input("x", &v),
            input("unused", &v),
            constant("scale", 2.0),
            constant("never", 1),
            output("y", &mut y)
        );
        refuses!(
            "pass `test`: output `y` is float in the kernel, and is given a stream of vec2",
            input("x", &x),
            input("unused", &v),
            constant("scale", 2.0),
            constant("never", 1),
            output("y", &mut w)
        );
        refuses!(
            "pass `test`: constant `never` is index in the kernel, and is given the float 1.5",
            input("x", &x),
            input("unused", &v),
            constant("scale", 2.0),
            constant("never", 1.5),
            output("y", &mut y)
        );
        refuses!(
            "pass `test`: constant `scale` is float in the kernel, and is given the integer 16777217",
            input("x", &x),
            input("unused", &v),
            constant("scale", 16777217),
            constant("never", 1),
            output("y", &mut y)
        );
        // A whole number that a float holds will do.
        let pass = device.pass(&kernel).input("x", &x).input("unused", &v).constant("scale", 3);
        pass.constant("never", 1).output("y", &mut y).run().unwrap();
        assert_eq!(y.read().unwrap(), [3.0, 6.0]);
    });
}

#[test]
fn outputs_of_one_pass_have_one_shape_and_layout() {
    let text = "output float a; output float b; void main() { a = 1.0; b = 2.0; }";
    each_dialect(|device| {
        if !support::writes(device, &[1, 1]) {
            return;
        }
        let kernel = kernel(device, text);
        let mut a = device.stream::<f32>([10, 10]).unwrap();
        let mut b = device.stream::<f32>([5, 7]).unwrap();
        assert_eq!(
            say(device.pass(&kernel).output("a", &mut a).output("b", &mut b).run()),
            "outputs of pass `test`: `a` is 10 × 10, `b` is 5 × 7; they must have the same shape"
        );
        let mut b = device.stream_with::<f32>([10, 10], Layout::Packed).unwrap();
        assert_eq!(
            say(device.pass(&kernel).output("a", &mut a).output("b", &mut b).run()),
            "pass `test`: outputs `a` and `b` are laid out differently in their textures (plain and packed): convert one with to_layout()"
        );
    });
}

#[test]
fn limits_are_errors_with_both_numbers() {
    for dialect in support::dialects() {
        let device = open(builder(dialect).max_targets(1).max_samplers(2));
        let two = "output float a; output float b; void main() { a = 1.0; b = 2.0; }";
        assert_eq!(
            say(device.kernel(&Source::new("two", two))),
            "kernel `two` writes 2 outputs (a, b); this device has 1 render target in a pass. Split it into passes"
        );
        let three = "input float a, b, c; output float y; void main() { y = 1.0; }";
        assert_eq!(
            say(device.kernel(&Source::new("three", three))),
            "kernel `three` reads 3 streams (a, b, c); this device has 2 samplers in a pass. Split it into passes"
        );
        assert!(matches!(builder(dialect).largest_texture(0).headless(), Err(Error::Device(DeviceError::Zero { .. }))));
    }
}

#[test]
fn an_output_of_no_elements_draws_nothing() {
    let text = "input float x; output float y; void main() { y = fetch(x, here()); }";
    each_dialect(|device| {
        let kernel = kernel(device, text);
        let none = device.upload::<f32>(&[]).unwrap();
        let mut y = device.stream::<f32>(0).unwrap();
        let (result, trace) = device.traced(|| device.pass(&kernel).input("x", &none).output("y", &mut y).run());
        result.unwrap();
        assert!(trace.events.is_empty());
        let mut y = device.stream::<f32>(3).unwrap();
        assert_eq!(
            say(device.pass(&kernel).input("x", &none).output("y", &mut y).run()),
            "pass `test`: input `x` has no elements, and the output is 3"
        );
        assert_eq!(y.read().unwrap(), [support::poison(support::dialect(device)); 3]);
    });
}
