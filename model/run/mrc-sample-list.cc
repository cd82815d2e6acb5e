/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-sampler.h"

#include "ns3/mrc-network.h"
#include "ns3/mrc-port-list.h"
#include "ns3/mrc-text-reader.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>

namespace ns3
{
namespace mrc
{

namespace
{

const std::string QUEUE_PAIRS = "qp:";

/** NICs at the ends of queue pairs, as texts: "03" or "3x" is no NIC's number, and finds none. */
struct Pair
{
    std::string source;
    std::optional<std::string> destination; //!< none: any

    /** @return whether the queue pair posts at one and to the other */
    bool Has(const Qp& qp) const
    {
        UintegerValue from; // Query would ask other processes
        UintegerValue to;
        qp.GetAttribute("Source", from);
        qp.GetAttribute("Destination", to);
        return source == std::to_string(from.Get()) &&
               (!destination || *destination == std::to_string(to.Get()));
    }
};

/** @return the pair behind `qp:`: SOURCE or SOURCE.DESTINATION */
Pair
ReadPair(const std::string& item)
{
    const std::string text = item.substr(QUEUE_PAIRS.size());
    const std::size_t dot = text.find('.');
    return dot == std::string::npos ? Pair{text, std::nullopt}
                                    : Pair{text.substr(0, dot), text.substr(dot + 1)};
}

/** Adds the places of the queue pairs that an item stands for. */
void
AddQueuePairs(const std::string& item, const Network& network, std::set<std::size_t>& places)
{
    const Pair pair = ReadPair(item);
    const std::vector<Ptr<Qp>>& all = network.GetQueuePairs();
    const std::size_t before = places.size();
    bool found = false;
    for (std::size_t i = 0; i < all.size(); ++i)
    {
        if (pair.Has(*all[i]))
        {
            places.insert(i);
            found = true;
        }
    }
    if (!found && places.size() == before)
    {
        throw std::invalid_argument("list of samples, item " + Quoted(item) +
                                    ": no NIC of this number posts on a queue pair to that one; "
                                    "expected qp:SOURCE or qp:SOURCE.DESTINATION, numbers of NICs");
    }
}

} // namespace

SampleTargets
ReadSampleList(const std::string& list, const Network& network)
{
    SampleTargets targets;
    if (list == "all")
    {
        targets.ports = ReadPortList("", network.GetTopology());
        targets.queuePairs = network.GetQueuePairs();
        return targets;
    }
    // Sets, since items may overlap: each target is sampled once, in ascending order, however the
    // list is written.
    std::set<PortIndex> ports;
    std::set<std::size_t> places;
    // getline passes over an empty last item; with one comma more such an item, as in `nic3,`, is
    // seen and refused.
    std::istringstream items(list + ",");
    for (std::string item; std::getline(items, item, ',');)
    {
        if (item.compare(0, QUEUE_PAIRS.size(), QUEUE_PAIRS) == 0)
        {
            AddQueuePairs(item, network, places);
            continue;
        }
        // ReadPortList takes an empty text for all ports, which an empty item does not mean.
        const std::vector<uint32_t> named =
            ReadPortList(item.empty() ? "?" : item, network.GetTopology());
        ports.insert(named.begin(), named.end());
    }
    targets.ports.assign(ports.begin(), ports.end());
    for (const std::size_t place : places)
    {
        targets.queuePairs.push_back(network.GetQueuePairs()[place]);
    }
    return targets;
}

} // namespace mrc
} // namespace ns3
