// SPDX-License-Identifier: Apache-2.0
// Friends that are specialisations of function templates: operator<< <>, name<>.
#include <iostream>

template <class T> class box;
template <class T> std::ostream &operator<<(std::ostream &out, const box<T> &b);
template <class T> box<T> operator+(const box<T> &a, const box<T> &b);
template <class T> bool same(const box<T> &a, const box<T> &b);

template <class T> class box {
    T value;

  public:
    explicit box(T v) : value(v) {}
    friend std::ostream &operator<< <>(std::ostream &, const box<T> &);
    friend box operator+<T>(const box &, const box &);
    friend bool same<>(const box<T> &, const box<T> &);
};

template <class T> std::ostream &operator<<(std::ostream &out, const box<T> &b)
{
    return out << '[' << b.value << ']';
}

template <class T> box<T> operator+(const box<T> &a, const box<T> &b)
{
    return box<T>(a.value + b.value);
}

template <class T> bool same(const box<T> &a, const box<T> &b)
{
    return a.value == b.value;
}

template <> std::ostream &operator<< <char>(std::ostream &out, const box<char> &b)
{
    return out << '<' << b.value << '>';
}

int main()
{
    box<int> three(3);
    std::cout << three << box<double>(2.5) << three + box<int>(4) << same(three, three) << box<char>('c') << '\n';
}
