/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_GRAPH_RECORD_H
#define MRC_GRAPH_RECORD_H

namespace ns3
{
namespace mrc
{

class JsonWriter;
class Topology;

/**
 * Writes the nodes and links of a graph, the member `graph` of run.json, from which a report draws
 * them. Of a fabric that is no graph, or has a plane with more links than a page can show, nothing
 * is written.
 *
 * @param json of the record
 * @param topology the fabric
 */
void WriteGraphRecord(JsonWriter& json, const Topology& topology);

} // namespace mrc
} // namespace ns3

#endif /* MRC_GRAPH_RECORD_H */
