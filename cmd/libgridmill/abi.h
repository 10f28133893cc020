/* cgo cannot express const. With these names, the compiler checks the functions that Go exports against
 * their declarations in gridmill.h. */
#include "gridmill.h"

typedef const uint8_t const_cells;
typedef const char const_text;
typedef const int64_t const_ends;
typedef const gridmill_options const_options;
