#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""parquet.py FUZZ_TABLE [RUNS]: mutated Parquet files through pyarrow, as the worker reads them, and what it makes of them through the target
`table` (tests/fuzz/long.sh table builds it). Needs pyarrow. Ours is what comes behind it: a finding is one of FUZZ_TABLE. pyarrow runs in
processes of its own, which may fail."""
import datetime
import io
import os
import pathlib
import random
import subprocess
import sys
import tempfile

import pyarrow as pa
import pyarrow.ipc
import pyarrow.parquet

BATCH, MOST_BYTES = 500, 16000
COLUMNS = {"n": [1, None, -3, 2**40], "x": [0.5, None, 1e300, -0.0], "s": ["Oslo", None, "", "ø" * 20], "ok": [True, None, False, True],
           "day": [datetime.date(2024, 2, 29), None, datetime.date(1, 1, 1), datetime.date(1970, 1, 1)],
           "at": [datetime.datetime(2024, 2, 29, 10, 30), None, datetime.datetime(1900, 1, 1), datetime.datetime(1970, 1, 1)]}


def seeds():
    table = pa.table(COLUMNS)
    for options in ({"compression": "none"}, {"compression": "none", "use_dictionary": False}, {"compression": "snappy"},
                    {"compression": "none", "version": "1.0", "data_page_version": "2.0"}):
        for part in (table, table.slice(0, 1), table.slice(0, 0)):
            file = io.BytesIO()
            pa.parquet.write_table(part, file, **options)
            yield file.getvalue()


def mutated(r, seed):
    bytes_ = bytearray(seed)
    for _ in range(r.choice((1, 1, 2, 4, 16))):
        at = r.randrange(len(bytes_))
        how = r.randrange(5)
        if how == 0:
            bytes_[at] ^= 1 << r.randrange(8)
        elif how == 1:
            bytes_[at] = r.choice((0, 1, 0x7f, 0x80, 0xff, r.randrange(256)))
        elif how == 2:
            del bytes_[at:at + r.randrange(1, 9)]
        elif how == 3:
            bytes_[at:at] = r.randbytes(r.randrange(1, 9))
        else:
            end = r.randrange(len(bytes_))
            bytes_[at:at + 8] = bytes_[end:end + 8]
        if not bytes_:
            break
    return bytes(bytes_)


def read(content):
    """The columns as the worker passes them on (runtime/table/file/parquet.c)."""
    table = pa.parquet.ParquetFile(pa.BufferReader(content)).read()
    table = table.cast(pa.schema([f.with_type(pa.float64()) if pa.types.is_decimal(f.type) else f for f in table.schema]))
    file = io.BytesIO()
    with pa.ipc.new_file(file, table.schema) as writer:
        writer.write_table(table)
    return file.getvalue()


def batch(number, count, folder):
    """In a process of its own; its status says nothing, since pyarrow may end it."""
    r, all_seeds = random.Random(number), list(seeds())
    for i in range(count):
        try:
            made = read(mutated(r, r.choice(all_seeds)))
        except Exception:
            continue
        if len(made) <= MOST_BYTES:
            (folder / f"{number}-{i}").write_bytes(made)


def main(fuzz_table, runs):
    pa.set_cpu_count(1)
    failed, handed = 0, 0
    for number in range(0, runs, BATCH):
        with tempfile.TemporaryDirectory() as made:
            child = os.fork()
            if not child:
                os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
                batch(number, min(BATCH, runs - number), pathlib.Path(made))
                os._exit(0)
            failed += os.waitpid(child, 0)[1] != 0
            files = sorted(pathlib.Path(made).iterdir())
            handed += len(files)
            done = subprocess.run([fuzz_table, "-runs=0", "-artifact_prefix=" + made + "/", made], capture_output=True, text=True) if files else None
            if done and done.returncode:
                print(done.stderr[-4000:])
                sys.exit(f"parquet: FOUND something in batch {number}")
    print(f"parquet: {runs} mutated files, of {handed} our reader got columns, {failed} batches ended pyarrow; nothing found")


main(str(pathlib.Path(sys.argv[1]).resolve()), int(sys.argv[2]) if len(sys.argv) > 2 else 100000)
