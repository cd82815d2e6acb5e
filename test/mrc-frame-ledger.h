/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FRAME_LEDGER_H
#define MRC_FRAME_LEDGER_H

#include "mrc-conservation.h"

#include "ns3/mrc-node-names.h"
#include "ns3/mrc-port-observer.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

/** Frames, and their bytes. */
struct Amount
{
    int64_t frames{0};
    int64_t bytes{0};

    /** Adds one frame. */
    void Add(int64_t size)
    {
        ++frames;
        bytes += size;
    }

    Amount& operator+=(const Amount& other)
    {
        frames += other.frames;
        bytes += other.bytes;
        return *this;
    }

    Amount operator+(const Amount& other) const
    {
        return Amount(*this) += other;
    }

    bool operator==(const Amount& other) const
    {
        return frames == other.frames && bytes == other.bytes;
    }
};

/** The events that an onlooker has seen of one port and its link. */
struct LedgerEntry
{
    Amount queued;         //!< admitted, with the bytes that were left of them
    Amount sent;           //!< begun to leave
    Amount flushed;        //!< lost while they waited
    Amount refused;        //!< not admitted
    Amount lost;           //!< on the link
    Amount ended;          //!< at the link's far end
    int64_t cutWaiting{0}; //!< bytes that packets lost while they waited
    int64_t cutBefore{0};  //!< bytes that packets lost as they came, a used up header included
};

/**
 * Follows each frame by what ports tell their observer, and compares that with the counts and
 * contents of the fabric, in frames and in bytes. For every port, queued = sent + cut + lost +
 * waiting. For every link, sent = arrived + lost + on the way.
 *
 * Takes the place of a network's own observer, so that trace sources and ErrorModels are silent.
 */
class FrameLedger : public PortObserver
{
  public:
    /** Looks at nothing yet. All must outlive the simulation. */
    FrameLedger(Fabric& fabric, const Topology& topology)
        : m_fabric(fabric),
          m_topology(topology),
          m_entries(topology.PortCount())
    {
    }

    /** Watches all ports from now on; before the first frame. */
    void Watch(const HotKernel& kernel)
    {
        m_fabric.Onlookers().SetObserver(this);
        for (PortIndex port = 0; port < m_topology.PortCount(); ++port)
        {
            m_fabric.Onlookers().Watch(port, PORT_WATCHED, kernel.Now());
        }
    }

    void Arrived(PortIndex, FrameIndex, Instant) override
    {
    }

    void Marked(PortIndex, FrameIndex, Instant) override
    {
    }

    bool Corrupts(PortIndex, FrameIndex) override
    {
        return false;
    }

    void Enqueued(PortIndex port, FrameIndex index, Instant) override
    {
        Track& track = m_tracks[index];
        const int64_t size = m_fabric.Pool().At(index).size;
        m_entries[port].queued.Add(size);
        if (track.place == Place::LINK && track.port == port)
        {
            return; // a port that is free sends at once, and tells that first
        }
        Come(port, track, size);
        track = {Place::QUEUE, port, size};
    }

    void Transmitting(PortIndex port, FrameIndex index, Instant) override
    {
        Track& track = m_tracks[index];
        const int64_t size = m_fabric.Pool().At(index).size;
        m_entries[port].sent.Add(size);
        if (track.place != Place::QUEUE || track.port != port)
        {
            Come(port, track, size);
        }
        track = {Place::LINK, port, size};
    }

    void Trimmed(PortIndex port, FrameIndex index, Instant) override
    {
        Track& track = m_tracks[index];
        const int64_t left = m_fabric.Pool().At(index).size;
        const bool waits = track.place == Place::QUEUE && track.port == port;
        LedgerEntry& entry = m_entries[port];
        (waits ? entry.cutWaiting : entry.cutBefore) += track.size - left;
        track.size = left;
    }

    void Dropped(PortIndex port, FrameIndex index, DropReason reason, Instant) override
    {
        Track& track = m_tracks[index];
        LedgerEntry& entry = m_entries[port];
        const int64_t size = m_fabric.Pool().At(index).size;
        if (track.place == Place::QUEUE && track.port == port)
        {
            entry.flushed.Add(size);
        }
        else if (track.place == Place::LINK && track.port == port)
        {
            (EndsAtFarEnd(reason) ? entry.ended : entry.lost).Add(size);
        }
        else
        {
            Come(port, track, size);
            entry.refused.Add(size);
        }
        track = {};
    }

