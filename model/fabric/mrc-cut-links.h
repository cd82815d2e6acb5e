/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_CUT_LINKS_H
#define MRC_CUT_LINKS_H

#include "mrc-cut-waits.h"
#include "mrc-fabric-cuts.h"

#include "ns3/mrc-frame.h"
#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{
namespace mrc
{

/** A frame on its way into another shard, which owns the frame from then on. */
struct CutMail
{
    PortIndex link;            //!< the cut link that it is on
    FrameIndex frame;          //!< with Frame::at set
    FrameIndex name{NO_FRAME}; //!< of one that followers in several processes know; see LateReports
};

/**
 * Holds what a shard sends over its cut links: the frames sent in this window. CutWaits has the
 * ports with frames that wait.
 *
 * Frames of a window are in one half of the boxes. Other shards take them in the next window, in
 * which this shard fills the other half.
 */
class CutLinks
{
  public:
    /** What goes from one shard to another in a window. */
    struct Box
    {
        std::vector<CutMail> mail;      //!< frames, in the order in which their ports decided
        std::vector<FrameIndex> spares; //!< places for new frames, which are handed back
    };

    /**
     * @param cuts of the run; must outlive this
     * @param own number of this shard
     */
    CutLinks(std::shared_ptr<const FabricCuts> cuts, ShardIndex own)
        : m_cuts(std::move(cuts)),
          m_own(own),
          m_waits(m_cuts->senders.size()),
          m_owed(m_cuts->shards)
    {
        m_boxes.fill(std::vector<Box>(m_cuts->shards));
    }

    /** @return which shard has which end of each link */
    const std::shared_ptr<const FabricCuts>& Cuts() const
    {
        return m_cuts;
    }

    /** Sends a frame to the shard at the far end. */
    void Send(PortIndex link, FrameIndex frame, Instant at)
    {
        const ShardIndex to = m_cuts->receivers[link];
        m_boxes[m_filling][to].mail.push_back({link, frame});
        ++m_sent;
        --m_owed[to];
        m_arrival = std::min(m_arrival, at);
    }

    /** @return the ports of cut links at which frames wait */
    CutWaits& Waits()
    {
        return m_waits;
    }

    /** @return the earliest that a frame that waits may leave, or a sent one arrives */
    Instant Next() const
    {
        return std::min(m_waits.Next(), m_arrival);
    }

    /** @return the frames that this shard has sent to others so far */
    uint64_t SentCount() const
    {
        return m_sent;
    }

    /** Begins a window, in which this half is filled. */
    void Fill(unsigned half)
    {
        m_filling = half;
        m_arrival = Instant::Never();
    }

    /**
     * Goes through all frames that have not been taken.
     *
     * @param see gets each one's CutMail
     */
    template <class See>
    void EachMail(See see)
    {
        for (std::vector<Box>& half : m_boxes)
        {
            for (Box& box : half)
            {
                std::for_each(box.mail.begin(), box.mail.end(), see);
            }
        }
    }

    /** @return the frames of the other half for a shard, which takes them and clears this */
    Box& Sent(ShardIndex to, unsigned half)
    {
        return m_boxes[half][to];
    }

    /** @return the number of this shard */
    ShardIndex Own() const
    {
        return m_own;
    }

    /**
     * Places came from a shard, which lacks them now.
     *
     * @param from that shard
     * @param places how many, with frames or handed back
     */
    void NoteTaken(ShardIndex from, std::size_t places)
    {
        m_owed[from] += static_cast<int64_t>(places);
    }

    /**
     * Hands places of frames back to the shards that have sent more than they got: one-way traffic
     * would take a new place for each frame.
     *
     * @param get returns a place that is free, or NO_FRAME
     */
    template <class Get>
    void HandBack(Get get)
    {
        for (ShardIndex to = 0; to < m_cuts->shards; ++to)
        {
            while (m_owed[to] > KEPT)
            {
                const FrameIndex spare = get();
                if (spare == NO_FRAME)
                {
                    return;
                }
                m_boxes[m_filling][to].spares.push_back(spare);
                --m_owed[to];
            }
        }
    }

  private:
    /** Places that a shard keeps of another's: traffic that is nearly even moves none. */
    static constexpr int64_t KEPT = 256;

    std::shared_ptr<const FabricCuts> m_cuts;
    ShardIndex m_own;
    CutWaits m_waits;
    std::array<std::vector<Box>, 2> m_boxes; //!< by shard
    unsigned m_filling{0};                   //!< the half that this shard fills
    Instant m_arrival{Instant::Never()};     //!< the first of frames in the half that is filled
    uint64_t m_sent{0};                      //!< frames so far
    std::vector<int64_t> m_owed; //!< by shard: places that came from there, less those sent there
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_CUT_LINKS_H */
