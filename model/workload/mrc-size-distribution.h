/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SIZE_DISTRIBUTION_H
#define MRC_SIZE_DISTRIBUTION_H

#include <cstdint>
#include <istream>
#include <string>
#include <vector>

namespace ns3
{
namespace mrc
{

/** A point of a distribution. */
struct SizePoint
{
    uint64_t bytes; //!< a size
    double share;   //!< of flows that are no longer, 0 .. 1
};

/** How long flows are: straight lines between points [flow-sizes]. */
class SizeDistribution
{
  public:
    /** @param points one or more; sizes and shares do not fall, and the last share is 1 */
    explicit SizeDistribution(const std::vector<SizePoint>& points);

    /** @return the mean of all sizes, bytes */
    double Mean() const;

    /**
     * @param share 0 .. 1
     * @return the size that this share of flows do not exceed, 1 byte or more
     */
    uint64_t SizeAt(double share) const;

  private:
    std::vector<SizePoint> m_points;
};

/**
 * Reads a cumulative distribution as the HPCC family of simulators writes it. Each point has a
 * line: a size in bytes and the share of flows that are no longer. The shares go to 100 percent or
 * to 1.
 *
 * @param in the text
 * @param name of the file, for messages
 * @return the distribution
 * @throws ParseError `name:line:column: what is wrong; what was expected`
 */
SizeDistribution ReadSizeDistribution(std::istream& in, const std::string& name);

} // namespace mrc
} // namespace ns3

#endif /* MRC_SIZE_DISTRIBUTION_H */
