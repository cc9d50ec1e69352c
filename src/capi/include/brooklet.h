#ifndef BROOKLET_H
#define BROOKLET_H

#include <stddef.h>
#include <stdint.h>

// The C interface of brooklet, generated from its source: stream computing on the fragment pipeline.
//
// - A handle is a number: one that is wrong or freed is an error, not a crash. 0 is none.
// - Functions return a status; brooklet_error_text() has the text of the last error on this thread.
// - Devices, and what is made on them, belong to the thread that opened them.


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

// The version of the interface: its first number changes where programs have to.
#define BROOKLET_VERSION 1

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

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The version of the interface that the library has: `BROOKLET_VERSION` of the header it was built with.
uint32_t brooklet_version(void);

// Compiles the kernels of a Brook program for a device; `name` is that of its file, for messages. Its host code is passed over.
BrookletStatus brooklet_program_new(BrookletHandle device,
                                    const char *name,
                                    const char *text,
                                    BrookletHandle *program);

// Frees a program.
BrookletStatus brooklet_program_free(BrookletHandle program);

// Runs a kernel. The arguments stand in the order of its parameters. A stream that is read and written has its old values
// where it is read. A variable output gets the extents of what is pushed: one dimension; or rows as wide as the widest stream
// that is read, if it had two, of which the last ends in infinities. `program` may be freed afterwards.
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

// Opens a device for this thread. `runtime` is `ogl` (OpenGL, the newest dialect there is), `gles`, `gl2` (OpenGL 2.1) or
// `cpu` (an emulated machine without limits); null is `ogl`.
BrookletStatus brooklet_device_open(const char *runtime,
                                    BrookletHandle *device);

// The device that programs of this thread run on, opened when it is first asked for: the one that the environment variable
// `BRT_RUNTIME` names, else OpenGL. It is not to be freed.
BrookletStatus brooklet_device_default(BrookletHandle *device);

// Waits until all that was asked of a device is done.
BrookletStatus brooklet_device_finish(BrookletHandle device);

// Frees a device. Its streams and programs stay until they are freed themselves.
BrookletStatus brooklet_device_free(BrookletHandle device);

// The text of the last error on this thread; it stands until the next. Never null.
const char *brooklet_error_text(void);

// Makes a stream of these extents, slowest first; its elements are zero.
BrookletStatus brooklet_stream_new(BrookletHandle device,
                                   const struct BrookletElementLayout *element,
                                   const uint64_t *extents,
                                   uint32_t rank,
                                   BrookletHandle *stream);

// Makes a stream of evenly spaced numbers or vectors of `components` floats: element k is `low + (high - low) * k / n`. Of
// several dimensions it has a component for each, the first along the last dimension.
BrookletStatus brooklet_stream_iterator(BrookletHandle device,
                                        uint32_t components,
                                        const uint64_t *extents,
                                        uint32_t rank,
                                        const float *low,
                                        const float *high,
                                        BrookletHandle *stream);

// Replaces elements by those at `data`, which has `bytes` bytes: all of the stream, or those from `low` up to, and without,
// `high`, which have as many numbers as the stream has dimensions.
BrookletStatus brooklet_stream_write(BrookletHandle stream,
                                     const uint64_t *low,
                                     const uint64_t *high,
                                     const void *data,
                                     uint64_t bytes);

// Reads elements to `data`, which has room for `bytes` bytes: all of the stream, or a domain as for
// `brooklet_stream_write`.
BrookletStatus brooklet_stream_read(BrookletHandle stream,
                                    const uint64_t *low,
                                    const uint64_t *high,
                                    void *data,
                                    uint64_t bytes);

// The extents of a stream, slowest first: `rank` of the four numbers, the others are 0.
BrookletStatus brooklet_stream_shape(BrookletHandle stream, uint64_t *extents, uint32_t *rank);

// Frees a stream.
BrookletStatus brooklet_stream_free(BrookletHandle stream);

// The text of the last error on this thread; it stands until the next. Never null.
const char *brooklet_error_text(void);

// Opens a device for this thread. `runtime` is `ogl` (OpenGL, the newest dialect there is), `gles`, `gl2` (OpenGL 2.1) or
// `cpu` (an emulated machine without limits); null is `ogl`.
BrookletStatus brooklet_device_open(const char *runtime,
                                    BrookletHandle *device);

// The device that programs of this thread run on, opened when it is first asked for: the one that the environment variable
// `BRT_RUNTIME` names, else OpenGL. It is not to be freed.
BrookletStatus brooklet_device_default(BrookletHandle *device);

// Waits until all that was asked of a device is done.
BrookletStatus brooklet_device_finish(BrookletHandle device);

// Frees a device. Its streams and programs stay until they are freed themselves.
BrookletStatus brooklet_device_free(BrookletHandle device);

// Makes a stream of these extents, slowest first; its elements are zero.
BrookletStatus brooklet_stream_new(BrookletHandle device,
                                   const struct BrookletElementLayout *element,
                                   const uint64_t *extents,
                                   uint32_t rank,
                                   BrookletHandle *stream);

// Makes a stream of evenly spaced numbers or vectors of `components` floats: element k is `low + (high - low) * k / n`. Of
// several dimensions it has a component for each, the first along the last dimension.
BrookletStatus brooklet_stream_iterator(BrookletHandle device,
                                        uint32_t components,
                                        const uint64_t *extents,
                                        uint32_t rank,
                                        const float *low,
                                        const float *high,
                                        BrookletHandle *stream);

// Replaces elements by those at `data`, which has `bytes` bytes: all of the stream, or those from `low` up to, and without,
// `high`, which have as many numbers as the stream has dimensions.
BrookletStatus brooklet_stream_write(BrookletHandle stream,
                                     const uint64_t *low,
                                     const uint64_t *high,
                                     const void *data,
                                     uint64_t bytes);

// Reads elements to `data`, which has room for `bytes` bytes: all of the stream, or a domain as for
// `brooklet_stream_write`.
BrookletStatus brooklet_stream_read(BrookletHandle stream,
                                    const uint64_t *low,
                                    const uint64_t *high,
                                    void *data,
                                    uint64_t bytes);

// The extents of a stream, slowest first: `rank` of the four numbers, the others are 0.
BrookletStatus brooklet_stream_shape(BrookletHandle stream, uint64_t *extents, uint32_t *rank);

// Frees a stream.
BrookletStatus brooklet_stream_free(BrookletHandle stream);

// Compiles the kernels of a Brook program for a device; `name` is that of its file, for messages. Its host code is passed over.
BrookletStatus brooklet_program_new(BrookletHandle device,
                                    const char *name,
                                    const char *text,
                                    BrookletHandle *program);

// Frees a program.
BrookletStatus brooklet_program_free(BrookletHandle program);

// Runs a kernel. The arguments stand in the order of its parameters. A stream that is read and written has its old values
// where it is read. A variable output gets the extents of what is pushed: one dimension; or rows as wide as the widest stream
// that is read, if it had two, of which the last ends in infinities. `program` may be freed afterwards.
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

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* BROOKLET_H */
