/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_HASH_H
#define MRC_HASH_H

#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * Scrambles 64 bits so that every input bit reaches every output bit (finaliser of splitmix64,
 * Steele, Lea and Flood, OOPSLA 2014).
 *
 * @param x the value
 * @return a value that looks random; different inputs give different outputs
 */
constexpr uint64_t
Mix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15ULL;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

/**
 * Random numbers without state: the n-th draw of a key is a hash of both.
 *
 * The key comes from one seeded ns-3 stream; a UniformRandomVariable for each port would double a
 * NIC.
 */
class KeyedDraws
{
  public:
    constexpr KeyedDraws() = default;

    /** @param key names the sequence */
    explicit constexpr KeyedDraws(uint64_t key)
        : m_key(key)
    {
    }

    /**
     * @param name a number that tells this sequence from other sequences of the key
     * @return the key of another, independent sequence
     */
    constexpr KeyedDraws Child(uint64_t name) const
    {
        return KeyedDraws(Mix(m_key ^ Mix(name)));
    }

    /**
     * @param n number of the draw
     * @return the n-th draw, 64 bits
     */
    constexpr uint64_t Bits(uint64_t n) const
    {
        return Mix(m_key + n * 0xd1342543de82ef95ULL);
    }

    /**
     * @param bound above 0
     * @param n number of the draw
     * @return the n-th draw, 0 .. bound - 1
     */
    constexpr uint32_t Below(uint32_t bound, uint64_t n) const
    {
        return static_cast<uint32_t>(((Bits(n) >> 32) * bound) >> 32);
    }

  private:
    uint64_t m_key{0};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_HASH_H */
