// The runtime of Brook or Brook+ under a name that only brooklet has: the headers of an old runtime may be found before those in `brook`.
#ifdef BROOKLET_BROOK_PLUS
#include "brook/plus.hpp"
#else
#include "brook.hpp"
#endif
