#ifndef BROOKLET_H
#define BROOKLET_H

#include <stddef.h>
#include <stdint.h>

// The C interface of brooklet, generated from its source: stream computing on the fragment pipeline.
//
// - A handle is a number: one that is wrong or freed is an error, not a crash. 0 is none.
// - Functions return a status; brooklet_error_text() has the text of the last error on this thread.
// - What a function makes, the caller frees, once. Freeing a device leaves its streams and programs.
// - Memory that is handed over stays the caller's, and is looked at during the call alone. Where nothing else is said, results are
//   written only where all went well.
// - Devices, and what is made on them, belong to the thread that opened them. Elsewhere they are BROOKLET_STATUS_WRONG_THREAD, and in a
//   child process that was forked BROOKLET_STATUS_FORKED. A child may open devices of its own: `cpu` always, those of drivers only if its
//   parent has opened none.
// - Texts are UTF-8 that ends in zero. Sizes are in bytes where they are called so, extents in elements, slowest first.


// The version of the interface: its first number changes where programs have to.
#define BROOKLET_VERSION 1

// The type of a field: `BROOKLET_FLOAT` is `float`, and the next three are `float2` to `float4`. So it is with the others.
#define BROOKLET_FLOAT 1

// `int`, 32 bits with a sign.
#define BROOKLET_INT 5

// `uint`, 32 bits without a sign.
#define BROOKLET_UINT 9

// `char`, 8 bits with a sign.
#define BROOKLET_CHAR 13

// `uchar`, 8 bits without a sign.
#define BROOKLET_UCHAR 17

// `short`, 16 bits with a sign.
#define BROOKLET_SHORT 21

// `ushort`, 16 bits without a sign.
#define BROOKLET_USHORT 25

// `fixed`, a byte that means 0 to 1.
#define BROOKLET_FIXED 29

// `shortfixed`, two bytes that mean 0 to 1.
#define BROOKLET_SHORTFIXED 33

// Of `brooklet_sort` and `brooklet_argsort`: the largest first.
#define BROOKLET_SORT_DESCENDING 1

// Of `brooklet_sort`: equal keys keep their order.
#define BROOKLET_SORT_STABLE 2

// The type of integers: 32 bits with a sign, in a stream of `float2`.
#define BROOKLET_INT32 1

// 32 bits without a sign, in a stream of `float2`.
#define BROOKLET_UINT32 2

// 64 bits with a sign, in a stream of `float4`.
#define BROOKLET_INT64 3

// 64 bits without a sign, in a stream of `float4`.
#define BROOKLET_UINT64 4

// Of `brooklet_top`: the smallest instead of the largest.
#define BROOKLET_TOP_SMALLEST 1

// Past the edges of a picture, the picture is reflected, with its edge twice.
#define BROOKLET_BORDER_REFLECT 0

// Past the edges of a picture, its edge stands.
#define BROOKLET_BORDER_CLAMP 1

// Past the edges of a picture, zeros stand.
#define BROOKLET_BORDER_ZERO 2

// Past the edges of a picture, the picture stands again.
#define BROOKLET_BORDER_WRAP 3

// What a function of the C interface returns.
enum BrookletStatus
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  // It is done.
  BROOKLET_STATUS_OK = 0,
  // A handle that is none, is freed, or is of another kind.
  BROOKLET_STATUS_HANDLE = 1,
  // A handle that belongs to another thread.
  BROOKLET_STATUS_WRONG_THREAD = 2,
  // A null pointer where there has to be something.
  BROOKLET_STATUS_NULL = 3,
  // An argument that cannot be: a size, a name, a type.
  BROOKLET_STATUS_ARGUMENT = 4,
  // A program that does not compile.
  BROOKLET_STATUS_COMPILE = 5,
  // A call that a kernel or primitive refuses, or that the device cannot do.
  BROOKLET_STATUS_CALL = 6,
  // No device, or one that refuses.
  BROOKLET_STATUS_DEVICE = 7,
  // A mistake of the library's own.
  BROOKLET_STATUS_INTERNAL = 8,
  // A handle of the process that this one was forked from.
  BROOKLET_STATUS_FORKED = 9,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum BrookletStatus BrookletStatus;
#else
typedef int32_t BrookletStatus;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// A device, stream or program. 0 is none.
typedef uint64_t BrookletHandle;

// What an element of a stream is, and how it lies in the memory of the host.
typedef struct BrookletElementLayout {
  // The name of a struct; null of a number or vector.
  const char *name;
  // The type of each field: 1 to 4 are `float` to `float4`; see `BROOKLET_FLOAT` and those behind it.
  const uint32_t *types;
  // Where each field begins, in bytes from the start of the element; null: one right behind the other.
  const uint64_t *offsets;
  // How many fields: 1 of a number or vector.
  uint32_t count;
  // Bytes from one element to the next; 0: no more than the fields have.
  uint64_t size;
} BrookletElementLayout;

// What a device is, and the limits that matter to a caller.
typedef struct BrookletDeviceDescription {
  // Texels along a side of the largest texture: a stream has at most about its square of elements.
  uint64_t largest_side;
  // Whole numbers up to this one are exact in a position: the most elements of a stream of one dimension.
  uint64_t exact_integer;
  // Streams that a pass reads at most.
  uint32_t inputs;
  // Streams that a pass writes at most.
  uint32_t outputs;
  // Whether it is a GPU (1), or a driver or an emulator on the CPU (0).
  uint32_t is_gpu;
  // Whether kernels have integers of 32 bits (1), or floats in their place (0).
  uint32_t has_integers;
  // The device, as its driver calls it: a text that ends in zero, cut where it is longer.
  char renderer[128];
  // What it runs on, for people: a version of OpenGL, or the emulated chip.
  char api[64];
} BrookletDeviceDescription;

