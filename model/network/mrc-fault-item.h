/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FAULT_ITEM_H
#define MRC_FAULT_ITEM_H

#include "mrc-fault.h"

#include "ns3/mrc-instant.h"

#include <optional>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

/** How long does a repair take? */
struct RepairTime
{
    /** The distribution. */
    enum class Law : uint8_t
    {
        EXPONENTIAL, //!< of this mean
        FIXED,       //!< always this
        UNIFORM,     //!< from this up to the second time
    };

    Law law{Law::EXPONENTIAL}; //!< which one
    Span first;                //!< above 0
    Span second;               //!< of UNIFORM, above the first
};

/** How does a link flap [link-flaps]? */
struct FlapPattern
{
    Span period;      //!< from one beginning to the next
    double duty{0.5}; //!< the part of a period in which the fault holds, above 0 and below 1
    double jitter{0}; //!< the part of the rest over which a beginning is drawn, 0 .. 1
};

/** Faults of one kind that come at random [random-faults]. */
struct RandomPattern
{
    FaultKind kind{FaultKind::LINK}; //!< places are drawn from all of this kind
    Span gap;                        //!< the mean from one to the next in the whole fabric
    RepairTime repair;               //!< how long each lasts
};

/** An item of a list of faults as read: one fault, or the pattern that many follow from. */
struct FaultItem
{
    Fault fault;                       //!< place, effect, begin and end
    std::string where;                 //!< place in words
    std::string effect;                //!< in words with its `/`, empty: down
    std::optional<FlapPattern> flap;   //!< the fault comes again and again
    std::optional<RepairTime> repair;  //!< draws the end, instead of `fault.up`
    std::vector<RandomPattern> random; //!< the item has no place, but comes at random
    double compress{1};                //!< by which all times of `random` are divided
};

/**
 * Which faults does an item stand for?
 *
 * @param item the item as read
 * @param topology the fabric
 * @return the faults of the item by their begins, each with the text that would be read as this
 *         fault. The faults depend on the item's words and ns-3's seed and run alone
 * @throws std::length_error if they are more than 100,000
 */
std::vector<Fault> Expand(const FaultItem& item, const Topology& topology);

} // namespace mrc
} // namespace ns3

#endif /* MRC_FAULT_ITEM_H */
