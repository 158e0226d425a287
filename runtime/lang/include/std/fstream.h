#include <string>
// names: ofstream ifstream fstream
// SPDX-License-Identifier: Apache-2.0
namespace std {
class ofstream : public __ostream {
public:
    ofstream() { __id = -1; }
    explicit ofstream(const char *name, int mode = 16) { __id = __stream_open(name, mode | 16); }
    explicit ofstream(const string &name, int mode = 16) { __id = __stream_open(name.c_str(), mode | 16); }
    ofstream(const ofstream &) = delete;
    ~ofstream() { __stream_end(__id); }
    void open(const char *name, int mode = 16) { __id = __stream_open(name, mode | 16); }
    void open(const string &name, int mode = 16) { __id = __stream_open(name.c_str(), mode | 16); }
    bool is_open() const { return __id > 2; }
    void close() { __stream_end(__id); __id = -1; }
};
class ifstream : public __istream {
public:
    ifstream() { __in = -1; }
    explicit ifstream(const char *name, int mode = 8) { __in = __stream_open(name, mode | 8); }
    explicit ifstream(const string &name, int mode = 8) { __in = __stream_open(name.c_str(), mode | 8); }
    ifstream(const ifstream &) = delete;
    ~ifstream() { __stream_end(__in); }
    void open(const char *name, int mode = 8) { __in = __stream_open(name, mode | 8); }
    void open(const string &name, int mode = 8) { __in = __stream_open(name.c_str(), mode | 8); }
    bool is_open() const { return __in > 2; }
    void close() { __stream_end(__in); __in = -1; }
};
class fstream : public __istream, public __ostream {
public:
    static const int app = ios::app, ate = ios::ate, binary = ios::binary, in = ios::in, out = ios::out, trunc = ios::trunc, beg = 0, cur = 1, end = 2;
    fstream() { __in = __id = -1; }
    explicit fstream(const char *name, int mode = 24) { __in = __id = __stream_open(name, mode); }
    explicit fstream(const string &name, int mode = 24) { __in = __id = __stream_open(name.c_str(), mode); }
    fstream(const fstream &) = delete;
    ~fstream() { __stream_end(__id); }
    void open(const char *name, int mode = 24) { __in = __id = __stream_open(name, mode); }
    void open(const string &name, int mode = 24) { __in = __id = __stream_open(name.c_str(), mode); }
    bool is_open() const { return __id > 2; }
    void close() { __stream_end(__id); __in = __id = -1; }
    bool good() { return is_open() && __istream::good(); }
    bool fail() { return !is_open() || __istream::fail(); }
    bool eof() { return __istream::eof(); }
    explicit operator bool() { return !fail(); }
    bool operator!() { return fail(); }
};
}
