/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ADDRESS_MASK_H
#define MRC_ADDRESS_MASK_H

#include "mrc-address-plan.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** Bits of an IPv6 address. */
constexpr unsigned ADDRESS_BITS = 128;

/**
 * @param address an address
 * @param length bits to keep from the front, 0 .. 128
 * @return the address with all bits behind these cleared
 */
constexpr AddressBits
FirstBits(const AddressBits& address, unsigned length)
{
    // A shift by all 64 bits of a word is undefined, so a whole word is a case of its own.
    const auto keep = [](uint64_t word, unsigned bits) {
        return bits == 0 ? 0 : word & (~uint64_t{0} << (64 - bits));
    };
    return length <= 64 ? AddressBits{keep(address.high, length), 0}
                        : AddressBits{address.high, keep(address.low, length - 64)};
}

/**
 * @param address an address
 * @param bits how far, 0 .. 128
 * @return the address moved towards the front, zeros behind
 */
constexpr AddressBits
MovedForward(const AddressBits& address, unsigned bits)
{
    if (bits == 0)
    {
        return address;
    }
    if (bits == ADDRESS_BITS)
    {
        return {};
    }
    if (bits >= 64)
    {
        return {address.low << (bits - 64), 0};
    }
    return {(address.high << bits) | (address.low >> (64 - bits)), address.low << bits};
}

/**
 * @param address an address
 * @param bits how far, 0 .. 128
 * @return the address moved towards the end, zeros in front
 */
constexpr AddressBits
MovedBack(const AddressBits& address, unsigned bits)
{
    if (bits == 0)
    {
        return address;
    }
    if (bits == ADDRESS_BITS)
    {
        return {};
    }
    if (bits >= 64)
    {
        return {0, address.high >> (bits - 64)};
    }
    return {address.high >> bits, (address.low >> bits) | (address.high << (64 - bits))};
}

/** @return the bits that are set in either */
constexpr AddressBits
operator|(const AddressBits& a, const AddressBits& b)
{
    return {a.high | b.high, a.low | b.low};
}

} // namespace mrc
} // namespace ns3

#endif /* MRC_ADDRESS_MASK_H */
