/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_REPORT_HERALD_H
#define MRC_REPORT_HERALD_H

namespace ns3
{
namespace mrc
{

/** Has other processes hear the report of a port that this one is about to tell. */
class ReportHerald
{
  public:
    virtual ~ReportHerald() = default;

    /** A report comes: the other processes call LateReports::Hear of this one's shard. */
    virtual void Announce() = 0;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_REPORT_HERALD_H */
