/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_IDS_H
#define MRC_IDS_H

#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * A 24-bit packet sequence number with serial arithmetic: a difference is the shortest way round.
 */
class Psn
{
  public:
    constexpr Psn() = default;

    /** @param value the number; only the low 24 bits count */
    explicit constexpr Psn(uint32_t value)
        : m_value(value & MASK)
    {
    }

    /** @return the number, 0 .. 2^24 - 1 */
    constexpr uint32_t Value() const
    {
        return m_value;
    }

    friend constexpr Psn operator+(Psn a, int32_t n)
    {
        return Psn(a.m_value + static_cast<uint32_t>(n));
    }

    /** @return this number after it has become the next one */
    Psn& operator++()
    {
        m_value = (m_value + 1) & MASK;
        return *this;
    }

    /** @return how far a is ahead of b, -2^23 .. 2^23 - 1 */
    friend constexpr int32_t operator-(Psn a, Psn b)
    {
        return static_cast<int32_t>((a.m_value - b.m_value) << 8) >> 8;
    }

    friend constexpr bool operator==(Psn a, Psn b)
    {
        return a.m_value == b.m_value;
    }

    friend constexpr bool operator!=(Psn a, Psn b)
    {
        return a.m_value != b.m_value;
    }

  private:
    static constexpr uint32_t MASK = 0xffffff;
    uint32_t m_value{0};
};

/** A 24-bit queue pair number. */
struct QpNumber
{
    uint32_t value{0}; //!< 0 .. 2^24 - 1

    friend constexpr bool operator==(QpNumber a, QpNumber b)
    {
        return a.value == b.value;
    }

    friend constexpr bool operator!=(QpNumber a, QpNumber b)
    {
        return a.value != b.value;
    }
};

/** The queue pair number of the connectionless endpoint service ([endpoint-format]: dQP 0x2). */
constexpr QpNumber ENDPOINT_QP{2};

/** A network plane, which is also the number of the NIC port that reaches it, from 0. */
using PlaneId = uint8_t;

/** One bit for each plane. */
using PlaneMask = uint32_t;

/** The most planes that an EV, a uSID and a port-status mask can name ([usid-layout]: three bits).
 */
constexpr uint32_t MAX_PLANES = 8;

/**
 * A 32-bit entropy value: the name of a path, as a sender and the echo of a receiver know it.
 *
 * This project's layout (no public source fixes one) has the plane in the top three bits. Below the
 * plane is the T0 uplink, taken modulo the uplinks that exist [carrier-of-ev]. Several EVs may so
 * name one path.
 */
struct Ev
{
    uint32_t value{0}; //!< as carried in UDP source port and flow label

    /**
     * @param plane 0 .. 7
     * @param uplink of a T0, 0 .. 2^29 - 1
     * @return the EV that names this uplink index of this plane
     */
    static constexpr Ev Of(PlaneId plane, uint32_t uplink)
    {
        return Ev{(static_cast<uint32_t>(plane) << 29) | (uplink & 0x1fffffff)};
    }

    /** @return the plane, 0 .. 7 */
    constexpr PlaneId Plane() const
    {
        return static_cast<PlaneId>(value >> 29);
    }

    /** @return the uplink index before the modulo, 0 .. 2^29 - 1 */
    constexpr uint32_t Uplink() const
    {
        return value & 0x1fffffff;
    }

    friend constexpr bool operator==(Ev a, Ev b)
    {
        return a.value == b.value;
    }

    friend constexpr bool operator!=(Ev a, Ev b)
    {
        return a.value != b.value;
    }
};

/**
 * Index of a port in the port's fabric: one interface of one node, and the direction that leaves
 * it.
 */
using PortIndex = uint32_t;

/** No port. */
constexpr PortIndex NO_PORT = 0xffffffff;

/** Index of a queue pair among all of a simulation. */
using SlotIndex = uint32_t;

/** No queue pair. */
constexpr SlotIndex NO_SLOT = 0xffffffff;

} // namespace mrc
} // namespace ns3

#endif /* MRC_IDS_H */
