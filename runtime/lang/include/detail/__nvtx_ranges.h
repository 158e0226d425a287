// names: nvtx3
// SPDX-License-Identifier: Apache-2.0
// The C++ ranges of NVTX 3, unless the program brings its own <nvtx3/nvtx3.hpp> (headers.c).
namespace nvtx3 {
struct rgb { unsigned char red, green, blue; constexpr rgb(unsigned char r, unsigned char g, unsigned char b) : red(r), green(g), blue(b) {} };
struct argb { unsigned char alpha, red, green, blue; constexpr argb(unsigned char a, unsigned char r, unsigned char g, unsigned char b) : alpha(a), red(r), green(g), blue(b) {} };
struct payload { double value; template <typename T> constexpr payload(T v) : value((double) v) {} };
struct category { unsigned id; explicit constexpr category(unsigned n) : id(n) {} };
class scoped_range {
public:
    template <typename... A> explicit scoped_range(const char *name, const A &...) { nvtxRangePush(name); }
    scoped_range(const scoped_range &) = delete;
    ~scoped_range() { nvtxRangePop(); }
};
class unique_range {
    nvtxRangeId_t id_;
public:
    template <typename... A> explicit unique_range(const char *name, const A &...) : id_(nvtxRangeStart(name)) {}
    unique_range(const unique_range &) = delete;
    ~unique_range() { nvtxRangeEnd(id_); }
};
inline void mark(const char *name) { nvtxMark(name); }
}
