// names: initializer_list
// SPDX-License-Identifier: Apache-2.0
namespace std {
template <typename T> class initializer_list {
    const T *first_;
    size_t count_;
public:
    typedef T value_type;
    typedef const T *iterator;
    typedef const T *const_iterator;
    const T *begin() const { return first_; }
    const T *end() const { return first_ + count_; }
    size_t size() const { return count_; }
};
}
