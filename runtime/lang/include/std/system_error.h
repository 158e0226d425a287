#include <string>
#include <stdexcept>
#include <functional>
// names: errc error_code error_condition error_category make_error_code make_error_condition generic_category system_category iostream_category is_error_code_enum is_error_condition_enum system_error io_errc ios_base
// SPDX-License-Identifier: Apache-2.0
namespace std {
enum class errc { address_family_not_supported = 97, address_in_use = 98, address_not_available = 99, already_connected = 106, argument_list_too_long = 7, argument_out_of_domain = 33, bad_address = 14, bad_file_descriptor = 9, bad_message = 74, broken_pipe = 32, connection_aborted = 103, connection_already_in_progress = 114, connection_refused = 111, connection_reset = 104, cross_device_link = 18, destination_address_required = 89, device_or_resource_busy = 16, directory_not_empty = 39, executable_format_error = 8, file_exists = 17, file_too_large = 27, filename_too_long = 36, function_not_supported = 38, host_unreachable = 113, identifier_removed = 43, illegal_byte_sequence = 84, inappropriate_io_control_operation = 25, interrupted = 4, invalid_argument = 22, invalid_seek = 29, io_error = 5, is_a_directory = 21, message_size = 90, network_down = 100, network_reset = 102, network_unreachable = 101, no_buffer_space = 105, no_child_process = 10, no_lock_available = 37, no_message = 42, no_space_on_device = 28, no_such_device = 19, no_such_device_or_address = 6, no_such_file_or_directory = 2, no_such_process = 3, not_a_directory = 20, not_a_socket = 88, not_connected = 107, not_enough_memory = 12, not_supported = 95, operation_canceled = 125, operation_in_progress = 115, operation_not_permitted = 1, operation_not_supported = 95, operation_would_block = 11, permission_denied = 13, protocol_error = 71, read_only_file_system = 30, resource_deadlock_would_occur = 35, resource_unavailable_try_again = 11, result_out_of_range = 34, text_file_busy = 26, timed_out = 110, too_many_files_open = 24, too_many_links = 31, too_many_symbolic_link_levels = 40, value_too_large = 75, wrong_protocol_type = 91 };
enum class io_errc { stream = 1 };
class error_code;
class error_condition;
class error_category {
public:
    error_category() {}
    error_category(const error_category &) = delete;
    virtual ~error_category() {}
    virtual const char *name() const noexcept = 0;
    virtual string message(int code) const = 0;
    virtual error_condition default_error_condition(int code) const noexcept;
    virtual bool equivalent(int code, const error_condition &condition) const noexcept;
    virtual bool equivalent(const error_code &code, int condition) const noexcept;
    bool operator==(const error_category &o) const noexcept { return this == &o; }
    bool operator!=(const error_category &o) const noexcept { return this != &o; }
    bool operator<(const error_category &o) const noexcept { return this < &o; }
};
class __system_errors : public error_category {
    const char *name_;
public:
    __system_errors(const char *name) : name_(name) {}
    const char *name() const noexcept override { return name_; }
    string message(int code) const override { return code ? string(strerror(code)) : string("Success"); }
};
class __stream_errors : public error_category {
public:
    const char *name() const noexcept override { return "iostream"; }
    string message(int code) const override { return code == 1 ? string("iostream error") : string("Unknown error"); }
};
inline const error_category &generic_category() { static const __system_errors c("generic"); return c; }
inline const error_category &system_category() { static const __system_errors c("system"); return c; }
inline const error_category &iostream_category() { static const __stream_errors c; return c; }
template <typename T> struct is_error_code_enum : false_type {};
template <> struct is_error_code_enum<io_errc> : true_type {};
template <typename T> struct is_error_condition_enum : false_type {};
template <> struct is_error_condition_enum<errc> : true_type {};
class error_condition {
    int value_;
    const error_category *category_;
public:
    error_condition() : value_(0), category_(&generic_category()) {}
    error_condition(int value, const error_category &category) : value_(value), category_(&category) {}
    error_condition(errc e) : value_((int) e), category_(&generic_category()) {}
    template <typename E, typename = typename enable_if<is_error_condition_enum<E>::value && !is_same<E, errc>::value>::type> error_condition(E e) { *this = make_error_condition(e); }
    void assign(int value, const error_category &category) { value_ = value; category_ = &category; }
    void clear() { value_ = 0; category_ = &generic_category(); }
    int value() const { return value_; }
    const error_category &category() const { return *category_; }
    string message() const { return category_->message(value_); }
    explicit operator bool() const { return value_ != 0; }
};
class error_code {
    int value_;
    const error_category *category_;
public:
    error_code() : value_(0), category_(&system_category()) {}
    error_code(int value, const error_category &category) : value_(value), category_(&category) {}
    error_code(io_errc e) : value_((int) e), category_(&iostream_category()) {}
    template <typename E, typename = typename enable_if<is_error_code_enum<E>::value && !is_same<E, io_errc>::value>::type> error_code(E e) { *this = make_error_code(e); }
    void assign(int value, const error_category &category) { value_ = value; category_ = &category; }
    void clear() { value_ = 0; category_ = &system_category(); }
    int value() const { return value_; }
    const error_category &category() const { return *category_; }
    error_condition default_error_condition() const { return category_->default_error_condition(value_); }
    string message() const { return category_->message(value_); }
    explicit operator bool() const { return value_ != 0; }
};
/* The system's codes mean what the generic ones do. */
inline error_condition error_category::default_error_condition(int code) const noexcept { return this == &system_category() ? error_condition(code, generic_category()) : error_condition(code, *this); }
inline bool operator==(const error_code &a, const error_code &b) { return a.value() == b.value() && a.category() == b.category(); }
inline bool operator!=(const error_code &a, const error_code &b) { return !(a == b); }
inline bool operator<(const error_code &a, const error_code &b) { return a.category() < b.category() || (a.category() == b.category() && a.value() < b.value()); }
inline bool operator==(const error_condition &a, const error_condition &b) { return a.value() == b.value() && a.category() == b.category(); }
inline bool operator!=(const error_condition &a, const error_condition &b) { return !(a == b); }
inline bool error_category::equivalent(int code, const error_condition &condition) const noexcept { return default_error_condition(code) == condition; }
inline bool error_category::equivalent(const error_code &code, int condition) const noexcept { return *this == code.category() && code.value() == condition; }
inline bool operator==(const error_code &a, const error_condition &b) { return a.category().equivalent(a.value(), b) || b.category().equivalent(a, b.value()); }
inline bool operator==(const error_condition &a, const error_code &b) { return b == a; }
inline bool operator!=(const error_code &a, const error_condition &b) { return !(a == b); }
inline bool operator!=(const error_condition &a, const error_code &b) { return !(b == a); }
inline bool operator==(const error_code &a, io_errc b) { return a == error_code(b); }
inline error_code make_error_code(errc e) { return error_code((int) e, generic_category()); }
inline error_code make_error_code(io_errc e) { return error_code(e); }
inline error_condition make_error_condition(errc e) { return error_condition(e); }
inline __ostream &operator<<(__ostream &out, const error_code &e) { return out << e.category().name() << ':' << e.value(); }
template <> struct hash<error_code> { size_t operator()(const error_code &e) const { return (size_t) e.value(); } };
class system_error : public runtime_error {
    error_code code_;
public:
    system_error(error_code e) : runtime_error(e.message()), code_(e) {}
    system_error(error_code e, const string &what) : runtime_error(what + ": " + e.message()), code_(e) {}
    system_error(error_code e, const char *what) : runtime_error(string(what) + ": " + e.message()), code_(e) {}
    system_error(int value, const error_category &category) : system_error(error_code(value, category)) {}
    system_error(int value, const error_category &category, const string &what) : system_error(error_code(value, category), what) {}
    system_error(int value, const error_category &category, const char *what) : system_error(error_code(value, category), what) {}
    const error_code &code() const noexcept { return code_; }
};
/* std::ios_base::failure; made without arguments by streams whose state throws. */
class __ios_failure : public system_error {
public:
    __ios_failure() : system_error(io_errc::stream, "basic_ios::clear") {}
    explicit __ios_failure(const string &what, const error_code &e = io_errc::stream) : system_error(e, what) {}
    explicit __ios_failure(const char *what, const error_code &e = io_errc::stream) : system_error(e, what) {}
};
}
