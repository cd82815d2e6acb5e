/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SCENARIO_DRAW_H
#define MRC_SCENARIO_DRAW_H

#include "mrc-counted-draws.h"
#include "mrc-random-scenario.h"

#include "ns3/mrc-hash.h"
#include "ns3/mrc-ideal.h"
#include "ns3/mrc-topology-spec.h"

#include <algorithm>
#include <cstdint>
#include <string>

namespace ns3
{
namespace mrc
{
namespace test
{

/**
 * Draws a scenario from a seed, always the same.
 *
 * Small enough for hundreds in a second or two, and extreme enough that queues overflow, windows
 * close and paths die.
 */
class ScenarioDraw : private CountedDraws
{
  public:
    /** @param seed which one of the many */
    explicit ScenarioDraw(uint64_t seed)
        : CountedDraws(seed)
    {
    }

    /** @return the scenario; an instance draws one */
    RandomScenario Draw()
    {
        m_scenario.mayGiveUp = Chance(15);
        DrawTopology();
        DrawQueuePairs();
        DrawFabric();
        DrawPaths();
        DrawCongestionControl();
        DrawWrites();
        DrawFaults();
        DrawImpairments();
        // later additions draw last, so that older seeds keep all other draws
        DrawSelection();
        DrawManners();
        DrawDenials();
        DrawOneWayOutages();
        DrawUpperOutages();
        return m_scenario;
    }

  private:
    void Set(ProfileKind profile, const std::string& name, const std::string& value)
    {
        m_scenario.settings.push_back({profile, name, value});
    }

    void Set(ProfileKind profile, const std::string& name, uint64_t value)
    {
        Set(profile, name, std::to_string(value));
    }

    /** Sets a share between these two, in hundredths. */
    void SetHundredths(ProfileKind profile, const char* name, uint32_t least, uint32_t greatest)
    {
        Set(profile, name, std::to_string(Between(least, greatest) / 100.0));
    }

    void SetNanos(ProfileKind profile, const char* name, uint32_t least, uint32_t greatest)
    {
        Set(profile, name, std::to_string(Between(least, greatest)) + "ns");
    }

    void SetFlag(ProfileKind profile, const char* name, uint32_t percent)
    {
        Set(profile, name, Chance(percent) ? "true" : "false");
    }

    void DrawTopology()
    {
        constexpr uint64_t gigabit = 1000000000;
        TopologySpec& spec = m_scenario.topology;
        spec.name = "random";
        spec.nics = Between(2, 16);
        spec.planes = OneOf({1U, 2U, 2U, 3U, 4U});
        spec.nicsPerT0 = Between(1, 6);
        spec.t1Count = Between(spec.nics > spec.nicsPerT0 ? 1 : 0, 4);
        spec.nicLinkRate = OneOf({25U, 100U, 100U, 200U, 800U}) * gigabit;
        spec.fabricLinkRate = OneOf({25U, 100U, 100U, 400U}) * gigabit;
        const auto delay = [this](uint32_t nanos) { return Span(Below(nanos * 1000 + 1)); };
        spec.nicLinkDelay = delay(OneOf({0U, 20U, 500U}));
        spec.fabricLinkDelay = delay(OneOf({0U, 125U, 2000U}));
        spec.t0Latency = delay(OneOf({0U, 600U}));
        spec.t1Latency = delay(OneOf({0U, 600U}));
        DrawPods();
    }

    /** Stands the T0s in pods, with draws of their own: other seeds keep their scenarios. */
    void DrawPods()
    {
        TopologySpec& spec = m_scenario.topology;
        const KeyedDraws draws = Child(1);
        if (spec.t1Count == 0 || draws.Below(100, 0) >= 30)
        {
            return;
        }
        spec.t0sPerPod = 1 + draws.Below(3, 1);
        spec.t1Uplinks = 1 + draws.Below(3, 2);
        // no slower than the links below, which LeastShare knows
        spec.upperLinkRate = spec.fabricLinkRate * (1 + draws.Below(2, 3));
        spec.upperLinkDelay = spec.fabricLinkDelay;
        spec.t2Latency = spec.t1Latency;
    }

