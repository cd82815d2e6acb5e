/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_LATE_REPORTS_H
#define MRC_LATE_REPORTS_H

#include "mrc-packet-follower.h"
#include "mrc-port-observer.h"

#include "ns3/mrc-datagram.h"
#include "ns3/mrc-frame.h"
#include "ns3/mrc-hop-records.h"
#include "ns3/mrc-window-crew.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <unordered_map>
#include <vector>

namespace ns3
{
namespace mrc
{

struct FabricState;
class RankMember;
class RankReader;

/** A frame as it was when a report was made of it. */
struct FrameSight
{
    FrameIndex index{NO_FRAME}; //!< where the frame was in the pool
    Frame frame;                //!< the frame
    Datagram datagram;          //!< the datagram of the frame
    HopRecords records;         //!< that the packet carried, if packets carry any
};

/**
 * Keeps the reports that one of several shards makes in a window, and the frames as they were. The
 * reports are told when the window is over.
 *
 * The crew tells the reports of all shards in the order that one shard would have. Outside windows
 * reports are told at once, unless shards are processes: then all of them hear each report, in
 * turn. Where one of them fires the events of an instant, all hear at once.
 */
class LateReports : public PortObserver, public PacketFollower
{
  public:
    /**
     * @param first the state of the first shard, by which observer and follower look at frames
     * @param own the state of the shard
     * @param calls what the crew tells when a window is over
     * @param isApart whether a window is on
     * @param member tells other processes at once; null: there are none
     */
    LateReports(FabricState& first,
                FabricState& own,
                std::vector<WindowCall>& calls,
                const bool& isApart,
                RankMember* member);

    /** Sets the object that hears of watched ports. */
    void SetObserver(PortObserver* observer)
    {
        m_observer = observer;
    }

    /** Tells a report of another process. @param in the report, as that process has packed it */
    void Hear(RankReader& in) const;

    /** Sets the object that hears of packets. */
    void SetFollower(PacketFollower* follower)
    {
        m_follower = follower;
    }

    /**
     * A frame goes to another process and gets another place there: followers go by a name.
     *
     * @param frame the frame
     * @return the name; NO_FRAME: the follower does not know the frame
     */
    FrameIndex TakeName(FrameIndex frame);

    /** A frame has come from another process. @param frame the place here @param name the name
     */
    void SetName(FrameIndex frame, FrameIndex name);

    /**
     * A frame leaves over a cut link that is watched at its far end. The far shard owns the frame
     * before it has arrived, so a copy is kept here, and the event of the arrival is here too.
     *
     * @param link the cut link
     * @param frame the frame
     * @param arrival when its last bit arrives
     */
    void Await(PortIndex link, FrameIndex frame, Instant arrival);

    /**
     * The event of an arrival over a cut link: reports the frame, unless it was lost.
     *
     * @param link the cut link
     * @param now the time
     */
    void See(PortIndex link, Instant now);

    /**
     * A link went down: frames on it do not arrive.
     *
     * @param link the link
     * @param reason SWITCH_DOWN: frames that arrive just now are lost too
     * @param now the time
     */
    void Forget(PortIndex link, DropReason reason, Instant now);

    // PortObserver
    void Arrived(PortIndex link, FrameIndex frame, Instant at) override;
    void Enqueued(PortIndex port, FrameIndex frame, Instant at) override;
    void Transmitting(PortIndex port, FrameIndex frame, Instant at) override;
    void Marked(PortIndex port, FrameIndex frame, Instant at) override;
    void Trimmed(PortIndex port, FrameIndex frame, Instant at) override;
    void Dropped(PortIndex port, FrameIndex frame, DropReason reason, Instant at) override;
    bool Corrupts(PortIndex link, FrameIndex frame) override;

    // PacketFollower
    void Sent(PortIndex port, FrameIndex frame) override;
    void Forwarded(PortIndex port, FrameIndex frame) override;
    void Received(PortIndex link, FrameIndex frame) override;
    void Lost(PortIndex port, FrameIndex frame, DropReason reason) override;

  private:
    class Showing;

    /** What is told. */
    enum class Kind : uint8_t
    {
        ARRIVED,
        ENQUEUED,
        TRANSMITTING,
        MARKED,
        TRIMMED,
        DROPPED,
        SENT,
        FORWARDED,
        RECEIVED,
        LOST,
    };

    /** A report without its frame. */
    struct Report
    {
        Kind kind;
        DropReason reason; //!< of DROPPED and LOST
        PortIndex port;    //!< or directed link
        Instant at;        //!< of a PortObserver
    };

    /** A report and its frame. */
    struct Kept
    {
        Report report;
        FrameSight sight;
    };

    /** A frame on a cut link. */
    struct Awaited
    {
        Instant arrival;
        FrameSight sight;
    };

    bool AreRanks() const;
    FrameSight SightOf(FrameIndex frame) const;
    FrameIndex NameFor(Kind kind, FrameIndex frame);
    void Add(const Report& report, FrameIndex frame);
    void Keep(const Report& report, const FrameSight& sight);
    void Defer(const Report& report, const FrameSight& sight);
    void TellKept(std::size_t place) const;
    void Show(const Kept& kept) const;
    void Tell(const Report& report, FrameIndex frame) const;
    void TellObserver(const Report& report, FrameIndex frame) const;

    FabricState& m_first;
    FabricState& m_own;
    std::vector<WindowCall>& m_calls;
    const bool& m_isApart;
    RankMember* m_member;
    PortObserver* m_observer{nullptr};
    PacketFollower* m_follower{nullptr};
    std::vector<Kept> m_kept;                                     //!< of this window
    std::unordered_map<PortIndex, std::deque<Awaited>> m_awaited; //!< by cut link
    std::unordered_map<FrameIndex, FrameIndex> m_names; //!< of frames, if there are processes
    FrameIndex m_named{0};                              //!< names given here so far
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_LATE_REPORTS_H */
