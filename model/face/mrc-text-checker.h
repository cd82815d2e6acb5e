/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TEXT_CHECKER_H
#define MRC_TEXT_CHECKER_H

#include "ns3/attribute.h"

#include <string>

namespace ns3
{
namespace mrc
{

/**
 * @param isGood judges a text
 * @param expected the texts that are good, in words
 * @return a checker of StringValues
 */
Ptr<const AttributeChecker> MakeTextChecker(bool (*isGood)(const std::string& text),
                                            const char* expected);

} // namespace mrc
} // namespace ns3

#endif /* MRC_TEXT_CHECKER_H */
