/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "timeline.h"

#include <set>

using namespace ns3::mrc;
using namespace ns3::mrc::test;

// Which EV a loss retires.

namespace
{

// --- the path that carried the packet (3.4) -----------------------------------------------------

/** @return the EVs that are assumed bad */
std::set<uint32_t>
Retired(Timeline& t)
{
    std::set<uint32_t> retired;
    for (const Path& path : t.Paths().Table().All())
    {
        if (path.IsBad())
        {
            retired.insert(path.ev.value);
        }
    }
    return retired;
}

/** The peer's NACK brings a packet to a second transmission. @return the EV of the first */
Ev
TrimFirst(Timeline& t)
{
    t.At(0).Post(FULL).Expect("DATA 0 A");
    const Ev first = t.Sent(0).ev;
    t.At(6000).Receive(t.Nack(0, NackReason::TRIMMED)).Expect("DATA 0 rtx A");
    EXPECT_EQ(Retired(t), std::set<uint32_t>());
    return first;
}

/*
 *    0 |-- 0 A -------------->|  trimmed
 *    6 |<------ NACK 0 -------|
 *      |-- 0 rtx A ---------->|  lost
 *   13 |-- 1 .. 5 A --------->|
 *   19 |<------ SACK -1 +5 ---|  the EV of the second transmission is to blame
 *      |-- 0 rtx A ---------->|  lost too
 *   26 |-- 6 .. 10 A -------->|
 *   32 |<------ SACK -1 +10 --|  and that of the third
 *      |-- 0 rtx A ---------->|
 */
// Clauses: [blamed-path]
TEST(Timeline, GapBlamesTheEvOfTheLatestTransmission)
{
    Timeline t;
    const Ev first = TrimFirst(t);
    const Ev second = t.Sent(0).ev;
    t.At(13000).Post(5 * FULL).Expect("DATA 1, DATA 2, DATA 3, DATA 4, DATA 5 A");
    t.At(19000).Receive(t.Sack(5, NOTHING, {1, 2, 3, 4, 5})).Expect("DATA 0 rtx A");
    EXPECT_EQ(Retired(t), std::set<uint32_t>({second.value}));
    const Ev third = t.Sent(0).ev;
    EXPECT_EQ((std::set<uint32_t>{first.value, second.value, third.value}).size(), 3U);
    t.At(26000).Post(5 * FULL).Expect("DATA 6, DATA 7, DATA 8, DATA 9, DATA 10 A");
    t.At(32000).Receive(t.Sack(10, NOTHING, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}));
    t.Expect("DATA 0 rtx A");
    EXPECT_EQ(Retired(t), std::set<uint32_t>({second.value, third.value}));
    EXPECT_EQ(t.Counters().pathsRetired, 2U);
}

/*
 *    0 |-- 0 A -------------->|  trimmed
 *    6 |<------ NACK 0 -------|
 *      |-- 0 rtx A ---------->|  lost, and probes too
 *  6+T |-- 0 rtx A ---------->|  the EV of the second transmission is to blame; lost too
 * 6+2T |-- 0 rtx A ---------->|  and that of the third; T: local ACK timeout, or timer of a packet
 */
// Clauses: [blamed-path]
TEST(Timeline, TimeoutBlamesTheEvOfTheLatestTransmission)
{
    for (const int64_t timer : {int64_t{0}, int64_t{8000}})
    {
        ConnectionParameters setup = Timeline::Setup();
        setup.qp.Change().packetTimeout = Nanos(timer);
        const int64_t timeout = timer == 0 ? ACK_TIMEOUT : timer;
        Timeline t(setup);
        const Ev first = TrimFirst(t);
        const Ev second = t.Sent(0).ev;
        t.At(6000 + timeout - 1);
        EXPECT_EQ(Retired(t), std::set<uint32_t>());
        t.At(6000 + timeout);
        EXPECT_EQ(Retired(t), std::set<uint32_t>({second.value}));
        const Ev third = t.Sent(0).ev;
        EXPECT_EQ((std::set<uint32_t>{first.value, second.value, third.value}).size(), 3U);
        t.At(6000 + 2 * timeout);
        EXPECT_EQ(Retired(t), std::set<uint32_t>({second.value, third.value}));
        EXPECT_EQ(t.Counters().pathsRetired, 2U);
        EXPECT_EQ(t.Counters().retransmissions[static_cast<size_t>(RetransmitCause::TIMEOUT)], 2U);
    }
}

} // namespace
