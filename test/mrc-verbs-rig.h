/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TEST_VERBS_RIG_H
#define MRC_TEST_VERBS_RIG_H

#include "mrc-test-network.h"

#include <sstream>
#include <string>

namespace ns3
{
namespace mrc
{
namespace test
{

/** @return two NICs with two planes of 100 Gb/s */
inline Ptr<Network>
TwoNics()
{
    return MakeNetwork(SmallFabric(2, 2, 0, 2));
}

/** Brings one end of a created connection to RTR. */
inline void
MakeReadyToReceive(const Ptr<Qp>& end, Psn firstPsn)
{
    QpAttributes attributes;
    attributes.ev = CreateObject<EvProfile>();
    attributes.cc = CreateObject<CcProfile>();
    end->Modify(attributes);
    attributes.state = QpState::RTR;
    attributes.destination = end->Peer()->Query().number;
    attributes.peerOffer = end->Peer()->Query().offer;
    attributes.firstPsn = firstPsn;
    end->Modify(attributes);
}

/** Brings both ends of a created connection to RTS. */
inline void
BringUp(const Ptr<Qp>& qp, Psn firstPsn = Psn())
{
    QpAttributes attributes;
    attributes.state = QpState::RTS;
    for (const Ptr<Qp>& end : {qp, qp->Peer()})
    {
        MakeReadyToReceive(end, firstPsn);
        end->Modify(attributes);
    }
}

/** @return a Write with Immediate to that memory, of 10,000 bytes */
inline WorkRequest
RequestTo(uint64_t address, uint32_t rkey, uint64_t id)
{
    WorkRequest request;
    request.id = id;
    request.remoteAddress = address;
    request.rkey = rkey;
    request.length = 10000;
    request.hasImmediate = true;
    request.immediate = static_cast<uint32_t>(1000 + id);
    return request;
}

/** @return the ends of requests, in words */
inline std::string
PollAll(const Ptr<CompletionQueue>& queue)
{
    std::ostringstream out;
    for (const WorkCompletion& entry : queue->Poll(1000))
    {
        out << (entry.opcode == WorkOpcode::RDMA_WRITE ? "write " : "receive ") << entry.id << " "
            << entry.status << " " << entry.byteLength << " " << entry.immediate << "; ";
    }
    return out.str();
}

/** Writes down the states that a queue pair goes through. */
inline void
Record(std::string* states, QpState, QpState to)
{
    *states += std::string(states->empty() ? "" : " ") + ToString(to);
}

/** A created connection with a completion queue for each end. */
struct Ends
{
    Ends()
        : network(TwoNics()),
          a(network->Create(0, 1)),
          b(a->Peer())
    {
        a->TraceConnectWithoutContext("State", MakeBoundCallback(&Record, &statesOfA));
        b->TraceConnectWithoutContext("State", MakeBoundCallback(&Record, &statesOfB));
        a->SetCompletionQueues(ofA, ofA);
        b->SetCompletionQueues(ofB, ofB);
    }

    Ptr<Network> network;
    Ptr<Qp> a;
    Ptr<Qp> b;
    Ptr<CompletionQueue> ofA = CreateObject<CompletionQueue>();
    Ptr<CompletionQueue> ofB = CreateObject<CompletionQueue>();
    std::string statesOfA;
    std::string statesOfB;
};

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* MRC_TEST_VERBS_RIG_H */
