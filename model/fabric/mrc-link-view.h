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

/** The news that one end of a link tells of the link. */
struct LinkNews
{
    uint32_t link;    //!< number within the plane
    uint32_t row;     //!< of the switch that says so, one of the two ends
    uint32_t version; //!< rises with each that this end says of this link
    bool up;          //!< whether that switch takes the link to be usable
};

/**
 * Which links does one switch take to be usable? The switch goes by the latest news of each link
 * that reached the switch.
 */
class LinkView
{
  public:
    /**
     * @param news the switch's own sight, or news from another one
     * @return whether that is newer than the news that the switch had
     */
    bool Learn(const LinkNews& news);

    /**
     * @param link number within the plane
     * @param row of an end
     * @return the version of the next news that this end tells of the link
     */
    uint32_t NextVersion(uint32_t link, uint32_t row) const;

    /**
     * A link is usable if both ends say so: a failure of one direction is one of the link.
     *
     * @param count links of the plane
     * @return by link, whether the link is not usable
     */
    std::vector<bool> Down(uint32_t count) const;

    /**
     * @param link number within the plane
     * @param row of an end
     * @return whether this end takes the link to be usable, as far as was heard
     */
    bool Saw(uint32_t link, uint32_t row) const;

    /** @return all news, for a neighbour that may have missed some */
    std::vector<LinkNews> All() const;

  private:
    std::map<std::pair<uint32_t, uint32_t>, LinkNews> m_news; //!< by link and end; a link without
                                                              //!< news is up
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_LINK_VIEW_H */
