/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_EXPECTED_TEXT_H
#define MRC_EXPECTED_TEXT_H

#include "ns3/global-value.h"

#include <cstdint>
#include <string>

namespace ns3
{
namespace mrc
{

// Texts of the values expected instead of one on a command line: empty if the value is good.

/** Expects a whole number from least to most. */
std::string ExpectedNumber(const std::string& value, uint64_t least, uint64_t most);

/** Expects a number from least to most; the greatest double is no bound worth telling. */
std::string ExpectedNumber(const std::string& value, double least, double most);

/** Expects yes or no, in CommandLine's words; nothing at all turns a default around. */
std::string ExpectedBool(std::string value);

/** Expects a length of time that is not negative, with its unit; 0 needs none. */
std::string ExpectedTime(const std::string& value);

/** Expects a possible value of a global value, also where ns-3 itself would end the program. */
std::string ExpectedGlobal(const GlobalValue& global, const std::string& value);

/**
 * Expects a possible default of an attribute.
 *
 * @param name with that of the attribute's class, such as ns3::mrc::QpProfile::Payload
 * @param value of the attribute
 * @return the expected text, instead of the value or of the name
 */
std::string ExpectedAttribute(const std::string& name, const std::string& value);

} // namespace mrc
} // namespace ns3

#endif /* MRC_EXPECTED_TEXT_H */
