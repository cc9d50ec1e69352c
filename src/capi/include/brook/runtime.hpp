// The functions of the old runtime that are not about one stream.
#ifndef BROOKLET_RUNTIME_HPP
#define BROOKLET_RUNTIME_HPP

#include <chrono>

namespace brook {

template <class... Ignored> void initialize(const char *, Ignored...) {}
inline void initialize() {}
inline void finalize() {}
inline void finish() { internal::check(brooklet_device_finish(internal::device())); }
inline long long microseconds() {
    auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::microseconds>(now).count();
}

// The names that `initialize` takes, behind which is a null pointer. A program has one device, which BRT_RUNTIME and BRT_ADAPTER
// choose.
inline const char **runtimeTargets() {
    static const char *names[] = {"ogl", nullptr};
    return names;
}

// The bytes of an element of a type.
inline unsigned int getElementSize(StreamType type) { return (unsigned int)(internal::layout::bytes(type)); }

// What the places of a variable output that nothing was pushed to hold.
inline float getSentinel() { return INFINITY; }

// A stream of one element, which is infinite, with this many dimensions.
inline stream *sentinelStream(int dimensions) {
    static std::map<int, std::unique_ptr<stream>> all;
    std::unique_ptr<stream> &own = all[dimensions];
    if (!own) {
        const unsigned int ones[] = {1, 1, 1, 1};
        internal::sizes(std::vector<int>(size_t(dimensions > 0 ? dimensions : 0), 1));
        own.reset(new stream(ones, (unsigned int)(dimensions), getStreamType((float *)0)));
        float infinity = getSentinel();
        own->read(&infinity);
    }
    return own.get();
}

} // namespace brook

// A program that has a function of this name has its own.
template <class...> float getSentinel() { return ::brook::getSentinel(); }

typedef ::brook::stream __BRTIter;
typedef ::brook::stream __BRTStream;

// The interface for C of the old runtime.
typedef long long brint64;
inline const char **brruntimes() { return ::brook::runtimeTargets(); }
inline void brsetruntime(const char *name) { ::brook::initialize(name); }
inline brint64 brmicroseconds() { return ::brook::microseconds(); }
inline void *brmalloc(size_t size) { return malloc(size); }
inline void *brcalloc(size_t count, size_t size) { return calloc(count, size); }
inline void *brrealloc(void *at, size_t size) { return realloc(at, size); }
inline void brfree(void *at) { free(at); }

#endif
