#include <iostream>

enum class colour { red, green, blue };

enum plain { one = 1, two };

namespace n
{
enum class mode : char { on = 'y', off = 'n' };
}

struct palette {
    using enum colour;
    colour first = green;
};

const char *name(colour c)
{
    switch (c) {
        using enum colour;
    case red: return "red";
    case green: return "green";
    case blue: return "blue";
    }
    return "?";
}

int main()
{
    using enum n::mode;
    using enum plain;
    n::mode m = off;
    std::cout << (char) on << (char) m << two << name(palette().first) << name(palette::blue)
              << '\n';
}
