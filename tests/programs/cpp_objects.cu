// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>
struct Shape { virtual ~Shape() { std::cout << "~Shape\n"; } virtual double area() const = 0; virtual std::string name() const { return "shape"; } };
class Circle : public Shape { double r; public: explicit Circle(double r) : r(r) {} double area() const override { return 3.0 * r * r; } std::string name() const override { return "circle"; } ~Circle() { std::cout << "~Circle\n"; } };
class Square : public Shape { double a; public: Square(double a) : a(a) {} double area() const override { return a * a; } };
struct Counter { static int count; int id; Counter() : id(++count) { printf("C%d\n", id); } Counter(const Counter &o) : id(++count) { printf("copy %d->%d\n", o.id, id); } Counter &operator=(const Counter &o) { printf("assign %d=%d\n", id, o.id); return *this; } ~Counter() { printf("~C%d\n", id); } };
int Counter::count = 0;
Counter make() { Counter c; return c; }
Counter pass(Counter c) { return c; }
class Matrix { int n; std::vector<float> d; public: Matrix(int n) : n(n), d(n * n) {} float &operator()(int i, int j) { return d[i * n + j]; } float operator()(int i, int j) const { return d[i * n + j]; } Matrix operator*(const Matrix &o) const { Matrix r(n); for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) for (int k = 0; k < n; k++) r(i, j) += (*this)(i, k) * o(k, j); return r; } friend std::ostream &operator<<(std::ostream &os, const Matrix &m) { for (int i = 0; i < m.n; i++) { for (int j = 0; j < m.n; j++) os << m(i, j) << ' '; os << '\n'; } return os; } };
int main() {
  std::vector<Shape *> v;
  v.push_back(new Circle(2)); v.push_back(new Square(3));
  for (auto s : v) std::cout << s->name() << " " << s->area() << std::endl;
  for (auto s : v) delete s;
  Counter a = make();
  Counter b(a);
  b = a;
  { Counter c = pass(a); }
  Counter arr[2];
  Matrix m(2); m(0, 0) = 1; m(0, 1) = 2; m(1, 0) = 3; m(1, 1) = 4;
  std::cout << m * m;
  Counter *p = new Counter[2]; delete[] p;
  return 0;
}
