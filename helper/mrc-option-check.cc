/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-option-check.h"

#include <stdexcept>
#include <string>

namespace ns3
{
namespace mrc
{

void
RefuseNonOptions(const CommandLine& commandLine)
{
    if (commandLine.GetNExtraNonOptions() > 0)
    {
        throw std::invalid_argument("argument '" + commandLine.GetExtraNonOption(0) +
                                    "' is no option; expected --NAME=VALUE");
    }
}

} // namespace mrc
} // namespace ns3
