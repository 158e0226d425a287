def main():
    n, count = 5000000, 0
    composite = bytearray(n + 1)
    for i in range(2, n + 1):
        if composite[i]:
            continue
        count += 1
        for j in range(i * i, n + 1, i):
            composite[j] = 1
    print(count)


main()
