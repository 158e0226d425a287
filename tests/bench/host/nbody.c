/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdio.h>

struct body {
    double x, y, z, vx, vy, vz, mass;
};

void advance(struct body *bodies, int n, double dt)
{
    for (int i = 0; i < n; i++) {
        struct body *a = &bodies[i];
        for (int j = i + 1; j < n; j++) {
            struct body *b = &bodies[j];
            double dx = a->x - b->x, dy = a->y - b->y, dz = a->z - b->z;
            double d2 = dx * dx + dy * dy + dz * dz;
            double mag = dt / (d2 * sqrt(d2));
            a->vx -= dx * b->mass * mag;
            a->vy -= dy * b->mass * mag;
            a->vz -= dz * b->mass * mag;
            b->vx += dx * a->mass * mag;
            b->vy += dy * a->mass * mag;
            b->vz += dz * a->mass * mag;
        }
    }
    for (int i = 0; i < n; i++) {
        struct body *a = &bodies[i];
        a->x += dt * a->vx;
        a->y += dt * a->vy;
        a->z += dt * a->vz;
    }
}

double energy(const struct body *bodies, int n)
{
    double e = 0;
    for (int i = 0; i < n; i++) {
        const struct body *a = &bodies[i];
        e += 0.5 * a->mass * (a->vx * a->vx + a->vy * a->vy + a->vz * a->vz);
        for (int j = i + 1; j < n; j++) {
            const struct body *b = &bodies[j];
            double dx = a->x - b->x, dy = a->y - b->y, dz = a->z - b->z;
            e -= a->mass * b->mass / sqrt(dx * dx + dy * dy + dz * dz);
        }
    }
    return e;
}

struct body bodies[5] = {
    {0, 0, 0, 0, 0, 0, 39.47},
    {4.84, -1.16, -0.10, 0.606, 2.81, -0.02, 0.037},
    {8.34, 4.12, -0.4, -1.01, 1.82, 0.008, 0.011},
    {12.89, -15.11, -0.22, 1.08, 0.868, -0.01, 0.0017},
    {15.37, -25.9, 0.179, 0.979, 0.594, -0.034, 0.002},
};

int main(void)
{
    for (int i = 0; i < 200000; i++)
        advance(bodies, 5, 0.01);
    printf("%.6f\n", energy(bodies, 5));
    return 0;
}
