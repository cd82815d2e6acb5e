/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_CREDIT_CODE_H
#define MRC_CREDIT_CODE_H

#include <algorithm>
#include <cstdint>

namespace ns3
{
namespace mrc
{

/**
 * Parts of a window that rcv_cwnd_pen, a field of seven bits, tells apart. A grant says how many
 * of them are withheld [receiver-credit].
 */
constexpr uint32_t CREDIT_PARTS = 128;

/**
 * The grant that lets all senders together have as much in flight as one may alone.
 *
 * @param senders queue pairs that send to the receiver's NIC; none counts as one
 * @return what rcv_cwnd_pen says, 0 .. 127: a 128th is the least that is granted
 */
constexpr uint8_t
CreditCode(uint32_t senders)
{
    return static_cast<uint8_t>(CREDIT_PARTS - std::max(CREDIT_PARTS / std::max(senders, 1U), 1U));
}

/** @return the part of the largest window that rcv_cwnd_pen grants, 1/128 .. 1 */
constexpr double
CreditPart(uint8_t code)
{
    return (CREDIT_PARTS - code) / static_cast<double>(CREDIT_PARTS);
}

} // namespace mrc
} // namespace ns3

#endif /* MRC_CREDIT_CODE_H */
