# SPDX-License-Identifier: Apache-2.0
"""Learning from rows, beside what scikit-learn made of the same data (reference.py): with the loops of the cpu device, and with the kernels, which run
under --check."""
import json
import os
import pathlib
import signal
import subprocess

import data
import numpy as np
import pytest

REFERENCE = json.loads(pathlib.Path(__file__).with_name("reference.json").read_text())


class Session:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder

    def run(self, text, *options, **arrays):
        for name, array in arrays.items():
            np.save(self.folder / f"{name}.npy", array)
        (self.folder / "p.cu").write_text(text)
        done = subprocess.run([self.program, "--device", "cpu", *options, "p.cu"], cwd=self.folder, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def load(self, name):
        return np.load(self.folder / f"{name}.npy")


@pytest.fixture
def session(program, tmp_path):
    return Session(program, tmp_path)


def sorted_rows(x):
    return x[np.lexsort(x.T[::-1])]


@pytest.mark.parametrize(("kind", "options"), [("f", []), ("d", []), ("f", ["--check"]), ("d", ["--check"])])
def test_kmeans(session, kind, options):
    c = {"f": "float", "d": "double"}[kind]
    out = session.run(f"""
        device {c} x[][] = load("x.npy");
        auto [centers, labels, inertia] = kmeans(x, 5);
        save(centers, "centers.npy"); save(labels, "labels.npy");
        auto again = nearest_center(x, centers); save(again, "again.npy");
        printf("%.9g %.9g\\n", inertia, silhouette(x, labels));
        """, *options, x=data.points(kind=kind))
    want = REFERENCE["kmeans"]
    inertia, silhouette = map(float, out.split()[:2])
    assert abs(inertia - want["inertia"]) < 1e-4 * want["inertia"] and abs(silhouette - want["silhouette"]) < 1e-4
    assert np.abs(sorted_rows(session.load("centers")) - want["centers"]).max() < 2e-2
    assert (session.load("labels") == session.load("again")).all() and session.load("centers").dtype == kind


def test_kmeans_of_digits(session):
    out = session.run('device float x[][] = load("x.npy"); for (int i = 0; i < 5; i++) { auto [c, l, inertia] = kmeans(x, 10); printf("%g\\n", inertia); }',
                      x=data.digits()[0])
    best = REFERENCE["digits"]["inertia"]
    assert best * 0.999 < min(map(float, out.split())) < best * 1.01 and max(map(float, out.split())) < best * 1.05


def test_elbow(session):
    out = session.run('device float x[][] = load("x.npy"); auto e = elbow(x, 7); for (int i = 0; i < 7; i++) printf("%.7g\\n", e[i]);', x=data.points())
    inertia = [float(word) for word in out.split()]
    assert all(a > b for a, b in zip(inertia, inertia[1:])) and abs(inertia[4] - REFERENCE["kmeans"]["inertia"]) < 0.01 * inertia[4]
    assert inertia[3] - inertia[4] > 3 * (inertia[4] - inertia[5]), "the elbow is at 5"


@pytest.mark.parametrize("options", [[], ["--check"]])
def test_neighbors(session, options):
    session.run("""
        device double x[][] = load("x.npy"), q[][] = load("q.npy");
        auto [distances, indices] = nearest_neighbors(x, q, 4);
        save(distances, "distances.npy"); save(indices, "indices.npy");
        """, *options, x=data.points().astype("d"), q=data.points(40).astype("d") + 0.25)
    assert np.abs(session.load("distances") - REFERENCE["neighbors"]["distances"]).max() < 1e-6
    assert (session.load("indices") == REFERENCE["neighbors"]["indices"]).all()


@pytest.mark.parametrize("options", [[], ["--check"]])
def test_dbscan(session, options):
    session.run('device float x[][] = load("x.npy"); auto labels = dbscan(x, 0.8, 8); save(labels, "labels.npy");', *options, x=data.points())
    labels, want = session.load("labels"), np.array(REFERENCE["dbscan"])
    assert (labels == want).all() and labels.min() == -1 and labels.max() >= 4


@pytest.mark.parametrize(("kind", "options"), [("f", []), ("d", []), ("d", ["--check"])])
def test_pca(session, kind, options):
    c = {"f": "float", "d": "double"}[kind]
    x = data.digits()[0].astype(kind)[: 300 if options else None]
    session.run(f"""
        device {c} x[][] = load("x.npy");
        auto [components, variances, middle] = pca(x, 6);
        save(components, "components.npy"); save(variances, "variances.npy"); save(middle, "middle.npy");
        """, *options, x=x)
    values = np.linalg.eigvalsh(np.cov(x.astype("d").T))[::-1][:6]
    assert np.abs(session.load("variances") - values).max() < 1e-5 * values[0]
    assert np.abs(session.load("middle") - x.mean(0)).max() < 1e-5
    if not options:
        assert np.abs(session.load("components") - REFERENCE["pca"]["components"]).max() < 1e-3
        assert np.abs(values - REFERENCE["pca"]["variances"]).max() < 1e-6


@pytest.mark.parametrize("options", [[], ["--check"]])
def test_linear_regression(session, options):
    x, y = data.line()
    out = session.run('device double x[][] = load("x.npy"), y[] = load("y.npy"); auto [w, b] = linear_regression(x, y); save(w, "w.npy"); printf("%.9g\\n", b);',
                      *options, x=x, y=y)
    want = REFERENCE["linear"]
    assert np.abs(session.load("w") - want["w"]).max() < 1e-6 and abs(float(out.split()[0]) - want["intercept"]) < 1e-4


def test_columns_that_are_alike_share_their_weight(session):
    x, y = data.line()
    session.run('device double x[][] = load("x.npy"), y[] = load("y.npy"); auto [w, b] = linear_regression(x, y); save(w, "w.npy");', x=x[:, [0, 0, 1]], y=y)
    w = session.load("w")
    assert abs(w[0] - w[1]) < 1e-6 and abs(w[0] + w[1] - np.linalg.lstsq(np.c_[x[:, :2], np.ones(len(x))], y, rcond=None)[0][0]) < 1e-6


@pytest.mark.parametrize("options", [[], ["--check"]])
def test_logistic_regression(session, options):
    pixels, labels = data.digits()
    text = 'device float x[][] = load("x.npy"); device int y[] = load("y.npy");'
    if options:  # the kernels, on a part: against the loops
        text += 'auto [w, b] = logistic_regression(x, y); save(w, "w.npy");'
        found = []
        for choice in ([], options):
            session.run(text, *choice, x=pixels[:150], y=labels[:150])
            found.append(session.load("w"))
        assert np.abs(found[0] - found[1]).max() < 1e-3
        return
    out = session.run(text + """
        auto [w, b] = logistic_regression(x, y); save(w, "w.npy");
        printf("%g\\n", mean(argmax(matmul(x, transpose(w)) + b, 1) == y));
        device int high[] = y > 4;
        auto [v, c] = logistic_regression(x, high); save(v, "v.npy"); printf("%.7g\\n", c[0]);
        auto [u, d] = logistic_regression(x, y, 0.01); save(u, "u.npy");
        """, x=pixels, y=labels)
    score, intercept = map(float, out.split()[:2])
    assert abs(score - REFERENCE["logistic"]["score"]) < 0.002
    assert np.abs(session.load("w") - REFERENCE["logistic"]["w"]).max() < 5e-3
    assert np.abs(session.load("u") - REFERENCE["weak"]["w"]).max() < 1e-3
    two = REFERENCE["logistic of two"]
    assert np.abs(session.load("v") - two["w"]).max() < 5e-3 and abs(intercept - two["intercept"][0]) < 5e-3


def numbers(text):
    return np.array([[float(word) for word in line.split()] for line in text.splitlines()])


def within_noise(found, want, slack):
    """Means of five forests each, which differ by chance."""
    return abs(np.mean(found) - np.mean(want)) < slack


def test_forest_of_digits(session):
    pixels, labels = data.digits()
    out = session.run("""
        device float x[][] = load("x.npy"), seen[][] = load("seen.npy"); device int y[] = load("y.npy"), is[] = load("is.npy");
        device float important[5][64];
        for (int i = 0; i < 5; i++) {
            seed(i);
            auto [forest, importances, oob] = random_forest(x, y);
            important[i] = importances;
            printf("%.9g %.9g %ld\\n", mean(forest_predict(forest, seen) == is), oob, shape(forest, 0));
        }
        save(important, "important.npy");
        """, x=pixels[:1200], y=labels[:1200], seen=pixels[1200:], **{"is": labels[1200:]})
    scores, oob, trees = numbers(out).T
    want = REFERENCE["forest"]
    assert within_noise(scores, want["score"], 0.01) and within_noise(oob, want["oob"], 0.006) and (trees == 100).all()
    important = session.load("important")
    assert np.abs(important.sum(1) - 1).max() < 1e-5 and np.abs(important.mean(0) - want["importances"]).max() < 0.008


@pytest.mark.parametrize("kind", ["f", "d"])
def test_forest_of_values(session, kind):
    c = {"f": "float", "d": "double"}[kind]
    x, y = data.waves(kind=kind)
    out = session.run(f"""
        device {c} x[][] = load("x.npy"), y[] = load("y.npy"), important[5][6];
        for (int i = 0; i < 5; i++) {{
            auto [forest, importances, oob] = random_forest(x[0:2000], y[0:2000]);
            important[i] = importances;
            auto off = y[2000:3000] - forest_predict(forest, x[2000:3000]);
            printf("%.9g %.9g\\n", 1 - mean(off * off) / var(y[2000:3000]), oob);
        }}
        save(important, "important.npy");
        """, x=x, y=y)
    scores, oob = numbers(out).T
    want = REFERENCE["forest of values"]
    assert within_noise(scores, want["score"], 0.01) and within_noise(oob, want["oob"], 0.01)
    assert np.abs(session.load("important").mean(0) - want["importances"]).max() < 0.02


def walk(tree, row):
    """The leaf of a row, by what the documentation says of a node."""
    at = 0
    while tree[at, 0] >= 0:
        at = int(tree[at, 2]) + bool(row[int(tree[at, 0])] > tree[at, 1])
    return tree[at, 3:]


@pytest.mark.parametrize("options", [[], ["--check"]])
@pytest.mark.parametrize("kind", ["f", "d"])
def test_forest_is_what_its_page_says(session, kind, options):
    c = {"f": "float", "d": "double"}[kind]
    x = data.points(300, kind)
    labels = (np.arange(300) % 5 % 3).astype("i")
    session.run(f"""
        device {c} x[][] = load("x.npy");
        device int y[] = load("y.npy");
        auto [forest, importances, oob] = random_forest(x, y, 7, 4, 2, 3);
        auto p = forest_predict_proba(forest, x), best = forest_predict(forest, x), few = forest_predict_proba(forest[2:4], x[::-1]);
        save(forest, "forest.npy"); save(p, "p.npy"); save(best, "best.npy"); save(few, "few.npy");
        """, *options, x=x, y=labels)
    forest, p = session.load("forest"), session.load("p")
    assert forest.shape[0] == 7 and forest.shape[2] == 6 and forest.shape[1] <= 31
    want = np.array([np.mean([walk(tree, row) for tree in forest], 0) for row in x])
    assert np.abs(p - want).max() < 1e-5 and (session.load("best") == p.argmax(1)).all()
    few = np.array([np.mean([walk(tree, row) for tree in forest[2:4]], 0) for row in x[::-1]])
    assert np.abs(session.load("few") - few).max() < 1e-5


def test_forest_depends_on_the_seed_alone(session):
    """Not on the number of threads."""
    text = """
        device float x[][] = load("x.npy");
        device int y[] = load("y.npy");
        for (int i = 0; i < 3; i++) {
            seed(i / 2);
            auto [forest, importances, oob] = random_forest(x, y, 12);
            char name[20];
            sprintf(name, "forest%d.npy", i);
            save(forest, name);
            printf("%.17g\\n", oob);
        }"""
    pixels, labels = data.digits()
    found = []
    everywhere = os.sched_getaffinity(0)
    for processors in ({min(everywhere)}, everywhere):
        os.sched_setaffinity(0, processors)
        try:
            out = session.run(text, x=pixels, y=labels)
        finally:
            os.sched_setaffinity(0, everywhere)
        found.append((out, *(session.load(f"forest{i}") for i in range(3))))
    one, all_of_them = found
    assert one[0] == all_of_them[0] and all((a == b).all() for a, b in zip(one[1:], all_of_them[1:]))
    assert (one[1] == one[2]).all(), "the same seed"
    assert one[1].shape != one[3].shape or (one[1] != one[3]).any(), "another seed"


def test_forest_ends_at_an_interrupt(program, tmp_path):
    """It would take minutes."""
    (tmp_path / "p.cu").write_text('device float x[300000][50] = random(300000, 50); device int y[300000] = randint(0, 3, 300000);'
                                   'printf("begins\\n"); fflush(stdout); auto [f, i, o] = random_forest(x, y, 5000, 64, 50); printf("ended\\n");')
    child = subprocess.Popen([program, "--device", "cpu", "p.cu"], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "begins\n"
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=60)
    assert (out, child.returncode) == ("", 130) and "stopped by the user" in err


def dbscan_of_all_pairs(x, eps, least):
    """Labels by the definition: clusters in the order of their first core rows; a border row goes to the first cluster with a core row near it."""
    near = ((x[:, None].astype("d") - x) ** 2).sum(2) <= eps * eps
    core = near.sum(1) >= least
    labels, clusters = np.full(len(x), -1), 0
    for i in np.flatnonzero(core):
        if labels[i] >= 0:
            continue
        waiting = [i]
        labels[i] = clusters
        while waiting:
            for k in np.flatnonzero(near[waiting.pop()] & core & (labels < 0)):
                labels[k] = clusters
                waiting.append(k)
        clusters += 1
    for i in np.flatnonzero(~core):
        labels[i] = min(labels[near[i] & core], default=-1)
    return labels


@pytest.mark.parametrize("options", [[], ["--check"]])
@pytest.mark.parametrize(("columns", "kind"), [(1, "d"), (2, "f"), (2, "d"), (3, "f"), (5, "d"), (12, "f")])
def test_dbscan_by_the_definition(session, columns, kind, options):
    """Points of all places, and points on a grid, whose distances are exactly eps; some of them more than once."""
    r = np.random.RandomState(columns)
    c = {"f": "float", "d": "double"}[kind]
    size = 250 if options else 700
    loose = r.standard_normal((size, columns)) * 3 + r.choice([-8, 0, 20], (size, columns))
    strict = r.randint(-5, 6, (size, columns)) * 2.0 * (r.uniform(size=columns) < 0.7) - 1e4
    for x, eps, least in ((loose, 1.0 * columns ** 0.5, 4), (strict, 2.0, 5), (loose, 1e-3, 1), (loose, 1e3, 3), (strict[:2], 2.0, 2), (strict[:1], 1.0, 1)):
        x = x.astype(kind)
        session.run(f'device {c} x[][] = load("x.npy"); auto labels = dbscan(x, {eps!r}, {least}); save(labels, "labels.npy");', *options, x=x)
        assert (session.load("labels") == dbscan_of_all_pairs(x, eps, least)).all()
