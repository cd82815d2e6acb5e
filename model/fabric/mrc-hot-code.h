/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_HOT_CODE_H
#define MRC_HOT_CODE_H

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** The work that a hot event asks for; the top two bits of HotEvent::arg. */
enum class HotKind : uint8_t
{
    ADMIT = 0,    //!< the head of a link's pipe is admitted at the far end
    SERVICE = 1,  //!< a port ends a transmission, or by another key, PFC acts there
    RX = 2,       //!< a frame is received whole at a watched far end
    NIC_WAKE = 3, //!< a NIC's timer
};

/** The parts of a hot event that the model defines. */
struct HotCode
{
    /** @return the event's argument: kind and index of port or NIC */
    static constexpr uint32_t Arg(HotKind kind, uint32_t index)
    {
        return (static_cast<uint32_t>(kind) << 30) | index;
    }

    /** @return the work that the event asks for */
    static constexpr HotKind KindOf(uint32_t arg)
    {
        return static_cast<HotKind>(arg >> 30);
    }

    /** @return the index of the port or NIC */
    static constexpr uint32_t IndexOf(uint32_t arg)
    {
        return arg & 0x3fffffff;
    }

    // At equal times a port first ends its transmission, then pauses act, then frames are seen.
    // Admission follows in the order of a seeded key, and last the NICs look at their timers.
    static constexpr uint32_t KEY_SERVICE = 0;      //!< a port ends a transmission
    static constexpr uint32_t KEY_PAUSE = 1;        //!< of SERVICE: a pause begins or ends
    static constexpr uint32_t KEY_REPEAT = 2;       //!< of SERVICE: a pause is told again
    static constexpr uint32_t KEY_WATCHDOG = 3;     //!< of SERVICE: PFC's watchdog looks
    static constexpr uint32_t KEY_RX = 1U << 30;    //!< a frame arrives
    static constexpr uint32_t KEY_ADMIT = 2U << 30; //!< a frame is admitted
    static constexpr uint32_t KEY_NIC = 3U << 30;   //!< a NIC looks at its timers
    /** Of SERVICE at a port of a NIC: users act at an instant that was known beforehand. The last
     * admission of the instant has been, as its kind is the first. */
    static constexpr uint32_t KEY_USER = KEY_NIC - 1;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_HOT_CODE_H */
