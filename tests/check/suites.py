# SPDX-License-Identifier: Apache-2.0
"""Public suites of labelled kernels under `warpcell --check`, as a table: what the label says and what the checker says.

    python tests/check/suites.py REPL --sanitizer PATH --gpuverify PATH --scor PATH --indigo PATH [--only TEXT] [--jobs N]

PATH is a checkout of NVIDIA/compute-sanitizer-samples, mc-imperial/GPUVerifyBenchmarks, csl-iisc/ScoR or
JohnJacobsonIII/HiRace-Artifact-SC24; nothing is fetched. The samples, ScoR's microbenchmarks and Indigo's are programs, and the names of the
latter two are their labels: race_* and norace_*, and the bugs of Indigo, which runs on two of its graphs. GPUVerify's kernels have no host code: this script writes a main() that gives them the launch bounds of their header, a pointer
into the middle of memory full of zeros for each pointer, and for each scalar the value that `__requires` asks for, or SCALAR. It declares the types and functions
that their files take from GPUVerify."""

import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import tempfile

SCALAR = 64
BYTES = 1 << 26
THREADS = 1 << 11  # at most, by fewer blocks
SECONDS = 60

# What the samples' Makefiles and comments say: the tool that finds the fault, and the line it names.
SANITIZER = {
    "Initcheck/memset_error.cu": "uninitialised read at 41",
    "Memcheck/memcheck_demo.cu": "misaligned address at 34; out of bounds at 39; leak",
    "Racecheck/block_error.cu": "data race at 41 and 51",
    "Racecheck/warp_error.cu": "data race at 44 and 56",
    "Suppressions/suppressions_demo.cu": "leak",
    "Suppressions/suppressions_initcheck_demo.cu": "uninitialised read of one byte",
    "Synccheck/divergent_threads.cu": "barrier at 54",
    "Synccheck/illegal_syncwarp.cu": "__syncwarp() mask",
}

