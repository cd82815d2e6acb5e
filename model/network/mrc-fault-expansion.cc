/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fault-item.h"
#include "mrc-fault-outages.h"
#include "mrc-fault-places.h"
#include "mrc-topology.h"

#include "ns3/mrc-hash.h"
#include "ns3/random-variable-stream.h"

#include <algorithm>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr std::size_t MOST_FAULTS = 100000; // of one item: beyond this a rate has a wrong unit

/** The draws of one item: two streams of ns-3 that are named by the item's words [fault-draws]. */
class FaultDraws
{
  public:
    explicit FaultDraws(const std::string& words)
        : m_uniform(CreateObject<UniformRandomVariable>()),
          m_exponential(CreateObject<ExponentialRandomVariable>())
    {
        uint64_t name = 0;
        for (const char c : words)
        {
            name = Mix(name ^ static_cast<uint8_t>(c));
        }
        // An even number of 62 bits: scripts number their streams from 0.
        const int64_t stream = static_cast<int64_t>((name >> 2) & ~uint64_t{1});
        m_uniform->SetStream(stream);
        m_exponential->SetStream(stream + 1);
    }

    /** @return a number from 0 up to 1 */
    double Part()
    {
        return m_uniform->GetValue(0, 1);
    }

    /** @return a number from 0 below the count */
    uint32_t Below(uint32_t count)
    {
        return m_uniform->GetInteger(0, count - 1);
    }

    /** @return an exponential time with this mean in picoseconds, at least 1 ps */
    double Exponential(double mean)
    {
        return std::max(m_exponential->GetValue(mean, 0), 1.0);
    }

    /** @return how long a repair takes, in picoseconds, by one of three laws [repair-times] */
    double Repair(const RepairTime& time)
    {
        const double first = static_cast<double>(time.first.Ps());
        switch (time.law)
        {
        case RepairTime::Law::FIXED:
            return first;
        case RepairTime::Law::UNIFORM:
            return first + Part() * static_cast<double>((time.second - time.first).Ps());
        default:
            return Exponential(first);
        }
    }

  private:
    Ptr<UniformRandomVariable> m_uniform;
    Ptr<ExponentialRandomVariable> m_exponential;
};

/** @return an instant as a list of faults takes it, to the picosecond: `1500.25ns` */
std::string
TextOf(Instant at)
{
    std::string text = std::to_string(at.Ps() / 1000);
    std::string rest = std::to_string(1000 + at.Ps() % 1000).substr(1);
    rest.erase(rest.find_last_not_of('0') + 1);
    return text + (rest.empty() ? "" : "." + rest) + "ns";
}

/**
 * Makes the fault of an item that lasts from one time to another; the fault may not last for ever.
 */
Fault
Between(const FaultItem& item, const std::string& where, double begin, double end)
{
    Fault fault = item.fault;
    constexpr double latest = 9.2e18; // below the last instant
    fault.down = Instant(static_cast<int64_t>(std::min(begin, latest - 2)));
    fault.up = Instant(static_cast<int64_t>(std::min(end, latest)));
    // An outage of no length would be none.
    fault.up = std::max(*fault.up, fault.down + Span(1));
    fault.text = where + item.effect;
    if (fault.drain)
    {
        fault.text += "/drain=" + TextOf(Instant() + *fault.drain);
    }
    fault.text += "@" + TextOf(fault.down) + ".." + TextOf(*fault.up);
    return fault;
}

/** Adds a fault, as long as an item has no more of them than anybody means. */
void
Append(std::vector<Fault>& faults, Fault fault)
{
    if (faults.size() == MOST_FAULTS)
    {
        throw std::length_error("expected at most 100000 faults of one item; check rates and "
                                "periods");
    }
    faults.push_back(std::move(fault));
}

/** The first part of a period is bad, or begins later by the jitter [link-flaps]. */
std::vector<Fault>
Flap(const FaultItem& item, FaultDraws& draws)
{
    std::vector<Fault> faults;
    const Span period = item.flap->period;
    const double length = static_cast<double>(period.Ps());
    const double bad = length * item.flap->duty;
    // The bad part may begin anywhere that leaves room for it in the period.
    const double slack = (length - bad) * item.flap->jitter;
    const double end = static_cast<double>(item.fault.up->Ps());
    for (Instant at = item.fault.down; at < *item.fault.up; at = at + period)
    {
        const double begin = static_cast<double>(at.Ps()) + (slack > 0 ? slack * draws.Part() : 0);
        if (begin < end)
        {
            Append(faults, Between(item, item.where, begin, std::min(begin + bad, end)));
        }
        if (*item.fault.up - at <= period)
        {
            break; // the next begin might lie beyond the last instant
        }
    }
    return faults;
}

/** All places of one kind, each with its numbers alone: a large fabric has millions of links. */
struct Places
{
    const char* word;              //!< of the kind, with its colon
    std::vector<uint32_t> numbers; //!< three for each place
    unsigned used{3};              //!< how many of the three stand in the text
};

