//! Everything that a call can get wrong is an error that names the kernel, the parameter and both numbers.

use crate::support;

use brooklet::brook::{self, Error, Program};
use brooklet::{Device, Shape, Stream};

const TEXT: &str = "
    typedef struct { float3 o; float tmax; } Ray;
    typedef struct { float3 p; float tmax; } Other;
    kernel void k(float a<>, float2 g[][], float c, int n, out float r<>, out float2 s<>) { r = a * c + n; s = g[0][a]; }
    kernel void rays(Ray a<>, Ray light, out Ray r<>) { r = a; r.tmax = light.tmax; }
    kernel void keep(float a<>, vout[1] float v<>) { v = a; push(v); }
    kernel void others(Other a<>, out float r<>) { r = a.tmax; }
    kernel void fill(out float r<>) { r = 1; }
    kernel void at(iter float2 i<>, out float2 r<>) { r = i; }
    kernel float twice(float x) { return 2 * x; }
    reduce void sum(float a<>, float g[], reduce float total<>) { total += a + 0 * g[0]; }
    reduce void join(Ray a<>, reduce Ray r<>) { r.o += a.o; }";

struct Set {
    device: Device,
    program: Program,
    a: Stream<f32>,
    g: Stream<[f32; 2]>,
    r: Stream<f32>,
    s: Stream<[f32; 2]>,
}

fn set() -> Set {
    let device = support::device(support::dialects()[0]);
    let program = Program::compile(&device, "test.br", TEXT).unwrap_or_else(|error| panic!("{error}"));
    Set {
        a: device.upload(&[1.0, 2.0, 3.0, 4.0]).unwrap(),
        g: device.upload_shaped([1, 2], &[[1.0; 2]; 2]).unwrap(),
        r: device.stream(4).unwrap(),
        s: device.stream(4).unwrap(),
        device,
        program,
    }
}

/// What is said of a call that gives these in the place of what is right; nothing if it runs.
macro_rules! said {
    ($set:ident, $($method:ident($name:literal $(, $value:expr)?)),*) => {{
        let call = $set.program.kernel("k").unwrap();
        call$(.$method($name $(, $value)?))*.run().map_or_else(|error| error.to_string(), |()| String::new())
    }};
}

#[test]
fn arguments_are_missing_unknown_or_twice() {
    let mut set = set();
    assert_eq!(
        said!(
            set,
            stream("a", &set.a),
            gather("g", &set.g),
            constant("c", 1.0),
            constant("n", 1),
            output("r", &mut set.r),
            output("s", &mut set.s)
        ),
        ""
    );
    assert_eq!(
        said!(
            set,
            gather("g", &set.g),
            constant("c", 1.0),
            constant("n", 1),
            output("r", &mut set.r),
            output("s", &mut set.s)
        ),
        "kernel `k`: input stream `a` (float) is missing; use .stream(\"a\", ..)"
    );
    assert_eq!(
        said!(
            set,
            stream("a", &set.a),
            constant("c", 1.0),
            constant("n", 1),
            output("r", &mut set.r),
            output("s", &mut set.s)
        ),
        "kernel `k`: gather `g` (float2) is missing; use .gather(\"g\", ..)"
    );
    assert_eq!(
        said!(
            set,
            stream("a", &set.a),
            gather("g", &set.g),
            constant("n", 1),
            output("r", &mut set.r),
            output("s", &mut set.s)
        ),
        "kernel `k`: constant `c` (float) is missing; use .constant(\"c\", ..)"
    );
    assert_eq!(
        said!(
            set,
            stream("a", &set.a),
            gather("g", &set.g),
            constant("c", 1.0),
            constant("n", 1),
            output("r", &mut set.r)
        ),
        "kernel `k`: output `s` (float2) is missing; use .output(\"s\", ..)"
    );
    assert_eq!(
        said!(set, stream("aa", &set.a)),
        "kernel `k` has no parameter `aa`; did you mean `a`? Available: `a`, `g`, `c`, `n`, `r`, `s`"
    );
    assert_eq!(said!(set, constant("c", 1.0), constant("c", 1.0)), "kernel `k`: parameter `c` is given twice");
    assert_eq!(
        said!(set, stream("c", &set.a)),
        "kernel `k`: `c` is a constant of the kernel, and is given a stream to read; use .constant(\"c\", ..)"
    );
    assert_eq!(
        said!(set, constant("a", 1.0)),
        "kernel `k`: `a` is an input stream of the kernel, and is given a constant; use .stream(\"a\", ..)"
    );
    assert_eq!(
        said!(set, output("a", &mut set.r)),
        "kernel `k`: `a` is an input stream of the kernel, and is given a stream to write; use .stream(\"a\", ..)"
    );
    assert_eq!(
        said!(set, stream("r", &set.a)),
        "kernel `k`: `r` is an output of the kernel, and is given a stream to read; use .output(\"r\", ..)"
    );
    let error = set.program.kernel("k").unwrap().in_out("c", "r", &mut set.r).run().unwrap_err();
    assert!(error.to_string().contains("`c` is a constant of the kernel, and is given a stream to read and write"));
}

