/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// How many ports records of hops tell apart: the field on the wire decides.

#include "ns3/mrc-hop-records.h"
#include "ns3/mrc-record-numbers.h"

#include <gtest/gtest.h>
#include <stdexcept>

namespace ns3
{
namespace mrc
{
namespace
{

/** @return the number that a record has of a port */
uint32_t
NumberOf(uint64_t port)
{
    return RecordOf({static_cast<uint32_t>(port), Instant(), 0, 0, 100000000000}).link;
}

// Clauses: [telemetry-stamp]
TEST(RecordNumbers, TellApartAsManyPortsAsTheFieldHasNumbers)
{
    EXPECT_EQ(NumberOf(MOST_RECORD_PORTS - 1), MOST_RECORD_PORTS - 1);
    EXPECT_EQ(NumberOf(MOST_RECORD_PORTS), NumberOf(0)) << "the first port that has no number";
    EXPECT_NO_THROW(CheckRecordNumbers(MOST_RECORD_PORTS));
}

// Clauses: [telemetry-stamp]
TEST(RecordNumbers, RefuseOnePortMore)
{
    try
    {
        CheckRecordNumbers(MOST_RECORD_PORTS + 1);
        FAIL() << "accepted";
    }
    catch (const std::invalid_argument& error)
    {
        EXPECT_STREQ(error.what(),
                     "ns3::mrc::FabricProfile::Telemetry is true in a fabric of 16777217 ports; "
                     "expected at most 16777216, which records of hops tell apart");
    }
}

} // namespace
} // namespace mrc
} // namespace ns3