# What the files take from GPUVerify, from the samples' cutil_math.h and from CUDA 11: texture references, which CUDA 12 no longer has.
PRELUDE = r"""
#pragma once
#include <cmath>
#define CUDART_PI_F 3.141592654f
#define cudaTextureType2D 2
#define __requires(...) ((void) 0)
#define __ensures(...) ((void) 0)
#define __invariant(...) ((void) 0)
#define __global_invariant(...) ((void) 0)
#define __function_wide_invariant(...) ((void) 0)
#define __assume(...) ((void) 0)
#define __assert(...) ((void) 0)
#define __global_assert(...) ((void) 0)
template<typename T, int mode> struct suite_texel { typedef T type; };
template<> struct suite_texel<unsigned char, 1> { typedef float type; };
template<> struct suite_texel<uchar4, 1> { typedef float4 type; };
template<typename T, int d = 1, int mode = 0> struct suite_texture { int unused; };
#define SUITE_TEX template<typename T, int d, int m> __device__ typename suite_texel<T, m>::type
#define SUITE_READ return typename suite_texel<T, m>::type{}
SUITE_TEX tex1D(suite_texture<T, d, m>, float) { SUITE_READ; }
SUITE_TEX tex1Dfetch(suite_texture<T, d, m>, int) { SUITE_READ; }
SUITE_TEX tex2D(suite_texture<T, d, m>, float, float) { SUITE_READ; }
SUITE_TEX tex3D(suite_texture<T, d, m>, float, float, float) { SUITE_READ; }
SUITE_TEX tex2DLayered(suite_texture<T, d, m>, float, float, int) { SUITE_READ; }
SUITE_TEX texCubemap(suite_texture<T, d, m>, float, float, float) { SUITE_READ; }
#define SUITE_OP(V, op, list)                                                                                                      \
    static inline __host__ __device__ V operator op(V a, V b) { return list(a, b, op); }                                           \
    static inline __host__ __device__ V &operator op##=(V &a, V b) { return a = a op b; }
#define SUITE_2(a, b, op) {a.x op b.x, a.y op b.y}
#define SUITE_3(a, b, op) {a.x op b.x, a.y op b.y, a.z op b.z}
#define SUITE_4(a, b, op) {a.x op b.x, a.y op b.y, a.z op b.z, a.w op b.w}
#define SUITE_VECTOR(V, list, ...)                                                                                                 \
    SUITE_OP(V, +, list) SUITE_OP(V, -, list) SUITE_OP(V, *, list) SUITE_OP(V, /, list)                                            \
    static inline __host__ __device__ V suite_##V(float s) { return __VA_ARGS__; }                                                 \
    static inline __host__ __device__ V operator*(V a, float s) { return a * suite_##V(s); }                                       \
    static inline __host__ __device__ V operator*(float s, V a) { return a * suite_##V(s); }                                       \
    static inline __host__ __device__ V operator/(V a, float s) { return a / suite_##V(s); }                                       \
    static inline __host__ __device__ V operator+(V a, float s) { return a + suite_##V(s); }                                       \
    static inline __host__ __device__ V operator-(V a, float s) { return a - suite_##V(s); }                                       \
    static inline __host__ __device__ V &operator*=(V &a, float s) { return a = a * suite_##V(s); }                                \
    static inline __host__ __device__ V &operator/=(V &a, float s) { return a = a / suite_##V(s); }
SUITE_VECTOR(float2, SUITE_2, {s, s})
SUITE_VECTOR(float3, SUITE_3, {s, s, s})
SUITE_VECTOR(float4, SUITE_4, {s, s, s, s})
static inline __host__ __device__ float4 make_float4(float s) { return {s, s, s, s}; }
static inline __host__ __device__ float4 make_float4(float3 a) { return {a.x, a.y, a.z, 0}; }
static inline __host__ __device__ float4 make_float4(float3 a, float w) { return {a.x, a.y, a.z, w}; }
static inline __host__ __device__ float3 make_float3(float s) { return {s, s, s}; }
static inline __host__ __device__ float3 make_float3(float4 a) { return {a.x, a.y, a.z}; }
static inline __host__ __device__ float3 operator-(float3 a) { return {-a.x, -a.y, -a.z}; }
static inline __host__ __device__ float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline __host__ __device__ float dot(float4 a, float4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
static inline __host__ __device__ float length(float3 a) { return sqrtf(dot(a, a)); }
static inline __host__ __device__ float3 normalize(float3 a) { return a / length(a); }
static inline __host__ __device__ float3 cross(float3 a, float3 b)
{
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static inline __host__ __device__ float clamp(float x, float a, float b) { return x < a ? a : x > b ? b : x; }
static inline __host__ __device__ int clamp(int x, int a, int b) { return x < a ? a : x > b ? b : x; }
static inline __host__ __device__ float3 lerp(float3 a, float3 b, float t) { return a + t * (b - a); }
"""

MAIN = """
template<typename T> static T *suite_memory()
{
    void *p;
    cudaMalloc(&p, %d), cudaMemset(p, 0, %d);
    return (T *) ((char *) p + %d);
}
int main()
{
    %s<<<dim3(%s), dim3(%s), %d>>>(%s);
    cudaError_t e = cudaDeviceSynchronize();
    return e != cudaSuccess;
}
"""


def run(repl, path, leaks=False, arguments=()):
    try:
        r = subprocess.run([repl, "--check", *["--leaks"] * leaks, path.name, *arguments], cwd=path.parent, capture_output=True, text=True, errors="replace",
                           timeout=SECONDS, stdin=subprocess.DEVNULL, env=dict(os.environ, NO_COLOR="1"))
    except subprocess.TimeoutExpired:
        return ["more than %d s" % SECONDS], ""
    found = []
    lines = r.stderr.splitlines()
    for i, line in enumerate(lines):
        at = re.match(r" *--> [^:]*:(\d+)", lines[i + 1]) if i + 1 < len(lines) else None
        what = re.search(r"^(?:.*\n)?.*?(?:warning|error): ([^:]*?)(?: in '[^']*')?(:.*|$)", line)
        if what and "always_inline" not in line and "--check#" not in (lines[i + 1] if i + 1 < len(lines) else ""):
            found.append(what.group(1) + (" at " + at.group(1) if at else ""))
    found += ["leak at " + n for n in re.findall(r"^ *\d+ +device .*:(\d+)$", r.stdout, re.M) if leaks]
    return found, r.stderr + r.stdout


# ---- labels in names ----

GRAPHS = ["counterDAG_200n_1000e.egr", "counterDAG_5n_5e.egr"]
INDIGO_RACES = ["atomicBug", "raceBug", "guardBug", "syncBug"]


