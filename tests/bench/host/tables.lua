-- SPDX-License-Identifier: Apache-2.0
local floor = math.floor
local function days_of(month)
    local days = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}
    return days[month + 1]
end
local offsets = {0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4}
local function day_of_week(year, month, day)
    if month < 2 then year = year - 1 end
    return (year + floor(year / 4) - floor(year / 100) + floor(year / 400) + offsets[month + 1] + day) % 7
end
local fridays, sum = 0, 0
for year = 1600, 1999 do
    for month = 0, 11 do
        for day = 1, days_of(month) do
            if day_of_week(year, month, day) == 5 and day == 13 then fridays = fridays + 1 end
        end
    end
end
for i = 0, 999999 do sum = sum + days_of(i % 12) end
print(fridays .. " " .. sum)
