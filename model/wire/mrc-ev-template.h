/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_EV_TEMPLATE_H
#define MRC_EV_TEMPLATE_H

#include "mrc-address-plan.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * An address with holes that the bits of an entropy value fill, as the public system.json has it
 * [ev-templates].
 */
struct EvTemplate
{
    AddressBits data;      //!< the address where the mask is 0
    AddressBits mask;      //!< the holes; as many bits as valueMask has
    uint32_t valueMask{0}; //!< bits of a value that go into the holes, the lowest into the last

    /** @return bits of a value below those of the mask, which hold the port of the NIC */
    constexpr unsigned PortBits() const
    {
        unsigned bits = 0;
        while (bits < 32 && (valueMask >> bits & 1) == 0)
        {
            ++bits;
        }
        return bits;
    }

    /**
     * @param value an EV
     * @return the port of the NIC, from 0, that packets with this EV leave by
     */
    constexpr uint32_t PortOf(uint32_t value) const
    {
        return value & ((uint64_t{1} << PortBits()) - 1);
    }

    /**
     * @param value an EV
     * @return the outer destination address of packets with this EV
     */
    constexpr AddressBits AddressOf(uint32_t value) const
    {
        AddressBits address = data;
        unsigned from = 0;
        for (unsigned to = 0; to < 128; ++to)
        {
            if ((Word(mask, to) >> (to % 64) & 1) == 0)
            {
                continue;
            }
            while (from < 32 && (valueMask >> from & 1) == 0)
            {
                ++from;
            }
            const uint64_t bit = from < 32 ? value >> from & 1 : 0;
            (to < 64 ? address.low : address.high) |= bit << (to % 64);
            ++from;
        }
        return address;
    }

    /**
     * The inverse.
     *
     * @param address one that the template can make
     * @param port of the NIC, from 0
     * @return the value that names both
     */
    constexpr uint32_t ValueOf(const AddressBits& address, uint32_t port) const
    {
        uint32_t value = port;
        unsigned from = 0;
        for (unsigned to = 0; to < 128; ++to)
        {
            if ((Word(mask, to) >> (to % 64) & 1) == 0)
            {
                continue;
            }
            while (from < 32 && (valueMask >> from & 1) == 0)
            {
                ++from;
            }
            if (from < 32)
            {
                value |= static_cast<uint32_t>(Word(address, to) >> (to % 64) & 1) << from;
            }
            ++from;
        }
        return value;
    }

  private:
    /** @return the half of an address that has this bit; the last bit has the number 0 */
    static constexpr uint64_t Word(const AddressBits& address, unsigned bit)
    {
        return bit < 64 ? address.low : address.high;
    }
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_EV_TEMPLATE_H */
