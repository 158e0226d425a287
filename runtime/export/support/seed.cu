namespace warpcell {

static unsigned long seed = 0, draws = 0; // of random and randn

} // namespace warpcell
