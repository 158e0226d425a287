local n = 300
local a, b, c = {}, {}, {}
for i = 0, n * n - 1 do a[i] = i % 7 + 0.0; b[i] = i % 5 + 0.0 end
for i = 0, n - 1 do
  for j = 0, n - 1 do
    local s = 0.0
    for k = 0, n - 1 do s = s + a[i * n + k] * b[k * n + j] end
    c[i * n + j] = s
  end
end
print(string.format("%.0f", c[777]))
