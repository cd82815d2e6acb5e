/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_HOP_NEWS_H
#define MRC_HOP_NEWS_H

namespace ns3
{
namespace mrc
{

struct HopRecords;

/** The records of hops that a NIC shows its queue pairs while they take a packet
 * [telemetry-echo]. */
struct HopNews
{
    const HopRecords* records{nullptr}; //!< of the packet; null: there are none
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_HOP_NEWS_H */
