/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FRAME_AUDIT_H
#define MRC_FRAME_AUDIT_H

#include "mrc-fabric-books.h"
#include "mrc-topology.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

/** Do the books of a fabric obey the rules of any fabric at any instant [frames-conserved]? */
class Audit
{
  public:
    /**
     * @param books events of a fabric, and frames in it; must outlive this
     * @param topology of that fabric; must outlive this
     */
    Audit(const FabricBooks& books, const Topology& topology)
        : m_books(books),
          m_topology(topology)
    {
    }

    /** @return the sums that do not add up, each a line that names the place; empty: all does */
    std::vector<std::string> Run();

  private:
    void Add(PortIndex port);
    void Equal(int64_t is, int64_t expected, const std::string& what);

    const FabricBooks& m_books;
    const Topology& m_topology;
    std::vector<int64_t> m_balance; //!< by node: frames that came less those that left or wait
    std::vector<int64_t> m_share;   //!< by node: bytes that the node's queues have in its buffer
    std::vector<int64_t> m_used;    //!< by node: bytes of the node's buffer; -1: the node has none
    int64_t m_inside{0};            //!< frames in queues and on links
    int64_t m_held{0};              //!< of these, those that pauses hold
    int64_t m_stock{0};             //!< of these, those that carry a stock packet
    int64_t m_drops{0};             //!< at all ports
    std::vector<std::string> m_lines;
};

/** @return whether GlobalValue MrcAudit asks each network for its books [frames-conserved] */
bool WantsAudit();

/**
 * @param fabric with the frames
 * @param topology of that fabric
 * @param moment when
 * @throws std::logic_error that names the frames made or lost without a count [frames-conserved]
 */
void RequireConservation(Fabric& fabric, const Topology& topology, const Moment& moment);

} // namespace mrc
} // namespace ns3

#endif /* MRC_FRAME_AUDIT_H */
