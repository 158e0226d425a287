# SPDX-License-Identifier: Apache-2.0
"""Text in rows as tables: what a column is, quotes, line ends, what is missing; and the texts of all mistakes."""
import math
import random
import subprocess

import pytest


def execute(program, folder, code):
    return subprocess.run([program, "-q", "-e", code], cwd=folder, capture_output=True, text=True, timeout=120)


def shown(program, folder, text, name="x.csv", expression="t"):
    (folder / name).write_bytes(text.encode())
    done = execute(program, folder, f'table t = load("{name}"); {expression}')
    assert done.stderr == ""
    return done.stdout


@pytest.mark.parametrize("column, kind, values", [
    ("1\n-2\n+3", "int", "1\n-2\n3"),
    ("1\n2.5", "float", "1.0\n2.5"),
    ("1\nNA\n3", "int", "1\nNA\n3"),
    ("9223372036854775807\n-9223372036854775807", "int", "9223372036854775807\n-9223372036854775807"),
    ("1\n9223372036854775808", "float", "1.0\n9.223372036854776e+18"),
    ("0.1\n1e300\n-inf", "float", "0.1\n1e+300\n-inf"),
    ("-0", "float", "-0.0"),
    ("true\nFalse\nTRUE", "bool", "true\nfalse\ntrue"),
    ("true\n1", "string", "true\n1"),
    ("2024-02-29\n1969-12-31", "date", "2024-02-29\n1969-12-31"),
    ("2024-02-30", "string", "2024-02-30"),
    ("2024-02-29\n2024-02-29T10:30", "time", "2024-02-29T00:00:00\n2024-02-29T10:30:00"),
    ("2024-02-29 10:30:05.25\n1969-12-31T23:59:59Z", "time", "2024-02-29T10:30:05.25\n1969-12-31T23:59:59"),
    ("2024-02-29T10:30:05+02:00", "time", "2024-02-29T08:30:05"),
    ("2024-02-29\n5", "string", "2024-02-29\n5"),
    ("NA\nnull\nN/A\nNaN", "float", "NA\nNA\nNA\nNA"),
    ('"NA"\nNA\n""', "string", '"NA"\nNA\n""'),
    ('"1"\n"2"', "int", "1\n2"),
    ("1\nx", "string", "1\nx"),
    ('"a ""b"""\n" c "', "string", '"a ""b"""\n" c "'),
    ("  a  \n b", "string", "a\nb"),
])
def test_types(program, tmp_path, column, kind, values):
    out = shown(program, tmp_path, "name\n" + column + "\n", expression='t.save("y.csv"); printf("%s", t["name"].type());')
    assert out == kind
    assert (tmp_path / "y.csv").read_text() == "name\n" + values + "\n"


@pytest.mark.parametrize("late, kind", [("1.5", "float"), ("x", "string"), ("NA", "int"), ("true", "string"), ('"7"', "int")])
def test_a_type_that_a_late_row_decides(program, tmp_path, late, kind):
    rows = 600_000
    for at in (1, 399_999, rows - 1):
        (tmp_path / "x.csv").write_text("a,b\n" + "".join(f"{late if i == at else i},{i}\n" for i in range(rows)))
        done = execute(program, tmp_path, f'table t = load("x.csv"); printf("%s %s %ld %ld %s", t["a"].type(), t["b"].type(), t.rows(), '
                                          f't["a"].count(), t["a"].text({rows - 2}));')
        missing = late == "NA"
        assert done.stdout == f"{kind} int {rows} {rows - missing} {rows - 2}{'.0' if kind == 'float' else ''}"


def test_line_ends_quotes_and_separators(program, tmp_path):
    expected = """\
t: 2 rows × 2 columns
   a             b
   string      int
0  x\\ny; "z",    1
1  p             2
"""
    for text in ('a,b\n"x\ny; ""z"",",1\np,2\n', 'a,b\r\n"x\ny; ""z"",",1\r\np,2', 'a;b\n"x\ny; ""z"",";1\n\n\np;2\n\n', '\ufeffa\tb\n"x\ny; ""z"","\t1\np\t2\n'):
        assert shown(program, tmp_path, text) == expected


def test_names(program, tmp_path):
    assert shown(program, tmp_path, 'a,a,"b ""c""",,a\n1,2,3,4,5\n').splitlines()[1].split() == ["a", "a_2", "b", '"c"', "column_3", "a_3"]
    assert shown(program, tmp_path, "1,2\n3,4\n").splitlines()[:2] == ["t: 2 rows × 2 columns", "   column_0  column_1"]


