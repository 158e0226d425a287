/* SPDX-License-Identifier: Apache-2.0 */
/* Arithmetic of CUDA's vector types, as NVIDIA's samples have it: component by component, with dot, cross, length and the like. */
#if !defined WARPCELL_HELPER_MATH_H && !defined HELPER_MATH_H /* the guards of NVIDIA's, new and old: a program may bring its own */
#define WARPCELL_HELPER_MATH_H
#define HELPER_MATH_H
inline __host__ __device__ float2 make_float2(float s) { return make_float2(s, s); }
inline __host__ __device__ float2 make_float2(int2 a) { return make_float2((float) a.x, (float) a.y); }
inline __host__ __device__ float2 make_float2(uint2 a) { return make_float2((float) a.x, (float) a.y); }
inline __host__ __device__ float2 make_float2(float3 a) { return make_float2(a.x, a.y); }
inline __host__ __device__ float2 operator+(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
inline __host__ __device__ float2 operator+(float2 a, float b) { return make_float2(a.x + b, a.y + b); }
inline __host__ __device__ float2 operator+(float a, float2 b) { return make_float2(a + b.x, a + b.y); }
inline __host__ __device__ void operator+=(float2 &a, float2 b) { a = a + b; }
inline __host__ __device__ void operator+=(float2 &a, float b) { a = a + b; }
inline __host__ __device__ float2 operator-(float2 a, float2 b) { return make_float2(a.x - b.x, a.y - b.y); }
inline __host__ __device__ float2 operator-(float2 a, float b) { return make_float2(a.x - b, a.y - b); }
inline __host__ __device__ float2 operator-(float a, float2 b) { return make_float2(a - b.x, a - b.y); }
inline __host__ __device__ void operator-=(float2 &a, float2 b) { a = a - b; }
inline __host__ __device__ void operator-=(float2 &a, float b) { a = a - b; }
inline __host__ __device__ float2 operator*(float2 a, float2 b) { return make_float2(a.x * b.x, a.y * b.y); }
inline __host__ __device__ float2 operator*(float2 a, float b) { return make_float2(a.x * b, a.y * b); }
inline __host__ __device__ float2 operator*(float a, float2 b) { return make_float2(a * b.x, a * b.y); }
inline __host__ __device__ void operator*=(float2 &a, float2 b) { a = a * b; }
inline __host__ __device__ void operator*=(float2 &a, float b) { a = a * b; }
inline __host__ __device__ float2 operator/(float2 a, float2 b) { return make_float2(a.x / b.x, a.y / b.y); }
inline __host__ __device__ float2 operator/(float2 a, float b) { return make_float2(a.x / b, a.y / b); }
inline __host__ __device__ float2 operator/(float a, float2 b) { return make_float2(a / b.x, a / b.y); }
inline __host__ __device__ void operator/=(float2 &a, float2 b) { a = a / b; }
inline __host__ __device__ void operator/=(float2 &a, float b) { a = a / b; }
inline __host__ __device__ float2 operator-(float2 a) { return make_float2(-a.x, -a.y); }
inline __host__ __device__ float dot(float2 a, float2 b) { return a.x * b.x + a.y * b.y; }
inline __host__ __device__ float2 fminf(float2 a, float2 b) { return make_float2(fminf(a.x, b.x), fminf(a.y, b.y)); }
inline __host__ __device__ float2 fmaxf(float2 a, float2 b) { return make_float2(fmaxf(a.x, b.x), fmaxf(a.y, b.y)); }
inline __host__ __device__ float2 clamp(float2 v, float a, float b) { return make_float2(fmaxf(a, fminf(v.x, b)), fmaxf(a, fminf(v.y, b))); }
inline __host__ __device__ float2 lerp(float2 a, float2 b, float t) { return a + t * (b - a); }
inline __host__ __device__ float length(float2 a) { return sqrtf(dot(a, a)); }
inline __host__ __device__ float2 normalize(float2 a) { return a * (1.0f / sqrtf(dot(a, a))); }
inline __host__ __device__ float2 fabs(float2 a) { return make_float2(fabsf(a.x), fabsf(a.y)); }
inline __host__ __device__ float2 floorf(float2 a) { return make_float2(floorf(a.x), floorf(a.y)); }
inline __host__ __device__ float2 reflect(float2 i, float2 n) { return i - 2.0f * n * dot(n, i); }
inline __host__ __device__ float3 make_float3(float s) { return make_float3(s, s, s); }
inline __host__ __device__ float3 make_float3(int3 a) { return make_float3((float) a.x, (float) a.y, (float) a.z); }
inline __host__ __device__ float3 make_float3(uint3 a) { return make_float3((float) a.x, (float) a.y, (float) a.z); }
inline __host__ __device__ float3 make_float3(float2 a, float s) { return make_float3(a.x, a.y, s); }
inline __host__ __device__ float3 make_float3(float4 a) { return make_float3(a.x, a.y, a.z); }
inline __host__ __device__ float3 operator+(float3 a, float3 b) { return make_float3(a.x + b.x, a.y + b.y, a.z + b.z); }
inline __host__ __device__ float3 operator+(float3 a, float b) { return make_float3(a.x + b, a.y + b, a.z + b); }
inline __host__ __device__ float3 operator+(float a, float3 b) { return make_float3(a + b.x, a + b.y, a + b.z); }
inline __host__ __device__ void operator+=(float3 &a, float3 b) { a = a + b; }
inline __host__ __device__ void operator+=(float3 &a, float b) { a = a + b; }
inline __host__ __device__ float3 operator-(float3 a, float3 b) { return make_float3(a.x - b.x, a.y - b.y, a.z - b.z); }
inline __host__ __device__ float3 operator-(float3 a, float b) { return make_float3(a.x - b, a.y - b, a.z - b); }
inline __host__ __device__ float3 operator-(float a, float3 b) { return make_float3(a - b.x, a - b.y, a - b.z); }
inline __host__ __device__ void operator-=(float3 &a, float3 b) { a = a - b; }
inline __host__ __device__ void operator-=(float3 &a, float b) { a = a - b; }
inline __host__ __device__ float3 operator*(float3 a, float3 b) { return make_float3(a.x * b.x, a.y * b.y, a.z * b.z); }
inline __host__ __device__ float3 operator*(float3 a, float b) { return make_float3(a.x * b, a.y * b, a.z * b); }
inline __host__ __device__ float3 operator*(float a, float3 b) { return make_float3(a * b.x, a * b.y, a * b.z); }
inline __host__ __device__ void operator*=(float3 &a, float3 b) { a = a * b; }
inline __host__ __device__ void operator*=(float3 &a, float b) { a = a * b; }
inline __host__ __device__ float3 operator/(float3 a, float3 b) { return make_float3(a.x / b.x, a.y / b.y, a.z / b.z); }
inline __host__ __device__ float3 operator/(float3 a, float b) { return make_float3(a.x / b, a.y / b, a.z / b); }
inline __host__ __device__ float3 operator/(float a, float3 b) { return make_float3(a / b.x, a / b.y, a / b.z); }
inline __host__ __device__ void operator/=(float3 &a, float3 b) { a = a / b; }
inline __host__ __device__ void operator/=(float3 &a, float b) { a = a / b; }
inline __host__ __device__ float3 operator-(float3 a) { return make_float3(-a.x, -a.y, -a.z); }
inline __host__ __device__ float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline __host__ __device__ float3 fminf(float3 a, float3 b) { return make_float3(fminf(a.x, b.x), fminf(a.y, b.y), fminf(a.z, b.z)); }
inline __host__ __device__ float3 fmaxf(float3 a, float3 b) { return make_float3(fmaxf(a.x, b.x), fmaxf(a.y, b.y), fmaxf(a.z, b.z)); }
inline __host__ __device__ float3 clamp(float3 v, float a, float b) { return make_float3(fmaxf(a, fminf(v.x, b)), fmaxf(a, fminf(v.y, b)), fmaxf(a, fminf(v.z, b))); }
inline __host__ __device__ float3 lerp(float3 a, float3 b, float t) { return a + t * (b - a); }
inline __host__ __device__ float length(float3 a) { return sqrtf(dot(a, a)); }
inline __host__ __device__ float3 normalize(float3 a) { return a * (1.0f / sqrtf(dot(a, a))); }
inline __host__ __device__ float3 fabs(float3 a) { return make_float3(fabsf(a.x), fabsf(a.y), fabsf(a.z)); }
inline __host__ __device__ float3 floorf(float3 a) { return make_float3(floorf(a.x), floorf(a.y), floorf(a.z)); }
inline __host__ __device__ float3 reflect(float3 i, float3 n) { return i - 2.0f * n * dot(n, i); }
inline __host__ __device__ float4 make_float4(float s) { return make_float4(s, s, s, s); }
inline __host__ __device__ float4 make_float4(int4 a) { return make_float4((float) a.x, (float) a.y, (float) a.z, (float) a.w); }
inline __host__ __device__ float4 make_float4(uint4 a) { return make_float4((float) a.x, (float) a.y, (float) a.z, (float) a.w); }
inline __host__ __device__ float4 make_float4(float3 a, float s) { return make_float4(a.x, a.y, a.z, s); }
inline __host__ __device__ float4 operator+(float4 a, float4 b) { return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w); }
inline __host__ __device__ float4 operator+(float4 a, float b) { return make_float4(a.x + b, a.y + b, a.z + b, a.w + b); }
inline __host__ __device__ float4 operator+(float a, float4 b) { return make_float4(a + b.x, a + b.y, a + b.z, a + b.w); }
inline __host__ __device__ void operator+=(float4 &a, float4 b) { a = a + b; }
inline __host__ __device__ void operator+=(float4 &a, float b) { a = a + b; }
inline __host__ __device__ float4 operator-(float4 a, float4 b) { return make_float4(a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w); }
inline __host__ __device__ float4 operator-(float4 a, float b) { return make_float4(a.x - b, a.y - b, a.z - b, a.w - b); }
inline __host__ __device__ float4 operator-(float a, float4 b) { return make_float4(a - b.x, a - b.y, a - b.z, a - b.w); }
inline __host__ __device__ void operator-=(float4 &a, float4 b) { a = a - b; }
inline __host__ __device__ void operator-=(float4 &a, float b) { a = a - b; }
inline __host__ __device__ float4 operator*(float4 a, float4 b) { return make_float4(a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w); }
inline __host__ __device__ float4 operator*(float4 a, float b) { return make_float4(a.x * b, a.y * b, a.z * b, a.w * b); }
inline __host__ __device__ float4 operator*(float a, float4 b) { return make_float4(a * b.x, a * b.y, a * b.z, a * b.w); }
inline __host__ __device__ void operator*=(float4 &a, float4 b) { a = a * b; }
inline __host__ __device__ void operator*=(float4 &a, float b) { a = a * b; }
inline __host__ __device__ float4 operator/(float4 a, float4 b) { return make_float4(a.x / b.x, a.y / b.y, a.z / b.z, a.w / b.w); }
inline __host__ __device__ float4 operator/(float4 a, float b) { return make_float4(a.x / b, a.y / b, a.z / b, a.w / b); }
inline __host__ __device__ float4 operator/(float a, float4 b) { return make_float4(a / b.x, a / b.y, a / b.z, a / b.w); }
inline __host__ __device__ void operator/=(float4 &a, float4 b) { a = a / b; }
inline __host__ __device__ void operator/=(float4 &a, float b) { a = a / b; }
inline __host__ __device__ float4 operator-(float4 a) { return make_float4(-a.x, -a.y, -a.z, -a.w); }
inline __host__ __device__ float dot(float4 a, float4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
inline __host__ __device__ float4 fminf(float4 a, float4 b) { return make_float4(fminf(a.x, b.x), fminf(a.y, b.y), fminf(a.z, b.z), fminf(a.w, b.w)); }
inline __host__ __device__ float4 fmaxf(float4 a, float4 b) { return make_float4(fmaxf(a.x, b.x), fmaxf(a.y, b.y), fmaxf(a.z, b.z), fmaxf(a.w, b.w)); }
inline __host__ __device__ float4 clamp(float4 v, float a, float b) { return make_float4(fmaxf(a, fminf(v.x, b)), fmaxf(a, fminf(v.y, b)), fmaxf(a, fminf(v.z, b)), fmaxf(a, fminf(v.w, b))); }
inline __host__ __device__ float4 lerp(float4 a, float4 b, float t) { return a + t * (b - a); }
inline __host__ __device__ float length(float4 a) { return sqrtf(dot(a, a)); }
inline __host__ __device__ float4 normalize(float4 a) { return a * (1.0f / sqrtf(dot(a, a))); }
inline __host__ __device__ float4 fabs(float4 a) { return make_float4(fabsf(a.x), fabsf(a.y), fabsf(a.z), fabsf(a.w)); }
inline __host__ __device__ float4 floorf(float4 a) { return make_float4(floorf(a.x), floorf(a.y), floorf(a.z), floorf(a.w)); }
inline __host__ __device__ float4 reflect(float4 i, float4 n) { return i - 2.0f * n * dot(n, i); }
inline __host__ __device__ int2 make_int2(int s) { return make_int2(s, s); }
inline __host__ __device__ int2 make_int2(float2 a) { return make_int2((int) a.x, (int) a.y); }
inline __host__ __device__ int2 make_int2(uint2 a) { return make_int2((int) a.x, (int) a.y); }
inline __host__ __device__ int2 make_int2(int3 a) { return make_int2(a.x, a.y); }
inline __host__ __device__ int2 operator+(int2 a, int2 b) { return make_int2(a.x + b.x, a.y + b.y); }
inline __host__ __device__ int2 operator+(int2 a, int b) { return make_int2(a.x + b, a.y + b); }
inline __host__ __device__ int2 operator+(int a, int2 b) { return make_int2(a + b.x, a + b.y); }
inline __host__ __device__ void operator+=(int2 &a, int2 b) { a = a + b; }
inline __host__ __device__ void operator+=(int2 &a, int b) { a = a + b; }
inline __host__ __device__ int2 operator-(int2 a, int2 b) { return make_int2(a.x - b.x, a.y - b.y); }
inline __host__ __device__ int2 operator-(int2 a, int b) { return make_int2(a.x - b, a.y - b); }
inline __host__ __device__ int2 operator-(int a, int2 b) { return make_int2(a - b.x, a - b.y); }
inline __host__ __device__ void operator-=(int2 &a, int2 b) { a = a - b; }
inline __host__ __device__ void operator-=(int2 &a, int b) { a = a - b; }
inline __host__ __device__ int2 operator*(int2 a, int2 b) { return make_int2(a.x * b.x, a.y * b.y); }
inline __host__ __device__ int2 operator*(int2 a, int b) { return make_int2(a.x * b, a.y * b); }
inline __host__ __device__ int2 operator*(int a, int2 b) { return make_int2(a * b.x, a * b.y); }
inline __host__ __device__ void operator*=(int2 &a, int2 b) { a = a * b; }
inline __host__ __device__ void operator*=(int2 &a, int b) { a = a * b; }
inline __host__ __device__ int2 operator-(int2 a) { return make_int2(-a.x, -a.y); }
inline __host__ __device__ int dot(int2 a, int2 b) { return a.x * b.x + a.y * b.y; }
inline __host__ __device__ int2 min(int2 a, int2 b) { return make_int2(min(a.x, b.x), min(a.y, b.y)); }
inline __host__ __device__ int2 max(int2 a, int2 b) { return make_int2(max(a.x, b.x), max(a.y, b.y)); }
inline __host__ __device__ int3 make_int3(int s) { return make_int3(s, s, s); }
inline __host__ __device__ int3 make_int3(float3 a) { return make_int3((int) a.x, (int) a.y, (int) a.z); }
inline __host__ __device__ int3 make_int3(uint3 a) { return make_int3((int) a.x, (int) a.y, (int) a.z); }
inline __host__ __device__ int3 make_int3(int2 a, int s) { return make_int3(a.x, a.y, s); }
inline __host__ __device__ int3 make_int3(int4 a) { return make_int3(a.x, a.y, a.z); }
inline __host__ __device__ int3 operator+(int3 a, int3 b) { return make_int3(a.x + b.x, a.y + b.y, a.z + b.z); }
inline __host__ __device__ int3 operator+(int3 a, int b) { return make_int3(a.x + b, a.y + b, a.z + b); }
inline __host__ __device__ int3 operator+(int a, int3 b) { return make_int3(a + b.x, a + b.y, a + b.z); }
inline __host__ __device__ void operator+=(int3 &a, int3 b) { a = a + b; }
inline __host__ __device__ void operator+=(int3 &a, int b) { a = a + b; }
inline __host__ __device__ int3 operator-(int3 a, int3 b) { return make_int3(a.x - b.x, a.y - b.y, a.z - b.z); }
inline __host__ __device__ int3 operator-(int3 a, int b) { return make_int3(a.x - b, a.y - b, a.z - b); }
inline __host__ __device__ int3 operator-(int a, int3 b) { return make_int3(a - b.x, a - b.y, a - b.z); }
inline __host__ __device__ void operator-=(int3 &a, int3 b) { a = a - b; }
inline __host__ __device__ void operator-=(int3 &a, int b) { a = a - b; }
inline __host__ __device__ int3 operator*(int3 a, int3 b) { return make_int3(a.x * b.x, a.y * b.y, a.z * b.z); }
inline __host__ __device__ int3 operator*(int3 a, int b) { return make_int3(a.x * b, a.y * b, a.z * b); }
inline __host__ __device__ int3 operator*(int a, int3 b) { return make_int3(a * b.x, a * b.y, a * b.z); }
inline __host__ __device__ void operator*=(int3 &a, int3 b) { a = a * b; }
inline __host__ __device__ void operator*=(int3 &a, int b) { a = a * b; }
inline __host__ __device__ int3 operator-(int3 a) { return make_int3(-a.x, -a.y, -a.z); }
inline __host__ __device__ int dot(int3 a, int3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline __host__ __device__ int3 min(int3 a, int3 b) { return make_int3(min(a.x, b.x), min(a.y, b.y), min(a.z, b.z)); }
inline __host__ __device__ int3 max(int3 a, int3 b) { return make_int3(max(a.x, b.x), max(a.y, b.y), max(a.z, b.z)); }
inline __host__ __device__ int4 make_int4(int s) { return make_int4(s, s, s, s); }
inline __host__ __device__ int4 make_int4(float4 a) { return make_int4((int) a.x, (int) a.y, (int) a.z, (int) a.w); }
inline __host__ __device__ int4 make_int4(uint4 a) { return make_int4((int) a.x, (int) a.y, (int) a.z, (int) a.w); }
inline __host__ __device__ int4 make_int4(int3 a, int s) { return make_int4(a.x, a.y, a.z, s); }
inline __host__ __device__ int4 operator+(int4 a, int4 b) { return make_int4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w); }
inline __host__ __device__ int4 operator+(int4 a, int b) { return make_int4(a.x + b, a.y + b, a.z + b, a.w + b); }
inline __host__ __device__ int4 operator+(int a, int4 b) { return make_int4(a + b.x, a + b.y, a + b.z, a + b.w); }
inline __host__ __device__ void operator+=(int4 &a, int4 b) { a = a + b; }
inline __host__ __device__ void operator+=(int4 &a, int b) { a = a + b; }
inline __host__ __device__ int4 operator-(int4 a, int4 b) { return make_int4(a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w); }
inline __host__ __device__ int4 operator-(int4 a, int b) { return make_int4(a.x - b, a.y - b, a.z - b, a.w - b); }
inline __host__ __device__ int4 operator-(int a, int4 b) { return make_int4(a - b.x, a - b.y, a - b.z, a - b.w); }
inline __host__ __device__ void operator-=(int4 &a, int4 b) { a = a - b; }
inline __host__ __device__ void operator-=(int4 &a, int b) { a = a - b; }
inline __host__ __device__ int4 operator*(int4 a, int4 b) { return make_int4(a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w); }
inline __host__ __device__ int4 operator*(int4 a, int b) { return make_int4(a.x * b, a.y * b, a.z * b, a.w * b); }
inline __host__ __device__ int4 operator*(int a, int4 b) { return make_int4(a * b.x, a * b.y, a * b.z, a * b.w); }
inline __host__ __device__ void operator*=(int4 &a, int4 b) { a = a * b; }
inline __host__ __device__ void operator*=(int4 &a, int b) { a = a * b; }
inline __host__ __device__ int4 operator-(int4 a) { return make_int4(-a.x, -a.y, -a.z, -a.w); }
inline __host__ __device__ int dot(int4 a, int4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
inline __host__ __device__ int4 min(int4 a, int4 b) { return make_int4(min(a.x, b.x), min(a.y, b.y), min(a.z, b.z), min(a.w, b.w)); }
inline __host__ __device__ int4 max(int4 a, int4 b) { return make_int4(max(a.x, b.x), max(a.y, b.y), max(a.z, b.z), max(a.w, b.w)); }
inline __host__ __device__ uint2 make_uint2(unsigned s) { return make_uint2(s, s); }
inline __host__ __device__ uint2 make_uint2(float2 a) { return make_uint2((unsigned) a.x, (unsigned) a.y); }
inline __host__ __device__ uint2 make_uint2(int2 a) { return make_uint2((unsigned) a.x, (unsigned) a.y); }
inline __host__ __device__ uint2 make_uint2(uint3 a) { return make_uint2(a.x, a.y); }
inline __host__ __device__ uint2 operator+(uint2 a, uint2 b) { return make_uint2(a.x + b.x, a.y + b.y); }
inline __host__ __device__ uint2 operator+(uint2 a, unsigned b) { return make_uint2(a.x + b, a.y + b); }
inline __host__ __device__ uint2 operator+(unsigned a, uint2 b) { return make_uint2(a + b.x, a + b.y); }
inline __host__ __device__ void operator+=(uint2 &a, uint2 b) { a = a + b; }
inline __host__ __device__ void operator+=(uint2 &a, unsigned b) { a = a + b; }
inline __host__ __device__ uint2 operator-(uint2 a, uint2 b) { return make_uint2(a.x - b.x, a.y - b.y); }
inline __host__ __device__ uint2 operator-(uint2 a, unsigned b) { return make_uint2(a.x - b, a.y - b); }
inline __host__ __device__ uint2 operator-(unsigned a, uint2 b) { return make_uint2(a - b.x, a - b.y); }
inline __host__ __device__ void operator-=(uint2 &a, uint2 b) { a = a - b; }
inline __host__ __device__ void operator-=(uint2 &a, unsigned b) { a = a - b; }
inline __host__ __device__ uint2 operator*(uint2 a, uint2 b) { return make_uint2(a.x * b.x, a.y * b.y); }
inline __host__ __device__ uint2 operator*(uint2 a, unsigned b) { return make_uint2(a.x * b, a.y * b); }
inline __host__ __device__ uint2 operator*(unsigned a, uint2 b) { return make_uint2(a * b.x, a * b.y); }
inline __host__ __device__ void operator*=(uint2 &a, uint2 b) { a = a * b; }
inline __host__ __device__ void operator*=(uint2 &a, unsigned b) { a = a * b; }
inline __host__ __device__ unsigned dot(uint2 a, uint2 b) { return a.x * b.x + a.y * b.y; }
inline __host__ __device__ uint2 min(uint2 a, uint2 b) { return make_uint2(min(a.x, b.x), min(a.y, b.y)); }
inline __host__ __device__ uint2 max(uint2 a, uint2 b) { return make_uint2(max(a.x, b.x), max(a.y, b.y)); }
inline __host__ __device__ uint3 make_uint3(unsigned s) { return make_uint3(s, s, s); }
inline __host__ __device__ uint3 make_uint3(float3 a) { return make_uint3((unsigned) a.x, (unsigned) a.y, (unsigned) a.z); }
inline __host__ __device__ uint3 make_uint3(int3 a) { return make_uint3((unsigned) a.x, (unsigned) a.y, (unsigned) a.z); }
inline __host__ __device__ uint3 make_uint3(uint2 a, unsigned s) { return make_uint3(a.x, a.y, s); }
inline __host__ __device__ uint3 make_uint3(uint4 a) { return make_uint3(a.x, a.y, a.z); }
inline __host__ __device__ uint3 operator+(uint3 a, uint3 b) { return make_uint3(a.x + b.x, a.y + b.y, a.z + b.z); }
inline __host__ __device__ uint3 operator+(uint3 a, unsigned b) { return make_uint3(a.x + b, a.y + b, a.z + b); }
inline __host__ __device__ uint3 operator+(unsigned a, uint3 b) { return make_uint3(a + b.x, a + b.y, a + b.z); }
inline __host__ __device__ void operator+=(uint3 &a, uint3 b) { a = a + b; }
inline __host__ __device__ void operator+=(uint3 &a, unsigned b) { a = a + b; }
inline __host__ __device__ uint3 operator-(uint3 a, uint3 b) { return make_uint3(a.x - b.x, a.y - b.y, a.z - b.z); }
inline __host__ __device__ uint3 operator-(uint3 a, unsigned b) { return make_uint3(a.x - b, a.y - b, a.z - b); }
inline __host__ __device__ uint3 operator-(unsigned a, uint3 b) { return make_uint3(a - b.x, a - b.y, a - b.z); }
inline __host__ __device__ void operator-=(uint3 &a, uint3 b) { a = a - b; }
inline __host__ __device__ void operator-=(uint3 &a, unsigned b) { a = a - b; }
inline __host__ __device__ uint3 operator*(uint3 a, uint3 b) { return make_uint3(a.x * b.x, a.y * b.y, a.z * b.z); }
inline __host__ __device__ uint3 operator*(uint3 a, unsigned b) { return make_uint3(a.x * b, a.y * b, a.z * b); }
inline __host__ __device__ uint3 operator*(unsigned a, uint3 b) { return make_uint3(a * b.x, a * b.y, a * b.z); }
inline __host__ __device__ void operator*=(uint3 &a, uint3 b) { a = a * b; }
inline __host__ __device__ void operator*=(uint3 &a, unsigned b) { a = a * b; }
inline __host__ __device__ unsigned dot(uint3 a, uint3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline __host__ __device__ uint3 min(uint3 a, uint3 b) { return make_uint3(min(a.x, b.x), min(a.y, b.y), min(a.z, b.z)); }
inline __host__ __device__ uint3 max(uint3 a, uint3 b) { return make_uint3(max(a.x, b.x), max(a.y, b.y), max(a.z, b.z)); }
inline __host__ __device__ uint4 make_uint4(unsigned s) { return make_uint4(s, s, s, s); }
inline __host__ __device__ uint4 make_uint4(float4 a) { return make_uint4((unsigned) a.x, (unsigned) a.y, (unsigned) a.z, (unsigned) a.w); }
inline __host__ __device__ uint4 make_uint4(int4 a) { return make_uint4((unsigned) a.x, (unsigned) a.y, (unsigned) a.z, (unsigned) a.w); }
inline __host__ __device__ uint4 make_uint4(uint3 a, unsigned s) { return make_uint4(a.x, a.y, a.z, s); }
inline __host__ __device__ uint4 operator+(uint4 a, uint4 b) { return make_uint4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w); }
inline __host__ __device__ uint4 operator+(uint4 a, unsigned b) { return make_uint4(a.x + b, a.y + b, a.z + b, a.w + b); }
inline __host__ __device__ uint4 operator+(unsigned a, uint4 b) { return make_uint4(a + b.x, a + b.y, a + b.z, a + b.w); }
inline __host__ __device__ void operator+=(uint4 &a, uint4 b) { a = a + b; }
inline __host__ __device__ void operator+=(uint4 &a, unsigned b) { a = a + b; }
inline __host__ __device__ uint4 operator-(uint4 a, uint4 b) { return make_uint4(a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w); }
inline __host__ __device__ uint4 operator-(uint4 a, unsigned b) { return make_uint4(a.x - b, a.y - b, a.z - b, a.w - b); }
inline __host__ __device__ uint4 operator-(unsigned a, uint4 b) { return make_uint4(a - b.x, a - b.y, a - b.z, a - b.w); }
inline __host__ __device__ void operator-=(uint4 &a, uint4 b) { a = a - b; }
inline __host__ __device__ void operator-=(uint4 &a, unsigned b) { a = a - b; }
inline __host__ __device__ uint4 operator*(uint4 a, uint4 b) { return make_uint4(a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w); }
inline __host__ __device__ uint4 operator*(uint4 a, unsigned b) { return make_uint4(a.x * b, a.y * b, a.z * b, a.w * b); }
inline __host__ __device__ uint4 operator*(unsigned a, uint4 b) { return make_uint4(a * b.x, a * b.y, a * b.z, a * b.w); }
inline __host__ __device__ void operator*=(uint4 &a, uint4 b) { a = a * b; }
inline __host__ __device__ void operator*=(uint4 &a, unsigned b) { a = a * b; }
inline __host__ __device__ unsigned dot(uint4 a, uint4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
inline __host__ __device__ uint4 min(uint4 a, uint4 b) { return make_uint4(min(a.x, b.x), min(a.y, b.y), min(a.z, b.z), min(a.w, b.w)); }
inline __host__ __device__ uint4 max(uint4 a, uint4 b) { return make_uint4(max(a.x, b.x), max(a.y, b.y), max(a.z, b.z), max(a.w, b.w)); }
inline __host__ __device__ float3 cross(float3 a, float3 b) { return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x); }
inline __host__ __device__ float lerp(float a, float b, float t) { return a + t * (b - a); }
inline __host__ __device__ float clamp(float f, float a, float b) { return fmaxf(a, fminf(f, b)); }
inline __host__ __device__ int clamp(int f, int a, int b) { return f < a ? a : f > b ? b : f; }
#endif
