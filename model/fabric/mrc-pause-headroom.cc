/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-pause-headroom.h"

#include "ns3/mrc-frame.h"
#include "ns3/mrc-pause.h"

#include <iterator>

namespace ns3
{
namespace mrc
{

namespace
{

/** How long a peer of a rate takes to obey a pause, after SONiC. */
struct ResponseRow
{
    uint64_t rate;   //!< bit/s, the most that the row is for
    uint32_t quanta; //!< of 64 bytes
};

constexpr ResponseRow RESPONSES[] = {
    {25000000000, 80},
    {40000000000, 118},
    {50000000000, 147},
    {100000000000, 394},
    {200000000000, 453},
    {400000000000, 905},
};

} // namespace

Span
PeerResponse(LineRate rate)
{
    const ResponseRow* row = RESPONSES;
    while (row + 1 != std::end(RESPONSES) && row->rate < rate.BitsPerSecond())
    {
        ++row;
    }
    // Beyond the last row the time is the last row's, as from 200 to 400 Gb/s.
    const bool isBeyond = row->rate < rate.BitsPerSecond();
    return (isBeyond ? LineRate(row->rate) : rate).Serialize(row->quanta * PAUSE_QUANTUM_BYTES);
}

uint64_t
PauseHeadroom(LineRate rate, Span propagation, Span latency)
{
    const auto time = static_cast<uint64_t>((propagation * 2 + latency).Ps());
    const uint64_t onTheWay = (time * 1024 + rate.PsPerByteQ10() - 1) / rate.PsPerByteQ10();
    // Three frames count. One stands in the way of the pause, and one has just begun where the
    // pause acts. The one that crosses the threshold is booked in the headroom as a whole.
    return 3 * PAUSE_MTU_BYTES + PAUSE_FRAME_BYTES + LINE_OVERHEAD_BYTES + onTheWay;
}

} // namespace mrc
} // namespace ns3
