/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SID_LINE_H
#define MRC_SID_LINE_H

#include "mrc-srv6-line.h"
#include "mrc-srv6-locators.h"

#include "ns3/mrc-sid-table.h"

#include <optional>
#include <string>

namespace ns3
{
namespace mrc
{

/** A SID as a line of FRR tells it. */
struct SidLine
{
    LocalSid sid;                         //!< an END_X still without its target
    std::optional<std::string> interface; //!< the word behind `interface`
    std::optional<AddressBits> nextHop;   //!< the address behind `nexthop`
    std::string locator;                  //!< the word behind `locator`; empty: there is none
};

/**
 * @param line the words behind `sid`
 * @param locators that the line may name
 * @return the SID
 * @throws std::invalid_argument saying the expected words
 */
SidLine ReadSidLine(Srv6Line& line, const Srv6Locators& locators);

} // namespace mrc
} // namespace ns3

#endif /* MRC_SID_LINE_H */
