//! Whole Brook programs whose files declare kernels and structs in headers, and headers of the old runtimes beside brooklet's.

use crate::support::{Place, printed as text_of};

#[test]
fn a_header_that_the_program_includes_itself_declares_constants_by_value() {
    let place = Place::new();
    place.file(
        "k.h",
        "#ifndef K_H
         #define K_H
         void scale(brook::stream, const float k, brook::stream);
         void total(brook::stream a, float from, float &r);
         void shift(brook::stream a, const struct Both b, brook::stream);
         void refer(::brook::stream a, const float &k, ::brook::stream b);
         #endif",
    );
    place.file(
        "main.br",
        "typedef struct Both { float a; float2 b; } Both;
         #include \"k.h\"
         void early(brook::stream a, brook::stream b) { scale(a, 2.0f, b); }
         kernel void scale(float a<>, float k, out float b<>) { b = a * k; }
         kernel void refer(float a<>, float k, out float b<>) { b = a * k; }
         kernel void shift(float a<>, Both k, out float b<>) { b = a + k.b.y; }
         reduce void total(float a<>, float from, reduce float r<>) { r += a * from; }
         void helper(brook::stream a);
         int main() {
             float a<3>, b<3>, one<1>, h[3] = {1, 2, 3}, t;
             Both s = {1, float2(2, 3)};
             void (*by_reference)(brook::stream, const float &, brook::stream) = refer;
             streamRead(a, h);
             early(a, b); streamPrint(b);
             scale(a, 3, b); streamPrint(b);
             refer(a, 4, b); streamPrint(b);
             shift(a, s, b); streamPrint(b);
             by_reference(a, 5, b); streamPrint(b);
             total(a, 2.0f, t); total(a, 2, one); printf(\"%g \", t); streamPrint(one);
             helper(a);
             return 0;
         }",
    );
    place.file("helper.cpp", "#include <brook/brook.hpp>\n#include \"k.h\"\nvoid helper(brook::stream a) { scale(a, 6, a); refer(a, 1, a); streamPrint(a); }");
    let printed = "2.00 4.00 6.00 \n3.00 6.00 9.00 \n4.00 8.00 12.00 \n4.00 5.00 6.00 \n5.00 10.00 15.00 \n11 11.00 \n\
                   6.00 12.00 18.00 \n";
    assert_eq!(place.ok(&["run", "main.br", "helper.cpp"]), printed);
    // Two kernels of one name are still an error.
    place.file("again.br", "kernel void scale(float a<>, float k, out float b<>) { b = a; }");
    let said = place.fails(&["run", "main.br", "helper.cpp", "again.br"]);
    assert!(said.contains("brook_defines_scale"), "{said}");
}

#[test]
fn structs_are_described_outside_the_guards_of_their_headers() {
    let place = Place::new();
    let guarded =
        "#ifndef PARTICLE_H\n#define PARTICLE_H\ntypedef struct { float2 pos; float mass; } Particle;\n#endif\n";
    place.file("particle.h", guarded);
    let kernel = "kernel void move(Particle a<>, out Particle b<>) { b.pos = a.pos + 1; b.mass = a.mass; }\n";
    let main = "int main() {
                    Particle h[2] = {{float2(1, 2), 3}, {float2(4, 5), 6}}, s<2>;
                    streamRead(s, h); move(s, s); streamPrint(s);
                    return 0;
                }";
    let main = main.replace(", s<2>", "; Particle s<2>");
    let printed = "{2.00, 3.00, 3.00}{5.00, 6.00, 6.00}\n";
    // A header of the program has the struct.
    place.file("own.br", format!("#include \"brook/brook.hpp\"\n#include \"particle.h\"\n{kernel}{main}"));
    assert_eq!(place.ok(&["run", "own.br"]), printed);
    // A header that only the C++ compiler finds has it, too.
    std::fs::create_dir(place.path("elsewhere")).unwrap();
    place.file("elsewhere/hidden.h", guarded);
    place.file("twice.br", format!("#include <hidden.h>\n{guarded}{kernel}{main}"));
    let output = place.command(&["run", "twice.br"]).env("CXX", "c++ -Ielsewhere").output().unwrap();
    assert_eq!(text_of(output.stdout), printed, "{}", String::from_utf8_lossy(&output.stderr));
    // Files beside the program have it from the header, and its stream type from the one that is made of the program.
    let cpp = "int main() {
                   unsigned int extents[] = {2};
                   Stream<Particle> s(1, extents);
                   Particle h[2] = {{float2(1, 2), 3}, {float2(4, 5), 6}};
                   s.read(h); move(s, s); streamPrint(s);
                   return 0;
               }";
    place.file(
        "main.cpp",
        format!("#include <brook/Stream.h>\n#include \"particle.h\"\n#include \"brookgenfiles/k.h\"\n{cpp}"),
    );
    for program in
        [format!("#include \"brook/Stream.h\"\n#include \"particle.h\"\n{kernel}"), format!("{guarded}{kernel}")]
    {
        place.file("k.br", program);
        assert_eq!(place.ok(&["run", "k.br", "main.cpp"]), printed);
    }
}