// A name of an expression: that of a stream's elements, or of a constant.
typedef struct BrookletInput {
  // What the expression calls it.
  const char *name;
  // The stream, of `float` to `float4`; 0: a constant.
  BrookletHandle stream;
  // Of a constant: how many numbers it has, 1 to 4. Of a stream: 0.
  uint32_t components;
  // The numbers of a constant.
  float value[4];
} BrookletInput;

// An argument of a kernel: a stream or a domain of one, or the value of a constant.
typedef struct BrookletArgument {
  // The stream; 0: a constant, or nothing.
  BrookletHandle stream;
  // Whether only the elements from `low` up to, and without, `high` are meant.
  uint32_t is_domain;
  // Not used: 0.
  uint32_t reserved;
  // The first element of a domain along each dimension, slowest first.
  uint64_t low[4];
  // Behind the last.
  uint64_t high[4];
  // The value of a constant, field by field without gaps.
  const void *constant;
  // How many bytes it has.
  uint64_t bytes;
} BrookletArgument;

// What a parameter of a Cg program is given.
typedef struct BrookletCgArgument {
  // The name of the parameter; of a texture also its image unit, of an attribute also its semantic.
  const char *name;
  // 0: numbers of a uniform, in order. 1: a texture. 2: an attribute of fragments: four numbers that are the same everywhere, or
  // twelve: those at the start of the first row, at its end, and at the start of the last.
  uint32_t kind;
  // The numbers of a texel, 1 to 4; otherwise 0. Missing ones are those of 0, 0, 0, 1.
  uint32_t channels;
  // The columns of a texture; otherwise 0.
  uint64_t width;
  // Its rows.
  uint64_t height;
  // Its layers: more than 1 if it has three dimensions, 6 if it is a cube.
  uint64_t layers;
  // The numbers.
  const float *numbers;
  // How many they are.
  uint64_t count;
  // How a texture is read: words such as `linear,repeat`. Null: the nearest texel, clamped to the edges.
  const char *sampling;
} BrookletCgArgument;

// Memory for a result of a Cg program.
typedef struct BrookletCgResult {
  // The name of the result, or null for the only one.
  const char *name;
  // Four numbers a fragment, row by row; the depth is the third.
  float *numbers;
  // How many there is room for: 4 times columns times rows.
  uint64_t count;
} BrookletCgResult;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The version of the interface that the library has. A program that was built with another `BROOKLET_VERSION` should not go on.
uint32_t brooklet_version(void);

// The text of the last error on this thread: UTF-8 that ends in zero, and is the library's. It stands until the next error on the
// thread, and successes leave it. Never null.
const char *brooklet_error_text(void);

// Opens a device for this thread. `runtime` is `ogl` (OpenGL, the newest dialect there is), `gles`, `gl2` (OpenGL 2.1), `arb` (OpenGL 2.1 by
// fragment programs), `cpu` (an emulated machine without limits, which needs no driver) or the name of an emulated chip, as `nv40`; null is
// `ogl`. Behind the name of a driver's runtime may be the number of an adapter, as in `ogl:1`: `brooklet info` lists them, and so does the
// error if there is none with this number. The caller frees the device.
BrookletStatus brooklet_device_open(const char *runtime,
                                    BrookletHandle *device);

// The device that programs of this thread run on, opened when it is first asked for: the one that the environment variable
// `BRT_RUNTIME` names, else OpenGL; on the adapter that `BRT_ADAPTER` names by its number, else the first that works. It is not to be freed.
BrookletStatus brooklet_device_default(BrookletHandle *device);

// Waits until all that was asked of a device is done.
BrookletStatus brooklet_device_finish(BrookletHandle device);

// Frees a device. Its streams and programs stay as they are until they are freed themselves.
BrookletStatus brooklet_device_free(BrookletHandle device);

// Makes a stream of numbers or vectors of a type, as `BROOKLET_FLOAT`, with these extents, slowest first: 1 to 4 of them, as
// `rank` says. Its elements are zero. The caller frees it.
BrookletStatus brooklet_stream_of(BrookletHandle device,
                                  uint32_t ty,
                                  const uint64_t *extents,
                                  uint32_t rank,
                                  BrookletHandle *stream);

// Makes a stream of elements with this layout, structs too, and these extents, slowest first: 1 to 4 of them, as `rank` says.
// Its elements are zero. The caller frees it.
BrookletStatus brooklet_stream_new(BrookletHandle device,
                                   const struct BrookletElementLayout *element,
                                   const uint64_t *extents,
                                   uint32_t rank,
                                   BrookletHandle *stream);

// Makes a stream of evenly spaced numbers or vectors of `components` floats: element k is `low + (high - low) * k / n`. Of
// several dimensions it has a component for each, the first along the last dimension. The caller frees it.
BrookletStatus brooklet_stream_iterator(BrookletHandle device,
                                        uint32_t components,
                                        const uint64_t *extents,
                                        uint32_t rank,
                                        const float *low,
                                        const float *high,
                                        BrookletHandle *stream);

