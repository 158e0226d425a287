/* SPDX-License-Identifier: Apache-2.0 */
inline int clamp_to(int value, int most)
{
    if (value > most)
        value = most;

    return value;
}
