/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_NIC_H
#define MRC_NIC_H

#include "mrc-qp.h"

#include "ns3/object.h"

#include <cstdint>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * A NIC as the rest of ns-3 sees it: where Config paths find its queue pairs; aggregated to the
 * NIC's node.
 */
class Nic : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    Nic() = default;

    /** @param number of the NIC in the NIC's fabric */
    explicit Nic(uint32_t number);

    /**
     * Adds a queue pair that posts at this NIC, unless the NIC has the pair; in the order of their
     * numbers.
     *
     * @param pair not null
     */
    void Add(Ptr<Qp> pair);

    /** @return the queue pairs that post at this NIC, in the order in which they were connected */
    const std::vector<Ptr<Qp>>& GetQueuePairs() const
    {
        return m_pairs;
    }

  protected:
    void DoDispose() override;

  private:
    uint32_t m_number{0};
    std::vector<Ptr<Qp>> m_pairs;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_NIC_H */
