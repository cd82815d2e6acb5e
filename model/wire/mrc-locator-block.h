/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_LOCATOR_BLOCK_H
#define MRC_LOCATOR_BLOCK_H

#include "mrc-address-mask.h"
#include "mrc-usid.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * The bits in front of all uSIDs of a fabric [usid-block].
 *
 * Carriers are computed with a block of 32 bits. One of 16 or 48 bits takes the place of these when
 * a NIC writes a carrier, and all bits behind move along.
 */
class LocatorBlock
{
  public:
    /** fcbb:bb00::/32 */
    constexpr LocatorBlock() = default;

    /**
     * @param prefix the bits behind the block are 0
     * @param bits 16, 32 or 48
     */
    constexpr LocatorBlock(const AddressBits& prefix, uint8_t bits)
        : m_prefix(prefix),
          m_bits(bits)
    {
    }

    /** @return the block, zeros behind */
    constexpr const AddressBits& Prefix() const
    {
        return m_prefix;
    }

    /** @return the block's length */
    constexpr uint8_t Bits() const
    {
        return m_bits;
    }

    /** @return whether carriers are written as they are computed */
    constexpr bool IsUsual() const
    {
        return m_bits == USUAL_BITS;
    }

    /** @return the block that carriers are computed with */
    constexpr uint32_t Computed() const
    {
        return static_cast<uint32_t>(m_prefix.high >> 32);
    }

    /** @return uSIDs of 16 bits that a carrier has room for */
    constexpr unsigned Capacity() const
    {
        return (ADDRESS_BITS - m_bits) / 16;
    }

    /**
     * @param address any address
     * @return whether the address begins with the block
     */
    constexpr bool Leads(const UsidCarrier& address) const
    {
        return FirstBits({address.High(), address.Low()}, m_bits) == m_prefix;
    }

    /**
     * @param computed a carrier with the block of Computed(), of at most Capacity() uSIDs
     * @return the carrier as packets have it
     */
    constexpr UsidCarrier Written(const UsidCarrier& computed) const
    {
        const AddressBits address = m_prefix | Moved(computed, USUAL_BITS, m_bits);
        return UsidCarrier(address.high, address.low);
    }

    /**
     * @param written a carrier as packets have it, which begins with the block
     * @return the carrier with the block of Computed(); a seventh uSID is lost
     */
    constexpr UsidCarrier Read(const UsidCarrier& written) const
    {
        const AddressBits address =
            AddressBits{uint64_t{Computed()} << 32, 0} | Moved(written, m_bits, USUAL_BITS);
        return UsidCarrier(address.high, address.low);
    }

  private:
    static constexpr uint8_t USUAL_BITS = 32;

    /** @return the bits of a carrier that stand behind a block, behind another one */
    static constexpr AddressBits Moved(const UsidCarrier& carrier, unsigned from, unsigned to)
    {
        return MovedBack(MovedForward({carrier.High(), carrier.Low()}, from), to);
    }

    AddressBits m_prefix{uint64_t{UsidCarrier::DEFAULT_BLOCK} << 32, 0};
    uint8_t m_bits{USUAL_BITS};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_LOCATOR_BLOCK_H */
