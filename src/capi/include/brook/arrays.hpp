// Arrays: of streams, and of the host for gathers.
#ifndef BROOKLET_ARRAYS_HPP
#define BROOKLET_ARRAYS_HPP

namespace brook {
namespace internal {

// Streams of one type and shape: `float s[3]<10>`. Like an array of C++, it becomes a pointer to its first element.
template <int RANK> class streams {
  public:
    template <class... Lengths>
    streams(const StreamType *types, const extents &own, int first, Lengths... rest) {
        for (int i = 0; i < first; i++) all_.emplace_back(types, own, int(rest)...);
    }
    typedef typename std::conditional<RANK == 1, stream, streams<RANK - 1>>::type element;
    operator element *() { return all_.data(); }
    operator const element *() const { return all_.data(); }

  private:
    std::vector<element> all_;
};
template <> class streams<0> {};

// A gather with sizes: a stream, or an array of the host, which becomes a stream for the call.
template <class T, int... SIZES> class table : public stream {
  public:
    table(const stream &of) : stream(of) {}
    template <class V, typename std::enable_if<std::is_same<typename std::remove_all_extents<V>::type, T>::value, int>::type = 0>
    table(const V *from) : stream(getStreamType((T *)0), extents(SIZES...)) {
        read(from);
    }
};

} // namespace internal
} // namespace brook

#endif
