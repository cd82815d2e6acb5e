/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_DCQCN_H
#define MRC_DCQCN_H

#include "mrc-dcqcn-config.h"

#include "ns3/mrc-instant.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * How fast may a sender be that gets CNPs? The reaction point of DCQCN [dcqcn-reaction].
 *
 * The timers of DCQCN have no events: each call that asks for the rate has them act up to that
 * time.
 */
class Dcqcn
{
  public:
    /**
     * @param config the values
     * @param lineRate of the port, bit/s: where the rate begins and ends
     */
    Dcqcn(const DcqcnConfig& config, double lineRate);

    /** A CNP came. */
    void OnCnp(Instant now);

    /** A packet leaves. @param bytes that count, @param now the time, @return the rate then, bit/s
     */
    double OnSent(uint32_t bytes, Instant now)
    {
        // At the line's rate there is nothing to raise.
        if (RateAt(now) != m_line && m_config.byteCounter != 0)
        {
            Count(bytes);
        }
        return m_rate;
    }

    /** @return the rate at this time, bit/s */
    double RateAt(Instant now)
    {
        if (__builtin_expect(m_due <= now, 0))
        {
            Advance(now);
        }
        return m_rate;
    }

    /** @return alpha at this time, 0 .. 1 */
    double Alpha(Instant now);

    /** @return the target rate, bit/s, as of the last call with a time */
    double Target() const
    {
        return m_target;
    }

  private:
    void Count(uint32_t bytes);
    void Note(Instant now);
    void Cut(Instant at);
    void Advance(Instant now);
    void AdvanceAlpha(Instant now);
    void AdvanceRate(Instant now);
    void Increase();

    DcqcnConfig m_config;
    double m_line;
    double m_rate;
    double m_target;
    Instant m_due{Instant::Never()};         //!< nothing changes the rate before
    double m_alpha{1};                       //!< SIGCOMM 2015: 1 until the first CNP
    Instant m_alphaDue{Instant::Never()};    //!< never before the first CNP
    Instant m_increaseDue{Instant::Never()}; //!< never before the first CNP
    Instant m_first{Instant::Never()};       //!< the first CNP, if cuts have an interval
    Instant m_cutDue;                        //!< of a cut that is owed
    bool m_owesCut{false};                   //!< a CNP came since the latest check for cuts
    bool m_owesAlpha{false};                 //!< a CNP came since alpha changed
    uint64_t m_bytes{0};                     //!< of the byte counter
    uint32_t m_timeStage{0};                 //!< rises by the timer since the last CNP
    uint32_t m_byteStage{0};                 //!< rises by the byte counter since then
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_DCQCN_H */
