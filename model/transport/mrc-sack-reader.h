/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SACK_READER_H
#define MRC_SACK_READER_H

#include "mrc-flight-store.h"

namespace ns3
{
namespace mrc
{

/**
 * Which news of packets, paths and the window do acknowledgements bring? A view of a FlightStore.
 */
class SackReader
{
  public:
    /** @param store the flight's; must outlive this */
    explicit SackReader(FlightStore& store)
        : m_store(store)
    {
    }

    /**
     * A SACK came.
     *
     * @param sack the SACK
     * @param now the time
     * @return payload bytes that the SACK acknowledged for the first time
     */
    uint32_t OnSack(const SackHeaders& sack, Instant now) const;

    /** All packets before one are acknowledged, by something else than a SACK. */
    void AcknowledgeBefore(uint64_t end, Instant now) const;

  private:
    // static: a SACK would else look for the store again and again
    static void TakeGrant(FlightStore& store, uint64_t next, uint8_t mpr);
    static void TellPlanes(FlightStore& store, uint64_t end, uint64_t first, uint64_t bits);
    static void TellPlane(FlightStore& store, PlaneId plane, AckEvent event);
    static void NarrowWindow(FlightStore& store, uint64_t end);
    static void TellPaths(FlightStore& store, const SackHeaders& sack, Instant sentAt, Instant now);
    static void TellEvs(FlightStore& store, const SackHeaders& sack, Instant now);
    static void Account(FlightStore& store,
                        const SackHeaders& sack,
                        uint32_t bytes,
                        const Echo& echo,
                        Instant now);
    static void TellRate(FlightStore& store,
                         const SackHeaders& sack,
                         uint32_t bytes,
                         Span rtt,
                         Instant now);

    FlightStore& m_store;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SACK_READER_H */
