// Streams: counted handles, domains of them, and iterators.
#ifndef BROOKLET_STREAM_HPP
#define BROOKLET_STREAM_HPP

#include <memory>

namespace brook {

class stream;
class StreamData;
class iter;
#ifndef BROOKLET_BROOK_PLUS
// In Brook+ it is another type: see brook/plus.hpp.
typedef StreamData Stream;
#endif
// What the old runtime called the base of streams and iterators.
typedef StreamData StreamInterface;

namespace internal {

inline BrookletHandle device() {
    BrookletHandle device = 0;
    if (brooklet_version() != BROOKLET_VERSION) {
        fprintf(stderr, "brooklet: this program is for version %d of the library, which is version %d: build it again\n",
                int(BROOKLET_VERSION), int(brooklet_version()));
        exit(1);
    }
    check(brooklet_device_default(&device));
    return device;
}

// The numbers of an argument of an iterator, one after the other.
inline void numbers(std::vector<double> &to, double value) { to.push_back(value); }
template <class V> typename std::enable_if<(components<V>::COUNT > 1)>::type numbers(std::vector<double> &to, const V &v) {
    for (int i = 0; i < components<V>::COUNT; i++) to.push_back(double(v[i]));
}

inline std::vector<uint64_t> sizes(const std::vector<int> &given) {
    std::vector<uint64_t> made;
    if (given.empty() || given.size() > 4) {
        fprintf(stderr, "brooklet: a stream has %d dimensions: it must have 1 to 4\n", int(given.size()));
        exit(1);
    }
    for (int extent : given) {
        if (extent < 0) {
            fprintf(stderr, "brooklet: a stream's extent is %d: it must not be negative\n", extent);
            exit(1);
        }
        made.push_back(uint64_t(extent));
    }
    return made;
}

} // namespace internal

// The extents of a declaration, slowest first.
struct extents {
    std::vector<uint64_t> all;
    template <class... Extents> explicit extents(Extents... given) : all(internal::sizes({int(given)...})) {
        static_assert(sizeof...(Extents) >= 1 && sizeof...(Extents) <= 4, "a stream has 1 to 4 dimensions");
    }
};

// What a stream's handle means: elements on the device, made when they are first used.
class StreamData {
  public:
    StreamData(const internal::layout &layout, const std::vector<uint64_t> &extents) : layout_(&layout), extents_(extents) {}
    StreamData(const internal::layout &layout, const std::vector<uint64_t> &extents, const std::vector<float> &low,
           const std::vector<float> &high)
        : layout_(&layout), extents_(extents), low_(low), high_(high) {}
    StreamData(const StreamData &) = delete;
    StreamData &operator=(const StreamData &) = delete;
    ~StreamData() {
        if (handle_) brooklet_stream_free(handle_);
    }

    BrookletHandle handle() const {
        if (layout_->is_on_host()) {
            fprintf(stderr, "brooklet: a stream with doubles is passed to a kernel or operator of the device, which has none\n");
            exit(1);
        }
        if (!handle_) {
            BrookletHandle device = internal::device();
            if (low_.empty()) {
                BrookletElementLayout element = {layout_->name, layout_->types.data(), layout_->offsets.data(),
                                                 uint32_t(layout_->types.size()), layout_->size};
                internal::check(brooklet_stream_new(device, &element, extents_.data(), uint32_t(extents_.size()), &handle_));
            } else {
                internal::check(brooklet_stream_iterator(device, uint32_t(low_.size()), extents_.data(),
                                                         uint32_t(extents_.size()), low_.data(), high_.data(), &handle_));
            }
        }
        return handle_;
    }

    const internal::layout &element() const { return *layout_; }

    // The extents that it has now, slowest first: those of a variable output change.
    std::vector<uint64_t> shape() const {
        if (!handle_) return extents_;
        uint64_t now[4];
        uint32_t rank = 0;
        internal::check(brooklet_stream_shape(handle_, now, &rank));
        return std::vector<uint64_t>(now, now + rank);
    }

    const std::vector<uint64_t> &declared() const { return extents_; }

    void read(const void *from) { read(nullptr, nullptr, from, bytes()); }
    void write(void *to) const { write(nullptr, nullptr, to, bytes()); }
    // The elements of a part, from the corner `low` up to, and without, `high`.
    void read(const uint64_t *low, const uint64_t *high, const void *from, uint64_t size) const {
        if (layout_->is_on_host()) return copy(low, high, const_cast<void *>(from), true);
        internal::check(brooklet_stream_write(handle(), low, high, from, size), "streamRead");
    }
    void write(const uint64_t *low, const uint64_t *high, void *to, uint64_t size) const {
        if (layout_->is_on_host()) return copy(low, high, to, false);
        internal::check(brooklet_stream_read(handle(), low, high, to, size), "streamWrite");
    }

