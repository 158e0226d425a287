// <filesystem>: paths, and files in a folder of its own.
#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>
#include <map>
#include <regex>
#include <unistd.h>
namespace fs = std::filesystem;
using std::cout;
fs::path d;
std::string said(const std::exception &e) { return std::regex_replace(e.what(), std::regex(d.string()), "D"); }
int main() {
  for (const char *s : {"/a/b/c.txt", "a", "", "/", "//x", "a/", "/a/b/", ".", "..", "a/..", "x/.hidden", "f.tar.gz", "a.b/c", "./a/./b/../c", "/..", "a//b", "../../x"}) {
    fs::path p = s;
    cout << p << p.filename() << p.stem() << p.extension() << p.parent_path() << p.root_path() << p.relative_path() << p.lexically_normal() << p.is_absolute() << p.has_extension() << p.has_filename() << ' ';
    for (auto &x : p) cout << x << ',';
    fs::path q = p; q.replace_extension(".z"); cout << q; q = p; q.replace_filename("n"); cout << q; q = p; q.remove_filename(); cout << q << p / "k" << (p += "s") << '\n';
  }
  for (auto &[a, b] : std::map<std::string, std::string>{{"/a/b/c", "/a/d"}, {"a/b", "a/b"}, {"a", "a/b/c"}, {"/x", "y"}, {"a/b/c/d", "a/b"}}) cout << fs::path(a).lexically_relative(b) << fs::path(a).lexically_proximate(b) << '\n';
  d = fs::temp_directory_path() / ("warpcell_fs_" + std::to_string(getpid()));
  fs::remove_all(d);
  cout << fs::create_directory(d) << fs::create_directory(d) << fs::create_directories(d / "a/b/c") << fs::is_empty(d / "a/b/c") << '\n';
  { std::ofstream f(d / "one.txt"); f << "12345\n"; } { std::ofstream(d / "a/two.bin") << "xx"; }
  std::set<std::string> names; for (const fs::directory_entry &e : fs::directory_iterator(d)) names.insert(e.path().filename().string() + (e.is_directory() ? "/" : "")); for (auto &n : names) cout << n << ' ';
  names.clear(); for (auto it = fs::recursive_directory_iterator(d); it != fs::recursive_directory_iterator(); ++it) names.insert(std::to_string(it.depth()) + fs::relative(it->path(), d).string()); for (auto &n : names) cout << n << ' '; cout << '\n';
  fs::copy(d / "a", d / "copy", fs::copy_options::recursive); cout << fs::exists(d / "copy/b/c") << fs::file_size(d / "copy/two.bin") << '\n';
  fs::create_symlink("one.txt", d / "link"); cout << fs::is_symlink(d / "link") << fs::read_symlink(d / "link") << fs::is_regular_file(d / "link") << (fs::canonical(d / "link") == fs::canonical(d) / "one.txt") << fs::equivalent(d / "link", d / "one.txt") << '\n';
  fs::resize_file(d / "one.txt", 3); cout << fs::file_size(d / "one.txt") << '\n'; fs::permissions(d / "one.txt", fs::perms::owner_read | fs::perms::owner_write); cout << std::oct << (int) fs::status(d / "one.txt").permissions() << std::dec << '\n';
  fs::permissions(d / "one.txt", fs::perms::group_read, fs::perm_options::add); cout << ((fs::status(d / "one.txt").permissions() & fs::perms::group_read) != fs::perms::none) << '\n';
  auto t = fs::last_write_time(d / "one.txt"); fs::last_write_time(d / "one.txt", t - std::chrono::hours(1)); cout << (fs::last_write_time(d / "one.txt") < t) << '\n';
  try { fs::copy_file(d / "one.txt", d / "a/two.bin"); } catch (const fs::filesystem_error &e) { cout << said(e) << e.path1().filename() << e.path2().filename() << e.code().value() << (e.code() == std::errc::file_exists) << '\n'; }
  cout << fs::copy_file(d / "one.txt", d / "a/two.bin", fs::copy_options::overwrite_existing) << '\n';
  for (auto f : {0, 1, 2, 3, 4, 5}) try { switch (f) { case 0: fs::rename(d / "no", d / "nono"); break; case 1: fs::create_directory(d / "x/y"); break; case 2: for (auto &e : fs::directory_iterator(d / "no")) (void) e; break; case 3: fs::remove(d / "a"); break; case 4: (void) fs::file_size(d); break; case 5: (void) fs::canonical(d / "no"); } } catch (const std::exception &e) { cout << said(e) << '\n'; }
  std::error_code ec; cout << fs::remove(d / "no", ec) << ec.value() << fs::exists(d / "no", ec) << ec.value() << (fs::file_size(d / "no", ec) == (std::uintmax_t) -1) << ec.message() << '\n';
  cout << (fs::space(d).capacity > 0) << (fs::current_path() == fs::absolute(".").parent_path()) << (fs::status(d / "no").type() == fs::file_type::not_found) << '\n';
  std::map<fs::path, int> m; m["b"] = 1; m["a"] = 2; for (auto &[p, n] : m) cout << p << n; std::string s = fs::path("x/y"); cout << s << (fs::path("a") < fs::path("b")) << fs::path("a/b").compare("a/c") << fs::hash_value(fs::path("a")) % 1 << '\n';
  cout << fs::remove_all(d) << fs::exists(d) << fs::remove_all(d) << '\n';
}
