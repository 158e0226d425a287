// SPDX-License-Identifier: Apache-2.0
// typeid and std::type_info, with the names that g++ gives.
#include <typeinfo>
#include <typeindex>
#include <cstdio>
#include <iostream>
#include <string>
#include <map>
#include <vector>
struct Animal { virtual ~Animal() {} };
struct Dog : Animal { int d; };
namespace zoo { class Cat : public Animal {}; template <typename T, int n> struct Box { T t[n]; }; enum Colour { red }; }
struct Left { virtual void f() {} }; struct Both : Left, Animal {};
template <typename T> void show() { printf("%s ", typeid(T).name()); }
int main() {
  show<int>(); show<const char *>(); show<double &>(); show<unsigned long>(); show<Dog>(); show<zoo::Cat>(); show<zoo::Box<float, 3>>(); show<zoo::Colour>(); show<int (*)(double, char)>(); show<int[4]>(); show<std::string>(); show<void>(); show<bool>(); puts("");
  Animal *a = new Dog, *b = new zoo::Cat, *c = new Both; Animal &r = *a; const Dog d{};
  printf("%s %s %s %s %s\n", typeid(*a).name(), typeid(*b).name(), typeid(*c).name(), typeid(a).name(), typeid(r).name());
  printf("%d %d %d %d %d\n", typeid(*a) == typeid(Dog), typeid(*a) == typeid(*b), typeid(d) == typeid(Dog), typeid(1 + 1.0f) == typeid(float), typeid(*a) != typeid(Animal));
  const std::type_info &t = typeid(*b); std::cout << t.name() << " " << (&t == &typeid(zoo::Cat)) << " " << (t.hash_code() == typeid(zoo::Cat).hash_code()) << "\n";
  std::map<std::type_index, const char *> names; names[typeid(int)] = "int"; names[typeid(Dog)] = "a dog"; names[std::type_index(typeid(*b))] = "a cat";
  std::cout << names[typeid(*a)] << " " << names[typeid(zoo::Cat)] << " " << names.count(typeid(char)) << "\n";
  Animal *none = nullptr; try { std::cout << typeid(*none).name(); } catch (const std::bad_typeid &e) { std::cout << e.what() << "\n"; }
  int calls = 0; auto f = [&] { calls++; return 1; }; std::cout << typeid(f()).name() << calls << "\n";
}
