/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-data-classes.h"

#include <stdexcept>
#include <string>

namespace ns3
{
namespace mrc
{

void
DataClassPlan::NoteLossless(uint64_t dscps)
{
    lossless = 0;
    for (unsigned dscp = 0; dscp < 64; ++dscp)
    {
        if ((dscps >> dscp & 1) == 0)
        {
            continue;
        }
        const unsigned which = Of(static_cast<uint8_t>(dscp));
        // A pause holds a class as a whole, and would hold lossy data of the class too.
        if (which == 0 || (classes[which].dscps & ~dscps) != 0)
        {
            throw std::invalid_argument("lossless DSCP " + std::to_string(dscp) +
                                        " beside others in one class; expected a class of "
                                        "LosslessDscps alone, which a pause holds");
        }
        lossless |= static_cast<uint8_t>(1U << which);
    }
}

} // namespace mrc
} // namespace ns3
