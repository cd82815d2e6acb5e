/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PARSE_ERROR_H
#define MRC_PARSE_ERROR_H

#include "ns3/mrc-text-position.h"

#include <stdexcept>
#include <string>

namespace ns3
{
namespace mrc
{

/** The error of a reader: `file:line:column: what is wrong; what was expected`. */
class ParseError : public std::runtime_error
{
  public:
    /**
     * @param name of the file
     * @param at where the problem is
     * @param message what is wrong and what was expected
     */
    ParseError(const std::string& name, TextPosition at, const std::string& message);

    /** @return where the problem is */
    TextPosition At() const
    {
        return m_at;
    }

  private:
    TextPosition m_at;
};

} // namespace mrc
} // namespace ns3

#endif /* MRC_PARSE_ERROR_H */
