/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PATH_INQUIRIES_H
#define MRC_PATH_INQUIRIES_H

#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace ns3
{
namespace mrc
{

/** A transmission that is overdue. */
struct Suspect
{
    uint64_t sequence; //!< of the packet
    Ev ev;             //!< the EV that carried the packet
    Instant sentAt;    //!< when
};

/**
 * Is the path of a packet that is overdue dead, or only slow [path-inquiry]?
 *
 * An EV probe passes the queues of data. If the probe is answered, the path lives, and the packet
 * may still wait in one of them. One probe serves all packets of a path that were sent before it.
 */
class PathInquiries
{
  public:
    /** The most that are remembered; own choice. */
    static constexpr uint32_t MOST = 64;

    /** The knowledge about a path. */
    enum class State : uint8_t
    {
        OPEN,   //!< the probe may still be answered
        ALIVE,  //!< the probe was answered
        SILENT, //!< the probe was not answered in time, or too many others are under way
    };

    /** The knowledge about a path, and its end. */
    struct Answer
    {
        State state;   //!< of the inquiry
        Instant until; //!< the probe is late; of OPEN
    };

    /** @param patience how long an answer may take */
    explicit PathInquiries(Span patience)
        : m_patience(patience)
    {
    }

    /** @return when the oldest open probe is late; Never: there is none */
    Instant Deadline() const
    {
        return m_known == nullptr ? Instant::Never() : m_known->deadline;
    }

    /**
     * Gives the knowledge about the path of a packet, and has the path probed if there is none.
     *
     * @param suspect the packet
     * @param path an EV that stands for all of its path
     * @param now the time
     * @return the knowledge since the packet was sent
     */
    Answer Ask(const Suspect& suspect, Ev path, Instant now);

    /** @return whether the path has been asked since a packet was sent */
    bool HasAsked(Ev path, Instant sentAt) const;

    /** @return the next EV to be probed, if there is one */
    std::optional<Ev> TakeProbe();

    /**
     * An EV probe was answered.
     *
     * @param path the EV that stands for the path of the probe
     * @return when the oldest of the packets was sent that waited for that; Never: none did
     */
    Instant OnAnswer(Ev path);

    /**
     * @return the packets of paths that have not answered in time; their records are removed here
     */
    std::vector<Suspect> TakeSilent(Instant now);

  private:
    /** A probe, and the packets that wait for its answer. */
    struct Inquiry
    {
        Ev path;
        Instant askedAt;
        bool sent;
        bool answered;
        std::vector<Suspect> suspects;
    };

    /** All probes that are remembered: at least one. */
    struct Known
    {
        std::vector<Inquiry> inquiries; //!< in the order of their times
        Instant deadline{Instant::Never()};
    };

    Answer Begin(const Suspect& suspect, Ev path, Instant now);
    void Update();

    Span m_patience;
    std::unique_ptr<Known> m_known; //!< null: nothing has been asked; each answer looks here
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PATH_INQUIRIES_H */
