/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-shape-planner.h"

#include "ns3/mrc-ids.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr uint32_t MOST_TIERS = 4;
constexpr double GIGABIT = 1e9; // bit/s

/** A number of the question and its range; double holds them all exactly. */
struct Field
{
    const char* name;
    double value;
    double min;
    double max;
    const char* unit;
};

/** The ports of the switches of one plane. */
struct Ports
{
    uint32_t radix;  //!< of every switch
    uint32_t t0Down; //!< of a T0 with uplinks
    uint32_t t0Up;
    uint32_t half; //!< of a switch between T0s and the highest tier: down, and as many up
};

/** @return how the ports of a switch are shared out, when planes share the NIC's rate */
Ports
PortsOfSwitches(const ShapeQuestion& question, uint32_t planes)
{
    const uint64_t fitting = question.switchCapacity / (question.nicRate / planes);
    Ports ports{};
    ports.radix = static_cast<uint32_t>(std::min<uint64_t>(fitting, question.maxRadix));
    // the share of ports that look down is r / (r + 1); rounded, as 1.067 : 1 is meant loosely
    const double ratio = question.oversubscription;
    ports.t0Down = static_cast<uint32_t>(std::lround(ports.radix * ratio / (ratio + 1)));
    ports.t0Down = std::clamp<uint32_t>(ports.t0Down, 1, ports.radix - 1);
    ports.t0Up = ports.radix - ports.t0Down;
    ports.half = ports.radix / 2;
    return ports;
}

/** The highest tier uses all its ports downwards, the others share them. */
uint64_t
MostT0s(const Ports& ports, uint32_t tiers)
{
    uint64_t most = tiers == 1 ? 1 : ports.radix;
    for (uint32_t tier = 2; tier < tiers; ++tier)
    {
        most *= ports.half;
    }
    return most;
}

/** @return NICs below a T0, which without a tier above needs no ports that look up */
uint32_t
NicsBelowT0(const Ports& ports, uint32_t tiers)
{
    return tiers == 1 ? ports.radix : ports.t0Down;
}

uint64_t
DivideUp(uint64_t a, uint64_t b)
{
    return (a + b - 1) / b;
}

/** Rails share no T0, so that each of them may leave one partly filled. */
uint64_t
T0sFor(const ShapeQuestion& question, uint32_t nicsPerT0)
{
    return question.rails * DivideUp(question.nics / question.rails, nicsPerT0);
}

/**
 * Builds the tiers from the NICs upwards. A pod of tier i holds the NICs that its switches join
 * without those above. Each pod has all its switches, however few NICs are left for the last one.
 */
ClosShape
ShapeOf(const ShapeQuestion& question, const Ports& ports, uint32_t planes, uint32_t tiers)
{
    ClosShape shape;
    shape.nics = question.nics;
    shape.planes = planes;
    shape.rails = question.rails;
    shape.nicLinkRate = question.nicRate / planes;
    uint32_t down = NicsBelowT0(ports, tiers);
    uint64_t pods = T0sFor(question, down);
    uint64_t inPod = 1;
    uint64_t nicsBelow = down;
    for (uint32_t i = 0; i + 1 < tiers; ++i)
    {
        const uint32_t up = i == 0 ? ports.t0Up : ports.half;
        shape.tiers.push_back(
            {pods * inPod, inPod, nicsBelow, down, up, question.nicRate / planes});
        const bool next = i + 2 < tiers; // the tier above has tiers above itself
        down = next ? ports.half : ports.radix;
        nicsBelow *= down;
        if (next)
        {
            pods = DivideUp(pods, down);
            inPod *= up;
        }
        else
        {
            // Few pods leave ports of the highest tier free, and several links go to the same pod.
            inPod *= DivideUp(up, ports.radix / pods);
            pods = 1;
        }
    }
    shape.tiers.push_back({pods * inPod, inPod, std::max(nicsBelow, question.nics), down, 0, 0});
    return shape;
}

} // namespace

void
ShapeQuestion::Validate() const
{
    const Field fields[] = {
        {"nics", static_cast<double>(nics), 1, 4294967296.0, ""},
        {"nicRate", nicRate / GIGABIT, MAX_PLANES, 100000, " Gb/s"},
        {"switchCapacity", switchCapacity / GIGABIT, 1, 10000000, " Gb/s"},
        {"maxRadix", static_cast<double>(maxRadix), 4, 4096, ""},
        {"rails", static_cast<double>(rails), 1, 64, ""},
        {"oversubscription", oversubscription, 1, 64, ""},
    };
    std::ostringstream message;
    message.precision(10);
    for (const Field& field : fields)
    {
        // Written so that a value that is no number fails too.
        if (!(field.value >= field.min && field.value <= field.max))
        {
            message << "shapes: " << field.name << " = " << field.value << field.unit
                    << "; expected " << field.min << " .. " << field.max << field.unit;
            throw std::invalid_argument(message.str());
        }
    }
    // Below four ports a switch has not two up and two down.
    if (switchCapacity / nicRate < 4)
    {
        message << "shapes: switchCapacity = " << switchCapacity / GIGABIT << " Gb/s makes "
                << switchCapacity / nicRate << " ports of " << nicRate / GIGABIT
                << " Gb/s; expected at least 4";
        throw std::invalid_argument(message.str());
    }
    if (nics % rails != 0)
    {
        message << "shapes: nics = " << nics << " with " << rails
                << " rails; expected a multiple of the rails";
        throw std::invalid_argument(message.str());
    }
}

std::vector<PlannedShape>
PlanShapes(const ShapeQuestion& question)
{
    question.Validate();
    std::vector<PlannedShape> entries;
    for (uint32_t planes = 1; planes <= MAX_PLANES; planes *= 2)
    {
        const Ports ports = PortsOfSwitches(question, planes);
        bool fits = false;
        // More tiers than needed cost switches only. Those that are too few stay in the table, with
        // what they hold.
        for (uint32_t tiers = 1; tiers <= MOST_TIERS && !fits; ++tiers)
        {
            const uint32_t nicsPerT0 = NicsBelowT0(ports, tiers);
            const uint64_t t0s = MostT0s(ports, tiers);
            PlannedShape entry{planes, tiers, ports.radix, t0s * nicsPerT0, {}};
            fits = T0sFor(question, nicsPerT0) <= t0s;
            if (fits)
            {
                entry.shape = ShapeOf(question, ports, planes, tiers);
            }
            entries.push_back(entry);
        }
    }
    return entries;
}

} // namespace mrc
} // namespace ns3
