// What programs use of the library now and then: div, channel descriptors, positions in files, other names of namespaces.
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>

namespace a
{
namespace b
{
int f()
{
    return 3;
}
} // namespace b
} // namespace a
namespace ab = a::b;

int main(int argc, char **argv)
{
    printf("%d\n", ab::f());
    div_t d = div(7, 2);
    printf("%d %d\n", d.quot, d.rem);
    ldiv_t l = ldiv(9L, 4L);
    printf("%ld %ld\n", l.quot, l.rem);
    cudaChannelFormatDesc c = cudaCreateChannelDesc<float>();
    printf("%d %d\n", c.x, c.f);
    {
        std::ofstream o("everyday.txt");
        o << "hello\nworld\n";
    }
    std::ifstream in("everyday.txt", std::ios::binary | std::ios::ate);
    printf("%ld\n", (long) in.tellg());
    in.seekg(0, std::ios::beg);
    std::string s;
    std::getline(in, s);
    printf("%s\n", s.c_str());
    char buf[6];
    in.read(buf, 5);
    buf[5] = 0;
    printf("%s %ld\n", buf, (long) in.gcount());
    std::ifstream again("everyday.txt");
    std::string all((std::istreambuf_iterator<char>(again)), std::istreambuf_iterator<char>());
    printf("%zu\n", all.size());
    std::stringstream ss;
    again.clear();
    again.seekg(0);
    ss << again.rdbuf();
    printf("%zu\n", ss.str().size());
    remove("everyday.txt");
}
