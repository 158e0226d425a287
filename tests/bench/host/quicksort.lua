-- SPDX-License-Identifier: Apache-2.0
local floor = math.floor
local function sort(a, low, high)
    local pivot = a[floor((low + high) / 2)]
    local i, j = low, high
    while i <= j do
        while a[i] < pivot do i = i + 1 end
        while a[j] > pivot do j = j - 1 end
        if i <= j then
            a[i], a[j] = a[j], a[i]
            i = i + 1
            j = j - 1
        end
    end
    if low < j then sort(a, low, j) end
    if i < high then sort(a, i, high) end
end
local n, a, seed, sum = 1000000, {}, 42, 0
for i = 0, n - 1 do
    seed = seed * 3877 + 29573
    seed = seed - floor(seed / 139968) * 139968
    a[i] = seed
end
sort(a, 0, n - 1)
for i = 0, n - 1, 1000 do sum = sum + a[i] end
print(string.format("%.0f", sum))
