-- SPDX-License-Identifier: Apache-2.0
local n = 300
local a, b, c = {}, {}, {}
for i = 0, n * n - 1 do
    a[i + 1] = i % 7
    b[i + 1] = i % 5
end
for i = 0, n - 1 do
    for j = 0, n - 1 do
        local s = 0
        for k = 0, n - 1 do
            s = s + a[i * n + k + 1] * b[k * n + j + 1]
        end
        c[i * n + j + 1] = s
    end
end
print(string.format("%.0f", c[778]))