// Replaces elements by those at `data`, which has `bytes` bytes, in C order: all of the stream, where `low` and `high` are null;
// or those from `low` up to, and without, `high`, which have as many numbers as the stream has dimensions. `data` is the caller's,
// and not looked at afterwards.
BrookletStatus brooklet_stream_write(BrookletHandle stream,
                                     const uint64_t *low,
                                     const uint64_t *high,
                                     const void *data,
                                     uint64_t bytes);

// Reads elements to `data`, which has room for `bytes` bytes, no more and no fewer, in C order: all of the stream, or a part as for
// `brooklet_stream_write`. Waits until they are computed. Floats without gaps go there without a copy between.
BrookletStatus brooklet_stream_read(BrookletHandle stream,
                                    const uint64_t *low,
                                    const uint64_t *high,
                                    void *data,
                                    uint64_t bytes);

// The extents of a stream, slowest first: `rank` of the four numbers at `extents`, the others are 0.
BrookletStatus brooklet_stream_shape(BrookletHandle stream,
                                     uint64_t *extents,
                                     uint32_t *rank);

// Frees a stream, and its memory on the device. Its handle is an error from then on.
BrookletStatus brooklet_stream_free(BrookletHandle stream);

// Says what a device is. `bytes` is `sizeof(BrookletDeviceDescription)`, so that a library of another version does not write behind
// its end.
BrookletStatus brooklet_device_describe(BrookletHandle device,
                                        struct BrookletDeviceDescription *description,
                                        uint64_t bytes);

// What an element of a stream is: its type, as `BROOKLET_FLOAT` and those behind it, or 0 of a struct; and how many bytes it has
// on the host without gaps. Either address may be null.
BrookletStatus brooklet_stream_element(BrookletHandle stream,
                                       uint32_t *ty,
                                       uint64_t *bytes);

// Describes the kernels of a program as JSON, UTF-8 that ends in zero: `{"kernels": [{"name", "reduction", "signature",
// "parameters": [{"name", "type", "role", "bytes"}]}]}`, parameters in their order. A role is `input stream`, `iterator`,
// `constant`, `gather`, `output`, `variable output`, `scatter output` or `accumulator`; bytes are those of an element on the host without
// gaps. The text goes to `buffer`, which has room for `room` bytes; `needed` gets how many it takes. To ask for that alone, `buffer` is
// null and `room` 0; otherwise `needed` may be null.
BrookletStatus brooklet_program_describe(BrookletHandle program,
                                         char *buffer,
                                         uint64_t room,
                                         uint64_t *needed);

// Computes an expression of GLSL for every element of streams, as `alpha * x + y`, and makes a stream of the results. It names
// the `count` inputs, of which at least one is a stream; streams have one shape, which is the result's. An element of the
// result is what the expression is: `float` to `float4`. The caller frees the result.
BrookletStatus brooklet_map(const char *expression,
                            const struct BrookletInput *inputs,
                            uint32_t count,
                            BrookletHandle *result);

// Reduces a stream to one value: its `count` numbers, as many as an element has, go to `value`. The operator `op` is `sum` (or
// `add`), `product` (or `multiply`), `min`, `max` or `mean`; of vectors it works on each component by itself. A stream without
// elements has the sum 0 and the product 1; the others are an error.
BrookletStatus brooklet_reduce(BrookletHandle stream,
                               const char *op,
                               float *value,
                               uint32_t count);

// Combines each element of a stream with all before it, in C order, to a stream of the same shape. The operator `op` is `sum` (or
// `add`), `product` (or `multiply`), `min` or `max`. With `exclusive` 0 an element itself is among them; with 1 it is not, and
// the first of the result is the operator's identity: 0, 1, infinity or its negative. The caller frees the result.
BrookletStatus brooklet_scan(BrookletHandle stream,
                             const char *op,
                             uint32_t exclusive,
                             BrookletHandle *result);

// Keeps some elements of a stream, in their order: those for which the expression in `x`, the element, is true, as `x > 0.0`;
// or, where `keep` is null, those whose first number is not +infinity. The result has one dimension, and as many elements as
// are kept: `brooklet_stream_shape` says how many. The caller frees it.
BrookletStatus brooklet_filter(BrookletHandle stream,
                               const char *keep,
                               BrookletHandle *result);

// Moves the elements of a stream for which the expression in `x`, the element, is true to the front, and all others behind them,
// both in their order. It writes the number of the first to `kept`. The result has one dimension, and at most 2^24 elements. The
// caller frees it.
BrookletStatus brooklet_partition(BrookletHandle stream,
                                  const char *keep,
                                  uint64_t *kept,
                                  BrookletHandle *result);

// Sorts a stream of `float`, in C order, the smallest first, to a stream of the same shape. `payload` is a stream of that shape,
// of `float` to `float4`, whose elements move with their keys, to `sorted_payload`; or 0, and then `sorted_payload` may be null.
// `flags` are 0, or `BROOKLET_SORT_DESCENDING` and `BROOKLET_SORT_STABLE`, added. NaN has no place in an order: where there
// is one, the order of the others is not said. The caller frees the results.
BrookletStatus brooklet_sort(BrookletHandle keys,
                             BrookletHandle payload,
                             uint32_t flags,
                             BrookletHandle *sorted,
                             BrookletHandle *sorted_payload);