def test_a_file_without_rows(program, tmp_path):
    assert shown(program, tmp_path, "a,b\n") == "t: 0 rows × 2 columns\n       a      b\n   float  float\n"


@pytest.mark.parametrize("text, code, message", [
    ("a,b\n1,2\n3\n", "t", "row 3 of 'x.csv' does not have 2 fields like the first row"),
    ("a,b\n1,2\n3,4,5\n", "t", "row 3 of 'x.csv' does not have 2 fields like the first row"),
    ('a,b\n1,2\n3,"4\n5,6\n', "t", "the quote in row 3, column 2 of 'x.csv' has no end"),
    ("", "t", "'x.csv' is empty"),
    ("a\n1\n", 't["b"]', "the table has no column 'b'"),
    ("a\n1\n", 't.select("a", "a")', "column 'a' is selected twice"),
    ("a,b\n1,2\n", 't.rename("a", "b")', "the table already has a column 'b'"),
    ("a,b\n1,x\n", 't["a"] + t["b"]', "'+' does not go with int and string"),
    ("a,b\n1,x\n", 't["a"] == "x"', "int and string cannot be compared"),
    ("a,b\n1,x\n", 't["a"] && t["b"] == "x"', "'&&' takes bool columns, not int"),
    ("a,b\n1,x\n", 't.filter(t["b"])', "filter() takes a bool column, not one of type string"),
    ("a\n1\n", 't["a"] + t.append(t)["a"]', "a column of 1 rows and one of 2 rows do not go together"),
    ("a\n1\n", 't.with("b", t.append(t)["a"])', "a column of 2 rows does not fit a table of 1"),
    ("a\nx\n", 't["a"].mean()', "mean() takes a column of numbers, not one of type string"),
    ("a\nx\n", 'sqrt(t["a"])', "'sqrt' does not take a column of type string"),
    ("a\n1\n", 't["a"].year()', "'year' does not take a column of type int"),
    ("a\n1\n", 't.group("a").aggregate("mode(a)")', "'mode(a)' is not an aggregate"),
    ("a\n1\n", 't.group("a").aggregate(mean("b"))', "the table has no column 'b'"),
    ("a,b\n1,x\n", 't.group("a").mean("b")', "mean() takes a column of numbers, not one of type string"),
    ("a,b\n1,x\n", 't.join(t.rename("b", "c").rename("a", "b"), "b")', "column 'b' is of type string in one table and int in the other"),
    ("a,b\n1,x\n", 't.append(t.select("a"))', "a table of 1 columns cannot be appended to one of 2"),
    ("a\n2024-01-01\n", 't["a"] < "Monday"', '"Monday" is not a date or a time'),
    ("a\n1\n", 't["a"].number(1)', "row 1 of a column of 1 rows"),
    ("a\nx\n", 't["a"].number(0)', "a column of strings has no numbers"),
    ("a\n1\n", 't.name(3)', "column 3 of a table of 1 columns"),
    ("a\n1\n", 't["a"].as("double")', "there is no column type 'double'"),
    ("a\n1\n", 't.save("x.doc")', "'x.doc' is not the name of a file of a table"),
    ("a\n1\n", 't.save("nowhere/x.csv")', "'nowhere/x.csv' cannot be written: No such file or directory"),
    ("a\n1\n", 'table u = load("none.csv");', "'none.csv' cannot be read: No such file or directory"),
    ("a\n1\n", 'device float x[2][2]; t.with("b", x)', "a column is made of an array of numbers of rank 1, not 2"),
])
def test_mistakes(program, tmp_path, text, code, message):
    (tmp_path / "x.csv").write_text(text)
    done = execute(program, tmp_path, f'table t = load("x.csv"); {code}')
    assert done.returncode == 1
    first, place = done.stderr.splitlines()[:2]
    assert first.split(": ", 1)[1] == message
    assert place.strip().startswith("--> -e:1:")


