// The vectors of Brook on the host: tightly packed numbers with names.
#ifndef BROOKLET_VECTORS_HPP
#define BROOKLET_VECTORS_HPP

#define BRTALIGNED

typedef unsigned char uchar;
#if !defined(__USE_MISC) && !defined(_SYS_TYPES_H)
typedef unsigned int uint;
typedef unsigned short ushort;
#endif

namespace brook {
namespace internal {

template <class T> struct vec2 {
    typedef T scalar;
    T x, y;
    vec2() = default;
    vec2(T x_, T y_) : x(x_), y(y_) {}
    explicit vec2(T all) : x(all), y(all) {}
    template <class U> explicit vec2(const vec2<U> &v) : x(T(v.x)), y(T(v.y)) {}
    T &operator[](int i) { return (&x)[i]; }
    const T &operator[](int i) const { return (&x)[i]; }
};

template <class T> struct vec3 {
    typedef T scalar;
    T x, y, z;
    vec3() = default;
    vec3(T x_, T y_, T z_) : x(x_), y(y_), z(z_) {}
    explicit vec3(T all) : x(all), y(all), z(all) {}
    template <class U> explicit vec3(const vec3<U> &v) : x(T(v.x)), y(T(v.y)), z(T(v.z)) {}
    T &operator[](int i) { return (&x)[i]; }
    const T &operator[](int i) const { return (&x)[i]; }
};

template <class T> struct vec4 {
    typedef T scalar;
    T x, y, z, w;
    vec4() = default;
    vec4(T x_, T y_, T z_, T w_) : x(x_), y(y_), z(z_), w(w_) {}
    explicit vec4(T all) : x(all), y(all), z(all), w(all) {}
    template <class U> explicit vec4(const vec4<U> &v) : x(T(v.x)), y(T(v.y)), z(T(v.z)), w(T(v.w)) {}
    T &operator[](int i) { return (&x)[i]; }
    const T &operator[](int i) const { return (&x)[i]; }
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

#define BROOKLET_VECTORS(name, T)                  \
    typedef ::brook::internal::vec2<T> name##2;    \
    typedef ::brook::internal::vec3<T> name##3;    \
    typedef ::brook::internal::vec4<T> name##4
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
typedef float float1;
typedef int int1;
typedef float __BrtFloat1;
typedef float2 __BrtFloat2;
typedef float3 __BrtFloat3;
typedef float4 __BrtFloat4;

#endif
