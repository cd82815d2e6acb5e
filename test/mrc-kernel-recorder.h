/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_KERNEL_RECORDER_H
#define MRC_KERNEL_RECORDER_H

#include "mrc-kernel-program.h"

#include "ns3/config.h"
#include "ns3/mrc-older-ns3.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <functional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{
namespace test
{

constexpr const char* FAST = "mrc::FastSimulatorImpl";
constexpr const char* DEFAULT = "DefaultSimulatorImpl";

constexpr std::pair<const char*, const char*> SIMULATORS[] = {{FAST, "MapScheduler"},
                                                              {FAST, "HeapScheduler"},
                                                              {FAST, "ListScheduler"},
                                                              {FAST, "CalendarScheduler"},
                                                              {FAST, "PriorityQueueScheduler"},
                                                              {DEFAULT, "MapScheduler"},
                                                              {DEFAULT, "HeapScheduler"},
                                                              {DEFAULT, "ListScheduler"},
                                                              {DEFAULT, "CalendarScheduler"},
                                                              {DEFAULT, "PriorityQueueScheduler"}};

/** Leaves ns-3's defaults behind whatever it did. */
class KernelTestCase : public TestCase
{
  public:
    using TestCase::TestCase;

  private:
    void DoTeardown() override
    {
        Config::SetDefault("ns3::mrc::FastSimulatorImpl::FirstUid", UintegerValue(EventUid::VALID));
        UseSimulator(DEFAULT);
    }
};

/** Writes down the events that come up. */
class Recorder
{
  public:
    void Fire(HotEvent event, const HotEvent*)
    {
        std::ostringstream line;
        line << "hot " << event.at.Ps() << " now " << Simulator::Now().GetTimeStep();
        lines.push_back(line.str());
        if (Simulator::GetContext() != Simulator::NO_CONTEXT)
        {
            lines.push_back("with a context");
        }
        if (onHot)
        {
            onHot(event);
        }
    }

    HotHints Hints() const
    {
        return HotHints::NONE;
    }

    void Prefetch(const HotEvent*, std::size_t)
    {
    }

    /** Schedules an ordinary event that only writes its name. */
    void Ordinary(int64_t ticks, const std::string& name)
    {
        Simulator::ScheduleWithContext(7, TimeStep(static_cast<uint64_t>(ticks)), [this, name]() {
            lines.push_back(name);
        });
    }

    void Hot(int64_t ps)
    {
        kernel.Schedule({Instant(ps), 0, 0});
    }

    std::vector<std::string> lines;
    std::function<void(const HotEvent&)> onHot;
    HotKernel kernel{*this, SimulatorHost};
};

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* MRC_KERNEL_RECORDER_H */
