/* Streams from C: a Brook program, a map, a reduction, a scan, filters and a sort; every status is looked at. C99.

   Build the library, then this, and run it, from the root of the repository:

     cargo rustc --release --lib --features capi --crate-type cdylib
     cc -std=c99 -O2 demos/c/streams.c -I src/capi/include -L target/release -lbrooklet -o streams
     LD_LIBRARY_PATH=target/release ./streams

   It prints on which device it runs, and:

     saxpy   12 24 36 48 60 72 84 96
     map     1 2 3 4 5 6 7 8
     sum     36
     scan    1 3 6 10 15 21 28 36
     filter  6 7 8
     parts   2 4 6 8 1 3 5 7
     kept    4
     sort    8 7 6 5 4 3 2 1
     where   3
     refused: stream 0x.. has been freed
*/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "brooklet.h"

enum { COUNT = 8 };

/* Ends the program where a call fails, and says which. */
static void check(BrookletStatus status, const char *call, int line) {
    if (status == BROOKLET_STATUS_OK) return;
    fprintf(stderr, "line %d: %s: error %d: %s\n", line, call, (int)status, brooklet_error_text());
    exit(1);
}
#define CHECK(call) check((call), #call, __LINE__)

/* A stream of floats, of one dimension. */
static BrookletHandle upload(BrookletHandle device, const float *data, uint64_t count) {
    BrookletHandle stream;
    CHECK(brooklet_stream_of(device, BROOKLET_FLOAT, &count, 1, &stream));
    CHECK(brooklet_stream_write(stream, NULL, NULL, data, count * sizeof *data));
    return stream;
}

/* Prints a stream of at most COUNT floats, which is freed. */
static void print(const char *name, BrookletHandle stream) {
    uint64_t extents[4];
    uint32_t rank;
    float data[COUNT];

    CHECK(brooklet_stream_shape(stream, extents, &rank));
    CHECK(brooklet_stream_read(stream, NULL, NULL, data, extents[0] * sizeof *data));
    CHECK(brooklet_stream_free(stream));
    printf("%-7s", name);
    for (uint64_t i = 0; i < extents[0]; i++) printf(" %g", data[i]);
    printf("\n");
}

static const char *const program_text =
    "kernel void saxpy(float alpha, float x<>, float y<>, out float result<>) { result = alpha * x + y; }\n"
    "reduce void sum(float a<>, reduce float total<>) { total += a; }\n";

/* An argument of a kernel that is a stream. */
static BrookletArgument of_stream(BrookletHandle stream) {
    BrookletArgument argument;
    memset(&argument, 0, sizeof argument);
    argument.stream = stream;
    return argument;
}

/* An argument that is a constant; the value stays where it is until the kernel has run. */
static BrookletArgument of_constant(const void *value, uint64_t bytes) {
    BrookletArgument argument;
    memset(&argument, 0, sizeof argument);
    argument.constant = value;
    argument.bytes = bytes;
    return argument;
}

/* alpha * x + y by a Brook program. */
static BrookletHandle saxpy(BrookletHandle device, float alpha, BrookletHandle x, BrookletHandle y) {
    BrookletHandle program, result;
    BrookletArgument arguments[4];
    const uint64_t count = COUNT;
    float total = 0;

    CHECK(brooklet_program_new(device, "saxpy.br", program_text, &program));
    CHECK(brooklet_stream_of(device, BROOKLET_FLOAT, &count, 1, &result));
    arguments[0] = of_constant(&alpha, sizeof alpha);
    arguments[1] = of_stream(x);
    arguments[2] = of_stream(y);
    arguments[3] = of_stream(result);
    CHECK(brooklet_program_run(program, "saxpy", arguments, 4));

    arguments[0] = of_stream(result);
    arguments[1] = of_stream(0); /* the accumulator: its value goes to `total` */
    CHECK(brooklet_program_reduce(program, "sum", arguments, 2, &total, sizeof total));
    if (total != 432) {
        fprintf(stderr, "the sum is %g, not 432\n", total);
        exit(1);
    }
    CHECK(brooklet_program_free(program));
    return result;
}

int main(void) {
    float a[COUNT], b[COUNT], sum;
    const float wanted = 4;
    uint64_t kept;
    BrookletHandle device, x, y, z, other;
    BrookletDeviceDescription what;
    BrookletInput inputs[2];

    if (brooklet_version() != BROOKLET_VERSION) {
        fprintf(stderr, "the library has version %u, and the header %u\n", (unsigned)brooklet_version(), BROOKLET_VERSION);
        return 1;
    }
    /* NULL: OpenGL. Devices, and all that is made on them, belong to this thread. */
    CHECK(brooklet_device_open(NULL, &device));
    CHECK(brooklet_device_describe(device, &what, sizeof what));
    printf("on %s, %s\n", what.renderer, what.api);

    for (int i = 0; i < COUNT; i++) {
        a[i] = (float)(i + 1);
        b[i] = 10 * a[i];
    }
    x = upload(device, a, COUNT);
    y = upload(device, b, COUNT);
    z = saxpy(device, 2, x, y);

    /* An expression over streams and constants by their names. */
    memset(inputs, 0, sizeof inputs);
    inputs[0].name = "z";
    inputs[0].stream = z;
    inputs[1].name = "s";
    inputs[1].components = 1;
    inputs[1].value[0] = 12;
    CHECK(brooklet_map("z / s", inputs, 2, &other));
    print("saxpy", z);
    print("map", other);

    CHECK(brooklet_reduce(x, "sum", &sum, 1));
    printf("%-7s %g\n", "sum", sum);
    CHECK(brooklet_scan(x, "sum", 0, &other));
    print("scan", other);
    CHECK(brooklet_filter(x, "x > 5.0", &other));
    print("filter", other);
    CHECK(brooklet_partition(x, "mod(x, 2.0) < 0.5", &kept, &other));
    print("parts", other);
    printf("%-7s %d\n", "kept", (int)kept);
    CHECK(brooklet_sort(x, 0, BROOKLET_SORT_DESCENDING, &other, NULL));
    print("sort", other);
    other = upload(device, &wanted, 1);
    CHECK(brooklet_search(x, other, 0, &z));
    print("where", z);
    CHECK(brooklet_stream_free(other));

    /* What is wrong is a status with a text. */
    if (brooklet_stream_free(other) != BROOKLET_STATUS_HANDLE) {
        fprintf(stderr, "a stream was freed twice\n");
        return 1;
    }
    printf("refused: %s\n", brooklet_error_text());

    CHECK(brooklet_stream_free(x));
    CHECK(brooklet_stream_free(y));
    CHECK(brooklet_device_free(device));
    return 0;
}
