/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-profile-objects.h"

#include "ns3/mrc-fabric-config.h"

#include <sstream>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

namespace
{

/** An hour: longer steps are a mistake, as of a script that means milliseconds. */
constexpr double LONGEST_SECONDS = 3600;

/** @return a time that a script's random variable has drawn */
Span
DrawFrom(const Ptr<RandomVariableStream>& stream, const char* name)
{
    const double seconds = stream->GetValue();
    // A test that NaN fails too.
    if (!(seconds >= 0 && seconds <= LONGEST_SECONDS))
    {
        std::ostringstream error;
        error << "ns3::mrc::FabricProfile::" << name << " drew " << seconds << " s; expected 0 .. "
              << LONGEST_SECONDS;
        throw std::invalid_argument(error.str());
    }
    return Span(static_cast<int64_t>(seconds * 1e12));
}

/** @return a function that keeps the stream and draws from that, null without a stream */
RouteTimes::Draw
DrawOf(const Ptr<RandomVariableStream>& stream, const char* name)
{
    return stream ? RouteTimes::Draw([stream, name] { return DrawFrom(stream, name); }) : nullptr;
}

} // namespace

void
ProfileObjects::AddPolicies(ObjectRows& rows)
{
    rows.Row("AdmissionFactory",
             &ProfileObjects::admission,
             MakePointerChecker<AdmissionFactory>(),
             "A factory of a user's own trim or drop policy, used instead of DataLimit and such "
             "at the ports of switches. The value is a pointer, or "
             "ns3::Name[Attribute=Value|...]. With none, limits count [queue-limits]")
        .Row("MarkerFactory",
             &ProfileObjects::marker,
             MakePointerChecker<MarkerFactory>(),
             "A factory of a user's own ECN marker, used instead of RED at the ports that mark: a "
             "pointer, or ns3::Name[Attribute=Value|...]; none: RED marks [ecn-marking]");
}

void
ProfileObjects::AddSteps(ObjectRows& rows)
{
    rows.Row("RouteDetection",
             &ProfileObjects::detection,
             MakePointerChecker<RandomVariableStream>(),
             "Random variable of the seconds until an end of a link sees that the link failed or "
             "came back, 0 .. 3600; none: as Convergence says [route-times]")
        .Row("RouteFlooding",
             &ProfileObjects::flooding,
             MakePointerChecker<RandomVariableStream>(),
             "Random variable of the seconds in which news go from a switch to a neighbour, beside "
             "the delay of the link, 0 .. 3600; none: as Convergence says [route-times]")
        .Row("RouteComputation",
             &ProfileObjects::computation,
             MakePointerChecker<RandomVariableStream>(),
             "Random variable of the seconds in which a switch computes its table, 0 .. 3600; "
             "none: as Convergence says [route-times]")
        .Row("RouteEntry",
             &ProfileObjects::entry,
             MakePointerChecker<RandomVariableStream>(),
             "Random variable of the seconds in which a switch writes one entry, 0 .. 3600; none: "
             "as Convergence says [route-times]");
}

void
ProfileObjects::AddPartition(ObjectRows& rows)
{
    rows.Row(
        "Partition",
        &ProfileObjects::partition,
        "How threads and ranks divide fabrics: blocks (of nodes side by side), turns (small "
        "blocks, "
        "dealt round), scotch (by its program), or a file. Each line of a file has a node and the "
        "number of its part. With auto graphs are divided by Scotch, if that helps, other fabrics "
        "in turns among threads and in blocks among ranks [fabric-parts]");
}

void
ProfileObjects::FillIn(FabricConfig& config) const
{
    // A copy of a pointer keeps its object for as long as a network may ask.
    if (admission)
    {
        config.isAdmissionAlone = admission->SharesNothing();
        config.admission = std::make_shared<const AdmissionMaker>(
            [factory = admission](const PolicySeat& seat) { return factory->Create(seat); });
    }
    if (marker)
    {
        config.isMarkingAlone = marker->SharesNothing();
        config.marking = std::make_shared<const MarkingMaker>(
            [factory = marker](const PolicySeat& seat) { return factory->Create(seat); });
    }
    config.routeTimes[ROUTE_DETECTION] = DrawOf(detection, "RouteDetection");
    config.routeTimes[ROUTE_FLOODING] = DrawOf(flooding, "RouteFlooding");
    config.routeTimes[ROUTE_COMPUTATION] = DrawOf(computation, "RouteComputation");
    config.routeTimes[ROUTE_ENTRY] = DrawOf(entry, "RouteEntry");
}

} // namespace mrc
} // namespace ns3
