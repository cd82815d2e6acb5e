/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_RECEIVE_BUFFERS_H
#define MRC_RECEIVE_BUFFERS_H

#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * Is there a receive buffer for an immediate? They are posted beforehand; there is no "receiver not
 * ready" [receive-buffers].
 *
 * As many as needed, until the user counts them.
 */
class ReceiveBuffers
{
  public:
    /** From now on there are only those that were posted. */
    void Count()
    {
        m_counted = true;
    }

    /** The user posts so many; from the first post on they are counted. */
    void Post(uint32_t count)
    {
        m_counted = true;
        m_posted += count;
    }

    /** @return how many are left of those that were posted */
    uint64_t Left() const
    {
        return m_posted;
    }

    /** There are none any more. */
    void Clear()
    {
        m_posted = 0;
    }

    /** An immediate takes one. @return whether there was one */
    bool Take()
    {
        if (!m_counted)
        {
            return true;
        }
        if (m_posted == 0)
        {
            return false;
        }
        --m_posted;
        return true;
    }

  private:
    bool m_counted{false};
    uint64_t m_posted{0};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_RECEIVE_BUFFERS_H */
