/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_HOLD_BACK_H
#define MRC_HOLD_BACK_H

#include <cstdint>
#include <map>

namespace ns3
{
namespace mrc
{

/** How many bytes have arrived that may not be placed yet, because others have to come before? */
class HoldBack
{
  public:
    /**
     * Holds payload back.
     *
     * @param turn when the payload may be placed: once all lower turns are done
     * @param bytes of payload
     */
    void Hold(uint64_t turn, uint32_t bytes)
    {
        m_waiting[turn] += bytes;
        m_bytes += bytes;
    }

    /** Lets go of payload with a turn below this. @return how many bytes */
    uint64_t Release(uint64_t turn)
    {
        uint64_t released = 0;
        while (!m_waiting.empty() && m_waiting.begin()->first < turn)
        {
            released += m_waiting.begin()->second;
            m_waiting.erase(m_waiting.begin());
        }
        m_bytes -= released;
        return released;
    }

    /** @return bytes held back */
    uint64_t Bytes() const
    {
        return m_bytes;
    }

  private:
    std::map<uint64_t, uint64_t> m_waiting; //!< bytes by turn
    uint64_t m_bytes{0};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_HOLD_BACK_H */
