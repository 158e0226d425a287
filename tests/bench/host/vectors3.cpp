// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
struct vec3 {
    double x, y, z;
};
vec3 operator+(const vec3 &a, const vec3 &b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
vec3 operator-(const vec3 &a, const vec3 &b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
vec3 operator*(const vec3 &a, double s) { return {a.x * s, a.y * s, a.z * s}; }
double dot(const vec3 &a, const vec3 &b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
int main()
{
    vec3 p = {0, 0, 0}, v = {1, 2, 3}, centre = {10, 10, 10};
    double energy = 0;
    for (int i = 0; i < 1000000; i++) {
        vec3 d = centre - p;
        v = v + d * 0.01;
        p = p + v * 0.01;
        energy = energy * 0.5 + dot(v, v) + dot(d, d);
    }
    printf("%.6f %.6f\n", p.x, energy);
    return 0;
}
