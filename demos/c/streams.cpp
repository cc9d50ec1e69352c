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
