/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_OBJECT_TEXT_H
#define MRC_OBJECT_TEXT_H

#include <string>

namespace ns3
{
namespace mrc
{

/**
 * Which attributes in brackets does a text of an object have wrong? ns-3 leaves one out that is out
 * of range, and ends the program at a number that is none.
 *
 * @param text a class and its attributes, such as `ns3::mrc::PlbFactory[Round=10us|RehashRounds=6]`
 * @return what is expected in the place of the first that is wrong; empty if none is. A text
 * without brackets, or without a class in front of them, has none
 */
std::string ExpectedInBrackets(const std::string& text);

} // namespace mrc
} // namespace ns3

#endif /* MRC_OBJECT_TEXT_H */
