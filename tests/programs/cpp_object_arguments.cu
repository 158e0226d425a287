// Arguments of templates that are objects: the parameter is another name of them.
#include <cstdio>
#include <string>
int g = 5, other = 1;
std::string name = "n";
template <int &R> int &ref() { return R; }
template <std::string &S> struct holder { static void add(char c) { S += c; } };
template <int &R> struct counter { counter() { R++; } ~counter() { R += 10; } };
struct T { static int kept; };
int T::kept = 3;
int main()
{
    ref<g>() = 6;
    ref<other>()++;
    printf("%d %d %d\n", g, other, ref<T::kept>());
    holder<name>::add('!');
    { counter<T::kept> one; counter<g> two; printf("%d %d ", T::kept, g); }
    printf("%d %d %s\n", T::kept, g, name.c_str());
}
