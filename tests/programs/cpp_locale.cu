// <locale>: the locale "C" is the only one.
#include <iostream>
#include <locale>
#include <sstream>
#include <stdexcept>

int main()
{
    std::cerr.imbue(std::locale(""));
    std::cout.imbue(std::locale::classic());
    std::locale::global(std::locale("C"));
    std::cout << 1234567 << " " << std::locale().name() << " " << (std::locale() == std::locale::classic()) << "\n";
    std::stringstream both("2.5 7");
    both.imbue(std::locale());
    double x;
    int y;
    both >> x >> y;
    std::cout << x << " " << y << "\n";
    try {
        std::cout.imbue(std::locale("xx_YY.UTF-8"));
    } catch (const std::runtime_error &e) {
        std::cout << e.what() << "\n";
    }
}
