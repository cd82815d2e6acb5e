/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SWITCH_H
#define MRC_SWITCH_H

#include "ns3/mrc-ids.h"
#include "ns3/nstime.h"
#include "ns3/object.h"

#include <vector>

namespace ns3
{
namespace mrc
{

class FaceTable;
class SharedBuffer;

/**
 * A switch as the rest of ns-3 sees it: a face of its forwarder and ports, aggregated to the node
 * of the switch.
 */
class Switch : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    Switch();

    /**
     * @param table the table that the switch's ports are in
     * @param ports the switch's ports, in the order of its interfaces
     */
    Switch(Ptr<FaceTable> table, std::vector<PortIndex> ports);
    ~Switch() override;

    /** @return the switch's ports, in the order of its interfaces */
    const std::vector<PortIndex>& Ports() const
    {
        return m_ports;
    }

  private:
    void SetLatency(Time latency);
    Time GetLatency() const;
    const SharedBuffer* Buffer() const;
    const SharedBuffer* PresentBuffer() const;
    uint64_t GetBufferSize() const;
    uint64_t GetBufferUsed() const;
    uint64_t GetBufferPeak() const;
    uint64_t GetIcmpErrors() const;

    Ptr<FaceTable> m_table;
    std::vector<PortIndex> m_ports;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SWITCH_H */
