/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PORT_H
#define MRC_PORT_H

#include "mrc-fabric-device.h"

#include "ns3/channel.h"
#include "ns3/mrc-drop-reason.h"
#include "ns3/mrc-ids.h"
#include "ns3/mrc-instant.h"
#include "ns3/mrc-port-counters.h"
#include "ns3/traced-callback.h"

#include <memory>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

class FaceTable;
class Link;
class PortSink;
struct PortTraces;
struct WireFormat;

/**
 * A port of a NIC or switch as the rest of ns-3 sees it: a face of the fabric's compact state.
 *
 * Traffic goes through the fabric, not through Send. A stock protocol stack that sends on this
 * device hears that the packet was refused; the user hears of it once for each fabric.
 */
class Port : public FabricDevice
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    Port();

    /**
     * @param table the table that the port is in
     * @param index of the port
     * @param address MAC address of the port
     * @param link not null
     */
    Port(Ptr<FaceTable> table, PortIndex index, Mac48Address address, Ptr<Link> link);
    ~Port() override;

    /** @return which port of the fabric this is */
    PortIndex Index() const
    {
        return m_index;
    }

    /**
     * @return the port's name in the port's fabric: `nic3.p1`, `p1.t0.2.down5`, `p1.t0.2.up7` ...;
     * a fatal error without a network
     */
    std::string Name() const;

    /**
     * @return in a sink of this port's trace sources, the time of the reported event, exact to a
     * picosecond. Simulator::Now() is the same, rounded down to a unit of ns-3's resolution
     */
    Instant TraceTime() const;

    /** @return how the packets of the port's trace sources are made of frames */
    const WireFormat& Format() const;

    /** @return the counters of the direction that leaves here; a fatal error without a network */
    PortCounters Counters() const;

    /**
     * @param reason which one
     * @return frames that ended here for this reason; a fatal error without a network
     */
    uint32_t Drops(DropReason reason) const;

    /** @return the trace sources, or null if nobody ever connected */
    const PortTraces* TracesIfAny() const
    {
        return m_traces.get();
    }

    /**
     * Lets a sink see all that happens here, from now on and until the port is disposed of.
     *
     * @param sink not null
     */
    void Watch(Ptr<PortSink> sink);

    /** @return bytes of a frame that are real in the packets of the port's trace sources */
    uint32_t SnapLength() const
    {
        return m_snapLength;
    }

    /**
     * @return the face of the port's queue, an ns3::mrc::PortQueue of attributes; made at the first
     * call
     */
    Ptr<Object> GetQueue() const;

    /** Called by the fault injector's listener. */
    void LinkChanged();

    // NetDevice
    Ptr<Channel> GetChannel() const override;
    /**
     * @param mtu bytes
     * @return whether that is the MTU already: the sizes of packets follow from QpProfile
     */
    bool SetMtu(const uint16_t mtu) override;
    uint16_t GetMtu() const override;
    bool IsLinkUp() const override;
    void AddLinkChangeCallback(Callback<void> callback) override;
    bool IsBroadcast() const override;
    bool IsMulticast() const override;
    bool IsPointToPoint() const override;
    bool Send(Ptr<Packet> packet, const Address& destination, uint16_t protocol) override;
    bool NeedsArp() const override;
    void SetReceiveCallback(NetDevice::ReceiveCallback callback) override;
    void SetPromiscReceiveCallback(NetDevice::PromiscReceiveCallback callback) override;

    /** Signature of trace sources "Enqueue", "PhyTxBegin", "PhyRxEnd" and "Mark". */
    typedef void (*PacketCallback)(Ptr<const Packet> packet);
    /** Signature of trace source "Trim": the packet as it goes on, and the size before. */
    typedef void (*TrimCallback)(Ptr<const Packet> packet, uint32_t before);
    /** Signature of trace source "Drop". */
    typedef void (*DropCallback)(Ptr<const Packet> packet, DropReason reason);

  protected:
    void DoDispose() override;

  private:
    friend bool WritesFiles(const Port& port);

    static void AddTraces(TypeId tid);
    PortTraces& GetTraces();
    void TracesChanged();
    void RefuseStack() const;

    Ptr<FaceTable> m_table;
    PortIndex m_index{NO_PORT};
    uint32_t m_snapLength{UINT16_MAX};
    Ptr<Link> m_link;
    mutable Ptr<Object> m_queue; //!< made when somebody asks
    std::unique_ptr<PortTraces> m_traces;
    std::unique_ptr<TracedCallback<>> m_linkChange;
};

/** @return whether this process writes files about a port: the first of several ranks does */
bool WritesFiles(const Port& port);

} // namespace mrc
} // namespace ns3

#endif /* MRC_PORT_H */