    /** @return the events that were seen, by port */
    const std::vector<LedgerEntry>& Entries() const
    {
        return m_entries;
    }

    /** @return the events of some entries that the fabric does not confirm; empty: all agrees */
    std::vector<std::string> Check(const std::vector<LedgerEntry>& entries) const
    {
        std::vector<std::string> lines = m_lines;
        const auto equal = [&lines](Amount is, Amount expected, const std::string& what) {
            if (!(is == expected))
            {
                lines.push_back(what + ": " + Text(is) + ", expected " + Text(expected));
            }
        };
        std::vector<Amount> came(m_topology.NodeCount());
        std::vector<Amount> went(m_topology.NodeCount());
        for (PortIndex port = 0; port < entries.size(); ++port)
        {
            const LedgerEntry& entry = entries[port];
            const std::string name = PortName(m_topology, port);
            const LinkState& link = m_fabric.State().Link(port);
            const Amount arrived{link.frames, static_cast<int64_t>(link.bytes)};
            equal(entry.queued,
                  entry.sent + entry.flushed + Waiting(port) + Amount{0, entry.cutWaiting},
                  name + " queues");
            equal(entry.sent, arrived + entry.lost + OnLink(port), name + " sends");
            Amount& far = came[m_topology.NodeOf(m_topology.Peer(port))];
            far += {arrived.frames - entry.ended.frames, arrived.bytes - entry.ended.bytes};
            went[m_topology.NodeOf(port)] +=
                entry.queued + entry.refused + Amount{0, entry.cutBefore};
        }
        for (uint32_t node = m_topology.Spec().nics; node < m_topology.NodeCount(); ++node)
        {
            equal(came[node], went[node], NodeName(m_topology, node) + " gets");
        }
        return lines;
    }

  private:
    /** Where a frame is, as far as this has seen. */
    enum class Place : uint8_t
    {
        NOWHERE, //!< at a NIC, or ended
        QUEUE,
        LINK,
    };

    struct Track
    {
        Place place{Place::NOWHERE};
        PortIndex port{0}; //!< of the queue, or that the link leaves
        int64_t size{0};
    };

    /** A frame asks a port for admission: a switch's gets none that came by no link of its own. */
    void Come(PortIndex port, const Track& track, int64_t size)
    {
        const uint32_t node = m_topology.NodeOf(port);
        const bool isNic = node < m_topology.Spec().nics;
        const bool came =
            track.place == Place::LINK && m_topology.NodeOf(m_topology.Peer(track.port)) == node;
        if (isNic ? track.place == Place::QUEUE : !came)
        {
            m_lines.push_back(PortName(m_topology, port) + " gets a frame out of nowhere");
        }
        if (isNic)
        {
            return;
        }
        // The last switch of a segment routing header takes the header away.
        m_entries[port].cutBefore += track.size - size;
        if (size > track.size)
        {
            m_lines.push_back(PortName(m_topology, port) + " gets a frame that has grown");
        }
    }

    Amount Chain(FrameIndex first) const
    {
        Amount amount;
        for (FrameIndex i = first; i != NO_FRAME; i = m_fabric.Pool().At(i).next)
        {
            amount.Add(m_fabric.Pool().At(i).size);
        }
        return amount;
    }

    Amount Waiting(PortIndex port) const
    {
        Amount amount;
        for (const TrafficClass where : ALL_CLASSES)
        {
            amount += Chain(m_fabric.State().Port(port).head[where]);
        }
        return amount;
    }

    Amount OnLink(PortIndex port) const
    {
        return Chain(m_fabric.State().Link(port).pipeHead);
    }

    static std::string Text(const Amount& amount)
    {
        return std::to_string(amount.frames) + " frames of " + std::to_string(amount.bytes) +
               " bytes";
    }

    Fabric& m_fabric;
    const Topology& m_topology;
    std::vector<LedgerEntry> m_entries; //!< by port
    std::unordered_map<FrameIndex, Track> m_tracks;
    std::vector<std::string> m_lines; //!< errors, as they happened
};

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* MRC_FRAME_LEDGER_H */
