#include <string>
// names: stringstream ostringstream istringstream
// SPDX-License-Identifier: Apache-2.0
namespace std {
class ostringstream : public __ostream {
public:
    ostringstream() { __id = __stream_new(); }
    explicit ostringstream(const string &s) { __id = __stream_new(); __stream_set(__id, s.c_str(), s.size()); }
    ostringstream(const ostringstream &) = delete;
    ~ostringstream() { __stream_end(__id); }
    string str() const { string s; long n = __stream_size(__id); s.resize((size_t) n); __stream_copy(__id, s.data()); return s; }
    void str(const string &s) { __stream_set(__id, s.c_str(), s.size()); }
};
class istringstream : public __istream {
public:
    istringstream() { __in = __stream_new(); }
    explicit istringstream(const string &s) { __in = __stream_new(); __stream_set(__in, s.c_str(), s.size()); }
    istringstream(const istringstream &) = delete;
    ~istringstream() { __stream_end(__in); }
    string str() const { string s; long n = __stream_size(__in); s.resize((size_t) n); __stream_copy(__in, s.data()); return s; }
    void str(const string &s) { __stream_set(__in, s.c_str(), s.size()); }
};
class stringstream : public __ostream, public __istream {
public:
    stringstream() { __id = __in = __stream_new(); }
    explicit stringstream(const string &s) { __id = __in = __stream_new(); __stream_set(__id, s.c_str(), s.size()); }
    stringstream(const stringstream &) = delete;
    ~stringstream() { __stream_end(__id); }
    string str() const { string s; long n = __stream_size(__id); s.resize((size_t) n); __stream_copy(__id, s.data()); return s; }
    void str(const string &s) { __stream_set(__id, s.c_str(), s.size()); }
    void clear() { __stream_clear(__id); }
    explicit operator bool() const { return !__stream_failed(__id); }
    bool operator!() const { return __stream_failed(__id); }
    bool eof() const { return __stream_ended(__id); }
    bool fail() const { return __stream_failed(__id); }
    bool good() const { return !__stream_failed(__id) && !__stream_ended(__id); }
};
}
