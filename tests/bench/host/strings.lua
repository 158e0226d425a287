local parts, n = {}, 300000
for i = 0, n - 1 do parts[#parts + 1] = string.format("%d,", i) end
local s, h = table.concat(parts), 0
for i = 1, #s do h = (h * 31 + s:byte(i)) % 4294967296 end
print(#s .. " " .. h)
