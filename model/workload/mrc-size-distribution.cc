/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-size-distribution.h"

#include "mrc-decimal-word.h"
#include "mrc-text-reader.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ns3
{
namespace mrc
{

namespace
{

constexpr double PERCENT = 100;
constexpr double NEARLY = 1e-9; // of 1 or 100; writers round

} // namespace

SizeDistribution::SizeDistribution(const std::vector<SizePoint>& points)
    : m_points(points)
{
}

/**
 * Between two points all sizes are equally likely; the share of the first point is of that point's
 * size.
 */
double
SizeDistribution::Mean() const
{
    double mean = m_points[0].share * static_cast<double>(m_points[0].bytes);
    for (std::size_t i = 1; i < m_points.size(); ++i)
    {
        mean += (m_points[i].share - m_points[i - 1].share) *
                static_cast<double>(m_points[i].bytes + m_points[i - 1].bytes) / 2;
    }
    // shares are rounded: their sum may lie above 1 by one digit
    return std::min(mean, static_cast<double>(SizeAt(1)));
}

uint64_t
SizeDistribution::SizeAt(double share) const
{
    const auto upper = std::find_if(m_points.begin(), m_points.end(), [share](const SizePoint& p) {
        return p.share >= share;
    });
    if (upper == m_points.begin())
    {
        return std::max<uint64_t>(1, upper->bytes);
    }
    const SizePoint& end = upper == m_points.end() ? m_points.back() : *upper;
    const SizePoint& begin = *(upper - 1);
    const double width = end.share - begin.share;
    const double part = width > 0 ? (share - begin.share) / width : 1;
    const auto more = std::llround(part * static_cast<double>(end.bytes - begin.bytes));
    return std::max<uint64_t>(1, begin.bytes + static_cast<uint64_t>(more));
}

SizeDistribution
ReadSizeDistribution(std::istream& in, const std::string& name)
{
    TextReader reader(in, name);
    std::vector<SizePoint> points;
    Token last;
    for (std::vector<Token> words; reader.NextLine(words);)
    {
        if (words.size() != 2)
        {
            reader.Fail(words[0].at,
                        "a line of " + std::to_string(words.size()) +
                            " words; expected BYTES SHARE, such as 8000 69.21");
        }
        const uint64_t least = points.empty() ? 0 : points.back().bytes;
        const double from = points.empty() ? 0 : points.back().share;
        const uint64_t bytes =
            reader.Number(words[0], "size, bytes,", least, std::numeric_limits<uint32_t>::max());
        points.push_back({bytes, DecimalOf(reader, words[1], "share", {from, PERCENT})});
        last = words[1];
    }
    if (points.empty())
    {
        reader.Fail(reader.End(), "no points; expected lines of BYTES SHARE, such as 8000 69.21");
    }
    const double whole = points.back().share;
    if (std::abs(whole - PERCENT) > NEARLY && std::abs(whole - 1) > NEARLY)
    {
        reader.Fail(last.at, "the last share is " + Quoted(last.text) + "; expected 100, or 1");
    }
    for (SizePoint& point : points)
    {
        point.share /= whole;
    }
    const SizeDistribution sizes(points);
    if (sizes.Mean() <= 0) // a last point that no flow reaches makes none longer
    {
        reader.Fail(last.at, "all flows have 0 bytes; expected longer ones");
    }
    return sizes;
}

} // namespace mrc
} // namespace ns3
