/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RANK_REFUSALS_H
#define RANK_REFUSALS_H

// Orders that fail inside a sink, in a network of several ranks.

#include "rank-scene.h"
#include "rank-traces.h"

#include "ns3/core-module.h"
#include "ns3/mrc-module.h"

#include <cstdint>
#include <memory>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

/** Makes no controller. Only the process of the queue pair asks for one, so only that one fails. */
class RefusingFactory : public ControllerFactory
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::mrc::RefusingFactory")
                                .SetParent<ControllerFactory>()
                                .AddConstructor<RefusingFactory>();
        return tid;
    }

    std::unique_ptr<CustomController> Create(const ControllerSetup&) const override
    {
        throw std::invalid_argument("RefusingFactory makes no controller");
    }

    bool SharesNothing() const override
    {
        return true;
    }
};

NS_OBJECT_ENSURE_REGISTERED(RefusingFactory);

/** Brings one end of a queue pair into a state. Going to RTR makes the controller. */
inline void
BringTo(Qp& end, QpState state)
{
    QpAttributes attributes;
    attributes.state = state;
    attributes.ev = CreateObject<EvProfile>();
    attributes.cc = CreateObject<CcProfile>();
    attributes.cc->SetAttribute("AlgorithmFactory", StringValue("ns3::mrc::RefusingFactory"));
    attributes.destination = end.Peer()->Query().number;
    attributes.peerOffer = end.Peer()->Query().offer;
    end.Modify(attributes);
}

/**
 * A sink of the first rank orders what a queue pair refuses, and makes light of that. The processes
 * of other queue pairs do not hear of the failure.
 *
 * @param nic that has the queue pair
 */
inline void
OrderRefused(Scene& scene, uint32_t nic)
{
    // With a denied EV a queue pair makes its parts in RTR, and else for its first packet.
    scene.network->GetDenylist().Deny(0, 1);
    const Ptr<Qp> qp = scene.network->Create(nic, 7);
    BringTo(*qp, QpState::INIT);
    BringTo(*qp->Peer(), QpState::INIT);
    OnFirstEnd(*scene.pairs[0], [qp] {
        try
        {
            BringTo(*qp, QpState::RTR);
        }
        catch (const std::invalid_argument&)
        {
        }
    });
}

} // namespace mrc
} // namespace ns3

#endif /* RANK_REFUSALS_H */
