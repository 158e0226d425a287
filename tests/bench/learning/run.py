# SPDX-License-Identifier: Apache-2.0
"""Learning from 2 M x 12 numbers beside scikit-learn, in one run on this machine: python tests/bench/learning/run.py

Needs numpy and scikit-learn (PyPI). Two threads each. For each task the medians of 3 of the time that passed and of the processor time of all threads; the
first use, which compiles, is not among them."""
import os
import pathlib
import platform
import statistics
import subprocess
import sys
import tempfile
import time

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "WARPCELL_CPU_THREADS"):
    os.environ.setdefault(name, "2")

import numpy as np
import sklearn
from sklearn.cluster import DBSCAN, KMeans
from sklearn.decomposition import PCA
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.metrics import silhouette_score
from sklearn.neighbors import NearestNeighbors

ROOT = pathlib.Path(__file__).resolve().parents[3]
WARPCELL = os.environ.get("WARPCELL_REPL", str(ROOT / "build/normal/repl/warpcell"))
N, D, REPEAT = 2_000_000, 12, 3

r = np.random.RandomState(1)
groups = r.randint(0, 8, N)
X = (r.uniform(-10, 10, (8, D))[groups] + 2 * r.standard_normal((N, D))).astype("f")
y = (X @ r.standard_normal(D) + r.standard_normal(N)).astype("f")
three = np.digitize(X[:, 0] + 3 * r.standard_normal(N), [-4, 4]).astype("i")

# name: the statement in Warpcell, which prints a number to compare; the same in scikit-learn
TASKS = {
    "kmeans, 8 centers, 2 M x 12": (
        "auto [c, l, i] = kmeans(X, 8); printf(\"%.4g\", i);", lambda: KMeans(8).fit(X).inertia_),
    "nearest_center, 2 M x 12": (
        "auto l = nearest_center(X, X[0:8]); printf(\"%.4g\", mean(l));", None),
    "elbow to 10, 200 k x 12": (
        "auto e = elbow(X[0:200000], 10); printf(\"%.4g\", e[9]);", lambda: [KMeans(k).fit(X[:200_000]).inertia_ for k in range(1, 11)][-1]),
    "silhouette, 10 k x 12": (
        "auto l = nearest_center(X[0:10000], X[0:8]); printf(\"%.4f\", silhouette(X[0:10000], l));",
        lambda: silhouette_score(X[:10_000], ((X[:10_000, None] - X[:8]) ** 2).sum(2).argmin(1))),
    "pca, 4 of 2 M x 12": (
        "auto [c, v, m] = pca(X, 4); printf(\"%.4g\", v[0]);", lambda: PCA(4).fit(X).explained_variance_[0]),
    "linear_regression, 2 M x 12": (
        "auto [w, b] = linear_regression(X, y); printf(\"%.4g\", w[0]);", lambda: LinearRegression().fit(X, y).coef_[0]),
    "logistic_regression, 3 classes": (
        "auto [w, b] = logistic_regression(X, three); printf(\"%.3g\", w[0][0]);",
        lambda: LogisticRegression(max_iter=1000, tol=1e-6).fit(X, three).coef_[0][0]),
    "nearest_neighbors, 10 of 2 M, 1000 queries": (
        "auto [d, i] = nearest_neighbors(X, X[0:1000], 10); printf(\"%.4g\", mean(d));",
        lambda: NearestNeighbors(n_neighbors=10).fit(X).kneighbors(X[:1000])[0].mean()),
    "the same, algorithm='brute'": (
        "auto [d, i] = nearest_neighbors(X, X[0:1000], 10); printf(\"%.4g\", mean(d));",
        lambda: NearestNeighbors(n_neighbors=10, algorithm="brute").fit(X).kneighbors(X[:1000])[0].mean()),
    "random_forest, 10 trees, 2 M x 12, 3 classes": (
        "auto [f, i, o] = random_forest(X, three, 10, 16); printf(\"%.4g\", mean(forest_predict(f, X[0:100000]) == three[0:100000]));",
        lambda: RandomForestClassifier(10, max_depth=16, n_jobs=2).fit(X, three).score(X[:100_000], three[:100_000])),
    "dbscan, 30 k x 12": (
        "auto l = dbscan(X[0:30000], 4, 10); printf(\"%d\", max(l));", lambda: DBSCAN(eps=4, min_samples=10).fit(X[:30_000]).labels_.max()),
    "dbscan, 30 k x 2": (
        "auto l = dbscan(X[0:30000, 0:2], 0.3, 10); printf(\"%d\", max(l));",
        lambda: DBSCAN(eps=0.3, min_samples=10).fit(X[:30_000, :2]).labels_.max()),
    "dbscan, 200 k x 2": (
        "auto l = dbscan(X[0:200000, 0:2], 0.12, 10); printf(\"%d\", max(l));",
        lambda: DBSCAN(eps=0.12, min_samples=10).fit(X[:200_000, :2]).labels_.max()),
}
PROGRAM = """
#include <time.h>
double now(clockid_t c) { struct timespec t; clock_gettime(c, &t); return t.tv_sec + t.tv_nsec * 1e-9; }
device float X[][] = load("X.npy"), y[] = load("y.npy");
device int three[] = load("three.npy");
for (int i = 0; i <= %d; i++) {
    double wall = now(CLOCK_MONOTONIC), busy = now(CLOCK_PROCESS_CPUTIME_ID);
    { %s }
    printf(" %%.6f %%.6f\\n", now(CLOCK_MONOTONIC) - wall, now(CLOCK_PROCESS_CPUTIME_ID) - busy);
}
"""


def ours(folder, statement):
    (folder / "p.cu").write_text(PROGRAM % (REPEAT, statement))
    done = subprocess.run([WARPCELL, "--device", "cpu", "p.cu"], cwd=folder, capture_output=True, text=True, check=True,
                          env=os.environ | {"VIRTUAL_ENV": os.environ.get("VIRTUAL_ENV", sys.prefix)})
    lines = [line.split() for line in done.stdout.splitlines()][1:]
    return lines[0][0], *(statistics.median(float(line[k]) for line in lines) for k in (1, 2))


def theirs(f):
    runs = []
    for _ in range(REPEAT):
        wall, busy = time.perf_counter(), time.process_time()
        value = f()
        runs.append((time.perf_counter() - wall, time.process_time() - busy))
    return f"{value:.4g}", *(statistics.median(run[k] for run in runs) for k in (0, 1))


def processor():
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":")[1].strip()
    return platform.machine()


def main():
    print(f"learning on the cpu device: {processor()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, {time.strftime('%Y-%m-%d')};"
          f" scikit-learn {sklearn.__version__}, NumPy {np.__version__}")
    print("seconds that passed and processor seconds of two threads, medians of 3\n")
    print(f"{'':46}{'Warpcell':>18}{'scikit-learn':>18}{'ratio':>16}   results")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for key, array in {"X": X, "y": y, "three": three}.items():
            np.save(folder / f"{key}.npy", array)
        for task, (statement, f) in TASKS.items():
            value, wall, busy = ours(folder, statement)
            if not f:
                print(f"{task:46}{wall:9.3f}{busy:9.3f}{'':34}   {value}", flush=True)
                continue
            other, their_wall, their_busy = theirs(f)
            print(f"{task:46}{wall:9.3f}{busy:9.3f}{their_wall:9.3f}{their_busy:9.3f}{their_wall / wall:7.2f}x{their_busy / busy:7.2f}x   {value} {other}",
                  flush=True)


main()
