/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TOPO_SHAPE_H
#define MRC_TOPO_SHAPE_H

#include "mrc-topo-settings.h"

namespace ns3
{
namespace mrc
{

/**
 * Looks whether a `.topo` file contradicts itself. Such a file says some things twice, and a fabric
 * that follows one of two would be another than the file means.
 *
 * @param settings of the file, complete
 * @param reader of the file, which tells errors
 * @throws ParseError naming the contradiction
 */
void CheckTopoShape(const TopoSettings& settings, const TextReader& reader);

} // namespace mrc
} // namespace ns3

#endif /* MRC_TOPO_SHAPE_H */
