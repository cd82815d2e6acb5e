/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_ADDRESS_TEXT_H
#define MRC_ADDRESS_TEXT_H

#include "mrc-address-plan.h"

#include <string>

namespace ns3
{
namespace mrc
{

/**
 * @param text an IPv6 address in any spelling of RFC 4291
 * @param[out] address bits of the address; unchanged if the text is no address
 * @return whether the text is an address
 */
bool ReadAddress(const std::string& text, AddressBits& address);

/** @return the address in the spelling of RFC 5952 */
std::string TextOf(const AddressBits& address);

} // namespace mrc
} // namespace ns3

#endif /* MRC_ADDRESS_TEXT_H */
