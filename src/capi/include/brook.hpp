// The runtime of Brook in C++14 or later, for translated programs and for code of the time that uses its types.
#ifndef BROOKLET_BROOK_HPP
#define BROOKLET_BROOK_HPP

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

#include "brooklet.h"
#ifdef BROOKLET_HOST_TABLE
#include "brook/host_table.h"
#endif

#include "brook/vectors.hpp"
#include "brook/types.hpp"
#include "brook/stream.hpp"
#include "brook/call.hpp"
#include "brook/operators.hpp"
#include "brook/print.hpp"

#endif
