def main():
    s = "".join("%d," % i for i in range(300000))
    h = 0
    for c in s.encode():
        h = (h * 31 + c) & 0xFFFFFFFF
    print(len(s), h)


main()
