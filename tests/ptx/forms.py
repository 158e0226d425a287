# SPDX-License-Identifier: Apache-2.0
"""Which PTX opcode forms are tested.

    forms.py [LIST.csv]

forms.csv (form, bundle, ISA section, test) is the list of those that are; a test that is a file must have the form in
it. With a list of forms in use (columns: bundle, opcode, ...), says which forms of its bundles B1 to B18 have no test. Status 1
if something is missing.

Bundles, in order of worth: B1 integers, global memory, control flow; B2 f32; B3 shared memory; B4 f64; B5 local memory and calls; B6
constants; B7 vectors, cache operators, generic addresses; B8 atomics; B9 approximate functions; B10 bits; B11 warps; B12 assert, trap,
clocks; B13 memory orders; B14 carries, counted barriers; B15 half precision; B16 textures and surfaces; B17 grid synchronisation; B18
indirect calls, malloc, dot products, video, alloca, redux. B20, dynamic parallelism, is calls and no forms. Later: B19 wmma, B21 mma, B22 cp.async and
mbarrier, B23 clusters, B24 linking.
"""
import csv
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
LAST = 18


def bundle_number(text):
    m = re.match(r"B(\d+)", text)
    return int(m[1]) if m else 0


def read_forms():
    with open(os.path.join(HERE, "forms.csv"), encoding="utf-8") as f:
        return list(csv.DictReader(line for line in f if not line.startswith("#")))


def has_form(path, form):
    """Whether the file has an instruction with this mnemonic."""
    with open(path, encoding="utf-8") as f:
        return re.search(r"(?<![\w.])" + re.escape(form) + r"(?![\w.:])", f.read()) is not None


def main():
    forms, missing = read_forms(), []
    for row in forms:
        path = os.path.join(HERE, row["test"])
        if row["test"].endswith(".ptx") and not (os.path.exists(path) and has_form(path, row["form"])):
            missing.append(f"{row['form']}: {row['test']} does not have it")
    tested = {row["form"] for row in forms}
    for name in sys.argv[1:]:
        with open(name, encoding="utf-8", newline="") as f:
            used = [r for r in csv.reader(f) if len(r) > 1 and 1 <= bundle_number(r[0]) <= LAST]
        missing += [f"{r[1]}: no test ({r[0].split()[0]})" for r in used if r[1] not in tested]
        print(f"{name}: {len(used)} forms of bundles B1 to B{LAST}")
    print("\n".join(missing) if missing else "nothing is missing")
    print(f"{len(forms)} tests of {len(tested)} forms, {len(missing)} missing")
    return bool(missing)


if __name__ == "__main__":
    sys.exit(main())
