/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "bad-input.h"

#include "ns3/simulator.h"
#include "ns3/uinteger.h"

using namespace ns3;
using namespace ns3::mrc;
using namespace ns3::mrc::test;

namespace
{

/** @return a call that makes a queue pair, brings it to this state and does something with it */
std::function<void()>
In(QpState state, std::function<void(Qp&)> action)
{
    return [state, action] {
        Ptr<Network> network = Install();
        Ptr<Qp> qp = network->Create(0, 1);
        QpAttributes attributes;
        attributes.ev = CreateObject<EvProfile>();
        attributes.cc = CreateObject<CcProfile>();
        attributes.destination = qp->Peer()->Query().number;
        for (const QpState next : {QpState::INIT, QpState::RTR, QpState::RTS})
        {
            if (next <= state)
            {
                attributes.state = next;
                qp->Modify(attributes);
            }
        }
        action(*qp);
    };
}

/** @return a call that brings a queue pair from one state to another, with nothing else */
std::function<void()>
Modified(QpState from, QpState to)
{
    return In(from, [to](Qp& qp) {
        QpAttributes attributes;
        attributes.state = to;
        qp.Modify(attributes);
    });
}

TEST(BadInputDeathTest, VerbsOutOfOrder)
{
    ExpectDeaths({
        {"a Write was posted to queue pair 16 in state RESET; expected RTS",
         In(QpState::RESET, [](Qp& qp) { qp.Write(1); })},
        {"a Write was posted to queue pair 16 in state RTR; expected RTS",
         In(QpState::RTR, [](Qp& qp) { qp.Write(1); })},
        {"a Send was posted to queue pair 16, which is one of MRC; expected a Write",
         In(QpState::RTS,
            [](Qp& qp) {
                WorkRequest request;
                request.verb = WorkVerb::SEND;
                qp.PostSend(request);
            })},
        {"a Write of 2 bytes to address 18446744073709551615 was posted; expected its last byte at "
         "address 2^64 - 1 or below",
         In(QpState::RTS,
            [](Qp& qp) {
                WorkRequest request;
                request.length = 2;
                request.remoteAddress = UINT64_MAX;
                qp.PostSend(request);
            })},
        {"a Write was posted after 4.7e+06 s of simulated time; expected 4.61169e+06 s at most",
         In(QpState::RTS,
            [](Qp& qp) {
                Simulator::Schedule(Seconds(4700000), [&qp] { qp.Write(1); });
                Simulator::Run();
            })},
        {"the last reference to a network was dropped inside one of its callbacks; expected it to "
         "be kept until Simulator::Run has returned",
         [] {
             Ptr<Network> network = Install();
             network->Connect(0, 1)->TraceConnectWithoutContext(
                 "Completed",
                 Callback<void, const Completion&>(
                     [&network](const Completion&) { network = nullptr; }));
             network->GetQueuePairs()[0]->Write(1);
             Simulator::Run();
         }},
        {"the last reference to a network was dropped in an event, which ends all its traffic; "
         "expected it to be kept until Simulator::Run has returned",
         [] {
             Ptr<Network> network = Install();
             network->Connect(0, 1)->Write(1000000);
             Simulator::Schedule(MicroSeconds(5), [&network] { network = nullptr; });
             Simulator::Run();
         }},
        {"1048577 receive buffers were posted to queue pair 16, where 0 wait; expected at most "
         "1048576",
         In(QpState::INIT, [](Qp& qp) { qp.PostReceive(1048577); })},
        {"1 receive buffers were posted to queue pair 16, where 1048576 wait; expected at most",
         In(QpState::INIT,
            [](Qp& qp) {
                qp.PostReceive(1048576);
                qp.PostReceive();
            })},
        {"receive buffers were posted to queue pair 16 in state RESET; expected INIT or later",
         In(QpState::RESET, [](Qp& qp) { qp.PostReceive(); })},
        {"queue pair 16 cannot go from RESET to RTR", Modified(QpState::RESET, QpState::RTR)},
        {"queue pair 16 cannot go from INIT to RTS", Modified(QpState::INIT, QpState::RTS)},
        {"queue pair 16 goes to INIT without an EvProfile; expected one of each",
         Modified(QpState::RESET, QpState::INIT)},
        {"queue pair 16 goes to INIT without a CcProfile; expected one of each",
         In(QpState::RESET,
            [](Qp& qp) {
                QpAttributes attributes;
                attributes.state = QpState::INIT;
                attributes.ev = CreateObject<EvProfile>();
                qp.Modify(attributes);
            })},
        {"queue pair 16 goes to RTR with destination 0; expected its peer, 17",
         Modified(QpState::INIT, QpState::RTR)},
        {"memory of 0 bytes at address 5 was registered",
         In(QpState::INIT, [](Qp& qp) { qp.RegisterMemory(5, 0); })},
        {"memory of 2 bytes at address 18446744073709551615 was registered",
         In(QpState::INIT, [](Qp& qp) { qp.RegisterMemory(UINT64_MAX, 2); })},
        {"queue pair 16 has no memory with rkey 0; expected what RegisterMemory returned",
         In(QpState::INIT, [](Qp& qp) { qp.DeregisterMemory(0); })},
    });
}

/** @return a call that brings a queue pair to RTR, with a peer that can do only this */
std::function<void()>
Offered(uint8_t mpr, uint16_t maxImmediates)
{
    return In(QpState::INIT, [mpr, maxImmediates](Qp& qp) {
        QpAttributes attributes;
        attributes.state = QpState::RTR;
        attributes.destination = qp.Peer()->Query().number;
        attributes.peerOffer.mpr = mpr;
        attributes.peerOffer.maxImmediates = maxImmediates;
        qp.Modify(attributes);
    });
}

TEST(BadInputDeathTest, OffersThatLetNothingPass)
{
    ExpectDeaths({
        {"queue pair 16 goes to RTR with a peer that offers 0 units of MPR and 1 immediates; "
         "expected at least 1 of each",
         Offered(0, 1)},
        {"offers 1 units of MPR and 0 immediates; expected at least 1 of each", Offered(1, 0)},
    });
}

TEST(BadInputDeathTest, GrantsBeforeThereIsAConnection)
{
    // the peer, 17, is in state RESET
    ExpectDeaths({
        {"Penalty of queue pair 16 was set while its peer is in state RESET; expected RTR or later",
         In(QpState::RTS, [](Qp& qp) { qp.SetAttribute("Penalty", UintegerValue(64)); })},
        {"Mpr of queue pair 16 was set while its peer is in state RESET; expected RTR or later",
         In(QpState::RTS, [](Qp& qp) { qp.SetAttribute("Mpr", UintegerValue(2)); })},
    });
}

TEST(BadInput, GrantsAreTakenFromRtrOn)
{
    Ptr<Network> network = Install();
    Ptr<Qp> qp = network->Create(0, 1);
    QpAttributes attributes;
    attributes.ev = CreateObject<EvProfile>();
    attributes.cc = CreateObject<CcProfile>();
    attributes.destination = qp->Query().number;
    for (const QpState state : {QpState::INIT, QpState::RTR})
    {
        attributes.state = state;
        qp->Peer()->Modify(attributes);
    }
    qp->SetAttribute("Penalty", UintegerValue(64));
    UintegerValue penalty;
    qp->GetAttribute("Penalty", penalty);
    EXPECT_EQ(penalty.Get(), 64U);
}

// Clauses: [ev-profile]
TEST(BadInput, ProfilesAreCheckedOnTheWayToRtr)
{
    Ptr<Network> network = Install();
    Ptr<Qp> qp = network->Create(0, 1);
    QpAttributes attributes;
    attributes.ev = CreateObject<EvProfile>();
    attributes.ev->SetAttribute("Active", UintegerValue(1));
    attributes.cc = CreateObject<CcProfile>();
    attributes.destination = qp->Peer()->Query().number;
    qp->Modify(attributes);
    attributes.state = QpState::RTR;
    ExpectThrows({{"Active = 1 with 2 planes", [&] { qp->Modify(attributes); }}});
    EXPECT_EQ(qp->Query().state, QpState::INIT);
}

} // namespace
