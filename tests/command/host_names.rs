//! Whole Brook programs that use what the programs of the time used: names of the old runtime and of Brook+, several files, C++.

use crate::support::{Place, printed};

#[test]
fn code_beside_a_program_uses_the_old_types() {
    let place = Place::new();
    place.file(
        "p.br",
        "kernel void add(float a<>, out float b<>) { b = a + 1; }
         reduce void sum(float a<>, reduce float r<>) { r += a; }
         extern \"C\" void work(float *data, int rows);
         int main() { float d[4] = {1, 2, 3, 4}; work(d, 2); printf(\"%g %g\\n\", d[0], d[3]); return 0; }",
    );
    place.file(
        "work.cpp",
        "#include <brook/brook.hpp>
         extern void add(::brook::stream a, ::brook::stream b);
         extern void sum(::brook::stream a, float &r);
         class Work {
             brook::stream a, *b;
           public:
             Work(int rows) : a(brook::stream::create<float>(rows, 2)),
                              b(new brook::stream(brook::getStreamType((float *)0), rows, 2, -1)) {}
             ~Work() { delete b; }
             void run(float *data) {
                 float total;
                 a.read(data); add(a, *b); b->write(data); sum(*b, total); a.swap(*b);
                 printf(\"%g %u %u %u %u %d\\n\", total, a->getDimension(), a->getExtents()[0], a->getTotalSize(),
                        a->getFieldCount(), a->getIndexedFieldType(0) == __BRTFLOAT);
             }
         };
         extern \"C\" void work(float *data, int rows) {
             brook::initialize(\"ogl\", 0);
             Work(rows).run(data);
             brook::iter v(__BRTFLOAT2, 1, 2, -1, 0.0f, 0.0f, 2.0f, 1.0f, -1);
             streamPrint(v);
             brook::Stream *raw = v;
             void *memory = brmalloc(16);
             printf(\"%u %d\\n\", raw->getTotalSize(), memory != 0);
             brfree(memory);
             brook::finish();
             brook::finalize();
         }",
    );
    let printed = "14 2 2 4 1 1\n{0.00, 0.00}{1.00, 0.00}\n2 1\n2 5\n";
    assert_eq!(place.ok(&["run", "p.br", "--with", "work.cpp"]), printed);
}

#[test]
fn code_beside_a_program_uses_the_types_of_brook_plus() {
    let place = Place::new();
    place.file(
        "k.br",
        "typedef struct { float a; float2 b; } Both;
         kernel void add(float a<>, float k, out float b<>) { b = a + k; }
         kernel void both(Both a<>, out Both b<>) { b.a = a.b.x; b.b = float2(a.a, a.b.y); }
         reduce void sum(float a<>, reduce float r<>) { r += a; }",
    );
    place.file(
        "main.cpp",
        "#include <brook/Stream.h>
         #include <brook/Device.h>
         #include \"brookgenfiles/k.h\"
         using namespace brook;
         int main() {
             unsigned int extents[] = {3, 2}, low[] = {1, 0}, high[] = {3, 1};
             Stream<float> a(2, extents), b(2, extents);
             float data[6] = {0, 1, 2, 3, 4, 5}, part[2], total;
             a.read(data, \"nocopy\");
             add(a, 10.0f, b);
             sum(b, total);
             b.domain(low, high).write(part, \"async\");
             b.finish();
             Stream<float> copied(2, extents);
             copied.assign(a);
             switch (copied.error()) { case BR_NO_ERROR: break; case BR_ERROR_ASSIGN: default: return 1; }
             streamPrint(copied);
             printf(\"%g %g %g %d %s.\\n\", part[0], part[1], total, b.error(), b.errorLog());
             Stream<Both> c(1, extents);
             Both host[3] = {{1, float2(2, 3)}, {4, float2(5, 6)}, {7, float2(8, 9)}};
             c.read(host); both(c, c); streamPrint(c);
             return 0;
         }",
    );
    let printed =
        "0.00 1.00 2.00 \n3.00 4.00 5.00 \n11 12 75 0 .\n{2.00, 1.00, 3.00}{5.00, 4.00, 6.00}{8.00, 7.00, 9.00}\n";
    assert_eq!(place.ok(&["run", "k.br", "--with", "main.cpp"]), printed);
    place.ok(&["cc", "-r", "k.br", "-o", "k"]);
    assert!(place.text("k.h").contains("void sum(::brook::stream a, float &r);"), "{}", place.text("k.h"));
}

#[test]
fn headers_of_the_time_declare_constants_by_value() {
    let place = Place::new();
    place.file(
        "k.br",
        "kernel void scale(float a<>, float k, float2 v, out float b<>) { b = a * k + v.y; }
         reduce void sum(float a<>, float from, reduce float r<>) { r += a * from; }
         int twice(brook::stream a, brook::stream b) { scale(a, 2.0f, float2(0, 1), b); return 2; }",
    );
    place.file(
        "main.cpp",
        "#include <brook/VectorDataType.h>
         #include <brook/brook.h>
         struct float4;
         struct Both { struct float4 a; struct float2 b; };
         void scale(brook::stream, const float k, const float2 v, brook::stream);
         void sum(brook::stream, float from, float &r);
         int twice(brook::stream a, brook::stream b);
         template <class T> T before(T *all, int i) { return all[i - 1] + all[i] * 2; }
         int main() {
             unsigned int extents[] = {3}, count = 0;
             Stream<float> a(1, extents), b(1, extents);
             float data[3] = {0, 1, 2}, total;
             brook::Device *device = brook::getDevices(\"cal\", &count);
             brook::useDevices(device, 1, NULL);
             a.read(data);
             scale(a, 10.0f, float2(0, 0.5f), b);
             sum(b, 1, total);
             BRerror error = b.error();
             Both both = {float4(1, 2, 3, 4), float2(5, 6)};
             float4 all[2] = {both.a, -both.a};
             both.a = before(all, 1);
             std::cout << total << (error == brook::BR_NO_ERROR) << count << both.a.w << twice(a, b) << std::endl;
             streamPrint(b);
             return a.error() == BR_NO_ERROR ? 0 : 1;
         }",
    );
    assert_eq!(place.ok(&["run", "k.br", "--with", "main.cpp"]), "31.511-42\n1.00 3.00 5.00 \n");
}

#[test]
fn a_program_of_several_files_is_compiled_once() {
    let place = Place::new();
    place.file("k.br", "kernel void twice(float a<>, out float b<>) { b = 2 * a; }\n");
    place.file("step.h", "#define STEP 1\n");
    let helper = |factor: u32| format!("#include \"step.h\"\nint helper(int x) {{ return {factor} * x + STEP; }}\n");
    place.file("helper.cpp", helper(1));
    place.file(
        "main.br",
        "void twice(brook::stream a, brook::stream b);
         int helper(int x);
         int main(int argc, char **words) {
             float a<2>, b<2>, data[2] = {1, 2};
             streamRead(a, data); twice(a, b); streamWrite(b, data);
             printf(\"%g %d %d %s\\n\", data[1], helper(4), argc, words[argc - 1]);
             return 0;
         }",
    );
    let cache = place.path("cache");
    let run = |words: &[&str]| {
        let output = place.command(words).env("BROOKLET_CACHE", &cache).output().unwrap();
        assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
        printed(output.stdout)
    };
    let objects = || {
        let entries = std::fs::read_dir(cache.join("host")).unwrap().map(|entry| entry.unwrap().path());
        entries.filter(|path| path.extension().is_some_and(|ending| ending == "so")).count()
    };
    let all = ["run", "main.br", "k.br", "helper.cpp", "own", "k.br"];
    assert_eq!(run(&all), "4 5 3 k.br\n");
    let modified = || {
        let entries = std::fs::read_dir(cache.join("host")).unwrap().map(|entry| entry.unwrap());
        entries.map(|entry| entry.metadata().unwrap().modified().unwrap()).max()
    };
    let before = modified();
    assert_eq!(run(&all), "4 5 3 k.br\n");
    assert_eq!((objects(), modified()), (1, before), "it is compiled once");
    // What has changed in any file counts.
    place.file("step.h", "#define STEP 2\n");
    assert_eq!(run(&all), "4 6 3 k.br\n");
    place.file("helper.cpp", helper(3));
    assert_eq!(run(&all), "4 14 3 k.br\n");
    place.file("k.br", "kernel void twice(float a<>, out float b<>) { b = 2 * a + 1; }\n");
    assert_eq!(run(&["run", "main.br", "--with", "k.br", "--with", "helper.cpp"]), "5 14 1 main\n");
    // Files of the same names elsewhere are others.
    let other = Place::new();
    for name in ["main.br", "k.br"] {
        other.file(name, place.text(name));
    }
    other.file("step.h", "#define STEP 100\n");
    other.file("helper.cpp", helper(3));
    let output = other.command(&all).env("BROOKLET_CACHE", &cache).output().unwrap();
    assert_eq!(printed(output.stdout), "5 112 3 k.br\n");
    let said = place.fails(&["run", "main.br", "k.br"]);
    assert!(said.contains("helper") && said.contains("may be in another file of the program"), "{said}");
}

#[test]
fn numbers_that_are_octal_in_part_are_read_so_far() {
    let place = Place::new();
    place.file(
        "p.br",
        "kernel void k(float a<>, out float b<>) { b = a; }
         int main() { int seed = 06294306, other[1] = {0129}; printf(\"%d %d %d %g\\n\", seed, other[0], 017, 08.5); return 0; }",
    );
    let run = place.run(&["run", "p.br"]);
    assert_eq!((run.code, run.out.as_str()), (Some(0), "50 10 15 8.5\n"), "{}", run.err);
    assert!(run.err.contains("2 warnings") || run.err.contains("`06294306` starts with 0 and is octal"), "{}", run.err);
}

#[cfg(unix)]
#[test]
fn an_exception_that_nothing_catches_ends_a_program_as_in_cpp() {
    use std::os::unix::process::ExitStatusExt;
    let place = Place::new();
    place.file(
        "p.br",
        "#include <stdexcept>
         kernel void k(float a<>, out float b<>) { b = a; }
         int main() { throw std::runtime_error(\"what there is to say\"); }",
    );
    let output = place.command(&["run", "p.br"]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    const SIGABRT: i32 = 6;
    assert_eq!(output.status.signal(), Some(SIGABRT), "{said}");
    assert!(said.contains("std::runtime_error") && said.contains("what there is to say"), "{said}");
}

#[test]
fn names_of_the_old_runtime_are_there() {
    let place = Place::new();
    place.file(
        "p.br",
        "kernel void twice(float a<>, out float b<>) { b = 2 * a; }
         float isinf_float(float x) { return 3; }
         int main() {
             const char **names = brook::runtimeTargets();
             brsetruntime(*brruntimes());
             int64 begun = brmicroseconds();
             float data[2] = {1, 2}, infinity = 0;
             unsigned int extents[] = {1, 2};
             brook::stream a(extents, 2, brook::getStreamType((float *)0)), b = brook::stream::create<float>(1, 2);
             brook::StreamInterface *raw = a;
             streamRead((brook::Stream *)a, data);
             twice(a, b);
             ((brook::Stream *)b)->Write(data);
             brook::sentinelStream(2)->write(&infinity);
             std::cout << names[0] << \" \" << data[1] << \" \" << raw->getDimension() << \" \" << finite_float(infinity)
                       << isnan_float(infinity) << isinf_float(infinity) << (brmicroseconds() >= begun) << std::endl;
             return brook::getSentinel() == infinity ? 0 : 1;
         }",
    );
    assert_eq!(place.ok(&["run", "p.br"]), "ogl 4 2 0031\n");
}

#[test]
fn code_beside_a_program_asks_the_old_runtime() {
    let place = Place::new();
    place.file("k.br", "kernel void twice(float a<>, out float b<>) { b = 2 * a; }");
    place.file(
        "main.cpp",
        "#include <brook/brook.hpp>
         extern void twice(::brook::stream a, ::brook::stream b);
         int main() {
             unsigned int extents[] = {2, 2};
             brook::stream s(extents, 2, brook::getStreamType<float>());
             float h[4] = {1, 2, 3, 4};
             s.read(h);
             brook::StreamInterface *raw = s;
             raw->acquireReference(); raw->releaseReference();
             float *data = (float *)raw->getData(brook::StreamInterface::READWRITE);
             data[3] = 10;
             raw->releaseData(brook::StreamInterface::WRITE);
             twice(s, s); streamPrint(s);
             printf(\"%u %u %d %d\\n\", brook::getElementSize(brook::__BRTFLOAT2), raw->getElementSize(),
                    isinf_float(getSentinel()), raw->getIndexedFieldType(0) != brook::__BRTSTREAM);
             return 0;
         }",
    );
    assert_eq!(place.ok(&["run", "k.br", "main.cpp"]), "2.00 4.00 \n6.00 20.00 \n8 4 1 1\n");
}

#[test]
fn each_thread_has_streams_of_its_own() {
    let place = Place::new();
    let program = |inside: &str| {
        format!(
            "#include <thread>
             kernel void add(float a<>, out float b<>) {{ b = a + 1; }}
             int main() {{
                 float a<2>;
                 add(a, a);
                 std::thread other([&] {{ float c<2>; add(c, c); streamPrint(c); {inside} }});
                 other.join();
                 streamPrint(a);
                 return 0;
             }}"
        )
    };
    place.file("p.br", program(""));
    assert_eq!(place.ok(&["run", "p.br"]), "1.00 1.00 \n1.00 1.00 \n");
    place.file("p.br", program("add(a, a);"));
    let run = place.run(&["run", "p.br"]);
    let said = run.err;
    assert_eq!((run.code, run.out.as_str()), (Some(1), "1.00 1.00 \n"), "{said}");
    assert!(said.contains("stream") && said.contains("belongs to another thread"), "{said}");
}
