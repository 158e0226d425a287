#include "../../lang/include/detail/__solver.h"
#include "eigen.cu"
