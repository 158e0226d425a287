#include <fstream>
#include <iostream>
#include <sstream>

int main()
{
    std::ifstream f;
    f.exceptions(std::ifstream::failbit | std::ifstream::badbit);
    try {
        f.open("/nonexistent/x");
    } catch (const std::ios_base::failure &e) {
        std::cout << "caught " << (e.code() == std::io_errc::stream) << '\n';
    } catch (const std::exception &e) {
        std::cout << "other\n";
    }
    std::istringstream in("x");
    in.exceptions(std::ios::failbit);
    int i;
    try {
        in >> i;
    } catch (std::ios_base::failure &e) {
        std::cout << "fail\n";
    }
    std::cout << in.exceptions() << '\n';
    in.clear();
    in.exceptions(std::ios::eofbit);
    std::string s;
    try {
        in >> s;
    } catch (std::exception &e) {
        std::cout << "eof\n";
    }
    std::ifstream g("/nonexistent");
    try {
        g.exceptions(std::ios::failbit);
    } catch (std::system_error &e) {
        std::cout << "at once\n";
    }
    in.clear();
    in.exceptions(std::ios::goodbit);
    in.setstate(std::ios::failbit);
    std::cout << in.rdstate() << '\n';
}
