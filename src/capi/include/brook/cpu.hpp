// Kernels that run on the CPU: those that compute with doubles, and those that scatter.
#ifndef BROOKLET_CPU_HPP
#define BROOKLET_CPU_HPP

namespace brook {
namespace internal {
namespace cpu {

[[noreturn]] inline void refuse(const char *kernel, const std::string &why) {
    fflush(stdout);
    fprintf(stderr, "brooklet: kernel `%s`: %s\n", kernel, why.c_str());
    exit(1);
}

// What `indexof` says. As in kernels, fewer components are its first ones.
struct place : float4 {
    place(float x_, float y_, float z_, float w_) : float4(x_, y_, z_, w_) {}
    operator float() const { return x; }
    operator float2() const { return float2(x, y); }
    operator float3() const { return float3(x, y, z); }
};

// The extents of a stream, the fastest first; 1 for missing dimensions.
struct sizes {
    int64_t at[4];
    int rank;
    explicit sizes(const std::vector<uint64_t> &slowest_first) : at{1, 1, 1, 1}, rank(int(slowest_first.size())) {
        for (int i = 0; i < rank; i++) at[i] = int64_t(slowest_first[size_t(rank - 1 - i)]);
    }
    int64_t count() const { return at[0] * at[1] * at[2] * at[3]; }
    std::string text() const {
        std::string all;
        for (int i = rank - 1; i >= 0; i--) all += std::to_string(at[i]) + (i ? "x" : "");
        return all;
    }
};

// The positions of a shape, one after the other.
class each {
  public:
    each(const char *kernel, const sizes &own) : kernel_(kernel), own_(own), at_{0, 0, 0, 0}, left_(own.count()) {}
    bool more() const { return left_ > 0; }
    void next() {
        left_--;
        for (int i = 0; i < 4 && ++at_[i] == own_.at[i]; i++) at_[i] = 0;
    }
    int4 instance() const { return int4(int(at_[0]), int(at_[1]), int(at_[2]), int(at_[3])); }
    const char *kernel() const { return kernel_; }
    const sizes &own() const { return own_; }
    const int64_t *at() const { return at_; }

