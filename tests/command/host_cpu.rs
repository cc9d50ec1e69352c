//! Whole Brook programs with scatter outputs, and with kernels that no fragment pipeline can run: they compute with doubles, or scatter
//! structs or beside another output.

use crate::support::Place;

const DOUBLES: &str = "
kernel float twice(float x, float g[]) { return x * g[1]; }
kernel void single(float w, float A[][], float B[][], out float r<>) {
    float2 p = indexof(r).xy;
    float i, sum = 0;
    for (i = 0; i < w; i++) { sum += A[p.y][i] * B[i][p.x]; }
    r = sum;
}
kernel void product(float w, double A[][], double B[][], out double r<>) {
    // components of vectors, gathers by vectors, a loop
    float4 index = float4(indexof(r).x, 0.0f, 0.0f, indexof(r).y);
    double sum = (double)0.0f;
    float left = w;
    while (left > 0) {
        sum += A[index.zw] * B[index.xy];
        index += float4(0.0f, 1.0f, 1.0f, 0.0f);
        left = left - 1.0f;
    }
    r = sum + 1e-12;
}
reduce void total(double a<>, reduce double r<>) { r += a; }
kernel void both(double2 a<>, float g[3], out double2 b<>, out double c<>) {
    b = a + double2(twice(1.0f, g), 1.0);
    c = dot(a, a) + max(a.x, 0.0f);
}
";

