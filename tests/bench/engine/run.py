#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The cpu device beside PoCL (13 kernels) and OpenMP code of gcc and clang on 20 kernels: python3 tests/bench/engine/run.py [--threads N] [--rounds N] [--peers a,b] [--only k,k] [--nvrtc PATH] [--odd].

Needs a configured build (--build), gcc, clang, an OpenCL CPU device with headers, and NVRTC. Every round visits all kernels and
implementations in turn, so that a busy moment of the machine meets all alike; times are processor milliseconds of the whole
process divided by the number of threads, which a busy neighbour cannot lengthen much; medians of all runs. OpenMP's threads sleep between
loops: the time of one that spins is known to 4 ms only. Peers are PoCL and compilers: gcc, clang, or one by its version, clang-19. Answers are
compared. With --write the table goes to tests/bench/results/engine.txt, followed by the text of where_time_goes.txt."""

import argparse
import array
import ctypes
import datetime
import math
import os
import pathlib
import platform
import statistics
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
KERNELS = "saxpy trig box3f box3i mmnaive mmtile redtree redshfl scan nbody mandel hist bitonic transpose softmax sobel8 horner64 globalhist aos3 sort16".split()
FIRST = 13  # those that PoCL has
SLOW_IN_C = ["trig", "mandel"]  # compilers do not vectorise them
FIXED = {"mmtile", "nbody", "bitonic", "transpose"}  # sizes that are multiples of their blocks
INTEGER = {"box3i", "mandel", "hist", "sobel8", "globalhist"}
TOLERANCE = {"nbody": 2e-3, "mmnaive": 1e-4, "mmtile": 1e-4, "redtree": 1e-5, "redshfl": 1e-5, "scan": 1e-5, "softmax": 1e-5}  # else 1e-6
RUNS = {"mmnaive": 2, "mmtile": 3}  # of a process; else 5


def check(result):
    if result:
        raise RuntimeError(f"NVRTC error {result}")


def to_ptx(nvrtc, source, name):
    program, size = ctypes.c_void_p(), ctypes.c_size_t()
    check(nvrtc.nvrtcCreateProgram(ctypes.byref(program), source, name.encode(), 0, None, None))
    options = (ctypes.c_char_p * 2)(b"--gpu-architecture=compute_75", b"--generate-line-info")
    check(nvrtc.nvrtcCompileProgram(program, 2, options))
    check(nvrtc.nvrtcGetPTXSize(program, ctypes.byref(size)))
    text = ctypes.create_string_buffer(size.value)
    check(nvrtc.nvrtcGetPTX(program, text))
    return text.value


def processor():
    return next((line.split(":", 1)[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), platform.machine())


def engine(args):
    return str(pathlib.Path(args.build) / "tests/bench/engine/bench_engine")


def prepare_engine(args, folder):
    nvrtc = ctypes.CDLL(args.nvrtc)
    for path in (HERE / "kernels").glob("*.cu"):
        (folder / path.name).with_suffix(".ptx").write_bytes(to_ptx(nvrtc, path.read_bytes(), path.name))
    subprocess.run(["ninja", "-C", args.build, "tests/bench/engine/bench_engine"], check=True, capture_output=True)
    os.environ.update(ENGINE_PTX=str(folder))


def prepare(args, folder):
    prepare_engine(args, folder)
    openmp = ["-O3", "-march=native", "-fno-math-errno", "-fopenmp", "-lm", "-w"]
    pocl = ("gcc", "pocl", ["-O2", "-lOpenCL", "-lm"])
    for name in args.peers.split(","):
        compiler, source, flags = pocl if name == "PoCL" else (name, "openmp", openmp)
        subprocess.run([compiler, "-D_GNU_SOURCE", str(HERE / f"{source}.c"), "-o", str(folder / name.lower()), *flags], check=True)
    os.environ.update(ENGINE_CL=str(HERE / "kernels"), POCL_CACHE_DIR=str(folder / "pocl-cache"),
                      POCL_AFFINITY="1", OMP_PROC_BIND="true", OMP_WAIT_POLICY="passive",
                      WARPCELL_CPU_THREADS=str(args.threads), OMP_NUM_THREADS=str(args.threads), POCL_CPU_MAX_CU_COUNT=str(args.threads))
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: args.threads])
    return {"Warpcell": engine(args), **{name: str(folder / name.lower()) for name in args.peers.split(",")}}


def has(name, kernel):
    return name != "PoCL" or (HERE / "kernels" / f"{kernel}.cl").exists()


def same(kernel, a, b):
    if kernel in INTEGER:
        return a == b
    x, y = array.array("f", a), array.array("f", b)
    most = TOLERANCE.get(kernel, 1e-6)
    return len(x) == len(y) and all(abs(p - q) <= most * max(1, abs(p)) for p, q in zip(x, y))


def compare(kernel, programs, folder):
    answers = {}
    for name, program in programs.items():
        if not has(name, kernel):
            continue
        path = folder / "answer"
        subprocess.run([program, kernel, "0", str(path)], check=True, capture_output=True)
        answers[name] = path.read_bytes()
    wrong = [name for name in answers if not same(kernel, answers["Warpcell"], answers[name])]
    if wrong:
        raise SystemExit(f"{kernel}: the answer of {', '.join(wrong)} differs")


def measure(args, kernels, programs):
    times = {(k, name): [] for k in kernels for name in programs}
    launches = {name: [] for name in programs}
    for _ in range(args.rounds):
        for k in kernels:
            for name, program in programs.items():
                if not has(name, k):
                    continue
                out = subprocess.run([program, k, str(RUNS.get(k, 5))], check=True, capture_output=True, text=True).stdout
                times[k, name] += [float(pair.split(":")[1]) / args.threads for pair in out.split()]
        for name, program in programs.items():
            out = subprocess.run([program, "--launch"], check=True, capture_output=True, text=True).stdout
            launches[name].append([float(v) for v in out.split()])
    return times, launches


def mean(values):
    return statistics.geometric_mean(values) if values else math.nan


def table(args, kernels, programs, times, launches):
    lines = [f"The cpu device, all checks on, {processor()}, {datetime.date.today()}; {args.rounds} interleaved rounds,",
             f"{args.threads} thread{'s' * (args.threads > 1)} each; medians of processor ms / threads; in brackets: times the cpu device's. Answers agree.",
             "The compilers make code of OpenMP loops with -O3 -march=native -fno-math-errno -fopenmp.", "",
             f"{'':10}" + "".join(f"{name:>18}" for name in programs)]
    ratios, native = {name: [] for name in programs}, {}
    compilers = [name for name in programs if name not in ("Warpcell", "PoCL")]
    for k in kernels:
        medians = {name: statistics.median(times[k, name]) for name in programs if times[k, name]}
        for name, m in medians.items():
            ratios[name].append(m / medians["Warpcell"])
        native[k] = medians["Warpcell"] / min(medians[name] for name in compilers)
        lines.append(f"{k:10}" + "".join(f"{medians[name]:10.1f} ({medians[name] / medians['Warpcell']:5.2f})" if name in medians else f"{'':18}"
                                         for name in programs))
    lines.append(f"{'geometric mean':14}" + "".join(f"{'':{6 if name == 'Warpcell' else 10}} ({mean(r):5.2f})" for name, r in ratios.items()))
    first = {k: r for k, r in native.items() if k in KERNELS[:FIRST]}
    without = [r for k, r in first.items() if k not in SLOW_IN_C]
    lines += ["", f"Warpcell / the better of {' and '.join(compilers)}, geometric mean: {mean(first.values()):.2f} of the first {len(first)}, "
              f"{mean(without):.2f} of them without {' and '.join(SLOW_IN_C)}, {mean(native.values()):.2f} of all; most: {max(native, key=native.get)}, {max(native.values()):.2f}"]
    lines.append("")
    lines.append("empty kernel, microseconds: launched and waited for, launched one after the other")
    for name in programs:
        waited, queued = (statistics.median(column) for column in zip(*launches[name]))
        lines.append(f"{name:10}{waited:10.1f}{queued:10.1f}")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", default=str(ROOT / "build/normal"))
    parser.add_argument("--nvrtc", default="libnvrtc.so")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--only", help="kernels with commas between them")
    parser.add_argument("--peers", default="PoCL,gcc,clang")
    parser.add_argument("--odd", action="store_true", help="sizes that are primes, in blocks of 96 threads where a kernel takes any; the kernels for which this makes a difference, without PoCL")
    parser.add_argument("--no-answers", action="store_true", help="do not compare them again")
    parser.add_argument("--folder", help="where PTX, peers and PoCL's cache are kept")
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    kernels = args.only.split(",") if args.only else KERNELS
    if args.odd:
        os.environ["ENGINE_ODD"] = "1"
        kernels = [k for k in kernels if k not in FIXED]
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(args.folder or temporary)
        folder.mkdir(exist_ok=True)
        programs = prepare(args, folder)
        for k in [] if args.no_answers else kernels:
            compare(k, programs, folder)
        text = table(args, kernels, programs, *measure(args, kernels, programs))
    print(text)
    if args.write:
        text += "\n" + (HERE / "where_time_goes.txt").read_text()
        (ROOT / "tests/bench/results/engine.txt").write_text(text)


if __name__ == "__main__":
    main()
