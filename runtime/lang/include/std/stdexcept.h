#include <__string>
// names: exception runtime_error logic_error out_of_range invalid_argument domain_error length_error overflow_error underflow_error range_error bad_alloc bad_cast bad_typeid type_info type_index terminate set_terminate get_terminate terminate_handler nothrow nothrow_t exception_ptr current_exception rethrow_exception make_exception_ptr bad_exception nested_exception throw_with_nested rethrow_if_nested uncaught_exceptions uncaught_exception
// SPDX-License-Identifier: Apache-2.0
namespace std {
struct nothrow_t {};
constexpr nothrow_t nothrow{};
class exception {
public:
    exception() {}
    virtual ~exception() {}
    virtual const char *what() const { return "std::exception"; }
};
class bad_alloc : public exception {
public:
    const char *what() const override { return "std::bad_alloc"; }
};
class bad_cast : public exception {
public:
    const char *what() const override { return "std::bad_cast"; }
};
class bad_typeid : public exception {
public:
    const char *what() const override { return "std::bad_typeid"; }
};
class bad_exception : public exception {
public:
    const char *what() const override { return "std::bad_exception"; }
};
class exception_ptr {
    long p_;
    explicit exception_ptr(long p) : p_(p) {}
    friend exception_ptr current_exception();
    friend void rethrow_exception(exception_ptr p);
public:
    exception_ptr() : p_(0) {}
    exception_ptr(decltype(nullptr)) : p_(0) {}
    exception_ptr(const exception_ptr &o) : p_(o.p_) { __exception_keep(p_); }
    exception_ptr(exception_ptr &&o) : p_(o.p_) { o.p_ = 0; }
    ~exception_ptr() { __exception_release(p_); }
    exception_ptr &operator=(const exception_ptr &o) { __exception_keep(o.p_); __exception_release(p_); p_ = o.p_; return *this; }
    explicit operator bool() const { return p_ != 0; }
    bool operator==(const exception_ptr &o) const { return p_ == o.p_; }
    bool operator!=(const exception_ptr &o) const { return p_ != o.p_; }
    bool operator==(decltype(nullptr)) const { return !p_; }
    bool operator!=(decltype(nullptr)) const { return p_ != 0; }
};
inline exception_ptr current_exception() { return exception_ptr(__exception_current()); }
[[noreturn]] inline void rethrow_exception(exception_ptr p) { __exception_rethrow(p.p_); abort(); }
template <typename E> exception_ptr make_exception_ptr(E e) { try { throw e; } catch (...) { return current_exception(); } }
inline int uncaught_exceptions() { return __uncaught_exceptions(); }
inline bool uncaught_exception() { return __uncaught_exceptions() != 0; }
class nested_exception {
    exception_ptr p_;
public:
    nested_exception() : p_(current_exception()) {}
    virtual ~nested_exception() {}
    [[noreturn]] void rethrow_nested() const { if (!p_) abort(); rethrow_exception(p_); }
    exception_ptr nested_ptr() const { return p_; }
};
template <typename E> struct __with_nested : E, nested_exception { __with_nested(const E &e) : E(e) {} };
template <typename E> [[noreturn]] void throw_with_nested(E e) { throw __with_nested<E>(e); }
template <typename E> void rethrow_if_nested(const E &e) { if (const nested_exception *n = dynamic_cast<const nested_exception *>(&e)) n->rethrow_nested(); }
class type_info {
    const char *name_;
    type_info *next_;
    type_info(const char *name, type_info *next) : name_(name), next_(next) {}
    type_info(const type_info &) = delete;
public:
    const char *name() const { return name_; }
    bool operator==(const type_info &o) const { return this == &o; }
    bool operator!=(const type_info &o) const { return this != &o; }
    bool before(const type_info &o) const { return strcmp(name_, o.name_) < 0; }
    size_t hash_code() const { return (size_t) this; }
    static const type_info &__of(const char *name) {
        static type_info *all = nullptr;
        type_info *t = all;
        while (t && strcmp(t->name_, name)) t = t->next_;
        return t ? *t : *(all = new type_info(name, all));
    }
};
class type_index {
    const type_info *type_;
public:
    type_index(const type_info &type) : type_(&type) {}
    const char *name() const { return type_->name(); }
    size_t hash_code() const { return type_->hash_code(); }
    size_t __hash() const { return type_->hash_code(); }
    bool operator==(const type_index &o) const { return type_ == o.type_; }
    bool operator!=(const type_index &o) const { return type_ != o.type_; }
    bool operator<(const type_index &o) const { return type_->before(*o.type_); }
};
class runtime_error : public exception {
    string text_;
public:
    explicit runtime_error(const string &text) : text_(text) {}
    explicit runtime_error(const char *text) : text_(text) {}
    const char *what() const override { return text_.c_str(); }
};
class logic_error : public exception {
    string text_;
public:
    explicit logic_error(const string &text) : text_(text) {}
    explicit logic_error(const char *text) : text_(text) {}
    const char *what() const override { return text_.c_str(); }
};
class out_of_range : public logic_error { public: explicit out_of_range(const string &t) : logic_error(t) {} explicit out_of_range(const char *t) : logic_error(t) {} };
class invalid_argument : public logic_error { public: explicit invalid_argument(const string &t) : logic_error(t) {} explicit invalid_argument(const char *t) : logic_error(t) {} };
class domain_error : public logic_error { public: explicit domain_error(const string &t) : logic_error(t) {} explicit domain_error(const char *t) : logic_error(t) {} };
class length_error : public logic_error { public: explicit length_error(const string &t) : logic_error(t) {} explicit length_error(const char *t) : logic_error(t) {} };
class overflow_error : public runtime_error { public: explicit overflow_error(const string &t) : runtime_error(t) {} explicit overflow_error(const char *t) : runtime_error(t) {} };
class underflow_error : public runtime_error { public: explicit underflow_error(const string &t) : runtime_error(t) {} explicit underflow_error(const char *t) : runtime_error(t) {} };
class range_error : public runtime_error { public: explicit range_error(const string &t) : runtime_error(t) {} explicit range_error(const char *t) : runtime_error(t) {} };
typedef void (*terminate_handler)();
inline terminate_handler get_terminate() { return (terminate_handler) __terminate_handler(); }
inline terminate_handler set_terminate(terminate_handler f) {
    terminate_handler old = get_terminate();
    __set_terminate((void *) f);
    return old;
}
inline void terminate() {
    terminate_handler f = get_terminate();
    if (f) f();
    abort();
}
inline void __past_end(const char *what, size_t i, size_t n) {
    if (i <= n) return;
    char text[160];
    snprintf(text, sizeof text, "%s: __pos (which is %zu) > this->size() (which is %zu)", what, i, n);
    throw out_of_range(text);
}
/* As libstdc++ words it for each class. */
inline void __in_range(const char *format, const char *what, size_t i, size_t n) {
    if (i < n) return;
    char text[160];
    snprintf(text, sizeof text, format, what, i, n);
    throw out_of_range(text);
}
inline void __in_range(const char *what, size_t i, size_t n) { __in_range("%s: __n (which is %zu) >= this->size() (which is %zu)", what, i, n); }
inline void __fits(const char *what, size_t n, size_t most) { if (n > most) throw length_error(what); }
}
