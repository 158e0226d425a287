// SPDX-License-Identifier: Apache-2.0
// The bare name of a class template in the class, if that has no functions.
#include <iostream>
#include <memory>
#include <vector>

template <class T> struct node {
    T value;
    node *next;
};

template <class T> struct owned {
    T value;
    std::unique_ptr<owned> next;
};

template <class K, class V = int> struct tree {
    K key;
    V value;
    std::vector<tree> children;
    tree *parent = nullptr;
};

int main()
{
    node<int> last{2, nullptr}, first{1, &last};
    owned<double> o{1.5, nullptr};
    o.next = std::make_unique<owned<double>>(owned<double>{2.5, nullptr});
    tree<char> t{'a', 1, {{'b', 2, {}}, {'c', 3, {}}}};
    t.children[1].parent = &t;
    std::cout << first.next->value << o.next->value << t.children[1].key << t.children[1].parent->value << '\n';
}
