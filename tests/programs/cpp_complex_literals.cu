#include <complex>
#include <iostream>

int main()
{
    using namespace std::complex_literals;
    auto z = 1.0 + 2.0i;
    std::cout << z << z * 1i << '\n';
    std::complex<float> f = 3.0if;
    std::cout << f << '\n';
    using namespace std::literals;
    std::cout << std::exp(1i * 3.141592653589793) << std::abs(3.0 + 4.0i) << '\n';
    std::cout << std::polar(1.0, 0.5) << std::norm(z) << std::arg(z) << std::conj(z) << std::proj(z)
              << '\n';
    std::complex<double> a(1, 2);
    a *= 2.;
    a += 1i;
    std::cout << a.real() << a.imag() << '\n';
    a.real(9);
    std::cout << a << (a == a) << std::pow(a, 2) << std::sqrt(a) << std::log(a) << std::sin(a)
              << '\n';
    std::complex<long double> l = 1.0il;
    std::cout << l << '\n';
}
