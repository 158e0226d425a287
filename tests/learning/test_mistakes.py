# SPDX-License-Identifier: Apache-2.0
"""What the learners answer to arrays without rows or columns, with one of them, with numbers that are not finite: a result of the right shape, or this
text."""
import itertools
import subprocess

import pytest

# what is called, and what it prints for n rows of d numbers
CALLS = {
    "kmeans": ('auto [c, l, i] = kmeans(x, 1); printf("%ld %ld %ld", shape(c, 0), shape(c, 1), len(l));', lambda n, d: f"1 {d} {n}"),
    "nearest_center": ('auto l = nearest_center(x, x); printf("%ld", len(l));', lambda n, d: f"{n}"),
    "elbow": ('auto e = elbow(x, 1); printf("%ld", len(e));', lambda n, d: "1"),
    "silhouette": ('printf("%d", fabs(silhouette(x, labels)) <= 1);', lambda n, d: "1" if n > 1 else "a silhouette needs the labels of 2 to 10000 clusters"),
    "nearest_neighbors": ('auto [a, i] = nearest_neighbors(x, x, 1); printf("%ld %ld %d", shape(a, 0), shape(i, 1), i[0][0]);', lambda n, d: f"{n} 1 0"),
    "dbscan": ('auto l = dbscan(x, 1, 1); printf("%ld %d", len(l), min(l));', lambda n, d: f"{n} 0"),
    "pca": ('auto [c, v, m] = pca(x, 1); printf("%ld %ld %ld %ld", shape(c, 0), shape(c, 1), len(v), len(m));',
            lambda n, d: f"1 {d} 1 {d}" if n > 1 else "principal components need two rows or more, because one does not vary"),
    "linear_regression": ('auto [w, b] = linear_regression(x, y); printf("%ld %d", len(w), isfinite(b));', lambda n, d: f"{d} 1"),
    "logistic_regression": ('auto [w, b] = logistic_regression(x, labels); printf("%ld %ld %ld", shape(w, 0), shape(w, 1), len(b));',
                            lambda n, d: f"1 {d} 1" if n > 1 else "all rows have the label 0"),
    "random_forest of labels": ('auto [f, i, o] = random_forest(x, labels, 2); printf("%ld %ld %ld", shape(f, 0), shape(f, 2), len(i));',
                                lambda n, d: f"2 5 {d}" if n > 1 else "all rows have the label 0"),
    "random_forest of values": ('auto [f, i, o] = random_forest(x, y, 2); printf("%ld %ld %ld", shape(f, 0), shape(f, 2), len(i));', lambda n, d: f"2 4 {d}"),
    "forest_predict": ('device float f[2][3][5]; auto p = forest_predict(f, x); printf("%ld", len(p));', lambda n, d: f"{n}"),
}


@pytest.fixture
def answer(program, tmp_path):
    def run(text, *options):
        (tmp_path / "p.cu").write_text(text)
        done = subprocess.run([program, "--device", "cpu", *options, "p.cu"], cwd=tmp_path, capture_output=True, text=True, timeout=300)
        return done.stdout if done.returncode == 0 else done.stderr.splitlines()[0].removeprefix("runtime error: ")
    return run


@pytest.mark.parametrize("name", CALLS)
def test_small_shapes(answer, name):
    call, printed = CALLS[name]
    for n, d in itertools.product((0, 1, 2, 5), (0, 1, 3)):
        found = answer(f"""
            device float x[{n}][{d}], y[{n}];
            device int labels[{n}];
            for (int i = 0; i < {n}; i++) {{
                y[i] = i * i;
                labels[i] = i % 2;
                for (int k = 0; k < {d}; k++)
                    x[i][k] = i + 0.1f * k;
            }}
            {call}""")
        wanted = printed(n, d) if n and d else f"this needs rows of 1 to 4096 numbers, not an array of shape [{n}, {d}]"
        assert found == wanted, (n, d)


@pytest.mark.parametrize("options", [[], ["--check"]])
@pytest.mark.parametrize(("value", "says"), [("NAN", "not a number"), ("INFINITY", "infinite"), ("-INFINITY", "infinite")])
def test_numbers_that_are_not_finite(answer, value, says, options):
    for name, (call, _) in CALLS.items():
        if name == "forest_predict":  # goes to one side of each split, as in scikit-learn
            continue
        array = "centers" if name == "nearest_center" else "rows"  # x is both
        found = answer(f"""
            device float x[5][3] = random(5, 3), y[] = {{1, 2, 3, 4, 5}};
            device int labels[] = {{0, 1, 0, 1, 0}};
            x[3][1] = {value};
            {call}""", *options)
        assert found == f"element [3, 1] of the {array} is {says}", name


@pytest.mark.parametrize(("call", "says"), [
    ("auto [w, b] = linear_regression(x, bad);", "element [2] of the values to learn is not a number"),
    ("auto [f, i, o] = random_forest(x, bad);", "element [2] of the values to learn is not a number"),
    ("auto l = nearest_center(x, reshape(bad, 1, 3));", "element [0, 2] of the centers is not a number"),
    ("auto l = nearest_center(reshape(bad, 1, 3), x);", "element [0, 2] of the rows is not a number"),
    ("auto [a, i] = nearest_neighbors(x, reshape(bad, 1, 3), 1);", "element [0, 2] of the queries is not a number"),
    ("auto [w, b] = linear_regression(x * 1e300, bad);", "sums of these rows overflow: divide the columns by their size first"),
    ("auto [c, l, i] = kmeans(x * 1e300, 2);", "sums of these rows overflow: divide the columns by their size first"),
])
def test_the_other_array(answer, call, says):
    assert answer(f"device double x[3][3] = {{{{1, 2, 3}}, {{5, 3, 4}}, {{2, 6, 4}}}}, bad[] = {{1, 2, NAN}}; {call}") == says
