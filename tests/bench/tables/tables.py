# SPDX-License-Identifier: Apache-2.0
"""tables.py WARPCELL [PACKAGES] [--rows N]: work on a table of 2 M x 12 in Warpcell, pandas, Polars and DuckDB, two threads each.

PACKAGES is a folder with the other three (pip install --target PACKAGES pandas polars duckdb). The file is made first: ints, floats, words, dates and
missing values. Each tool runs in a process of its own, loads the file and does the steps in turns; the figure is the median of the rounds. A step ends when
its result is in memory.
"""
import argparse
import datetime
import importlib.util
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

ROUNDS = 5
STEPS = ["load", "drop missing", "fill", "filter", "group 40", "group 100 k", "join", "sort float", "sort word, date", "column", "unique", "save"]


def make(path, rows):
    import numpy as np
    r = np.random.default_rng(1)
    cities = np.array([f"city {i:02}" for i in range(40)])
    kinds = np.array(["standard", "express", "night", "bulk", "return", "gift"])
    day = np.datetime64("2023-01-01") + r.integers(0, 700, rows)
    when = np.datetime64("2023-01-01T00:00:00") + r.integers(0, 60_000_000, rows)
    missing = lambda values, share: np.where(r.random(rows) < share, "", values.astype(str))
    columns = {
        "id": np.arange(rows).astype(str), "city": missing(cities[r.integers(0, 40, rows)], 0.03), "kind": kinds[r.integers(0, 6, rows)],
        "customer": r.integers(0, 100_000, rows).astype(str), "price": missing(np.round(r.lognormal(3, 1, rows), 2), 0.05),
        "quantity": missing(r.integers(1, 20, rows), 0.05), "day": missing(day, 0.01), "time": when.astype(str), "paid": np.where(r.random(rows) < 0.8, "true", "false"),
        "weight": np.round(r.normal(10, 3, rows), 4).astype(str), "lat": r.uniform(-90, 90, rows).astype(str), "score": missing(np.round(r.random(rows), 6), 0.1),
    }
    with open(path, "w") as f:
        f.write(",".join(columns) + "\n")
        for line in zip(*columns.values()):
            f.write(",".join(line) + "\n")
    with open(path.parent / "customers.csv", "w") as f:
        f.write("customer,region,limit\n")
        f.writelines(f"{i},region {i % 17},{i % 1000}\n" for i in range(0, 100_000, 1))


def timed(steps):
    """{step: [seconds]}; steps: name, function of a round."""
    times = {}
    for _ in range(ROUNDS):
        for name, work in steps:
            start = time.perf_counter()
            result = work()
            times.setdefault(name, []).append(time.perf_counter() - start)
            del result
    return times


def pandas_steps(folder):
    import pandas as pd
    state = {}
    dates = ["day", "time"]

    def load():
        state["t"] = pd.read_csv(folder / "t.csv", parse_dates=dates)
    u = pd.read_csv(folder / "customers.csv")
    t = lambda: state["t"]
    return pd.__version__, [
        ("load", load), ("drop missing", lambda: t().dropna(subset=["price", "city"])), ("fill", lambda: t().assign(quantity=t()["quantity"].fillna(0))),
        ("filter", lambda: t()[(t()["price"] > 20) & (t()["kind"] == "express")]),
        ("group 40", lambda: t().groupby("city").agg(n=("id", "size"), mean=("price", "mean"), total=("quantity", "sum"), most=("weight", "max"))),
        ("group 100 k", lambda: t().groupby("customer").agg(n=("id", "size"), mean=("price", "mean"), total=("quantity", "sum"))),
        ("join", lambda: t().merge(u, on="customer")), ("sort float", lambda: t().sort_values("price", ascending=False)),
        ("sort word, date", lambda: t().sort_values(["city", "day"])), ("column", lambda: t().assign(total=t()["price"] * t()["quantity"] + t()["weight"])),
        ("unique", lambda: t().drop_duplicates(["city", "kind"])), ("save", lambda: t().head(200_000).to_csv(folder / "pandas.csv", index=False))]


def polars_steps(folder):
    import polars as pl
    state = {}

    def load():
        state["t"] = pl.read_csv(folder / "t.csv", try_parse_dates=True)
    u = pl.read_csv(folder / "customers.csv")
    t = lambda: state["t"]
    c = pl.col
    return pl.__version__, [
        ("load", load), ("drop missing", lambda: t().drop_nulls(["price", "city"])), ("fill", lambda: t().with_columns(c("quantity").fill_null(0))),
        ("filter", lambda: t().filter((c("price") > 20) & (c("kind") == "express"))),
        ("group 40", lambda: t().group_by("city").agg(pl.len(), c("price").mean(), c("quantity").sum(), c("weight").max()).sort("city")),
        ("group 100 k", lambda: t().group_by("customer").agg(pl.len(), c("price").mean(), c("quantity").sum()).sort("customer")),
        ("join", lambda: t().join(u, on="customer")), ("sort float", lambda: t().sort("price", descending=True)),
        ("sort word, date", lambda: t().sort("city", "day")), ("column", lambda: t().with_columns(total=c("price") * c("quantity") + c("weight"))),
        ("unique", lambda: t().unique(["city", "kind"], keep="first", maintain_order=True)), ("save", lambda: t().head(200_000).write_csv(folder / "polars.csv"))]