#[test]
fn doubles_are_exact() {
    let place = Place::new();
    place.file("k.br", DOUBLES);
    place.file(
        "main.cpp",
        "#include \"brookgenfiles/k.h\"
         template <class T> void call(Stream<T> &A, Stream<T> &B, Stream<T> &C);
         template <> void call<float>(Stream<float> &A, Stream<float> &B, Stream<float> &C) { single(2, A, B, C); }
         template <> void call<double>(Stream<double> &A, Stream<double> &B, Stream<double> &C) { product(2, A, B, C); }
         template <class T> void run() {
             unsigned int extents[] = {2, 2};
             Stream<T> A(2, extents), B(2, extents), C(2, extents);
             T host[4] = {1, 2, 3, 4};
             A.read(host); B.read(host); call<T>(A, B, C); C.write(host);
             printf(\"%.15g %.15g\\n\", double(host[0]), double(host[3]));
         }
         int main() {
             run<float>(); run<double>();
             unsigned int extents[] = {3, 2}, low[] = {1, 0}, high[] = {3, 2}, rows[] = {1, 2}, two[] = {2};
             double host[6] = {1, 2, 3, 4, 5, 1e-15}, sum, part[4];
             Stream<double> a(2, extents), r(2, rows), z(1, two);
             a.read(host); total(a, sum); printf(\"%.17g\\n\", sum);
             a.domain(low, high).write(part); part[0] = 9; a.domain(low, high).read(part); streamPrint(a);
             total(a, r); streamPrint(r);
             Stream<double2> x(1, two), y(1, two);
             double2 pairs[2] = {double2(1, 2), double2(3, 4)};
             float g[3] = {1, 2, 3};
             x.read(pairs); both(x, g, y, z); streamPrint(y); streamPrint(z);
             return 0;
         }",
    );
    let printed = "7 22\n7.000000000001 22.000000000001\n15.000000000000002\n1.00 9.00 3.00 \n4.00 5.00 0.00 \n13.00 \n9.00 \n\
                   {3.00, 3.00}{5.00, 5.00}\n6.00 28.00 \n";
    for options in [&["run", "k.br", "main.cpp"][..], &["run", "k.br", "main.cpp", "--chip", "none"]] {
        let run = place.run(options);
        assert_eq!((run.code, run.out.as_str()), (Some(0), printed), "{}", run.err);
        assert!(run.err.contains("runs on the CPU") || run.err.contains("already shown"), "{}", run.err);
    }
}

#[test]
fn bodies_on_the_cpu_are_of_brook() {
    let place = Place::new();
    place.file(
        "p.br",
        "kernel void k(double2 a<>, float four<>, out double2 b<>, out double c<>) {
             float2 p = indexof(b);
             float4 v = 2.0f, w = float4(p, p);
             float3 z = float3(p, 1.0f);
             double2 d = 1.5;
             v.xy = p; v.wz += 3.0f;
             b = a + d; b.yx = b;
             c = v.x + v.z + w.z + z.z + 1e-9 * four;
             if (a.x > 0.5 && a.y < 9) c += instance().x; else { discard; }
             c = (c > 7) ? c : -c;
         }
         int main() {
             double2 a<4>; double2 b<4>; double c<4>; float four<2>;
             double2 h[4] = {double2(1, 2), double2(3, 4), double2(0, 1), double2(2, 9)};
             float f[2] = {4, 8}; double r[4];
             streamRead(a, h); streamRead(four, f); k(a, four, b, c); streamPrint(b); streamWrite(c, r);
             printf(\"%.10g %.10g %g %g\\n\", r[0], r[1], r[2], r[3]);
             return 0;
         }",
    );
    let printed = "{3.50, 2.50}{5.50, 4.50}{0.00, 0.00}{0.00, 0.00}\n-6.000000004 9.000000004 0 0\n";
    assert_eq!(place.ok(&["-q", "run", "p.br"]), printed);
}

#[test]
fn structs_may_have_doubles() {
    let place = Place::new();
    place.file(
        "p.br",
        "typedef struct { float a; double b; } Both;
         kernel void turn(Both s<>, out Both t<>) { t.a = s.b; t.b = s.a + 1e-9; }
         kernel void single(float a<>, out float b<>) { b = a; }
         int main() {
             Both h[2] = {{1, 2}, {3, 4}}; Both s<2>;
             streamRead(s, h); turn(s, s); streamWrite(s, h); streamPrint(s);
             printf(\"%.10g\\n\", h[1].b);
             return 0;
         }",
    );
    assert_eq!(place.ok(&["-q", "run", "p.br"]), "{2.00, 1.00}{4.00, 3.00}\n3.000000001\n");
}

#[test]
fn gathers_on_the_cpu_have_components_and_fields() {
    let place = Place::new();
    place.file(
        "p.br",
        "typedef struct { float2 v; float w; } Pair;
         kernel void look(float4 a[][], Pair s[], iter float i<>, float c[][][], out double r<>, out float o[][]) {
             r = a[1][i].x + a[0][0].wz.x + s[i].v.y + c[1][0][i] + 1e-9;
             o[i][1 - i] = a[i][i].y;
         }
         int main() {
             float4 a<2, 2>, h[4] = {float4(1, 2, 3, 4), float4(5, 6, 7, 8), float4(10, 20, 30, 40), float4(50, 60, 70, 80)};
             Pair p<2>, ph[2] = {{float2(0, 100), 0}, {float2(0, 200), 0}};
             float c<2, 2, 2>, ch[8] = {0, 0, 0, 0, 1000, 2000, 0, 0}, o<2, 2>;
             iter float i<2> = iter(0.0f, 2.0f);
             double r<2>, rh[2];
             streamRead(a, h); streamRead(p, ph); streamRead(c, ch);
             look(a, p, i, c, r, o); streamWrite(r, rh);
             printf(\"%.13g %.13g\\n\", rh[0], rh[1]); streamPrint(o);
             return 0;
         }",
    );
    assert_eq!(place.ok(&["-q", "run", "p.br"]), "1114.000000001 2254.000000001\n0.00 2.00 \n60.00 0.00 \n");
}

#[test]
fn what_is_wrong_with_doubles_is_said() {
    let place = Place::new();
    // What the C++ compiler does not know is on the program's line.
    place.file(
        "p.br",
        "kernel void k(double a<>,\n  out double b<>) {\n  b = a +\n    nonsense;\n}\nint main() { return 0; }\n",
    );
    let said = place.fails(&["run", "p.br"]);
    assert!(
        said.contains("kernel `k` computes with `double`: it runs on the CPU") && said.contains("p.br:4:"),
        "{said}"
    );
    let kernels = "kernel void k(double a<>, out double b<>) { b = a; }
                   kernel void single(float a<>, out float b<>) { b = a; }
                   typedef double real;
                   kernel void far(real a<>, out double b<>) { k(a, b); b = later(b, 0.5f); }
                   kernel double later(double x, float half) { return x * half; }\n";
    let wrong = [
        ("double a<3>, b<4>; k(a, b);", "brooklet: kernel `k`: `a` is 3, and the outputs are 4\n"),
        (
            "float a<3>; double b<3>; k(a, b);",
            "brooklet: kernel `k`: the stream that is given for `a` has elements of another type\n",
        ),
        (
            "double a<3>, b<3>; single(a, b);",
            "brooklet: a stream with doubles is passed to a kernel or operator of the device, which has none\n",
        ),
    ];
    for (main, wanted) in wrong {
        let main = main.replace("double a<3>, b<", "double a<3>; double b<");
        place.file("p.br", format!("{kernels}int main() {{ {main} return 0; }}"));
        let said = place.fails(&["-q", "run", "p.br"]);
        assert_eq!(said, wanted);
    }
    place.file("p.br", format!("{kernels}int main() {{ double a<2>; double h[2] = {{1, 2}}; streamRead(a, h); far(a, a); streamPrint(a); return 0; }}"));
    assert_eq!(place.ok(&["-q", "run", "p.br"]), "0.50 1.00 \n");
}

#[test]
fn scatter_outputs_are_written_in_order() {
    let place = Place::new();
    place.file(
        "p.br",
        "kernel void scatter(float a<>, float at<>, out float o[]) { if (a > 0.5) o[at] = a * 0.5; }
         kernel void grid(float a<>, float2 at<>, out float o[][]) { o[at] = a; o[0][at.x] = -1.0; }
         kernel void turn(float a<>, out float o[][]) {
             float4 p = indexof(a);
             o[p.y][1 - p.x] = a + instance().x * 100;
         }
         kernel void add(float a<>, out float b<>) { b = a + 1; }
         int main() {
             float a<4>, at<4>, o<4>, h[4] = {1, 2, 3, 4}, places[4] = {3, 0, 3, 9}, before[4] = {7, 7, 7, 7};
             float2 p<2, 2>; float2 corners[4] = {float2(0, 1), float2(1, 1), float2(2, 0), float2(0, 0)};
             float g<2, 2>, q<2, 2>;
             streamRead(a, h); streamRead(at, places); streamRead(o, before);
             scatter(a, at, o); streamPrint(o);
             streamRead(q, h); streamRead(p, corners); grid(q, p, g); streamPrint(g);
             turn(q, g); streamPrint(g); add(a, a); streamPrint(a);
             return 0;
         }",
    );
    // What is at no place keeps its value, the last one stays, and what is out of range is dropped.
    let printed = "1.00 7.00 7.00 1.50 \n-1.00 -1.00 \n1.00 2.00 \n102.00 1.00 \n104.00 3.00 \n2.00 3.00 4.00 5.00 \n";
    assert_eq!(place.ok(&["-q", "run", "p.br"]), printed);
    // The same on a chip of 2002.
    assert_eq!(place.ok(&["-q", "run", "p.br", "--chip", "r300"]), printed);
    // Beside another output, of structs, and called by another kernel, it is C++ on the CPU.
    place.file(
        "q.br",
        "typedef struct { float x; float2 y; } Pair;
         kernel void two(float a<>, out float o[], out float s<>) { o[3 - indexof(a).x] = a; s = a * 2; }
         kernel void pairs(float a<>, out Pair o[]) { Pair p; p.x = a; p.y = float2(a, 0.5f); o[a - 1] = p; }
         int main() {
             float a<4>, o<4>, s<4>, h[4] = {1, 2, 3, 4}; Pair p<4>;
             streamRead(a, h); two(a, o, s); streamPrint(o); streamPrint(s); pairs(a, p); streamPrint(p);
             return 0;
         }",
    );
    let said = place.run(&["run", "q.br"]);
    assert_eq!(
        said.out,
        "4.00 3.00 2.00 1.00 \n2.00 4.00 6.00 8.00 \n{1.00, 1.00, 0.50}{2.00, 2.00, 0.50}{3.00, 3.00, 0.50}{4.00, 4.00, 0.50}\n"
    );
    let why =
        ["writes output `o` at any index, and has another output: it runs on the CPU", "and its elements are structs"];
    assert!(why.iter().all(|why| said.err.contains(why)), "{}", said.err);
    // Groups are still refused, with what to do.
    place.file(
        "p.br",
        "Attribute[GroupSize(64)]\nkernel void k(float a<>, out float o[]) { o[0] = a; }\nint main() { return 0; }",
    );
    let said = place.fails(&["run", "p.br"]);
    assert!(said.contains("needs thread groups"), "{said}");
}
