# SPDX-License-Identifier: Apache-2.0
"""%jit: what the cpu device makes of a kernel, beside the kernel's PTX and what objdump reads in the bytes."""
import pathlib
import re
import shutil

import fake_gpu
import pytest


KERNELS = [path for path in sorted((pathlib.Path(__file__).resolve().parents[1] / "bench/engine/kernels").glob("*.cu")) if path.stem != "empty"]
HAS_OBJDUMP = shutil.which("objdump") is not None

def name_of(path):
    return re.search(r"__global__ void (?:__launch_bounds__\(\d+\) )?(\w+)", path.read_text()).group(1)

def show(run, magic, text):
    ended = run("-e", text, "-e", magic)
    assert (ended.returncode, ended.stderr) == (0, ""), ended.stderr
    return ended.stdout

def squeeze(text):
    return re.sub(r"\s+", " ", text.strip())

def instructions(ptx):
    """Of the PTX that %ptx shows: those that end with a semicolon and are no declaration."""
    lines = (re.sub(r"\s*//.*", "", line).strip() for line in ptx.splitlines())
    return {squeeze(line) for line in lines if line.endswith(";") and not line.startswith(".")}

def listed(text):
    return {squeeze(match.group(1)) for match in re.finditer(r"^  ([^ /][^;]*;)", text, re.M)}

def machine_code(text):
    return [line.strip() for line in text.splitlines() if re.match(r" {10}[a-z{]", line)]

@pytest.mark.parametrize("path", KERNELS, ids=lambda path: path.stem)
def test_every_instruction_of_the_ptx_is_listed(run, path):
    name = name_of(path)
    text = show(run, f"%jit {name}", path.read_text())
    assert "all lanes run" in text and "whole warps whose lanes agree" in text
    missing = instructions(show(run, f"%ptx {name}", path.read_text())) - listed(text)
    assert not {line for line in missing if not line.startswith(("ret", "bra", "{", "}"))}
    if HAS_OBJDUMP:
        assert len(machine_code(text)) > 10 and not any("(bad)" in line for line in machine_code(text))

ROW = "int g = blockIdx.x * 128 + threadIdx.x;"
ROWS = "int g = (blockIdx.y * 16 + threadIdx.y) * 1024 + blockIdx.x * 16 + threadIdx.x;"
LOOP = "float s = 0;\n#pragma unroll 1\nfor (int i = "
FETCHED = [
    ("one block after the other", ROW + "y[g] = x[g];", "128", 2, 2),
    ("one line", ROW + "y[g] = x[g] + x[g + 1];", "128", 2, 2),
    ("two lines", ROW + "y[g] = x[g] + x[g + 100];", "128", 4, 2),
    ("rounds that go far", ROW + LOOP + "g; i < n; i += m) s += x[i]; *y = s;", "128", 2, 0),
    ("rounds that go on line by line", LOOP + "0; i < n; i++) s += x[i * 32 + threadIdx.x]; *y = s;", "128", 0, 0),
    ("a loop that changes its values by turns", ROW + "int a = m, b = n;" + LOOP + "0; i < n; i++) { s += x[g + a]; int c = a; a = b ^ a; b = c ^ b; } *y = s;", "128", 0, 0),
    ("the same for each block", "*y = x[threadIdx.x];", "128", 0, 0),
    ("rows of half a line", ROWS + "y[g] = x[g] + x[g + m] + x[g + 2 * m];", "16,16", 2, 0),
    ("fields", ROW + "y[g] = x[3 * g] + x[3 * g + 1];", "128", 6, 2),
    ("vectors of four", ROW + "float4 v = ((const float4 *) x)[g]; y[g] = v.x + v.w;", "128", 8, 2),
    ("bytes", ROW + "y[g] = ((const char *) x)[g] + ((const char *) x)[g + m];", "128", 1, 2),
    ("blocks of rows that loop", ROWS + LOOP + "g; i < n; i += m) s += x[i]; *y = s;", "32,8", 0, 0),
]

@pytest.mark.skipif(not HAS_OBJDUMP, reason="needs objdump")
@pytest.mark.parametrize("body, block, loads, stores", [case[1:] for case in FETCHED], ids=[case[0] for case in FETCHED])
def test_what_is_fetched_ahead(run, body, block, loads, stores):
    text = f"__global__ void k(int n, int m, const float *x, float *y) {{ {body} }}"
    code = machine_code(show(run, f"%jit k --block {block} --all", text))
    assert sum(line.startswith("prefetcht0") for line in code) == loads
    assert sum(line.startswith("prefetchw") for line in code) == stores