/// Headers of an SDK, which do not compile.
fn sdk(place: &Place, folder: &str) {
    let headers = [
        ("Stream.h", "_STREAM_H_"),
        ("Device.h", "_DEVICE_H_"),
        ("brook.h", "_BROOK_H_"),
        ("ErrorCodes.h", "_ERRORCODES_H_"),
        ("Types.h", "_FORMATS_H_"),
        ("VectorDataType.h", "_VECTORDATATYPE_H_"),
        ("KernelInterface.h", "_KERNELINTERFACE_H_"),
        ("brook.hpp", "BROOK_HPP"),
        ("brt.hpp", "BRT_HPP"),
    ];
    std::fs::create_dir_all(place.path(folder)).unwrap();
    for (name, guard) in headers {
        let text =
            "typedef struct float4 { float x, y, z, w; } float4;\nnamespace brook { template <class T> class Stream; }";
        place.file(&format!("{folder}/{name}"), format!("#ifndef {guard}\n#define {guard}\n{text}\n#error\n#endif\n"));
    }
}

#[test]
fn headers_of_the_sdk_may_stand_beside_ours() {
    let place = Place::new();
    place.file(
        "k.br",
        "#include <brook/VectorDataType.h>
         #include \"brook/Stream.h\"
         kernel void copy(float4 a<>, float k, out float4 b<>) { b = a * k; }",
    );
    place.file(
        "main.cpp",
        "#include \"brook/VectorDataType.h\"
         #include \"brook/Device.h\"
         #include \"brook/KernelInterface.h\"
         #include \"brookgenfiles/k.h\"
         typedef struct float4 vec4;
         template <class T> void fill(T &to) { to = T(0); }
         template <> void fill(float4 &to);
         template <> void fill(float4 &to) { to = float4(1, 2, 3, 4); }
         int main() {
             unsigned int extents[] = {2, 1}, count = 0;
             ::brook::Device *device = brook::getDevices(\"cal\", &count);
             brook::useDevices(device, 1, NULL);
             ::brook::Stream<float4> *all[2];
             for (int i = 0; i < 2; i++) all[i] = new ::brook::Stream<float4>(2, extents);
             float4 host[2];
             fill(host[0]); fill(host[1]);
             all[0]->read(host); copy(*all[0], 3.0f, *all[1]); all[1]->write(host);
             vec4 v = host[1];
             std::cout << v.w << \" \" << (all[1]->error() == ::brook::BR_NO_ERROR) << std::endl;
             return 0;
         }",
    );
    place.file(
        "old.br",
        "#include <brook/brook.hpp>
         #include <brook/brt.hpp>
         #include <brook/brtvector.hpp>
         kernel void copy(float4 a<>, float k, out float4 b<>) { b = a * k; }
         int main() { float4 a<1>; copy(a, 1, a); streamPrint(a); return 0; }",
    );
    let programs: [&[&str]; 2] = [&["run", "k.br", "main.cpp"], &["run", "old.br"]];
    let printed = ["12 1\n", "{0.00, 0.00, 0.00, 0.00}\n"];
    sdk(&place, "sdk/include/brook");
    for (words, printed) in programs.into_iter().zip(printed) {
        let with = [words, &["-I", "sdk/include"]].concat();
        assert_eq!(place.ok(&with), printed);
    }
    // Also in the program's own folder, where C++ looks first.
    sdk(&place, "brook");
    for (words, printed) in programs.into_iter().zip(printed) {
        assert_eq!(place.ok(words), printed);
    }
}