def duckdb_steps(folder):
    import duckdb
    db = duckdb.connect(config={"threads": 2})
    db.execute(f"create table u as select * from read_csv('{folder}/customers.csv')")
    to = lambda query: lambda: db.execute("create or replace table r as " + query)
    return duckdb.__version__, [
        ("load", lambda: db.execute(f"create or replace table t as select * from read_csv('{folder}/t.csv')")),
        ("drop missing", to("select * from t where price is not null and city is not null")),
        ("fill", to("select * replace (coalesce(quantity, 0) as quantity) from t")), ("filter", to("select * from t where price > 20 and kind = 'express'")),
        ("group 40", to("select city, count(*), avg(price), sum(quantity), max(weight) from t group by city order by city")),
        ("group 100 k", to("select customer, count(*), avg(price), sum(quantity) from t group by customer order by customer")),
        ("join", to("select t.*, region, \"limit\" from t join u using (customer)")), ("sort float", to("select * from t order by price desc nulls last")),
        ("sort word, date", to("select * from t order by city, day")), ("column", to("select *, price * quantity + weight as total from t")),
        ("unique", to("select distinct on (city, kind) * from t")),
        ("save", lambda: db.execute(f"copy (select * from t limit 200000) to '{folder}/duckdb.csv'"))]


WARPCELL = {
    "load": 't = load("t.csv");', "drop missing": 'r = t.drop_missing("price", "city");', "fill": 'r = t.fill("quantity", 0);',
    "filter": 'r = t.filter(t["price"] > 20 && t["kind"] == "express");',
    "group 40": 'r = t.group("city").aggregate(count(), mean("price"), sum("quantity"), max("weight"));',
    "group 100 k": 'r = t.group("customer").aggregate(count(), mean("price"), sum("quantity"));', "join": 'r = t.join(u, "customer");',
    "sort float": 'r = t.sort("-price");', "sort word, date": 'r = t.sort("city", "day");', "column": 'r = t.with("total", t["price"] * t["quantity"] + t["weight"]);',
    "unique": 'r = t.unique("city", "kind");', "save": 't.head(200000).save("warpcell.csv");',
}


def warpcell(program, folder):
    steps = "".join(f'clock_gettime(CLOCK_MONOTONIC, &a); {code} clock_gettime(CLOCK_MONOTONIC, &b); printf("{name}\\t%.6f\\n", (b.tv_sec - a.tv_sec) + '
                    '(b.tv_nsec - a.tv_nsec) * 1e-9); r = empty;\n' for name, code in WARPCELL.items())
    code = f'table t, r, empty, u = load("customers.csv"); struct timespec a, b;\nfor (int round = 0; round < {ROUNDS}; round++) {{\n{steps}}}'
    out = subprocess.run([program, "-q", "-e", code], cwd=folder, capture_output=True, text=True, check=True).stdout
    times = {}
    for line in out.splitlines():
        name, _, seconds = line.partition("\t")
        times.setdefault(name, []).append(float(seconds))
    return times


def other(tool, folder):
    version, steps = {"pandas": pandas_steps, "Polars": polars_steps, "DuckDB": duckdb_steps}[tool](pathlib.Path(folder))
    print(json.dumps([version, timed(steps)]))


def main():
    p = argparse.ArgumentParser()
    p.add_argument("program")
    p.add_argument("packages", nargs="?")
    p.add_argument("--rows", type=int, default=2_000_000)
    p.add_argument("--tool", help=argparse.SUPPRESS)
    p.add_argument("--keep", help="the folder of the files; made if it is not there")
    a = p.parse_args()
    if a.packages:
        sys.path.insert(0, a.packages)
    if a.tool:
        return other(a.tool, a.program)
    folder = pathlib.Path(a.keep or tempfile.mkdtemp())
    folder.mkdir(exist_ok=True)
    if not (folder / "t.csv").exists():
        make(folder / "t.csv", a.rows)
    env = dict(os.environ, POLARS_MAX_THREADS="2", OMP_NUM_THREADS="2")
    results = {"Warpcell": warpcell(pathlib.Path(a.program).resolve(), folder)}
    versions = {}
    for tool, module in (("pandas", "pandas"), ("Polars", "polars"), ("DuckDB", "duckdb")):
        if importlib.util.find_spec(module):
            command = [sys.executable, __file__, str(folder), a.packages or "", "--tool", tool]
            versions[tool], results[tool] = json.loads(subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout)
    print(f"{a.rows:,} rows x 12 columns, {(folder / 't.csv').stat().st_size / 2**20:.0f} MiB of text; medians of {ROUNDS} rounds in ms; others: times Warpcell's")
    print(f"{datetime.date.today()}, " + ", ".join(f"{tool} {version}" for tool, version in versions.items()) + ", two threads each")
    print(f"{'':16}{'Warpcell':>10}" + "".join(f"{tool:>10}{'':8}" for tool in versions))
    ratios = {tool: [] for tool in versions}
    for step in STEPS:
        own = statistics.median(results["Warpcell"][step])
        line = f"{step:16}{own * 1000:10.1f}"
        for tool in versions:
            t = statistics.median(results[tool][step])
            ratios[tool].append(t / own)
            line += f"{t * 1000:10.1f} {t / own:5.2f}x "
        print(line.rstrip())
    print(f"{'geometric mean':26}" + "".join(f"{'':10} {statistics.geometric_mean(r):5.2f}x " for r in ratios.values()).rstrip())


if __name__ == "__main__":
    main()
