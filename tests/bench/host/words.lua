-- SPDX-License-Identifier: Apache-2.0
local count, size, most, seed = {}, 0, 0, 1
local floor = math.floor
for i = 1, 200000 do
    -- 1103515245 * seed modulo 2^32, in doubles
    local high, low = floor(seed / 65536), seed % 65536
    seed = ((high * 1103515245 % 65536) * 65536 + low * 1103515245 + 12345) % 4294967296
    local word = "w" .. tostring(floor(seed / 65536) % 5000)
    if not count[word] then
        count[word] = 0
        size = size + 1
    end
    count[word] = count[word] + 1
end
for _, n in pairs(count) do
    if n > most then most = n end
end
print(size .. " " .. most)