@pytest.mark.skipif(not HAS_OBJDUMP, reason="needs objdump")
@pytest.mark.parametrize("path", KERNELS, ids=lambda path: path.stem)
def test_all_of_the_machine_code_is_shown_once(run, path):
    text = show(run, f"%jit {name_of(path)} --all", path.read_text())
    code = machine_code(text)
    assert not any("(bad)" in line for line in code)
    assert len(code) > 2 * len(machine_code(show(run, f"%jit {name_of(path)}", path.read_text())))
    assert sum(line.startswith("ret") for line in code) >= 1
    for line in code:  # a jump within the function says where it leads
        if re.match(r"j[a-z]+ +0x", line):
            assert re.search(r"<(block \d+|seldom|around the blocks)", line), line
    sizes = [int(size) for size in re.findall(r"(\d+) bytes", text)] + [int(re.search(r"seldom run, (\d+)", text).group(1))]
    last = max(int(to, 16) for to in re.findall(r" 0x([0-9a-f]+)  <", text))
    assert all(sizes) and sum(sizes) > last

CALLS = """__device__ __noinline__ int down(int x) { return x > 1 ? down(x - 1) + down(x - 2) : x; }
__global__ void calls(int *a) { a[threadIdx.x] = down(threadIdx.x); }"""
WAITS = "__global__ void waits(volatile int *a) { while (*a == 0); }"
SLEEPS = "__global__ void sleeps(int *a) { __nanosleep(10); *a = 1; }"
TABLE = "__global__ void through(int (*f)(int), int *a) { *a = f(*a); }"

@pytest.mark.parametrize("name, text, why, at", [
    ("calls", CALLS, "it calls a function that is not inlined", "call.uni (retval0), _Z4downi, (param0 );"),
    ("sleeps", SLEEPS, "it sleeps, so that other threads may run", "nanosleep.u32"),
    ("through", TABLE, "it calls through a pointer", "call"),
])
def test_why_a_kernel_is_left_to_the_interpreter(run, name, text, why, at):
    shown = show(run, f"%jit {name}", text)
    assert f"// the interpreter executes it: {why}\n" in shown
    assert at in shown.splitlines()[-1] and f"{name}" in shown
    assert not machine_code(shown)

CALLED = r"""__device__ __noinline__ float f(bool b, char c, short s, float x, double d) { return b ? x * c : x + s + (float)d; }
struct P { float x, y, z; int k; };
__device__ __noinline__ P g(P p, int n) { for (int i = 0; i < n; i++) { p.x += p.y; p.k ^= i; } return p; }
__device__ __noinline__ int deep(int n, unsigned char u, signed char s, unsigned short v) { int local[8]; for (int i = 0; i < 8; i++) local[(i * 3 + n) & 7] = i + u; return local[n & 7] * s + v; }
__device__ __noinline__ int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }
__device__ __noinline__ float sync_sum(float x) { __shared__ float s[64]; s[threadIdx.x] = x; __syncthreads(); float t = s[63 - threadIdx.x]; __syncthreads(); return t; }
__global__ void k(float *o, double *d) { int i = threadIdx.x; P p = {o[i], 2, 3, i}; p = g(p, i); o[i] = f(i & 1, i - 40, -i, p.x, pow(d[i], 2.5)) + p.k + deep(i, i * 5, -i, i * 2000) + fact(i & 7); o[i] += sync_sum(o[i]) + (i > 20 ? deep(i + 3, i, i, i) : 0); d[i] = sin(d[i]) + pow(d[i], 0.3); }
float *o; double *d; cudaMallocManaged(&o, 64*4); cudaMallocManaged(&d, 64*8);
for (int i = 0; i < 64; i++) { o[i] = i * 0.37f; d[i] = i == 5 ? 1e9 : i * 1.3; }
k<<<1,64>>>(o, d); cudaDeviceSynchronize(); for (int i = 0; i < 64; i++) printf("%.9g %.17g\n", o[i], d[i]);
"""

def test_called_functions_stand_in_the_kernel(run):
    """Under the checker calls are calls. Arguments of all sizes, structures, local arrays, barriers, recursion; powers and sines."""
    plain, checked = run("-e", CALLED), run("--check", "-e", CALLED)
    assert plain.returncode == 0 and plain.stdout == checked.stdout[:len(plain.stdout)] and plain.stdout.count("\n") == 64
    called = CALLED[:CALLED.index("\nfloat *o")].replace(" + fact(i & 7)", "")
    assert "lanes 0 to 15" in show(run, "%jit k --block 64", called)

