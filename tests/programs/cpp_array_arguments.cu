// SPDX-License-Identifier: Apache-2.0
// Arrays with and without a size are different template arguments.
#include <cstdio>

template <class T> struct kind {
    static constexpr int value = 0;
};
template <class T> struct kind<T[]> {
    static constexpr int value = 1;
};
template <class T, unsigned long N> struct kind<T[N]> {
    static constexpr int value = 2;
};
template <class T> struct open {
    static constexpr int value = 0;
};
template <class T> struct open<T[]> {
    static constexpr int value = 1;
};

int main()
{
    std::printf("%d %d %d %d %d\n", kind<int[]>::value, kind<int[3]>::value, kind<int>::value, open<int[]>::value,
                open<int[3]>::value);
}
