/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Options of mrc-fabric that stand for values of several attributes.

#ifndef MRC_FABRIC_PRESETS_H
#define MRC_FABRIC_PRESETS_H

#include "ns3/core-module.h"
#include "ns3/mrc-module.h"

#include <algorithm>
#include <stdexcept>
#include <string>

/** @return the last given value of an option; empty: not at all */
inline std::string
GivenValue(int argc, char* argv[], const std::string& name)
{
    std::string value;
    for (int i = 1; i < argc; ++i)
    {
        const std::string word = argv[i];
        const std::string option = word.substr(std::min(word.find_first_not_of('-'), word.size()));
        value = option.rfind(name + "=", 0) == 0 ? option.substr(name.size() + 1) : value;
    }
    return value;
}

/** Has queue pairs and fabric be as a transport wants them, if one is named. */
inline void
SetTransport(const std::string& name)
{
    if (name == "roce" || name == "roce-lossless")
    {
        ns3::mrc::FabricHelper::SetQpDefaults(name);
    }
    else if (!name.empty() && name != "mrc")
    {
        throw std::invalid_argument("--transport=" + name +
                                    "; expected mrc, roce or roce-lossless");
    }
}

/** Where a name stands on the command line of a value of an attribute. */
struct RoutingName
{
    const char* name;
    const char* value;
    const char* selector; //!< of queue pairs
    int rehashRounds;     //!< of those of RoCEv2
};

/** Has switches compute their tables, and senders leave the choice of paths to them. */
inline void
SetRouting(const std::string& name)
{
    constexpr RoutingName names[] = {{"static", "Static", "none", 0},
                                     {"ecmp", "Ecmp", "none", 0},
                                     {"plb", "Ecmp", "ns3::mrc::PlbFactory", 12},
                                     {"flowlet", "Flowlet", "none", 0},
                                     {"adaptive", "Adaptive", "none", 0}};
    for (const RoutingName& each : names)
    {
        if (name == each.name)
        {
            ns3::Config::SetDefault("ns3::mrc::FabricProfile::Encapsulation",
                                    ns3::StringValue("Ipv4"));
            ns3::Config::SetDefault("ns3::mrc::EvProfile::Format", ns3::StringValue("Udp"));
            ns3::Config::SetDefault("ns3::mrc::FabricProfile::Routing",
                                    ns3::StringValue(each.value));
            ns3::Config::SetDefault("ns3::mrc::RoceTransport::RehashRounds",
                                    ns3::UintegerValue(each.rehashRounds));
            if (each.selector != std::string("none"))
            {
                ns3::Config::SetDefault("ns3::mrc::EvProfile::SelectorFactory",
                                        ns3::StringValue(each.selector));
            }
            return;
        }
    }
    throw std::invalid_argument("--routing=" + name +
                                "; expected static, ecmp, plb, flowlet or adaptive");
}

/** Sets defaults of attributes before the attributes among the options, which count more. */
inline void
SetPresets(int argc, char* argv[])
{
    const std::string qp = GivenValue(argc, argv, "qp");
    if (!qp.empty())
    {
        ns3::mrc::FabricHelper::SetQpDefaults(qp);
    }
    const std::string transport = GivenValue(argc, argv, "transport");
    SetTransport(transport);
    const std::string routing = GivenValue(argc, argv, "routing");
    if (!routing.empty())
    {
        SetRouting(routing);
    }
}

#endif /* MRC_FABRIC_PRESETS_H */
