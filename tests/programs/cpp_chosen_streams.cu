// SPDX-License-Identifier: Apache-2.0
// std::ostream over the buffer of another stream, and std::stringbuf.
#include <fstream>
#include <iomanip>
#include <iostream>
#include <sstream>

static void report(std::ostream &out, int n)
{
    out << "n: " << n << '\n';
}

int main(int argc, char **)
{
    std::stringbuf buffer;
    std::ostream out(&buffer);
    out << "text " << 42 << std::hex << ' ' << 255;
    std::cout << buffer.str() << '\n';
    std::ofstream file;
    std::ostream chosen(argc > 5 ? file.rdbuf() : std::cout.rdbuf());
    chosen << std::hex << std::showbase << 255 << '\n';
    std::cout << 255 << '\n'; /* each stream has its own format */
    report(chosen, 16);
    std::ostringstream text;
    {
        std::ostream inner(text.rdbuf());
        report(inner, 5);
        inner << std::setw(4) << 7;
    }
    text << "|";
    std::cout << text.str() << '\n';
    buffer.str("new");
    std::cout << buffer.str() << (out ? " good" : " bad") << '\n';
}
