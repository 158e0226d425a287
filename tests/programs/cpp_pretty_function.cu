// SPDX-License-Identifier: Apache-2.0
// __PRETTY_FUNCTION__ with the specifiers that g++ writes: constexpr and virtual, not inline; packs, and what a function is for (& and &&).
#include <cstdio>
#include <string>
#include <string_view>

#define SAY puts(__PRETTY_FUNCTION__)

template <typename T> constexpr auto type_name()
{
    std::string_view name = __PRETTY_FUNCTION__, prefix = "constexpr auto type_name() [with T = ";
    name.remove_prefix(prefix.size());
    name.remove_suffix(1);
    return std::string{name};
}
template <typename T> inline int plain(T) { SAY; return 1; }
template <class... T> inline constexpr void several(T...) { SAY; }
struct shape {
    constexpr explicit shape(int) { SAY; }
    virtual ~shape() { SAY; }
    virtual int corners() const { SAY; return 0; }
    template <class U> static constexpr U same(U u) { SAY; return u; }
    constexpr operator bool() const { SAY; return true; }
};
struct square : shape {
    square() : shape(4) { SAY; }
    int corners() const override { SAY; return 4; }
};
template <int N, class... T> struct pack {
    static void s(T...) { SAY; }
    constexpr pack() { SAY; }
    int here() & { SAY; return 1; }
    int gone() && { SAY; return 2; }
};
template <class T, int... N> struct numbers {
    void m() const & { SAY; }
};
constexpr int folded(int, const char *) { SAY; return 0; }

int main()
{
    printf("%s %s\n", type_name<unsigned long>().c_str(), type_name<const char *>().c_str());
    plain(2.0);
    several(1, 'a');
    square q;
    q.corners();
    shape::same(3u);
    if (q) pack<3, int, char>::s(1, 'a');
    pack<2> p;
    p.here();
    pack<1>().gone();
    numbers<int, 1, 2>().m();
    folded(1, "");
}