LOCK = """__global__ void lock(int *m, int *c) {
  bool done = false;
  while (!done)
    if (atomicCAS(m, 0, 1) == 0) { *c = *c + 1; __threadfence(); atomicExch(m, 0); done = true; }
}"""
TRIES = "__global__ void tries(int *m) { for (int i = 0; i < 100; i++) if (atomicCAS(m, 0, 1) == 0) break; }"
DRAWS = "__global__ void draws(int *next, int *a) { int i; while ((i = atomicAdd(next, 1)) < 100) a[i] = 1; }"
SUM = """__global__ void sum(double *s, const double *x) {
  unsigned long long *p = (unsigned long long *) s, old = *p, seen;
  do { seen = old; old = atomicCAS(p, seen, __double_as_longlong(x[threadIdx.x] + __longlong_as_double(seen))); } while (seen != old);
}"""
GREATEST = """__global__ void greatest(float *s, const float *x) {
  int *p = (int *) s, old = *p;
  while (x[threadIdx.x] > __int_as_float(old)) {
    int seen = old;
    old = atomicCAS(p, seen, __float_as_int(x[threadIdx.x]));
    if (old == seen) break;
  }
}"""
VISIT = """__global__ void visit(const int *from, const int *to, int *distance, int *queue, int *tail) {
  for (int e = from[threadIdx.x]; e < from[threadIdx.x + 1]; e++)
    if (atomicCAS(&distance[to[e]], -1, 1) == -1) queue[atomicAdd(tail, 1)] = to[e];
}"""

@pytest.mark.parametrize("name, text, waits", [
    ("waits", WAITS, True), ("lock", LOCK, True), ("tries", TRIES, True), ("draws", DRAWS, True), ("sum", SUM, False), ("greatest", GREATEST, False),
    ("visit", VISIT, False),
])
def test_which_loops_may_wait(run, name, text, waits):
    """One that ends when its own atomic succeeds does not wait, nor does one whose end depends on no atomic."""
    shown = show(run, f"%jit {name} --block 64", text)
    assert ("it may wait for another thread" in shown) == waits
    assert machine_code(shown)

VALUES = [ # which the AVX2 of a processor without AVX-512 has, too
    ("__clz(A)", True), ("__ffs(A)", True), ("__brev(A)", True), ("__popcll(X)", True), ("(long) (X * Y)", True), ("__umul64hi(X, Y)", True), ("__mul64hi(X, Y)", True),
    ("min(X, Y)", True), ("(long) X >> A", True), ("(float) A", True), ("(unsigned) __int_as_float(A)", True), ("(double) X", True), ("(short) __int_as_float(A)", True),
    ("((volatile unsigned *) q)[threadIdx.x ^ 5] + *(volatile unsigned *) q", True), ("((volatile char *) q)[threadIdx.x]", True),
    ("X / Y", False), ("(long) X % (long) Y", False), ("(long) __longlong_as_double(X)", False), ("__clzll(X)", False),
]

@pytest.mark.parametrize("value, avx2", VALUES, ids=[value for value, _ in VALUES])
def test_what_is_computed_lane_by_lane_is_vector_code(run, value, avx2):
    kernel = f"""#define A q[threadIdx.x]
#define X p[threadIdx.x]
#define Y p[threadIdx.x + 32]
__global__ void values(double *d, const unsigned long *p, const unsigned *q) {{ d[threadIdx.x] = {value}; }}"""
    shown = show(run, "%jit values --block 32", kernel)
    assert "call of the interpreter" not in shown or ("AVX-512" not in shown and not avx2)

ROWS = """__global__ void rows(float (*a)[16]) { a[threadIdx.y][threadIdx.x] += 1; }
device float x[16][16];"""

def test_the_shape_of_a_block_decides_on_classes(run):
    assert "a warp is two rows of 16 threads" in show(run, "%jit rows --block 16,16", ROWS)
    assert "base + 4 * lane, a base for each row" in show(run, "%jit rows --block 16,16", ROWS)
    assert "a base for each row" not in show(run, "%jit rows --block 64", ROWS)
    eight = show(run, "%jit rows --block 8,8", ROWS)
    assert "a warp is four rows of 8 threads" in eight and "base + 4 * lane, a base for each row" in eight

@pytest.mark.parametrize("block, warps", [
    ("10,10", "two rows of 10 threads, as the kernel does not ask for warps"),
    ("20,20", "a row of 20 threads, as the kernel does not ask for warps"),
    ("7,3", "four rows of 7 threads, as the kernel does not ask for warps"),
    ("36,4", "two rows of 12 threads, as the kernel does not ask for warps"),
    ("48,4", "two rows of 16 threads, parts of a row of the block"),
    ("16,3", "two rows of 16 threads"),
])
def test_rows_of_any_width_have_scalar_addresses(run, block, warps):
    shown = show(run, f"%jit rows --block {block}", ROWS)
    assert f"a warp is {warps}\n" in shown and "an address for each lane" not in shown
    assert "base + 4 * lane" in shown

