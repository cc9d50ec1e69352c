//! `brooklet run`.

use crate::support;

use support::{AWKWARD, Place, dialects, has_integers, npy};

const PROGRAM: &str = "
typedef struct { float3 o; float tmax; } Ray;
typedef struct { Ray ray; float2 at; } Hit;

kernel void saxpy(float alpha, float x<>, float y<>, out float result<>) { result = alpha * x + y; }
kernel void turn(float3 v<>, float2 k, int times, out float2 r<>, out float s<>) { r = k * v.zx; s = times; }
kernel void copy(float x<>, out float r<>) { r = x; }
kernel void look(float g[][], float2 i<>, out float r<>) { r = g[i]; }
kernel void hit(Ray rays<>, Ray light, out Hit h<>) { h.ray = rays; h.at = indexof(h).xy; h.ray.tmax = light.o.y; }
kernel void keep(float x<>, vout[1] float2 v<>) { v = float2(x, indexof(x).x); if (x > 0) push(v); }
kernel void skip(float x<>, out float r<>) { r = x; if (x < 0) discard; }
kernel float no(float x) { return x; }
reduce void sum(float a<>, reduce float r<>) { r += a; }
reduce void join(Ray a<>, reduce Ray r<>) { r.o += a.o; r.tmax = max(r.tmax, a.tmax); }
reduce void total(float3 a<>, float k, reduce float3 r<>) { r += k * a; }
";