// Finds the order of a stream of `float`, in C order: the position of the smallest element, of the next, and so on, to a stream of
// `float` of the same shape. Equal elements keep their order. `flags` are 0 or `BROOKLET_SORT_DESCENDING`. With `bits` 0, whole
// elements are compared. With `bits` from 1 to 24, the range from `from` to `to` is divided into 2^bits steps of equal size, and
// elements in one step tie; if both are 0, it is the range of the elements. Positions are exact up to 16777216 elements: more are
// an error. The caller frees the result.
BrookletStatus brooklet_argsort(BrookletHandle keys,
                                uint32_t flags,
                                uint32_t bits,
                                float from,
                                float to,
                                BrookletHandle *order);

// Finds where queries belong among sorted elements, both of `float`: for each query the first position, from 0 to the number of
// elements, whose element is not less (`upper` 0) or is greater (`upper` 1). Positions are floats, which are exact up to
// 16777216 elements: more are an error. Of elements that are not sorted the result is not said. The caller frees it.
BrookletStatus brooklet_search(BrookletHandle sorted,
                               BrookletHandle queries,
                               uint32_t upper,
                               BrookletHandle *positions);

// Merges two sorted streams of `float`, the smallest first, to one with the elements of both, which has one dimension. Of equal elements,
// those of `a` come first. Of streams that are not sorted the result is not said. The caller frees it.
BrookletStatus brooklet_merge(BrookletHandle a,
                              BrookletHandle b,
                              BrookletHandle *merged);

// Finds the distinct elements of a stream of `float`, the smallest first, and how many times each occurs, as floats. Both results have
// one dimension: `brooklet_stream_shape` says how many they are. NaN has no place in an order: where there is one, the results
// are not said. The caller frees both.
BrookletStatus brooklet_unique(BrookletHandle keys,
                               BrookletHandle *distinct,
                               BrookletHandle *counts);

// Finds the runs of equal elements of a stream of `float`, in C order: the element of each run, and how long it is, as floats. Elements that are
// not neighbours are in different runs. Both results have one dimension. The caller frees both.
BrookletStatus brooklet_run_lengths(BrookletHandle keys,
                                    BrookletHandle *runs,
                                    BrookletHandle *lengths);

// Combines the values of equal keys. Keys are a stream of `float`, and values a stream of the same shape, of `float` to `float4`.
// The results have one dimension: the distinct keys, the smallest first, and for each the combination of its values, in C order. The
// operator `op` is `sum` (or `add`), `product` (or `multiply`), `min` or `max`. The caller frees both.
BrookletStatus brooklet_group(BrookletHandle keys,
                              BrookletHandle values,
                              const char *op,
                              BrookletHandle *distinct,
                              BrookletHandle *combined);

// Scans each segment of a stream by itself, as `brooklet_scan` does with the element itself. A segment starts at the first element, and
// at each one whose flag in `heads`, a stream of `float` of the same shape, is not 0. The caller frees the result.
BrookletStatus brooklet_segmented_scan(BrookletHandle values,
                                       BrookletHandle heads,
                                       const char *op,
                                       BrookletHandle *scanned);

// Gathers elements of a stream of `float` to `float4` from positions, a stream of `float`, which count from 0 in C order. The result has
// the shape of the positions. A position beyond the stream takes its first or last element. The caller frees the result.
BrookletStatus brooklet_take(BrookletHandle values,
                             BrookletHandle positions,
                             BrookletHandle *taken);

// Scatters values to positions of a stream of `float` to `float4`, and returns the changed copy: the element at the i-th position is the
// i-th value, and of several values for one position the last one stays. With an operator `op` as for `brooklet_group`, the values of
// a position and the element there are combined instead; a null `op` is none. Positions are a stream of `float`, which count from 0 in C
// order, and values one of the same shape, with elements of the same type as the stream has. A value whose position is beyond the stream is
// not written. The caller frees the result.
BrookletStatus brooklet_put(BrookletHandle into,
                            BrookletHandle positions,
                            BrookletHandle values,
                            const char *op,
                            BrookletHandle *result);

// Makes a stream of integers of a `type`, as `BROOKLET_INT32`, with these extents, slowest first: 1 to 4 of them, as `rank` says. `data` has
// `bytes` bytes: an integer for each element, in C order. It is a stream of `float2` (32 bits) or `float4` (64 bits), which holds
// digits of 16 bits, the highest first; the highest digit has the sign. The caller frees it.
BrookletStatus brooklet_integers_new(BrookletHandle device,
                                     uint32_t ty,
                                     const uint64_t *extents,
                                     uint32_t rank,
                                     const void *data,
                                     uint64_t bytes,
                                     BrookletHandle *stream);

// Reads all integers of a stream of a `type`, as `BROOKLET_INT32`, in C order, to `data`, which has room for `bytes` bytes, no more and no
// fewer.
BrookletStatus brooklet_integers_read(BrookletHandle stream,
                                      uint32_t ty,
                                      void *data,
                                      uint64_t bytes);

// Sorts a stream of integers of a `type`, as `BROOKLET_INT32`, as `brooklet_sort` sorts floats. The payload is a stream of `float` to `float4`
// and of the same shape, so also one of integers; or 0, and then `sorted_payload` may be null. Equal keys keep their order.
BrookletStatus brooklet_sort_integers(BrookletHandle keys,
                                      uint32_t ty,
                                      BrookletHandle payload,
                                      uint32_t flags,
                                      BrookletHandle *sorted,
                                      BrookletHandle *sorted_payload);

// Finds the order of a stream of integers of a `type`, as `BROOKLET_INT32`: positions as those of `brooklet_argsort`. `flags` are 0 or
// `BROOKLET_SORT_DESCENDING`. The caller frees the result.
BrookletStatus brooklet_argsort_integers(BrookletHandle keys,
                                         uint32_t ty,
                                         uint32_t flags,
                                         BrookletHandle *order);

