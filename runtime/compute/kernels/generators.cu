// cuRAND's generators, for random("xorwow", n) and its like. compute/generator.c keeps what they remember between calls.
#include "../../lang/include/detail/__rand_streams.h"
#include "../../lang/include/detail/__rand_laws.h"
#include "../../lang/include/detail/__sobol.h"
#include "../../lang/include/detail/__rand_deal.h"
namespace warpcell {

typedef unsigned long long place_type;

// Names for template arguments, which a session that has included <curand.h> does not know.
typedef __rand_xorwow xorwow_state;
typedef __rand_mrg mrg_state;
typedef __rand_polynomial xorwow_jump;
typedef __rand_leap mrg_jump;

// Jump k leads from the beginning of a stream to that of the one 2^k behind it.
__global__ void xorwow_jumps(__rand_polynomial *jumps) { jumps[threadIdx.x] = __rand_power(1, 67 + threadIdx.x); }
__global__ void mrg_jumps(__rand_leap *jumps) { jumps[threadIdx.x] = __rand_leap_of(1, 76 + threadIdx.x); }

template <class State, class Jump> __global__ void generator_streams(place_type seed, const Jump *jumps, unsigned count, State *states)
{
    const unsigned number = blockIdx.x * blockDim.x + threadIdx.x;
    State s;
    if (number >= count)
        return;
    __rand_begin(&s, seed, 0);
    for (int k = 0; number >> k; k++)
        if (number >> k & 1)
            __rand_jump(&s, jumps + k);
    states[number] = s;
}

template <class State, class T> __global__ void stream_numbers(State *states, unsigned streams, unsigned cursor, __rand_law law, T *out, place_type units)
{
    const unsigned number = blockIdx.x * blockDim.x + threadIdx.x;
    if (number >= streams)
        return;
    State s = states[number];
    __rand_deal_stream(&s, number, streams, cursor, law, out, units);
    states[number] = s;
}

template <class T> __global__ void mersenne_numbers(unsigned *words, unsigned stride, unsigned begun, place_type place, __rand_law law, T *out, place_type n)
{
    const unsigned engine = blockIdx.x * blockDim.x + threadIdx.x;
    if (engine < begun)
        __rand_deal_mt(words + engine, stride, engine, place, law, out, n);
}

template <class T>
__global__ void philox_numbers(place_type seed, place_type counter, unsigned cursor, unsigned ahead, __rand_law law, T *out, place_type n)
{
    const place_type block = cursor / 4 + (place_type) blockIdx.x * blockDim.x + threadIdx.x;
    const __rand_place from = {seed, counter, cursor, ahead};
    if (4 * block < cursor + n)
        __rand_deal_block(from, block, law, out, n);
}

template <class Word, class T>
__global__ void sobol_numbers(place_type place, place_type n, place_type points, bool scrambled, __rand_law law, T *out)
{
    const place_type i = (place_type) blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        __rand_deal_point<Word, T>(place, i, points, scrambled, law, out);
}

} // namespace warpcell
