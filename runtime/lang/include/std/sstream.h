#include <string>
#include <system_error>
// names: stringbuf stringstream ostringstream istringstream
// SPDX-License-Identifier: Apache-2.0
namespace std {
inline string __text_of(long stream) { string s; long n = __stream_size(stream); s.resize((size_t) n); __stream_copy(stream, s.data()); return s; }
inline long __stream_of(const string &s, int mode) { long id = __stream_new(0); __stream_set(id, s.c_str(), s.size(), (mode & 3) != 0); return id; }
class stringbuf : public __streambuf {
public:
    typedef stringbuf __held;
    explicit stringbuf(int mode = 24) { __id = __stream_new(0); }
    explicit stringbuf(const string &s, int mode = 24) { __id = __stream_of(s, mode); }
    stringbuf(const stringbuf &) = delete;
    ~stringbuf() { __stream_end(__id); }
    string str() const { return __text_of(__id); }
    void str(const string &s) { __stream_set(__id, s.c_str(), s.size(), false); }
};
class ostringstream : public __ostream {
public:
    explicit ostringstream(int mode = 16) { __id = __stream_new(0); }
    explicit ostringstream(const string &s, int mode = 16) { __id = __stream_of(s, mode); }
    ostringstream(const ostringstream &) = delete;
    ostringstream(ostringstream &&o) { __id = o.__id; o.__id = __stream_new(0); }
    ostringstream &operator=(ostringstream &&o) { long id = __id; __id = o.__id; o.__id = id; return *this; }
    ~ostringstream() { __stream_end(__id); }
    string str() const { return __text_of(__id); }
    void str(const string &s) { __stream_set(__id, s.c_str(), s.size(), false); }
};
class istringstream : public __istream {
public:
    explicit istringstream(int mode = 8) { __in = __stream_new(0); }
    explicit istringstream(const string &s, int mode = 8) { __in = __stream_of(s, 0); }
    istringstream(const istringstream &) = delete;
    istringstream(istringstream &&o) { __in = o.__in; o.__in = __stream_new(0); }
    istringstream &operator=(istringstream &&o) { long id = __in; __in = o.__in; o.__in = id; return *this; }
    ~istringstream() { __stream_end(__in); }
    string str() const { return __text_of(__in); }
    void str(const string &s) { __stream_set(__in, s.c_str(), s.size(), false); }
};
class __iostream : public __ostream, public __istream {
public:
    using __ostream::app;
    using __ostream::ate;
    using __ostream::binary;
    using __ostream::in;
    using __ostream::out;
    using __ostream::trunc;
    using __ostream::beg;
    using __ostream::cur;
    using __ostream::end;
    using __ostream::goodbit;
    using __ostream::badbit;
    using __ostream::eofbit;
    using __ostream::failbit;
    using __ostream::boolalpha;
    using __ostream::dec;
    using __ostream::fixed;
    using __ostream::hex;
    using __ostream::internal;
    using __ostream::left;
    using __ostream::oct;
    using __ostream::right;
    using __ostream::scientific;
    using __ostream::showbase;
    using __ostream::showpoint;
    using __ostream::showpos;
    using __ostream::skipws;
    using __ostream::unitbuf;
    using __ostream::uppercase;
    using __ostream::adjustfield;
    using __ostream::basefield;
    using __ostream::floatfield;
    using __ostream::xalloc;
    using __ostream::rdstate;
    using __ostream::clear;
    using __ostream::setstate;
    using __ostream::exceptions;
    using __ostream::good;
    using __ostream::fail;
    using __ostream::bad;
    using __ostream::eof;
    using __ostream::precision;
    using __ostream::width;
    using __ostream::fill;
    using __ostream::flags;
    using __ostream::setf;
    using __ostream::unsetf;
    using __ostream::iword;
    using __ostream::pword;
    using __ostream::tie;
    using __ostream::rdbuf;
    using __ostream::copyfmt;
    using __ostream::__number;
    explicit operator bool() const { return !fail(); }
    bool operator!() const { return fail(); }
};
typedef __iostream iostream;
class stringstream : public __iostream {
public:
    explicit stringstream(int mode = 24) { __id = __in = __stream_new(0); }
    explicit stringstream(const string &s, int mode = 24) { __id = __in = __stream_of(s, mode); }
    stringstream(const stringstream &) = delete;
    stringstream(stringstream &&o) { __id = __in = o.__id; o.__id = o.__in = __stream_new(0); }
    stringstream &operator=(stringstream &&o) { long id = __id; __id = __in = o.__id; o.__id = o.__in = id; return *this; }
    ~stringstream() { __stream_end(__id); }
    string str() const { return __text_of(__id); }
    void str(const string &s) { __stream_set(__id, s.c_str(), s.size(), false); }
};
}
