# SPDX-License-Identifier: Apache-2.0
"""Operations on random tables beside the same in Python: a missing value is None here. Tables of some rows and of more than one part of the
parallel work."""
import csv
import datetime
import math
import random
import statistics
import subprocess

import pytest

CITIES = ["Oslo", "Bergen", "Tromsø, N", 'a "b"', "two\nlines", "", "NA", "Ås"]
NAMES = ["city", "n", "price", "day", "ok"]
WORDS = {"NA", "N/A", "n/a", "NaN", "nan", "null", "NULL", "None", "-"}


def make(rows, seed):
    r = random.Random(seed)
    maybe = lambda value: None if r.random() < 0.1 else value
    day = lambda: datetime.date(2024, 1, 1) + datetime.timedelta(r.randrange(60))
    return [(maybe(r.choice(CITIES)), maybe(r.randrange(-5, 20)), maybe(r.randrange(-400, 400) / 8), maybe(day()), maybe(r.random() < 0.5))
            for _ in range(rows)]


def text(value):
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return '"%s"' % value.replace('"', '""')
    return str(value)


def write(path, table, names=NAMES):
    path.write_text("\n".join([",".join(names)] + [",".join(map(text, row)) for row in table]) + "\n")


def number(value):
    for kind in (int, float):
        try:
            return kind(value)
        except ValueError:
            pass
    return {"true": True, "false": False}.get(value, value)


def read(path):
    """Rows of a file that warpcell has written: quoted fields are strings, empty ones are missing."""
    rows, fields, field, quoted, inside = [], [], "", False, False
    data = path.read_text()
    i = 0
    while i < len(data):
        c = data[i]
        if inside and c == '"' and data[i + 1:i + 2] == '"':
            field += '"'
            i += 1
        elif c == '"':
            inside = not inside
            quoted = True
        elif not inside and c in ",\n":
            fields.append(field if quoted else None if field == "" else number(field))
            field, quoted = "", False
            if c == "\n":
                rows.append(tuple(fields))
                fields = []
        else:
            field += c
        i += 1
    return rows[0], rows[1:]


def plain(value):
    return value.isoformat() if isinstance(value, datetime.date) else value


def same(found, expected):
    assert len(found) == len(expected)
    for one, other in zip(found, expected):
        for x, y in zip(one, map(plain, other), strict=True):
            if isinstance(y, float) and isinstance(x, (int, float)):
                assert math.isclose(x, y, rel_tol=1e-12, abs_tol=1e-12), (one, other)
            else:
                assert x == y, (one, other)


def run(program, folder, code):
    done = subprocess.run([program, "-q", "-e", code], cwd=folder, capture_output=True, text=True, timeout=120)
    assert done.stderr == ""
    return done.stdout