    /** Draws outages of T2s and their links. */
    void DrawUpperOutages()
    {
        const TopologySpec& spec = m_scenario.topology;
        if (spec.HasPods() && Chance(40))
        {
            AddOutage("t2:0." + std::to_string(Below(spec.T2sPerPlane())), Below(60000));
        }
        if (spec.HasPods() && Chance(40))
        {
            const std::string t1 = std::to_string(Below(spec.T1sPerPlane()));
            AddOutage("upper-link:0." + t1 + "." + std::to_string(Below(spec.t1Uplinks)),
                      Below(60000));
        }
    }

    /** @return the least hundredths of a bandwidth-delay product that hold so many bytes */
    uint32_t LeastShare(uint32_t bytes) const
    {
        const TopologySpec& spec = m_scenario.topology;
        IdealParameters parameters;
        parameters.payload = m_payload;
        const Span rtt = BaseRtt(Topology(spec), 0, spec.nics - 1, parameters);
        const double rate = static_cast<double>(std::min(spec.nicLinkRate, spec.fabricLinkRate));
        return static_cast<uint32_t>(bytes / (rate / 8 * rtt.Ps() * 1e-12) * 100) + 1;
    }

    void DrawFabric()
    {
        const ProfileKind fabric = ProfileKind::FABRIC;
        const uint32_t full = LeastShare(m_payload + 170); // with all headers of the packet
        SetHundredths(fabric, "DataLimit", full, full + 120);
        SetHundredths(fabric, "LastHopLimit", full, full + 160);
        SetHundredths(fabric, "UntrimmedLimit", full, full + 300);
        const uint32_t trimSize = OneOf({108U, 128U, 129U, std::max(108U, m_payload / 4)});
        Set(fabric, "TrimSize", trimSize);
        const uint32_t trimmed = LeastShare(trimSize + 18);
        SetHundredths(fabric, "TrimmedLimit", trimmed, trimmed + 150);
        const uint32_t control = LeastShare(160);
        SetHundredths(fabric, "ControlLimit", control, control + 200);
        const uint32_t minimum = Between(0, 40);
        SetHundredths(fabric, "EcnMinimum", minimum, minimum);
        SetHundredths(fabric, "EcnMaximum", minimum, minimum + 100);
        SetHundredths(fabric, "EcnProbability", 0, 100);
        SetFlag(fabric, "EcnOnLastHop", 30);
        Set(fabric, "Trimming", m_trimming ? "true" : "false");
        Set(fabric, "TrimmedShare", OneOf({"0", "0", "0.25", "0.9"}));
        Set(fabric, "TrimLength", OneOf({"None", "Ip", "All"}));
        Set(fabric, "TrimVictim", OneOf({"Arriving", "Arriving", "Either"}));
        SetNanos(fabric, "HostDelay", 0, OneOf({0U, 5000U}));
        SetNanos(fabric, "DetectDelay", 0, OneOf({0U, 10000U, 100000U}));
    }

    void DrawPaths()
    {
        const ProfileKind ev = ProfileKind::EV;
        const uint32_t planes = m_scenario.topology.planes;
        const uint32_t active = OneOf({planes, 4U, 16U, 128U});
        const uint32_t backup = OneOf({0U, 4U, 32U, 128U});
        Set(ev, "Active", active);
        Set(ev, "Backup", backup);
        SetFlag(ev, "RandomDeal", 30);
        Set(ev, "MinActive", OneOf({0U, 1U, std::max(1U, active / 2)}));
        Set(ev, "SkipTurns", Between(1, 4));
        SetNanos(ev, "SkipLapse", 0, OneOf({0U, 20000U}));
        Set(ev, "LossesToRetire", OneOf({1U, 1U, 2U}));
        SetNanos(ev, "ProbeStart", 1000, 60000);
        SetNanos(ev, "ProbeInterval", 5000, 50000); // short: idle ends stop probing soon
        Set(ev, "ProbeSuccesses", Between(1, 3));
    }

