-- SPDX-License-Identifier: Apache-2.0
local n = 200
local a, b, c = {}, {}, {}
for i = 0, n - 1 do
    a[i], b[i], c[i] = {}, {}, {}
    for j = 0, n - 1 do
        a[i][j] = (i + j) % 7
        b[i][j] = (i * j) % 5
    end
end
for i = 0, n - 1 do
    for j = 0, n - 1 do
        local s = 0
        for k = 0, n - 1 do s = s + a[i][k] * b[k][j] end
        c[i][j] = s
    end
end
print(string.format("%.0f", c[77][99]))
