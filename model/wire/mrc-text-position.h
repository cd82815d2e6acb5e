/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TEXT_POSITION_H
#define MRC_TEXT_POSITION_H

#include <cstdint>

namespace ns3
{
namespace mrc
{

/** Where something stands in a text; columns count bytes. Both from 1. */
struct TextPosition
{
    uint32_t line{1};   //!< from 1
    uint32_t column{1}; //!< from 1
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_TEXT_POSITION_H */