/** Adds the ports of a kind; of a NIC's port the text names the NIC first, then the plane. */
void
AddPorts(Places& places, const Topology& topology, PortKind kind)
{
    for (uint32_t port = 0; port < topology.PortCount(); ++port)
    {
        const PortPlace place = topology.PortPlaceOf(port);
        if (place.kind == kind && kind == PortKind::NIC)
        {
            places.numbers.insert(places.numbers.end(), {place.owner, place.plane, 0});
        }
        else if (place.kind == kind)
        {
            places.numbers.insert(places.numbers.end(), {place.plane, place.owner, place.link});
        }
    }
}

void
AddNodes(Places& places, const Topology& topology, NodeKind kind)
{
    for (uint32_t node = 0; node < topology.NodeCount(); ++node)
    {
        const NodePlace place = topology.PlaceOf(node);
        if (place.kind == kind)
        {
            places.numbers.insert(places.numbers.end(), {place.plane, place.index, 0});
        }
    }
}

/** Adds the transceivers of all T0s, each of which may carry several links. */
void
AddTransceivers(Places& places, const Topology& topology)
{
    for (uint32_t node = 0; node < topology.NodeCount(); ++node)
    {
        const NodePlace place = topology.PlaceOf(node);
        const uint32_t count = place.kind == NodeKind::T0
                                   ? TransceiversOf(topology, place.plane, place.index).size()
                                   : 0;
        for (uint32_t i = 0; i < count; ++i)
        {
            places.numbers.insert(places.numbers.end(), {place.plane, place.index, i});
        }
    }
}

/** @return the places of a kind, each as likely as another [random-faults] */
Places
PlacesOf(FaultKind kind, const Topology& topology)
{
    if (const SwitchPlaces* const switches = SwitchPlacesOf(kind))
    {
        Places places{switches->word, {}, switches->links ? 3U : 2U};
        switches->links ? AddPorts(places, topology, *switches->links)
                        : AddNodes(places, topology, switches->owner);
        return places;
    }
    Places places{"nic:", {}, 1};
    switch (kind)
    {
    case FaultKind::PORT:
        places = {"port:", {}, 2};
        AddPorts(places, topology, PortKind::NIC);
        break;
    case FaultKind::TRANSCEIVER:
        places = {"transceiver:", {}, 3};
        AddTransceivers(places, topology);
        break;
    case FaultKind::PLANE:
        places.word = "plane:";
        for (uint32_t plane = 0; plane < topology.Spec().planes; ++plane)
        {
            places.numbers.insert(places.numbers.end(), {plane, 0, 0});
        }
        break;
    default: // NIC
        for (uint32_t nic = 0; nic < topology.Spec().nics; ++nic)
        {
            places.numbers.insert(places.numbers.end(), {nic, 0, 0});
        }
        break;
    }
    return places;
}

/** Sets the values that tell one place of a kind from the others. */
void
SetPlace(Fault& fault, FaultKind kind, const uint32_t* numbers)
{
    fault.kind = kind;
    const bool nicFirst = kind == FaultKind::PORT || kind == FaultKind::NIC;
    fault.plane = static_cast<PlaneId>(nicFirst ? numbers[1] : numbers[0]);
    fault.index = nicFirst ? numbers[0] : numbers[1];
    fault.t1 = numbers[2];
}

/** Draws gaps, places and repair times until the end; a mix is drawn row by row. */
void
DrawRow(const FaultItem& item,
        const RandomPattern& row,
        const Topology& topology,
        std::vector<Fault>& faults)
{
    const Places places = PlacesOf(row.kind, topology);
    const uint32_t count = places.numbers.size() / 3;
    // Each row of a mix has draws of its own, so that another row changes none of its faults.
    FaultDraws draws(item.fault.text + places.word);
    const double end = static_cast<double>(item.fault.up->Ps());
    const double gap = static_cast<double>(row.gap.Ps()) / item.compress;
    for (double at = static_cast<double>(item.fault.down.Ps()) + draws.Exponential(gap);
         count > 0 && at < end;
         at += draws.Exponential(gap))
    {
        const uint32_t* numbers = &places.numbers[3 * draws.Below(count)];
        std::string where = places.word + std::to_string(numbers[0]);
        for (unsigned i = 1; i < places.used; ++i)
        {
            where += "." + std::to_string(numbers[i]);
        }
        Fault fault = Between(item, where, at, at + draws.Repair(row.repair) / item.compress);
        SetPlace(fault, row.kind, numbers);
        Append(faults, std::move(fault));
    }
}

} // namespace

std::vector<Fault>
Expand(const FaultItem& item, const Topology& topology)
{
    std::vector<Fault> faults;
    for (const RandomPattern& row : item.random)
    {
        DrawRow(item, row, topology, faults);
    }
    if (!item.random.empty())
    {
        // Rows were drawn one after the other; a list of faults goes by time.
        std::stable_sort(faults.begin(), faults.end(), [](const Fault& a, const Fault& b) {
            return a.down < b.down;
        });
        return faults;
    }
    if (!item.flap && !item.repair)
    {
        return {item.fault};
    }
    FaultDraws draws(item.fault.text);
    if (item.flap)
    {
        return Flap(item, draws);
    }
    const double begin = static_cast<double>(item.fault.down.Ps());
    return {Between(item, item.where, begin, begin + draws.Repair(*item.repair))};
}

} // namespace mrc
} // namespace ns3
