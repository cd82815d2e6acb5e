/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_KERNEL_PROGRAM_H
#define MRC_KERNEL_PROGRAM_H

#include "ns3/event-id.h"
#include "ns3/global-value.h"
#include "ns3/mrc-hash.h"
#include "ns3/mrc-hot-kernel.h"
#include "ns3/mrc-simulator-host.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

/** Makes these the simulator and the scheduler from now on. */
inline void
UseSimulator(const std::string& implementation, const std::string& scheduler = "MapScheduler")
{
    Simulator::Destroy();
    GlobalValue::Bind("SimulatorImplementationType", StringValue("ns3::" + implementation));
    GlobalValue::Bind("SchedulerType", StringValue("ns3::" + scheduler));
}

/** The shape of a random program of events. */
struct KernelProgramShape
{
    uint64_t seed;        //!< which of the many
    uint32_t kernels;     //!< 0 for a program of ordinary events only
    uint32_t events;      //!< ends some time after so many have run
    uint32_t stops{5};    //!< calls of Simulator::Stop
    int64_t tickPs{1000}; //!< picoseconds in a tick, at least 1
    bool removes{true};   //!< calls Simulator::Remove
    uint32_t horizon{0};  //!< stops for good at this tick, 0 for never; real time needs an end
};

/**
 * A random program of ordinary and hot events that schedule, cancel, remove, query and stop.
 *
 * Each draw depends on all that ran before, so that two simulators which differ in the order of two
 * events soon differ in everything.
 */
class KernelProgram
{
  public:
    explicit KernelProgram(const KernelProgramShape& shape)
        : m_shape(shape)
    {
    }

    /** @return a line for each event, with the facts that the event saw */
    std::vector<std::string> Run()
    {
        for (uint32_t i = 0; i < m_shape.kernels; ++i)
        {
            m_models.push_back(std::make_unique<Model>(*this, i));
        }
        if (m_shape.horizon > 0)
        {
            Simulator::Stop(TimeStep(m_shape.horizon));
        }
        for (uint32_t i = 0; i < 10; ++i)
        {
            Act();
        }
        const uint32_t runs = m_shape.horizon > 0 ? 1 : 2 * m_shape.stops + 2;
        for (uint32_t i = 0; i < runs; ++i)
        {
            Simulator::Run();
            Note("run ended", i);
        }
        if (m_shape.kernels == 0)
        {
            Note("events", static_cast<uint32_t>(Simulator::GetEventCount()));
        }
        Simulator::Destroy();
        return m_trace;
    }

  private:
    /** Hands the model's events to the program. */
    struct Model
    {
        Model(KernelProgram& owner, uint32_t number)
            : program(owner),
              name("hot " + std::to_string(number)),
              kernel(*this, SimulatorHost)
        {
        }

        void Fire(HotEvent event, const HotEvent* next)
        {
            if (next != nullptr && EarlierHotEvent()(*next, event))
            {
                program.Note("the next event is an earlier one", next->arg);
            }
            program.Note(name.c_str(), event.arg);
            program.Say(event.at.Ps());
            program.Say(kernel.Now().Ps());
            program.Act();
        }

        HotHints Hints() const
        {
            return static_cast<HotHints>(kernel.FiredCount() % 3);
        }

        void Prefetch(const HotEvent* next, std::size_t count)
        {
            if (count > 1 && EarlierHotEvent()(next[1], next[0]))
            {
                program.Note("the run is not sorted", next->arg);
            }
        }

        KernelProgram& program;
        std::string name;
        HotKernel kernel;
    };

    uint32_t Below(uint32_t bound)
    {
        return KeyedDraws(m_shape.seed).Below(bound, m_draws++);
    }

    void Say(int64_t value)
    {
        m_trace.back() += " " + std::to_string(value);
    }

    /** Begins a line of the trace; the trace so far goes into the draws to come. */
    void Note(const char* what, uint32_t label)
    {
        m_trace.push_back(what);
        Say(label);
        Say(Simulator::Now().GetTimeStep());
        Say(Simulator::GetContext());
        m_draws += label;
    }

