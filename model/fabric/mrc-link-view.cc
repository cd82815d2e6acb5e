/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-link-view.h"

namespace ns3
{
namespace mrc
{

/** Takes in what a switch tells of a link, if it is newer than what is known from that switch. */
bool
LinkView::Learn(const LinkNews& news)
{
    const auto [place, isNew] = m_news.try_emplace({news.link, news.row}, news);
    // News flood over several ways, so old ones may come behind newer ones: the version tells.
    if (!isNew && place->second.version >= news.version)
    {
        return false;
    }
    place->second = news;
    return true;
}

uint32_t
LinkView::NextVersion(uint32_t link, uint32_t row) const
{
    const auto found = m_news.find({link, row});
    // A version above all that were seen: routers take it for the newest.
    return found == m_news.end() ? 1 : found->second.version + 1;
}

bool
LinkView::Saw(uint32_t link, uint32_t row) const
{
    const auto found = m_news.find({link, row});
    // A link that nobody told of is up, as all are at first.
    return found == m_news.end() || found->second.up;
}

std::vector<bool>
LinkView::Down(uint32_t count) const
{
    std::vector<bool> down(count);
    for (const auto& [place, news] : m_news)
    {
        if (!news.up)
        {
            down[news.link] = true;
        }
    }
    return down;
}

std::vector<LinkNews>
LinkView::All() const
{
    std::vector<LinkNews> all;
    for (const auto& [place, news] : m_news)
    {
        all.push_back(news);
    }
    return all;
}

} // namespace mrc
} // namespace ns3