// Finds where integers belong among sorted ones of the same `type`, as `BROOKLET_INT32`: positions as those of `brooklet_search`. The caller
// frees the result.
BrookletStatus brooklet_search_integers(BrookletHandle sorted,
                                        BrookletHandle queries,
                                        uint32_t ty,
                                        uint32_t upper,
                                        BrookletHandle *positions);

// Finds the distinct ones of a stream of integers of a `type`, as `BROOKLET_INT32`, and how many times each occurs, as `brooklet_unique`. The
// caller frees both results.
BrookletStatus brooklet_unique_integers(BrookletHandle keys,
                                        uint32_t ty,
                                        BrookletHandle *distinct,
                                        BrookletHandle *counts);

// Combines the values of equal integers of a `type`, as `BROOKLET_INT32`, as `brooklet_group`. The values are a stream of `float` to `float4`,
// not of integers. The caller frees both results.
BrookletStatus brooklet_group_integers(BrookletHandle keys,
                                       uint32_t ty,
                                       BrookletHandle values,
                                       const char *op,
                                       BrookletHandle *distinct,
                                       BrookletHandle *combined);

// Merges two sorted streams of integers of the same `type`, as `BROOKLET_INT32`, the smallest first, as `brooklet_merge`. The caller frees the
// result.
BrookletStatus brooklet_merge_integers(BrookletHandle a,
                                       BrookletHandle b,
                                       uint32_t ty,
                                       BrookletHandle *merged);

// Selects the `k` largest ones of a stream of integers of a `type`, as `BROOKLET_INT32`, and their positions, as `brooklet_top`. `flags` are 0,
// or `BROOKLET_TOP_SMALLEST`. The caller frees both results.
BrookletStatus brooklet_top_integers(BrookletHandle keys,
                                     uint32_t ty,
                                     uint64_t k,
                                     uint32_t flags,
                                     BrookletHandle *values,
                                     BrookletHandle *positions);

// Makes a stream of random numbers of `float`, with these extents, slowest first: 1 to 4 of them, as `rank` says. With `normal` 0
// they are uniform, from 0 to 1 without 1; with 1 they have a normal distribution, of mean 0 and standard deviation 1. The same
// seed gives the same numbers. The caller frees the stream.
BrookletStatus brooklet_random(BrookletHandle device,
                               const uint64_t *extents,
                               uint32_t rank,
                               uint64_t seed,
                               uint32_t normal,
                               BrookletHandle *numbers);

// Makes two streams of `float` that hold random words of 32 bits: the upper and the lower halves, as integers from 0 to 65535. A word is
// `65536 * upper + lower`. The same seed gives the same words. The caller frees both streams.
BrookletStatus brooklet_random_bits(BrookletHandle device,
                                    const uint64_t *extents,
                                    uint32_t rank,
                                    uint64_t seed,
                                    BrookletHandle *upper,
                                    BrookletHandle *lower);

// Counts the elements of a stream of `float` in bins of equal width; or, where `second` is not 0, pairs of elements of both, in
// bins of two dimensions, with a row for each bin of `values`. `bins` is how many bins there are, 1 to 65536, or of pairs two
// numbers. `range` is from where to where they go, two numbers, or of pairs four; null: from the smallest to the largest element.
// Bin i has the elements from edge i up to, but without, edge i + 1; the last bin has its upper edge too, and what is out of
// range is dropped. `weights` is 0, or a stream of as many `float`, which are summed instead. The edges go to `edges`, one more
// than there are bins (of pairs those of `values`, then those of `second`), for which there is room for `count` floats; or `edges` is
// null and `count` 0. Counts are floats, exact up to 16777216 elements: more are an error. NaN is not allowed. The caller frees
// the result.
BrookletStatus brooklet_histogram(BrookletHandle values,
                                  BrookletHandle second,
                                  BrookletHandle weights,
                                  const uint32_t *bins,
                                  const float *range,
                                  float *edges,
                                  uint32_t count,
                                  BrookletHandle *counts);

// Selects the `k` largest elements of a stream of `float`, the largest first, to `values`, and their positions, in C order, to
// `positions`. Of equal elements the first one comes first. `flags` are 0, or `BROOKLET_TOP_SMALLEST`, which selects the smallest, the
// smallest first. Positions are floats, which are exact up to 16777216 elements: more are an error, as are more than there are. NaN
// has no place in an order. The caller frees both results.
BrookletStatus brooklet_top(BrookletHandle keys,
                            uint64_t k,
                            uint32_t flags,
                            BrookletHandle *values,
                            BrookletHandle *positions);

// Finds `count` quantiles of a stream of `float`, to a stream of as many: `quantiles` are numbers from 0 (the smallest element) to 1 (the
// largest), 0.5 is the median, and between the ranks of two elements the result is linear. More than 16777216 elements are an error,
// as is a stream without elements. NaN is not allowed. The caller frees the result.
BrookletStatus brooklet_quantile(BrookletHandle values,
                                 const double *quantiles,
                                 uint32_t count,
                                 BrookletHandle *found);

// Reduces each line of a stream along an axis to one element, to a stream without that axis (of one element, if there is no other). The
// axis counts from 0, or from the end if it is negative: -1 is the last. The operator `op` is one of `brooklet_reduce`. The caller frees
// the result.
BrookletStatus brooklet_reduce_axis(BrookletHandle values,
                                    const char *op,
                                    int32_t axis,
                                    BrookletHandle *reduced);

