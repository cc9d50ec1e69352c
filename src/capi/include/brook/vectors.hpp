// The vectors of Brook on the host: tightly packed numbers with names. Each is a struct, because programs write `struct float4`.
#ifndef BROOKLET_VECTORS_HPP
#define BROOKLET_VECTORS_HPP

#include <type_traits>

#define BRTALIGNED

typedef unsigned char uchar;
#if !defined(__USE_MISC) && !defined(_SYS_TYPES_H)
typedef unsigned int uint;
typedef unsigned short ushort;
#endif

namespace brook {
namespace internal {

// The number of components of a type; 1, if it is no vector.
template <class V> struct components { enum { COUNT = 1 }; };

// The vector type of so many numbers.
template <class T, int N> struct vector_of;

// Vector types, and those of so many components: there is nothing for other types.
template <class V> using vector = typename std::enable_if<(components<V>::COUNT > 1), V>::type;
template <class V, int N> using if_vector = typename std::enable_if<int(components<V>::COUNT) == N, int>::type;

// Vector types of these numbers, and of so many.
template <class V, class T, int N>
using if_same = typename std::enable_if<(int(components<V>::COUNT) == N) && std::is_same<V, typename vector_of<T, N>::type>::value, int>::type;

// Components of a vector, to assign to.
template <class T, int... I> struct part {
    typedef typename vector_of<T, int(sizeof...(I))>::type vector;
    T *at;
    vector get() const { return vector(at[I]...); }
    void operator=(const vector &value) const {
        const int places[] = {I...};
        // It may be the same vector: `v.yx = v`.
        const vector from = value;
        for (int i = 0; i < int(sizeof...(I)); i++) at[places[i]] = from[i];
    }
    void operator+=(const vector &by) const { *this = get() + by; }
    void operator-=(const vector &by) const { *this = get() - by; }
    void operator*=(const vector &by) const { *this = get() * by; }
    void operator/=(const vector &by) const { *this = get() / by; }
};

// `fixed` and `shortfixed`: numbers from 0 to 1 in steps of 1 / MOST.
template <class Raw, int MOST> struct fixed1 {
    Raw x;
    fixed1() = default;
    fixed1(float value) : x(cut(value)) {}
    fixed1(double value) : x(cut(float(value))) {}
    // A whole number is the number of steps.
    fixed1(Raw steps) : x(steps) {}
    fixed1(int steps) : x(Raw(steps)) {}
    operator float() const { return float(x) / float(MOST); }

  private:
    static Raw cut(float value) { return value > 0 ? (value < 1 ? Raw(value * MOST) : Raw(MOST)) : Raw(0); }
};

} // namespace internal
} // namespace brook

// A vector type of so many components. One number is a value for all of them; vectors of other types are converted.
#define BROOKLET_VECTOR2(name, T)                                                                                           \
    struct name {                                                                                                           \
        typedef T scalar;                                                                                                   \
        T x, y;                                                                                                             \
        name() = default;                                                                                                   \
        name(T x_, T y_) : x(x_), y(y_) {}                                                                                  \
        name(T all) : x(all), y(all) {}                                                                            \
        template <class V, ::brook::internal::if_vector<V, 2> = 0>                                                          \
        explicit name(const V &v) : x(scalar(v.x)), y(scalar(v.y)) {}                                                       \
        T &operator[](int i) { return (&x)[i]; }                                                                            \
        const T &operator[](int i) const { return (&x)[i]; }                                                                \
        template <int... I> const typename ::brook::internal::vector_of<T, int(sizeof...(I))>::type swizzle() const {                           \
            return typename ::brook::internal::vector_of<T, int(sizeof...(I))>::type((&x)[I]...);                                               \
        }                                                                                                                   \
        template <int... I> ::brook::internal::part<T, I...> swizzled() { return {&x}; }                                    \
    };                                                                                                                      \
    template <> struct brook::internal::components<name> { enum { COUNT = 2 }; };                                          \
    template <> struct brook::internal::vector_of<T, 2> { typedef name type; }
#define BROOKLET_VECTOR3(name, T)                                                                                           \
    struct name {                                                                                                           \
        typedef T scalar;                                                                                                   \
        T x, y, z;                                                                                                          \
        name() = default;                                                                                                   \
        name(T x_, T y_, T z_) : x(x_), y(y_), z(z_) {}                                                                     \
        template <class V, ::brook::internal::if_same<V, T, 2> = 0> name(const V &v, T z_) : x(v.x), y(v.y), z(z_) {}       \
        template <class V, ::brook::internal::if_same<V, T, 2> = 0> name(T x_, const V &v) : x(x_), y(v.x), z(v.y) {}                                                                     \
        name(T all) : x(all), y(all), z(all) {}                                                                    \
        template <class V, ::brook::internal::if_vector<V, 3> = 0>                                                          \
        explicit name(const V &v) : x(scalar(v.x)), y(scalar(v.y)), z(scalar(v.z)) {}                                       \
        T &operator[](int i) { return (&x)[i]; }                                                                            \
        const T &operator[](int i) const { return (&x)[i]; }                                                                \
        template <int... I> const typename ::brook::internal::vector_of<T, int(sizeof...(I))>::type swizzle() const {                           \
            return typename ::brook::internal::vector_of<T, int(sizeof...(I))>::type((&x)[I]...);                                               \
        }                                                                                                                   \
        template <int... I> ::brook::internal::part<T, I...> swizzled() { return {&x}; }                                    \
    };                                                                                                                      \
    template <> struct brook::internal::components<name> { enum { COUNT = 3 }; };                                          \
    template <> struct brook::internal::vector_of<T, 3> { typedef name type; }
