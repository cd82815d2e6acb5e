/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PORT_QUEUE_H
#define MRC_PORT_QUEUE_H

#include "ns3/mrc-ids.h"
#include "ns3/mrc-port-config.h"
#include "ns3/object.h"

#include <cstdint>
#include <functional>

namespace ns3
{
namespace mrc
{

class FaceTable;

/**
 * The egress queue of a port as the rest of ns-3 sees it: a face of its limits, marking and
 * trimming.
 *
 * Made when a script asks the port for its queue. Changes are in force from the next admission on.
 */
class PortQueue : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    PortQueue();

    /**
     * @param table the table that the queue's port is in
     * @param port index of the queue's port
     */
    PortQueue(Ptr<FaceTable> table, PortIndex port);
    ~PortQueue() override;

    /** @return the configuration of the port; the default one without a network */
    PortConfig Config() const;

    /**
     * Changes the configuration of the port; a fatal error without a network.
     *
     * @param change is called with the configuration, to be changed
     */
    void Change(const std::function<void(PortConfig&)>& change);

  private:
    static void AddLimits(TypeId tid);
    static void AddMarking(TypeId tid);
    static void AddTrimming(TypeId tid);
    static void AddBacklogs(TypeId tid);
    uint32_t Backlog(TrafficClass where) const;
    uint32_t DataBytes() const;
    uint32_t TrimmedBytes() const;
    uint32_t ControlBytes() const;

    Ptr<FaceTable> m_table;
    PortIndex m_port{NO_PORT};
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PORT_QUEUE_H */
