// names: source_location
// SPDX-License-Identifier: Apache-2.0
namespace std {
// C++20 17.8. The default arguments are of the call, as those of __builtin_LINE() are (check/core/arguments.c).
class source_location {
    unsigned line_ = 0, column_ = 0;
    const char *file_ = "", *function_ = "";
public:
    constexpr source_location() noexcept {}
    static constexpr source_location current(unsigned line = __builtin_LINE(), unsigned column = __builtin_COLUMN(), const char *file = __builtin_FILE(), const char *function = __builtin_signature()) noexcept {
        source_location l;
        l.line_ = line;
        l.column_ = column;
        l.file_ = file;
        l.function_ = function;
        return l;
    }
    constexpr unsigned line() const noexcept { return line_; }
    constexpr unsigned column() const noexcept { return column_; }
    constexpr const char *file_name() const noexcept { return file_; }
    constexpr const char *function_name() const noexcept { return function_; }
};
}
