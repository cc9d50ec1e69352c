// C++17 on the C interface: devices, streams and programs free themselves, and errors are exceptions. It has the calls that programs need most;
// `handle()` is for all others, with `check` around them:
//
//     BrookletHandle order;
//     brooklet::check(brooklet_argsort_axis(stream.handle(), -1, 0, &order));
//     brooklet::Stream owned(order);
#ifndef BROOKLET_DEVICE_HPP
#define BROOKLET_DEVICE_HPP

#include <array>
#include <cstdint>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "../brooklet.h"

namespace brooklet {

// What the library refuses: its code, and in `what()` its text.
class Error : public std::runtime_error {
public:
    Error(BrookletStatus status, const char *text) : std::runtime_error(text), status(status) {}
    const BrookletStatus status;
};

// Throws the error of a call.
inline void check(BrookletStatus status) {
    if (status != BROOKLET_STATUS_OK) throw Error(status, brooklet_error_text());
}

// The extents of a stream, slowest first: 1 to 4 of them.
using Shape = std::vector<std::uint64_t>;

// What holds a handle, and frees it at its end. It can be moved, and not copied.
template <class Own> class Owner {
public:
    // Takes over a handle that the C interface has returned.
    explicit Owner(BrookletHandle handle) noexcept : handle_(handle) {}
    Owner(Owner &&other) noexcept : handle_(std::exchange(other.handle_, 0)) {}
    Owner &operator=(Owner &&other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    ~Owner() {
        if (handle_) Own::release(handle_);
    }
    BrookletHandle handle() const noexcept { return handle_; }
    // Leaves the handle to the caller.
    BrookletHandle leave() noexcept { return std::exchange(handle_, 0); }

protected:
    BrookletHandle handle_;
};

// The code of an element's type: a number, or an array of 2 to 4 for a vector.
template <class T> struct Element;
template <> struct Element<float> { static constexpr std::uint32_t code = BROOKLET_FLOAT; };
template <> struct Element<std::int32_t> { static constexpr std::uint32_t code = BROOKLET_INT; };
template <> struct Element<std::uint32_t> { static constexpr std::uint32_t code = BROOKLET_UINT; };
template <> struct Element<std::int16_t> { static constexpr std::uint32_t code = BROOKLET_SHORT; };
template <> struct Element<std::uint16_t> { static constexpr std::uint32_t code = BROOKLET_USHORT; };
template <> struct Element<std::int8_t> { static constexpr std::uint32_t code = BROOKLET_CHAR; };
template <> struct Element<std::uint8_t> { static constexpr std::uint32_t code = BROOKLET_UCHAR; };
template <class T, std::size_t N> struct Element<std::array<T, N>> {
    static_assert(N >= 2 && N <= 4, "a vector has 2 to 4 numbers");
    static constexpr std::uint32_t code = Element<T>::code + static_cast<std::uint32_t>(N) - 1;
};

// A stream on a device. Every function that returns a stream makes a new one.
class Stream : public Owner<Stream> {
public:
    using Owner::Owner;
    static void release(BrookletHandle handle) noexcept { brooklet_stream_free(handle); }

    Shape shape() const {
        std::uint64_t extents[4];
        std::uint32_t rank;
        check(brooklet_stream_shape(handle_, extents, &rank));
        return Shape(extents, extents + rank);
    }
    // How many elements it has.
    std::size_t size() const {
        std::size_t size = 1;
        for (std::uint64_t extent : shape()) size *= static_cast<std::size_t>(extent);
        return size;
    }
    // All elements, in C order. It waits until they are computed. A `T` of another size than the elements is an error.
    template <class T = float> std::vector<T> read() const {
        std::vector<T> data(size());
        check(brooklet_stream_read(handle_, nullptr, nullptr, data.data(), data.size() * sizeof(T)));
        return data;
    }
    // Replaces all elements.
    template <class T> void write(const std::vector<T> &data) {
        check(brooklet_stream_write(handle_, nullptr, nullptr, data.data(), data.size() * sizeof(T)));
    }

    // The operators are "sum", "product", "min", "max" and of `reduce` also "mean".
    float reduce(const char *op) const {
        float value;
        check(brooklet_reduce(handle_, op, &value, 1));
        return value;
    }
    float sum() const { return reduce("sum"); }
    float min() const { return reduce("min"); }
    float max() const { return reduce("max"); }
    Stream reduce(const char *op, std::int32_t axis) const {
        return made([&](auto *to) { return brooklet_reduce_axis(handle_, op, axis, to); });
    }
    Stream scan(const char *op = "sum", bool exclusive = false) const {
        return made([&](auto *to) { return brooklet_scan(handle_, op, exclusive, to); });
    }
    // Keeps the elements for which an expression in `x` is true, as "x > 0.5".
    Stream filter(const char *keep) const {
        return made([&](auto *to) { return brooklet_filter(handle_, keep, to); });
    }
    Stream sort(bool descending = false) const {
        const std::uint32_t flags = descending ? BROOKLET_SORT_DESCENDING : 0;
        return made([&](auto *to) { return brooklet_sort(handle_, 0, flags, to, nullptr); });
    }
    // Sorts, and moves the elements of a payload with their keys.
    std::pair<Stream, Stream> sort(const Stream &payload, bool descending = false, bool stable = false) const {
        const std::uint32_t flags = (descending ? BROOKLET_SORT_DESCENDING : 0) | (stable ? BROOKLET_SORT_STABLE : 0);
        return two([&](auto *keys, auto *moved) { return brooklet_sort(handle_, payload.handle(), flags, keys, moved); });
    }
    Stream argsort(bool descending = false) const {
        const std::uint32_t flags = descending ? BROOKLET_SORT_DESCENDING : 0;
        return made([&](auto *to) { return brooklet_argsort(handle_, flags, 0, 0, 0, to); });
    }
    // Where queries belong among the elements of this stream, which are sorted.
    Stream search(const Stream &queries, bool upper = false) const {
        return made([&](auto *to) { return brooklet_search(handle_, queries.handle(), upper, to); });
    }
    Stream merge(const Stream &other) const {
        return made([&](auto *to) { return brooklet_merge(handle_, other.handle(), to); });
    }
    // The distinct elements, and how many there are of each.
    std::pair<Stream, Stream> unique() const {
        return two([&](auto *distinct, auto *counts) { return brooklet_unique(handle_, distinct, counts); });
    }
    // The distinct elements, and of each the combination of its values.
    std::pair<Stream, Stream> group(const Stream &values, const char *op = "sum") const {
        return two([&](auto *keys, auto *to) { return brooklet_group(handle_, values.handle(), op, keys, to); });
    }
    Stream take(const Stream &positions) const {
        return made([&](auto *to) { return brooklet_take(handle_, positions.handle(), to); });
    }
    // A copy with values at positions; with an operator they are combined with what is there.
    Stream put(const Stream &positions, const Stream &values, const char *op = nullptr) const {
        return made([&](auto *to) { return brooklet_put(handle_, positions.handle(), values.handle(), op, to); });
    }
    // The `k` largest elements, and their positions.
    std::pair<Stream, Stream> top(std::uint64_t k, bool smallest = false) const {
        const std::uint32_t flags = smallest ? BROOKLET_TOP_SMALLEST : 0;
        return two([&](auto *values, auto *positions) { return brooklet_top(handle_, k, flags, values, positions); });
    }
    Stream quantile(const std::vector<double> &quantiles) const {
        const auto count = static_cast<std::uint32_t>(quantiles.size());
        return made([&](auto *to) { return brooklet_quantile(handle_, quantiles.data(), count, to); });
    }

    // Rows and columns are the last two axes.
    Stream transpose() const {
        return made([&](auto *to) { return brooklet_transpose(handle_, to); });
    }
    Stream matmul(const Stream &other) const {
        return made([&](auto *to) { return brooklet_matmul(handle_, other.handle(), to); });
    }
    // `weights` are given row by row, and `border` says what stands past the edges.
    Stream convolve(const std::vector<float> &weights, std::uint32_t rows, std::uint32_t columns,
                    std::uint32_t border = BROOKLET_BORDER_REFLECT) const {
        if (weights.size() != std::uint64_t{rows} * columns) throw std::invalid_argument("as many weights as rows times columns");
        return made([&](auto *to) { return brooklet_convolve(handle_, weights.data(), rows, columns, border, to); });
    }
    Stream blur(float sigma, std::uint32_t border = BROOKLET_BORDER_REFLECT) const {
        return made([&](auto *to) { return brooklet_blur(handle_, sigma, border, to); });
    }
    Stream median_filter(std::uint32_t side, std::uint32_t border = BROOKLET_BORDER_REFLECT) const {
        return made([&](auto *to) { return brooklet_median_filter(handle_, side, border, to); });
    }
    // The summed-area table.
    Stream sat() const {
        return made([&](auto *to) { return brooklet_sat(handle_, to); });
    }
    // How far the nearest element is that is not 0, and where it is, in C order.
    Stream distance() const {
        return made([&](auto *to) { return brooklet_distance(handle_, to); });
    }
    Stream nearest() const {
        return made([&](auto *to) { return brooklet_nearest(handle_, to); });
    }
    // The numbers of connected components, from 1, and how many there are. `connectivity` is 4 or 8.
    std::pair<Stream, std::uint64_t> label(std::uint32_t connectivity = 4) const {
        std::uint64_t count = 0;
        Stream labels = made([&](auto *to) { return brooklet_label(handle_, connectivity, to, &count); });
        return {std::move(labels), count};
    }
    // Fourier transforms along axes: of complex numbers (float2), and of real ones. `length` is that of the last axis of the result.
    using Axes = std::vector<std::int32_t>;
    Stream fft(const Axes &axes = {-1}, bool inverse = false) const {
        const auto count = static_cast<std::uint32_t>(axes.size());
        return made([&](auto *to) { return brooklet_fft(handle_, axes.data(), count, inverse, to); });
    }
    Stream rfft(const Axes &axes = {-1}) const {
        const auto count = static_cast<std::uint32_t>(axes.size());
        return made([&](auto *to) { return brooklet_rfft(handle_, axes.data(), count, to); });
    }
    Stream irfft(std::uint64_t length, const Axes &axes = {-1}) const {
        const auto count = static_cast<std::uint32_t>(axes.size());
        return made([&](auto *to) { return brooklet_irfft(handle_, length, axes.data(), count, to); });
    }

    // The stream that a call makes, which gets where its handle goes.
    template <class Call> static Stream made(Call call) {
        BrookletHandle handle = 0;
        check(call(&handle));
        return Stream(handle);
    }

private:
    template <class Call> static std::pair<Stream, Stream> two(Call call) {
        BrookletHandle first = 0, second = 0;
        check(call(&first, &second));
        return {Stream(first), Stream(second)};
    }
};

// A sparse matrix of compressed rows: `offsets` are the first entry of each row and the number of entries, `indices` the entries' columns.
class SparseMatrix : public Owner<SparseMatrix> {
public:
    SparseMatrix(const Stream &offsets, const Stream &indices, const Stream &values, std::uint64_t columns) : Owner(0) {
        check(brooklet_sparse_new(offsets.handle(), indices.handle(), values.handle(), columns, &handle_));
    }
    static void release(BrookletHandle handle) noexcept { brooklet_sparse_free(handle); }

    Stream multiply(const Stream &vector) const {
        return Stream::made([&](auto *to) { return brooklet_spmv(handle_, vector.handle(), to); });
    }
};

// A name of an expression, and the stream or the constant that it stands for.
struct Named : BrookletInput {
    Named(const char *name, const Stream &stream) : BrookletInput{name, stream.handle(), 0, {}} {}
    Named(const char *name, float value) : BrookletInput{name, 0, 1, {value}} {}
    template <std::size_t N> Named(const char *name, const std::array<float, N> &vector) : BrookletInput{name, 0, N, {}} {
        static_assert(N >= 1 && N <= 4, "a constant has 1 to 4 numbers");
        for (std::size_t i = 0; i < N; i++) value[i] = vector[i];
    }
};

// An expression of GLSL for every element: map("alpha * x + y", {{"alpha", 2.0f}, {"x", x}, {"y", y}}).
inline Stream map(const char *expression, std::initializer_list<Named> inputs) {
    const std::vector<BrookletInput> all(inputs.begin(), inputs.end());
    const auto count = static_cast<std::uint32_t>(all.size());
    return Stream::made([&](auto *to) { return brooklet_map(expression, all.data(), count, to); });
}

// Stands for the accumulator among the arguments of a reduction.
struct Accumulator {};
inline constexpr Accumulator accumulator;

// The kernels of a Brook program.
class Program : public Owner<Program> {
public:
    using Owner::Owner;
    static void release(BrookletHandle handle) noexcept { brooklet_program_free(handle); }

    // Runs a kernel. The arguments are streams and constants (numbers, arrays and structs of them), in the order of its parameters.
    template <class... Arguments> void run(const char *kernel, const Arguments &...arguments) const {
        const std::array<BrookletArgument, sizeof...(Arguments)> all{argument(arguments)...};
        check(brooklet_program_run(handle_, kernel, all.data(), static_cast<std::uint32_t>(all.size())));
    }
    // Runs a reduction: reduce<float>("sum", x, brooklet::accumulator).
    template <class T, class... Arguments> T reduce(const char *reduction, const Arguments &...arguments) const {
        const std::array<BrookletArgument, sizeof...(Arguments)> all{argument(arguments)...};
        T value;
        check(brooklet_program_reduce(handle_, reduction, all.data(), static_cast<std::uint32_t>(all.size()), &value, sizeof value));
        return value;
    }

private:
    static BrookletArgument argument(const Stream &stream) {
        BrookletArgument own{};
        own.stream = stream.handle();
        return own;
    }
    static BrookletArgument argument(const Accumulator &) { return {}; }
    template <class T> static BrookletArgument argument(const T &constant) {
        static_assert(std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>, "a constant is copied byte by byte");
        BrookletArgument own{};
        own.constant = &constant;
        own.bytes = sizeof constant;
        return own;
    }
};

// A device of this thread, on which streams and programs are made. They live on when it ends.
class Device : public Owner<Device> {
public:
    // `runtime` is as for `brooklet_device_open`: null is OpenGL, "ogl:1" is OpenGL on adapter 1, "cpu" needs no driver, "nv40" is an emulated
    // chip.
    explicit Device(const char *runtime = nullptr) : Owner(0) {
        if (brooklet_version() != BROOKLET_VERSION) throw std::runtime_error("libbrooklet has another version than its header");
        check(brooklet_device_open(runtime, &handle_));
    }
    static void release(BrookletHandle handle) noexcept { brooklet_device_free(handle); }

    BrookletDeviceDescription description() const {
        BrookletDeviceDescription own{};
        check(brooklet_device_describe(handle_, &own, sizeof own));
        return own;
    }
    // Waits until all that was asked of it is done.
    void finish() const { check(brooklet_device_finish(handle_)); }

    // A stream of zeros.
    template <class T = float> Stream zeros(const Shape &shape) const {
        const auto rank = static_cast<std::uint32_t>(shape.size());
        return Stream::made([&](auto *to) { return brooklet_stream_of(handle_, Element<T>::code, shape.data(), rank, to); });
    }
    // A stream of these elements, in C order; of one dimension, if no shape is given.
    template <class T> Stream stream(const std::vector<T> &data, const Shape &shape = {}) const {
        Stream made = zeros<T>(shape.empty() ? Shape{data.size()} : shape);
        made.write(data);
        return made;
    }
    // Random numbers from 0 to 1, without 1; or of a normal distribution.
    Stream random(const Shape &shape, std::uint64_t seed, bool normal = false) const {
        const auto rank = static_cast<std::uint32_t>(shape.size());
        return Stream::made([&](auto *to) { return brooklet_random(handle_, shape.data(), rank, seed, normal, to); });
    }
    // Compiles a Brook program; `name` is for messages.
    Program program(const std::string &text, const char *name = "program.br") const {
        BrookletHandle program = 0;
        check(brooklet_program_new(handle_, name, text.c_str(), &program));
        return Program(program);
    }
};

}  // namespace brooklet

#endif
