/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_CUT_WAITS_H
#define MRC_CUT_WAITS_H

#include "ns3/mrc-first-error.h"
#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * The departures from ports of cut links that a sweep decides: the last window of a run may end
 * behind the last event.
 */
class SweptDepartures
{
  public:
    /** A sweep begins. */
    void Clear()
    {
        m_marks.clear();
        m_error.Clear();
    }

    /**
     * Notes a departure.
     *
     * @param port the port
     * @param begin when the departure begins
     * @param isMarked whether the frame was marked
     */
    void Note(PortIndex port, Instant begin, bool isMarked)
    {
        m_begun = std::max(m_begun, begin);
        if (isMarked)
        {
            m_marks.push_back({port, begin});
        }
    }

    /** @return the error of the departure that failed first, of the event that would begin it */
    FirstError& Error()
    {
        return m_error;
    }

    /** @return when the last departure begins */
    Instant Begun() const
    {
        return m_begun;
    }

    /**
     * @param port the port
     * @param now the time
     * @return the marks there of frames that leave later, which are counted already
     */
    uint32_t MarksAhead(PortIndex port, Instant now) const
    {
        return static_cast<uint32_t>(
            std::count_if(m_marks.begin(), m_marks.end(), [port, now](const Mark& mark) {
                return mark.port == port && mark.begin > now;
            }));
    }

  private:
    /** A mark of a frame. */
    struct Mark
    {
        PortIndex port;
        Instant begin; //!< of the frame's departure
    };

    Instant m_begun;           //!< see Begun
    FirstError m_error;        //!< of the last sweep, as ports are swept in no order
    std::vector<Mark> m_marks; //!< likewise
};

/** The ports of cut links at which frames wait, which a shard sweeps at the end of a window. */
class CutWaits
{
  public:
    /** @param ports how many ports there are, none of which has a frame that waits */
    explicit CutWaits(std::size_t ports)
        : m_waits(ports)
    {
    }

    /** Frames wait at a port of a cut link, which is free then: it is to be swept. */
    void Wait(PortIndex port, Instant free)
    {
        if (m_waits[port] == 0)
        {
            m_waits[port] = 1;
            m_waiting.push_back(port);
        }
        // Also of a port that waits: a fault that ended may have its line free earlier.
        m_departure = std::min(m_departure, free);
    }

    /**
     * Sweeps the ports with frames that wait.
     *
     * @param serve sends what leaves a port; returns when the next frame leaves, or Never
     */
    template <class Serve>
    void Sweep(Serve serve)
    {
        m_departure = Instant::Never();
        m_swept.Clear();
        std::size_t kept = 0;
        for (const PortIndex port : m_waiting)
        {
            const Instant next = serve(port);
            m_waits[port] = next == Instant::Never() ? 0 : 1;
            m_waiting[kept] = port;
            kept += m_waits[port];
            m_departure = std::min(m_departure, next);
        }
        m_waiting.resize(kept);
    }

    /** @return the earliest that a frame may leave a port at which one waits, or Never */
    Instant Next() const
    {
        return m_departure;
    }

    /** @return the departures that the last sweep has decided */
    SweptDepartures& Swept()
    {
        return m_swept;
    }

  private:
    std::vector<uint8_t> m_waits;          //!< by port: whether it is in m_waiting
    std::vector<PortIndex> m_waiting;      //!< in no particular order
    Instant m_departure{Instant::Never()}; //!< not after the first from a port that waits
    SweptDepartures m_swept;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_CUT_WAITS_H */
