// The types of elements, and how they lie in memory.
#ifndef BROOKLET_TYPES_HPP
#define BROOKLET_TYPES_HPP

#include <initializer_list>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace brook {

// A type of an element's field; lists of them end in __BRTNONE.
enum StreamType : uint32_t {
    __BRTNONE = 0,
    // The old runtime's word for a stream as the target of a reduction: no type of an element.
    __BRTSTREAM = 0xffff,
    __BRTFLOAT = BROOKLET_FLOAT, __BRTFLOAT2, __BRTFLOAT3, __BRTFLOAT4,
    __BRTINT = BROOKLET_INT, __BRTINT2, __BRTINT3, __BRTINT4,
    __BRTUINT = BROOKLET_UINT, __BRTUINT2, __BRTUINT3, __BRTUINT4,
    __BRTCHAR = BROOKLET_CHAR, __BRTCHAR2, __BRTCHAR3, __BRTCHAR4,
    __BRTUCHAR = BROOKLET_UCHAR, __BRTUCHAR2, __BRTUCHAR3, __BRTUCHAR4,
    __BRTSHORT = BROOKLET_SHORT, __BRTSHORT2, __BRTSHORT3, __BRTSHORT4,
    __BRTUSHORT = BROOKLET_USHORT, __BRTUSHORT2, __BRTUSHORT3, __BRTUSHORT4,
    __BRTFIXED = BROOKLET_FIXED, __BRTFIXED2, __BRTFIXED3, __BRTFIXED4,
    __BRTSHORTFIXED = BROOKLET_SHORTFIXED, __BRTSHORTFIXED2, __BRTSHORTFIXED3, __BRTSHORTFIXED4,
    // Streams of these are on the host.
    __BRTDOUBLE, __BRTDOUBLE2, __BRTDOUBLE3, __BRTDOUBLE4
};

namespace internal {

// Ends the program: a call of brooklet went wrong, and old programs do not ask whether it did.
[[noreturn]] inline void fail(const char *what) {
    fflush(stdout);
    fprintf(stderr, "brooklet: %s%s%s\n", what ? what : "", what ? ": " : "", brooklet_error_text());
    exit(1);
}

inline void check(BrookletStatus status, const char *what = nullptr) {
    if (status != BROOKLET_STATUS_OK) fail(what);
}

// How an element lies in memory.
struct layout {
    const char *name;
    std::vector<uint32_t> types;
    std::vector<uint64_t> offsets;
    size_t size;
    size_t tight;

    layout(const char *name_, const StreamType *types_, const uint64_t *offsets_, size_t size_)
        : name(name_), size(size_), tight(0), key_(types_) {
        for (size_t i = 0; types_[i] != __BRTNONE; i++) {
            types.push_back(types_[i]);
            offsets.push_back(offsets_[i]);
            tight += bytes(types_[i]);
        }
        known()[types_] = this;
    }

    // The types of the fields, behind which is __BRTNONE.
    const StreamType *list() const { return key_; }

    static const layout &of(const StreamType *types) {
        auto found = known().find(types);
        return found != known().end() ? *found->second : listed(types);
    }

    static size_t bytes(uint32_t type) { return scalar(type) * ((type - 1) % 4 + 1); }
    static size_t scalar(uint32_t type) {
        static const size_t each[] = {4, 4, 4, 1, 1, 2, 2, 1, 2, 8};
        if (type == __BRTNONE || type > __BRTDOUBLE4) {
            fprintf(stderr, "brooklet: the type %u is not one of an element of a stream: lists of types end in __BRTNONE\n", unsigned(type));
            exit(1);
        }
        return each[(type - 1) / 4];
    }

    // The bytes of an element without gaps.
    std::vector<unsigned char> packed(const void *element) const {
        std::vector<unsigned char> made;
        for (size_t i = 0; i < types.size(); i++) {
            const unsigned char *from = static_cast<const unsigned char *>(element) + offsets[i];
            made.insert(made.end(), from, from + bytes(types[i]));
        }
        return made;
    }

    void unpack(const unsigned char *from, void *element) const {
        for (size_t i = 0; i < types.size(); i++) {
            memcpy(static_cast<unsigned char *>(element) + offsets[i], from, bytes(types[i]));
            from += bytes(types[i]);
        }
    }

