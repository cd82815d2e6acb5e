/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-endpoint.h"

#include <gtest/gtest.h>

using namespace ns3::mrc;

namespace
{

constexpr uint32_t PORTS = 3;
constexpr uint8_t CONTROL = 48;

/** @return an EV probe in the class of data, as it arrives after 100 us */
Datagram
Probe()
{
    return MakeEvProbe({1, 2, Ev::Of(1, 3), 10}, 7, Instant() + Micros(100));
}

// [ev-probing]

// Clauses: [endpoint-format]
TEST(Endpoint, AnswerRepeatsWhoAskedWhat)
{
    const Datagram probe = Probe();
    EXPECT_EQ(probe.bth.destination, ENDPOINT_QP);
    EXPECT_EQ(probe.bth.psn.Value(), 7U);
    EXPECT_EQ(probe.erth.operation, EndpointOperation::EV_PROBE);
    const Datagram answer = AnswerEndpointRequest(probe, PORTS, CONTROL);
    EXPECT_EQ(answer.bth.destination, ENDPOINT_QP);
    EXPECT_EQ(answer.bth.psn.Value(), 7U);
    EXPECT_EQ(answer.eeth.operation, EndpointOperation::EV_PROBE);
    EXPECT_EQ(answer.eeth.entropy, probe.ev.value);
    const Datagram update = MakePortStatusUpdate({1, 2, Ev::Of(1, 3), 10}, PORTS, 9, Instant());
    EXPECT_EQ(update.bth.psn.Value(), 9U);
    EXPECT_EQ(update.erth.operation, EndpointOperation::PORT_STATUS_UPDATE);
    EXPECT_EQ(update.erth.portStatus, PORTS);
}

// Clauses: [endpoint-format]
TEST(Endpoint, AnswerSaysWhetherTheRequestWasMarked)
{
    for (const bool marked : {false, true})
    {
        Datagram probe = Probe();
        probe.ecn = marked ? Ecn::CE : Ecn::ECT0;
        EXPECT_EQ(AnswerEndpointRequest(probe, PORTS, CONTROL).eeth.marked, marked);
    }
}

// Clauses: [endpoint-format]
TEST(Endpoint, AnswerSaysWhichPortsAreUp)
{
    EXPECT_EQ(AnswerEndpointRequest(Probe(), PORTS, CONTROL).eeth.portStatus, PORTS);
}

// Clauses: [probe-return]
TEST(Endpoint, AnswerTakesThePlaneAndTheUplinkOfTheRequest)
{
    const Datagram answer = AnswerEndpointRequest(Probe(), PORTS, CONTROL);
    EXPECT_EQ(answer.plane, 1);
    EXPECT_EQ(answer.ev.Plane(), 1);
    EXPECT_EQ(answer.ev.Uplink(), 3U);
    EXPECT_EQ(answer.source, 2U);
    EXPECT_EQ(answer.destination, 1U);
}

// Clauses: [traffic-classes]
TEST(Endpoint, AnswerIsOfTheControlClass)
{
    EXPECT_EQ(AnswerEndpointRequest(Probe(), PORTS, CONTROL).dscp, CONTROL);
}

// Clauses: [endpoint-format]
TEST(Endpoint, AnswerReflectsTheTimeStamp)
{
    const Datagram probe = Probe();
    EXPECT_NE(probe.erth.tseth.timestamp, 0);
    EXPECT_EQ(AnswerEndpointRequest(probe, PORTS, CONTROL).eeth.timestamp,
              probe.erth.tseth.timestamp);
}

} // namespace
