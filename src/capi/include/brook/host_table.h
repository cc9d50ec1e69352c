// Generated: the functions of brooklet.h in a table, for host code that brooklet runs itself.
#ifndef BROOKLET_HOST_TABLE_H
#define BROOKLET_HOST_TABLE_H

// Brooklet puts the table here before any constructor runs. Each file of a program has it, and they share one.
#ifdef _WIN32
#define BROOKLET_ONE __declspec(selectany)
#else
#define BROOKLET_ONE __attribute__((weak))
#endif
#ifdef __cplusplus
extern "C" {
BROOKLET_ONE const void *const *brooklet_host_table = 0;
}
#define BROOKLET_HOST(name, at) \
    (*reinterpret_cast<decltype(&::name)>(const_cast<void *>(brooklet_host_table[at])))
#else
BROOKLET_ONE const void *const *brooklet_host_table = 0;
#define BROOKLET_HOST(name, at) (*(__typeof__(&name))brooklet_host_table[at])
#endif

// Constructors of the program's own, which may use it, run after this one.
#include <stdlib.h>
#ifdef _WIN32
#ifdef __cplusplus
extern "C"
#endif
__declspec(dllimport) unsigned long __stdcall GetEnvironmentVariableA(const char *, char *, unsigned long);
#endif
static __attribute__((constructor(101))) void brooklet_find_table(void) {
#ifdef _WIN32
    // Not getenv, which knows the environment as it was when the process began.
    char text[24];
    const unsigned long length = GetEnvironmentVariableA("BROOKLET_HOST_TABLE", text, sizeof text);
    const char *at = length > 0 && length < sizeof text ? text : 0;
#else
    const char *at = getenv("BROOKLET_HOST_TABLE");
#endif
    if (at && !brooklet_host_table) brooklet_host_table = (const void *const *)(uintptr_t)strtoull(at, NULL, 16);
}

