// The runtime of Brook under the name that translated programs include.
#include "../brook.hpp"
