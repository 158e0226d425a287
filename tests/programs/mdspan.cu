// std::mdspan on the host: extents, layouts, conversions, parts.
#include <mdspan>
#include <cstdio>
#include <vector>
int main()
{
    float a[12];
    for (int i = 0; i < 12; i++) a[i] = i;
    std::mdspan m(a, 3, 4);
    printf("%g %zu %zu %zu %zu\n", m(1, 2), m.extent(0), sizeof m, m.size(), m.stride(0));
    std::mdspan<float, std::extents<int, 3, std::dynamic_extent>> n(a, 4);
    printf("%g %d %zu\n", n(2, 1), n.extent(1), sizeof n);
    std::mdspan<float, std::extents<int, 3, 4>> q(a);
    printf("%g %d %zu\n", q(2, 1), q.extent(1), sizeof q);
    std::mdspan k(a, std::extents<int, 2, std::dynamic_extent, 2>(3));
    printf("%g %d %zu\n", k(1, 1, 1), k.extent(1), sizeof k);
    std::mdspan<float, std::dextents<int, 2>, std::layout_left> l(a, 3, 4);
    printf("%g %d %d\n", l(1, 2), l.stride(0), l.stride(1));
    std::mdspan s(a, std::layout_stride::mapping(std::dextents<int, 2>(2, 2), std::array<int, 2>{8, 2}));
    printf("%g %zu %d\n", s(1, 1), sizeof s, (int) s.is_exhaustive());
    std::mdspan<const float, std::dextents<int, 2>> c(m);
    printf("%g\n", c(1, 1));
    auto row = std::submdspan(m, 1, std::full_extent);
    printf("%zu %g %zu\n", row.rank(), row(2), sizeof row);
    auto col = std::submdspan(m, std::full_extent, 2);
    printf("%zu %g %zu %zu\n", col.rank(), col(2), col.stride(0), col.extent(0));
    auto part = std::submdspan(m, std::pair{1, 3}, std::tuple{1, 3});
    printf("%zu %g %zu %zu\n", part.rank(), part(1, 1), part.extent(0), part.extent(1));
    auto step = std::submdspan(m, std::full_extent, std::strided_slice{0, 4, 2});
    printf("%zu %g %zu %zu\n", step.rank(), step(2, 1), step.extent(0), step.extent(1));
    auto e = m.extents();
    std::mdspan five(a, 1, 2, 1, 2, 3);
    printf("%d %g\n", e == std::extents<int, 3, 4>(), five(0, 1, 0, 1, 2));
    float &r = m(2, 3);
    r = 100;
    printf("%g\n", a[11]);
    std::mdspan<float, std::dextents<int, 2>> d(a, 3, 4);
    d[1, 2] = 9;
    printf("%g %g %g\n", d[1, 2], d[std::array<int, 2>{1, 0}], a[6]);
    std::mdspan<float, std::extents<int>> none(a);
    printf("%g %zu %d\n", none[], sizeof none, (int) none.size());
    std::mdspan three(a, std::extents<int, 2, 2, 3>());
    auto plane = std::submdspan(three, 1, std::full_extent, std::full_extent);
    auto middle = std::submdspan(three, std::full_extent, 1, std::full_extent);
    printf("%g %g %d %d\n", plane(1, 2), middle(1, 2), (int) std::is_same_v<decltype(plane)::layout_type, std::layout_right>, (int) middle.stride(0));
    std::mdspan<float, std::dextents<int, 2>, std::layout_left> l2(a, 4, 3);
    auto lcol = std::submdspan(l2, std::full_extent, 2);
    printf("%g %d %d\n", lcol(3), lcol.extent(0), (int) std::is_same_v<decltype(lcol)::layout_type, std::layout_left>);
    constexpr std::extents<int, 2, std::dynamic_extent> ce(5);
    static_assert(ce.extent(0) == 2 && ce.extent(1) == 5 && ce.rank_dynamic() == 1 && ce.static_extent(0) == 2);
    constexpr auto offset = std::layout_right::mapping<std::extents<int, 3, 4>>()(2, 1);
    static_assert(offset == 9);
    std::mdspan fixed(a, std::integral_constant<int, 3>(), 4);
    printf("%zu %d\n", sizeof fixed, (int) (fixed.static_extent(1) == std::dynamic_extent));
    int grid[4] = {1, 2, 3, 4};
    std::mdspan one(grid);
    printf("%zu %d\n", one.static_extent(0), one[3]);
    printf("%d\n", (int) std::is_convertible_v<std::dextents<long, 2>, std::dextents<int, 2>>);
}