    // Whether streams of it are on the host, because no device has doubles.
    bool is_on_host() const {
        for (uint32_t type : types) {
            if (type >= __BRTDOUBLE) return true;
        }
        return false;
    }

    bool is_tight() const { return size == tight && types.size() == 1; }

  private:
    enum { MAX_FIELDS = 1000 };

    // A list that the program wrote itself: its fields lie as those of a struct.
    static const layout &listed(const StreamType *types) {
        static std::map<std::vector<uint32_t>, std::unique_ptr<layout>> all;
        static std::vector<std::unique_ptr<StreamType[]>> lists;
        std::vector<uint32_t> fields;
        for (size_t i = 0; types && types[i] != __BRTNONE && i < MAX_FIELDS; i++) fields.push_back(types[i]);
        if (fields.empty() || fields.size() == MAX_FIELDS) {
            fprintf(stderr, "brooklet: the list of types of a stream has %s\n", fields.empty() ? "no types" : "no end: write __BRTNONE behind the last");
            exit(1);
        }
        std::unique_ptr<layout> &own = all[fields];
        if (!own) {
            std::vector<uint64_t> offsets;
            uint64_t end = 0, most = 1;
            for (uint32_t field : fields) {
                uint64_t each = scalar(field);
                most = each > most ? each : most;
                end = (end + each - 1) / each * each;
                offsets.push_back(end);
                end += bytes(field);
            }
            // The layout keeps the address of its list.
            lists.emplace_back(new StreamType[fields.size() + 1]());
            for (size_t i = 0; i < fields.size(); i++) lists.back()[i] = StreamType(fields[i]);
            size_t size = size_t((end + most - 1) / most * most);
            own.reset(new layout(fields.size() == 1 ? nullptr : "list of types", lists.back().get(), offsets.data(), size));
        }
        return *own;
    }

    const StreamType *key_;
    static std::map<const StreamType *, const layout *> &known() {
        static std::map<const StreamType *, const layout *> all;
        return all;
    }
};

// The layout of a type. Translated programs describe their structs by specializations.
template <class T> struct record {
    static_assert(sizeof(T) == 0, "streams of this type are not known: it has to be a Brook type, or a struct of them in a .br file");
};

template <class T, StreamType TYPE> struct plain {
    static const layout &get() {
        static const StreamType types[] = {TYPE, __BRTNONE};
        static const uint64_t offsets[] = {0};
        static const layout made(nullptr, types, offsets, sizeof(T));
        return made;
    }
};
#define BROOKLET_PLAIN(T, TYPE)                                         \
    template <> struct record<T> : plain<T, TYPE> {};                   \
    template <> struct record<T##2> : plain<T##2, TYPE##2> {};          \
    template <> struct record<T##3> : plain<T##3, TYPE##3> {};          \
    template <> struct record<T##4> : plain<T##4, TYPE##4> {}
BROOKLET_PLAIN(float, __BRTFLOAT);
BROOKLET_PLAIN(int, __BRTINT);
BROOKLET_PLAIN(uint, __BRTUINT);
BROOKLET_PLAIN(char, __BRTCHAR);
BROOKLET_PLAIN(uchar, __BRTUCHAR);
BROOKLET_PLAIN(short, __BRTSHORT);
BROOKLET_PLAIN(ushort, __BRTUSHORT);
BROOKLET_PLAIN(fixed, __BRTFIXED);
BROOKLET_PLAIN(shortfixed, __BRTSHORTFIXED);
BROOKLET_PLAIN(double, __BRTDOUBLE);
#undef BROOKLET_PLAIN
template <> struct record<signed char> : plain<signed char, __BRTCHAR> {};

} // namespace internal

// The fields of a type, which a stream is made with: getStreamType((float4 *)0).
template <class T> const StreamType *getStreamType(T * = nullptr) { return internal::record<T>::get().list(); }

} // namespace brook

typedef long long int64;

// A program that has functions of these names has its own.
template <class T> bool isinf_float(T value) { return value == value && value - value != 0; }
template <class T> bool isnan_float(T value) { return value != value; }
template <class T> bool finite_float(T value) { return value - value == 0; }

using brook::__BRTNONE;
using brook::__BRTFLOAT;
using brook::__BRTFLOAT2;
using brook::__BRTFLOAT3;
using brook::__BRTFLOAT4;

#endif
