/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The enums that callbacks hand over are printed by name; .ci/callbacks.py knows which they are.

#include "ns3/mrc-completion-queue.h"
#include "ns3/mrc-drop-reason.h"
#include "ns3/mrc-neth.h"
#include "ns3/mrc-path-state.h"
#include "ns3/mrc-port-sink.h"
#include "ns3/mrc-queue-pair-counters.h"
#include "ns3/mrc-work-request.h"

#include <gtest/gtest.h>
#include <sstream>
#include <string>

namespace ns3
{
namespace mrc
{
namespace
{

/** @return the text of a value in a stream */
template <typename Enum>
std::string
Text(Enum value)
{
    std::ostringstream out;
    out << value;
    return out.str();
}

/** @return the texts of the values from 0 on, up to the first that is none */
template <typename Enum>
std::string
Texts()
{
    std::string texts;
    for (uint8_t value = 0; value < 255; ++value)
    {
        const std::string text = Text(static_cast<Enum>(value));
        if (text == "UNKNOWN" || text == "unknown")
        {
            break;
        }
        texts += (texts.empty() ? "" : " ") + text;
    }
    return texts;
}

TEST(EnumText, NamesAreThoseOfTheEnumerators)
{
    EXPECT_EQ(Texts<PathState>(), "GOOD SKIP ASSUMED_BAD DENIED DENIED_BAD");
    EXPECT_EQ(Texts<PathCause>(),
              "MARK TRIM GAP TIMEOUT ALWAYS_SKIP TURN LAPSE PROBE ADMINISTRATOR SILENCE FLOOR");
    EXPECT_EQ(Texts<RetransmitCause>(), "TRIM GAP TIMEOUT REFUSED PORT");
    EXPECT_EQ(Texts<PortEvent>(), "ENQUEUED TRANSMITTING ARRIVED MARKED TRIMMED DROPPED");
    EXPECT_EQ(Texts<WorkOpcode>(), "RDMA_WRITE RECV_RDMA_WITH_IMMEDIATE SEND RECV");
    EXPECT_EQ(Texts<WorkVerb>(), "WRITE SEND");
    EXPECT_EQ(Text(PathCause::FLOOR), "FLOOR");
    EXPECT_EQ(Text(PathState::ASSUMED_BAD), "ASSUMED_BAD");
    EXPECT_EQ(Text(RetransmitCause::PORT), "PORT");
    EXPECT_EQ(Text(PortEvent::DROPPED), "DROPPED");
}

TEST(EnumText, DropReasonsAreThoseOfOutputs)
{
    EXPECT_EQ(Texts<DropReason>(),
              "data-overflow trimmed-overflow control-overflow link-down switch-down corrupted "
              "unknown-usid end-of-carrier hop-limit wrong-nic unknown-qp silent-fault "
              "random-loss stock-trimmed stock-not-ect no-stack wred headroom-overflow "
              "pfc-watchdog no-route");
    EXPECT_EQ(Text(DropReason::SILENT_FAULT), "silent-fault");
}

TEST(EnumText, NacksHaveTheNamesOfTheirCodes)
{
    std::string texts;
    for (const int code : {0, 1, 2, 6, 7, 10, 11, 25, 26})
    {
        texts += Text(static_cast<NackReason>(code)) + ' ';
    }
    EXPECT_EQ(texts,
              "UNKNOWN TRIMMED TRIMMED_LAST_HOP NO_BITMAP NO_PACKET_BUFFER NO_RESOURCE "
              "PSN_OUT_OF_WINDOW UNEXPECTED_EVENT UNKNOWN ");
}

} // namespace
} // namespace mrc
} // namespace ns3
