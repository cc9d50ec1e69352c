// Generated: the functions of brooklet.h in a table, for host code that brooklet runs itself.
#ifndef BROOKLET_HOST_TABLE_H
#define BROOKLET_HOST_TABLE_H

// Brooklet puts the table here before `main` runs.
extern "C" {
__attribute__((weak)) const void *const *brooklet_host_table;
}

#define brooklet_version (*reinterpret_cast<decltype(&::brooklet_version)>(const_cast<void *>(brooklet_host_table[0])))
#define brooklet_error_text (*reinterpret_cast<decltype(&::brooklet_error_text)>(const_cast<void *>(brooklet_host_table[1])))
#define brooklet_device_open (*reinterpret_cast<decltype(&::brooklet_device_open)>(const_cast<void *>(brooklet_host_table[2])))
#define brooklet_device_default (*reinterpret_cast<decltype(&::brooklet_device_default)>(const_cast<void *>(brooklet_host_table[3])))
#define brooklet_device_finish (*reinterpret_cast<decltype(&::brooklet_device_finish)>(const_cast<void *>(brooklet_host_table[4])))
#define brooklet_device_free (*reinterpret_cast<decltype(&::brooklet_device_free)>(const_cast<void *>(brooklet_host_table[5])))
#define brooklet_stream_new (*reinterpret_cast<decltype(&::brooklet_stream_new)>(const_cast<void *>(brooklet_host_table[6])))
#define brooklet_stream_iterator (*reinterpret_cast<decltype(&::brooklet_stream_iterator)>(const_cast<void *>(brooklet_host_table[7])))
#define brooklet_stream_write (*reinterpret_cast<decltype(&::brooklet_stream_write)>(const_cast<void *>(brooklet_host_table[8])))
#define brooklet_stream_read (*reinterpret_cast<decltype(&::brooklet_stream_read)>(const_cast<void *>(brooklet_host_table[9])))
#define brooklet_stream_shape (*reinterpret_cast<decltype(&::brooklet_stream_shape)>(const_cast<void *>(brooklet_host_table[10])))
#define brooklet_stream_free (*reinterpret_cast<decltype(&::brooklet_stream_free)>(const_cast<void *>(brooklet_host_table[11])))
#define brooklet_program_new (*reinterpret_cast<decltype(&::brooklet_program_new)>(const_cast<void *>(brooklet_host_table[12])))
#define brooklet_program_run (*reinterpret_cast<decltype(&::brooklet_program_run)>(const_cast<void *>(brooklet_host_table[13])))
#define brooklet_program_reduce (*reinterpret_cast<decltype(&::brooklet_program_reduce)>(const_cast<void *>(brooklet_host_table[14])))
#define brooklet_program_gather_op (*reinterpret_cast<decltype(&::brooklet_program_gather_op)>(const_cast<void *>(brooklet_host_table[15])))
#define brooklet_program_scatter_op (*reinterpret_cast<decltype(&::brooklet_program_scatter_op)>(const_cast<void *>(brooklet_host_table[16])))
#define brooklet_program_free (*reinterpret_cast<decltype(&::brooklet_program_free)>(const_cast<void *>(brooklet_host_table[17])))

#endif
