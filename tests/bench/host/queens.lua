-- SPDX-License-Identifier: Apache-2.0
local N = 10
local columns, rising, falling = {}, {}, {}
for i = 0, 2 * N do columns[i], rising[i], falling[i] = 0, 0, 0 end
local function place(row)
    if row == N then return 1 end
    local count = 0
    for c = 0, N - 1 do
        if columns[c] == 0 and rising[row + c] == 0 and falling[row - c + N] == 0 then
            columns[c], rising[row + c], falling[row - c + N] = 1, 1, 1
            count = count + place(row + 1)
            columns[c], rising[row + c], falling[row - c + N] = 0, 0, 0
        end
    end
    return count
end
print(place(0))