#[test]
fn types_are_held_against_the_kernel() {
    let mut set = set();
    let two = set.device.upload(&[[1.0; 2]; 4]).unwrap();
    let mut three = set.device.stream::<[f32; 3]>(4).unwrap();
    macro_rules! with {
        ($a:expr, $g:expr, $c:expr, $n:expr, $s:expr) => {
            said!(
                set,
                stream("a", $a),
                gather("g", $g),
                constant("c", $c),
                constant("n", $n),
                output("r", &mut set.r),
                output("s", $s)
            )
        };
    }
    assert_eq!(
        with!(&two, &set.g, 1.0, 1, &mut set.s),
        "kernel `k`: input stream `a` is of float, and is given a stream of float2"
    );
    assert_eq!(
        with!(&set.a, &set.a, 1.0, 1, &mut set.s),
        "kernel `k`: gather `g` is of float2, and is given a stream of float"
    );
    assert_eq!(
        with!(&set.a, &set.g, 1.0, 1, &mut three),
        "kernel `k`: output `s` is of float2, and is given a stream of float3"
    );
    assert_eq!(
        with!(&set.a, &set.g, [1.0, 2.0], 1, &mut set.s),
        "kernel `k`: constant `c` is of float, and is given the 2 numbers [1.0, 2.0]"
    );
    assert_eq!(
        with!(&set.a, &set.g, 16_777_217, 1, &mut set.s),
        "kernel `k`: constant `c` is of float, and is given 16777217, which no float holds exactly"
    );
    assert_eq!(
        with!(&set.a, &set.g, 1, 1.5, &mut set.s),
        "kernel `k`: constant `n` is of int, and is given 1.5; give it an integer"
    );
    assert_eq!(
        with!(&set.a, &set.g, 1, 1u32 << 31, &mut set.s),
        "kernel `k`: constant `n` is of int, and is given 2147483648, which is beyond 32 bits"
    );
    assert_eq!(
        with!(brook::iter([0.0, 1.0], [2.0, 3.0]), &set.g, 1, 1, &mut set.s),
        "kernel `k`: input stream `a` is of float, and is given an iterator of float2"
    );
    assert_eq!(
        with!(&set.a, &set.g, brook::record(&1.0f32), 1, &mut set.s),
        "kernel `k`: constant `c` is of float, and is given a struct of the host, f32"
    );
}

