/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ROCE_REHASH_H
#define MRC_ROCE_REHASH_H

#include "mrc-roce-setup.h"

#include "ns3/mrc-hash.h"
#include "ns3/mrc-instant.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * Which source port do packets of a queue pair have: is it time for another one [roce-rehash]?
 *
 * Switches that hash take another path for another port. RoCEv2 has no echo of marks, so CNPs stand
 * for them.
 */
class RoceRehash
{
  public:
    /** @param setup must outlive this */
    explicit RoceRehash(const RoceSetup& setup);

    /** @return whether paths ever change */
    bool IsOn() const
    {
        return m_setup.config.rehashRounds != 0;
    }

    /** A CNP came. @return whether the path is another one now */
    bool OnCnp(Instant now);

    /** The local ACK timeout expired. @return whether the path is another one now */
    bool OnTimeout(Instant now);

    /** The peer sent an arrived packet again. @return whether the path is another one now */
    bool OnDuplicate(Instant now);

    /** @return the path */
    Ev Path() const
    {
        return m_path;
    }

  private:
    void Move();

    const RoceSetup& m_setup;
    Span m_round;
    Ev m_path;
    uint32_t m_moves{0};     //!< how often the path was changed
    uint32_t m_congested{0}; //!< rounds with a CNP, one behind the other
    int64_t m_latest{-2};    //!< the latest of these, counted from time 0; none of them before
    Instant m_staysTo;       //!< duplicates change nothing so long
    Instant m_suspendedTo;   //!< after a timeout CNPs count for nothing so long
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_ROCE_REHASH_H */
