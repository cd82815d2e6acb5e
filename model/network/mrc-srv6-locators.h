/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SRV6_LOCATORS_H
#define MRC_SRV6_LOCATORS_H

#include "mrc-srv6-line.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace ns3
{
namespace mrc
{

/** Reads FRR's locators: how long is the block of each? */
class Srv6Locators
{
  public:
    /** @param first word of a line @return whether the line is one of a locator */
    static bool Has(const std::string& first);

    /**
     * @param first word of a line of a locator
     * @param line the words behind the first
     * @throws std::invalid_argument saying the expected words
     */
    void Take(const std::string& first, Srv6Line& line);

    /**
     * @param locator name of the locator
     * @return bits of the locator's block; none if no line has told them
     */
    std::optional<uint8_t> BlockOf(const std::string& locator) const;

  private:
    void TakePrefix(Srv6Line& line);

    std::string m_locator;                   //!< the locator with the lines being read
    std::map<std::string, uint8_t> m_blocks; //!< bits, by locator
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_SRV6_LOCATORS_H */
