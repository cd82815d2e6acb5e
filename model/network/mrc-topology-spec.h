/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TOPOLOGY_SPEC_H
#define MRC_TOPOLOGY_SPEC_H

#include "mrc-link-rule.h"

#include "ns3/mrc-instant.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

class GraphShape;

/**
 * The numbers that describe a multi-plane fat tree of two or three tiers.
 *
 * Every NIC has one port in every plane; planes are alike and do not touch. In a plane, NICs fill
 * the T0s in order, the last T0 may be partly filled, and one link joins each T0 with each T1. A
 * leaf-spine fabric is the case of one plane.
 *
 * With three tiers, T0s fill pods in order, and a T0 has links to the T1s of its pod alone. The T1s
 * that are first in their pods have links to the first t1Uplinks T2s, one link from each pod to
 * each of these. The second ones have links to the next T2s, and so on [three-tiers].
 */
struct TopologySpec
{
    std::string name{"unnamed"};      //!< for messages and reports
    uint32_t nics{0};                 //!< NICs, at least 1
    uint32_t planes{1};               //!< planes, which are ports of a NIC, 1 .. 8
    uint32_t nicsPerT0{16};           //!< NIC ports of a T0 (radix down), 1 .. 2048
    uint32_t t1Count{16};             //!< T1s that a T0 has links to (T0 radix up), 1 .. 2048: of a
                                      //!< plane, or of a pod; 0 if one T0 suffices
    uint32_t t1Links{1};              //!< links of a T0 to each T1, 1 .. 2048; 1 with pods
    uint32_t t0sPerPod{0};            //!< T0s of a pod, 1 .. 2048; 0: no pods, which is two tiers
    uint32_t t1Uplinks{0};            //!< T2s above a T1 (T1 radix up), 1 .. 2047; 0 with two tiers
    uint64_t nicLinkRate{0};          //!< of a NIC-T0 link, bit/s, 1 Mb/s .. 3.2 Tb/s
    uint64_t fabricLinkRate{0};       //!< of a T0-T1 link, bit/s, 1 Mb/s .. 3.2 Tb/s
    uint64_t upperLinkRate{0};        //!< of a T1-T2 link, likewise; 0 with two tiers
    Span nicLinkDelay{Nanos(20)};     //!< propagation NIC-T0: 4 m [hop-latency]
    Span fabricLinkDelay{Nanos(125)}; //!< propagation T0-T1: 25 m [hop-latency]
    Span upperLinkDelay{Nanos(125)};  //!< propagation T1-T2: 25 m [hop-latency]
    Span t0Latency{Nanos(600)};       //!< arrival to enqueue in a T0 [hop-latency]
    Span t1Latency{Nanos(600)};       //!< arrival to enqueue in a T1 [hop-latency]
    Span t2Latency{Nanos(600)};       //!< arrival to enqueue in a T2 [hop-latency]
    std::vector<LinkRule> links;      //!< how some links differ, see ReadLinkRules [link-rules]
    bool evenLinks{false}; //!< all links are those of their tier, whatever links and graph say
    std::shared_ptr<const GraphShape> graph; //!< nodes and links, as read from a file of a graph;
                                             //!< null: a Clos network of the numbers above

    /** @return T0s in each plane: as many as the NICs need; 0 if nicsPerT0 is 0 */
    uint32_t T0sPerPlane() const;

    /** @return whether there is a third tier */
    bool HasPods() const
    {
        return t0sPerPod != 0;
    }

    /** @return uplinks of a T0: uplink u leads to the T1 u modulo t1Count [parallel-links] */
    uint32_t T0Uplinks() const
    {
        return t1Count * t1Links;
    }

    /** @return pods of each plane: as many as the T0s need; 1 with two tiers */
    uint32_t PodsPerPlane() const;

    /** @return T1s of each plane, those of all pods */
    uint32_t T1sPerPlane() const
    {
        return PodsPerPlane() * t1Count;
    }

    /** @return T2s of each plane; 0 with two tiers */
    uint32_t T2sPerPlane() const
    {
        return HasPods() ? t1Count * t1Uplinks : 0;
    }

    /** @return most paths between two NICs in a plane: 1 if there are no T1s */
    uint32_t PathsPerPlane() const;

    /**
     * @throws std::invalid_argument naming the field, its value and the expected one
     */
    void Validate() const;
};

/** @return the names that PresetTopology knows */
std::vector<std::string> TopologyPresetNames();

/**
 * @param name one of TopologyPresetNames()
 * @param nics how many NICs; leaf-spine-16x400g always has its 16 and takes 0 .. 16 here
 * @return the fabric of that name [cluster-presets], validated
 * @throws std::invalid_argument if the name is unknown (the message lists the known ones) or if the
 *         preset cannot have that many NICs
 */
TopologySpec PresetTopology(const std::string& name, uint32_t nics);

} // namespace mrc
} // namespace ns3

#endif /* MRC_TOPOLOGY_SPEC_H */
