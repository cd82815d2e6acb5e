/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_WORST_PARTS_H
#define MRC_WORST_PARTS_H

#include "mrc-fabric-parts.h"
#include "mrc-path-shares.h"

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace ns3
{
namespace mrc
{

/**
 * The part that stands for those of its kind, and the share that its loss takes from the NICs hit
 * most.
 */
struct WorstPart
{
    FabricPart part;  //!< which
    std::string name; //!< of the part's kind
    double share;     //!< of a NIC's bandwidth in the part's plane
    uint64_t nics;    //!< how many lose so much
};

/** With which part of each kind is the most lost? */
class WorstParts
{
  public:
    /**
     * @param parts of the fabric
     * @param shares of the fabric; both must outlive this
     */
    WorstParts(const FabricParts& parts, const PathShares& shares);

    /** @param source the switch with NICs, the source of the traffic that was spread last */
    void Note(uint32_t source);

    /**
     * @return a part of each kind, the one that takes the most; of several the one that hits the
     * most NICs. They stand by tier, links before the switches that they lead up to.
     */
    std::vector<WorstPart> Choose();

  private:
    /** Orders parts by the higher tier at their ends: links, the switch itself. */
    using Kind = std::tuple<uint32_t, bool, uint32_t>;

    /** The share that the loss of a part takes from the NICs that lose the most. */
    struct Loss
    {
        double share{0};
        uint64_t nics{0};
    };

    void NotePart(FabricPart part, uint32_t source);
    void Compare(const Kind& kind, FabricPart part, const std::string& name);

    const FabricParts& m_parts;
    const PathShares& m_shares;
    std::vector<Loss> m_losses; //!< by part
    std::map<Kind, WorstPart> m_chosen;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_WORST_PARTS_H */
