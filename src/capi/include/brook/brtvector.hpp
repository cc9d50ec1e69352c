// The runtime of Brook under the name that old programs include.
#include "../brook.hpp"
