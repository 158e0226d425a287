#include <string>
#include <sstream>
// names: ofstream ifstream fstream
// SPDX-License-Identifier: Apache-2.0
namespace std {
class ofstream : public __ostream {
public:
    ofstream() { __id = __stream_new(1); }
    explicit ofstream(const char *name, int mode = 16) { __id = __stream_new(1); __stream_open(__id, name, mode | 16); }
    explicit ofstream(const string &name, int mode = 16) { __id = __stream_new(1); __stream_open(__id, name.c_str(), mode | 16); }
    ofstream(const ofstream &) = delete;
    ofstream(ofstream &&o) { __id = o.__id; o.__id = __stream_new(1); }
    ofstream &operator=(ofstream &&o) { long id = __id; __id = o.__id; o.__id = id; return *this; }
    ~ofstream() { __stream_end(__id); }
    void open(const char *name, int mode = 16) { __stream_open(__id, name, mode | 16); }
    void open(const string &name, int mode = 16) { __stream_open(__id, name.c_str(), mode | 16); }
    bool is_open() const { return __stream_is_open(__id); }
    void close() { __stream_close(__id); }
    void swap(ofstream &o) { long id = __id; __id = o.__id; o.__id = id; }
};
class ifstream : public __istream {
public:
    ifstream() { __in = __stream_new(1); }
    explicit ifstream(const char *name, int mode = 8) { __in = __stream_new(1); __stream_open(__in, name, mode | 8); }
    explicit ifstream(const string &name, int mode = 8) { __in = __stream_new(1); __stream_open(__in, name.c_str(), mode | 8); }
    ifstream(const ifstream &) = delete;
    ifstream(ifstream &&o) { __in = o.__in; o.__in = __stream_new(1); }
    ifstream &operator=(ifstream &&o) { long id = __in; __in = o.__in; o.__in = id; return *this; }
    ~ifstream() { __stream_end(__in); }
    void open(const char *name, int mode = 8) { __stream_open(__in, name, mode | 8); }
    void open(const string &name, int mode = 8) { __stream_open(__in, name.c_str(), mode | 8); }
    bool is_open() const { return __stream_is_open(__in); }
    void close() { __stream_close(__in); }
    void swap(ifstream &o) { long id = __in; __in = o.__in; o.__in = id; }
};
class fstream : public __iostream {
public:
    fstream() { __id = __in = __stream_new(1); }
    explicit fstream(const char *name, int mode = 24) { __id = __in = __stream_new(1); __stream_open(__id, name, mode); }
    explicit fstream(const string &name, int mode = 24) { __id = __in = __stream_new(1); __stream_open(__id, name.c_str(), mode); }
    fstream(const fstream &) = delete;
    fstream(fstream &&o) { __id = __in = o.__id; o.__id = o.__in = __stream_new(1); }
    fstream &operator=(fstream &&o) { long id = __id; __id = __in = o.__id; o.__id = o.__in = id; return *this; }
    ~fstream() { __stream_end(__id); }
    void open(const char *name, int mode = 24) { __stream_open(__id, name, mode); }
    void open(const string &name, int mode = 24) { __stream_open(__id, name.c_str(), mode); }
    bool is_open() const { return __stream_is_open(__id); }
    void close() { __stream_close(__id); }
    void swap(fstream &o) { long id = __id; __id = __in = o.__id; o.__id = o.__in = id; }
};
}
