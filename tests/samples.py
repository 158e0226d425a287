#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs NVIDIA's cuda-samples, from a folder that has them, as they are, and writes the table of docs/samples.md.

    tests/samples.py FOLDER [--program build/repl/warpcell] [--limit SECONDS] [--match TEXT] [--table FILE]

A sample is a folder with a CMakeLists.txt and a `main`. It runs in a copy of its own, with compute capability 9.0a, Common/ as a folder of
headers, and without arguments. Those that need what a machine without a screen lacks are named, not run. It fetches nothing.
"""
import argparse
import collections
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

import corpus

# What a program includes that a session does not offer, and why.
NEEDS = [
    (r"GL/|helper_gl\.h|GLFW|rendercheck_gl|cuda_gl_interop|gl_helper", "draws with OpenGL"),
    (r"d3d1[012]|D3D1[012]|DirectX", "draws with Direct3D"),
    (r"vulkan|Vulkan", "draws with Vulkan"),
    (r"EGL/|cudaEGL|eglstrm|graphics_interface", "EGL streams"),
    (r"nvscibuf|nvscisync|NvSci|nvsci", "NvSci, which Tegra has"),
    (r"nvmedia|cudla", "hardware of Tegra"),
    (r"<npp|nppi|Exceptions\.h", "NPP"),
    (r"nvjpeg", "nvJPEG"),
    (r"<nvvm\.h>", "libNVVM"),
    (r"nvJitLink\.h", "nvJitLink"),
    (r"FreeImage", "FreeImage"),
]
WAIVED = 2


def text_of(folder):
    return "\n".join(p.read_text("utf-8", "replace") for p in sorted(folder.rglob("*"))
                     if p.suffix in (".cu", ".cuh", ".cpp", ".c", ".h", ".hpp") and p.is_file())


def main_of(folder):
    """The file with `main`: named like the folder if there are several."""
    found = [p for p in sorted(folder.iterdir()) if p.suffix in (".cu", ".cpp", ".c") and corpus.is_program(p)]
    named = [p for p in found if p.stem.lower() == folder.name.lower()]
    return (named or found or [None])[0]


def need_of(text):
    includes = "\n".join(re.findall(r"^\s*#\s*include.*$", text, re.M))
    return next((why for pattern, why in NEEDS if re.search(pattern, includes)), None)


def samples(root):
    for lists in sorted(root.glob("Samples/*/**/CMakeLists.txt")):
        if lists.parent.parent != root / "Samples":
            program = main_of(lists.parent)
            if program:
                yield program


NVCC = pathlib.Path(__file__).parent.parent / "runtime/driver/tools/nvcc"


def toolkit_headers():
    """A toolkit's folder of headers, or that of NVIDIA's wheels."""
    roots = [*pathlib.Path("/usr/local").glob("cuda*/include"), *(p for root in sys.path for p in pathlib.Path(root).glob("nvidia/*/include"))]
    return next((p for p in roots if (p / "cooperative_groups.h").exists()), None)


def make_modules(folder, root):
    """What the build puts beside the program: modules that nvcc makes of a kernel's file, which Warpcell's nvcc makes of PTX, and the toolkit's
    headers of cooperative groups for NVRTC."""
    text = (folder / "CMakeLists.txt").read_text("utf-8", "replace")
    headers = toolkit_headers() if "cooperative_groups.h" in text else None
    if headers:
        shutil.copy(headers / "cooperative_groups.h", folder)
        shutil.copytree(headers / "cooperative_groups", folder / "cooperative_groups")
    named = dict(re.findall(r'set\(CUDA_(KERNEL_SOURCE|FATBIN_FILE|PTX_FILE)\s+"[^"]*/([^/"]+)"', text))
    made = named.get("FATBIN_FILE") or named.get("PTX_FILE")
    if made and "KERNEL_SOURCE" in named:
        subprocess.run([sys.executable, NVCC, "-ptx", "-I", root / "Common", "-o", folder / made, folder / named["KERNEL_SOURCE"]],
                       env={**os.environ, "WARPCELL_ARCH": "90"}, check=False)


def run(program, path, root, limit):
    """The outcome, what stopped it, and the seconds that it took."""
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / "Samples" / "group" / path.parent.name
        shutil.copytree(path.parent, copy)
        make_modules(copy, root)
        began = time.monotonic()
        status, output = corpus.run([program, "--as", "sm_90a", "-I", str(root / "Common")], copy / path.name, limit)
        seconds = time.monotonic() - began
    if status is None:
        return "time", f"not done after {limit:.0f} s", seconds
    if status == WAIVED:
        lines = [line for line in output.strip().splitlines() if line.strip()]
        return "waived", lines[-1].strip() if lines else "", seconds
    return *corpus.classify(status, output), seconds


# What the outcome does not tell.
IPC = "needs several processes: it starts itself again, and its processes pass handles through sockets"
LOW_LEVEL = "cuSOLVER's low-level interface to sparse factorisations (`cusolverSp_LOWLEVEL_PREVIEW.h`)"
NOTES = {
    "simpleAssert": "stops at the assertion that it shows: a failed assertion ends a session's program",
    "simpleAssert_nvrtc": "stops at the assertion that it shows: a failed assertion ends a session's program",
    "simpleAttributes": "waived: the cpu device has no L2 cache whose lines persist",
    "sortingNetworks": "a mistake of its own is found: `*log2L++` moves the pointer, so the next round reads past `log2L`",
    "ptxjit": "a mistake of its own is found: it prints `walltime`, which nobody has set (the driver returns the time in the list of options)",
    "HSOpticalFlow": "a mistake of its own is found: the reference adds the padding of rows, which nobody has written",
    "matrixMulDynlinkJIT": "loads the driver library by itself (`dlopen`)",
    "simpleIPC": IPC, "streamOrderedAllocationIPC": IPC, "memMapIPCDrv": IPC,
    "simpleP2P": "waived: it needs two devices", "streamOrderedAllocationP2P": "waived: it needs two devices",
    "simpleCUFFT_MGPU": "waived: it needs two devices", "simpleCUFFT_2d_MGPU": "waived: it needs two devices",
    "conjugateGradientMultiDeviceCG": "needs two devices; grid groups in host classes are not known",
    "MersenneTwisterGP11213": "cuRAND's generator MTGP32, whose tables only NVIDIA's library has",
    "cuSolverRf": LOW_LEVEL + " and `cusolverRf.h`", "cuSolverSp_LowlevelCholesky": LOW_LEVEL, "cuSolverSp_LowlevelQR": LOW_LEVEL,
    "vectorAddMMAP": "physical memory that is mapped (`cuMemCreate`, `cuMemMap`)", "cudaCompressibleMemory": "physical memory that is mapped (`cuMemCreate`, `cuMemMap`)",
    "graphConditionalNodes": "conditional nodes of graphs", "graphMemoryNodes": "nodes of graphs that allocate memory",
    "graphMemoryFootprint": "nodes of graphs that allocate memory", "interval": "rounding modes of the host (`<fenv.h>`), for the interval library of Boost",
    "nvJPEG": "nvJPEG", "nvJPEG_encoder": "nvJPEG",
}
GOOD = ("passed its check", "ran")
WORDS = {"passed its check": "runs, its check passes", "ran": "runs", "time": "slow"}


def write_table(path, rows):
    counts = collections.Counter(r[1] for r in rows)
    good = counts["passed its check"] + counts["ran"]
    runnable = sum(1 for r in rows if r[1] != "needs")
    with open(path, "w") as f:
        f.write("# NVIDIA's samples\n\n")
        f.write("Made by `tests/samples.py`, which runs each program of [cuda-samples](https://github.com/NVIDIA/cuda-samples) as it is: on the cpu "
                "device, as compute\ncapability 9.0a, without arguments, on two processors that had other work to do. Modules that its CMakeLists.txt has nvcc make "
                "are made by Warpcell's nvcc\n([driver.md](driver.md)). A *gap* names the first thing that is missing.\n\n")
        f.write("The `...TensorCoreGemm` compare nothing unless `CPU_DEBUG` is 1. With it, and tiles for matrices of 512 x 512, their comparisons find no "
                "difference.\n\n")
        f.write(f"Of {len(rows)} samples {len(rows) - runnable} need something other than CUDA. Of the other {runnable}, {good} run.\n")
        group = None
        for name, outcome, text, seconds in rows:
            folder, _, sample = str(name).partition("/")
            if folder != group:
                group = folder
                f.write(f"\n## {folder}\n\n| Sample | Result | Seconds |\n|---|---|---|\n")
            what = WORDS.get(outcome, outcome)
            if sample in NOTES and outcome not in GOOD:
                what = NOTES[sample]
            elif text:
                text = re.sub(r"0x[0-9a-f]{6,}", "0x...", text)
                what = text if outcome == "needs" else f"{what}: {text}"
            took = f"{seconds:.1f}" if outcome in GOOD else ""
            f.write(f"| `{sample}` | {what.replace('|', chr(92) + '|')} | {took} |\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--program", default="build/repl/warpcell")
    parser.add_argument("--limit", type=float, default=600, help="seconds for a program")
    parser.add_argument("--match", default="", help="only samples with this text in their path")
    parser.add_argument("--table", help="write docs/samples.md here")
    parser.add_argument("--log", type=pathlib.Path, action="append", default=[],
                        help="make the table of what earlier runs have printed; of several, the last that has a sample counts")
    args = parser.parse_args()
    program, root = str(pathlib.Path(args.program).resolve()), args.folder.resolve()
    known = {}
    for log in args.log:
        for line in log.read_text().splitlines():
            words = line[17:].split()
            if len(words) > 1 and "/" in words[0]:
                known[words[0]] = (line[:16].strip(), " ".join(words[2:]), float(words[1]))
    rows = []
    for path in samples(root):
        name = path.parent.relative_to(root / "Samples")
        if args.match not in str(name):
            continue
        if str(name) in known:
            rows.append((name, *known[str(name)]))
            continue
        need = need_of(text_of(path.parent))
        outcome, text, seconds = ("needs", need, 0) if need else run(program, path, root, args.limit)
        rows.append((name, outcome, text, seconds))
        print(f"{outcome:16} {str(name):50} {seconds:7.1f} {text}".rstrip(), flush=True)
    for outcome, n in collections.Counter(r[1] for r in rows).most_common():
        print(f"{n:5} {outcome}")
    if args.table:
        write_table(args.table, rows)
    return 1 if any(r[1] == "crash" for r in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