#[test]
fn shapes_are_held_against_the_output() {
    let mut set = set();
    macro_rules! with {
        ($a:expr, $g:expr, $r:expr, $s:expr) => {
            said!(
                set,
                stream("a", $a),
                gather("g", $g),
                constant("c", 1.0),
                constant("n", 1),
                output("r", $r),
                output("s", $s)
            )
        };
    }
    let three = set.device.upload(&[0.0; 3]).unwrap();
    assert_eq!(
        with!(&three, &set.g, &mut set.r, &mut set.s),
        "kernel `k`: `a` is 3 and output `r` 4: along x, 3 does not divide 4"
    );
    let tall = set.device.upload_shaped([5, 4], &[0.0; 20]).unwrap();
    let mut s = set.device.stream::<[f32; 2]>([2, 4]).unwrap();
    let mut r = set.device.stream::<f32>([4, 4]).unwrap();
    assert_eq!(
        with!(&tall, &set.g, &mut r, &mut s),
        "kernel `k`: output `r` is 4 × 4 and output `s` 2 × 4; the outputs of a kernel have one shape"
    );
    let mut s = set.device.stream::<[f32; 2]>([4, 4]).unwrap();
    assert_eq!(
        with!(&tall, &set.g, &mut r, &mut s),
        "kernel `k`: `a` is 5 × 4 and output `r` 4 × 4: along y, 5 does not stride to 4"
    );
    let none = set.device.stream::<[f32; 2]>([0, 3]).unwrap();
    assert_eq!(
        with!(&set.a, &none, &mut set.r, &mut set.s),
        "kernel `k`: `g` has no elements to gather: its shape is 0 × 3"
    );
    assert_eq!(
        with!(set.a.domain(2, 5), &set.g, &mut set.r, &mut set.s),
        "kernel `k`: the domain 2 to 5 of `a` is not part of a stream of 4: it ends beyond the stream"
    );
    assert_eq!(
        with!(set.a.domain([0, 0], [1, 2]), &set.g, &mut set.r, &mut set.s),
        "kernel `k`: the domain 0 × 0 to 1 × 2 of `a` is not part of a stream of 4: \
         its ends need as many numbers as the stream has dimensions"
    );
    assert_eq!(
        with!(&set.a, set.g.domain([0, 2], [1, 1]), &mut set.r, &mut set.s),
        "kernel `k`: the domain 0 × 2 to 1 × 1 of `g` is not part of a stream of 1 × 2: it ends before it begins"
    );
    assert_eq!(
        with!(&set.a, brook::iter([0.0, 1.0], [1.0, 2.0]).shape([2, 2, 2]), &mut set.r, &mut set.s),
        "kernel `k`: iterator `g` has 2 components and the shape 2 × 2 × 2, of 3 dimensions: \
         it needs as many dimensions as components, or one dimension"
    );
    let fill =
        |shape: usize, r: &mut Stream<f32>| set.program.kernel("fill").unwrap().shape(shape).output("r", r).run();
    fill(4, &mut set.r).unwrap();
    assert_eq!(
        fill(5, &mut set.r).unwrap_err().to_string(),
        "kernel `fill`: .shape(5) differs from the shape of output `r`, 4: remove .shape(), as the outputs determine the shape"
    );
    let keep = || set.program.kernel("keep").unwrap().stream("a", brook::iter(0.0, 1.0));
    assert_eq!(
        keep().output("v", &mut set.r).run().unwrap_err().to_string(),
        "kernel `keep`: the number of elements to run over is unknown: add .shape(..)"
    );
    assert_eq!(
        keep().shape(2).output("v", set.r.domain_mut(0, 1)).run().unwrap_err().to_string(),
        "kernel `keep`: variable output `v` needs a whole stream, not a domain of one, because pushes determine its length"
    );
    // After all that nothing has been written.
    assert_eq!(set.r.read().unwrap(), [1.0; 4]);
    keep().shape(2).output("v", &mut set.r).run().unwrap();
    assert_eq!((set.r.shape(), set.r.read().unwrap()), (Shape::from(2), vec![0.0, 0.5]));
}

#[test]
fn structs_are_held_against_the_program() {
    let set = set();
    type Ray = [f32; 4];
    let ray: Ray = [1.0, 2.0, 3.0, 4.0];
    let error = set.program.upload("Ray", 2, &[[1.0f32; 3]; 2]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "struct `Ray` has 4 floats (float3 o, float tmax), 16 bytes, and [f32; 3] has 12 bytes: give it the same fields in the same order, with #[repr(C)]"
    );
    assert_eq!(
        set.program.stream::<Ray>("Rey", 2).unwrap_err().to_string(),
        "test.br: there is no struct `Rey`; did you mean `Ray`? Available: `Ray`, `Other`"
    );
    assert_eq!(
        set.program.upload("Ray", 3, &[ray; 2]).unwrap_err().to_string(),
        "2 elements given for a stream of 3 elements"
    );
    let rays = set.program.upload("Ray", 2, &[ray; 2]).unwrap();
    let mut others = set.program.upload("Other", 2, &[ray; 2]).unwrap();
    let call = || set.program.kernel("rays").unwrap().stream("a", &rays).constant("light", brook::record(&ray));
    assert_eq!(
        call().output("r", &mut others).run().unwrap_err().to_string(),
        "kernel `rays`: output `r` is of Ray, and is given a stream of struct Other"
    );
    let mut out = set.program.stream::<Ray>("Ray", 2).unwrap();
    call().output("r", &mut out).run().unwrap();
    assert_eq!(out.read().unwrap(), [ray; 2]);
    let wrong = set.program.kernel("rays").unwrap().stream("a", &rays).constant("light", brook::record(&[1.0f32; 3]));
    assert!(matches!(wrong.output("r", &mut out).run(), Err(Error::RecordSize { floats: 4, bytes: 12, .. })));
    let wrong = set.program.kernel("rays").unwrap().stream("a", &rays).constant("light", 1.0);
    assert_eq!(
        wrong.output("r", &mut out).run().unwrap_err().to_string(),
        "kernel `rays`: constant `light` is of Ray, and is given numbers; use brook::record(&value)"
    );
    assert_eq!(set.program.reduction("join").unwrap().stream("a", &rays).value::<Ray>().unwrap(), [2.0, 4.0, 6.0, 4.0]);
    let wrong = set.program.reduction("join").unwrap().stream("a", &rays).value::<f32>();
    assert!(matches!(wrong, Err(Error::RecordSize { floats: 4, bytes: 4, .. })));
    let ty = set.program.kernel("rays").unwrap().parameter("a").unwrap().ty;
    let mut any = set.program.stream_of(ty, 2).unwrap();
    assert_eq!(
        any.write(&[0.0; 7]).unwrap_err().to_string(),
        "7 floats given for a stream of 2 elements of 4 floats: 8 are needed"
    );
}

