#include <string>
#include <vector>
#include <stdexcept>
#include <memory>
#include <utility>
// names: regex basic_regex regex_match regex_search regex_replace smatch cmatch match_results sub_match ssub_match csub_match sregex_iterator cregex_iterator regex_iterator sregex_token_iterator cregex_token_iterator regex_token_iterator regex_error regex_constants
// SPDX-License-Identifier: Apache-2.0
// Regular expressions of ECMAScript (C++17 31.13). A pattern becomes a program, and a match is a search with a stack of what is still to be tried,
// so that long texts need no deep recursion. Iterators of strings are pointers here, so smatch and cmatch are one type.
namespace std {
namespace regex_constants {
typedef int syntax_option_type;
typedef int match_flag_type;
typedef int error_type;
inline constexpr int icase = 1, nosubs = 2, optimize = 4, collate = 8, ECMAScript = 16, basic = 32, extended = 64, awk = 128, grep = 256, egrep = 512, multiline = 1024;
inline constexpr int match_default = 0, match_not_bol = 1, match_not_eol = 2, match_not_bow = 4, match_not_eow = 8, match_any = 16, match_not_null = 32, match_continuous = 64, match_prev_avail = 128, format_default = 0, format_sed = 256, format_no_copy = 512, format_first_only = 1024;
inline constexpr int error_collate = 0, error_ctype = 1, error_escape = 2, error_backref = 3, error_brack = 4, error_paren = 5, error_brace = 6, error_badbrace = 7, error_range = 8, error_space = 9, error_badrepeat = 10, error_complexity = 11, error_stack = 12;
}
class regex_error : public runtime_error {
    int code_;
public:
    explicit regex_error(int code, const char *text = "regex_error") : runtime_error(text), code_(code) {}
    regex_constants::error_type code() const { return code_; }
};

struct __regex_insn { int op, a, b; };
struct __regex_back { int pc, slot; const char *at; };
enum { __rx_char, __rx_any, __rx_set, __rx_split, __rx_jump, __rx_save, __rx_begin, __rx_end, __rx_word, __rx_not_word, __rx_again, __rx_ahead, __rx_not_ahead, __rx_mark, __rx_moved, __rx_done };

inline bool __rx_is_word(char c) { return isalnum((unsigned char) c) || c == '_'; }

class __regex_program {
public:
    vector<__regex_insn> code;
    vector<string> sets;
    int groups, marks, flags;
    __regex_program(const char *p, const char *end, int f) : groups(1), marks(0), flags(f), p_(p), end_(end), depth_(0) {
        if (f & (regex_constants::basic | regex_constants::grep)) throw regex_error(regex_constants::error_complexity, "the grammars basic and grep are not supported: use ECMAScript");
        put(__rx_save, 0, 0);
        alternatives();
        if (p_ < end_) throw regex_error(regex_constants::error_paren, "Mismatched '(' and ')' in regular expression");
        put(__rx_save, 1, 0);
        put(__rx_done, 0, 0);
        for (size_t i = 0; i < code.size(); i++)
            if (code[i].op == __rx_again && code[i].a >= groups) throw regex_error(regex_constants::error_backref, "Back-reference index exceeds current sub-expression count.");
    }
private:
    const char *p_, *end_;
    int depth_;
    bool more() const { return p_ < end_; }
    int here() const { return (int) code.size(); }
    void put(int op, int a, int b) { code.push_back(__regex_insn{op, a, b}); if (code.size() > 200000) throw regex_error(regex_constants::error_space, "Number of NFA states exceeds limit. Please use shorter regex string, or use smaller brace expression, or make _GLIBCXX_REGEX_STATE_LIMIT larger."); }
    void insert(int at, int op, int a, int b) {
        code.insert(code.begin() + at, __regex_insn{op, a, b});
        for (int i = at + 1; i < here(); i++) shift(i, at, 1);
    }
    void shift(int i, int from, int by) {
        __regex_insn &x = code[i];
        bool one = x.op == __rx_jump || x.op == __rx_split || x.op == __rx_ahead || x.op == __rx_not_ahead;
        if (one && x.a >= from) x.a += by;
        if (x.op == __rx_split && x.b >= from) x.b += by;
    }
    void alternatives() {
        if (++depth_ > 1000) throw regex_error(regex_constants::error_stack, "the expression is nested too deeply");
        int start = here();
        sequence();
        vector<int> ends;
        while (more() && *p_ == '|') {
            p_++;
            insert(start, __rx_split, start + 1, 0);
            ends.push_back(here());
            put(__rx_jump, 0, 0);
            code[start].b = here();
            start = here();
            sequence();
        }
        for (size_t i = 0; i < ends.size(); i++) code[ends[i]].a = here();
        depth_--;
    }
    void sequence() {
        while (more() && *p_ != '|' && *p_ != ')') {
            int start = here();
            bool repeats = atom();
            quantifier(start, repeats);
        }
    }
    void quantifier(int start, bool repeats) {
        while (more() && (*p_ == '*' || *p_ == '+' || *p_ == '?' || *p_ == '{')) {
            int least = 0, most = -1;
            if (!repeats) throw regex_error(regex_constants::error_badrepeat, "Unexpected token within regular expression.");
            char c = *p_++;
            if (c == '+') least = 1;
            if (c == '?') most = 1;
            if (c == '{') {
                least = most = number("Invalid range in '{}' in regular expression");
                if (more() && *p_ == ',') { p_++; most = more() && *p_ != '}' ? number("Invalid range in '{}' in regular expression") : -1; }
                if (!more() || *p_++ != '}') throw regex_error(regex_constants::error_brace, "Mismatched '{' and '}' in regular expression");
                if (most >= 0 && most < least) throw regex_error(regex_constants::error_badbrace, "Invalid range in '{}' in regular expression");
            }
            bool lazy = more() && *p_ == '?';
            if (lazy) p_++;
            repeat(start, least, most, lazy);
        }
    }
    void copy_of(const vector<__regex_insn> &body, int from) {
        int to = here();
        for (size_t i = 0; i < body.size(); i++) { put(body[i].op, body[i].a, body[i].b); shift(here() - 1, from, to - from); }
    }
    void repeat(int start, int least, int most, bool lazy) {
        vector<__regex_insn> body(code.begin() + start, code.end());
        code.resize(start);
        for (int i = 0; i < least; i++) copy_of(body, start);
        if (most < 0) {
            int mark = marks++, loop = here();
            put(__rx_split, 0, 0);
            put(__rx_mark, mark, 0);
            copy_of(body, start);
            put(__rx_moved, mark, 0);
            put(__rx_jump, loop, 0);
            code[loop].a = lazy ? here() : loop + 1;
            code[loop].b = lazy ? loop + 1 : here();
            return;
        }
        vector<int> splits;
        for (int i = least; i < most; i++) { splits.push_back(here()); put(__rx_split, 0, 0); copy_of(body, start); }
        for (size_t i = 0; i < splits.size(); i++) { code[splits[i]].a = lazy ? here() : splits[i] + 1; code[splits[i]].b = lazy ? splits[i] + 1 : here(); }
    }
    int number(const char *error) {
        if (!more() || !isdigit((unsigned char) *p_)) throw regex_error(regex_constants::error_badbrace, error);
        int n = 0;
        while (more() && isdigit((unsigned char) *p_)) { n = n * 10 + (*p_++ - '0'); if (n > 200000) n = 200000; }
        return n;
    }
    bool group() {
        if (p_ + 1 < end_ && p_[0] == '?' && (p_[1] == ':' || p_[1] == '=' || p_[1] == '!')) {
            char kind = p_[1];
            int start = here();
            p_ += 2;
            if (kind != ':') put(kind == '=' ? __rx_ahead : __rx_not_ahead, 0, 0);
            alternatives();
            if (kind != ':') { put(__rx_done, 0, 0); code[start].a = here(); }
            close();
            return kind == ':';
        }
        bool counts = !(flags & regex_constants::nosubs);
        int n = counts ? groups++ : 0;
        if (counts) put(__rx_save, 2 * n, 0);
        alternatives();
        if (counts) put(__rx_save, 2 * n + 1, 0);
        close();
        return true;
    }
    void close() { if (!more() || *p_ != ')') throw regex_error(regex_constants::error_paren, "Mismatched '(' and ')' in regular expression"); p_++; }
    bool atom() {
        char c = *p_++;
        switch (c) {
        case '(': return group();
        case '[': set(); return true;
        case '.': put(__rx_any, 0, 0); return true;
        case '^': put(__rx_begin, 0, 0); return false;
        case '$': put(__rx_end, 0, 0); return false;
        case '\\': return escape();
        case '*': case '+': case '?': case '{': throw regex_error(regex_constants::error_paren, "Mismatched '(' and ')' in regular expression");
        }
        put_char(c);
        return true;
    }
    void put_char(char c) { put(__rx_char, flags & regex_constants::icase ? tolower((unsigned char) c) : (unsigned char) c, 0); }
    void put_set(const string &s) { put(__rx_set, (int) sets.size(), 0); sets.push_back(s); }
    static bool in_class(char k, int c) { return k == 'd' ? isdigit(c) != 0 : k == 's' ? isspace(c) != 0 : isalnum(c) || c == '_'; }
    static void add_class(string &s, char k) { for (int c = 0; c < 256; c++) if (in_class((char) tolower(k), c) == (islower(k) != 0)) s[c] = 1; }
    bool escape() {
        if (!more()) throw regex_error(regex_constants::error_escape, "Invalid escape at end of regular expression");
        char c = *p_++;
        if (c == 'b' || c == 'B') { put(c == 'b' ? __rx_word : __rx_not_word, 0, 0); return false; }
        if (strchr("dDsSwW", c)) { string s(256, 0); add_class(s, c); put_set(s); return true; }
        if (c >= '1' && c <= '9') { int n = c - '0'; while (more() && isdigit((unsigned char) *p_) && n < 1000) n = n * 10 + (*p_++ - '0'); put(__rx_again, n, 0); return true; }
        put_char(escaped(c));
        return true;
    }
    char escaped(char c) {
        switch (c) {
        case 'n': return '\n';
        case 't': return '\t';
        case 'r': return '\r';
        case 'f': return '\f';
        case 'v': return '\v';
        case '0': return '\0';
        case 'c': if (!more()) break; return (char) (*p_++ & 31);
        case 'x': return (char) hex(2);
        case 'u': return (char) hex(4);
        }
        return c;
    }
    int hex(int n) {
        int v = 0;
        for (; n > 0; n--) {
            if (!more() || !isxdigit((unsigned char) *p_)) throw regex_error(regex_constants::error_escape, "Invalid '\\xNN' control character in regular expression");
            char c = *p_++;
            v = v * 16 + (isdigit((unsigned char) c) ? c - '0' : (c & 31) + 9);
        }
        return v;
    }
    void named_class(string &s) {
        const char *start = p_ + 1;
        const char *stop = start;
        while (stop + 1 < end_ && !(stop[0] == ':' && stop[1] == ']')) stop++;
        string name(start, stop);
        if (stop + 1 >= end_) throw regex_error(regex_constants::error_brack, "Character class is not closed.");
        int known = 0;
        for (int c = 0; c < 256; c++) {
            int in = 0;
            known = 1;
            if (name == "alpha") in = isalpha(c); else if (name == "digit" || name == "d") in = isdigit(c); else if (name == "alnum") in = isalnum(c); else if (name == "space" || name == "s") in = isspace(c);
            else if (name == "upper") in = isupper(c); else if (name == "lower") in = islower(c); else if (name == "punct") in = ispunct(c); else if (name == "xdigit") in = isxdigit(c); else if (name == "w") in = isalnum(c) || c == '_';
            else if (name == "blank") in = c == ' ' || c == '\t'; else if (name == "cntrl") in = iscntrl(c); else if (name == "graph") in = c > 32 && c < 127; else if (name == "print") in = c >= 32 && c < 127; else known = 0;
            if (in) s[c] = 1;
        }
        if (!known) throw regex_error(regex_constants::error_collate, "Invalid character class.");
        p_ = stop + 2;
    }
    void set() {
        string s(256, 0);
        bool no = more() && *p_ == '^';
        if (no) p_++;
        bool first = true;
        for (;; first = false) {
            if (!more()) throw regex_error(regex_constants::error_brack, "Unexpected character within '[...]' in regular expression");
            char c = *p_++;
            if (c == ']' && !(first && flags & (regex_constants::extended | regex_constants::awk | regex_constants::egrep))) break;
            if (c == '[' && more() && *p_ == ':') { named_class(s); continue; }
            if (c == '\\' && more()) {
                c = *p_++;
                if (strchr("dDsSwW", c)) { add_class(s, c); continue; }
                c = c == 'b' ? '\b' : escaped(c);
            }
            int to = (unsigned char) c;
            if (p_ + 1 < end_ && *p_ == '-' && p_[1] != ']') {
                p_++;
                char d = *p_++;
                if (d == '\\' && more()) d = escaped(*p_++);
                to = (unsigned char) d;
                if (to < (unsigned char) c) throw regex_error(regex_constants::error_range, "Invalid range in bracket expression.");
            }
            for (int i = (unsigned char) c; i <= to; i++) s[i] = 1;
        }
        if (flags & regex_constants::icase) for (int c = 0; c < 256; c++) if (s[c] && isalpha(c)) s[tolower(c)] = s[toupper(c)] = 1;
        if (no) for (int c = 0; c < 256; c++) s[c] = !s[c];
        put_set(s);
    }
};

/* One attempt after the other to match a text. */
class __regex_run {
    const __regex_program &prog_;
    const char *first_, *last_;
    int flags_;
    bool whole_;
    vector<const char *> marks_;
public:
    vector<const char *> at;
    __regex_run(const __regex_program &prog, const char *first, const char *last, int flags, bool whole) : prog_(prog), first_(first), last_(last), flags_(flags), whole_(whole), marks_(prog.marks + 1), at(2 * prog.groups) {}
    bool starts_at(const char *from) {
        for (size_t i = 0; i < at.size(); i++) at[i] = nullptr;
        return run(0, from, true);
    }
private:
    bool word_edge(const char *p) const {
        bool before = p != first_ || flags_ & regex_constants::match_prev_avail ? __rx_is_word(p[-1]) : false, behind = p != last_ && __rx_is_word(*p);
        return before != behind;
    }
    bool line_begins(const char *p) const {
        if (p == first_ && !(flags_ & regex_constants::match_prev_avail)) return !(flags_ & regex_constants::match_not_bol);
        return prog_.flags & regex_constants::multiline && (p[-1] == '\n' || p[-1] == '\r');
    }
    bool line_ends(const char *p) const {
        if (p == last_) return !(flags_ & regex_constants::match_not_eol);
        return prog_.flags & regex_constants::multiline && (*p == '\n' || *p == '\r');
    }
    bool again(int group, const char *&p) const {
        const char *s = at[2 * group], *e = at[2 * group + 1];
        if (!s || !e) return true;
        for (; s < e; s++, p++) {
            if (p == last_) return false;
            bool same = prog_.flags & regex_constants::icase ? tolower((unsigned char) *s) == tolower((unsigned char) *p) : *s == *p;
            if (!same) return false;
        }
        return true;
    }
    bool run(int pc, const char *p, bool outer) {
        vector<__regex_back> back;
        const __regex_insn *code = prog_.code.data();
        bool fold = prog_.flags & regex_constants::icase;
        const char *last = last_, *from = p;
        for (;;) {
            const __regex_insn &x = code[pc];
            bool good = true;
            pc++;
            switch (x.op) {
            case __rx_char:
                good = p != last && (fold ? tolower((unsigned char) *p) : (unsigned char) *p) == x.a;
                p += good;
                break;
            case __rx_any:
                good = p != last && *p != '\n' && *p != '\r';
                p += good;
                break;
            case __rx_set:
                good = p != last && prog_.sets[x.a][(unsigned char) *p];
                p += good;
                break;
            case __rx_split:
                back.push_back(__regex_back{x.b, -1, p});
                pc = x.a;
                break;
            case __rx_jump: pc = x.a; break;
            case __rx_save:
                back.push_back(__regex_back{0, x.a, at[x.a]});
                at[x.a] = p;
                break;
            case __rx_begin: good = line_begins(p); break;
            case __rx_end: good = line_ends(p); break;
            case __rx_word: good = word_edge(p); break;
            case __rx_not_word: good = !word_edge(p); break;
            case __rx_again: good = again(x.a, p); break;
            case __rx_ahead: good = run(pc, p, false); pc = x.a; break;
            case __rx_not_ahead: { vector<const char *> kept = at; good = !run(pc, p, false); at = kept; pc = x.a; break; }
            case __rx_mark:
                back.push_back(__regex_back{0, -2 - x.a, marks_[x.a]});
                marks_[x.a] = p;
                break;
            case __rx_moved: pc += marks_[x.a] == p; break; /* an iteration over nothing is the last one */
            default:
                good = !outer || ((!whole_ || p == last) && !(flags_ & regex_constants::match_not_null && p == from));
                if (good) return true;
            }
            while (!good) {
                if (back.empty()) return false;
                __regex_back b = back.back();
                back.pop_back();
                if (b.slot >= 0) at[b.slot] = b.at;
                else if (b.slot < -1) marks_[-2 - b.slot] = b.at;
                else { pc = b.pc; p = b.at; good = true; }
            }
        }
    }
};

template <typename C> class basic_regex {
    string text_;
    shared_ptr<__regex_program> program_;
    int flags_;
    void compile() { program_ = shared_ptr<__regex_program>(new __regex_program(text_.data(), text_.data() + text_.size(), flags_)); }
public:
    typedef C value_type;
    typedef int flag_type;
    static constexpr int icase = regex_constants::icase, nosubs = regex_constants::nosubs, optimize = regex_constants::optimize, collate = regex_constants::collate, ECMAScript = regex_constants::ECMAScript, basic = regex_constants::basic, extended = regex_constants::extended, awk = regex_constants::awk, grep = regex_constants::grep, egrep = regex_constants::egrep, multiline = regex_constants::multiline;
    basic_regex() : flags_(ECMAScript) {}
    explicit basic_regex(const char *p, int f = regex_constants::ECMAScript) : text_(p), flags_(f) { compile(); }
    explicit basic_regex(const string &s, int f = regex_constants::ECMAScript) : text_(s), flags_(f) { compile(); }
    basic_regex(const char *p, size_t n, int f) : text_(p, n), flags_(f) { compile(); }
    basic_regex &operator=(const char *p) { return assign(p); }
    basic_regex &operator=(const string &s) { return assign(s); }
    basic_regex &assign(const string &s, int f = regex_constants::ECMAScript) { text_ = s; flags_ = f; compile(); return *this; }
    unsigned mark_count() const { return program_ ? (unsigned) program_->groups - 1 : 0; }
    int flags() const { return flags_; }
    void swap(basic_regex &o) { basic_regex t = o; o = *this; *this = t; }
    const __regex_program *__program() const { return program_.get(); }
};
typedef basic_regex<char> regex;

template <typename I> class sub_match : public pair<I, I> {
public:
    bool matched;
    typedef I iterator;
    typedef char value_type;
    typedef string string_type;
    sub_match() : pair<I, I>(nullptr, nullptr), matched(false) {}
    sub_match(I a, I b, bool m) : pair<I, I>(a, b), matched(m) {}
    long length() const { return matched ? this->second - this->first : 0; }
    string str() const { return matched ? string(this->first, (size_t) (this->second - this->first)) : string(); }
    operator string() const { return str(); }
    int compare(const sub_match &o) const { return str().compare(o.str()); }
    int compare(const string &o) const { return str().compare(o); }
    int compare(const char *o) const { return str().compare(o); }
};
typedef sub_match<const char *> csub_match;
typedef sub_match<const char *> ssub_match;
inline bool operator==(const csub_match &a, const csub_match &b) { return a.str() == b.str(); }
inline bool operator==(const csub_match &a, const string &b) { return a.str() == b; }
inline bool operator==(const csub_match &a, const char *b) { return a.str() == b; }
inline bool operator==(const string &a, const csub_match &b) { return a == b.str(); }
inline bool operator==(const char *a, const csub_match &b) { return b.str() == a; }
inline bool operator!=(const csub_match &a, const csub_match &b) { return a.str() != b.str(); }
inline bool operator!=(const csub_match &a, const string &b) { return a.str() != b; }
inline bool operator!=(const csub_match &a, const char *b) { return !(a.str() == b); }
inline bool operator<(const csub_match &a, const csub_match &b) { return a.str() < b.str(); }
inline string operator+(const string &a, const csub_match &b) { return a + b.str(); }
inline string operator+(const csub_match &a, const string &b) { return a.str() + b; }
inline string operator+(const char *a, const csub_match &b) { return a + b.str(); }
inline string operator+(const csub_match &a, const char *b) { return a.str() + b; }
inline ostream &operator<<(ostream &out, const csub_match &m) { return out << m.str(); }

template <typename I> class match_results {
    vector<sub_match<I>> list_;
    sub_match<I> none_, prefix_, suffix_;
    I begin_;
    bool ready_;
public:
    typedef sub_match<I> value_type;
    typedef const sub_match<I> &const_reference;
    typedef const sub_match<I> *const_iterator;
    typedef const_iterator iterator;
    typedef size_t size_type;
    typedef long difference_type;
    typedef string string_type;
    match_results() : begin_(nullptr), ready_(false) {}
    bool ready() const { return ready_; }
    bool empty() const { return list_.size() == 0; }
    size_t size() const { return list_.size(); }
    const sub_match<I> &operator[](size_t i) const { return i < list_.size() ? list_[i] : none_; }
    string str(size_t i = 0) const { return (*this)[i].str(); }
    long length(size_t i = 0) const { return (*this)[i].length(); }
    long position(size_t i = 0) const { return (*this)[i].first - begin_; }
    const sub_match<I> &prefix() const { return prefix_; }
    const sub_match<I> &suffix() const { return suffix_; }
    const_iterator begin() const { return list_.data(); }
    const_iterator end() const { return list_.data() + list_.size(); }
    const_iterator cbegin() const { return begin(); }
    const_iterator cend() const { return end(); }
    string format(const string &f, int flags = 0) const {
        string out;
        for (size_t i = 0; i < f.size(); i++) {
            char c = f[i], d = i + 1 < f.size() ? f[i + 1] : '\0';
            if (flags & regex_constants::format_sed) {
                if (c == '&') out += str(); else if (c == '\\' && isdigit((unsigned char) d)) { out += str(d - '0'); i++; } else if (c == '\\' && d) { out += d; i++; } else out += c;
                continue;
            }
            if (c != '$') { out += c; continue; }
            i++;
            if (d == '$') out += '$';
            else if (d == '&') out += str();
            else if (d == '`') out += prefix_.str();
            else if (d == '\'') out += suffix_.str();
            else if (isdigit((unsigned char) d)) {
                size_t n = d - '0';
                if (i + 1 < f.size() && isdigit((unsigned char) f[i + 1])) n = n * 10 + (f[++i] - '0');
                out += str(n);
            } else { out += '$'; i--; }
        }
        return out;
    }
    void swap(match_results &o) { match_results t = o; o = *this; *this = t; }
    void __set(const vector<const char *> &at, I whole, I first, I last) {
        list_.clear();
        for (size_t i = 0; i + 1 < at.size(); i += 2) { bool m = at[i] && at[i + 1]; list_.push_back(sub_match<I>(m ? at[i] : last, m ? at[i + 1] : last, m)); }
        prefix_ = sub_match<I>(first, at[0], first != at[0]);
        suffix_ = sub_match<I>(at[1], last, at[1] != last);
        none_ = sub_match<I>(last, last, false);
        begin_ = whole;
        ready_ = true;
    }
    void __none(I last) { list_.clear(); prefix_ = suffix_ = none_ = sub_match<I>(last, last, false); ready_ = true; }
    void __begins(I whole) { begin_ = whole; }
};
typedef match_results<const char *> cmatch;
typedef match_results<const char *> smatch;

inline bool __regex_find(const char *whole, const char *first, const char *last, cmatch *m, const regex &r, int flags, bool all) {
    const __regex_program *prog = r.__program();
    if (prog) {
        __regex_run run(*prog, first, last, flags, all);
        const __regex_insn &head = prog->code[1];
        bool plain = head.op == __rx_char && !(prog->flags & regex_constants::icase);
        for (const char *p = first; p <= last; p++) {
            if (plain && !all && !(flags & regex_constants::match_continuous)) { /* most texts hold the first character rarely */
                p = (const char *) memchr(p, head.a, (size_t) (last - p));
                if (!p) break;
            }
            if (run.starts_at(p)) { if (m) m->__set(run.at, whole, first, last); return true; }
            if (all || flags & regex_constants::match_continuous) break;
        }
    }
    if (m) m->__none(last);
    return false;
}
inline bool regex_match(const char *first, const char *last, cmatch &m, const regex &r, int flags = 0) { return __regex_find(first, first, last, &m, r, flags, true); }
inline bool regex_match(const char *first, const char *last, const regex &r, int flags = 0) { return __regex_find(first, first, last, nullptr, r, flags, true); }
inline bool regex_match(const string &s, cmatch &m, const regex &r, int flags = 0) { return __regex_find(s.data(), s.data(), s.data() + s.size(), &m, r, flags, true); }
inline bool regex_match(const string &s, const regex &r, int flags = 0) { return __regex_find(s.data(), s.data(), s.data() + s.size(), nullptr, r, flags, true); }
inline bool regex_match(const char *s, cmatch &m, const regex &r, int flags = 0) { return __regex_find(s, s, s + strlen(s), &m, r, flags, true); }
inline bool regex_match(const char *s, const regex &r, int flags = 0) { return __regex_find(s, s, s + strlen(s), nullptr, r, flags, true); }
inline bool regex_search(const char *first, const char *last, cmatch &m, const regex &r, int flags = 0) { return __regex_find(first, first, last, &m, r, flags, false); }
inline bool regex_search(const char *first, const char *last, const regex &r, int flags = 0) { return __regex_find(first, first, last, nullptr, r, flags, false); }
inline bool regex_search(const string &s, cmatch &m, const regex &r, int flags = 0) { return __regex_find(s.data(), s.data(), s.data() + s.size(), &m, r, flags, false); }
inline bool regex_search(const string &s, const regex &r, int flags = 0) { return __regex_find(s.data(), s.data(), s.data() + s.size(), nullptr, r, flags, false); }
inline bool regex_search(const char *s, cmatch &m, const regex &r, int flags = 0) { return __regex_find(s, s, s + strlen(s), &m, r, flags, false); }
inline bool regex_search(const char *s, const regex &r, int flags = 0) { return __regex_find(s, s, s + strlen(s), nullptr, r, flags, false); }

template <typename I> class regex_iterator {
    I first_, last_;
    const regex *r_;
    int flags_;
    match_results<I> m_;
public:
    typedef match_results<I> value_type;
    typedef long difference_type;
    typedef const match_results<I> *pointer;
    typedef const match_results<I> &reference;
    typedef forward_iterator_tag iterator_category;
    regex_iterator() : first_(nullptr), last_(nullptr), r_(nullptr), flags_(0) {}
    regex_iterator(I a, I b, const regex &r, int flags = 0) : first_(a), last_(b), r_(&r), flags_(flags) { if (!__regex_find(a, a, b, &m_, r, flags, false)) r_ = nullptr; }
    const match_results<I> &operator*() const { return m_; }
    const match_results<I> *operator->() const { return &m_; }
    bool operator==(const regex_iterator &o) const { return r_ == o.r_ && (!r_ || (m_[0].first == o.m_[0].first && m_[0].second == o.m_[0].second)); }
    bool operator!=(const regex_iterator &o) const { return !(*this == o); }
    regex_iterator &operator++() {
        I from = m_[0].second;
        if (m_[0].first == from) {
            if (from == last_) { r_ = nullptr; return *this; }
            if (__regex_find(first_, from, last_, &m_, *r_, flags_ | regex_constants::match_not_null | regex_constants::match_continuous, false)) return *this;
            I before = from++;
            if (!__regex_find(first_, from, last_, &m_, *r_, flags_ | regex_constants::match_prev_avail, false)) r_ = nullptr;
            else { vector<const char *> at; for (size_t i = 0; i < m_.size(); i++) { at.push_back(m_[i].matched ? m_[i].first : nullptr); at.push_back(m_[i].matched ? m_[i].second : nullptr); } m_.__set(at, first_, before, last_); }
            return *this;
        }
        if (!__regex_find(first_, from, last_, &m_, *r_, flags_ | regex_constants::match_prev_avail, false)) r_ = nullptr;
        return *this;
    }
    regex_iterator operator++(int) { regex_iterator t = *this; ++*this; return t; }
};
typedef regex_iterator<const char *> cregex_iterator;
typedef regex_iterator<const char *> sregex_iterator;

template <typename I> class regex_token_iterator {
    regex_iterator<I> at_, end_;
    vector<int> which_;
    size_t i_;
    I rest_, last_;
    bool over_;   /* only what follows the last match is left */
    bool ended_, any_ = false;
    sub_match<I> now_;
    void load() {
        if (at_ != end_) { any_ = true; now_ = which_[i_] < 0 ? sub_match<I>(at_->prefix().first, at_->prefix().second, true) : (*at_)[(size_t) which_[i_]]; rest_ = (*at_)[0].second; return; }
        bool rests = false;
        for (size_t i = 0; i < which_.size(); i++) rests |= which_[i] < 0;
        if (over_ || !rests || (any_ && rest_ == last_)) ended_ = true;
        else { over_ = true; now_ = sub_match<I>(rest_, last_, true); }
    }
public:
    typedef sub_match<I> value_type;
    typedef long difference_type;
    typedef const sub_match<I> *pointer;
    typedef const sub_match<I> &reference;
    typedef forward_iterator_tag iterator_category;
    regex_token_iterator() : i_(0), rest_(nullptr), last_(nullptr), over_(true), ended_(true) {}
    regex_token_iterator(I a, I b, const regex &r, int which = 0, int flags = 0) : at_(a, b, r, flags), which_(1, which), i_(0), rest_(a), last_(b), over_(false), ended_(false) { load(); }
    regex_token_iterator(I a, I b, const regex &r, const vector<int> &which, int flags = 0) : at_(a, b, r, flags), which_(which), i_(0), rest_(a), last_(b), over_(false), ended_(false) { load(); }
    regex_token_iterator(I a, I b, const regex &r, initializer_list<int> which, int flags = 0) : at_(a, b, r, flags), which_(which), i_(0), rest_(a), last_(b), over_(false), ended_(false) { load(); }
    template <size_t N> regex_token_iterator(I a, I b, const regex &r, const int (&which)[N], int flags = 0) : at_(a, b, r, flags), which_(which, which + N), i_(0), rest_(a), last_(b), over_(false), ended_(false) { load(); }
    const sub_match<I> &operator*() const { return now_; }
    const sub_match<I> *operator->() const { return &now_; }
    bool operator==(const regex_token_iterator &o) const { return ended_ && o.ended_ ? true : ended_ == o.ended_ && at_ == o.at_ && i_ == o.i_ && over_ == o.over_; }
    bool operator!=(const regex_token_iterator &o) const { return !(*this == o); }
    regex_token_iterator &operator++() {
        if (at_ != end_ && ++i_ == which_.size()) { i_ = 0; ++at_; }
        load();
        return *this;
    }
    regex_token_iterator operator++(int) { regex_token_iterator t = *this; ++*this; return t; }
};
typedef regex_token_iterator<const char *> cregex_token_iterator;
typedef regex_token_iterator<const char *> sregex_token_iterator;

inline string __regex_replaced(const char *first, const char *last, const regex &r, const string &f, int flags) {
    string out;
    const char *rest = first;
    for (cregex_iterator i(first, last, r, flags), end; i != end; ++i) {
        if (!(flags & regex_constants::format_no_copy)) out.append(rest, (size_t) ((*i)[0].first - rest));
        out += i->format(f, flags);
        rest = (*i)[0].second;
        if (flags & regex_constants::format_first_only) break;
    }
    if (!(flags & regex_constants::format_no_copy)) out.append(rest, (size_t) (last - rest));
    return out;
}
inline string regex_replace(const string &s, const regex &r, const string &f, int flags = 0) { return __regex_replaced(s.data(), s.data() + s.size(), r, f, flags); }
inline string regex_replace(const char *s, const regex &r, const string &f, int flags = 0) { return __regex_replaced(s, s + strlen(s), r, f, flags); }
template <typename O> O regex_replace(O out, const char *first, const char *last, const regex &r, const string &f, int flags = 0) {
    string s = __regex_replaced(first, last, r, f, flags);
    for (size_t i = 0; i < s.size(); i++) *out++ = s[i];
    return out;
}
}