    void DrawQueuePairs()
    {
        const ProfileKind qp = ProfileKind::QP;
        m_trimming = Chance(80);
        m_payload = OneOf({256U, 257U, 512U, 1000U, 1023U, 4096U});
        Set(qp, "Payload", m_payload);
        Set(qp, "Mpr", OneOf({1U, 2U, 8U, 32U}));
        Set(qp, "MaxImmediates", OneOf({1U, 2U, 128U}));
        Set(qp, "AckTimeoutExponent", Between(4, 8));
        Set(qp, "LinearRetries", Between(1, 7));
        Set(qp, "ExponentialRetries", m_scenario.mayGiveUp ? Between(0, 3) : 25);
        Set(qp, "SackThreshold", OneOf({0U, 1024U, 16384U, 65536U}));
        Set(qp, "TrimNack", m_trimming && Chance(90) ? "true" : "false");
    }

    void DrawCongestionControl()
    {
        const ProfileKind cc = ProfileKind::CC;
        if (Chance(20))
        {
            Set(cc, "Algorithm", "fixed");
            Set(cc, "MaxWindow", m_payload * Between(1, 100));
            return;
        }
        SetFlag(cc, "DisableQa", 30);
        SetHundredths(cc, "Gamma", 10, 100);
        SetHundredths(cc, "MaxMdJump", 10, 90);
        Set(cc, "QaGate", Between(0, 6));
    }

    /** Draws Writes of which many have one target. */
    void DrawWrites()
    {
        const uint32_t nics = m_scenario.topology.nics;
        const uint32_t target = Below(nics);
        const uint32_t count = Between(1, 12);
        for (uint32_t i = 0; i < count; ++i)
        {
            const uint32_t to = Chance(50) ? target : Below(nics);
            const uint32_t from = (to + Between(1, nics - 1)) % nics;
            m_scenario.connections.push_back({from, to});
        }
        const uint32_t writes = Between(1, 30);
        for (uint32_t i = 0; i < writes; ++i)
        {
            const uint32_t full = Below(OneOf({2U, 8U, 60U}));
            const uint32_t bytes = full * m_payload + Between(1, m_payload);
            m_scenario.writes.push_back({Below(OneOf({1U, 1000U, 60000U})),
                                         Below(count),
                                         Chance(10) ? i % 2 : bytes, // also without data
                                         Chance(20)});
        }
    }

    void DrawFaults()
    {
        const uint32_t count = OneOf({0U, 1U, 2U, 4U});
        for (uint32_t i = 0; i < count; ++i)
        {
            const uint32_t down = Below(60000);
            const bool forEver = m_scenario.mayGiveUp && Chance(50);
            const uint32_t up = down + Between(1, OneOf({300U, 20000U, 200000U}));
            m_scenario.faults += (m_scenario.faults.empty() ? "" : ",") + Place() + "@" +
                                 std::to_string(down) + "ns" +
                                 (forEver ? "" : ".." + std::to_string(up) + "ns");
        }
    }

    /** Draws faults of which no NIC hears. */
    void DrawImpairments()
    {
        const uint32_t count = Chance(40) ? Between(1, 3) : 0;
        for (uint32_t i = 0; i < count; ++i)
        {
            const std::string effect = OneOf({"silent", "loss=0.5%", "loss=10%", "rate=25%"});
            const std::string place = Chance(50) ? Place() : Direction();
            const uint32_t begin = Below(60000);
            const uint32_t end = begin + Between(1, OneOf({300U, 20000U, 100000U}));
            m_scenario.faults += (m_scenario.faults.empty() ? "" : ",") + place + "/" + effect +
                                 "@" + std::to_string(begin) + "ns.." + std::to_string(end) + "ns";
        }
    }

    /** Draws the selector of EVs, the EVs, and how many must stay. */
    void DrawSelection()
    {
        const ProfileKind ev = ProfileKind::EV;
        const TopologySpec& spec = m_scenario.topology;
        Set(ev, "Selector", OneOf({"Mrc", "Oblivious", "Random", "Bitmap", "Reps", "Single"}));
        Set(ev, "MinActiveScope", OneOf({"Plane", "Plane", "QueuePair"}));
        Set(ev, "PlaneSilence", OneOf({"30us", "2ms"}));
        Set(ev, "SkipsToExchange", OneOf({0U, 0U, 1U, 4U}));
        if (spec.t1Count == 0 || Chance(60))
        {
            return; // dealt over the uplinks that there are
        }
        const std::string last = std::to_string(spec.t1Count - 1);
        const bool isExplicit = Chance(50);
        Set(ev, "Mode", isExplicit ? "Explicit" : "Generated");
        isExplicit ? Set(ev, "Evs", "1-" + std::to_string(spec.planes) + ":0-" + last)
                   : Set(ev, "Fields", "2:0:0:" + last + ":3");
        Set(ev, "MinActive", OneOf({0U, 1U, spec.planes * spec.t1Count}));
    }