// Scans each line of a stream along an axis by itself, as `brooklet_scan` does a whole stream. The axis counts from 0, or from the end if it
// is negative. The caller frees the result.
BrookletStatus brooklet_scan_axis(BrookletHandle values,
                                  const char *op,
                                  int32_t axis,
                                  uint32_t exclusive,
                                  BrookletHandle *scanned);

// Sorts each line of a stream of `float` along an axis by itself, the smallest first. The axis counts from 0, or from the end if it is
// negative. `flags` are 0 or `BROOKLET_SORT_DESCENDING`. NaN is as in `brooklet_sort`. The caller frees the result.
BrookletStatus brooklet_sort_axis(BrookletHandle keys,
                                  int32_t axis,
                                  uint32_t flags,
                                  BrookletHandle *sorted);

// Finds the order of each line of a stream of `float` along an axis: the place in the line of the smallest element, of the next, and so on,
// to a stream of `float` of the same shape. Equal elements keep their order. The axis counts from 0, or from the end if it is negative.
// `flags` are 0 or `BROOKLET_SORT_DESCENDING`. Places are exact up to 16777216 elements along the axis: more are an error. With
// `brooklet_take_along_axis` a payload comes into this order. The caller frees the result.
BrookletStatus brooklet_argsort_axis(BrookletHandle keys,
                                     int32_t axis,
                                     uint32_t flags,
                                     BrookletHandle *order);

// Takes whole slices of a stream along an axis, such as rows of a matrix with axis 0: slice i of the result is the one at place i of
// `places`, a stream of `float`, which count from 0. The axis counts from 0, or from the end if it is negative. A place beyond the axis
// takes its first or last slice. The caller frees the result.
BrookletStatus brooklet_take_axis(BrookletHandle values,
                                  BrookletHandle places,
                                  int32_t axis,
                                  BrookletHandle *taken);

// Takes elements of a stream from their own lines along an axis: from the place that the element of `places` at the same position says. The
// shape of `places`, a stream of `float`, differs from that of the values at most along the axis; the result has it. The axis counts from 0,
// or from the end if it is negative. The caller frees the result.
BrookletStatus brooklet_take_along_axis(BrookletHandle values,
                                        BrookletHandle places,
                                        int32_t axis,
                                        BrookletHandle *taken);

// Keeps whole slices of a stream along an axis, in their order: those whose flag is not 0. The flags are a stream of `float` of one
// dimension, with one for each slice. The axis counts from 0, or from the end if it is negative. `brooklet_stream_shape` says how many are
// kept. The caller frees the result.
BrookletStatus brooklet_filter_axis(BrookletHandle values,
                                    BrookletHandle flags,
                                    int32_t axis,
                                    BrookletHandle *kept);

// Selects the `k` largest elements of each line of a stream of `float` along an axis, the largest first, to `values`, and their places in
// the line, to `places`: two streams with `k` along the axis. Of equal elements the first one comes first. The axis counts from 0, or
// from the end if it is negative. `flags` are those of `brooklet_top`. More elements than a line has are an error, as are more than
// 16777216 along the axis. NaN has no place in an order. The caller frees both results.
BrookletStatus brooklet_top_axis(BrookletHandle keys,
                                 uint64_t k,
                                 int32_t axis,
                                 uint32_t flags,
                                 BrookletHandle *values,
                                 BrookletHandle *places);

// Finds the place of the largest element of each line of a stream of `float` along an axis, or with `BROOKLET_TOP_SMALLEST` that of the
// smallest, to a stream of `float` without that axis (of one element, if there is no other). Of equal elements it is that of the first. The
// axis counts from 0, or from the end if it is negative. Lines without elements are an error, as are more than 16777216 along the axis.
// The caller frees the result.
BrookletStatus brooklet_argmax_axis(BrookletHandle keys,
                                    int32_t axis,
                                    uint32_t flags,
                                    BrookletHandle *places);

// Finds `count` quantiles of each line of a stream of `float` along an axis, as `brooklet_quantile` finds those of a stream. The result of
// one quantile is a stream without that axis (of one element, if there is no other); of another number it has an axis of the quantiles
// first. The axis counts from 0, or from the end if it is negative. Lines without elements are an error. NaN is not allowed. The caller
// frees the result.
BrookletStatus brooklet_quantile_axis(BrookletHandle values,
                                      const double *quantiles,
                                      uint32_t count,
                                      int32_t axis,
                                      BrookletHandle *found);

// Exchanges the last two axes of a stream of `float` to `float4`, rows and columns. Axes before them count matrices, each of which is
// transposed. A stream of one axis is an error. The caller frees the result.
BrookletStatus brooklet_transpose(BrookletHandle values,
                                  BrookletHandle *transposed);

// Multiplies two matrices, streams of `float` with two axes: the first has as many columns as the second has rows. The result has the rows of
// the first and the columns of the second. The caller frees it.
BrookletStatus brooklet_matmul(BrookletHandle a,
                               BrookletHandle b,
                               BrookletHandle *product);

// Sums for each element of a stream of `float` to `float4` all elements above and to the left of it, and itself: a summed-area table. The
// last two axes are rows and columns; axes before them count pictures, each of which is summed by itself. A stream of one axis is an
// error. The caller frees the result.
BrookletStatus brooklet_sat(BrookletHandle picture,
                            BrookletHandle *sums);