def test_files_at_random(program, tmp_path):
    """Fields of all kinds come back from a file that was written from what was read."""
    r = random.Random(5)
    pieces = ['"', '""', ",", "\n", "\r\n", "1", "-", ".", "e", "NA", "true", "2024-01-01", "T10:00", " ", "x", "é", ";", "\t", "0", "\0"]
    for n in range(30):
        text = "".join(r.choice(pieces) for _ in range(r.randrange(400)))
        (tmp_path / "x.csv").write_bytes(("a,b\n" + text).encode())
        done = execute(program, tmp_path, 'table t = load("x.csv"); t.save("y.csv"); table u = load("y.csv"); u.save("z.csv");')
        assert done.returncode in (0, 1)
        if done.returncode == 0:
            assert (tmp_path / "y.csv").read_bytes() == (tmp_path / "z.csv").read_bytes()
        else:
            assert done.stderr.startswith("error: ") and "\n --> -e:1:" in done.stderr


def test_the_display(program, tmp_path):
    (tmp_path / "x.csv").write_text("i,half,city,when\n" + "".join(f"{i},{'' if i == 1 else i / 2},{'ABC'[i % 3]},2024-01-{i % 28 + 1:02}\n" for i in range(12_345)))
    done = execute(program, tmp_path, 'table flights = load("x.csv"); flights')
    assert done.stdout == """\
flights: 12,345 rows × 4 columns
           i    half  city    when
         int   float  string  date
    0      0     0.0  A       2024-01-01
    1      1       -  B       2024-01-02
    2      2     1.0  C       2024-01-03
    3      3     1.5  A       2024-01-04
    4      4     2.0  B       2024-01-05
           ⋮       ⋮  ⋮       ⋮
12340  12340  6170.0  B       2024-01-21
12341  12341  6170.5  C       2024-01-22
12342  12342  6171.0  A       2024-01-23
12343  12343  6171.5  B       2024-01-24
12344  12344  6172.0  C       2024-01-25
"""


def test_names_of_programs_are_theirs(program, tmp_path):
    """A variable, a struct or a parameter called table or column has nothing to do with it."""
    for code in ('int table[3] = {1, 2, 3}; int column = 2; printf("%d", table[column]);',
                 'struct table { int rows; }; table t = {3}; printf("%d", t.rows);',
                 'typedef int table; table t = 3; printf("%d", t);',
                 '#include <vector>\nusing namespace std; int f(const vector<int> &table) { return table[0]; } printf("%d", f({3}));',
                 'table t; int count = 3; printf("%d", count);',
                 '#include <algorithm>\nusing namespace std; int x[] = {3, 1, 3}; printf("%d", (int) count(x, x + 3, 3) + 1);'):
        done = execute(program, tmp_path, code)
        assert (done.stdout, done.stderr) == ("3", ""), code


def test_floats_are_written_as_short_as_python_does(program, tmp_path):
    r = random.Random(5)
    values = [r.uniform(-90, 90) for _ in range(3000)] + [10 ** r.uniform(-4, 15) for _ in range(6000)]
    values += [round(r.uniform(0, 1000), places) for places in range(14) for _ in range(100)] + [r.randrange(2 ** 50) / 8 for _ in range(500)]
    values += [v * s for k in range(-13, 49) for v in (2.0 ** k, math.nextafter(2.0 ** k, 0), math.nextafter(2.0 ** k, math.inf)) for s in (1, -1)]
    values = [v for v in values if 1e-4 <= abs(v) < 1e15] + [0.0, -0.0, 5.0, 0.1, 1 / 3, 1e300, 5e-324, 1e-5, 123456789012345680.0]
    (tmp_path / "x.csv").write_text("x\n" + "\n".join(map(repr, values)) + "\n")
    done = execute(program, tmp_path, 'table t = load("x.csv"); t.save("y.csv");')
    assert done.stderr == ""
    written = (tmp_path / "y.csv").read_text().split("\n")[1:-1]
    assert [w for w, v in zip(written, values) if w != repr(v) and 1e-4 <= abs(v) < 1e15] == []
    assert [math.copysign(1, float(w)) * abs(float(w)) for w in written] == values


def test_many_columns(program, tmp_path):
    """Time grows with the number of columns, not with its square: names that are there twice, joins."""
    (tmp_path / "x.csv").write_text("k" + ",a" * 20000 + "\n" + "1" + ",2" * 20000 + "\n")
    code = 'table t = load("x.csv"); table u = t.join(t, "k"); printf("%ld %s %s\\n", u.columns(), t.name(20000), u.name(40000));'
    done = subprocess.run([program, "-q", "-e", code], cwd=tmp_path, capture_output=True, text=True, timeout=30)
    assert done.stdout == "40001 a_20000 a_20000_right\n", done.stderr
