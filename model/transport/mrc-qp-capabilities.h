/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_QP_CAPABILITIES_H
#define MRC_QP_CAPABILITIES_H

#include <algorithm>
#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * The capabilities of one end of a connection: told to the other end out of band, before either
 * sends [capability-exchange].
 *
 * The defaults limit nothing, so that an agreement with them is the other end's offer.
 */
struct QpCapabilities
{
    uint8_t mpr{255};              //!< receive window in units of 128 PSNs
    uint16_t maxImmediates{65535}; //!< Writes with Immediate that this end takes in flight
    bool dynamicMpr{true};         //!< SACKs may change the MPR
    bool trimNack{true};           //!< trimmed packets are NACKed
    bool serviceTime{true};        //!< SACKs may tell the responder's service time
};

/**
 * @return the agreement for a connection: the smaller limit, and the common capabilities of both
 * ends
 */
constexpr QpCapabilities
Agree(const QpCapabilities& one, const QpCapabilities& other)
{
    return {std::min(one.mpr, other.mpr),
            std::min(one.maxImmediates, other.maxImmediates),
            one.dynamicMpr && other.dynamicMpr,
            one.trimNack && other.trimNack,
            one.serviceTime && other.serviceTime};
}

} // namespace mrc
} // namespace ns3

#endif /* MRC_QP_CAPABILITIES_H */
