/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SHAPE_TABLE_H
#define MRC_SHAPE_TABLE_H

#include "ns3/mrc-shape-planner.h"

#include <cstdint>
#include <ostream>
#include <vector>

namespace ns3
{
namespace mrc
{

class Topology;

/** How a table is written. */
enum class TableForm : uint8_t
{
    ALIGNED, //!< columns of equal width, for people
    CSV,     //!< comma-separated values, a line for each row
};

/**
 * Writes the parts of the shapes: switches of each tier, links, modules, the longest path, power
 * and price [cost-table]. A shape that is too small has its capacity and nothing behind it.
 *
 * @param out gets the table
 * @param form for people or programs
 * @param entries of PlanShapes
 * @param figures of power and price, the user's
 */
void WriteShapes(std::ostream& out,
                 TableForm form,
                 const std::vector<PlannedShape>& entries,
                 const DeviceFigures& figures);

/**
 * Writes the share that the loss of one link or switch of each tier takes, of the shapes that fit
 * [cost-table].
 *
 * @param out gets the table
 * @param form for people or programs
 * @param entries of PlanShapes
 */
void WriteLosses(std::ostream& out, TableForm form, const std::vector<PlannedShape>& entries);

/**
 * Writes both tables of one fabric of any shape, counted on its nodes and links, with an empty line
 * between [cost-of-graphs]. Of losses the rows are of the worst link or switch of each kind.
 *
 * @param out gets the tables
 * @param form for people or programs
 * @param topology the fabric
 * @param nicsPerServer NICs that follow each other are a server's, not 0
 * @param figures of power and price, the user's
 */
void WriteCostOf(std::ostream& out,
                 TableForm form,
                 const Topology& topology,
                 uint32_t nicsPerServer,
                 const DeviceFigures& figures);

} // namespace mrc
} // namespace ns3

#endif /* MRC_SHAPE_TABLE_H */
