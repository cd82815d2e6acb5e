/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_EV_LIST_H
#define MRC_EV_LIST_H

#include "ns3/mrc-ids.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * The EVs of a profile that names them: their values by plane. Queue pairs share the list.
 *
 * A value is the number of a T0 uplink, the part of an EV below the plane.
 */
struct EvList
{
    std::array<std::vector<uint32_t>, MAX_PLANES> planes; //!< the values of each plane

    /** The most values of a plane: as many as attributes can ask for. */
    static constexpr uint32_t MAX_VALUES = 8192;

    /**
     * Reads EVs that are named one by one (mode EXPLICIT).
     *
     * @param text items `PORT:VALUE`, separated by commas; ports from 1 as in the public API,
     * decimal or with 0x; either may be a range: `1-8:0-15`
     * @throws std::invalid_argument naming the item and the expected text
     */
    static EvList Read(const std::string& text);

    /**
     * Makes EVs out of fields (mode GENERATED): each value that they can take, on each port.
     *
     * @param text items `WIDTH:INIT:MIN:MAX:MASK`, separated by commas, the first in the lowest
     * bits: a field takes the values MIN .. MAX that have no bits outside MASK, and its bits
     *        outside MASK are those of INIT
     * @throws std::invalid_argument naming the item and the expected text
     */
    static EvList Generate(const std::string& text);
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_EV_LIST_H */