def races_of(found):
    return [f for f in found if "data race" in f or "atomics of too small" in f]


def verdict(label, found):
    """What the label expects, and whether it was found."""
    race = bool(races_of(found))
    return "found" if label == "race" and race else "missed" if label == "race" else "FALSE ALARM" if race else "silent"


def scor(repl, path):
    label = "race" if path.name.startswith("race_") else "no race"
    found, output = run(repl, path)
    return path.name, label, [verdict(label, found)], output


def indigo(repl, root, path):
    label = "race" if any(bug in path.name for bug in INDIGO_RACES) else "no race"
    found = []
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder) / path.name
        header = (root / "indigo_include" / "indigo_cuda.h").read_text(errors="replace")
        program.write_text(path.read_text(errors="replace").replace('#include "indigo_cuda.h"', header))
        for graph in GRAPHS:
            found += run(repl, program, arguments=[str(root / "input" / graph), "64", "4"])[0]
    return path.name, label, [verdict(label, found)], "\n".join(found)


# ---- GPUVerify's kernels ----

def dims(text, option):
    m = re.search(r"--%s=\[?([\d,]+)\]?" % option, text)
    return ([int(n) for n in m.group(1).split(",")] + [1, 1])[:3] if m else [1, 1, 1]


def smaller(grid, block):
    threads = block[0] * block[1] * block[2]
    for i in (2, 1, 0):
        while grid[i] > 1 and grid[0] * grid[1] * grid[2] * threads > THREADS:
            grid[i] = (grid[i] + 1) // 2
    return grid


def without_comments(text):
    return re.sub(r"//[^\n]*|/\*.*?\*/", lambda m: re.sub(r"[^\n]", " ", m.group(0)), text, flags=re.S)


def closing(text, at):
    depth = 0
    for i in range(at, len(text)):
        depth += {"(": 1, ")": -1}.get(text[i], 0)
        if depth == 0:
            return i
    return len(text)


def split(params):
    out, depth, one = [], 0, ""
    for c in params:
        depth += {"(": 1, "<": 1, ")": -1, ">": -1}.get(c, 0)
        if c == "," and depth == 0:
            out.append(one)
            one = ""
        else:
            one += c
    return [p.strip() for p in out + [one] if p.strip() and p.strip() != "void"]


def argument(param, body):
    param = re.sub(r"\b(__restrict__|__restrict|restrict)\b", "", param).split("=")[0].strip()
    pointer = re.match(r"(.*)\*\s*(const\s+)?\w*\s*(\[.*\])?$", param, re.S)
    if pointer:
        return "suite_memory<%s>()" % re.sub(r"\bconst\b", "", pointer.group(1)).strip()
    array = re.match(r"(.*?)\s(\w+)\s*\[.*\]$", param, re.S)
    if array:
        return "suite_memory<%s>()" % re.sub(r"\bconst\b", "", array.group(1)).strip()
    kind, name = re.match(r"(.*?)\s*(\w+)$", param, re.S).groups()
    asked = re.search(r"__requires\(\s*%s\s*==\s*([^;]*?)\s*\)\s*;" % name, body)
    if asked:
        return "(%s) (%s)" % (kind, re.sub(r"blockDim\.x", "BLOCK_X_OF_SUITE", asked.group(1)))
    if re.search(r"\b(int|unsigned|uint|char|short|long|float|double|size_t|bool|uchar|T)\b", kind):
        return "(%s) %d" % (kind, SCALAR)
    return "%s{}" % kind


KERNEL = re.compile(r"__global__\s+(?:(?:static|inline|__attribute__\s*\(\(.*?\)\)|__launch_bounds__\s*\([^)]*\))\s+)*void\s+"
                    r"(?:__launch_bounds__\s*\([^)]*\)\s*)?(\w+)\s*\(")
INSTANCE = re.compile(r"template\s+__global__\s+void\s+(\w+\s*<[^(]*>)\s*\(([^;]*)\)\s*;")


def with_textures(text):
    text = re.sub(r"(?m)^(static |extern )?texture\s*<", "__device__ suite_texture<", text)
    return re.sub(r"\btexture\s*<", "suite_texture<", text)


