/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-life-faults.h"

#include "ns3/double.h"
#include "ns3/random-variable-stream.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <queue>
#include <stdexcept>
#include <string>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr double MOST_FAULTS = 1e7; // of a life, some 300 MB, as of a file; own choice
constexpr double DAY = 86400;       // seconds

/** What a kind of faults draws; each has a stream of its own, so that none moves the others. */
enum class LifeDraw : uint8_t
{
    GAP,
    COMPONENT,
    LASTS,
    STALL,
    COUNT
};

/** Streams of one life, beside those of another seed. */
class LifeStreams
{
  public:
    LifeStreams(std::size_t kind, uint32_t seed)
        : m_first((seed * KINDS + static_cast<int64_t>(kind)) *
                  static_cast<int64_t>(LifeDraw::COUNT))
    {
    }

    Ptr<RandomVariableStream> Exponential(double mean, LifeDraw draw) const
    {
        const auto variable = CreateObject<ExponentialRandomVariable>();
        variable->SetAttribute("Mean", DoubleValue(mean));
        return Seated(variable, draw);
    }

    Ptr<RandomVariableStream> Uniform(double least, double most, LifeDraw draw) const
    {
        const auto variable = CreateObject<UniformRandomVariable>();
        variable->SetAttribute("Min", DoubleValue(least));
        variable->SetAttribute("Max", DoubleValue(most));
        return Seated(variable, draw);
    }

    Ptr<RandomVariableStream> Of(const RandomTime& time, LifeDraw draw) const;

  private:
    /** More kinds than anybody has, so that seeds have the same faults whatever there is beside. */
    static constexpr int64_t KINDS = 1 << 16;

    Ptr<RandomVariableStream> Seated(Ptr<RandomVariableStream> variable, LifeDraw draw) const
    {
        variable->SetStream(m_first + static_cast<int64_t>(draw));
        return variable;
    }

    int64_t m_first; //!< number of the first stream
};

Ptr<RandomVariableStream>
LifeStreams::Of(const RandomTime& time, LifeDraw draw) const
{
    if (time.first == 0 && time.law != TimeLaw::UNIFORM)
    {
        return Uniform(0, 0, draw); // a logarithm of a median needs more
    }
    switch (time.law)
    {
    case TimeLaw::EXPONENTIAL:
        return Exponential(time.first, draw);
    case TimeLaw::UNIFORM:
        return Uniform(time.first, time.second, draw);
    case TimeLaw::LOG_NORMAL: {
        const auto variable = CreateObject<LogNormalRandomVariable>();
        variable->SetAttribute("Mu", DoubleValue(std::log(time.first)));
        variable->SetAttribute("Sigma", DoubleValue(time.second));
        return Seated(variable, draw);
    }
    case TimeLaw::CONSTANT:
        break;
    }
    return Uniform(time.first, time.first, draw);
}

/**
 * Adds the faults of a kind. All components together would fail at a constant rate. A fault that
 * hits one that is down is left out.
 */
void
AddDrawn(const JobLife& life, uint32_t index, uint32_t seed, std::vector<LifeFault>& faults)
{
    const LifeFaultKind& kind = life.kinds[index];
    if (kind.perDay == 0)
    {
        return;
    }
    const LifeStreams streams(index, seed);
    const auto gap = streams.Exponential(DAY / (kind.perDay * kind.count), LifeDraw::GAP);
    const auto component = streams.Uniform(0, kind.count, LifeDraw::COMPONENT);
    const auto lasts = streams.Of(kind.lasts, LifeDraw::LASTS);
    // Of components that are down only the number counts: all of a kind are alike.
    std::priority_queue<double, std::vector<double>, std::greater<>> repairs;
    for (double at = gap->GetValue(); at < life.length; at += gap->GetValue())
    {
        while (!repairs.empty() && repairs.top() <= at)
        {
            repairs.pop();
        }
        // The draw stands for a component; the first numbers are those that are down.
        if (component->GetValue() < static_cast<double>(repairs.size()))
        {
            continue;
        }
        LifeFault fault;
        fault.at = at;
        fault.kind = index;
        fault.lasts = lasts->GetValue();
        repairs.push(at + fault.lasts);
        faults.push_back(fault);
    }
}

} // namespace

std::vector<LifeFault>
DrawFaults(const JobLife& life, uint32_t seed)
{
    const std::vector<double> means = MeanFaults(life);
    const double expected = std::accumulate(means.begin(), means.end(), 0.0);
    // A wrong unit would else draw until the memory ends. Files are refused with the line before.
    if (expected > MOST_FAULTS)
    {
        throw std::invalid_argument("job's life: some " +
                                    std::to_string(std::llround(std::min(expected, 1e15))) +
                                    " faults; expected at most 10000000: fewer days, or rates");
    }
    std::vector<LifeFault> faults = life.faults;
    for (uint32_t kind = 0; kind < life.kinds.size(); ++kind)
    {
        AddDrawn(life, kind, seed, faults);
    }
    // Kinds drew one after the other. Equal times keep the order of kinds.
    std::stable_sort(faults.begin(), faults.end(), [](const LifeFault& a, const LifeFault& b) {
        return a.at < b.at;
    });
    std::vector<Ptr<RandomVariableStream>> stalls;
    for (std::size_t kind = 0; kind < life.kinds.size(); ++kind)
    {
        stalls.push_back(LifeStreams(kind, seed).Of(life.kinds[kind].stall, LifeDraw::STALL));
    }
    // Stalls are drawn in the order of time, since faults that the file gives draw one too.
    for (LifeFault& fault : faults)
    {
        fault.stall = stalls[fault.kind]->GetValue();
    }
    return faults;
}

} // namespace mrc
} // namespace ns3
