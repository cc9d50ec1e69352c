//! Whole Brook programs with arrays: of streams, of the host for gathers, and lists of types.

use crate::support::Place;

#[test]
fn arrays_of_streams_are_arrays_of_handles() {
    let place = Place::new();
    place.file(
        "p.br",
        "kernel void add(float a<>, float k, out float b<>) { b = a + k; }
         float at_file[2]<2>;
         struct Member { float2 s[2]<1>; };
         void fill(float s[]<>, int n) { for (int i = 0; i < n; i++) add(s[i], i + 1, s[i]); }
         void last(float s[2][3]<>) { add(s[1][2], 7.0f, s[1][2]); }
         int main() {
             int n = 3;
             float s[3]<2>, of_variables[n]<n, 1>, one<1>, m[2][3]<2>;
             Member member;
             fill(s, 3);
             streamSwap(s[0], s[2]);
             for (int i = 0; i < 3; i++) streamPrint(s[i]);
             last(m); streamPrint(m[1][2]); streamPrint(m[0][0]);
             fill(of_variables + 1, 2); streamPrint(of_variables[2]);
             streamPrint(at_file[1]); streamPrint(member.s[1]); streamPrint(one);
             return 0;
         }",
    );
    let printed = "3.00 3.00 \n2.00 2.00 \n1.00 1.00 \n7.00 7.00 \n0.00 0.00 \n2.00 \n2.00 \n2.00 \n0.00 0.00 \n{0.00, 0.00}\n0.00 \n";
    assert_eq!(place.ok(&["run", "p.br"]), printed);
}

#[test]
fn arrays_of_the_host_are_passed_for_gathers_with_sizes() {
    let place = Place::new();
    place.file(
        "p.br",
        "#define WIDTH 2
         kernel void look(float c[3], float2 d[2][WIDTH], float k, float a<>, out float b<>) {
             b = a + k * c[indexof(b).x] + d[1][0].y;
         }
         kernel void plain(float c[3], out float b<>) { b = c[2 - indexof(b).x]; }
         int main() {
             float c[3] = {1, 2, 3}, a<3>, b<3>, s<3>;
             float2 d[2][2], e<2, 2>;
             const float *p = c;
             memset(d, 0, sizeof d);
             d[1][0].y = 100;
             streamRead(s, c);
             look(c, d, 2, a, b); streamPrint(b);
             streamRead(e, d); look(s, e, 3, a, b); streamPrint(b);
             plain(p, b); streamPrint(b);
             plain(s, b); streamPrint(b);
             return 0;
         }",
    );
    let printed = "102.00 104.00 106.00 \n103.00 106.00 109.00 \n3.00 2.00 1.00 \n3.00 2.00 1.00 \n";
    assert_eq!(place.ok(&["run", "p.br"]), printed);
    // Files beside the program pass both, too.
    place.file("k.br", "kernel void plain(float c[3], out float b<>) { b = c[2 - indexof(b).x]; }");
    place.file(
        "main.cpp",
        "#include \"brookgenfiles/k.h\"
         int main() {
             unsigned int extents[] = {3};
             Stream<float> a(1, extents), b(1, extents);
             float c[3] = {1, 2, 3};
             plain(c, b); streamPrint(b);
             plain(b, a); streamPrint(a);
             return 0;
         }",
    );
    assert_eq!(place.ok(&["run", "k.br", "main.cpp"]), "3.00 2.00 1.00 \n1.00 2.00 3.00 \n");
}

#[test]
fn streams_are_made_from_lists_of_types() {
    let place = Place::new();
    let program = |list: &str, main: &str| {
        format!(
            "kernel void k(float a<>, out float b<>) {{ b = a; }}
             int main() {{
                 brook::StreamType list[] = {{{list}}};
                 unsigned int extents[] = {{2}};
                 brook::stream s(extents, 1, list);
                 {main}
                 return 0;
             }}"
        )
    };
    let main = "struct { unsigned char a; float2 b; } h[2] = {{1, float2(2, 3)}, {4, float2(5, 6)}};
                streamRead(s, h); streamPrint(s);
                brook::stream again(list, 1, 2, -1);
                printf(\"%u %u\\n\", s->getElementSize(), again->getFieldCount());";
    place.file("p.br", program("brook::__BRTUCHAR, brook::__BRTFLOAT2, brook::__BRTNONE", main));
    assert_eq!(place.ok(&["run", "p.br"]), "{1, 2.00, 3.00}{4, 5.00, 6.00}\n12 2\n");
    place.file("p.br", program("brook::__BRTNONE", ""));
    assert_eq!(place.fails(&["run", "p.br"]), "brooklet: the list of types of a stream has no types\n");
    place.file("p.br", program("brook::StreamType(77), brook::__BRTNONE", ""));
    let said = place.fails(&["run", "p.br"]);
    assert!(said.contains("the type 77 is not one of an element of a stream"), "{said}");
}
