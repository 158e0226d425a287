// Enumerators in the list of their own enumeration.
#include <cstdio>
enum class E { A = 1, B = 2, C = A | B };

namespace n
{
enum class F : unsigned { A = 1, B = A << 3 };

struct S {
    enum class G { X = 4, Y = X + 1 };

    enum H { P = 2, Q = P * 3 };
};
} // namespace n

template <class T> struct U {
    enum class K { I = sizeof(T), J = I * 2 };
};

int main()
{
    enum class L { M = 3, N = M };
    printf("%d %d %d %d %d %d\n", (int) E::C, (int) n::F::B, (int) n::S::G::Y, n::S::Q,
           (int) U<double>::K::J, (int) L::N);
}
