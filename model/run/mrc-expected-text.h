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

// What was expected instead of a value on a command line: nothing if it is a good one.

/** Expects a whole number from least to most. */
std::string ExpectedNumber(const std::string& value, uint64_t least, uint64_t most);

/** Expects a number from least to most; the greatest double is no bound worth telling. */
std::string ExpectedNumber(const std::string& value, double least, double most);

/** Expects yes or no, in CommandLine's words; nothing at all turns a default around. */
std::string ExpectedBool(std::string value);

/** Expects a length of time that is not negative, with its unit; 0 needs none. */
std::string ExpectedTime(const std::string& value);

/** Expects what a global value can be, also where ns-3 itself would end the program. */
std::string ExpectedGlobal(const GlobalValue& global, const std::string& value);

/**
 * Expects what an attribute can be by default.
 *
 * @param name with that of its class, such as ns3::mrc::QpProfile::Payload
 * @param value of the attribute
 * @return what was expected instead, of the value or of the name
 */
std::string ExpectedAttribute(const std::string& name, const std::string& value);

} // namespace mrc
} // namespace ns3

#endif /* MRC_EXPECTED_TEXT_H */
