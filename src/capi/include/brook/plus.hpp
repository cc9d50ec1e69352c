// The streams of Brook+, for code of the time that includes brook/brook.h, brook/Stream.h or brook/Device.h.
#ifndef BROOKLET_PLUS_HPP
#define BROOKLET_PLUS_HPP

#if defined(BROOKLET_BROOK_HPP) && !defined(BROOKLET_BROOK_PLUS)
#error "include brook/brook.h or brook/Stream.h before brook/brook.hpp: `Stream` is another type there"
#endif
#ifndef BROOKLET_BROOK_PLUS
#define BROOKLET_BROOK_PLUS
#endif
// The headers of the SDK may be found too. They are empty from here on, and must not have come before.
#if defined(_FORMATS_H_) || defined(_ERRORCODES_H_) || defined(_VECTORDATATYPE_H_) || defined(_KERNELINTERFACE_H_)
#error "the SDK's own headers of Brook+ come first: name the folder of brooklet's headers before theirs, with -I"
#endif
#define _BROOK_H_
#define _STREAM_H_
#define _STREAMDATA_H_
#define _DEVICE_H_
#define _ERRORCODES_H_
#define _FORMATS_H_
#define _VECTORDATATYPE_H_
#define _KERNELINTERFACE_H_

#include "../brook.hpp"

namespace brook {

enum BRerror {
    BR_NO_ERROR = 0,
    BR_ERROR_DECLARATION,
    BR_ERROR_READ,
    BR_ERROR_WRITE,
    BR_ERROR_KERNEL,
    BR_ERROR_DOMAIN,
    BR_ERROR_INVALID_PARAMATER, // as it was spelt
    BR_ERROR_NOT_SUPPORTED,
    BR_ERROR_ASSIGN,
    BR_ERROR_FORCE_DWORD = 0x7fffffff
};

// A device: the one that BRT_RUNTIME and BRT_ADAPTER choose. Each thread has one of its own, with its own streams.
class Device {};
inline Device *getDevices(const char *, unsigned int *count) {
    static Device one;
    if (count) *count = 1;
    return &one;
}
template <class... Ignored> void useDevices(Device *, Ignored...) {}

// A stream whose extents come fastest first, as Brook+ has them. What goes wrong ends the program, so that error() is
// always BR_NO_ERROR.
template <class T> class Stream : public stream {
  public:
    Stream(unsigned int rank, const unsigned int *extents, const Device * = nullptr) : stream(made(rank, extents)) {}
    Stream(unsigned int rank, unsigned int *extents, const Device * = nullptr) : stream(made(rank, extents)) {}
    Stream(const stream &of) : stream(of) {}

    // Flags, as "async" and "nocopy", change nothing: the copy is made when the function returns.
    void read(const void *from, const char * = nullptr) const { stream::read(from); }
    void write(void *to, const char * = nullptr) const { stream::write(to); }
    // Copies the elements of a stream of the same extents.
    void assign(const Stream &from) const {
        if (from.shape() != shape()) {
            fprintf(stderr, "brooklet: a stream is assigned to one of other extents\n");
            exit(1);
        }
        std::vector<unsigned char> all(size_t(from.bytes()));
        if (all.empty()) return;
        from.write(all.data());
        read(all.data());
    }
    BRerror error() const { return BR_NO_ERROR; }
    const char *errorLog() const { return ""; }
    bool isSync() const { return true; }
    void finish() const { ::brook::finish(); }

    Stream domain(const unsigned int *low, const unsigned int *high) const {
        int a[4] = {0, 0, 0, 0}, b[4] = {0, 0, 0, 0};
        size_t rank = shape().size();
        for (size_t i = 0; i < rank; i++) {
            a[i] = int(low[i]);
            b[i] = int(high[i]);
        }
        switch (rank) {
        case 1: return stream::domain(a[0], b[0]);
        case 2: return stream::domain(int2(a[0], a[1]), int2(b[0], b[1]));
        case 3: return stream::domain(int3(a[0], a[1], a[2]), int3(b[0], b[1], b[2]));
        default: return stream::domain(int4(a[0], a[1], a[2], a[3]), int4(b[0], b[1], b[2], b[3]));
        }
    }

  private:
    static std::shared_ptr<StreamData> made(unsigned int rank, const unsigned int *extents) {
        std::vector<uint64_t> slowest_first;
        for (unsigned int i = rank; i > 0; i--) slowest_first.push_back(extents[i - 1]);
        return std::make_shared<StreamData>(internal::record<T>::get(), slowest_first);
    }
};

} // namespace brook

// Programs of Brook+ name its types with and without the namespace.
using namespace brook;

#endif