    /** Draws in what manner data is placed, windows are shared and NICs take failures. */
    void DrawManners()
    {
        const ProfileKind fabric = ProfileKind::FABRIC;
        Set(ProfileKind::QP, "Placement", OneOf({"Unordered", "Unordered", "Partial", "InOrder"}));
        Set(ProfileKind::CC, "Scope", OneOf({"QueuePair", "QueuePair", "Destination"}));
        SetFlag(ProfileKind::CC, "FollowPlanes", 30);
        SetFlag(fabric, "RetxFirst", 30);
        Set(fabric, "PortFailure", OneOf({"Ideal", "Ideal", "Cx8Like"}));
        Set(fabric, "PortStatusCarrier", OneOf({"Auto", "SackBitmap", "PortStatusUpdate", "Both"}));
        const uint32_t blackout = Below(OneOf({1U, 50000U, 500000U}));
        SetNanos(fabric, "BlackoutMinimum", blackout, blackout);
        SetNanos(fabric, "BlackoutMaximum", blackout, blackout + 100000);
        SetNanos(fabric, "DenylistDelay", 0, OneOf({0U, 5000U, 50000U}));
    }

    void DrawDenials()
    {
        const TopologySpec& spec = m_scenario.topology;
        const uint32_t count = spec.t1Count == 0 ? 0 : OneOf({0U, 0U, 1U, 3U});
        for (uint32_t i = 0; i < count; ++i)
        {
            const int64_t from = Below(OneOf({1U, 60000U}));
            m_scenario.denials.push_back({from,
                                          from + Between(1, OneOf({300U, 200000U})),
                                          static_cast<PlaneId>(Below(spec.planes)),
                                          Below(spec.t1Count)});
        }
    }

    /** Draws outages of one direction of a link. */
    void DrawOneWayOutages()
    {
        const uint32_t count = OneOf({0U, 0U, 1U, 3U});
        for (uint32_t i = 0; i < count; ++i)
        {
            const uint32_t down = Below(60000);
            AddOutage(Direction(), down);
        }
    }

    /** Adds an outage that begins at this time, ns, and ends within 0.1 ms. */
    void AddOutage(const std::string& place, uint32_t down)
    {
        m_scenario.faults += (m_scenario.faults.empty() ? "" : ",") + place + "@" +
                             std::to_string(down) + "ns.." +
                             std::to_string(down + Between(1, OneOf({300U, 100000U}))) + "ns";
    }

    /** @return one direction of a link */
    std::string Direction()
    {
        const TopologySpec& spec = m_scenario.topology;
        const std::string plane = std::to_string(Below(spec.planes));
        const std::string way = OneOf({"-up:", "-down:"});
        if (spec.t1Count == 0 || Chance(50))
        {
            return "port" + way + std::to_string(Below(spec.nics)) + "." + plane;
        }
        return "link" + way + plane + "." + std::to_string(Below(spec.T0sPerPlane())) + "." +
               std::to_string(Below(spec.t1Count));
    }

    /** @return something that can fail */
    std::string Place()
    {
        const TopologySpec& spec = m_scenario.topology;
        const std::string plane = std::to_string(Below(spec.planes));
        const std::string t0 = std::to_string(Below(spec.T0sPerPlane()));
        const std::string t1 = spec.t1Count == 0 ? "" : std::to_string(Below(spec.t1Count));
        switch (Below(spec.t1Count == 0 ? 2 : 4))
        {
        case 0:
            return "port:" + std::to_string(Below(spec.nics)) + "." + plane;
        case 1:
            return "t0:" + plane + "." + t0;
        case 2:
            return "t1:" + plane + "." + t1;
        default:
            return "link:" + plane + "." + t0 + "." + t1;
        }
    }

    RandomScenario m_scenario;
    uint32_t m_payload{4096};
    bool m_trimming{true};
};

} // namespace test
} // namespace mrc
} // namespace ns3

#endif /* MRC_SCENARIO_DRAW_H */
