// SPDX-License-Identifier: Apache-2.0
// Partial specialisations of class templates that are members.
#include <cstdio>
#include <type_traits>

template <class... T> struct list {};

struct meta {
    template <class L, class T> struct append;
    template <class... A, class T> struct append<list<A...>, T> {
        using type = list<A..., T>;
    };
    template <class T> struct is_list {
        static constexpr bool value = false;
    };
    template <class... A> struct is_list<list<A...>> {
        static constexpr bool value = true;
    };
    template <class T> struct element {
        T value;
    };
};

template <class X> struct outer {
    template <class T, class = void> struct inner {
        static constexpr int value = 0;
    };
    template <class T> struct inner<T *> {
        static constexpr int value = sizeof(X);
    };
    template <class T> struct inner<T, std::enable_if_t<std::is_floating_point_v<T>>> {
        int size() const { return sizeof(T) * 10; }
        static constexpr int value = 2;
    };
    template <class L> struct append;
    template <class... A> struct append<list<A...>> {
        using type = list<A..., X>;
    };
    template <class L> using appended = typename append<L>::type;
};

int main()
{
    std::printf("%d %d\n", std::is_same_v<meta::append<list<int>, char>::type, list<int, char>>,
                std::is_same_v<meta::append<list<>, char>::type, list<char>>);
    std::printf("%d %d\n", meta::is_list<int>::value, meta::is_list<list<int>>::value);
    std::printf("%d %d %d\n", outer<double>::inner<int>::value, outer<double>::inner<int *>::value,
                outer<char>::inner<float>::value + outer<char>::inner<float>().size());
    std::printf("%d %d\n", std::is_same_v<outer<double>::append<list<>>::type, list<double>>,
                std::is_same_v<outer<int>::appended<list<char>>, list<char, int>>);
    meta::element<int> one{5};
    std::printf("%d\n", one.value);
}
