/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_CONNECTION_PROBING_H
#define MRC_CONNECTION_PROBING_H

#include "mrc-connection.h"

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** Which EV probes does a connection send, and what do the answers to these tell its roles? */
class Connection::Probing
{
  public:
    /** @param connection asks, and is told of answers; must outlive this */
    explicit Probing(Connection& connection)
        : m_connection(connection)
    {
    }

    /** @return the parameters with an interval of EV probes that leaves time for each answer */
    static ConnectionParameters WithTimeForAnswers(ConnectionParameters parameters);

    /** The probe of an EV that is assumed bad is due: so is, perhaps, that of the next one. */
    void AskBadEvs(Instant now) const;

    /** The probe of the responder is due: it asks for a path back [reverse-path]. */
    void AskReverse(Instant now) const;

    /**
     * Asks the paths of packets that are overdue. Any answer over the path serves an inquiry; the
     * identifiers are for the prober, which compares them.
     */
    void AskPaths() const;

    /**
     * An answer may serve an inquiry, a reverse EV, or an EV that is assumed bad: all hear of it.
     */
    void OnAnswer(const Datagram& datagram, Instant now) const;

  private:
    bool HoldsBack(Instant now) const;
    bool Pays() const;
    PlaneMask ReversePlanes() const;
    void Ask(Ev ev, EvProbeRole role) const;

    Connection& m_connection;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_CONNECTION_PROBING_H */