  private:
    const char *kernel_;
    sizes own_;
    int64_t at_[4];
    int64_t left_;
};

// The elements of a stream, on the host.
template <class T> class elements {
  public:
    elements(const char *kernel, const char *name, const stream &of) : name_(name), own_(of.shape()), all_(size_t(of.count())) {
        const layout &given = of.get().element(), &wanted = record<T>::get();
        if (given.types != wanted.types || given.offsets != wanted.offsets || given.size != wanted.size) {
            refuse(kernel, std::string("the stream that is given for `") + name + "` has elements of another type");
        }
        if (!all_.empty()) of.write(all_.data());
    }
    void write(const stream &to) const {
        if (!all_.empty()) to.read(all_.data());
    }
    const sizes &shape() const { return own_; }
    // The extents of an output are those that the kernel runs over.
    void drives() { drives_ = true; }

    // The element at a position of the shape that the kernel runs over.
    T &of(const each &position) {
        int64_t at[4];
        find(position, at);
        return all_[size_t(((at[3] * own_.at[2] + at[2]) * own_.at[1] + at[1]) * own_.at[0] + at[0])];
    }
    cpu::place index(const each &position) const {
        int64_t at[4];
        find(position, at);
        return cpu::place(float(at[0]), float(at[1]), float(at[2]), float(at[3]));
    }
    // The element at an index, the fastest first. It is clamped; or if it must not be, there may be no such element.
    T *find(const double (&index)[4], bool clamps) {
        int64_t at[4];
        for (int i = 0; i < 4; i++) {
            double nearest = i < own_.rank ? floor(index[i] + 0.5) : 0, last = double(own_.at[i] - 1);
            if (!clamps && !(nearest >= 0 && nearest <= last)) return nullptr;
            at[i] = nearest >= last ? int64_t(last) : nearest >= 0 ? int64_t(nearest) : 0;
        }
        if (all_.empty()) return nullptr;
        return &all_[size_t(((at[3] * own_.at[2] + at[2]) * own_.at[1] + at[1]) * own_.at[0] + at[0])];
    }

  private:
    const char *name_;
    sizes own_;
    std::vector<T> all_;
    bool drives_ = false;

    void find(const each &position, int64_t (&at)[4]) const {
        for (int i = 0; i < 4; i++) {
            int64_t in = own_.at[i], out = position.own().at[i], x = position.at()[i];
            int64_t step = in > out ? (in + out - 1) / out : 1;
            bool repeats = in > 0 && in <= out && out % in == 0, strides = in > out && (in + step - 1) / step == out;
            if (drives_ ? in != out : !repeats && !strides) {
                refuse(position.kernel(), std::string("`") + name_ + "` is " + own_.text() + ", and the outputs are " + position.own().text());
            }
            at[i] = repeats ? x * in / out : x * step;
        }
    }
};

// A gather of so many brackets.
template <class T, int BRACKETS, bool WRITES> class indexed {
  public:
    explicit indexed(elements<T> &of) : of_(of), none_() {}
    template <class I, typename std::enable_if<(components<I>::COUNT > 1), int>::type = 0> T &operator[](const I &at) {
        double index[4] = {0, 0, 0, 0};
        for (int i = 0; i < components<I>::COUNT && i < 4; i++) index[i] = double(at[i]);
        return found(index);
    }
    template <class I, typename std::enable_if<std::is_arithmetic<I>::value && BRACKETS == 1, int>::type = 0> T &operator[](I at) {
        double index[4] = {double(at), 0, 0, 0};
        return found(index);
    }
    // a[y][x]: an index that lacks its last LEFT numbers.
    template <int LEFT, class = void> struct row {
        indexed &of;
        double index[4];
        template <class I> row<LEFT - 1> operator[](I at) const {
            row<LEFT - 1> next = {of, {index[0], index[1], index[2], index[3]}};
            next.index[LEFT - 1] = double(at);
            return next;
        }
    };
    template <class Unused> struct row<1, Unused> {
        indexed &of;
        double index[4];
        template <class I> T &operator[](I at) const {
            double all[4] = {double(at), index[1], index[2], index[3]};
            return of.found(all);
        }
    };
    template <class I, typename std::enable_if<std::is_arithmetic<I>::value && (BRACKETS > 1), int>::type = 0>
    row<BRACKETS - 1> operator[](I at) {
        row<BRACKETS - 1> first = {*this, {0, 0, 0, 0}};
        first.index[BRACKETS - 1] = double(at);
        return first;
    }

  private:
    elements<T> &of_;
    T none_;
    T &found(const double (&index)[4]) {
        T *found = of_.find(index, !WRITES);
        none_ = T();
        return found ? *found : none_;
    }
};
template <class T, int BRACKETS> using gather = indexed<T, BRACKETS, false>;
template <class T, int BRACKETS> using places = indexed<T, BRACKETS, true>;

// Reduces blocks of a stream, each in order: the accumulator starts as its first element.
template <class T, class Step> void fold(const char *kernel, const char *name, const stream &from, const sizes &to, T *results, Step step) {
    elements<T> all(kernel, name, from);
    const sizes &own = all.shape();
    for (int i = 0; i < 4; i++) {
        if (own.at[i] == 0 || to.at[i] == 0 || own.at[i] % to.at[i] != 0) {
            refuse(kernel, std::string("`") + name + "` is " + own.text() + ", which does not divide into " + to.text() + " parts");
        }
    }
    std::vector<char> begun(size_t(to.count()), 0);
    for (each at(kernel, own); at.more(); at.next()) {
        int64_t place = 0;
        for (int i = 3; i >= 0; i--) place = place * to.at[i] + at.at()[i] / (own.at[i] / to.at[i]);
        T &result = results[place];
        if (begun[size_t(place)]) step(all.of(at), result);
        else result = all.of(at);
        begun[size_t(place)] = 1;
    }
}
template <class T, class Step>
void fold_to_value(const char *kernel, const char *name, const stream &from, const char *, T &to, Step step) {
    fold<T>(kernel, name, from, sizes({1}), &to, step);
}
template <class T, class Step>
void fold_to_stream(const char *kernel, const char *name, const stream &from, const char *result, const stream &to, Step step) {
    elements<T> checked(kernel, result, to);
    std::vector<T> results(size_t(to.count()));
    fold<T>(kernel, name, from, sizes(to.shape()), results.data(), step);
    to.read(results.data());
}

// The functions of kernels that the C library does not have.
template <class T> T rsqrt(T x) { return T(1) / sqrt(x); }
template <class T> T frac(T x) { return x - floor(x); }
template <class T> T saturate(T x) { return x > T(0) ? (x < T(1) ? x : T(1)) : T(0); }
template <class T> T sign(T x) { return x > T(0) ? T(1) : x < T(0) ? T(-1) : T(0); }
template <class A, class B> typename std::common_type<A, B>::type max(A a, B b) { return a > b ? a : b; }
template <class A, class B> typename std::common_type<A, B>::type min(A a, B b) { return a < b ? a : b; }
template <class T, class L, class H> T clamp(T x, L low, H high) { return x > low ? (x < high ? x : T(high)) : T(low); }
template <class A, class B> int step(A edge, B x) { return x >= edge; }
template <class T, class W> T lerp(const T &a, const T &b, W weight) { return a + (b - a) * weight; }
template <class V, typename std::enable_if<(components<V>::COUNT > 1), int>::type = 0>
typename V::scalar dot(const V &a, const V &b) {
    typename V::scalar sum = 0;
    for (int i = 0; i < components<V>::COUNT; i++) sum = typename V::scalar(sum + a[i] * b[i]);
    return sum;
}
template <class V> auto length(const V &a) -> decltype(sqrt(dot(a, a))) { return sqrt(dot(a, a)); }
template <class V> V normalize(const V &a) { return a / length(a); }
template <class V> auto distance(const V &a, const V &b) -> decltype(length(a - b)) { return length(a - b); }

} // namespace cpu
} // namespace internal
} // namespace brook

#endif
