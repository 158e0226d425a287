#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Mutates the files that load() reads, RUNS times each, under AddressSanitizer and UBSan. See README.md.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit

usage() {
    cat <<EOF
usage: tests/fuzz/files.sh [RUNS]

RUNS  of text in rows, Arrow files, Parquet files, .npy files of tables, and .npy and .npz files of arrays each (default 100000)

Parquet files need a Python with pyarrow: PYTHON names it. What is found is kept in build/fuzz/found. The last line is the verdict; the
status is 0 only if all ran and nothing was found.
EOF
}

runs=${1:-100000}
case $runs in
-h | --help) usage && exit ;;
*[!0-9]*) usage >&2 && exit 2 ;;
esac
python=${PYTHON:-.venv/bin/python}
"$python" -c 'import pyarrow' 2>/dev/null || {
    echo "fuzz: '$python' has no pyarrow; PYTHON names another" >&2
    exit 2
}
tests/fuzz/long.sh --build table array || exit 2

dir=$PWD/build/fuzz seeds=$PWD/build/fuzz/tests/fuzz/seeds found=$PWD/build/fuzz/found/files work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$found" "$work"/{text,arrow,records,arrays}
for seed in "$seeds"/tables/*; do
    case $seed in
    *.npy) cp "$seed" "$work/records" ;;
    *.arrow | *.arrows | *.feather) cp "$seed" "$work/arrow" ;;
    *) cp "$seed" "$work/text" ;;
    esac
done
cp "$seeds"/arrays/* "$work/arrays"
export ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1
verdict=0

# mutate NAME TARGET LENGTH SEEDS
mutate() {
    local log=$dir/files-$1.log made
    if (cd "$work" && nice -n 19 "$dir/tests/fuzz/fuzz_$2" -runs="$runs" -max_len="$3" -timeout=60 -rss_limit_mb=3000 -artifact_prefix="$found/$1-" \
        -print_final_stats=1 "$work/$4") >"$log" 2>&1; then
        made=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
        printf '%-8s %s runs, nothing found\n' "$1" "$made"
    else
        printf '%-8s FOUND, see %s and %s\n' "$1" "$log" "$found"
        verdict=1
    fi
}

mutate text table 16000 text
mutate arrow table 16000 arrow
mutate records table 4000 records
mutate arrays array 4000 arrays
nice -n 19 "$python" tests/fuzz/parquet.py "$dir/tests/fuzz/fuzz_table" "$runs" || verdict=1
[ $verdict = 0 ] && echo "fuzz: nothing found" || echo "fuzz: FOUND something"
exit $verdict
