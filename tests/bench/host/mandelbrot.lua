-- SPDX-License-Identifier: Apache-2.0
local n, inside = 400, 0
for py = 0, n - 1 do
    for px = 0, n - 1 do
        local cx, cy, x, y = 3.0 * px / n - 2.0, 2.0 * py / n - 1.0, 0, 0
        local k = 0
        while k < 200 and x * x + y * y < 4.0 do
            local t = x * x - y * y + cx
            y = 2.0 * x * y + cy
            x = t
            k = k + 1
        end
        if k == 200 then inside = inside + 1 end
    end
end
print(inside)
