/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SHARED_WINDOW_H
#define MRC_SHARED_WINDOW_H

#include "mrc-connection-parameters.h"
#include "mrc-rate-controller.h"

#include "ns3/mrc-ids.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * Which of the queue pairs that send within one window wait for room in the window [window-scope]?
 */
class SharedWindow
{
  public:
    /** @param parameters of the first of the queue pairs */
    explicit SharedWindow(const ConnectionParameters& parameters);

    /** @return the window */
    RateController& Rate()
    {
        return m_rate;
    }

    /**
     * @return the part that each queue pair that sends within the window may expect of the window,
     * in bytes
     */
    int64_t Share() const
    {
        // The last one that leaves leaves its share behind, for the next to join.
        return m_rate.Window() / std::max(m_members, int64_t{1});
    }

    /** A queue pair will send within the window. */
    void Join()
    {
        ++m_members;
    }

    /**
     * A queue pair that joined sends no more: the pair does not wait, and the others have its
     * share.
     */
    void Leave(QpNumber pair);

    /** A queue pair found no room. */
    void Wait(QpNumber pair);

    /** @return those that wait, in the order of waiting, if there is room; they do not any more */
    std::vector<QpNumber> TakeWaiting();

  private:
    RateController m_rate;
    int64_t m_payload; //!< bytes of a full packet
    int64_t m_members{0};
    std::vector<QpNumber> m_waiting;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SHARED_WINDOW_H */