    // What code beside the translated programs asks of the old runtime's streams.
    void Read(const void *from) { read(from); }
    void Write(void *to) const { write(to); }
    unsigned int getDimension() const { return (unsigned int)(shape().size()); }
    const unsigned int *getExtents() const {
        asked_.clear();
        for (uint64_t extent : shape()) asked_.push_back((unsigned int)(extent));
        return asked_.data();
    }
    unsigned int getTotalSize() const { return (unsigned int)(count()); }
    unsigned int getFieldCount() const { return (unsigned int)(layout_->types.size()); }
    StreamType getIndexedFieldType(unsigned int i) const {
        return i < layout_->types.size() ? StreamType(layout_->types[i]) : __BRTNONE;
    }
    // Handles count by themselves.
    void acquireReference() {}
    void releaseReference() {}
    enum USAGEFLAGS { NONE = 0, READ = 1, WRITE = 2, READWRITE = 3 };
    // The elements on the host: the stream's own before, if they are to be read, and the stream's afterwards, if they are written.
    void *getData(unsigned int flags) {
        lent_.resize(size_t(bytes()));
        if (flags & READ) write(lent_.data());
        return lent_.data();
    }
    void releaseData(unsigned int flags) {
        if (flags & WRITE && lent_.size() == bytes()) read(lent_.data());
        lent_.clear();
    }
    unsigned int getElementSize() const { return (unsigned int)(layout_->size); }

    uint64_t count() const {
        uint64_t all = 1;
        for (uint64_t extent : shape()) all *= extent;
        return all;
    }
    uint64_t bytes() const { return count() * layout_->size; }

  private:
    const internal::layout *layout_;
    std::vector<uint64_t> extents_;
    std::vector<float> low_, high_;
    mutable BrookletHandle handle_ = 0;
    mutable std::vector<unsigned int> asked_;
    std::vector<unsigned char> lent_;
    // The elements that no device has.
    mutable std::vector<unsigned char> held_;

    // Copies a part of the elements on the host, row by row.
    void copy(const uint64_t *low, const uint64_t *high, void *with, bool reads) const {
        held_.resize(size_t(bytes()));
        size_t rank = extents_.size(), each = layout_->size, done = 0;
        std::vector<uint64_t> from(rank, 0), to(extents_);
        if (low) from.assign(low, low + rank), to.assign(high, high + rank);
        for (size_t i = 0; i < rank; i++) {
            if (from[i] >= to[i]) return;
        }
        size_t row = size_t(to[rank - 1] - from[rank - 1]) * each;
        for (std::vector<uint64_t> at = from;;) {
            size_t place = 0;
            for (size_t i = 0; i < rank; i++) place = place * size_t(extents_[i]) + size_t(at[i]);
            unsigned char *own = held_.data() + place * each, *other = static_cast<unsigned char *>(with) + done;
            memcpy(reads ? own : other, reads ? other : own, row);
            done += row;
            size_t axis = rank - 1;
            while (axis > 0 && ++at[axis - 1] == to[axis - 1]) at[axis - 1] = from[axis - 1], axis--;
            if (axis == 0) return;
        }
    }
};

// A counted handle of a stream, or of a domain of one. Copies mean the same elements.
class stream {
  public:
    stream() = default;
    stream(const StreamType *types, const extents &own)
        : made_(std::make_shared<StreamData>(internal::layout::of(types), own.all)) {}
    // stream(getStreamType((float *)0), rows, columns, -1)
    template <class... Extents> stream(const StreamType *types, int first, Extents... rest) {
        std::vector<int> all = {first, int(rest)...};
        std::vector<int> own;
        for (int extent : all) {
            if (extent == -1) break;
            own.push_back(extent);
        }
        made_ = std::make_shared<StreamData>(internal::layout::of(types), internal::sizes(own));
    }
    stream(const unsigned int *own, unsigned int dimensions, const StreamType *types)
        : made_(std::make_shared<StreamData>(internal::layout::of(types), std::vector<uint64_t>(own, own + dimensions))) {}
    template <class T> static stream create(int first) { return stream(getStreamType((T *)0), first, -1); }
    template <class T> static stream create(int first, int second) {
        return stream(getStreamType((T *)0), first, second, -1);
    }
    template <class T> static stream create(int first, int second, int third) {
        return stream(getStreamType((T *)0), first, second, third, -1);
    }
    template <class T> static stream create(int first, int second, int third, int fourth) {
        return stream(getStreamType((T *)0), first, second, third, fourth, -1);
    }

    StreamData *operator->() const { return &get(); }
    operator StreamData *() const { return made_.get(); }
    StreamData &get() const {
        if (!made_) {
            fprintf(stderr, "brooklet: a stream is used before anything is assigned to it\n");
            exit(1);
        }
        return *made_;
    }

    void read(const void *from) const {
        get().read(low(), high(), from, bytes());
    }
    void write(void *to) const {
        get().write(low(), high(), to, bytes());
    }
    void swap(stream &other) {
        std::swap(made_, other.made_);
        std::swap(low_, other.low_);
        std::swap(high_, other.high_);
    }

