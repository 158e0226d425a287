namespace warpcell {

// The shortest decimal that reads back as the same value.
template <class T> std::string shortest(T value)
{
    char text[40];
    int digits = 1;
    if (value != value)
        return "nan";
    for (; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, (double) value);
        if ((T) strtod(text, nullptr) == value)
            break;
    }
    const int whole = value == 0 || std::isinf(value) ? 1 : (int) floor(log10(fabs((double) value))) + 1;
    if (whole > digits && whole <= 15)
        snprintf(text, sizeof text, "%.0f", (double) value);
    return text;
}

template <class T> typename std::enable_if<std::is_integral<T>::value, std::string>::type value_text(T value)
{
    return std::to_string(value);
}
template <class T> typename std::enable_if<!std::is_integral<T>::value, std::string>::type value_text(T value)
{
    return shortest(value);
}

#ifdef WARPCELL_ARRAYS
// The first values of an array, 16 to a line.
template <class T, int N> void show(const char *name, const array<T, N> &a)
{
    std::vector<T> values(a.size() ? a.size() : 1);
    a.write(values.data());
    const long columns = N == 1 ? 16 : a.shape[N - 1], most = N == 1 ? 64 : 10 * columns;
    printf("%s%s[", name, *name ? ": " : "");
    for (int k = 0; k < N; k++)
        printf("%s%ld", k ? ", " : "", a.shape[k]);
    printf("]\n");
    for (long i = 0; i < a.size() && i < most; i++)
        printf("%s%s", value_text(values[i]).c_str(), i + 1 == a.size() || (i + 1) % columns == 0 ? "\n" : "  ");
    if (a.size() > most)
        printf("...\n");
}
#endif

} // namespace warpcell
