/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/*
 * The hold model on the timing wheel: each event that comes up is scheduled again, some
 * microseconds ahead. The arrivals on the links of a fabric are scheduled so too.
 *
 *   mrc-bench-wheel PENDING EVENTS [FAR]
 *
 * PENDING events wait at any time; EVENTS come up; one in FAR goes 262 us ahead, as timers do.
 * Instructions per event: the difference of two runs under callgrind, divided by that of EVENTS.
 */

#include "ns3/mrc-timing-wheel.h"

#include <chrono>
#include <cstdlib>
#include <iostream>

using namespace ns3::mrc;

namespace
{

/** A linear congruential generator (Knuth's MMIX): cheap, so that the time is that of the wheel. */
class Draw
{
  public:
    /** @return a number from 0 .. bound - 1 */
    uint32_t Below(uint32_t bound)
    {
        m_state = m_state * 6364136223846793005u + 1442695040888963407u;
        return static_cast<uint32_t>((m_state >> 32) * bound >> 32);
    }

  private:
    uint64_t m_state{1};
};

/** @return how far ahead an event goes: a link of 1 us, a frame or an acknowledgement at 100 Gb/s
 */
ns3::mrc::Span
Ahead(Draw& draw, uint32_t far)
{
    if (far != 0 && draw.Below(far) == 0)
    {
        return Micros(262);
    }
    const int64_t serialisation = draw.Below(5) == 0 ? 9120 : 336800;
    return Span(1000000 + serialisation + draw.Below(400000));
}

} // namespace

int
main(int argc, char* argv[])
{
    const auto pending = static_cast<uint32_t>(argc > 1 ? std::atol(argv[1]) : 1000);
    const auto events = static_cast<uint64_t>(argc > 2 ? std::atoll(argv[2]) : 1000000);
    const auto far = static_cast<uint32_t>(argc > 3 ? std::atol(argv[3]) : 0);

    Draw draw;
    TimingWheel wheel;
    for (uint32_t i = 0; i < pending; ++i)
    {
        wheel.Insert({Instant(draw.Below(1000000)), i, i});
    }
    const auto start = std::chrono::steady_clock::now();
    uint64_t done = 0;
    uint64_t sum = 0;
    while (done < events && wheel.Fill(Instant::Never()))
    {
        for (; wheel.RunLength() != 0; ++done)
        {
            const HotEvent event = *wheel.Head();
            wheel.Pop();
            sum = sum * 31 + static_cast<uint64_t>(event.at.Ps()) + event.key;
            wheel.Insert({event.at + Ahead(draw, far), event.key, event.arg});
        }
    }
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    std::cout << done << " events, " << seconds.count() * 1e9 / static_cast<double>(done)
              << " ns each, check " << std::hex << sum << "\n";
    return 0;
}
