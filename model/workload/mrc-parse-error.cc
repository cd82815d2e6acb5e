/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-parse-error.h"

namespace ns3
{
namespace mrc
{

ParseError::ParseError(const std::string& name, TextPosition at, const std::string& message)
    : std::runtime_error(name + ":" + std::to_string(at.line) + ":" + std::to_string(at.column) +
                         ": " + message),
      m_at(at)
{
}

} // namespace mrc
} // namespace ns3
