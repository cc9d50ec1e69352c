// Streams from C++17: what streams.c does, with objects that free themselves and exceptions.
//
// Build the library, then this, and run it, from the root of the repository:
//
//   cargo rustc --release --lib --features capi --crate-type cdylib
//   c++ -std=c++17 -O2 demos/c/streams.cpp -I src/capi/include -L target/release -lbrooklet -o streams
//   LD_LIBRARY_PATH=target/release ./streams
//
// It prints on which device it runs, and:
//
//   saxpy   12 24 36 48 60 72 84 96
//   total   432
//   map     1 2 3 4 5 6 7 8
//   scan    1 3 6 10 15 21 28 36
//   filter  6 7 8
//   sort    8 7 6 5 4 3 2 1
//   top     8 7 6
//   where   3
//   matmul  5 11 11 25
//   sat     1 3 4 10
//   box     3 2 7 4
//   median  2 2 3 3
//   blur    1 2 3 4
//   far     0 1 1 0
//   near    0 0 3 3
//   label   1 0 0 2
//   groups  2
//   irfft   1 2 3 4 5 6 7 8
//   ifft    1 2 3 4 5 6 7 8
//   spmv    2 43
//   refused: there is no runtime `none at all`
#include <cstdio>

#include "brooklet/device.hpp"

static void print(const char *name, const brooklet::Stream &stream) {
    std::printf("%-7s", name);
    for (float value : stream.read()) std::printf(" %g", value);
    std::printf("\n");
}

int main() try {
    const brooklet::Device device;
    const auto what = device.description();
    std::printf("on %s, %s\n", what.renderer, what.api);

    const auto x = device.stream(std::vector<float>{1, 2, 3, 4, 5, 6, 7, 8});
    const auto y = brooklet::map("10.0 * x", {{"x", x}});

    const auto program = device.program(
        "kernel void saxpy(float alpha, float x<>, float y<>, out float result<>) { result = alpha * x + y; }\n"
        "reduce void sum(float a<>, reduce float total<>) { total += a; }\n");
    const auto z = device.zeros(x.shape());
    program.run("saxpy", 2.0f, x, y, z);
    print("saxpy", z);
    std::printf("total   %g\n", program.reduce<float>("sum", z, brooklet::accumulator));

    print("map", brooklet::map("z / s", {{"z", z}, {"s", 12.0f}}));
    print("scan", x.scan());
    print("filter", x.filter("x > 5.0"));
    print("sort", x.sort(true));
    const auto [largest, positions] = x.top(3);
    print("top", largest);
    print("where", x.search(device.stream(std::vector<float>{4})));

    const auto matrix = device.stream(std::vector<float>{1, 2, 3, 4}, {2, 2});
    print("matmul", matrix.matmul(matrix.transpose()));
    print("sat", matrix.sat());
    print("box", matrix.convolve({1, 1}, 1, 2, BROOKLET_BORDER_ZERO));
    print("median", matrix.median_filter(3));
    print("blur", matrix.blur(0));
    const auto mask = device.stream(std::vector<float>{1, 0, 0, 1}, {1, 4});
    print("far", mask.distance());
    print("near", mask.nearest());
    const auto [labels, count] = mask.label(8);
    print("label", labels);
    std::printf("groups  %d\n", static_cast<int>(count));
    print("irfft", x.rfft().irfft(8));
    const auto waves = brooklet::map("vec2(x, -x)", {{"x", x}}).fft();
    print("ifft", brooklet::map("w.x", {{"w", waves.fft({-1}, true)}}));
    const brooklet::SparseMatrix sparse(device.stream(std::vector<float>{0, 1, 3}), device.stream(std::vector<float>{0, 0, 1}),
                                        device.stream(std::vector<float>{2, 3, 4}), 2);
    print("spmv", sparse.multiply(device.stream(std::vector<float>{1, 10})));

    try {
        brooklet::Device("none at all");
    } catch (const brooklet::Error &error) {
        const std::string text = error.what();
        std::printf("refused: %s\n", text.substr(0, text.find(':')).c_str());
    }
    return 0;
} catch (const brooklet::Error &error) {
    std::fprintf(stderr, "error %d: %s\n", static_cast<int>(error.status), error.what());
    return 1;
}
