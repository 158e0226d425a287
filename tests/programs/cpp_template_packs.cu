// Packs of template parameters that are templates.
#include <cstdio>

template <class D> struct named { int a() { return static_cast<D *>(this)->k; } };
template <class D> struct counted { int b() { return 2; } };
template <class D, template <class> class... M> struct with : M<D>... {
    int count() { return sizeof...(M); }
};
struct both : with<both, named, counted> { int k = 7; };
template <template <class...> class... Ts> struct listed { static constexpr int n = sizeof...(Ts); };
template <template <typename> typename... M> int sizes() { return (0 + ... + (int) sizeof(M<int>)); }

int main()
{
    both x;
    printf("%d %d %d\n", x.a(), x.b(), x.count());
    printf("%d %d\n", listed<>::n, sizes<named, counted, named>());
}