def kernel_program(text, headers, mutated):
    """The file with a main(); None: it has no kernel. Explicit instantiations go: the launch instantiates."""
    code = without_comments(text)
    instance = INSTANCE.search(code)
    defined = [m for m in KERNEL.finditer(code) if re.match(r"\s*\{", code[closing(code, m.end() - 1) + 1:])]
    if not defined:
        return None
    m = defined[-1]
    end = closing(code, m.end() - 1)
    block = dims(text, "blockDim")
    grid = smaller(dims(text, "gridDim"), block)
    params = instance.group(2) if instance else re.sub(r"(?m)^\s*#.*$", "", code[m.end():end])
    args = [argument(p, code) for p in split(params)]
    dynamic = 1 << 14 if re.search(r"extern\s+(\w+\s+)*__shared__|__shared__\s+extern", code + headers) else 0
    main = MAIN % (BYTES, BYTES, BYTES // 2, instance.group(1) if instance else m.group(1), ", ".join(map(str, grid)),
                   ", ".join(map(str, block)), dynamic, ", ".join(args).replace("BLOCK_X_OF_SUITE", str(block[0])))
    if instance:
        text = text[:instance.start()] + "\n" * instance.group(0).count("\n") + text[instance.end():]
    text = with_textures(text)
    defines = "".join("#define %s\n" % d.replace("=", " ") for d in re.findall(r" -D(\w+(?:=\w+)?)", text.split("\n\n", 1)[0]))
    if mutated:
        defines += "#define MUTATION 1\n"
    if "uchar" in text and not re.search(r"typedef[^;]*\buchar\s*;", text):
        defines += "typedef unsigned char uchar;\n"
    return '#include "suite.h"\n' + text.split("\n", 1)[1] + main, defines


def gpuverify(repl, root, path, mutated):
    text = path.read_text(errors="replace")
    label = "mutated" if mutated else text.split("\n", 1)[0].lstrip("/").strip()
    headers = list(path.parent.parent.glob("*.h")) + list(path.parent.glob("*.h"))
    program = kernel_program(text, "".join(h.read_text(errors="replace") for h in headers), mutated)
    if not program:
        return path.relative_to(root), label, ["no kernel"], ""
    with tempfile.TemporaryDirectory() as folder:
        at = pathlib.Path(folder) / "at"
        at.mkdir()
        for header in headers:
            for folder_of in (at, at.parent):
                (folder_of / header.name).write_text(with_textures(header.read_text(errors="replace")))
        (at / "suite.h").write_text(program[1] + PRELUDE)
        (at / path.name).write_text(program[0])
        found, output = run(repl, at / path.name)
    return path.relative_to(root), label, found, output


def main():
    options = argparse.ArgumentParser()
    options.add_argument("repl", type=pathlib.Path)
    options.add_argument("--sanitizer", type=pathlib.Path)
    options.add_argument("--gpuverify", type=pathlib.Path)
    options.add_argument("--scor", type=pathlib.Path)
    options.add_argument("--indigo", type=pathlib.Path, help="the folder 'indigo' of the checkout")
    options.add_argument("--only", default="")
    options.add_argument("--output", action="store_true")
    options.add_argument("--jobs", type=int, default=1)
    o = options.parse_args()
    repl = o.repl.resolve()
    with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
        jobs = []
        if o.sanitizer:
            jobs += [pool.submit(lambda n=name: (n, SANITIZER[n], *run(repl, o.sanitizer / n, True))) for name in SANITIZER if o.only in name]
        if o.gpuverify:
            paths = sorted(p for p in o.gpuverify.rglob("*.cu") if o.only in str(p))
            for p in paths:
                jobs.append(pool.submit(gpuverify, repl, o.gpuverify, p, False))
                if "MUTATION" in p.read_text(errors="replace"):
                    jobs.append(pool.submit(gpuverify, repl, o.gpuverify, p, True))
        if o.scor:
            jobs += [pool.submit(scor, repl, p) for p in sorted(o.scor.glob("microbenchmarks/src/*.cu")) if o.only in p.name]
        if o.indigo:
            root = o.indigo.resolve()
            jobs += [pool.submit(indigo, repl, root, p) for p in sorted(root.glob("indigo_sources/*/*.cu")) if o.only in p.name]
        for job in jobs:
            name, label, found, output = job.result()
            print("| %s | %s | %s |" % (name, label, "; ".join(found) or "silent"), flush=True)
            if o.output:
                print(output)


if __name__ == "__main__":
    main()
