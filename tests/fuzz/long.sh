#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the fuzz targets with libFuzzer, AddressSanitizer and UBSan, and runs them. See README.md.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit
ALL="preprocess check session ptx debug image table array"

usage() {
    cat <<EOF
usage: tests/fuzz/long.sh [--build] [TARGET...] [TIME]

--build only builds them
TARGET  of $ALL; all when none is named
TIME    for each target: 90s, 20m, 1h (default 10m)

The targets run one after the other, JOBS=N of them at the same time, at the lowest priority. What is found and the corpus
are kept in build/fuzz. The last line is the verdict; the status is 0 only if nothing was found.
EOF
}

targets=() seconds=600 only_build=
for word in "$@"; do
    case $word in
    -h | --help) usage && exit ;;
    --build) only_build=1 ;;
    [0-9]*s) seconds=${word%s} ;;
    [0-9]*m) seconds=$((${word%m} * 60)) ;;
    [0-9]*h) seconds=$((${word%h} * 3600)) ;;
    *) case " $ALL " in *" $word "*) targets+=("$word") ;; *) usage >&2 && exit 2 ;; esac ;;
    esac
done
[ ${#targets[@]} -gt 0 ] || read -ra targets <<<"$ALL"

dir=$PWD/build/fuzz
[ -f "$dir/build.ninja" ] || CC=${CC:-clang} meson setup "$dir" -Dfuzz=true -Db_sanitize=address,undefined -Db_lundef=false \
    -Dc_args='-fsanitize=fuzzer-no-link -fno-sanitize-recover=undefined -fno-sanitize=pointer-overflow' >/dev/null || exit 2
ninja -C "$dir" $(printf 'tests/fuzz/fuzz_%s ' "${targets[@]}") tests/fuzz/seeds tests/fuzz/libfuzz-nvrtc.so >"$dir/build.log" 2>&1 || {
    tail -n 30 "$dir/build.log" >&2
    echo "fuzz: the targets do not build" >&2
    exit 2
}
[ -z "$only_build" ] || exit 0

export ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1

# fuzz TARGET: its log is what is judged, since libFuzzer's status does not tell a finding from a signal.
fuzz() {
    local seeds=$dir/tests/fuzz/seeds/cells corpus=$dir/corpus/$1 found=$dir/found/$1 length=6000
    case $1 in
    ptx | debug) seeds=$dir/tests/fuzz/seeds/$1 ;;
    array) seeds=$dir/tests/fuzz/seeds/arrays length=4000 ;;
    table) seeds=$dir/tests/fuzz/seeds/tables length=16000 ;;
    image) seeds=$dir/tests/fuzz/seeds/images length=24000 ;; # a fatbin whose end is cut off holds nothing
    esac
    mkdir -p "$corpus" "$found" "$dir/run/$1"
    (cd "$dir/run/$1" && nice -n 19 "$dir/tests/fuzz/fuzz_$1" -max_total_time="$seconds" -max_len="$length" -timeout=900 -rss_limit_mb=3000 \
        -artifact_prefix="$found/" -print_final_stats=1 "$corpus" "$seeds") >"$dir/$1.log" 2>&1
    echo $? >"$dir/$1.status"
}

running=0
for target in "${targets[@]}"; do
    fuzz "$target" &
    running=$((running + 1))
    [ "$running" -lt "${JOBS:-1}" ] || { wait -n && running=$((running - 1)); }
done
wait
verdict=0
for target in "${targets[@]}"; do
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$dir/$target.log" | tail -n 1)
    if [ "$(cat "$dir/$target.status")" = 0 ]; then
        printf '%-10s %s runs in %s s, nothing found\n' "$target" "${runs:-?}" "$seconds"
    else
        printf '%-10s FOUND after %s runs, see %s and found/%s\n' "$target" "${runs:-?}" "$dir/$target.log" "$target"
        verdict=1
    fi
done
[ $verdict = 0 ] && echo "fuzz: nothing found" || echo "fuzz: FOUND something"
exit $verdict
