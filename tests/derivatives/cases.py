# SPDX-License-Identifier: Apache-2.0
"""Functions to differentiate: of CUDA's maths library, and with what a language has: loops, branches, arrays, calls, structs."""

# name: points
FUNCTIONS = {
    "sin": (0.3, 2.0), "cos": (0.3, 2.0), "tan": (0.3, 2.0), "asin": (0.3, -0.7), "acos": (0.3, -0.7), "atan": (0.3, -3.0), "sinh": (0.3, -1.5),
    "cosh": (0.3, -1.5), "tanh": (0.3, -1.5), "asinh": (0.3, -2.5), "acosh": (1.3, 2.5), "atanh": (0.3, -0.7), "exp": (0.3, -2.0), "exp2": (0.3, -2.0),
    "exp10": (0.3, -1.0), "expm1": (0.3, -2.0), "log": (0.3, 2.5), "log2": (0.3, 2.5), "log10": (0.3, 2.5), "log1p": (0.3, -0.5), "sqrt": (0.3, 2.5),
    "rsqrt": (0.3, 2.5), "cbrt": (0.3, -2.5), "rcbrt": (0.3, -2.5), "sinpi": (0.3, 0.8), "cospi": (0.3, 0.8), "erf": (0.3, -1.2), "erfc": (0.3, -1.2),
    "erfcx": (0.3, -1.2), "erfinv": (0.3, -0.6), "erfcinv": (0.3, 1.4), "normcdf": (0.3, -1.2), "normcdfinv": (0.3, 0.8), "lgamma": (0.3, 2.5, 7.5),
    "tgamma": (0.7, 2.5, 4.5), "j0": (0.3, 5.0), "j1": (0.3, 5.0), "y0": (0.7, 5.0), "y1": (0.7, 5.0), "cyl_bessel_i0": (0.3, 2.0),
    "cyl_bessel_i1": (0.3, 2.0), "fabs": (0.3, -2.0), "floor": (0.3, -2.5), "ceil": (0.3, -2.4), "trunc": (0.3, -2.5), "round": (0.3, -2.3),
    "rint": (0.3, -2.3), "nearbyint": (0.3, 2.3), "abs": (0.3, -2.0),
}
# name: the function of x, where y is another number; points
EXPRESSIONS = {
    "pow_base": ("pow(x, 2.5)", (0.3, 2.0)), "pow_exponent": ("pow(2.5, x)", (0.3, -2.0)), "pow_both": ("pow(x, x)", (0.3, 2.0)),
    "pow_negative": ("pow(x, 3)", (-0.3, -2.0)),
    "atan2_y": ("atan2(x, 2.0)", (0.3, -2.0)), "atan2_x": ("atan2(2.0, x)", (0.3, -2.0)), "hypot_": ("hypot(x, 2 * x + 1)", (0.3, -2.0)),
    "rhypot_": ("rhypot(x, 2 * x + 1)", (0.3, -2.0)), "fmod_x": ("fmod(x, 0.7)", (0.3, -2.0)), "fmod_y": ("fmod(7.3, x)", (0.4, 2.1)),
    "remainder_": ("remainder(5.0, x)", (0.41, 2.1)), "fdim_": ("fdim(x * x, x)", (0.3, -2.0)), "copysign_": ("copysign(x * x, x)", (0.3, -2.0)),
    "fmax_": ("fmax(x * x, x)", (0.3, -2.0)), "fmin_": ("fmin(x * x, x)", (0.3, -2.0)), "max_": ("max(x, 0.0) + min(x, 1.0)", (0.3, -2.0, 3.0)),
    "fma_": ("fma(x, x, x)", (0.3, -2.0)), "ldexp_": ("ldexp(x * x, 3)", (0.3, -2.0)), "scalbn_": ("scalbn(x, -2)", (0.3,)), "jn_": ("jn(3, x)", (0.7, 5.0)),
    "yn_": ("yn(2, x)", (0.7, 5.0)), "norm3d_": ("norm3d(x, 2 * x, 1.0)", (0.3, -2.0)), "norm4d_": ("norm4d(x, 2 * x, 1.0, x * x)", (0.3, -2.0)),
    "rnorm3d_": ("rnorm3d(x, 2 * x, 1.0)", (0.3, -2.0)), "rnorm4d_": ("rnorm4d(x, 2.0, 1.0, x * x)", (0.3, -2.0)),
    "quotient": ("(x * x + 1) / (x - 4) - 3 / x", (0.3, -2.0)), "integers": ("2 * x - x / 3 + 5 - x * 7l", (0.3, -2.0)),
    "chosen": ("x > 0 ? x * x : -x", (0.3, -2.0)), "logic": ("x > 0 && x < 1 ? sin(x) : cos(x)", (0.3, -2.0)),
    "step_inside": ("x * floor(x * 3)", (0.5, -2.1)), "converted": ("x * (int) (x * 3)", (0.5, -2.1)),
    "negated": ("-x * +x", (0.3, -2.0)), "saturated": ("fmin(fmax(x, 0.0), 1.0)", (0.3, -2.0, 2.0)),
}
# name: the body of the function of x; points
BODIES = {
    "loop": ("double s = 0; for (int i = 1; i < 20; i++) s += sin(x * i) / i; return s;", (0.3, -2.0)),
    "loop_real": ("double s = 0; for (double t = 0; t < 1; t += 0.125) s += exp(x * t); return s;", (0.3, -2.0)),
    "newton": ("double r = 1; while (fabs(r * r - x) > 1e-14 * x) r = (r + x / r) / 2; return r;", (0.3, 2.0)),
    "early": ("for (int i = 0; i < 10; i++) { x = x * x + 0.1; if (x > 3) return x * i; } return x;", (0.3, 1.2, 1.7)),
    "branches": ("if (x < 0) return x * x; else if (x < 1) return x * x * x; return sqrt(x);", (-1.0, 0.5, 2.0)),
    "switched": ("switch ((int) x) { case 0: return sin(x); case 1: x *= 2; default: return x * x; }", (0.5, 1.5, 2.5)),
    "array": ("double a[5]; a[0] = x; for (int i = 1; i < 5; i++) a[i] = a[i - 1] * x + i; return a[4] / a[2];", (0.3, -2.0)),
    "matrix": ("double a[2][2] = {{1, x}, {x * x, 2}}; double d = a[0][0] * a[1][1] - a[0][1] * a[1][0]; return 1 / d;", (0.3, -2.0)),
    "pointer": ("double a = x, *p = &a; *p *= x; *p += 1; return *p;", (0.3, -2.0)),
    "reference": ("double a = x; double &r = a; r = r * r; return a + x;", (0.3, -2.0)),
    "called": ("return twice(twice(x)) * helper(x, 3);", (0.3, -2.0)),
    "recursive": ("return x == 0 ? 0 : power(x, 6);", (0.3, -2.0)),
    "generic": ("return squared(x) + squared(2 * x);", (0.3, -2.0)),
    "power_local": ("double p = 3; return pow(x, p);", (-0.3, 2.0)),
    "lambda": ("auto f = [=](double t) { return t * x; }; return f(x) + f(3);", (0.3, -2.0)),
    "members": ("point p = {x, 2 * x}; p = p + p; return p.length2();", (0.3, -2.0)),
    "vector": ("double2 v = make_double2(x, x * x); v.x += v.y; return v.x * v.y;", (0.3, -2.0)),
    "sincos_": ("double s, c; sincos(x, &s, &c); return s * c + s;", (0.3, -2.0)),
    "sincospi_": ("double s, c; sincospi(x, &s, &c); return s * c + s;", (0.3, -0.6)),
    "modf_": ("double whole; double part = modf(x * 2, &whole); return part * part + whole;", (0.3, -2.1)),
    "counted": ("double i = x; i++; --i; i += 2; i -= x / 2; i *= x; i /= 3; return i;", (0.3, -2.0)),
    "constant": ("const double k[] = {1, 2, 3}; return k[1] * x + table[2] * x * x + SCALE;", (0.3, -2.0)),
    "forever": ("double s = x; do { s = s / 2; } while (s > 0.1 || s < -0.1); return s;", (0.3, -2.0)),
}
PRELUDE = """
#define SCALE (x * 3)
__constant__ double table[] = {1, 2, 3};
struct point {
    double x, y;
    __device__ double length2() const { return x * x + y * y; }
};
__device__ point operator+(point a, point b) { return {a.x + b.x, a.y + b.y}; }
__device__ double twice(double x) { return 2 * sin(x); }
__device__ double helper(double x, int n) { double r = 1; for (int i = 0; i < n; i++) r *= x + i; return r; }
__device__ double power(double x, int n) { return n ? x * power(x, n - 1) : 1; }
template <class T> __device__ T squared(T x) { return x * x; }
"""


def functions():
    """(name, text of the definition, points) of all."""
    for name, points in FUNCTIONS.items():
        yield f"f_{name}", f"__device__ double f_{name}(double x) {{ return {name}(x); }}", points
    for name, (text, points) in EXPRESSIONS.items():
        yield name, f"__device__ double {name}(double x) {{ return {text}; }}", points
    for name, (text, points) in BODIES.items():
        yield name, f"__device__ double {name}(double x) {{ {text} }}", points
