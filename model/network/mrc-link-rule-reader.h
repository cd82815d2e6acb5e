/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_LINK_RULE_READER_H
#define MRC_LINK_RULE_READER_H

#include "mrc-link-rule.h"

namespace ns3
{
namespace mrc
{

class FaultParser;

/**
 * Reads how some links differ from the others of their tier, PLACE/PROPERTY/... [link-rules].
 *
 * @param words at the beginning of a rule; then behind it
 * @return the rule, with its text
 * @throws FaultError
 */
LinkRule ReadLinkRule(FaultParser& words);

} // namespace mrc
} // namespace ns3

#endif /* MRC_LINK_RULE_READER_H */
