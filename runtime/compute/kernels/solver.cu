#include "../../lang/include/detail/__solver.h"
#include "../../lang/include/detail/__solver_eigen.h"

// Names for template arguments, which a session that has included <cusolverDn.h> does not know.
namespace warpcell {
typedef __solver_complex<float> complex_float;
typedef __solver_complex<double> complex_double;
} // namespace warpcell
