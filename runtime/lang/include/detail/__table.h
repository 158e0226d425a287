// names: table
// SPDX-License-Identifier: Apache-2.0
// Tables of typed columns (docs/tables.md). The objects are the session's (runtime/table); these classes count them. A cell in which the
// first `table` is followed by a name reads this without an #include.
struct __table_operand {
    __table_column *column; int type; long integer; double real; const char *text;
    explicit __table_operand(__table_column *c) : column(c), type(0), integer(0), real(0), text(nullptr) {}
    __table_operand(bool v) : column(nullptr), type(0), integer(v), real(0), text(nullptr) {}
    __table_operand(int v) : column(nullptr), type(1), integer(v), real(0), text(nullptr) {}
    __table_operand(unsigned v) : column(nullptr), type(1), integer(v), real(0), text(nullptr) {}
    __table_operand(long v) : column(nullptr), type(1), integer(v), real(0), text(nullptr) {}
    __table_operand(unsigned long v) : column(nullptr), type(1), integer((long) v), real(0), text(nullptr) {}
    __table_operand(long long v) : column(nullptr), type(1), integer(v), real(0), text(nullptr) {}
    __table_operand(float v) : column(nullptr), type(2), integer(0), real(v), text(nullptr) {}
    __table_operand(double v) : column(nullptr), type(2), integer(0), real(v), text(nullptr) {}
    __table_operand(const char *v) : column(nullptr), type(3), integer(0), real(0), text(v) {}
};
class table {
    __table_object *of_;
public:
    class column {
        __table_column *of_;
    public:
        explicit column(__table_column *c) : of_(c) {}
        column(__array x) : of_(__column_of_array(x)) {}
        column(const column &o) : of_(o.of_) { __column_keep(of_); }
        column(column &&o) : of_(o.of_) { o.of_ = nullptr; }
        ~column() { __column_drop(of_); }
        column &operator=(const column &o) { __table_column *old = of_; __column_keep(o.of_); of_ = o.of_; __column_drop(old); return *this; }
        __table_column *__of() const { return of_; }
        operator __table_operand() const { return __table_operand(of_); }
        operator __array() const { return __column_array(of_); }
        long rows() const { return __column_rows(of_); }
        const char *type() const { return __column_type(of_); }
        column filter(const column &mask) const { return column(__column_filter(of_, mask.of_)); }
        column is_missing() const { return column(__column_function(of_, "is_missing")); }
        column fill(const __table_operand &v) const { return column(__column_fill(of_, &v)); }
        column as(const char *type) const { return column(__column_as(of_, type)); }
        column year() const { return column(__column_function(of_, "year")); }
        column month() const { return column(__column_function(of_, "month")); }
        column day() const { return column(__column_function(of_, "day")); }
        column weekday() const { return column(__column_function(of_, "weekday")); }
        column hour() const { return column(__column_function(of_, "hour")); }
        column minute() const { return column(__column_function(of_, "minute")); }
        column second() const { return column(__column_function(of_, "second")); }
        column date() const { return column(__column_function(of_, "date")); }
        column length() const { return column(__column_function(of_, "length")); }
        column lower() const { return column(__column_function(of_, "lower")); }
        column upper() const { return column(__column_function(of_, "upper")); }
        column strip() const { return column(__column_function(of_, "strip")); }
        column contains(const char *s) const { return column(__column_text_test(of_, "contains", s)); }
        column starts_with(const char *s) const { return column(__column_text_test(of_, "starts_with", s)); }
        column ends_with(const char *s) const { return column(__column_text_test(of_, "ends_with", s)); }
        double sum() const { return __column_aggregate(of_, "sum"); }
        double mean() const { return __column_aggregate(of_, "mean"); }
        double min() const { return __column_aggregate(of_, "min"); }
        double max() const { return __column_aggregate(of_, "max"); }
        double var() const { return __column_aggregate(of_, "var"); }
        double stddev() const { return __column_aggregate(of_, "stddev"); }
        double median() const { return __column_aggregate(of_, "median"); }
        long count() const { return (long) __column_aggregate(of_, "count"); }
        long unique() const { return (long) __column_aggregate(of_, "unique"); }
        double number(long row) const { return __column_number(of_, row); }
        const char *text(long row) const { return __column_text(of_, row); }
        column operator-() const { return column(__column_function(of_, "-")); }
        column operator!() const { return column(__column_function(of_, "!")); }
        column operator~() const { return column(__column_function(of_, "!")); }
        column __with(const char *op, const __table_operand &r) const { __table_operand l(of_); return column(__column_operate(op, &l, &r)); }
        column operator +(const __table_operand &r) const { return __with("+", r); }
        column operator +(const column &r) const { return __with("+", __table_operand(r.of_)); }
        column operator -(const __table_operand &r) const { return __with("-", r); }
        column operator -(const column &r) const { return __with("-", __table_operand(r.of_)); }
        column operator *(const __table_operand &r) const { return __with("*", r); }
        column operator *(const column &r) const { return __with("*", __table_operand(r.of_)); }
        column operator /(const __table_operand &r) const { return __with("/", r); }
        column operator /(const column &r) const { return __with("/", __table_operand(r.of_)); }
        column operator %(const __table_operand &r) const { return __with("%", r); }
        column operator %(const column &r) const { return __with("%", __table_operand(r.of_)); }
        column operator ==(const __table_operand &r) const { return __with("==", r); }
        column operator ==(const column &r) const { return __with("==", __table_operand(r.of_)); }
        column operator !=(const __table_operand &r) const { return __with("!=", r); }
        column operator !=(const column &r) const { return __with("!=", __table_operand(r.of_)); }
        column operator <(const __table_operand &r) const { return __with("<", r); }
        column operator <(const column &r) const { return __with("<", __table_operand(r.of_)); }
        column operator <=(const __table_operand &r) const { return __with("<=", r); }
        column operator <=(const column &r) const { return __with("<=", __table_operand(r.of_)); }
        column operator >(const __table_operand &r) const { return __with(">", r); }
        column operator >(const column &r) const { return __with(">", __table_operand(r.of_)); }
        column operator >=(const __table_operand &r) const { return __with(">=", r); }
        column operator >=(const column &r) const { return __with(">=", __table_operand(r.of_)); }
        column operator &&(const __table_operand &r) const { return __with("&&", r); }
        column operator &&(const column &r) const { return __with("&&", __table_operand(r.of_)); }
        column operator ||(const __table_operand &r) const { return __with("||", r); }
        column operator ||(const column &r) const { return __with("||", __table_operand(r.of_)); }
        column operator &(const __table_operand &r) const { return __with("&&", r); }
        column operator &(const column &r) const { return __with("&&", __table_operand(r.of_)); }
        column operator |(const __table_operand &r) const { return __with("||", r); }
        column operator |(const column &r) const { return __with("||", __table_operand(r.of_)); }
    };
    class groups {
        __table_object *of_;
        const char *keys_[16];
        int count_;
        table one(const char *how, const char *const *names, int n) const { return table(__table_aggregate_each(of_, keys_, count_, how, names, n)); }
    public:
        groups(__table_object *t, const char *const *keys, int n) : of_(t), count_(n) { __table_keep(of_); for (int i = 0; i < n; i++) keys_[i] = keys[i]; }
        groups(const groups &o) : groups(o.of_, o.keys_, o.count_) {}
        ~groups() { __table_drop(of_); }
        groups &operator=(const groups &o) = delete;
        template <typename... T> table aggregate(T... how) const { const char *all[] = {how...}; return table(__table_aggregate(of_, keys_, count_, all, sizeof...(how))); }
        table count() const { const char *all[] = {"count()"}; return table(__table_aggregate(of_, keys_, count_, all, 1)); }
        template <typename... T> table sum(T... names) const { const char *all[] = {names...}; return one("sum", all, sizeof...(names)); }
        template <typename... T> table mean(T... names) const { const char *all[] = {names...}; return one("mean", all, sizeof...(names)); }
        template <typename... T> table min(T... names) const { const char *all[] = {names...}; return one("min", all, sizeof...(names)); }
        template <typename... T> table max(T... names) const { const char *all[] = {names...}; return one("max", all, sizeof...(names)); }
        template <typename... T> table var(T... names) const { const char *all[] = {names...}; return one("var", all, sizeof...(names)); }
        template <typename... T> table stddev(T... names) const { const char *all[] = {names...}; return one("stddev", all, sizeof...(names)); }
        template <typename... T> table median(T... names) const { const char *all[] = {names...}; return one("median", all, sizeof...(names)); }
        template <typename... T> table first(T... names) const { const char *all[] = {names...}; return one("first", all, sizeof...(names)); }
        template <typename... T> table last(T... names) const { const char *all[] = {names...}; return one("last", all, sizeof...(names)); }
        template <typename... T> table unique(T... names) const { const char *all[] = {names...}; return one("unique", all, sizeof...(names)); }
    };
    table() : of_(__table_new()) {}
    table(__table_object *t) : of_(t) {}
    table(__array x) : of_(__table_of_array(x)) {}
    table(const table &o) : of_(o.of_) { __table_keep(of_); }
    table(table &&o) : of_(o.of_) { o.of_ = nullptr; }
    ~table() { __table_drop(of_); }
    table &operator=(const table &o) { __table_object *old = of_; __table_keep(o.of_); of_ = o.of_; __table_drop(old); return *this; }
    long rows() const { return __table_rows(of_); }
    long columns() const { return __table_columns(of_); }
    const char *name(long column) const { return __table_name(of_, column); }
    column operator[](const char *name) const { return column(__table_column_named(of_, name)); }
    table operator[](const column &mask) const { return filter(mask); }
    table filter(const column &mask) const { return table(__table_filter(of_, mask.__of())); }
    template <typename... T> table select(T... names) const { const char *all[] = {names...}; return table(__table_select(of_, all, sizeof...(names))); }
    template <typename... T> table drop(T... names) const { const char *all[] = {names...}; return table(__table_drop_columns(of_, all, sizeof...(names))); }
    template <typename... T> table sort(T... names) const { const char *all[] = {names...}; return table(__table_sort(of_, all, sizeof...(names))); }
    table unique() const { return table(__table_unique(of_, nullptr, 0)); }
    template <typename... T> table unique(const char *name, T... names) const { const char *all[] = {name, names...}; return table(__table_unique(of_, all, sizeof...(names) + 1)); }
    table drop_missing() const { return table(__table_drop_missing(of_, nullptr, 0)); }
    template <typename... T> table drop_missing(const char *name, T... names) const { const char *all[] = {name, names...}; return table(__table_drop_missing(of_, all, sizeof...(names) + 1)); }
    table rename(const char *from, const char *to) const { return table(__table_rename(of_, from, to)); }
    table with(const char *name, const column &c) const { return table(__table_with(of_, name, c.__of())); }
    table with(const char *name, const __table_operand &v) const { return table(__table_with_value(of_, name, &v)); }
    table fill(const char *name, const __table_operand &v) const { return with(name, (*this)[name].fill(v)); }
    table head(long n = 5) const { return table(__table_slice(of_, 0, n)); }
    table tail(long n = 5) const { return table(__table_slice(of_, rows() - n, rows())); }
    table slice(long first, long last) const { return table(__table_slice(of_, first, last)); }
    table describe() const { return table(__table_describe(of_)); }
    table append(const table &below) const { return table(__table_append(of_, below.of_)); }
    template <typename... T> groups group(const char *key, T... keys) const {
        static_assert(sizeof...(keys) < 16, "at most 16 keys"); const char *all[] = {key, keys...}; return groups(of_, all, sizeof...(keys) + 1);
    }
    template <typename... T> table join(const table &right, const char *key, T... keys) const { const char *all[] = {key, keys...}; return table(__table_join(of_, right.of_, all, sizeof...(keys) + 1, 0)); }
    template <typename... T> table left_join(const table &right, const char *key, T... keys) const { const char *all[] = {key, keys...}; return table(__table_join(of_, right.of_, all, sizeof...(keys) + 1, 1)); }
    template <typename... T> table right_join(const table &right, const char *key, T... keys) const { const char *all[] = {key, keys...}; return table(__table_join(of_, right.of_, all, sizeof...(keys) + 1, 2)); }
    template <typename... T> table outer_join(const table &right, const char *key, T... keys) const { const char *all[] = {key, keys...}; return table(__table_join(of_, right.of_, all, sizeof...(keys) + 1, 3)); }
    template <typename... T> table semi_join(const table &right, const char *key, T... keys) const { const char *all[] = {key, keys...}; return table(__table_join(of_, right.of_, all, sizeof...(keys) + 1, 4)); }
    template <typename... T> table anti_join(const table &right, const char *key, T... keys) const { const char *all[] = {key, keys...}; return table(__table_join(of_, right.of_, all, sizeof...(keys) + 1, 5)); }
    void save(const char *path) const { __table_save(of_, path); }
    void show() const { __table_show(of_); }
};
inline table::column operator +(const __table_operand &l, const table::column &r) { __table_operand right(r.__of()); return table::column(__column_operate("+", &l, &right)); }
inline table::column operator -(const __table_operand &l, const table::column &r) { __table_operand right(r.__of()); return table::column(__column_operate("-", &l, &right)); }
inline table::column operator *(const __table_operand &l, const table::column &r) { __table_operand right(r.__of()); return table::column(__column_operate("*", &l, &right)); }
inline table::column operator /(const __table_operand &l, const table::column &r) { __table_operand right(r.__of()); return table::column(__column_operate("/", &l, &right)); }
inline table::column operator %(const __table_operand &l, const table::column &r) { __table_operand right(r.__of()); return table::column(__column_operate("%", &l, &right)); }
inline table::column operator ==(const __table_operand &l, const table::column &r) { __table_operand right(r.__of()); return table::column(__column_operate("==", &l, &right)); }
inline table::column operator !=(const __table_operand &l, const table::column &r) { __table_operand right(r.__of()); return table::column(__column_operate("!=", &l, &right)); }
inline table::column operator <(const __table_operand &l, const table::column &r) { __table_operand right(r.__of()); return table::column(__column_operate("<", &l, &right)); }
inline table::column operator <=(const __table_operand &l, const table::column &r) { __table_operand right(r.__of()); return table::column(__column_operate("<=", &l, &right)); }
inline table::column operator >(const __table_operand &l, const table::column &r) { __table_operand right(r.__of()); return table::column(__column_operate(">", &l, &right)); }
inline table::column operator >=(const __table_operand &l, const table::column &r) { __table_operand right(r.__of()); return table::column(__column_operate(">=", &l, &right)); }
inline table::column operator &&(const __table_operand &l, const table::column &r) { __table_operand right(r.__of()); return table::column(__column_operate("&&", &l, &right)); }
inline table::column operator ||(const __table_operand &l, const table::column &r) { __table_operand right(r.__of()); return table::column(__column_operate("||", &l, &right)); }
inline table::column sqrt(const table::column &c) { return table::column(__column_function(c.__of(), "sqrt")); }
inline table::column exp(const table::column &c) { return table::column(__column_function(c.__of(), "exp")); }
inline table::column log(const table::column &c) { return table::column(__column_function(c.__of(), "log")); }
inline table::column log2(const table::column &c) { return table::column(__column_function(c.__of(), "log2")); }
inline table::column log10(const table::column &c) { return table::column(__column_function(c.__of(), "log10")); }
inline table::column sin(const table::column &c) { return table::column(__column_function(c.__of(), "sin")); }
inline table::column cos(const table::column &c) { return table::column(__column_function(c.__of(), "cos")); }
inline table::column tan(const table::column &c) { return table::column(__column_function(c.__of(), "tan")); }
inline table::column floor(const table::column &c) { return table::column(__column_function(c.__of(), "floor")); }
inline table::column ceil(const table::column &c) { return table::column(__column_function(c.__of(), "ceil")); }
inline table::column round(const table::column &c) { return table::column(__column_function(c.__of(), "round")); }
inline table::column fabs(const table::column &c) { return table::column(__column_function(c.__of(), "fabs")); }
inline table::column abs(const table::column &c) { return table::column(__column_function(c.__of(), "abs")); }
inline table::column where(const table::column &mask, const __table_operand &a, const __table_operand &b) { return table::column(__column_choose(mask.__of(), &a, &b)); }
inline table::column where(const table::column &mask, const table::column &a, const table::column &b) { return where(mask, __table_operand(a.__of()), __table_operand(b.__of())); }
inline table::column where(const table::column &mask, const table::column &a, const __table_operand &b) { return where(mask, __table_operand(a.__of()), b); }
inline table::column where(const table::column &mask, const __table_operand &a, const table::column &b) { return where(mask, a, __table_operand(b.__of())); }