fn place() -> Place {
    let place = Place::new();
    place.file("p.br", PROGRAM);
    place.array("x.npy", &[2, 3], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    place.list("y.npy", &[10.0, 20.0, 30.0]);
    place.array("v.npy", &[2, 3], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    place
}

/// A structured array of rays, as NumPy writes it.
fn rays(place: &Place, descr: &str, floats: &[f32], count: usize) {
    let plain = npy("<f4", &[floats.len()], &floats.iter().flat_map(|f| f.to_le_bytes()).collect::<Vec<_>>());
    let text = String::from_utf8_lossy(&plain[10..128]).into_owned();
    let text = text.trim_end().replace("'<f4'", descr).replace(&format!("({},)", floats.len()), &format!("({count},)"));
    let mut file = b"\x93NUMPY\x01\x00".to_vec();
    file.extend((text.len() as u16).to_le_bytes());
    file.extend(text.as_bytes());
    file.extend(floats.iter().flat_map(|f| f.to_le_bytes()));
    place.file("rays.npy", file);
}

const RAYS: &str = "[('o', '<f4', (3,)), ('tmax', '<f4')]";

#[test]
fn constants_streams_and_outputs_by_name() {
    let place = place();
    for dialect in dialects() {
        let args = ["run", "p.br", "saxpy", "alpha=2.5", "x=x.npy", "y=y.npy", "result=@out.npy", "--dialect", dialect];
        assert_eq!(place.ok(&args), "");
        assert_eq!(place.npy("out.npy"), (vec![2, 3], vec![12.5, 25.0, 37.5, 20.0, 32.5, 45.0]));
    }
    place.ok(&["run", "p.br", "turn", "v=v.npy", "k=2,-1", "times=-7", "r=@r.npy", "s=@s.csv"]);
    assert_eq!(place.npy("r.npy"), (vec![2, 2], vec![6.0, -1.0, 12.0, -4.0]));
    assert_eq!(place.text("s.csv"), "-7\n-7\n");
}

#[test]
fn what_is_only_copied_keeps_its_bits() {
    let place = place();
    place.list("awkward.npy", &AWKWARD);
    for dialect in dialects() {
        place.ok(&["run", "p.br", "copy", "x=awkward.npy", "r=@out.npy", "--dialect", dialect]);
        let bits = |values: Vec<f32>| values.into_iter().map(f32::to_bits).collect::<Vec<_>>();
        assert_eq!(bits(place.npy("out.npy").1), bits(AWKWARD.to_vec()));
    }
}

#[test]
fn iterators_and_shapes() {
    let place = place();
    place.ok(&["run", "p.br", "copy", "x=iter:0:1:4", "r=@out.npy"]);
    assert_eq!(place.npy("out.npy"), (vec![4], vec![0.0, 0.25, 0.5, 0.75]));
    place.ok(&["run", "p.br", "copy", "x=iter:0:4", "r=@out.npy", "--shape", "2,2"]);
    assert_eq!(place.npy("out.npy"), (vec![2, 2], vec![0.0, 2.0, 0.0, 2.0]));
    place.ok(&["run", "p.br", "look", "g=x.npy", "i=iter:0,0:3,2:2,3", "r=@out.npy"]);
    assert_eq!(place.npy("out.npy"), place.npy("x.npy"));
    place.ok(&["run", "p.br", "copy", "x=x.npy", "r=@out.npy", "--shape", "1,6"]);
    assert_eq!(place.ok(&["run", "p.br", "sum", "a=iter:0:10:10"]), "45\n");
    let said = place.fails(&["run", "p.br", "sum", "a=iter:0:10"]);
    assert_eq!(said, "brooklet: the length of iterator `a` is unknown: write iter:LOW:HIGH:N\n");
}

#[test]
fn structs_are_structured_arrays() {
    let place = place();
    let floats: Vec<f32> = (0..8).map(|n| n as f32 + 0.5).collect();
    rays(&place, RAYS, &floats, 2);
    place.ok(&["run", "p.br", "hit", "rays=rays.npy", "light=1,2,3,4", "h=@hits.npy"]);
    let bytes = place.bytes("hits.npy");
    let text = String::from_utf8_lossy(&bytes[..192]).into_owned();
    let descr = "[('ray', [('o', '<f4', (3,)), ('tmax', '<f4')]), ('at', '<f4', (2,))]";
    assert!(text.contains(&format!("{{'descr': {descr}, 'fortran_order': False, 'shape': (2,), }}")), "{text}");
    let start = bytes.len() - 2 * 6 * 4;
    assert_eq!(start % 64, 0);
    let read: Vec<f32> = bytes[start..].chunks(4).map(|four| f32::from_le_bytes(four.try_into().unwrap())).collect();
    assert_eq!(read, [0.5, 1.5, 2.5, 2.0, 0.0, 0.0, 4.5, 5.5, 6.5, 2.0, 1.0, 0.0]);
    assert_eq!(place.ok(&["run", "p.br", "join", "a=rays.npy"]), "o: 5, 7, 9\ntmax: 7.5\n");
    // Fields are found by name.
    rays(&place, "[('tmax', '<f4'), ('o', '<f4', (3,))]", &floats, 2);
    assert_eq!(place.ok(&["run", "p.br", "join", "a=rays.npy"]), "o: 7, 9, 11\ntmax: 4.5\n");
    for (descr, said) in [
        ("[('tmax', '<f4'), ('p', '<f4', (3,))]", "it has no field `o` (float3)"),
        ("[('tmax', '<f4'), ('o', '<f4', (2,)), ('p', '<f4')]", "field `o` has 2 floats, where float3 has 3"),
        ("[('tmax', '<f4', (2,)), ('o', '<f2')]", "elements of dtype '<f2' (field `o`), not float32 or float64: "),
        ("[('tmax', '<f4'), ('o', [('q', '<f4', (3,))])]", "it has no field `o` (float3)"),
        ("[('tmax', '<f4'), ('o', '<f4', (5,))]", "field 'o' is 5 and 1 to 4 floats can be read"),
        (
            "'<f4'",
            "rays.npy must hold structs `Ray`, which have the dtype [('o', '<f4', (3,)), ('tmax', '<f4')] in NumPy",
        ),
        ("[('o', '<f4', (3,)), ('tmax', '<f4'), ('more', '<f4')]", "is cut short"),
    ] {
        rays(&place, descr, &floats, 2);
        let message = place.fails(&["run", "p.br", "join", "a=rays.npy"]);
        assert!(message.contains(said), "{descr}: {message}");
    }
    rays(&place, &"[('a', ".repeat(3000), &floats, 2);
    assert!(place.fails(&["run", "p.br", "join", "a=rays.npy"]).contains("rays.npy"));
    assert!(place.fails(&["run", "p.br", "join", "a=y.csv"]).contains("y.csv holds no structs"));
}

#[test]
fn fields_of_64_bits_are_converted() {
    let place = place();
    for (descr, big) in
        [("[('tmax', '<f8'), ('o', '>f8', (3,))]", true), ("[('tmax', '<f8'), ('o', '<f4', (3,))]", false)]
    {
        rays(&place, descr, &[], 2);
        let mut file = place.bytes("rays.npy");
        for element in [[0.5, 1.0, 2.0, 3.0], [0.1, 4.0, 5.0, 1e-3]] {
            file.extend(f64::to_le_bytes(element[0]));
            for o in &element[1..] {
                match big {
                    true => file.extend(o.to_be_bytes()),
                    false => file.extend((*o as f32).to_le_bytes()),
                }
            }
        }
        place.file("rays.npy", file);
        let run = place.run(&["run", "p.br", "join", "a=rays.npy"]);
        assert_eq!((run.code, run.out.as_str()), (Some(0), "o: 5, 7, 3.001\ntmax: 0.5\n"), "{}", run.err);
        let tmax = "note: rays.npy: 1 of 2 floats of field `tmax` changed value as float32, the first: 0.1 became \
                    0.10000000149011612\n";
        let o = "note: rays.npy: 1 of 6 floats of field `o` changed value as float32, the first: 0.001 became \
                 0.0010000000474974513\n";
        assert_eq!(run.err, if big { format!("{tmax}{o}") } else { tmax.to_owned() });
    }
}

#[test]
fn reductions_print_their_value() {
    let place = place();
    for dialect in dialects() {
        assert_eq!(place.ok(&["run", "p.br", "sum", "a=x.npy", "--dialect", dialect]), "21\n");
    }
    assert_eq!(place.ok(&["run", "p.br", "total", "a=v.npy", "k=0.5"]), "3, 4.5, 6\n");
    place.ok(&["run", "p.br", "sum", "a=x.npy", "r=@r.npy", "--shape", "2,1"]);
    assert_eq!(place.npy("r.npy"), (vec![2, 1], vec![6.0, 15.0]));
}

#[test]
fn variable_outputs_and_discards() {
    let place = place();
    place.list("z.npy", &[3.0, -1.0, 0.0, 5.0]);
    place.ok(&["run", "p.br", "keep", "x=z.npy", "v=@v.npy"]);
    assert_eq!(place.npy("v.npy"), (vec![2, 2], vec![3.0, 0.0, 5.0, 3.0]));
    place.ok(&["run", "p.br", "skip", "x=z.npy", "r=@z.npy"]);
    assert_eq!(place.npy("z.npy").1, [3.0, 0.0, 0.0, 5.0]);
}

#[test]
fn errors_are_explained() {
    let place = place();
    let saxpy = ["run", "p.br", "saxpy", "alpha=2", "x=x.npy", "y=y.npy"];
    let with = |more: &[&'static str]| [&saxpy[..], more].concat();
    place.list("four.npy", &[0.0; 4]);
    let said = place.fails(&["run", "p.br", "saxpy", "alpha=2", "x=x.npy", "y=four.npy", "result=@o.npy"]);
    assert!(
        said.contains("kernel `saxpy`: `y` is 4 and output `result` 2 × 3: along x, 4 does not stride to 3"),
        "{said}"
    );
    assert!(
        place.fails(&["run", "p.br", "turn", "v=y.npy", "k=1,2", "times=1", "r=@o.npy", "s=@p.npy"]).contains("float3")
    );
    for (args, said) in [
        (with(&["result=out.npy"]), "result=@out.npy"),
        (with(&["result=@o.npy", "result=@out.npy"]), "given twice"),
        (vec!["run", "p.br", "turn", "v=y.npy", "k=1,2", "times=1", "r=@o.npy", "s=@o.npy"], "o.npy is written twice"),
        (saxpy.to_vec(), "kernel `saxpy` still needs result=@FILE.npy (output, float)"),
        (
            vec!["run", "p.br", "turn", "r=@o.npy", "s=@p.npy"],
            "v=FILE.npy (input stream, float3), k=2 NUMBERS,.. (constant, float2), times=NUMBER (constant, int)",
        ),
        (vec!["run", "p.br", "saxpy", "alpha=1,2"], "it takes 1 number, not 2"),
        (with(&["results=@out.npy"]), "no parameter `results`"),
        (with(&["x=y.npy"]), "given twice"),
        (with(&["nonsense"]), "NAME=VALUE"),
        (vec!["run", "p.br", "saxpy", "alpha=two"], "`two` is not a number"),
        (vec!["run", "p.br", "saxpy", "x=iter:1"], "iter:LOW:HIGH:N"),
        (vec!["run", "p.br", "saxpy", "x=@x.npy"], "this is not an output, and @ marks outputs: write x=x.npy"),
        (vec!["run", "p.br", "turn", "k=1,2,3"], "it takes 2 numbers"),
        (vec!["run", "p.br", "no"], "only other kernels"),
        (vec!["run", "p.br", "sax"], "p.br: there is no kernel `sax`; available: `saxpy`, `turn`, "),
        (vec!["run", "p.br", "sum", "a=x.npy", "--shape", "3"], "--shape is for an output"),
    ] {
        let run = place.run(&args);
        assert_eq!(run.code, Some(2), "{args:?}: {}", run.err);
        assert!(run.err.contains(said), "{args:?}: {}", run.err);
    }
    place.file("wrong.br", "kernel void k(float a[], out float r<>) { r = a; }");
    assert!(place.fails(&["run", "wrong.br", "k"]).contains("gather `a` is used without an index"));
    assert!(!place.names().iter().any(|name| name.starts_with("o.") || name == "out.npy"), "{:?}", place.names());
}

#[test]
fn other_kernels_of_the_file_may_be_wrong() {
    let place = place();
    place.file(
        "mixed.br",
        "kernel float half(float a) { return a / 2; }
         kernel void bad(double a<>, out double r<>) { r = a; }
         kernel void worse(float a<>, out float r<>) { r = a + ; }
         kernel void away(float a<>, out float r<>);
         kernel void good(float a<>, float unused, out float r<>) { r = half(a); }
         kernel void other(float a<>, float nowhere, out float r<>) { r = half(a); worse(a, r); }",
    );
    let run = place.run(&["run", "mixed.br", "good", "a=y.npy", "unused=1", "r=@r.npy"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert_eq!(place.npy("r.npy"), (vec![3], vec![5.0, 10.0, 15.0]));
    assert!(run.err.contains("`unused`") && !run.err.contains("nowhere"), "{}", run.err);
    assert!(place.ok(&["-q", "compile", "mixed.br", "--kernel", "good"]).contains("half"));
    let said = place.fails(&["run", "mixed.br", "other", "a=y.npy"]);
    assert!(said.contains("expected a value") && !said.contains("double"), "{said}");
    assert!(place.fails(&["run", "mixed.br", "bad", "a=y.npy"]).contains("streams of `double` are not supported yet"));
    let said = place.fails(&["compile", "mixed.br"]);
    assert!(said.contains("double") && said.contains("expected a value"), "{said}");
    place.file("declared.br", "kernel void away(float a<>, out float r<>);");
    assert!(place.misuse(&["run", "declared.br", "away"]).contains("it is only declared there"));
}

#[test]
fn vectors_of_four_dimensions_come_back() {
    let place = place();
    place.array("long.npy", &[2, 1, 2, 2], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]);
    place.file(
        "p.br",
        "kernel void pair(float a<>, out float2 r<>) { r = float2(a, -a); }
        kernel void second(float2 a<>, float2 g[][][][], out float r<>) { r = a.y + g[indexof(a)].x; }",
    );
    place.ok(&["run", "p.br", "pair", "a=long.npy", "r=@pairs.npy"]);
    assert_eq!(place.npy("pairs.npy").0, [2, 1, 2, 2, 2]);
    place.ok(&["run", "p.br", "second", "a=pairs.npy", "g=pairs.npy", "r=@r.npy"]);
    assert_eq!(place.npy("r.npy"), (vec![2, 1, 2, 2], vec![0.0; 8]));
}

#[test]
fn a_trace_names_the_kernel() {
    let place = place();
    place.ok(&["run", "p.br", "saxpy", "alpha=1", "x=x.npy", "y=y.npy", "result=@o.npy", "--trace", "t.json"]);
    assert!(place.text("t.json").contains("\"saxpy\""));
}

#[test]
fn what_a_call_leaves_open_is_asked_for() {
    let place = place();
    place.list("six.npy", &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    let said = place.fails(&["run", "p.br", "saxpy", "alpha=1", "x=x.npy", "y=six.npy", "result=@out.npy"]);
    assert!(said.contains("the largest inputs are 2 × 3 and 6: say with --shape which the outputs are"), "{said}");
    place.file(
        "g.br",
        "typedef struct { int n; float x; } Mixed;
         kernel void g(float a[], iter float i<>, out float r<>) { r = a[i]; }
         kernel void m(float a<>, Mixed c, out float r<>) { r = c.n - 16777216 + c.x + a; }",
    );
    let run = place.run(&["run", "g.br", "g", "a=x.npy", "i=iter:0:6:6", "r=@r.npy"]);
    assert_eq!((run.code, place.npy("r.npy").1), (Some(0), vec![1.0, 2.0, 3.0, 3.0, 3.0, 3.0]), "{}", run.err);
    assert!(
        run.err.contains("gather `a[]` is given a stream of 2 × 3: its indices reach only the first row"),
        "{}",
        run.err
    );
    let args = ["run", "g.br", "m", "a=y.npy", "c=16777219,0.5", "r=@r.npy"];
    if has_integers(dialects()[0]) {
        place.ok(&args);
        assert_eq!(place.npy("r.npy").1, [13.5, 23.5, 33.5]);
    } else {
        let said = place.fails(&args);
        assert!(said.contains("is 16777219, and integers are exact up to 16777216 on this device"), "{said}");
    }
    for (args, said) in [
        (vec!["run", "g.br", "m", "c=1.5,1"], "`1.5` is not a whole number"),
        (vec!["run", "g.br", "m", "c=99999999999,1"], "99999999999 is beyond an int of 32 bits"),
        (vec!["run", "p.br", "saxpy", "alpha=1e39"], "`1e39` is beyond float32"),
        (vec!["run", "p.br", "saxpy", "x=iter:0:inf"], "the bounds of an iterator must be finite, not inf"),
        (vec!["check", "p.br", "--trace", "t.json"], "--trace is for commands that work on a device"),
    ] {
        let run = place.run(&args);
        assert_eq!(run.code, Some(2), "{args:?}: {}", run.err);
        assert!(run.err.contains(said), "{args:?}: {}", run.err);
    }
    let text = place.text("p.br");
    let said = place.fails(&["run", "p.br", "copy", "x=x.npy", "r=@r.npy", "--trace", "p.br"]);
    assert!(said.contains("the trace would replace p.br"), "{said}");
    assert_eq!(place.text("p.br"), text);
    let run = place.run(&["check", "gone.br", "p.br"]);
    assert!(run.code == Some(1) && run.err.contains("cannot read gone.br"), "{}", run.err);
}

#[test]
fn values_that_are_of_another_kind_are_told_apart() {
    let place = place();
    place.array("none.npy", &[0], &[]);
    place.file("v.br", "kernel void v(int n, iter float2 i<>, float g[], out float r<>) { r = n + i.x + i.y + g[0]; }");
    for (args, said) in [
        (
            vec!["p.br", "copy", "x=3"],
            "input stream `x` (float): `3` is not a stream: give a file, x=FILE.npy, or an iterator, x=iter:LOW:HIGH:N",
        ),
        (
            vec!["v.br", "v", "i=iter"],
            "iterator `i` (float2): `iter` is not a stream: give a file, i=FILE.npy, or an iterator, i=iter:LOW,LOW:HIGH,HIGH:N",
        ),
        (vec!["v.br", "v", "g=1,2"], "gather `g` (float): `1,2` is not a stream: give its file, g=FILE.npy"),
        (
            vec!["v.br", "v", "i=iter:0:1:5"],
            "iterator `i` (float2): each of its bounds needs 2 numbers: write iter:0,0:1,1:5",
        ),
        (vec!["p.br", "copy", "r=@"], "output `r` (float): `r=@` names no file: write r=@FILE.npy"),
        (
            vec!["p.br", "copy", "r=5"],
            "output `r` (float): this is an output, which is marked with an @: write r=@FILE.npy\n",
        ),
        (
            vec!["p.br", "sum", "r=5"],
            "accumulator `r` (float): this is an output, which is marked with an @: write r=@FILE.npy, or leave it out to print it",
        ),
        (
            vec!["p.br", "copy", "x=@"],
            "input stream `x` (float): this is not an output, and @ marks outputs: write x=FILE.npy",
        ),
        (vec!["p.br", "copy", "x="], "for '[NAME=VALUE]...': `x` is given no value"),
        (vec!["v.br", "v", "n=1e10"], "constant `n` (int): 1e10 is beyond an int of 32 bits"),
        (vec!["v.br", "v", "n=0x1FFFFFFFF"], "constant `n` (int): 0x1FFFFFFFF has more than 32 bits"),
        (vec!["v.br", "v", "n="], "`n` is given no value"),
        (vec!["p.br", "copy", "--shape", "18446744073709551616"], "`18446744073709551616` is too large"),
        (vec!["p.br", "copy", "--shape", "1e3"], "write `1e3` in digits alone: 1000"),
        (vec!["p.br", "copy", "--shape", "5,"], "an extent is missing: write N, or N,N with a comma between two"),
        (vec!["p.br", "copy", "--shape", "2.5"], "`2.5` is not a whole number"),
        (vec!["p.br", "copy", "--max-targets", "0"], "invalid value '0' for '--max-targets <N>': at least 1"),
    ] {
        let said_of = place.misuse(&[&["run"], &args[..]].concat());
        assert!(said_of.contains(said), "{args:?}: {said_of}");
    }
    for (number, sum) in [("7.0", 8.0), ("0xff", 256.0), ("0xFFFFFFFF", 0.0), ("-3", -2.0), ("1e3", 1001.0)] {
        let number = format!("n={number}");
        place.ok(&["-q", "run", "v.br", "v", &number, "i=iter:0,0:1,1:1", "g=x.npy", "r=@r.npy"]);
        assert_eq!(place.npy("r.npy").1, [sum], "{number}");
        std::fs::remove_file(place.path("r.npy")).unwrap();
    }
    assert_eq!(
        place.fails(&["run", "p.br", "sum", "a=none.npy"]),
        "brooklet: reduction `sum`: `a` has no elements to reduce: its shape is 0\n"
    );
}

#[test]
fn macros_and_folders_of_includes_are_given_as_to_a_c_compiler() {
    let place = place();
    std::fs::create_dir_all(place.path("inc/deep")).unwrap();
    place.file("inc/sizes.h", "#define OFFSET 0.5\n");
    place.file("inc/deep/more.h", "#include \"even.h\"\n");
    place.file("inc/deep/even.h", "#define MORE (100 * FAST)\n");
    let program = "#include \"sizes.h\"\n#include <deep/more.h>\n#include <math.h>\n\
         kernel void scaled(float a<>, out float r<>) { r = SCALE * a + OFFSET + MORE; }\n";
    place.file("m.br", program);
    place.list("one.npy", &[1.0, 2.0]);
    let words = ["run", "m.br", "scaled", "a=one.npy", "r=@r.npy", "-I", "inc", "-DFAST"];
    place.ok(&[&words[..], &["-D", "SCALE=3"]].concat());
    assert_eq!(place.npy("r.npy").1, [103.5, 106.5]);
    for command in ["check", "compile"] {
        place.ok(&[command, "m.br", "-I", "inc", "-D", "FAST", "--define", "SCALE=3"]);
    }
    // What is wrong with a macro of the command line is said where it is used.
    let said = place.fails(&[&words[..], &["-D", "SCALE=(3"]].concat());
    assert!(said.contains("`)` is missing") && said.contains("m.br:4:"), "{said}");
    let said = place.fails(&["check", "m.br", "-D", "SCALE=3", "-D", "FAST"]);
    assert!(
        said.contains("there is no variable `OFFSET`") && said.contains("`sizes.h` is included, and not found"),
        "{said}"
    );
    assert!(place.fails(&["check", "m.br", "-I", "nowhere"]).contains("-I nowhere is not a folder"));
    assert!(place.misuse(&["check", "m.br", "-D", "3=3"]).contains("`3` cannot be the name of a macro"));
    place.file("k.frag", "input float x;\noutput float y;\nvoid main() { y = fetch(x, here()); }\n");
    for command in ["check", "compile"] {
        assert!(
            place
                .misuse(&[command, "k.frag", "-D", "SCALE=3"])
                .contains("-D and -I are only for Brook and Cg programs")
        );
    }
    let said = place.fails(&[&words[..], &["-D", "SCALE=3", "--trace", "inc/sizes.h"]].concat());
    assert!(said.contains("sizes.h"), "{said}");
    assert_eq!(place.text("inc/sizes.h"), "#define OFFSET 0.5\n");
}

#[test]
fn lines_of_several_numbers_are_rows_and_that_is_said() {
    let place = place();
    place.file("pairs.csv", "1,2\n3,4\n5,6\n");
    let run = place.run(&["run", "p.br", "saxpy", "alpha=2", "x=pairs.csv", "y=pairs.csv", "result=@r.npy"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(
        run.err.contains("pairs.csv: input stream `x` has the shape 3 × 2, with a row for each line"),
        "{}",
        run.err
    );
    assert_eq!(place.npy("r.npy").0, [3, 2]);
}

#[test]
fn main_is_the_program_and_no_kernel() {
    let place = place();
    let said = place.misuse(&["run", "p.br", "main"]);
    assert!(said.contains("kernel `main` of p.br cannot be called: it is the host's code"), "{said}");
    place.file("bad.br", "kernel void two(float a<>, out float r<>) { r = b; }\nint main() { return 0; }\n");
    // Where there is one it is the whole program that is run, and this one does not compile.
    let said = place.fails(&["run", "bad.br", "main"]);
    assert!(said.contains("no variable `b`") && said.contains("bad.br does not compile: 1 error"), "{said}");
    let said = place.fails(&["compile", "bad.br", "--kernel", "main"]);
    assert!(said.contains("= help: `main` is the host's code; kernels run one by one, as `two`"), "{said}");
}

#[test]
fn a_kernel_that_is_not_there_is_missed_beside_other_errors() {
    let place = place();
    let two = "kernel void two(float a<>, out float r<>) { r = a; }\n";
    place.file("two.br", two);
    place.file("bad.br", format!("{two}kernel void bad(float a<>, out float r<>) {{ r = b; }}\n"));
    let said = place.misuse(&["run", "two.br", "tow"]);
    assert!(said.starts_with("error: two.br: there is no kernel `tow`; did you mean `two`?"), "{said}");
    let said = place.fails(&["run", "bad.br", "tow"]);
    assert!(said.starts_with("error[B0012]: there is no kernel `tow`\n"), "{said}");
    assert!(said.contains("= help: did you mean `two`?\n") && said.contains("no variable `b`"), "{said}");
    let said = place.fails(&["compile", "bad.br", "--kernel", "nothing"]);
    assert!(said.contains("= help: available: `two`, `bad`\n"), "{said}");
    assert!(!place.fails(&["check", "bad.br"]).contains("B0012"));
    place.ok(&["run", "bad.br", "two", "a=x.npy", "r=@r.npy"]);
}

#[test]
fn a_kernel_that_is_not_marked_does_not_stop_others() {
    let place = place();
    place.file(
        "k.br",
        "kernal void k(float a<>, out float r<>) { r = a; }
         kernel void l(float a<>, out float r<>) { r = a; }",
    );
    place.ok(&["run", "k.br", "l", "a=x.npy", "r=@r.npy"]);
    assert!(place.fails(&["run", "k.br", "k"]).contains("did you mean `kernel`?"));
}

#[test]
fn without_a_kernel_those_that_there_are_are_listed() {
    let place = Place::new();
    place.file(
        "two.br",
        "kernel void twice(float a<>, out float b<>) { b = 2 * a; }\nreduce void sum(float a<>, reduce float r<>) { r += a; }\nkernel float half_of(float a) { return 0.5 * a; }\n",
    );
    let listed = place.ok(&["run", "two.br"]);
    assert_eq!(listed.lines().count(), 2, "{listed}");
    assert!(listed.contains("twice(float a<>, out float b<>)") && listed.contains("sum(float a<>"), "{listed}");
    place.file("none.br", "kernel float half_of(float a) { return 0.5 * a; }\n");
    assert!(place.fails(&["run", "none.br"]).contains("no kernel that the host can call"));
}

#[test]
fn streams_of_integers_are_files_of_integers() {
    let place = place();
    place.file(
        "ints.br",
        "kernel void k(uint a<>, int2 b<>, uchar c, out uint p<>, out char2 q<>) { p = a + c; q = b; }
         reduce void sum(int a<>, reduce int r<>) { r += a; }",
    );
    if !has_integers(dialects()[0]) {
        // There large ones are refused.
        place.file("a.csv", "4294967290\n3\n");
        place.file("b.csv", "1,-2\n300,70000\n");
        let beyond = place.fails(&["run", "ints.br", "k", "a=a.csv", "b=b.csv", "c=7", "p=@p.csv", "q=@q.npy"]);
        assert!(
            beyond.contains("element 0 of a stream of uint is 4294967290, and this device has no integers"),
            "{beyond}"
        );
        return;
    }
    place.file("a.csv", "4294967290\n3\n");
    place.file("b.csv", "1,-2\n300,70000\n");
    assert!(place.ok(&["run", "ints.br", "k", "a=a.csv", "b=b.csv", "c=7", "p=@p.csv", "q=@q.npy"]).is_empty());
    assert_eq!(std::fs::read_to_string(place.path("p.csv")).unwrap(), "1\n10\n");
    let bytes = std::fs::read(place.path("q.npy")).unwrap();
    assert!(String::from_utf8_lossy(&bytes).contains("'descr': '|i1'"));
    assert_eq!(bytes[bytes.len() - 4..], [1, 254, 44, 112]);
    // What has been written is read again.
    place.file("again.br", "kernel void k(char2 q<>, out int2 r<>) { r = q; }");
    place.ok(&["run", "again.br", "k", "q=q.npy", "r=@r.csv"]);
    assert_eq!(std::fs::read_to_string(place.path("r.csv")).unwrap(), "1,-2\n44,112\n");
    place.file("c.csv", "2000000000\n-2000000001\n");
    assert_eq!(place.ok(&["run", "ints.br", "sum", "a=c.csv"]), "-1\n");
    let beyond = place.fails(&["run", "ints.br", "sum", "a=a.csv"]);
    assert!(
        beyond.contains("the number at 0 is 4294967290, and `int` goes from -2147483648 to 2147483647"),
        "{beyond}"
    );
    place.file("half.csv", "1\n2.5\n");
    let half = place.fails(&["run", "ints.br", "sum", "a=half.csv"]);
    assert!(half.contains("half.csv: element 1 is 2.5, which is not a whole number"), "{half}");
    let constant = place.misuse(&["run", "ints.br", "k", "a=a.csv", "b=b.csv", "c=256", "p=@p.csv", "q=@q.npy"]);
    assert!(constant.contains("constant `c` (uchar): it is 256, and `uchar` goes from 0 to 255"), "{constant}");
}
