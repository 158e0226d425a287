local n, count, composite = 5000000, 0, {}
for i = 0, n do composite[i] = false end
for i = 2, n do
  if not composite[i] then
    count = count + 1
    for j = i * i, n, i do composite[j] = true end
  end
end
print(count)
