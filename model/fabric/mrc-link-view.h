/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_LINK_VIEW_H
#define MRC_LINK_VIEW_H

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace ns3
{
namespace mrc
{

/** What one end of a link says of it. */
struct LinkNews
{
    uint32_t link;    //!< number within the plane
    uint32_t row;     //!< of the switch that says so, one of the two ends
    uint32_t version; //!< rises with each that this end says of this link
    bool up;          //!< whether that switch takes the link to be usable
};

/** Which links does one switch take to be usable? It goes by the latest that it heard of each. */
class LinkView
{
  public:
    /**
     * @param news what the switch saw or heard
     * @return whether that is newer than what it knew
     */
    bool Learn(const LinkNews& news);

    /**
     * @param link number within the plane
     * @param row of an end
     * @return what this end says next of the link has this version
     */
    uint32_t NextVersion(uint32_t link, uint32_t row) const;

    /**
     * A link is usable if both ends say so: a failure of one direction is one of the link.
     *
     * @param count links of the plane
     * @return by link, whether it is not
     */
    std::vector<bool> Down(uint32_t count) const;

    /**
     * @param link number within the plane
     * @param row of an end
     * @return whether this end takes the link to be usable, as far as was heard
     */
    bool Saw(uint32_t link, uint32_t row) const;

    /** @return all that was learnt, for a neighbour that may have missed it */
    std::vector<LinkNews> All() const;

  private:
    std::map<std::pair<uint32_t, uint32_t>, LinkNews> m_news; //!< by link and end; else it is up
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_LINK_VIEW_H */
