#include "../../lang/include/detail/__solver.h"
