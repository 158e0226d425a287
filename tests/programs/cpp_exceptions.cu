// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>
#include <random>
#include <limits>
#include <complex>
struct R { std::string n; R(const std::string &s) : n(s) { std::cout << "+" << n << "\n"; } ~R() { std::cout << "-" << n << "\n"; } };
int depth(int n) { R r("d" + std::to_string(n)); if (n == 0) throw std::runtime_error("deep"); return depth(n - 1); }
class MyErr : public std::exception { std::string m; public: MyErr(std::string m) : m(m) {} const char *what() const noexcept override { return m.c_str(); } };
int main() {
  try { depth(2); } catch (const std::exception &e) { std::cout << "caught " << e.what() << "\n"; }
  try { throw 42; } catch (const char *s) { std::cout << s; } catch (int i) { std::cout << "int " << i << "\n"; }
  try { try { throw MyErr("inner"); } catch (MyErr &e) { std::cout << e.what() << "\n"; throw; } } catch (std::exception &e) { std::cout << "outer " << e.what() << "\n"; }
  try { std::vector<int> v(3); v.at(5) = 1; } catch (const std::out_of_range &e) { std::cout << e.what() << "\n"; }
  try { std::stoi("abc"); } catch (const std::invalid_argument &e) { std::cout << "inv " << e.what() << "\n"; } catch (...) { std::cout << "other\n"; }
  for (int i = 0; i < 3; i++) { try { if (i == 1) continue; R r("loop"); if (i == 2) break; } catch (...) {} }
  std::mt19937 g(42); for (int i = 0; i < 5; i++) std::cout << g() << " "; std::cout << "\n";
  std::uniform_int_distribution<int> d(1, 6); for (int i = 0; i < 10; i++) std::cout << d(g) << " "; std::cout << "\n";
  std::uniform_real_distribution<float> f(-1.0f, 1.0f); for (int i = 0; i < 5; i++) std::cout << f(g) << " "; std::cout << "\n";
  std::uniform_real_distribution<double> fd(0, 1); for (int i = 0; i < 3; i++) std::cout << fd(g) << " "; std::cout << "\n";
  std::normal_distribution<double> nd(0, 1); for (int i = 0; i < 5; i++) std::cout << nd(g) << " "; std::cout << "\n";
  std::normal_distribution<float> nf(0, 2); for (int i = 0; i < 5; i++) std::cout << nf(g) << " "; std::cout << "\n";
  std::default_random_engine e; for (int i = 0; i < 3; i++) std::cout << e() << " "; std::cout << d(e) << " " << fd(e) << " " << f(e) << "\n";
  std::mt19937_64 g64(7); std::cout << g64() << " " << g64() << "\n";
  std::cout << std::numeric_limits<int>::max() << " " << std::numeric_limits<float>::epsilon() << "\n";
  std::complex<float> z(1, 2), w(3, -1); std::cout << z * w << " " << std::abs(z) << "\n";
  return 0;
}
