/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_INCAST_LINK_H
#define MRC_INCAST_LINK_H

#include "ns3/mrc-instant.h"
#include "ns3/mrc-network.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/** A burst of Writes into one NIC. */
struct IncastLoad
{
    std::vector<uint32_t> senders; //!< NICs
    uint32_t target{0};            //!< NIC that they all write to
    uint64_t bytes{1000000};       //!< of each Write
};

/** @return a span in seconds */
double SecondsOf(Span span);

/** The times that an incast takes on the links to its target, all planes together. */
class IncastLink
{
  public:
    /**
     * Begins to count from now on.
     *
     * @param network where the incast runs; not null
     * @param load the incast
     */
    IncastLink(Ptr<Network> network, const IncastLoad& load);

    /** @return the time that first transmissions take, in seconds */
    double WireSeconds() const;

    /** @return the longest unloaded round trip of a sender, in seconds */
    double RoundTripSeconds() const;

    /** @return the time that the links were busy since this object was made, in seconds */
    double BusySeconds() const;

  private:
    Ptr<Network> m_network; //!< kept alive
    IncastLoad m_load;
    double m_busyBefore; //!< BusySeconds of what came before
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_INCAST_LINK_H */