#define brooklet_version BROOKLET_HOST(brooklet_version, 0)
#define brooklet_error_text BROOKLET_HOST(brooklet_error_text, 1)
#define brooklet_device_open BROOKLET_HOST(brooklet_device_open, 2)
#define brooklet_device_default BROOKLET_HOST(brooklet_device_default, 3)
#define brooklet_device_finish BROOKLET_HOST(brooklet_device_finish, 4)
#define brooklet_device_free BROOKLET_HOST(brooklet_device_free, 5)
#define brooklet_stream_new BROOKLET_HOST(brooklet_stream_new, 6)
#define brooklet_stream_iterator BROOKLET_HOST(brooklet_stream_iterator, 7)
#define brooklet_stream_write BROOKLET_HOST(brooklet_stream_write, 8)
#define brooklet_stream_read BROOKLET_HOST(brooklet_stream_read, 9)
#define brooklet_stream_shape BROOKLET_HOST(brooklet_stream_shape, 10)
#define brooklet_stream_free BROOKLET_HOST(brooklet_stream_free, 11)
#define brooklet_program_new BROOKLET_HOST(brooklet_program_new, 12)
#define brooklet_program_run BROOKLET_HOST(brooklet_program_run, 13)
#define brooklet_program_reduce BROOKLET_HOST(brooklet_program_reduce, 14)
#define brooklet_program_gather_op BROOKLET_HOST(brooklet_program_gather_op, 15)
#define brooklet_program_scatter_op BROOKLET_HOST(brooklet_program_scatter_op, 16)
#define brooklet_program_free BROOKLET_HOST(brooklet_program_free, 17)
#define brooklet_device_describe BROOKLET_HOST(brooklet_device_describe, 18)
#define brooklet_stream_of BROOKLET_HOST(brooklet_stream_of, 19)
#define brooklet_stream_element BROOKLET_HOST(brooklet_stream_element, 20)
#define brooklet_program_describe BROOKLET_HOST(brooklet_program_describe, 21)
#define brooklet_map BROOKLET_HOST(brooklet_map, 22)
#define brooklet_reduce BROOKLET_HOST(brooklet_reduce, 23)
#define brooklet_scan BROOKLET_HOST(brooklet_scan, 24)
#define brooklet_filter BROOKLET_HOST(brooklet_filter, 25)
#define brooklet_sort BROOKLET_HOST(brooklet_sort, 26)
#define brooklet_search BROOKLET_HOST(brooklet_search, 27)
#define brooklet_partition BROOKLET_HOST(brooklet_partition, 28)
#define brooklet_argsort BROOKLET_HOST(brooklet_argsort, 29)
#define brooklet_unique BROOKLET_HOST(brooklet_unique, 30)
#define brooklet_group BROOKLET_HOST(brooklet_group, 31)
#define brooklet_segmented_scan BROOKLET_HOST(brooklet_segmented_scan, 32)
#define brooklet_take BROOKLET_HOST(brooklet_take, 33)
#define brooklet_random BROOKLET_HOST(brooklet_random, 34)
#define brooklet_random_bits BROOKLET_HOST(brooklet_random_bits, 35)
#define brooklet_histogram BROOKLET_HOST(brooklet_histogram, 36)
#define brooklet_top BROOKLET_HOST(brooklet_top, 37)
#define brooklet_quantile BROOKLET_HOST(brooklet_quantile, 38)
#define brooklet_put BROOKLET_HOST(brooklet_put, 39)
#define brooklet_merge BROOKLET_HOST(brooklet_merge, 40)
#define brooklet_reduce_axis BROOKLET_HOST(brooklet_reduce_axis, 41)
#define brooklet_scan_axis BROOKLET_HOST(brooklet_scan_axis, 42)
#define brooklet_sort_axis BROOKLET_HOST(brooklet_sort_axis, 43)
#define brooklet_argsort_axis BROOKLET_HOST(brooklet_argsort_axis, 44)
#define brooklet_take_axis BROOKLET_HOST(brooklet_take_axis, 45)
#define brooklet_take_along_axis BROOKLET_HOST(brooklet_take_along_axis, 46)
#define brooklet_filter_axis BROOKLET_HOST(brooklet_filter_axis, 47)
#define brooklet_integers_new BROOKLET_HOST(brooklet_integers_new, 48)
#define brooklet_integers_read BROOKLET_HOST(brooklet_integers_read, 49)
#define brooklet_sort_integers BROOKLET_HOST(brooklet_sort_integers, 50)
#define brooklet_argsort_integers BROOKLET_HOST(brooklet_argsort_integers, 51)
#define brooklet_search_integers BROOKLET_HOST(brooklet_search_integers, 52)
#define brooklet_unique_integers BROOKLET_HOST(brooklet_unique_integers, 53)
#define brooklet_group_integers BROOKLET_HOST(brooklet_group_integers, 54)
#define brooklet_top_axis BROOKLET_HOST(brooklet_top_axis, 55)
#define brooklet_argmax_axis BROOKLET_HOST(brooklet_argmax_axis, 56)
#define brooklet_quantile_axis BROOKLET_HOST(brooklet_quantile_axis, 57)
#define brooklet_merge_integers BROOKLET_HOST(brooklet_merge_integers, 58)
#define brooklet_top_integers BROOKLET_HOST(brooklet_top_integers, 59)
#define brooklet_cg_new BROOKLET_HOST(brooklet_cg_new, 60)
#define brooklet_cg_free BROOKLET_HOST(brooklet_cg_free, 61)
#define brooklet_cg_describe BROOKLET_HOST(brooklet_cg_describe, 62)
#define brooklet_cg_draw BROOKLET_HOST(brooklet_cg_draw, 63)
#define brooklet_run_lengths BROOKLET_HOST(brooklet_run_lengths, 64)
#define brooklet_catalog_describe BROOKLET_HOST(brooklet_catalog_describe, 65)
#define brooklet_catalog_run BROOKLET_HOST(brooklet_catalog_run, 66)
#define brooklet_trace_start BROOKLET_HOST(brooklet_trace_start, 67)
#define brooklet_trace_read BROOKLET_HOST(brooklet_trace_read, 68)
#define brooklet_trace_stop BROOKLET_HOST(brooklet_trace_stop, 69)
#define brooklet_transpose BROOKLET_HOST(brooklet_transpose, 70)
#define brooklet_matmul BROOKLET_HOST(brooklet_matmul, 71)
#define brooklet_sat BROOKLET_HOST(brooklet_sat, 72)
#define brooklet_distance BROOKLET_HOST(brooklet_distance, 73)
#define brooklet_nearest BROOKLET_HOST(brooklet_nearest, 74)
#define brooklet_label BROOKLET_HOST(brooklet_label, 75)
#define brooklet_convolve BROOKLET_HOST(brooklet_convolve, 76)
#define brooklet_blur BROOKLET_HOST(brooklet_blur, 77)
#define brooklet_median_filter BROOKLET_HOST(brooklet_median_filter, 78)
#define brooklet_fft BROOKLET_HOST(brooklet_fft, 79)
#define brooklet_rfft BROOKLET_HOST(brooklet_rfft, 80)
#define brooklet_irfft BROOKLET_HOST(brooklet_irfft, 81)
#define brooklet_sparse_new BROOKLET_HOST(brooklet_sparse_new, 82)
#define brooklet_sparse_free BROOKLET_HOST(brooklet_sparse_free, 83)
#define brooklet_spmv BROOKLET_HOST(brooklet_spmv, 84)

#endif