#[test]
fn reductions_are_held_against_their_target() {
    let set = set();
    let (x, t) = (set.device.upload_shaped([4, 6], &[1.0; 24]).unwrap(), set.device.upload(&[1.0]).unwrap());
    let sum = || set.program.reduction("sum").unwrap().stream("a", &x).gather("g", &t);
    let into = |shape: Shape| {
        let mut target = set.device.stream::<f32>(shape).unwrap();
        sum().output(&mut target).map(|()| target.read().unwrap()).map_err(|error| error.to_string())
    };
    assert_eq!(into([2, 3].into()).unwrap(), [4.0; 6]);
    assert_eq!(into([1].into()).unwrap(), [24.0]);
    assert_eq!(into([4, 6].into()).unwrap(), [1.0; 24]);
    assert_eq!(
        into([3, 3].into()).unwrap_err(),
        "reduction `sum`: `a` is 4 × 6 and `total` 3 × 3: 3 does not divide 4"
    );
    assert_eq!(
        into([2].into()).unwrap_err(),
        "reduction `sum`: `a` is 4 × 6 and `total` 2: one has 2 dimensions, the other 1; the numbers must be equal"
    );
    assert!(into([0, 6].into()).unwrap_err().contains("`total` 0 × 6: 0 does not divide 4"));
    assert_eq!(
        sum().value::<[f32; 2]>().unwrap_err().to_string(),
        "kernel `sum`: accumulator `total` is of float, and is given the type [f32; 2] to be read as"
    );
    assert!(sum().value::<u32>().unwrap_err().to_string().contains("the type u32 to be read as"));
    let missing = set.program.reduction("sum").unwrap().stream("a", &x).value::<f32>();
    assert_eq!(missing.unwrap_err().to_string(), "kernel `sum`: gather `g` (float) is missing; use .gather(\"g\", ..)");
    let (index, values) = (set.device.upload(&[0.0; 3]).unwrap(), set.device.upload(&[0.0; 2]).unwrap());
    let mut target = set.device.upload(&[0.0; 4]).unwrap();
    let call = set.program.reduction("sum").unwrap().gather("g", &t).scatter_op(&mut target, &index, &values);
    assert_eq!(
        call.unwrap_err().to_string(),
        "scatter-op with `sum`: the index is 3 and the stream of values 2; both need the same shape"
    );
    let mut none = set.device.stream::<f32>(0).unwrap();
    let mut taken = set.device.stream::<f32>(3).unwrap();
    let call = set.program.reduction("sum").unwrap().gather("g", &t).gather_op(&mut taken, &index, &mut none);
    assert!(call.unwrap_err().to_string().contains("has no elements to gather-op"));
    let twice = set.program.reduction("sum").unwrap().stream("a", &x).gather("g", &t);
    let call = twice.scatter_op(&mut target, &index, &index);
    assert_eq!(call.unwrap_err().to_string(), "kernel `sum`: parameter `a` is given twice");
}

#[test]
fn kernels_are_found_by_name() {
    let set = set();
    let said = |found: Result<(), Error>| found.unwrap_err().to_string();
    assert_eq!(
        said(set.program.kernel("sum").map(drop)),
        "test.br: there is no kernel `sum`: it is a reduction; use .reduction()"
    );
    assert_eq!(
        said(set.program.reduction("k").map(drop)),
        "test.br: there is no reduction `k`: it is a kernel; use .kernel()"
    );
    assert_eq!(
        said(set.program.kernel("twice").map(drop)),
        "test.br: there is no kernel `twice`: it returns a value, so that only other kernels can call it"
    );
    assert_eq!(
        said(set.program.kernel("fil").map(drop)),
        "test.br: there is no kernel `fil`; did you mean `fill`? Available: `k`, `rays`, `keep`, `others`, `fill`, `at`"
    );
    let error =
        Program::compile(&set.device, "wrong.br", "kernel void k(float a[], out float r<>) { r = a; }").unwrap_err();
    assert!(error.to_string().starts_with("error[B0301]: gather `a` is used without an index"), "{error}");
    assert!(error.render(true).contains("\u{1b}["));
}
