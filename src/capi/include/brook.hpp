// The runtime of Brook in C++14 or later, for translated programs and for code of the time that uses its types.
#ifndef BROOKLET_BROOK_HPP
#define BROOKLET_BROOK_HPP

// The headers of the old runtime may be found too. They are empty from here on, and must not have come before.
#if defined(BROOK_HPP) || defined(BRT_HPP)
#error "the old runtime's own headers come first: name the folder of brooklet's headers before theirs, with -I"
#endif
#define BROOK_HPP
#define BRT_HPP
#define BRTVECTOR_HPP
#define BRTINTRINSIC_HPP
#define BRTARRAY_HPP
#define KERNELDESC_HPP

// Old programs use the C library without including it.
#include <assert.h>
#include <limits.h>
#include <float.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <iostream>

#include "brooklet.h"
#ifdef BROOKLET_HOST_TABLE
#include "brook/host_table.h"
#endif

#include "brook/vectors.hpp"
#include "brook/types.hpp"
#include "brook/stream.hpp"
#include "brook/arrays.hpp"
#include "brook/runtime.hpp"
#include "brook/call.hpp"
#include "brook/cpu.hpp"
#include "brook/operators.hpp"
#include "brook/print.hpp"

#ifdef BROOKLET_HOST_TABLE
// Calls the program's main. An exception that nothing catches ends the program here, as it ends any program of C++.
#ifdef _WIN32
extern "C" __attribute__((used)) inline
#else
extern "C" __attribute__((weak))
#endif
int brooklet_call_main(int (*main)(int, char **, char **), int count, char **words, char **environment) noexcept {
    return main(count, words, environment);
}
#endif

#endif