    void OnOrdinary(uint32_t label)
    {
        Note("ordinary", label);
        for (const auto& model : m_models)
        {
            Say(model->kernel.Now().Ps());
        }
        Act();
    }

    void OnDestroy(uint32_t label)
    {
        Note("destroy", label);
    }

    /** Does one to three random things. */
    void Act()
    {
        const uint32_t count = m_trace.size() < m_shape.events ? 1 + Below(3) : 0;
        for (uint32_t i = 0; i < count; ++i)
        {
            if (!m_models.empty() && Below(2) == 0)
            {
                ScheduleHot();
            }
            else
            {
                ActOrdinarily();
            }
        }
    }

    void ScheduleHot()
    {
        const int64_t reaches[] = {0, 1, 2, 3, 10, 300, 300000};
        const int64_t ticks = reaches[Below(7)];
        const int64_t part = m_shape.tickPs * Below(1000) / 1000;
        const int64_t ps = Below(4) == 0 ? 0 : ticks * m_shape.tickPs + part;
        HotKernel& kernel = m_models[Below(m_shape.kernels)]->kernel;
        kernel.Schedule({kernel.Now() + Span(ps), Below(3), ++m_labels});
    }

    Time Delay()
    {
        const uint32_t reaches[] = {0, 0, 1, 1, 2, 5, 100, 3000, 400000};
        return TimeStep(reaches[Below(9)]);
    }

    void ActOrdinarily()
    {
        const uint32_t label = ++m_labels;
        const uint32_t choice = Below(24);
        if (choice < 11)
        {
            m_ids.push_back(Simulator::Schedule(Delay(), &KernelProgram::OnOrdinary, this, label));
        }
        else if (choice < 14)
        {
            Simulator::ScheduleWithContext(Below(9),
                                           Delay(),
                                           &KernelProgram::OnOrdinary,
                                           this,
                                           label);
        }
        else if (choice < 15)
        {
            m_ids.push_back(Simulator::ScheduleNow(&KernelProgram::OnOrdinary, this, label));
        }
        else if (choice < 16)
        {
            m_ids.push_back(Simulator::ScheduleDestroy(&KernelProgram::OnDestroy, this, label));
        }
        else if (choice < 17 && m_stops < m_shape.stops)
        {
            ++m_stops;
            m_stops % 2 == 0 ? Simulator::Stop() : void(Simulator::Stop(Delay()));
        }
        else if (!m_ids.empty())
        {
            ActOn(m_ids[m_ids.size() - 1 - Below(std::min<std::size_t>(m_ids.size(), 12))], choice);
        }
    }

    /** Cancels, removes or only queries an event. */
    void ActOn(EventId id, uint32_t choice)
    {
        m_trace.push_back("query");
        Say(id.IsExpired());
        Say(Simulator::GetDelayLeft(id).GetTimeStep());
        if (choice < 19)
        {
            id.Cancel();
        }
        else if (choice < 21 && m_shape.removes)
        {
            id.Remove();
        }
        Say(id.IsExpired());
        m_draws += id.IsExpired();
    }

    KernelProgramShape m_shape;
    std::vector<std::unique_ptr<Model>> m_models;
    std::vector<EventId> m_ids;
    std::vector<std::string> m_trace;
    uint64_t m_draws{0};
    uint32_t m_labels{0};
    uint32_t m_stops{0};
};

/** @return the first line in which two traces differ, empty if there is none */
inline std::string
FirstDifference(const std::vector<std::string>& a, const std::vector<std::string>& b)
{
    std::ostringstream difference;
    for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i)
    {
        const std::string lineA = i < a.size() ? a[i] : "nothing";
        const std::string lineB = i < b.size() ? b[i] : "nothing";
        if (lineA != lineB)
        {
            difference << "line " << i << ": '" << lineA << "' and '" << lineB << "'";
            break;
        }
    }
    return difference.str();
}

} // namespace mrc
} // namespace ns3

#endif /* MRC_KERNEL_PROGRAM_H */