#define BROOKLET_VECTOR4(name, T)                                                                                           \
    struct name {                                                                                                           \
        typedef T scalar;                                                                                                   \
        T x, y, z, w;                                                                                                       \
        name() = default;                                                                                                   \
        name(T x_, T y_, T z_, T w_) : x(x_), y(y_), z(z_), w(w_) {}                                                        \
        template <class V, ::brook::internal::if_same<V, T, 3> = 0> name(const V &v, T w_) : name(v.x, v.y, v.z, w_) {}     \
        template <class V, ::brook::internal::if_same<V, T, 3> = 0> name(T x_, const V &v) : name(x_, v.x, v.y, v.z) {}     \
        template <class V, ::brook::internal::if_same<V, T, 2> = 0> name(const V &v, T z_, T w_) : name(v.x, v.y, z_, w_) {} \
        template <class V, ::brook::internal::if_same<V, T, 2> = 0> name(const V &a, const V &b) : name(a.x, a.y, b.x, b.y) {}                                                        \
        name(T all) : x(all), y(all), z(all), w(all) {}                                                            \
        template <class V, ::brook::internal::if_vector<V, 4> = 0>                                                          \
        explicit name(const V &v) : x(scalar(v.x)), y(scalar(v.y)), z(scalar(v.z)), w(scalar(v.w)) {}                       \
        T &operator[](int i) { return (&x)[i]; }                                                                            \
        const T &operator[](int i) const { return (&x)[i]; }                                                                \
        template <int... I> const typename ::brook::internal::vector_of<T, int(sizeof...(I))>::type swizzle() const {                           \
            return typename ::brook::internal::vector_of<T, int(sizeof...(I))>::type((&x)[I]...);                                               \
        }                                                                                                                   \
        template <int... I> ::brook::internal::part<T, I...> swizzled() { return {&x}; }                                    \
    };                                                                                                                      \
    template <> struct brook::internal::components<name> { enum { COUNT = 4 }; };                                          \
    template <> struct brook::internal::vector_of<T, 4> { typedef name type; }
#define BROOKLET_VECTORS(name, T) \
    BROOKLET_VECTOR2(name##2, T); \
    BROOKLET_VECTOR3(name##3, T); \
    BROOKLET_VECTOR4(name##4, T)
BROOKLET_VECTORS(float, float);
BROOKLET_VECTORS(double, double);
BROOKLET_VECTORS(int, int);
BROOKLET_VECTORS(uint, unsigned int);
BROOKLET_VECTORS(char, signed char);
BROOKLET_VECTORS(uchar, unsigned char);
BROOKLET_VECTORS(short, short);
BROOKLET_VECTORS(ushort, unsigned short);
typedef ::brook::internal::fixed1<unsigned char, 255> fixed;
typedef ::brook::internal::fixed1<unsigned short, 65535> shortfixed;
BROOKLET_VECTORS(fixed, fixed);
BROOKLET_VECTORS(shortfixed, shortfixed);
#undef BROOKLET_VECTORS
#undef BROOKLET_VECTOR2
#undef BROOKLET_VECTOR3
#undef BROOKLET_VECTOR4
typedef float float1;
typedef int int1;
typedef float __BrtFloat1;
typedef float2 __BrtFloat2;
typedef float3 __BrtFloat3;
typedef float4 __BrtFloat4;

// Arithmetic works component by component, also between a vector and a number.
#define BROOKLET_OPERATOR(sign)                                                                                             \
    template <class V> ::brook::internal::vector<V> operator sign(const V &a, const V &b) {                                 \
        V made = a;                                                                                                         \
        for (int i = 0; i < ::brook::internal::components<V>::COUNT; i++) {                                                 \
            made[i] = typename V::scalar(a[i] sign b[i]);                                                                   \
        }                                                                                                                   \
        return made;                                                                                                        \
    }                                                                                                                       \
    template <class V> ::brook::internal::vector<V> operator sign(const V &a, typename V::scalar b) { return a sign V(b); } \
    template <class V> ::brook::internal::vector<V> operator sign(typename V::scalar a, const V &b) { return V(a) sign b; } \
    template <class V> ::brook::internal::vector<V> &operator sign##=(V &a, const V &b) { return a = a sign b; }            \
    template <class V> ::brook::internal::vector<V> &operator sign##=(V &a, typename V::scalar b) { return a = a sign b; }
BROOKLET_OPERATOR(+)
BROOKLET_OPERATOR(-)
BROOKLET_OPERATOR(*)
BROOKLET_OPERATOR(/)
#undef BROOKLET_OPERATOR
template <class V> ::brook::internal::vector<V> operator-(const V &a) { return V(typename V::scalar(0)) - a; }
template <class V> bool operator==(const V &a, const ::brook::internal::vector<V> &b) {
    for (int i = 0; i < ::brook::internal::components<V>::COUNT; i++) {
        if (!(a[i] == b[i])) return false;
    }
    return true;
}
template <class V> bool operator!=(const V &a, const ::brook::internal::vector<V> &b) { return !(a == b); }

#endif
