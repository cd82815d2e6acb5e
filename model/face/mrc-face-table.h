/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FACE_TABLE_H
#define MRC_FACE_TABLE_H

#include "mrc-hop-packets.h"
#include "mrc-port-sink.h"

#include "ns3/mrc-fabric.h"
#include "ns3/mrc-fault-injector.h"
#include "ns3/mrc-port-observer.h"
#include "ns3/packet.h"
#include "ns3/simple-ref-count.h"

#include <functional>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

class Link;
class Port;
struct PortTraces;

/**
 * Knows which ports have a face, tells the fabric which of them are watched, and brings the
 * fabric's reports to them as packets.
 *
 * Faces share the table and may outlive the network: the table is closed then, and Open() refuses.
 */
class FaceTable : public SimpleRefCount<FaceTable, PortObserver>
{
  public:
    /**
     * @param fabric the fabric
     * @param kernel tells the time at which watching begins
     * @param faults takes links down and up
     * @param peerOf the port at the other end of a port's link
     * @param nameOf the name of a port in the port's fabric
     */
    FaceTable(Fabric& fabric,
              const HotKernel& kernel,
              FaultInjector& faults,
              std::function<PortIndex(PortIndex)> peerOf,
              std::function<std::string(PortIndex)> nameOf);

    /** Ends the tie to the network, which is about to go. */
    void Close()
    {
        m_isOpen = false;
    }

    /**
     * @param table of a face, may be null
     * @return whether there is a network behind this table
     */
    static bool IsOpen(const Ptr<FaceTable>& table)
    {
        return table != nullptr && table->m_isOpen;
    }

    /**
     * @param table of a face
     * @param what name of the property that the caller asks for, for the message
     * @return the table; a fatal error if the face belongs to no network or the face's network is
     * gone
     */
    static FaceTable& Open(const Ptr<FaceTable>& table, const char* what);

    /**
     * Sets the face of a port, which has none; null: the port has none from now on.
     *
     * @param index which port
     * @param face the face, or null
     */
    void Set(PortIndex index, Port* face);

    /**
     * @param index which port
     * @return the face of a port, null if the port has none
     */
    Port* At(PortIndex index) const
    {
        return index < m_faces.size() ? m_faces[index] : nullptr;
    }

    /**
     * @param index which port
     * @return the port at the other end
     */
    PortIndex PeerOf(PortIndex index) const
    {
        const bool isKnown = index < m_peers.size() && m_peers[index] != NO_PORT;
        return isKnown ? m_peers[index] : m_peerOf(index);
    }

    /**
     * @param index which port
     * @return the name of a port in the port's fabric
     */
    std::string NameOf(PortIndex index) const
    {
        return m_nameOf(index);
    }

    /** @return the fabric behind the faces */
    Fabric& GetFabric() const
    {
        return m_fabric;
    }

    /** @return the time, exact to a picosecond also in a sink of a trace source */
    Instant Now() const
    {
        return m_kernel.Now();
    }

    /**
     * Takes both directions of a link down or up, at once.
     *
     * @param index a port at one end of the link
     * @param up whether frames pass from now on
     */
    void SetLink(PortIndex index, bool up);

    /**
     * Tells the fabric which events the faces at both ends of a port's link want to see.
     *
     * @param index a port at one end of the link
     */
    void Refresh(PortIndex index);

    /**
     * Says, once for all ports of the fabric, that stock stacks send nothing over them.
     *
     * @param index the port that the first of them uses
     */
    void RefuseStack(PortIndex index);

    void Arrived(PortIndex link, FrameIndex frame, Instant at) override;
    void Enqueued(PortIndex port, FrameIndex frame, Instant at) override;
    void Transmitting(PortIndex port, FrameIndex frame, Instant at) override;
    void Marked(PortIndex port, FrameIndex frame, Instant at) override;
    void Trimmed(PortIndex port, FrameIndex frame, Instant at) override;
    void Dropped(PortIndex port, FrameIndex frame, DropReason reason, Instant at) override;
    bool Corrupts(PortIndex link, FrameIndex frame) override;

  private:
    void SetPeer(PortIndex index, PortIndex peer);
    void RefreshOne(PortIndex index);
    Ptr<const Packet> PacketOf(PortIndex looking, FrameIndex frame, Instant at);
    const HopRecords* TrailerOf(FrameIndex frame) const;
    const PortTraces* Tell(PortIndex port,
                           PortEvent event,
                           FrameIndex frame,
                           DropReason reason = {}) const;
    void TellSinks(const PortTraces& traces,
                   PortEvent event,
                   FrameIndex frame,
                   DropReason reason) const;
    bool IsAwaited(PortIndex link) const;
    Link* LinkOf(PortIndex index) const;
    const PortTraces* TracesAt(PortIndex index) const;

    Fabric& m_fabric;
    const HotKernel& m_kernel;
    FaultInjector& m_faults;
    HopPackets m_packets;
    std::function<PortIndex(PortIndex)> m_peerOf;
    std::function<std::string(PortIndex)> m_nameOf;
    std::vector<Port*> m_faces;     //!< by port index, as far as faces go
    std::vector<PortIndex> m_peers; //!< the same of m_peerOf, for the links of ports with faces
    bool m_isOpen{true};
    bool m_refusedStack{false};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_FACE_TABLE_H */
