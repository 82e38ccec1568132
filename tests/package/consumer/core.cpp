// The core's consumer as C++.
#include "core.c"
