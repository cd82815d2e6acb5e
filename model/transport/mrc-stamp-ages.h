/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_STAMP_AGES_H
#define MRC_STAMP_AGES_H

#include "mrc-sent-records.h"

#include "ns3/mrc-datagram.h"
#include "ns3/mrc-instant.h"

#include <cstddef>
#include <cstdint>

namespace ns3
{
namespace mrc
{

/** The meaning of the time stamp that a SACK reflects. */
struct Echo
{
    Instant sentAt; //!< when the stamp was taken at the earliest; the begin of time if unknown
    bool young;     //!< whether it is certain that no turn of the stamps has passed since
};

/**
 * Can the time stamp that a SACK reflects be older than a turn of the stamps, 8.39 ms
 * [time-stamps]?
 *
 * After a blackout or over a long link the stamp can, and then says nothing about the round trip.
 * The stamp cannot if the packet or probe of the SACK was first sent after a moment less than a
 * turn ago. Two such moments are kept, with the numbers of packets and probes sent after them. The
 * stamp cannot, either, if stamp and age are those of the latest transmission of that packet or
 * probe.
 */
class StampAges
{
  public:
    /**
     * An answer has come.
     *
     * @param packets the sent packets, as known before this answer
     * @param now the time
     */
    void OnAnswer(const SentRecords& packets, Instant now)
    {
        if (now >= m_nextMark)
        {
            Mark(packets, now);
        }
    }

    /** A reliability probe was sent. */
    void OnProbe(uint16_t id, Instant now)
    {
        m_probe = id;
        m_probedAt = now;
    }

    /**
     * @param sack a SACK
     * @param cack the SACK's cumulative sequence number
     * @param packets the sent packets, as known before the SACK
     * @param now the time
     * @return the meaning of the SACK's time stamp
     */
    Echo Judge(const SackHeaders& sack,
               uint64_t cack,
               const SentRecords& packets,
               Instant now) const;

    struct Hot;

  private:
    /** All packets from this number on were sent at this moment or later. */
    struct Moment
    {
        Instant at; // the first one is the begin of time
        uint64_t sequence{0};
    };

    void Mark(const SentRecords& packets, Instant now);

    Instant m_probedAt;       //!< when the latest probe was sent
    uint16_t m_probe{0};      //!< id of the latest probe
    uint16_t m_newerProbe{0}; //!< probes from this id on were sent at the newer moment or later
    uint16_t m_olderProbe{0}; //!< the same of the older moment
    Moment m_newer;
    // last the members that nearly each answer reads
    Moment m_older;
    Instant m_nextMark; //!< when the next moment is kept, at the earliest
};

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winvalid-offsetof" // GCC and Clang have offsetof for any class

/** Where the members are that an answer reads. */
struct StampAges::Hot
{
    static constexpr std::size_t BEGIN = offsetof(StampAges, m_older); //!< first byte of them
};

#pragma GCC diagnostic pop

} // namespace mrc
} // namespace ns3

#endif /* MRC_STAMP_AGES_H */
