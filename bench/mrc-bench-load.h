/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_BENCH_LOAD_H
#define MRC_BENCH_LOAD_H

#include <cstdint>

/**
 * The load that both programs put on their leaf-spine fabric. Every NIC sends to another leaf, in a
 * permutation, with starts spread over a microsecond.
 */
struct BenchLoad
{
    uint32_t nics; //!< a multiple of nicsPerLeaf
    uint32_t nicsPerLeaf;
    uint64_t bytes;    //!< of each flow
    uint64_t jitterPs; //!< starts are drawn from 0 .. this - 1

    /** @return how many leaves there are */
    uint32_t Leaves() const
    {
        return nics / nicsPerLeaf;
    }

    /** @return the NIC that a NIC sends to: the same place in a leaf that depends on the place */
    uint32_t DestinationOf(uint32_t nic) const
    {
        const uint32_t place = nic % nicsPerLeaf;
        const uint32_t step = 1 + place % (Leaves() - 1);
        return (nic / nicsPerLeaf + step) % Leaves() * nicsPerLeaf + place;
    }

    /** @return when a NIC's flow starts, ps: a fixed hash, the same in both programs */
    uint64_t StartPs(uint32_t nic) const
    {
        uint64_t x = (nic + uint64_t{1}) * 0x9e3779b97f4a7c15u;
        x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93u;
        return jitterPs == 0 ? 0 : (x >> 24) % jitterPs;
    }
};

#endif /* MRC_BENCH_LOAD_H */
