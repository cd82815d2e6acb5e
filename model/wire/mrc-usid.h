/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_USID_H
#define MRC_USID_H

#include "mrc-ids.h"

#include <cstdint>
#include <cstring>

namespace ns3
{
namespace mrc
{

/** The kind of node that a uSID names ([usid-layout], bits 15-14). */
enum class UsidKind : uint8_t
{
    T2 =
        0, //!< a T2 switch by its number in the plane and 1: 0 is the end of the carrier (RFC 9800)
    T0 = 1,  //!< a T0 switch by its number in the plane
    T1 = 2,  //!< a T1 switch by its number in the plane
    NIC = 3, //!< the NIC behind a downlink of the T0 by its downlink number
};

/**
 * A 16-bit micro segment identifier: kind in bits 15-14, plane in 13-11, index in 10-0
 * [usid-layout].
 */
struct Usid
{
    uint16_t value{0}; //!< as on the wire

    static constexpr uint32_t MAX_INDEX = 0x7ff; //!< largest index of a switch or downlink

    /**
     * @param kind of the node
     * @param plane 0 .. 7
     * @param index 0 .. MAX_INDEX
     * @return the uSID of this node
     */
    static constexpr Usid Of(UsidKind kind, PlaneId plane, uint32_t index)
    {
        return Usid{static_cast<uint16_t>((static_cast<uint32_t>(kind) << 14) |
                                          (static_cast<uint32_t>(plane) << 11) |
                                          (index & MAX_INDEX))};
    }

    /** @return the kind of node that the uSID names */
    constexpr UsidKind Kind() const
    {
        return static_cast<UsidKind>(value >> 14);
    }

    /** @return the plane, 0 .. 7 */
    constexpr PlaneId Plane() const
    {
        return static_cast<PlaneId>((value >> 11) & 7);
    }

    /** @return the index within kind and plane, 0 .. 2047 */
    constexpr uint32_t Index() const
    {
        return value & MAX_INDEX;
    }

    friend constexpr bool operator==(Usid a, Usid b)
    {
        return a.value == b.value;
    }
};

/**
 * A uSID carrier: an IPv6 address of a 32-bit locator block and up to six 16-bit uSIDs.
 */
class UsidCarrier
{
  public:
    static constexpr uint32_t DEFAULT_BLOCK = 0xfcbbbb00; //!< fcbb:bb00::/32, [usid-block]
    static constexpr unsigned CAPACITY = 6;               //!< uSIDs in one carrier

    constexpr UsidCarrier() = default;

    /**
     * @param high the first 64 bits of the address
     * @param low the last 64 bits of the address
     */
    constexpr UsidCarrier(uint64_t high, uint64_t low)
        : m_high(high),
          m_low(low)
    {
    }

    /** @return the first 64 bits of the address */
    constexpr uint64_t High() const
    {
        return m_high;
    }

    /** @return the last 64 bits of the address */
    constexpr uint64_t Low() const
    {
        return m_low;
    }

    /** @return the block and the active uSID: the /48 that a uN compares */
    constexpr uint64_t Locator48() const
    {
        return m_high >> 16;
    }

    /** @return the uSID behind the block */
    constexpr Usid Active() const
    {
        return Usid{static_cast<uint16_t>(m_high >> 16)};
    }

    /** @return the uSID behind the active one, which is active one hop on */
    constexpr Usid Next() const
    {
        return Usid{static_cast<uint16_t>(m_high)};
    }

    /** @return the 32-bit locator block */
    constexpr uint32_t Block() const
    {
        return static_cast<uint32_t>(m_high >> 32);
    }

    /** @return whether any of the 80 bits behind the active uSID is set (RFC 9800 sec. 4.1) */
    constexpr bool HasArgument() const
    {
        return ((m_high & 0xffff) | m_low) != 0;
    }

    /** @return the carrier one hop on: the argument moved up by 16 bits, zero-filled behind */
    constexpr UsidCarrier Shifted() const
    {
        const auto behind = static_cast<uint32_t>(m_high << 16 | m_low >> 48);
        return UsidCarrier((m_high & 0xffffffff00000000ULL) | behind, m_low << 16);
    }

    /** Becomes Shifted(). */
    void Shift()
    {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
        // Only half of the first member changes: the block is not put together anew.
        const auto behind = static_cast<uint32_t>(m_high << 16 | m_low >> 48);
        std::memcpy(&m_high, &behind, sizeof(behind));
        m_low <<= 16;
#else
        *this = Shifted();
#endif
    }

    /**
     * @param position 0 for the uSID behind the block, up to 5
     * @param usid the uSID to write there
     * @return the carrier with this uSID at this position
     */
    constexpr UsidCarrier With(unsigned position, Usid usid) const
    {
        const uint64_t value = usid.value;
        if (position < 2)
        {
            const unsigned shift = 16 * (1 - position);
            return UsidCarrier((m_high & ~(0xffffULL << shift)) | (value << shift), m_low);
        }
        const unsigned shift = 16 * (5 - position);
        return UsidCarrier(m_high, (m_low & ~(0xffffULL << shift)) | (value << shift));
    }

    /**
     * @param block the upper 32 bits of the address
     * @return the carrier of this block without uSIDs
     */
    static constexpr UsidCarrier OfBlock(uint32_t block)
    {
        return UsidCarrier(static_cast<uint64_t>(block) << 32, 0);
    }

    friend constexpr bool operator==(const UsidCarrier& a, const UsidCarrier& b)
    {
        return a.m_high == b.m_high && a.m_low == b.m_low;
    }

  private:
    uint64_t m_high{0};
    uint64_t m_low{0};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_USID_H */
