/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RANK_TRACES_H
#define RANK_TRACES_H

// Sinks of queue pairs and receive completion queues, of a network of several ranks.

#include "../mrc-callback-of.h"
#include "../mrc-qp-trace-lines.h"
#include "rank-scene.h"

#include "ns3/core-module.h"
#include "ns3/mrc-module.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>

namespace ns3
{
namespace mrc
{

/** Brings a queue pair into ERR. */
inline void
Fail(Qp& qp)
{
    QpAttributes failed;
    failed.state = QpState::ERR;
    qp.Modify(failed);
}

/** Denies an EV of a queue pair. */
inline void
DenyEvOf(Qp& qp)
{
    const QpPaths paths = qp.Paths();
    paths.Deny(paths.List().at(2).ev);
}

/** Writes down what the trace sources of all ends tell. */
inline void
TraceAll(Scene& scene)
{
    uint32_t number = 0;
    for (const Ptr<Qp>& qp : scene.pairs)
    {
        test::TraceLines(scene.said, *qp, std::to_string(number) + " source");
        test::TraceLines(scene.said, *qp->Peer(), std::to_string(number++) + " peer");
    }
}

/** Orders of one ordinary event go to queue pairs of all ranks by turns. */
inline void
OrderByTurns(Scene& scene)
{
    TraceAll(scene);
    Simulator::Schedule(MicroSeconds(12), [&scene] { scene.network->GetDenylist().Deny(0, 1); });
    Simulator::Schedule(MicroSeconds(25), [&scene] { scene.network->GetDenylist().Allow(0, 1); });
    Simulator::Schedule(MicroSeconds(20), [&scene] {
        for (const uint32_t pair : {1, 0, 3, 2})
        {
            DenyEvOf(*scene.pairs[pair]);
        }
    });
    Simulator::Schedule(MicroSeconds(40), [&scene] {
        for (const uint32_t pair : {3, 2, 1, 5})
        {
            Fail(*scene.pairs[pair]);
        }
    });
}

/** Writes down that a Write has ended. */
inline void
SayCompleted(Scene* scene, uint32_t pair, const Completion& completion)
{
    scene->said << Simulator::Now().GetNanoSeconds() << " completed " << pair << ' '
                << completion.at.Ps() << '\n';
}

/** Writes down what all trace sources of all ends tell, amid an incast with faults. */
inline void
TraceEnds(Scene& scene)
{
    for (uint32_t nic = 1; nic < 16; ++nic)
    {
        scene.pairs.push_back(scene.network->Connect(nic, 0));
        scene.pairs.back()->Write(150000);
    }
    scene.network->ScheduleFaults("port:3.1@20us..90us,t1:0.1@25us,port:9.0@40us");
    TraceAll(scene);
    uint32_t number = 0;
    for (const Ptr<Qp>& qp : scene.pairs)
    {
        // All ranks stand still for these, so what happens at that instant is told one by one.
        qp->TraceConnectWithoutContext("Completed",
                                       MakeBoundCallback(&SayCompleted, &scene, number++));
    }
    for (const uint32_t pair : {0, 1}) // of two ranks
    {
        Simulator::Schedule(MicroSeconds(70 + pair), [&scene, pair] {
            scene.pairs[pair]->Paths().Deny(scene.pairs[pair]->Paths().List().at(3).ev);
        });
        Simulator::Schedule(MicroSeconds(80 + pair), [&scene, pair] { Fail(*scene.pairs[pair]); });
    }
}

/** Posts a Write with Immediate. */
inline void
PostTo(Scene& scene, uint32_t pair, uint32_t bytes, uint32_t immediate)
{
    WorkRequest request;
    request.length = bytes;
    request.rkey = scene.keys[scene.pairs[pair]]; // of others 0
    request.hasImmediate = true;
    request.immediate = immediate;
    scene.pairs[pair]->PostSend(request);
}

/** Posts again at the end that posts, as a receive buffer of the other end is taken. */
inline void
AnswerTaken(Scene* scene, uint32_t pair, const WorkCompletion& taken)
{
    scene->said << Simulator::Now().GetNanoSeconds() << " ns, pair " << pair << " took "
                << taken.byteLength << " bytes with " << taken.immediate << ", buffer " << taken.id
                << ", status " << taken.status << ", at " << taken.at.Ps() << '\n';
    if (taken.status == CompletionStatus::SUCCESS && taken.immediate < 3)
    {
        PostTo(*scene, pair, 20000, taken.immediate + 1);
    }
}

/** Adds queue pairs that the script brings up itself, with memory. */
inline void
CreatePairs(Scene& scene)
{
    for (const auto& [from, to] : {std::pair(3U, 12U), std::pair(14U, 2U)})
    {
        const Ptr<Qp> qp = scene.network->Create(from, to);
        scene.pairs.push_back(qp);
        for (const QpState state : {QpState::INIT, QpState::RTR, QpState::RTS})
        {
            for (const Ptr<Qp>& end : {qp, qp->Peer()})
            {
                QpAttributes attributes;
                attributes.state = state;
                attributes.ev = CreateObject<EvProfile>();
                attributes.cc = CreateObject<CcProfile>();
                attributes.destination = end->Peer()->Query().number;
                attributes.peerOffer = end->Peer()->Query().offer;
                end->Modify(attributes);
            }
        }
        scene.keys[qp] = qp->Peer()->RegisterMemory(0, 100000);
    }
}

/** Receive completion queues of all ends, in which messages are answered at once. */
inline void
AnswerReceived(Scene& scene)
{
    CreatePairs(scene);
    for (uint32_t pair = 0; pair < scene.pairs.size(); ++pair)
    {
        const auto queue = CreateObject<CompletionQueue>();
        queue->TraceConnectWithoutContext("Added", MakeBoundCallback(&AnswerTaken, &scene, pair));
        scene.pairs[pair]->Peer()->SetCompletionQueues(nullptr, queue);
        scene.pairs[pair]->Peer()->PostReceive(6);
        PostTo(scene, pair, 70000 + pair, 1);
    }
    Simulator::Schedule(MicroSeconds(500), [&scene] {
        for (const uint32_t pair : {0, 1}) // their buffers come back
        {
            Fail(*scene.pairs[pair]->Peer());
        }
    });
}

/** Has a sink do something as the first Write of a queue pair ends. */
inline void
OnFirstEnd(Qp& qp, const std::function<void()>& act)
{
    qp.TraceConnectWithoutContext("Completed",
                                  test::CallbackOf<const Completion&>([act](auto& ended) {
                                      if (ended.id == 0)
                                      {
                                          act();
                                      }
                                  }));
}

/** Sinks order by ordinary events, of queue pairs of all ranks. */
inline void
OrderBehindSinks(Scene& scene)
{
    TraceAll(scene);
    OnFirstEnd(*scene.pairs[0], [&scene] {
        Simulator::ScheduleNow([&scene] {
            DenyEvOf(*scene.pairs[1]);
            DenyEvOf(*scene.pairs[0]);
        });
    });
    OnFirstEnd(*scene.pairs[1], [&scene] {
        Simulator::ScheduleNow([&scene] {
            Fail(*scene.pairs[3]);
            Fail(*scene.pairs[2]);
        });
    });
}

/** Lets a queue pair go that others have sinks at. */
inline void
Leave(Scene& scene, const Ptr<Qp>& qp)
{
    const auto place = std::find(scene.pairs.begin(), scene.pairs.end(), qp);
    if (place != scene.pairs.end())
    {
        scene.said << Simulator::Now().GetNanoSeconds() << " ns, one leaves\n";
        scene.pairs.erase(place);
        qp->Dispose();
    }
}

/** Sinks let queue pairs of another rank go: one that hears behind a window, and one in time. */
inline void
LeaveInSinks(Scene& scene)
{
    TraceAll(scene);
    const Ptr<Qp> first = scene.pairs[1];
    const Ptr<Qp> second = scene.pairs[3];
    scene.pairs[0]->TraceConnectWithoutContext(
        "Rtt",
        test::CallbackOf<const RttSample&>([&scene, first](auto&) { Leave(scene, first); }));
    OnFirstEnd(*scene.pairs[2], [&scene, second] { Leave(scene, second); });
}

/** A sink of the first rank's queue pair gives an order, of which others are to hear. */
inline void
OrderInSink(Scene& scene, const std::function<void()>& order)
{
    TraceAll(scene);
    OnFirstEnd(*scene.pairs[0], order);
}

/** Sinks give orders, of queue pairs of all ranks. A sink that hears of one gives more. */
inline void
OrderInSinks(Scene& scene)
{
    TraceAll(scene);
    scene.pairs[3]->TraceConnectWithoutContext(
        "State",
        test::CallbackOf<QpState, QpState>([&scene](QpState, QpState) {
            scene.said << "inner begins\n";
            DenyEvOf(*scene.pairs[2]);
            Fail(*scene.pairs[1]);
            scene.said << "inner ends\n";
        }));
    OnFirstEnd(*scene.pairs[0], [&scene] {
        scene.said << "outer begins\n";
        DenyEvOf(*scene.pairs[1]);
        Fail(*scene.pairs[3]);
        DenyEvOf(*scene.pairs[0]);
        scene.said << "outer ends\n";
    });
    OnFirstEnd(*scene.pairs[4], [&scene] { Fail(*scene.pairs[2]->Peer()); });
}

/** A receive completion queue is told, and its sink gives an order. */
inline void
OrderInQueue(Scene& scene)
{
    TraceAll(scene);
    const auto queue = CreateObject<CompletionQueue>();
    queue->TraceConnectWithoutContext(
        "Added",
        test::CallbackOf<const WorkCompletion&>([&scene](auto&) { Fail(*scene.pairs[0]); }));
    scene.pairs[0]->Peer()->SetCompletionQueues(nullptr, queue);
    scene.pairs[0]->WriteWithImmediate(1000, 1);
}

/** A sink that is told behind a window denies an EV, by paths that the script has kept. */
inline void
OrderByKeptPaths(Scene& scene)
{
    const QpPaths paths = scene.pairs[1]->Paths();
    const Ev ev = paths.List().at(2).ev;
    scene.pairs[0]->TraceConnectWithoutContext(
        "Rtt",
        test::CallbackOf<const RttSample&>([paths, ev](auto&) { paths.Deny(ev); }));
}

/** Connects a sink that does nothing. */
template <typename Event>
void
Hear(Qp& qp, const std::string& source)
{
    qp.TraceConnectWithoutContext(source, test::CallbackOf<const Event&>([](auto&) {}));
}

/** One rank alone has sinks. */
inline void
TraceAlone(Scene& scene)
{
    if (scene.isFirst)
    {
        test::TraceLines(scene.said, *scene.pairs[1], "alone");
    }
}

/** One rank has a sink of one source, and the others have one of another source. */
inline void
TraceOther(Scene& scene)
{
    scene.isFirst ? Hear<RttSample>(*scene.pairs[1], "Rtt")
                  : Hear<NackReport>(*scene.pairs[1], "Nack");
}

/** One rank alone has a sink that may act. */
inline void
CompletedAlone(Scene& scene)
{
    if (scene.isFirst)
    {
        Hear<Completion>(*scene.pairs[1], "Completed");
    }
}

/** One rank alone has a completion queue of ends of Writes. */
inline void
QueueAlone(Scene& scene)
{
    if (scene.isFirst)
    {
        scene.pairs[1]->SetCompletionQueues(CreateObject<CompletionQueue>(), nullptr);
    }
}

/** One rank alone lets a queue pair with sinks go. */
inline void
DisposeAlone(Scene& scene)
{
    Hear<RttSample>(*scene.pairs[1], "Rtt");
    Simulator::Schedule(MicroSeconds(10), [&scene] {
        if (scene.isFirst)
        {
            scene.pairs[1]->Dispose();
        }
    });
}

} // namespace mrc
} // namespace ns3

#endif /* RANK_TRACES_H */
