// The runtime of Brook+ under a name that old programs include.
#include "plus.hpp"
