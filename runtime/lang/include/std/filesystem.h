#include <string>
#include <string_view>
#include <vector>
#include <memory>
#include <system_error>
#include <chrono>
#include <fstream>
// names: filesystem
// SPDX-License-Identifier: Apache-2.0
// Paths as POSIX has them, and the real file system (C++17 30.10). A failing call throws filesystem_error, or sets the error_code that it was given.
namespace std {
namespace filesystem {
class path {
    std::string s_;
    size_t name_at() const { size_t i = s_.rfind('/'); return i == std::string::npos ? 0 : i + 1; }
    size_t root_end() const { size_t i = 0; while (i < s_.size() && s_[i] == '/') i++; return i; }
    size_t dot_at() const { std::string n = filename().s_; size_t i = n.rfind('.'); return i == std::string::npos || i == 0 || n == ".." ? n.size() : i; }
public:
    typedef char value_type;
    typedef std::string string_type;
    static constexpr char preferred_separator = '/';
    enum format { native_format, generic_format, auto_format };
    path() {}
    path(const path &o) : s_(o.s_) {}
    path(path &&o) : s_(std::move(o.s_)) {}
    path(const std::string &s) : s_(s) {}
    path(const char *s) : s_(s) {}
    path(std::string_view s) : s_(s.data(), s.size()) {}
    template <typename I> path(I first, I last) : s_(first, last) {}
    path &operator=(const path &o) { s_ = o.s_; return *this; }
    path &operator=(path &&o) { s_ = std::move(o.s_); return *this; }
    path &operator=(const std::string &s) { s_ = s; return *this; }
    path &operator=(const char *s) { s_ = s; return *this; }
    path &assign(const std::string &s) { s_ = s; return *this; }
    path &operator/=(const path &o) {
        if (o.is_absolute()) s_ = o.s_;
        else { if (s_.size() && s_.back() != '/') s_ += '/'; s_ += o.s_; }
        return *this;
    }
    path &append(const path &o) { return *this /= o; }
    path &operator+=(const path &o) { s_ += o.s_; return *this; }
    path &operator+=(char c) { s_ += c; return *this; }
    path &concat(const path &o) { s_ += o.s_; return *this; }
    void clear() { s_.clear(); }
    path &make_preferred() { return *this; }
    path &remove_filename() { s_.resize(name_at()); return *this; }
    path &replace_filename(const path &o) { remove_filename(); return *this /= o; }
    path &replace_extension(const path &o = path()) {
        size_t drop = filename().s_.size() - dot_at();
        s_.resize(s_.size() - drop);
        if (!o.empty()) { if (o.s_[0] != '.') s_ += '.'; s_ += o.s_; }
        return *this;
    }
    void swap(path &o) { s_.swap(o.s_); }
    const std::string &native() const { return s_; }
    const char *c_str() const { return s_.c_str(); }
    operator std::string() const { return s_; }
    std::string string() const { return s_; }
    std::string generic_string() const { return s_; }
    std::string u8string() const { return s_; }
    int compare(const path &o) const {
        vector<path> a = __parts(), b = o.__parts();
        for (size_t i = 0; i < a.size() && i < b.size(); i++) { int c = a[i].s_.compare(b[i].s_); if (c) return c < 0 ? -1 : 1; }
        return a.size() < b.size() ? -1 : a.size() > b.size();
    }
    path root_name() const { return path(); }
    path root_directory() const { return path(std::string(is_absolute() ? "/" : "")); }
    path root_path() const { return root_directory(); }
    path relative_path() const { return path(s_.substr(root_end())); }
    path parent_path() const {
        size_t root = root_end(), n = name_at();
        if (n <= root) return root == s_.size() ? *this : path(std::string(root ? "/" : ""));
        while (n > root && s_[n - 1] == '/') n--;
        return path(s_.substr(0, n));
    }
    path filename() const { return path(s_.substr(name_at())); }
    path stem() const { std::string n = s_.substr(name_at()); return path(n.substr(0, dot_at())); }
    path extension() const { std::string n = s_.substr(name_at()); return path(n.substr(dot_at())); }
    bool empty() const { return s_.empty(); }
    bool is_absolute() const { return s_.size() && s_[0] == '/'; }
    bool is_relative() const { return !is_absolute(); }
    bool has_root_path() const { return is_absolute(); }
    bool has_root_name() const { return false; }
    bool has_root_directory() const { return is_absolute(); }
    bool has_relative_path() const { return !relative_path().empty(); }
    bool has_parent_path() const { return !parent_path().empty(); }
    bool has_filename() const { return !filename().empty(); }
    bool has_stem() const { return !stem().empty(); }
    bool has_extension() const { return !extension().empty(); }
    vector<path> __parts() const {
        vector<path> list;
        size_t i = root_end();
        if (i) list.push_back(path("/"));
        while (i < s_.size()) {
            size_t e = s_.find('/', i);
            if (e == std::string::npos) e = s_.size();
            list.push_back(path(s_.substr(i, e - i)));
            bool ends = e < s_.size();
            while (e < s_.size() && s_[e] == '/') e++;
            if (ends && e == s_.size()) list.push_back(path());
            i = e;
        }
        return list;
    }
    path lexically_normal() const {
        vector<path> out;
        bool absolute = is_absolute(), folder = false;
        for (const path &p : __parts()) {
            folder = p.s_ == "" || p.s_ == "." || p.s_ == "..";
            if (p.s_ == "/" || p.s_ == "" || p.s_ == ".") continue;
            if (p.s_ == "..") {
                if (out.size() && out.back().s_ != "..") { out.pop_back(); continue; }
                if (absolute) continue;
            }
            out.push_back(p);
        }
        std::string r(absolute ? "/" : "");
        for (size_t i = 0; i < out.size(); i++) { if (i) r += '/'; r += out[i].s_; }
        if (folder && out.size() && out.back().s_ != "..") r += '/';
        if (r.empty() && !s_.empty()) r = ".";
        return path(r);
    }
    path lexically_relative(const path &base) const {
        if (is_absolute() != base.is_absolute()) return path();
        vector<path> a = __parts(), b = base.__parts();
        size_t i = 0;
        while (i < a.size() && i < b.size() && a[i].s_ == b[i].s_) i++;
        if (i == a.size() && i == b.size()) return path(".");
        int up = 0;
        for (size_t k = i; k < b.size(); k++) { if (b[k].s_ == "..") up--; else if (b[k].s_ != "" && b[k].s_ != ".") up++; }
        if (up < 0) return path();
        if (!up && (i == a.size() || a[i].s_ == "")) return path(".");
        path r;
        for (; up > 0; up--) r /= path("..");
        for (; i < a.size(); i++) r /= a[i];
        return r;
    }
    path lexically_proximate(const path &base) const { path r = lexically_relative(base); return r.empty() ? *this : r; }
    class iterator {
        shared_ptr<vector<path>> list_;
        size_t i_;
    public:
        typedef path value_type;
        typedef long difference_type;
        typedef const path *pointer;
        typedef const path &reference;
        typedef bidirectional_iterator_tag iterator_category;
        iterator() : i_(0) {}
        iterator(shared_ptr<vector<path>> list, size_t i) : list_(list), i_(i) {}
        const path &operator*() const { return (*list_)[i_]; }
        const path *operator->() const { return &(*list_)[i_]; }
        iterator &operator++() { i_++; return *this; }
        iterator &operator--() { i_--; return *this; }
        bool operator==(const iterator &o) const { return i_ == o.i_; }
        bool operator!=(const iterator &o) const { return i_ != o.i_; }
    };
    typedef iterator const_iterator;
    iterator begin() const { return iterator(make_shared<vector<path>>(__parts()), 0); }
    iterator end() const { return iterator(nullptr, __parts().size()); }
};
inline path operator/(const path &a, const path &b) { path r(a); r /= b; return r; }
inline bool operator==(const path &a, const path &b) { return a.compare(b) == 0; }
inline bool operator!=(const path &a, const path &b) { return a.compare(b) != 0; }
inline bool operator<(const path &a, const path &b) { return a.compare(b) < 0; }
inline bool operator>(const path &a, const path &b) { return a.compare(b) > 0; }
inline bool operator<=(const path &a, const path &b) { return a.compare(b) <= 0; }
inline bool operator>=(const path &a, const path &b) { return a.compare(b) >= 0; }
inline ostream &operator<<(ostream &out, const path &p) { return out << quoted(p.native()); }
inline size_t hash_value(const path &p) { return hash<string>()(p.native()); }
inline void swap(path &a, path &b) { a.swap(b); }
inline path u8path(const string &s) { return path(s); }

class filesystem_error : public system_error {
    string text_;
    path a_, b_;
    error_code code_;
    void make(const string &what) {
        text_ = "filesystem error: " + what + ": " + code_.message();
        if (!a_.empty()) text_ += " [" + a_.native() + "]";
        if (!b_.empty()) text_ += " [" + b_.native() + "]";
    }
public:
    filesystem_error(const string &what, error_code e) : system_error(e, what), code_(e) { make(what); }
    filesystem_error(const string &what, const path &a, error_code e) : system_error(e, what), a_(a), code_(e) { make(what); }
    filesystem_error(const string &what, const path &a, const path &b, error_code e) : system_error(e, what), a_(a), b_(b), code_(e) { make(what); }
    const path &path1() const { return a_; }
    const path &path2() const { return b_; }
    const error_code &code() const { return code_; }
    const char *what() const noexcept override { return text_.c_str(); }
};

enum class file_type : signed char { none = 0, not_found = -1, regular = 1, directory = 2, symlink = 3, block = 4, character = 5, fifo = 6, socket = 7, unknown = 8 };
enum class perms : unsigned { none = 0, owner_read = 0400, owner_write = 0200, owner_exec = 0100, owner_all = 0700, group_read = 040, group_write = 020, group_exec = 010, group_all = 070, others_read = 04, others_write = 02, others_exec = 01, others_all = 07, all = 0777, set_uid = 04000, set_gid = 02000, sticky_bit = 01000, mask = 07777, unknown = 0xffff };
enum class perm_options : unsigned { replace = 1, add = 2, remove = 4, nofollow = 8 };
enum class copy_options : unsigned short { none = 0, skip_existing = 1, overwrite_existing = 2, update_existing = 4, recursive = 8, copy_symlinks = 16, skip_symlinks = 32, directories_only = 64, create_symlinks = 128, create_hard_links = 256 };
enum class directory_options : unsigned char { none = 0, follow_directory_symlink = 1, skip_permission_denied = 2 };
inline perms operator|(perms a, perms b) { return (perms) ((unsigned) a | (unsigned) b); }
inline perms operator&(perms a, perms b) { return (perms) ((unsigned) a & (unsigned) b); }
inline perms operator~(perms a) { return (perms) ~(unsigned) a; }
inline copy_options operator|(copy_options a, copy_options b) { return (copy_options) ((unsigned) a | (unsigned) b); }
inline copy_options operator&(copy_options a, copy_options b) { return (copy_options) ((unsigned) a & (unsigned) b); }
inline perm_options operator|(perm_options a, perm_options b) { return (perm_options) ((unsigned) a | (unsigned) b); }
inline directory_options operator|(directory_options a, directory_options b) { return (directory_options) ((unsigned) a | (unsigned) b); }
inline bool __has(copy_options a, copy_options b) { return ((unsigned) a & (unsigned) b) != 0; }
class file_status {
    file_type type_;
    perms perms_;
public:
    file_status(file_type t = file_type::none, perms p = perms::unknown) : type_(t), perms_(p) {}
    file_type type() const { return type_; }
    perms permissions() const { return perms_; }
    void type(file_type t) { type_ = t; }
    void permissions(perms p) { perms_ = p; }
};
struct space_info { unsigned long capacity, free, available; };
struct __file_clock {
    typedef chrono::nanoseconds duration;
    typedef chrono::time_point<__file_clock> time_point;
    static constexpr long __epoch = 6437664000; /* seconds from 1970 to 2174 */
    static chrono::system_clock::time_point to_sys(const time_point &t) { return chrono::system_clock::time_point(chrono::nanoseconds(t.time_since_epoch().count() + __epoch * 1000000000)); }
    static time_point now() { return time_point(chrono::nanoseconds(chrono::system_clock::now().time_since_epoch().count() - __epoch * 1000000000)); }
};
typedef chrono::time_point<__file_clock> file_time_type;

inline int __error() { return *__errno(); }
enum { __ENOENT = 2, __EEXIST = 17, __ENOTDIR = 20, __EISDIR = 21, __EINVAL = 22, __ENOTSUP = 95 };
/* Either the error goes to *ec, or it is thrown. */
inline void __fail(const char *what, const path &a, const path &b, int code, error_code *ec) {
    error_code e(code, generic_category());
    if (ec) { *ec = e; return; }
    throw filesystem_error(what, a, b, e);
}
inline void __clear(error_code *ec) { if (ec) ec->clear(); }
inline bool __status(const path &p, long *fields, bool link) { return (link ? __link_status(p.c_str(), fields) : __file_status(p.c_str(), fields)) == 0; }
inline file_status __status_of(const path &p, bool link, error_code *ec) {
    long f[8];
    __clear(ec);
    if (!__status(p, f, link)) {
        if (__error() == __ENOENT || __error() == __ENOTDIR) { if (ec) *ec = error_code(__error(), generic_category()); return file_status(file_type::not_found, perms::unknown); }
        __fail(link ? "cannot get symlink status" : "cannot get file status", p, path(), __error(), ec);
        return file_status();
    }
    static const file_type types[] = {file_type::unknown, file_type::fifo, file_type::character, file_type::unknown, file_type::directory, file_type::unknown, file_type::block, file_type::unknown, file_type::regular, file_type::unknown, file_type::symlink, file_type::unknown, file_type::socket, file_type::unknown, file_type::unknown, file_type::unknown};
    return file_status(types[f[0] >> 12 & 15], (perms) (f[0] & 07777));
}
inline file_status status(const path &p) { return __status_of(p, false, nullptr); }
inline file_status status(const path &p, error_code &ec) { return __status_of(p, false, &ec); }
inline file_status symlink_status(const path &p) { return __status_of(p, true, nullptr); }
inline file_status symlink_status(const path &p, error_code &ec) { return __status_of(p, true, &ec); }
inline bool status_known(file_status s) { return s.type() != file_type::none; }
inline bool exists(file_status s) { return s.type() != file_type::none && s.type() != file_type::not_found; }
inline bool exists(const path &p) { return exists(status(p)); }
inline bool exists(const path &p, error_code &ec) { file_status s = status(p, ec); if (s.type() == file_type::not_found) ec.clear(); return exists(s); }
inline bool is_directory(file_status s) { return s.type() == file_type::directory; }
inline bool is_directory(const path &p) { return is_directory(status(p)); }
inline bool is_directory(const path &p, error_code &ec) { return is_directory(status(p, ec)); }
inline bool is_regular_file(file_status s) { return s.type() == file_type::regular; }
inline bool is_regular_file(const path &p) { return is_regular_file(status(p)); }
inline bool is_regular_file(const path &p, error_code &ec) { return is_regular_file(status(p, ec)); }
inline bool is_symlink(file_status s) { return s.type() == file_type::symlink; }
inline bool is_symlink(const path &p) { return is_symlink(symlink_status(p)); }
inline bool is_symlink(const path &p, error_code &ec) { return is_symlink(symlink_status(p, ec)); }
inline bool is_block_file(file_status s) { return s.type() == file_type::block; }
inline bool is_block_file(const path &p) { return is_block_file(status(p)); }
inline bool is_character_file(file_status s) { return s.type() == file_type::character; }
inline bool is_character_file(const path &p) { return is_character_file(status(p)); }
inline bool is_fifo(file_status s) { return s.type() == file_type::fifo; }
inline bool is_fifo(const path &p) { return is_fifo(status(p)); }
inline bool is_socket(file_status s) { return s.type() == file_type::socket; }
inline bool is_socket(const path &p) { return is_socket(status(p)); }
inline bool is_other(file_status s) { return exists(s) && !is_regular_file(s) && !is_directory(s) && !is_symlink(s); }
inline bool is_other(const path &p) { return is_other(status(p)); }

inline unsigned long __size(const path &p, error_code *ec) {
    long f[8];
    __clear(ec);
    if (!__status(p, f, false)) { __fail("cannot get file size", p, path(), __error(), ec); return (unsigned long) -1; }
    if ((f[0] & 0170000) != 0100000) { __fail("cannot get file size", p, path(), (f[0] & 0170000) == 0040000 ? __EISDIR : __ENOTSUP, ec); return (unsigned long) -1; }
    return (unsigned long) f[1];
}
inline unsigned long file_size(const path &p) { return __size(p, nullptr); }
inline unsigned long file_size(const path &p, error_code &ec) { return __size(p, &ec); }
inline unsigned long hard_link_count(const path &p) { long f[8]; if (!__status(p, f, false)) __fail("cannot get link count", p, path(), __error(), nullptr); return (unsigned long) f[7]; }
inline file_time_type __written(const path &p, error_code *ec) {
    long f[8];
    __clear(ec);
    if (!__status(p, f, false)) { __fail("cannot get file time", p, path(), __error(), ec); return file_time_type(); }
    return file_time_type(chrono::nanoseconds((f[3] - __file_clock::__epoch) * 1000000000));
}
inline file_time_type last_write_time(const path &p) { return __written(p, nullptr); }
inline file_time_type last_write_time(const path &p, error_code &ec) { return __written(p, &ec); }
inline void last_write_time(const path &p, file_time_type t) { if (__file_change(5, p.c_str(), "", (long) (t.time_since_epoch().count() / 1000000000) + __file_clock::__epoch)) __fail("cannot set file time", p, path(), __error(), nullptr); }
inline void permissions(const path &p, perms mode, perm_options how = perm_options::replace) {
    if ((unsigned) how & 2) mode = status(p).permissions() | mode;
    if ((unsigned) how & 4) mode = status(p).permissions() & ~mode;
    if (__file_change(0, p.c_str(), "", (long) (unsigned) mode & 07777)) __fail("cannot set permissions", p, path(), __error(), nullptr);
}
inline space_info space(const path &p) { unsigned long n[3]; if (__file_space(p.c_str(), n)) __fail("cannot get free space", p, path(), __error(), nullptr); return space_info{n[0], n[1], n[2]}; }

inline path __text_of(int what, const path &p, const char *name, error_code *ec) {
    __clear(ec);
    char *s = __file_text(what, p.c_str());
    if (!s) { __fail(name, p, path(), __error(), ec); return path(); }
    path r(s);
    free(s);
    return r;
}
inline path current_path() { char b[4096]; if (!getcwd(b, sizeof b)) __fail("cannot get current path", path(), path(), __error(), nullptr); return path(b); }
inline path current_path(error_code &ec) { char b[4096]; ec.clear(); if (!getcwd(b, sizeof b)) { __fail("cannot get current path", path(), path(), __error(), &ec); return path(); } return path(b); }
inline void current_path(const path &p) { if (__file_change(4, p.c_str(), "", 0)) __fail("cannot set current path", p, path(), __error(), nullptr); }
inline path absolute(const path &p) { if (p.empty()) __fail("cannot make absolute path", p, path(), __EINVAL, nullptr); return p.is_absolute() ? p : current_path() / p; }
inline path absolute(const path &p, error_code &ec) { ec.clear(); return p.is_absolute() ? p : current_path() / p; }
inline path canonical(const path &p) { return __text_of(1, p, "cannot make canonical path", nullptr); }
inline path canonical(const path &p, error_code &ec) { return __text_of(1, p, "cannot make canonical path", &ec); }
inline path weakly_canonical(const path &p) {
    path head, tail;
    bool there = true;
    for (const path &x : p.__parts()) { if (there && exists(head / x)) head /= x; else { there = false; tail /= x; } }
    if (!head.empty()) head = canonical(head);
    return (tail.empty() ? head : head / tail).lexically_normal();
}
inline path relative(const path &p, const path &base = current_path()) { return weakly_canonical(absolute(p)).lexically_relative(weakly_canonical(absolute(base))); }
inline path proximate(const path &p, const path &base = current_path()) { return weakly_canonical(absolute(p)).lexically_proximate(weakly_canonical(absolute(base))); }
inline path read_symlink(const path &p) { return __text_of(0, p, "read_symlink", nullptr); }
inline path temp_directory_path() { const char *t = getenv("TMPDIR"); return path(t ? t : "/tmp"); }
inline bool equivalent(const path &a, const path &b) {
    long x[8], y[8];
    bool one = __status(a, x, false), two = __status(b, y, false);
    if (!one && !two) __fail("cannot check file equivalence", a, b, __ENOENT, nullptr);
    return one && two && x[5] == y[5] && x[6] == y[6];
}

inline bool __make_folder(const path &p, error_code *ec) {
    __clear(ec);
    if (!mkdir(p.c_str(), 0777)) return true;
    int code = __error();
    error_code unused;
    if (code == __EEXIST && is_directory(p, unused)) return false;
    __fail("cannot create directory", p, path(), code, ec);
    return false;
}
inline bool create_directory(const path &p) { return __make_folder(p, nullptr); }
inline bool create_directory(const path &p, error_code &ec) { return __make_folder(p, &ec); }
inline bool __make_folders(const path &p, error_code *ec) {
    path so_far;
    bool made = false;
    if (p.empty()) { __fail("cannot create directories", p, path(), __EINVAL, ec); return false; }
    __clear(ec);
    for (const path &x : p.__parts()) {
        if (x.empty()) continue;
        so_far /= x;
        error_code unused;
        if (is_directory(so_far, unused)) continue;
        if (exists(so_far, unused)) { __fail("cannot create directories", p, path(), __ENOTDIR, ec); return false; }
        made = __make_folder(so_far, ec);
        if (ec && *ec) return false;
    }
    return made;
}
inline bool create_directories(const path &p) { return __make_folders(p, nullptr); }
inline bool create_directories(const path &p, error_code &ec) { return __make_folders(p, &ec); }
inline void create_symlink(const path &to, const path &p) { if (__file_change(1, to.c_str(), p.c_str(), 0)) __fail("cannot create symlink", to, p, __error(), nullptr); }
inline void create_directory_symlink(const path &to, const path &p) { create_symlink(to, p); }
inline void create_hard_link(const path &to, const path &p) { if (__file_change(2, to.c_str(), p.c_str(), 0)) __fail("cannot create hard link", to, p, __error(), nullptr); }
inline void resize_file(const path &p, unsigned long n) { if (__file_change(3, p.c_str(), "", (long) n)) __fail("cannot resize file", p, path(), __error(), nullptr); }
inline bool __drop(const path &p, error_code *ec) {
    __clear(ec);
    if (!::remove(p.c_str())) return true;
    if (__error() != __ENOENT) __fail("cannot remove", p, path(), __error(), ec);
    return false;
}
inline bool remove(const path &p) { return __drop(p, nullptr); }
inline bool remove(const path &p, error_code &ec) { return __drop(p, &ec); }
inline void __move(const path &a, const path &b, error_code *ec) { __clear(ec); if (::rename(a.c_str(), b.c_str())) __fail("cannot rename", a, b, __error(), ec); }
inline void rename(const path &a, const path &b) { __move(a, b, nullptr); }
inline void rename(const path &a, const path &b, error_code &ec) { __move(a, b, &ec); }

class directory_entry {
    filesystem::path p_;
public:
    directory_entry() {}
    explicit directory_entry(const filesystem::path &p) : p_(p) {}
    void assign(const filesystem::path &p) { p_ = p; }
    void refresh() {}
    const filesystem::path &path() const { return p_; }
    operator const filesystem::path &() const { return p_; }
    bool exists() const { return filesystem::exists(p_); }
    bool is_directory() const { return filesystem::is_directory(p_); }
    bool is_regular_file() const { return filesystem::is_regular_file(p_); }
    bool is_symlink() const { return filesystem::is_symlink(p_); }
    bool is_other() const { return filesystem::is_other(p_); }
    unsigned long file_size() const { return filesystem::file_size(p_); }
    unsigned long hard_link_count() const { return filesystem::hard_link_count(p_); }
    file_time_type last_write_time() const { return filesystem::last_write_time(p_); }
    file_status status() const { return filesystem::status(p_); }
    file_status symlink_status() const { return filesystem::symlink_status(p_); }
    bool operator==(const directory_entry &o) const { return p_ == o.p_; }
    bool operator!=(const directory_entry &o) const { return p_ != o.p_; }
    bool operator<(const directory_entry &o) const { return p_ < o.p_; }
};
inline ostream &operator<<(ostream &out, const directory_entry &e) { return out << e.path(); }

/* The entries of a folder as they were when it was opened. */
inline vector<directory_entry> __entries(const path &p, const char *what, error_code *ec) {
    vector<directory_entry> list;
    __clear(ec);
    char *names = __folder_names(p.c_str());
    if (!names) { __fail(what, p, path(), __error(), ec); return list; }
    for (const char *s = names; s[0] || s[1]; s += strlen(s + 1) + 2)
        if (strcmp(s + 1, ".") && strcmp(s + 1, "..")) list.push_back(directory_entry(p / path(s + 1)));
    free(names);
    return list;
}
class directory_iterator {
    shared_ptr<vector<directory_entry>> list_;
    size_t i_;
    void check() { if (list_ && i_ >= list_->size()) list_.reset(); }
public:
    typedef directory_entry value_type;
    typedef long difference_type;
    typedef const directory_entry *pointer;
    typedef const directory_entry &reference;
    typedef input_iterator_tag iterator_category;
    directory_iterator() : i_(0) {}
    explicit directory_iterator(const path &p) : list_(make_shared<vector<directory_entry>>(__entries(p, "directory iterator cannot open directory", nullptr))), i_(0) { check(); }
    directory_iterator(const path &p, directory_options) : directory_iterator(p) {}
    directory_iterator(const path &p, error_code &ec) : list_(make_shared<vector<directory_entry>>(__entries(p, "", &ec))), i_(0) { check(); }
    const directory_entry &operator*() const { return (*list_)[i_]; }
    const directory_entry *operator->() const { return &(*list_)[i_]; }
    directory_iterator &operator++() { i_++; check(); return *this; }
    directory_iterator &increment(error_code &ec) { ec.clear(); return ++*this; }
    bool operator==(const directory_iterator &o) const { return !list_ == !o.list_ && (!list_ || (list_.get() == o.list_.get() && i_ == o.i_)); }
    bool operator!=(const directory_iterator &o) const { return !(*this == o); }
};
inline directory_iterator begin(directory_iterator i) { return i; }
inline directory_iterator end(const directory_iterator &) { return directory_iterator(); }
class recursive_directory_iterator {
    struct level { vector<directory_entry> list; size_t i; };
    shared_ptr<vector<level>> levels_;
    bool down_, links_, skip_;
    void check() {
        while (levels_->size() && levels_->back().i >= levels_->back().list.size()) { levels_->pop_back(); if (levels_->size()) levels_->back().i++; }
        if (levels_->empty()) levels_.reset();
    }
public:
    typedef directory_entry value_type;
    typedef long difference_type;
    typedef const directory_entry *pointer;
    typedef const directory_entry &reference;
    typedef input_iterator_tag iterator_category;
    recursive_directory_iterator() : down_(true), links_(false), skip_(false) {}
    explicit recursive_directory_iterator(const path &p, directory_options how = directory_options::none) : levels_(make_shared<vector<level>>()), down_(true), links_((unsigned) how & 1), skip_((unsigned) how & 2) {
        levels_->push_back(level{__entries(p, "recursive directory iterator cannot open directory", nullptr), 0});
        check();
    }
    recursive_directory_iterator(const path &p, error_code &ec) : levels_(make_shared<vector<level>>()), down_(true), links_(false), skip_(false) { levels_->push_back(level{__entries(p, "", &ec), 0}); check(); }
    const directory_entry &operator*() const { return levels_->back().list[levels_->back().i]; }
    const directory_entry *operator->() const { return &**this; }
    int depth() const { return (int) levels_->size() - 1; }
    bool recursion_pending() const { return down_; }
    void disable_recursion_pending() { down_ = false; }
    void pop() { levels_->pop_back(); if (levels_->size()) levels_->back().i++; check(); }
    recursive_directory_iterator &operator++() {
        path p = (*this)->path();
        file_status s = links_ ? status(p) : symlink_status(p);
        bool enter = down_ && is_directory(s);
        down_ = true;
        if (enter) {
            error_code ec;
            vector<directory_entry> more = __entries(p, "recursive directory iterator cannot open directory", skip_ ? &ec : nullptr);
            if (more.size()) { levels_->push_back(level{more, 0}); return *this; }
        }
        levels_->back().i++;
        check();
        return *this;
    }
    recursive_directory_iterator &increment(error_code &ec) { ec.clear(); return ++*this; }
    bool operator==(const recursive_directory_iterator &o) const { return levels_.get() == o.levels_.get(); }
    bool operator!=(const recursive_directory_iterator &o) const { return !(*this == o); }
};
inline recursive_directory_iterator begin(recursive_directory_iterator i) { return i; }
inline recursive_directory_iterator end(const recursive_directory_iterator &) { return recursive_directory_iterator(); }

inline bool is_empty(const path &p) { return is_directory(p) ? __entries(p, "cannot check if file is empty", nullptr).empty() : file_size(p) == 0; }
inline unsigned long __drop_all(const path &p, error_code *ec) {
    unsigned long n = 0;
    error_code unused;
    if (is_directory(symlink_status(p, unused)))
        for (const directory_entry &e : __entries(p, "cannot remove all", ec)) { n += __drop_all(e.path(), ec); if (ec && *ec) return (unsigned long) -1; }
    return n + __drop(p, ec);
}
inline unsigned long remove_all(const path &p) { return __drop_all(p, nullptr); }
inline unsigned long remove_all(const path &p, error_code &ec) { ec.clear(); return __drop_all(p, &ec); }
inline bool __copy_bytes(const path &a, const path &b, copy_options how, error_code *ec) {
    error_code unused;
    __clear(ec);
    if (!is_regular_file(a, unused)) { __fail("cannot copy file", a, b, exists(a, unused) ? __EINVAL : __ENOENT, ec); return false; }
    if (exists(b, unused)) {
        if (__has(how, copy_options::skip_existing)) return false;
        if (__has(how, copy_options::update_existing) && !(last_write_time(a).time_since_epoch().count() > last_write_time(b).time_since_epoch().count())) return false;
        if (!__has(how, copy_options::overwrite_existing) && !__has(how, copy_options::update_existing)) { __fail("cannot copy file", a, b, __EEXIST, ec); return false; }
        if (equivalent(a, b)) { __fail("cannot copy file", a, b, __EEXIST, ec); return false; }
    }
    FILE *in = fopen(a.c_str(), "rb");
    if (!in) { __fail("cannot copy file", a, b, __error(), ec); return false; }
    FILE *out = fopen(b.c_str(), "wb");
    if (!out) { int code = __error(); fclose(in); __fail("cannot copy file", a, b, code, ec); return false; }
    char block[65536];
    size_t n;
    bool good = true;
    while ((n = fread(block, 1, sizeof block, in)) > 0) good &= fwrite(block, 1, n, out) == n;
    good &= fclose(out) == 0;
    fclose(in);
    if (!good) __fail("cannot copy file", a, b, __error(), ec);
    return good;
}
inline bool copy_file(const path &a, const path &b, copy_options how = copy_options::none) { return __copy_bytes(a, b, how, nullptr); }
inline bool copy_file(const path &a, const path &b, error_code &ec) { return __copy_bytes(a, b, copy_options::none, &ec); }
inline bool copy_file(const path &a, const path &b, copy_options how, error_code &ec) { return __copy_bytes(a, b, how, &ec); }
inline void copy_symlink(const path &a, const path &b) { create_symlink(read_symlink(a), b); }
inline void copy(const path &a, const path &b, copy_options how = copy_options::none) {
    if (!exists(a)) __fail("cannot copy", a, b, __ENOENT, nullptr);
    if (is_symlink(a) && __has(how, copy_options::copy_symlinks)) { copy_symlink(a, b); return; }
    if (is_symlink(a) && __has(how, copy_options::skip_symlinks)) return;
    if (is_directory(a)) {
        if (!exists(b)) create_directory(b);
        if (__has(how, copy_options::recursive) || how == copy_options::none)
            for (const directory_entry &e : __entries(a, "cannot copy", nullptr))
                if (__has(how, copy_options::recursive) || !e.is_directory()) copy(e.path(), b / e.path().filename(), how == copy_options::none ? copy_options::none : how);
        return;
    }
    if (__has(how, copy_options::directories_only)) return;
    if (__has(how, copy_options::create_symlinks)) { create_symlink(a, b); return; }
    if (__has(how, copy_options::create_hard_links)) { create_hard_link(a, b); return; }
    copy_file(a, is_directory(b) ? b / a.filename() : b, how);
}
}
template <> struct hash<filesystem::path> { size_t operator()(const filesystem::path &p) const { return filesystem::hash_value(p); } };
}
