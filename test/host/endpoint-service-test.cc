/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-endpoint-service.h"

#include <gtest/gtest.h>
#include <vector>

using namespace ns3::mrc;

namespace
{

constexpr uint32_t NICS = 2;

/** @return the request id that a request of a queue pair goes out with */
Psn
Ask(EndpointService& service, uint32_t nic, SlotIndex slot, uint16_t own, Instant now)
{
    Datagram request;
    request.bth.psn = Psn(own);
    service.Register(nic, slot, request, now);
    EXPECT_EQ(request.bth.destination, ENDPOINT_QP);
    return request.bth.psn;
}

/** The queue pair that gets an answer. */
struct Answered
{
    SlotIndex slot;
    uint32_t own;
};

Answered
Answer(EndpointService& service, uint32_t nic, Psn id)
{
    Datagram response;
    response.bth.psn = id;
    const SlotIndex slot = service.Claim(nic, response);
    return {slot, response.bth.psn.Value()};
}

} // namespace

// Clauses: [endpoint-format]
TEST(EndpointService, AnswerGoesToTheOneWhoAskedOnce)
{
    EndpointService service(NICS);
    const Psn first = Ask(service, 0, 7, 100, Instant());
    const Psn second = Ask(service, 0, 8, 200, Instant());
    const Psn other = Ask(service, 1, 9, 300, Instant());
    EXPECT_EQ(Answer(service, 0, second).slot, 8U);
    EXPECT_EQ(Answer(service, 0, second).slot, NO_SLOT) << "the same answer again";
    const Answered answered = Answer(service, 0, first);
    EXPECT_EQ(answered.slot, 7U);
    EXPECT_EQ(answered.own, 100U);
    EXPECT_EQ(Answer(service, 1, other).own, 300U);
}

TEST(EndpointService, AnswerThatNobodyAskedForIsNobodys)
{
    EndpointService service(NICS);
    EXPECT_EQ(Answer(service, 0, Psn(0)).slot, NO_SLOT) << "before the first request";
    const Psn id = Ask(service, 0, 7, 100, Instant());
    EXPECT_EQ(Answer(service, 1, id).slot, NO_SLOT) << "at another NIC";
    EXPECT_EQ(Answer(service, 0, Psn(id.Value() + 4)).slot, NO_SLOT) << "same place, other id";
}

TEST(EndpointService, ManyWaitSideBySide)
{
    EndpointService service(NICS);
    std::vector<Psn> ids;
    for (uint16_t i = 0; i < 1000; ++i)
    {
        ids.push_back(Ask(service, 0, i, i, Instant()));
    }
    for (uint16_t i = 0; i < 1000; ++i)
    {
        EXPECT_EQ(Answer(service, 0, ids[i]).slot, i);
    }
}

TEST(EndpointService, LostRequestKeepsItsPlaceOnlyForItsPatience)
{
    constexpr uint16_t PLACES = 4; // that a NIC begins with
    const Instant end = Instant() + EndpointService::PATIENCE;
    for (const bool patient : {true, false})
    {
        EndpointService service(NICS);
        const Psn lost = Ask(service, 0, 7, 100, Instant());
        for (uint16_t i = 0; i < PLACES; ++i)
        {
            Ask(service, 0, 8, i, patient ? end - Span(1) : end);
        }
        EXPECT_EQ(Answer(service, 0, lost).slot, patient ? SlotIndex{7} : NO_SLOT);
    }
}

// Clauses: [endpoint-format]
TEST(EndpointService, IdsWrap)
{
    EndpointService service(NICS);
    for (uint32_t i = 0; i < 70000; ++i)
    {
        const Psn id = Ask(service, 0, i, static_cast<uint16_t>(i), Instant());
        ASSERT_EQ(id.Value(), i & 0xffff);
        ASSERT_EQ(Answer(service, 0, id).slot, i);
    }
}