@pytest.mark.parametrize("body", [
    "a[threadIdx.y][threadIdx.x] += __shfl_xor_sync(~0u, threadIdx.x, 1);",
    "unsigned lane; asm(\"mov.u32 %0, %%laneid;\" : \"=r\"(lane)); a[threadIdx.y][threadIdx.x] += lane;",
    "__syncwarp(); a[threadIdx.y][threadIdx.x] += 1;",
    "volatile float *v = a[threadIdx.y]; v[threadIdx.x] += 1;",
    "asm volatile(\"bar.sync 1, 64;\"); a[threadIdx.y][threadIdx.x] += 1;",
    "a[threadIdx.y][threadIdx.x] += __syncthreads_count(threadIdx.x & 1);",
])
def test_what_asks_for_warps_keeps_them(run, body):
    kernel = f"__global__ void rows(float (*a)[16]) {{ {body} }}"
    assert "a warp is 32 threads of any rows" in show(run, "%jit rows --block 10,10", kernel)
    for block, warps in {"16,3": "two rows of 16 threads", "48,2": "two rows of 16 threads, parts of a row of the block",
                         "24,4": "four rows of 8 threads, parts of a row of the block"}.items():
        assert f"a warp is {warps}\n" in show(run, f"%jit rows --block {block}", kernel)

@pytest.mark.parametrize("index, warps", [
    ("threadIdx.x / 16 * 33 + threadIdx.x % 16", "two rows of 16 threads, parts of a row of the block"),
    ("(threadIdx.x >> 3) * 9 + (threadIdx.x & 7) * 4", "four rows of 8 threads, parts of a row of the block"),
    ("threadIdx.x / 32 * 33 + threadIdx.x % 32", "32 threads that follow each other in x"),
])
def test_a_block_gets_the_rows_that_the_kernel_makes(run, index, warps):
    kernel = f"__global__ void split(float *y, const float *x) {{ y[threadIdx.x] = x[{index}]; }}"
    shown = show(run, "%jit split --block 128", kernel)
    assert f"a warp is {warps}\n" in shown and "an address for each lane" not in shown

WARPS = """__global__ void warps(float *y, const float *x, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = x[i / 32 * n + i % 32];
}"""

@pytest.mark.parametrize("block, gathers", [("128", False), ("64,3", False), ("16,16", False), ("100", True)])
def test_the_number_of_a_warp_in_the_grid_is_one_number(run, block, gathers):
    """If the rows of a block are whole rows of a warp."""
    assert ("an address for each lane" in show(run, f"%jit warps --block {block}", WARPS)) == gathers

def test_accesses_that_share_a_look_at_their_addresses(run):
    kernel = """__global__ void pairs(float *y, unsigned j) {
  __shared__ float s[512];
  unsigned t = threadIdx.x, low = 2 * t - (t & (j - 1));
  s[t] = y[t], s[t + 256] = y[t + 256];
  __syncthreads();
  float a = s[low], b = s[low + j];
  s[low] = fminf(a, b), s[low + j] = fmaxf(a, b);
  __syncthreads();
  y[t] = s[t], y[t + 256] = s[t + 256];
}"""
    shown = show(run, "%jit pairs --block 256", kernel)
    if "AVX-512" in shown:
        assert shown.count("; looks at the addresses for others, too") == 1
        assert shown.count("; where an access before it has looked") == 3


def test_without_a_shape_it_is_that_of_the_launch(run):
    launched = ROWS + "\nrows<<<1, dim3(16, 16)>>>((float (*)[16]) x);\ncudaDeviceSynchronize();"
    assert "a warp is two rows of 16 threads" in show(run, "%jit rows", launched)

@pytest.mark.parametrize("magic, error", [
    ("%jit rows --block 0", "--block needs the shape of a block, at most 1024 threads, not '0'"),
    ("%jit rows --block 2000", "not '2000'"),
    ("%jit rows --block 16,", "not '16,'"),
    ("%jit rows --block 16,16,16,16", "not '16,16,16,16'"),
    ("%jit rows --block -1", "not '-1'"),
    ("%jit rows --block", "not ''"),
    ("%jit row", "there is no kernel 'row'"),
    ("%jit", "%jit needs the name of a kernel"),
])
def test_errors(run, magic, error):
    ended = run("-e", ROWS, "-e", magic)
    assert ended.returncode == 1 and error in ended.stderr

def test_a_gpu_has_no_such_code(run, environment):
    environment.update(fake_gpu.environment())
    ended = run("--device", "0", "-e", ROWS, "-e", "%jit rows")
    assert ended.returncode == 1
    assert "%jit shows what the cpu device makes of a kernel, and this is" in ended.stderr
    assert "%device cpu switches to it; %sass rows shows the code of a GPU" in ended.stderr

def test_without_objdump_it_says_what_is_missing(run, environment):
    environment.update(PATH="/nowhere", CUDA_HOME="/nowhere")
    shown = show(run, "%jit rows", ROWS)
    if not pathlib.Path("/usr/local/cuda/bin/objdump").exists():
        assert "// install objdump (binutils) to see the machine code" in shown and not machine_code(shown)