// Computes the Euclidean distance of each element of a stream of `float` with two axes from the nearest element that is not 0: the distance
// is 0 where it is not 0 itself, and infinite everywhere if all are 0. More than 16777216 elements are an error. The caller frees the
// result.
BrookletStatus brooklet_distance(BrookletHandle mask,
                                 BrookletHandle *distances);

// Finds the position of the nearest element that is not 0, in C order, for each element of a stream of `float` with two axes: of equally
// near ones the first, and -1 if all are 0. Positions are whole numbers in `float`. More than 16777216 elements are an error. The caller
// frees the result.
BrookletStatus brooklet_nearest(BrookletHandle mask,
                                BrookletHandle *nearest);

// Numbers the connected components of a stream of `float` with two axes: elements that are not 0 belong together if a path of neighbours
// leads from one to the other. `connectivity` is the number of neighbours, 4 or 8. Labels count from 1 in the order of the components'
// first elements, in C order; elements that are 0 get 0. `count` gets the number of components. More than 16777216 elements are an error.
// The caller frees the labels.
BrookletStatus brooklet_label(BrookletHandle mask,
                              uint32_t connectivity,
                              BrookletHandle *labels,
                              uint64_t *count);

// Convolves a picture, a stream of `float` to `float4` with two axes, with `rows` times `columns` weights, given row by row. They are mirrored, and
// their centre is in row `rows` / 2 and column `columns` / 2, from 0. `border` says what stands past the edges. The caller frees the result.
BrookletStatus brooklet_convolve(BrookletHandle picture,
                                 const float *weights,
                                 uint32_t rows,
                                 uint32_t columns,
                                 uint32_t border,
                                 BrookletHandle *convolved);

// Blurs a picture, a stream of `float` to `float4` with two axes, with a Gaussian of the standard deviation `sigma` in elements, from 0 to 4096.
// `border` says what stands past the edges. The caller frees the result.
BrookletStatus brooklet_blur(BrookletHandle picture,
                             float sigma,
                             uint32_t border,
                             BrookletHandle *blurred);

// Replaces each element of a picture, a stream of `float` to `float4` with two axes, by the median of a square of `side` times `side` elements around
// it. `side` is from 1 to 255, and `border` says what stands past the edges. NaN is not allowed. The caller frees the result.
BrookletStatus brooklet_median_filter(BrookletHandle picture,
                                      uint32_t side,
                                      uint32_t border,
                                      BrookletHandle *filtered);

// Transforms the lines of a stream of `float2` along `count` axes, which count from the end if they are negative: its elements are complex
// numbers, a real and an imaginary part; those of a stream of `float4` are two, of two signals. A line may have any length up to 2^23.
// `inverse` is 0, or 1 to transform a spectrum back, which divides by the number of elements that are transformed together. The caller frees
// the result.
BrookletStatus brooklet_fft(BrookletHandle signal,
                            const int32_t *axes,
                            uint32_t count,
                            uint32_t inverse,
                            BrookletHandle *spectrum);

// Transforms the lines of a stream of `float`, along `count` axes, into a stream of `float2`. Along the last of the axes, a line of n numbers has
// a spectrum of n / 2 + 1 elements, since the others mirror these. The caller frees the result.
BrookletStatus brooklet_rfft(BrookletHandle values,
                             const int32_t *axes,
                             uint32_t count,
                             BrookletHandle *spectrum);

// Transforms spectra of real numbers, as `brooklet_rfft` makes them, back into a stream of `float`. `length` is the number of elements along the
// last of the axes: the spectrum has half of them, and 1. The caller frees the result.
BrookletStatus brooklet_irfft(BrookletHandle spectrum,
                              uint64_t length,
                              const int32_t *axes,
                              uint32_t count,
                              BrookletHandle *values);

// Prepares a sparse matrix of so many columns for products with vectors, from streams of `float` in compressed sparse rows: `offsets` are one
// more than the rows, the first entry of each row and the number of entries; `indices` are the columns of the entries, and `values` their
// values. It copies them. Numbers that are no matrix are an error, and so are more than 16777216 rows, columns or entries. The caller frees the
// matrix.
BrookletStatus brooklet_sparse_new(BrookletHandle offsets,
                                   BrookletHandle indices,
                                   BrookletHandle values,
                                   uint64_t columns,
                                   BrookletHandle *matrix);

// Frees a sparse matrix. Its handle is an error from then on.
BrookletStatus brooklet_sparse_free(BrookletHandle matrix);

// Multiplies a sparse matrix by a vector, a stream of `float` with as many elements as the matrix has columns. The result has as many as it has
// rows. The caller frees it.
BrookletStatus brooklet_spmv(BrookletHandle matrix,
                             BrookletHandle x,
                             BrookletHandle *product);

// Compiles the kernels of a Brook program, whose source is `text`, for a device; `name` is that of its file, for messages. Its host
// code is passed over. What is wrong with it is `BROOKLET_STATUS_COMPILE`, and the text of the error shows where. The caller frees
// the program.
BrookletStatus brooklet_program_new(BrookletHandle device,
                                    const char *name,
                                    const char *text,
                                    BrookletHandle *program);

// Frees a program. Its handle is an error from then on.
BrookletStatus brooklet_program_free(BrookletHandle program);

// Runs a kernel, whose `count` arguments stand in the order of its parameters: a handle for each stream, the bytes for each
// constant. Streams are made before, those that are written too. A stream that is read and written has its old values
// where it is read. A variable output gets the extents of what is pushed: one dimension; or rows as wide as the widest stream
// that is read, if it had two, of which the last ends in infinities.
BrookletStatus brooklet_program_run(BrookletHandle program,
                                    const char *kernel,
                                    const struct BrookletArgument *arguments,
                                    uint32_t count);

