/* Go code uses these names for const types, which cgo cannot express. The compiler can therefore compare the
 * functions that Go exports with their declarations in gridmill.h. */
#include "gridmill.h"

typedef const uint8_t const_cells;
typedef const char const_text;
typedef const int64_t const_ends;
typedef const gridmill_options const_options;