    // The elements from `a` up to, and without, `b`; vectors have the fastest dimension in x.
    stream domain(int a, int b) const { return part({a}, {b}); }
    stream domain(const int2 &a, const int2 &b) const { return part({a.y, a.x}, {b.y, b.x}); }
    stream domain(const int3 &a, const int3 &b) const { return part({a.z, a.y, a.x}, {b.z, b.y, b.x}); }
    stream domain(const int4 &a, const int4 &b) const { return part({a.w, a.z, a.y, a.x}, {b.w, b.z, b.y, b.x}); }

    bool is_domain() const { return !low_.empty(); }
    const uint64_t *low() const { return low_.empty() ? nullptr : low_.data(); }
    const uint64_t *high() const { return high_.empty() ? nullptr : high_.data(); }

    // The extents, slowest first; of a domain its own.
    std::vector<uint64_t> shape() const {
        if (low_.empty()) return get().shape();
        std::vector<uint64_t> own;
        for (size_t i = 0; i < low_.size(); i++) own.push_back(high_[i] - low_[i]);
        return own;
    }
    uint64_t count() const {
        uint64_t all = 1;
        for (uint64_t extent : shape()) all *= extent;
        return all;
    }
    uint64_t bytes() const { return count() * get().element().size; }

  protected:
    explicit stream(std::shared_ptr<StreamData> made) : made_(std::move(made)) {}
    std::shared_ptr<StreamData> made_;

  private:
    friend stream fresh(const stream &);
    std::vector<uint64_t> low_, high_;

    stream part(std::initializer_list<int> a, std::initializer_list<int> b) const {
        stream view = *this;
        std::vector<uint64_t> whole = shape();
        if (a.size() != whole.size()) {
            fprintf(stderr, "brooklet: a corner of a domain has %d number%s, and its stream has %d dimension%s\n", int(a.size()),
                    a.size() == 1 ? "" : "s", int(whole.size()), whole.size() == 1 ? "" : "s");
            exit(1);
        }
        view.low_.clear();
        view.high_.clear();
        const int *from = a.begin(), *to = b.begin();
        for (size_t i = 0; i < whole.size(); i++) {
            if (from[i] < 0 || to[i] < from[i] || uint64_t(to[i]) > whole[i]) {
                fprintf(stderr, "brooklet: the domain from %d to %d is not part of a stream of %d\n", from[i], to[i], int(whole[i]));
                exit(1);
            }
            uint64_t start = low_.empty() ? 0 : low_[i];
            view.low_.push_back(start + uint64_t(from[i]));
            view.high_.push_back(start + uint64_t(to[i]));
        }
        return view;
    }
};

// A stream of the same type and declared extents, with elements of its own.
inline stream fresh(const stream &of) {
    return stream(std::make_shared<StreamData>(of.get().element(), of.get().declared()));
}

// A stream of evenly spaced numbers or vectors: iter(type, extents.., -1, low, high, -1).
class iter : public stream {
  public:
    iter() = default;
    template <class Low, class High>
    iter(const StreamType *types, const extents &own, const Low &low, const High &high)
        : stream(between(types[0], own.all, low, high)) {}
    template <class... Rest> iter(const StreamType *types, Rest... rest) : stream(made(types[0], rest...)) {}
    template <class... Rest> iter(StreamType type, Rest... rest) : stream(made(type, rest...)) {}

  private:
    template <class... Rest> static std::shared_ptr<StreamData> made(StreamType type, Rest... rest) {
        std::vector<double> all;
        int expand[] = {(internal::numbers(all, rest), 0)...};
        (void)expand;
        size_t at = 0;
        std::vector<int> extents;
        while (at < all.size() && all[at] != -1) extents.push_back(int(all[at++]));
        at++;
        return bounded(type, internal::sizes(extents), all, at);
    }
    template <class Low, class High>
    static std::shared_ptr<StreamData> between(StreamType type, const std::vector<uint64_t> &extents, const Low &low,
                                               const High &high) {
        std::vector<double> all;
        internal::numbers(all, low);
        internal::numbers(all, high);
        return bounded(type, extents, all, 0);
    }
    // From the numbers behind `at`: the lower bound, and the upper one.
    static std::shared_ptr<StreamData> bounded(StreamType type, const std::vector<uint64_t> &extents,
                                               const std::vector<double> &all, size_t at) {
        size_t each = (uint32_t(type) - 1) % 4 + 1;
        size_t given = all.size() > at ? all.size() - at : 0;
        if (given < 2) {
            fprintf(stderr, "brooklet: an iterator has no bounds\n");
            exit(1);
        }
        std::vector<float> low, high;
        // One number for a vector is all of its components.
        bool spread = given < 2 * each;
        for (size_t i = 0; i < each; i++) {
            low.push_back(float(all[at + (spread ? 0 : i)]));
            high.push_back(float(all[at + (spread ? 1 : each + i)]));
        }
        return std::make_shared<StreamData>(plain(each), extents, low, high);
    }
    static const internal::layout &plain(size_t each) {
        switch (each) {
        case 1: return internal::record<float>::get();
        case 2: return internal::record<float2>::get();
        case 3: return internal::record<float3>::get();
        default: return internal::record<float4>::get();
        }
    }
};

} // namespace brook

#endif
