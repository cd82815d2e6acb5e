/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Buffers that no switch can have: each attribute is named, and what was expected.

#include "bad-input.h"

#include "ns3/mrc-trim-queue-buffer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

namespace
{

/** Attributes of a fabric that together make no buffer. */
struct BadBuffer
{
    std::vector<std::pair<const char*, const char*>> values;
    std::string error;                //!< what it says, behind the name of the fabric's profile
    std::string range{"; expected "}; //!< what it says later
};

/** Each row is refused by an error that begins with these words. */
void
ExpectRefused(const std::vector<BadBuffer>& rows)
{
    for (const BadBuffer& row : rows)
    {
        const std::string said = ThrownText([&] {
            Install([&row](FabricHelper& helper) {
                for (const auto& [name, value] : row.values)
                {
                    helper.SetFabricAttribute(name, StringValue(value));
                }
            });
        });
        const std::string expected = "ns3::mrc::FabricProfile" + row.error;
        EXPECT_EQ(said.substr(0, expected.size()), expected);
        EXPECT_NE(said.find(row.range), std::string::npos) << said;
        Simulator::Destroy();
    }
}

// Clauses: [shared-buffer], [pfc-headroom], [pfc-headroom-pool], [pfc-threshold]
TEST(BadBuffer, OneRoomIsNotLargerThanTheOneItIsPartOf)
{
    ExpectRefused({
        {{{"BufferSize", "100000"}, {"BufferReserved", "100001"}},
         "::BufferReserved = 100001 exceeds BufferSize = 100000; expected no more than that"},
        {{{"BufferSize", "100000"}, {"LosslessDscps", "26"}, {"PfcXoff", "100001"}},
         "::PfcXoff = 100001 exceeds BufferSize = 100000; expected no more than that"},
        {{{"BufferSize", "100000"}, {"LosslessDscps", "26"}, {"PfcHeadroom", "100001"}},
         "::PfcHeadroom = 100001 exceeds BufferSize = 100000; expected no more than that"},
        {{{"BufferSize", "100000"}, {"LosslessDscps", "26"}, {"PfcHeadroomPool", "100001"}},
         "::PfcHeadroomPool = 100001 exceeds BufferSize = 100000; expected no more than that"},
        {{{"LosslessDscps", "26"}, {"PfcHeadroom", "50001"}, {"PfcHeadroomPool", "50000"}},
         "::PfcHeadroom = 50001 exceeds PfcHeadroomPool = 50000; expected no more than that"},
        {{{"BufferSize", "100000"}, {"DataClasses", "dscp=8 limit=100001"}},
         "::DataClasses has limit=100001 beyond BufferSize = 100000; expected no more than that"},
    });
}

// Clauses: [shared-buffer], [pfc-headroom], [pfc-headroom-pool], [pfc-threshold]
TEST(BadBuffer, ARoomMayBeAllOfIt)
{
    for (const auto& [name, value] : std::vector<std::pair<const char*, const char*>>{
             {"PfcXoff", "100000"},
             {"PfcHeadroom", "100000"},
             {"PfcHeadroomPool", "100000"},
             {"DataClasses", "dscp=26; dscp=8 limit=100000"}})
    {
        EXPECT_EQ(ThrownText([name = name, value = value] {
                      Install([&](FabricHelper& helper) {
                          helper.SetFabricAttribute("BufferSize", StringValue("100000"));
                          helper.SetFabricAttribute("LosslessDscps", StringValue("26"));
                          helper.SetFabricAttribute(name, StringValue(value));
                      });
                  }),
                  "no error")
            << name;
        Simulator::Destroy();
    }
}

// Clauses: [shared-buffer], [queue-limits], [pfc-headroom-pool], [nic-queue-limit]
TEST(BadBuffer, APacketHasToFit)
{
    ExpectRefused({
        {{{"BufferSize", "1"}}, "::DataThreshold = 0 with BufferSize = 1 has no room for a packet"},
        {{{"BufferSize", "100000"}, {"DataThreshold", "-5"}},
         "::DataThreshold = -5 with BufferSize = 100000 has no room for a packet"},
        {{{"BufferSize", "100000"}, {"TrimmedThreshold", "-10"}},
         "::TrimmedThreshold = -10 with BufferSize = 100000 has no room for a packet"},
        {{{"BufferSize", "100000"}, {"ControlThreshold", "-10"}},
         "::ControlThreshold = -10 with BufferSize = 100000 has no room for a packet"},
        {{{"DataLimit", "0.01"}}, "::DataLimit gives a port between switches room for "},
        {{{"LastHopLimit", "0.01"}}, "::LastHopLimit gives a T0 port towards a NIC room for "},
        {{{"Trimming", "false"}, {"UntrimmedLimit", "0.01"}}, "::UntrimmedLimit gives a port "},
        {{{"NicControlLimit", "1"}}, "::NicControlLimit = 1; expected 0, or "},
        {{{"DataClasses", "dscp=8 limit=4000"}}, "::DataClasses has limit=4000; expected at least"},
        {{{"LosslessDscps", "26"}, {"PfcHeadroomPool", "1"}},
         "::PfcHeadroomPool is 1; expected 0, or at least "},
    });
}

// Clauses: [shared-buffer], [pfc-headroom-pool]
TEST(BadBuffer, AShareIsOneOfSomething)
{
    ExpectRefused({
        {{{"BufferReserved", "1000"}}, ": BufferReserved, DataThreshold, TrimmedThreshold and "},
        {{{"DataThreshold", "1"}}, ": BufferReserved, DataThreshold, TrimmedThreshold and "},
        {{{"TrimmedThreshold", "1"}}, ": BufferReserved, DataThreshold, TrimmedThreshold and "},
        {{{"ControlThreshold", "1"}}, ": BufferReserved, DataThreshold, TrimmedThreshold and "},
        {{{"PfcHeadroomPool", "100000"}}, "::PfcHeadroomPool is 100000 without LosslessDscps"},
        {{{"BufferSize", "1000000"}, {"DataLimit", "0.5"}}, ": a shared buffer (BufferSize) "},
    });
}

/** Numbers below the least, beyond the most, and no numbers: ranges are ns-3's own. */
// Clauses: [shared-buffer], [queue-limits], [pfc-headroom], [pfc-headroom-pool], [pfc-threshold]
TEST(BadBuffer, ANumberIsInItsRange)
{
    const char* const sizes[] = {"BufferSize",
                                 "BufferReserved",
                                 "NicControlLimit",
                                 "PfcXoff",
                                 "PfcXonOffset",
                                 "PfcHeadroom",
                                 "PfcHeadroomPool"};
    for (const std::string name : sizes)
    {
        for (const char* const value : {"-1", "99999999999999", "many", ""})
        {
            const std::string words = "::" + name + " = '" + value + "'; expected ns3::Uinteger";
            ExpectRefused({{{{name.c_str(), value}}, words, " 0:"}});
        }
    }
    const char* const exponents[] = {"DataThreshold",
                                     "TrimmedThreshold",
                                     "ControlThreshold",
                                     "PfcThreshold"};
    for (const std::string name : exponents)
    {
        for (const char* const value : {"-11", "11", "half"})
        {
            const std::string words = "::" + name + " = '" + value + "'; expected ns3::Integer";
            ExpectRefused({{{{name.c_str(), value}}, words, " -10:10"}});
        }
    }
    const char* const limits[] = {"DataLimit",
                                  "LastHopLimit",
                                  "UntrimmedLimit",
                                  "TrimmedLimit",
                                  "ControlLimit"};
    for (const std::string name : limits)
    {
        for (const char* const value : {"-1", "0", "1001", "nan", "full"})
        {
            const std::string words = "::" + name + " = '" + value + "'; expected ns3::Double";
            ExpectRefused({{{{name.c_str(), value}}, words, " 0.01:1000"}});
        }
    }
}

// Clauses: [shared-buffer], [trim-queue-disc]
TEST(BadBuffer, QueueDiscsShareSomething)
{
    const Ptr<TrimQueueBuffer> buffer = CreateObject<TrimQueueBuffer>();
    for (const char* const value : {"0", "-1", "1099511627777"})
    {
        EXPECT_FALSE(buffer->SetAttributeFailSafe("Size", StringValue(value))) << value;
    }
    EXPECT_TRUE(buffer->SetAttributeFailSafe("Size", StringValue("1")));
    EXPECT_DEATH(buffer->SetAttribute("Size", UintegerValue(0)), "Size");
}

} // namespace

} // namespace test
} // namespace mrc
} // namespace ns3
