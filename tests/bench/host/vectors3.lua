-- SPDX-License-Identifier: Apache-2.0
local function vec(x, y, z) return {x = x, y = y, z = z} end
local function add(a, b) return vec(a.x + b.x, a.y + b.y, a.z + b.z) end
local function sub(a, b) return vec(a.x - b.x, a.y - b.y, a.z - b.z) end
local function mul(a, s) return vec(a.x * s, a.y * s, a.z * s) end
local function dot(a, b) return a.x * b.x + a.y * b.y + a.z * b.z end
local p, v, centre, energy = vec(0, 0, 0), vec(1, 2, 3), vec(10, 10, 10), 0
for _ = 1, 1000000 do
    local d = sub(centre, p)
    v = add(v, mul(d, 0.01))
    p = add(p, mul(v, 0.01))
    energy = energy * 0.5 + dot(v, v) + dot(d, d)
end
print(string.format("%.6f %.6f", p.x, energy))