// Reduces a stream to a value: `bytes` bytes at `value`, field by field without gaps. The arguments stand in the order of the
// parameters; that of the accumulator is not looked at.
BrookletStatus brooklet_program_reduce(BrookletHandle program,
                                       const char *reduction,
                                       const struct BrookletArgument *arguments,
                                       uint32_t count,
                                       void *value,
                                       uint64_t bytes);

// `streamGatherOp(dst, index, array, op)`: element by element in the order of the index, `dst[i] = array[index[i]]`, and
// `array[index[i]]` becomes what the reduction makes of it. `arguments` are the three streams.
BrookletStatus brooklet_program_gather_op(BrookletHandle program,
                                          const char *reduction,
                                          const struct BrookletArgument *arguments);

// `streamScatterOp(dst, index, src, op)`, element by element in the order of the index. `rule` 0 is that of Brook's runtime:
// `dst[i] = op(src[index[i]], dst[i])`; 1 that of Brook's paper: `dst[index[i]] = op(src[i], dst[index[i]])`.
BrookletStatus brooklet_program_scatter_op(BrookletHandle program,
                                           const char *reduction,
                                           const struct BrookletArgument *arguments,
                                           uint32_t rule);

// Compiles the function `entry` of a Cg program, whose source is `text`, for a device; `name` is that of its file, for messages. `profile`
// is `arbfp1`, `fp30` or `fp40`, or null: `fp40` with `half` and `fixed` as floats. What is wrong with it is `BROOKLET_STATUS_COMPILE`, and
// the text of the error shows where. The caller frees the program.
BrookletStatus brooklet_cg_new(BrookletHandle device,
                               const char *name,
                               const char *text,
                               const char *entry,
                               const char *profile,
                               BrookletHandle *program);

// Frees a Cg program. Its handle is an error from then on.
BrookletStatus brooklet_cg_free(BrookletHandle program);

// Describes a Cg program as JSON, UTF-8 that ends in zero: `{"profile", "entry", "listing", "parameters": [{"name", "type", "semantic",
// "kind"}]}`, parameters in the order of the program. A kind is `uniform`, `texture`, `varying`, `color`, `depth` or `none`. `listing` is
// null where loops depend on uniforms. `buffer`, `room` and `needed` are as for `brooklet_program_describe`.
BrookletStatus brooklet_cg_describe(BrookletHandle program,
                                    char *buffer,
                                    uint64_t room,
                                    uint64_t *needed);

// Draws with a Cg program: a rectangle of so many columns and rows. Each parameter that the program reads is given, but those with a
// default; texture coordinates without values count texels where the program reads `RECT` textures, and go from 0 to 1 otherwise.
BrookletStatus brooklet_cg_draw(BrookletHandle program,
                                uint64_t width,
                                uint64_t height,
                                const struct BrookletCgArgument *arguments,
                                uint32_t count,
                                const struct BrookletCgResult *results,
                                uint32_t result_count);

// Describes all primitives as JSON, UTF-8 that ends in zero: `{"primitives": [{"name", "inputs": [{"name", "optional"}], "methods": [{"name",
// "source", "passes", "default"}]}]}`. `passes` says how many passes n elements take. `buffer`, `room` and `needed` are as for
// `brooklet_program_describe`.
BrookletStatus brooklet_catalog_describe(char *buffer,
                                         uint64_t room,
                                         uint64_t *needed);

// Runs a primitive of the catalogue by one of its methods, as `brooklet_catalog_describe` lists them: `scan` by `hillis-steele`. A null method
// is the fastest one. `inputs` are its `count` streams of `float`, in order. `options` is null or JSON, an object with any of `operator`
// (`sum`, `product`, `min` or `max`), `exclusive`, `axis`, `descending`, `stable`, `bits`, `combined`, `upper`, `sorted`, `bins`, `range`
// (two numbers), `k` and `smallest`; a primitive does not look at those that it has no use for. A
// `quantile` is the median, and a `filter` keeps what is not infinite. The results go to `results`, which has
// `room` for so many handles: 2 are enough for every primitive. A result that is one number is a stream of one element. `made` gets how many
// results there are. The caller frees them.
BrookletStatus brooklet_catalog_run(const char *primitive,
                                    const char *method,
                                    const BrookletHandle *inputs,
                                    uint32_t count,
                                    const char *options,
                                    BrookletHandle *results,
                                    uint32_t room,
                                    uint32_t *made);

// Starts to record what a device does: every pass, upload and read back. A device that records already is an error.
BrookletStatus brooklet_trace_start(BrookletHandle device);

// Writes what a device has done since it started to record, as JSON, UTF-8 that ends in zero: `{"device", "passes": [..], "uploads": [..],
// "readbacks": [..]}`. An entry has its place among all of them as `order`; a pass has `kernel`, `width`, `height` and `outputs`, and on an
// emulated chip whose speed is known `predicted_ms`. The device goes on recording. `buffer`, `room` and `needed` are as for
// `brooklet_program_describe`.
BrookletStatus brooklet_trace_read(BrookletHandle device,
                                   char *buffer,
                                   uint64_t room,
                                   uint64_t *needed);

// Ends what `brooklet_trace_start` started, and forgets what was recorded.
BrookletStatus brooklet_trace_stop(BrookletHandle device);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* BROOKLET_H */