@pytest.fixture(params=[0, 40, 70_000], scope="module")
def case(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp("tables")
    table = make(request.param, request.param)
    head = [("Oslo", 1, 0.5, datetime.date(2024, 1, 1), True)]  # so that every column has its type in short tables
    table = head + table
    write(folder / "t.csv", table)
    return folder, table


def check(program, case, expression, expected):
    folder, _ = case
    run(program, folder, f'table t = load("t.csv"); table r = {expression}; r.save("r.csv");')
    same(read(folder / "r.csv")[1], expected)


def key(value, descends=False):
    """Missing values come last, either way."""
    if value is None:
        return (1, 0)
    if isinstance(value, str):
        return (0, Reversed(value.encode()) if descends else value.encode())
    number = value.toordinal() if isinstance(value, datetime.date) else value
    return (0, -number if descends else number)


class Reversed:
    def __init__(self, value):
        self.value = value

    def __lt__(self, other):
        return other.value < self.value

    def __eq__(self, other):
        return other.value == self.value


def test_the_file_itself(program, case):
    check(program, case, "t", case[1])


@pytest.mark.parametrize("expression, keep", [
    ('t["price"] > 4', lambda c, n, p, d, o: p is not None and p > 4),
    ('t["price"] > t["n"]', lambda c, n, p, d, o: None not in (n, p) and p > n),
    ('3 <= t["n"]', lambda c, n, p, d, o: n is not None and n >= 3),
    ('t["city"] == "Oslo"', lambda c, n, p, d, o: c == "Oslo"),
    ('t["city"] != "Oslo"', lambda c, n, p, d, o: c is not None and c != "Oslo"),
    ('t["city"] < "O"', lambda c, n, p, d, o: c is not None and c < "O"),
    ('"O" < t["city"]', lambda c, n, p, d, o: c is not None and c > "O"),
    ('t["day"] >= "2024-01-20"', lambda c, n, p, d, o: d is not None and d >= datetime.date(2024, 1, 20)),
    ('t["day"].weekday() == 1', lambda c, n, p, d, o: d is not None and d.isoweekday() == 1),
    ('t["day"].month() == 2 && t["day"].day() < 9', lambda c, n, p, d, o: d is not None and d.month == 2 and d.day < 9),
    ('t["ok"]', lambda c, n, p, d, o: o is True),
    ('!t["ok"]', lambda c, n, p, d, o: o is False),
    ('t["ok"] || t["n"] > 3', lambda c, n, p, d, o: o is True or (n is not None and n > 3)),
    ('t["ok"] && t["n"] > 3', lambda c, n, p, d, o: o is True and n is not None and n > 3),
    ('!(t["ok"] && t["n"] > 3)', lambda c, n, p, d, o: o is False or (n is not None and n <= 3)),
    ('(t["ok"] == true) & ~t["n"].is_missing()', lambda c, n, p, d, o: o is True and n is not None),
    ('t["city"].is_missing()', lambda c, n, p, d, o: c is None),
    ('t["city"].contains("o")', lambda c, n, p, d, o: c is not None and "o" in c),
    ('t["city"].starts_with("B") || t["city"].ends_with("N")', lambda c, n, p, d, o: c is not None and (c[:1] == "B" or c[-1:] == "N")),
    ('t["city"].length() == 9', lambda c, n, p, d, o: c is not None and len(c) == 9),
    ('t["n"] % 3 == -1', lambda c, n, p, d, o: n is not None and math.fmod(n, 3) == -1),
])
def test_filter(program, case, expression, keep):
    check(program, case, f"t.filter({expression})", [row for row in case[1] if keep(*row)])


def test_filter_parts(program):
    """Parts of which no row, some rows or all rows stay: their ends are at multiples of 8,192."""
    code = ['table t; t = t.with("x", iota(40001)); t = t.with("y", t["x"] * 0.5).with("even", t["x"] % 2 == 0);']
    wanted = []
    for limit in (-1, 8191, 8192, 16383, 20000, 39999):
        for mask, keep in ((f't["x"] > {limit}', lambda x: x > limit),
                           (f't["x"] > {limit} && t["x"] % 3 == 0 || t["x"] == 5', lambda x: x > limit and x % 3 == 0 or x == 5)):
            kept = [x for x in range(40001) if keep(x)]
            code.append(f'{{ table r = t.filter({mask}); printf("%ld %.0f %.1f %.0f\\n", r.rows(), r["x"].sum(), r["y"].sum(), r["even"].sum()); }}')
            wanted.append(f"{len(kept)} {sum(kept)} {sum(kept) / 2:.1f} {sum(x % 2 == 0 for x in kept)}")
    out = subprocess.run([program, "-q", "-e", "\n".join(code)], capture_output=True, text=True, check=True)
    assert out.stdout.splitlines() == wanted



def divided(a, b):
    return None if None in (a, b) or b == 0 else int(a / b)


@pytest.mark.parametrize("expression, value", [
    ('t["n"] + t["price"]', lambda c, n, p, d, o: None if None in (n, p) else n + p),
    ('2 * t["price"] - 1', lambda c, n, p, d, o: None if p is None else 2 * p - 1),
    ('-t["n"] * t["n"]', lambda c, n, p, d, o: None if n is None else -n * n),
    ('t["n"] / 3', lambda c, n, p, d, o: divided(n, 3)),
    ('7 / t["n"]', lambda c, n, p, d, o: divided(7, n)),
    ('abs(t["price"])', lambda c, n, p, d, o: None if p is None else abs(p)),
    ('sqrt(t["n"] * t["n"])', lambda c, n, p, d, o: None if n is None else float(abs(n))),
    ('floor(t["price"])', lambda c, n, p, d, o: None if p is None else float(math.floor(p))),
    ('t["n"].fill(100)', lambda c, n, p, d, o: 100 if n is None else n),
    ('t["n"].fill(0.5)', lambda c, n, p, d, o: 0.5 if n is None else float(n)),
    ('t["n"].fill(t["price"])', lambda c, n, p, d, o: p if n is None else float(n)),
    ('t["city"].fill("?")', lambda c, n, p, d, o: "?" if c is None else c),
    ('t["day"].fill("2020-02-29")', lambda c, n, p, d, o: datetime.date(2020, 2, 29) if d is None else d),
    ('where(t["ok"], t["n"], 0)', lambda c, n, p, d, o: None if o is None else n if o else 0),
    ('where(t["n"] > 3, "many", t["city"])', lambda c, n, p, d, o: None if n is None else "many" if n > 3 else c),
    ('t["day"] + 31', lambda c, n, p, d, o: d and d + datetime.timedelta(31)),
    ('t["day"] - "2024-01-01"', lambda c, n, p, d, o: d and (d - datetime.date(2024, 1, 1)).days),
    ('t["city"] + "/" + t["city"].upper()', lambda c, n, p, d, o: None if c is None else c + "/" + c.upper()),
    ('t["ok"] + t["n"]', lambda c, n, p, d, o: None if None in (o, n) else o + n),
    ('t["n"].as("string")', lambda c, n, p, d, o: n),
])
def test_column(program, case, expression, value):
    check(program, case, f't.with("x", {expression}).select("n", "x")', [(row[1], value(*row)) for row in case[1]])


@pytest.mark.parametrize("names", ["n", "-n", "price", "-price", "city", "-city", "ok -day", "city -n price"])
def test_sort(program, case, names):
    keys = [(NAMES.index(name.lstrip("-")), name[0] == "-") for name in names.split()]
    quoted = ", ".join(f'"{name}"' for name in names.split())
    check(program, case, f"t.sort({quoted})", sorted(case[1], key=lambda row: [key(row[i], down) for i, down in keys]))


def groups(table, columns):
    found = {}
    for row in table:
        found.setdefault(tuple(row[i] for i in columns), []).append(row)
    return sorted(found.items(), key=lambda item: [key(value) for value in item[0]])


def aggregates(values):
    present = [value for value in values if value is not None]
    return (sum(present), statistics.fmean(present) if present else None, min(present, default=None), max(present, default=None),
            statistics.stdev(present) if len(present) > 1 else None, statistics.variance(present) if len(present) > 1 else None,
            statistics.median(present) if present else None, present[0] if present else None, present[-1] if present else None,
            len(set(present)), len(present))


HOW = ["sum", "mean", "min", "max", "stddev", "var", "median", "first", "last", "unique", "count"]


@pytest.mark.parametrize("keys", [["city"], ["n"], ["day", "ok"], ["city", "n", "ok"], ["price"]])
@pytest.mark.parametrize("column", ["n", "price"])
def test_group(program, case, keys, column):
    if column in keys:
        pytest.skip("a key is not aggregated")
    at, places = NAMES.index(column), [NAMES.index(name) for name in keys]
    quoted = ", ".join(f'"{name}"' for name in keys)
    hows = ", ".join(f'"{how} = {how}({column})"' for how in HOW)
    expected = [group + (len(rows),) + aggregates([row[at] for row in rows]) for group, rows in groups(case[1], places)]
    check(program, case, f"t.group({quoted}).aggregate(count(), {hows.replace('count = ', 'present = ')})", expected)


def test_aggregates_of_other_types(program, case):
    expected = [(group[0], min((row[3] for row in rows if row[3]), default=None), max((row[0] for row in rows if row[0] is not None), key=key, default=None),
                 sum(row[4] for row in rows if row[4] is not None), len({row[0] for row in rows if row[0] is not None}))
                for group, rows in groups(case[1], [1])]
    check(program, case, 't.group("n").aggregate(min("day"), max("city"), sum("ok"), unique("city"))', expected)


def test_means_of_large_integers(program, tmp_path):
    """Their sum has more than 64 bits."""
    (tmp_path / "t.csv").write_text("k,v\n" + "".join(f"{i % 2},{4 * 10**18 + i}\n" for i in range(20_000)))
    out = run(program, tmp_path, 'table t = load("t.csv"); printf("%.14g %.14g\\n", t["v"].mean(), t.group("k").mean("v")["v"].number(1));')
    assert out.split() == ["4e+18", "4e+18"]


def test_one_aggregate_keeps_the_names(program, case):
    run(program, case[0], 'table t = load("t.csv"); t.group("city").mean("n", "price").save("r.csv");')
    assert read(case[0] / "r.csv")[0] == ("city", "n", "price")


@pytest.mark.parametrize("keys", [["city"], ["n"], ["n", "ok"]])
@pytest.mark.parametrize("kind", ["join", "left_join", "right_join", "outer_join", "semi_join", "anti_join"])
def test_join(program, case, keys, kind):
    folder, table = case
    right = make(60, 99)
    write(folder / "u.csv", right)
    places = [NAMES.index(name) for name in keys]
    others = [i for i in range(len(NAMES)) if i not in places]
    def keyed(rows):
        found = {}
        for row in rows:
            found.setdefault(tuple(row[i] for i in places), []).append(row)
        return lambda row: found.get(tuple(row[i] for i in places), [])

    ours, theirs, expected = keyed(table), keyed(right), []

    def alone(other):
        return tuple(other[i] if i in places else None for i in range(len(NAMES)))

    if kind == "right_join":
        for other in right:
            expected += [row + tuple(other[i] for i in others) for row in ours(other) or [alone(other)]]
    for row in table if kind != "right_join" else ():
        met = theirs(row)
        if kind in ("semi_join", "anti_join"):
            expected += [row] if bool(met) == (kind == "semi_join") else []
            continue
        expected += [row + tuple(other[i] for i in others) for other in met]
        if not met and kind in ("left_join", "outer_join"):
            expected.append(row + (None,) * len(others))
    if kind == "outer_join":
        expected += [alone(other) + tuple(other[i] for i in others) for other in right if not ours(other)]
    if len(expected) > 200_000:
        expected = expected[:200_000]
    quoted = ", ".join(f'"{name}"' for name in keys)
    run(program, folder, f'table t = load("t.csv"), u = load("u.csv"); t.{kind}(u, {quoted}).head(200000).save("r.csv");')
    names, rows = read(folder / "r.csv")
    assert names == (*NAMES, *(NAMES[i] + "_right" for i in others if kind not in ("semi_join", "anti_join")))
    same(rows, expected)


def test_unique_and_missing(program, case):
    seen, first = set(), []
    for row in case[1]:
        if (row[0], row[4]) not in seen:
            seen.add((row[0], row[4]))
            first.append(row)
    check(program, case, 't.unique("city", "ok")', first)
    check(program, case, "t.drop_missing()", [row for row in case[1] if None not in row])
    check(program, case, 't.drop_missing("n", "day")', [row for row in case[1] if row[1] is not None and row[3] is not None])


def test_slices_and_names(program, case):
    table = case[1]
    check(program, case, "t.head(3)", table[:3])
    check(program, case, "t.tail(2)", table[-2:])
    check(program, case, "t.slice(1, 30).append(t.head(1))", table[1:30] + table[:1])
    check(program, case, 't.drop("ok", "n").rename("day", "when").select("when", "city")', [(row[3], row[0]) for row in table])


def test_numbers_of_a_column(program, case):
    present = [row[2] for row in case[1] if row[2] is not None]
    out = run(program, case[0], 'table t = load("t.csv"); auto p = t["price"]; printf("%.17g %.17g %.17g %.17g %.17g %ld %ld %s", p.sum(), '
              'p.mean(), p.min(), p.max(), p.median(), p.count(), p.unique(), p.type());').split()
    assert [float(x) for x in out[:5]] == pytest.approx([sum(present), statistics.fmean(present), min(present), max(present),
                                                         statistics.median(present)])
    assert out[5:] == [str(len(present)), str(len(set(present))), "float"]


def test_arrays(program, tmp_path):
    (tmp_path / "t.csv").write_text("a,b,c\n1,0.5,x\n2,,y\n3,2.5,x\n")
    out = run(program, tmp_path, """
table t = load("t.csv");
device float b[] = t["b"];
device int a[] = t["a"], codes[] = t["c"];
a = t["a"] * 10;
t = t.with("d", a + 1).with("e", b > 1.0f).with("f", codes);
t.show();
float h[3]; h = b; printf("%g %g %g\\n", h[0], h[1], h[2]);
t["d"].sum() + sum(a)
""")
    assert out == """\
3 rows × 6 columns
     a      b  c         d  e        f
   int  float  string  int  bool   int
0    1    0.5  x        11  false    0
1    2      -  y        21  false    1
2    3    2.5  x        31  true     0
0.5 nan 2.5
123
"""
